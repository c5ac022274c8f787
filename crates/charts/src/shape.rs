//! What a role looks like apart from its colour.

use faultline_report::Role;

use crate::node::coordinate;

/// The class name that gives a role its colour.
pub(crate) fn role_class(role: Role) -> &'static str {
    match role {
        Role::TeacherForced => "fl-role-teacher-forced",
        Role::Free => "fl-role-free",
        Role::Gold => "fl-role-gold",
        Role::State => "fl-role-state",
        Role::Derived => "fl-role-derived",
        Role::Fit => "fl-role-fit",
        Role::Unmeasured => "fl-role-unmeasured",
    }
}

/// The outline of a role's mark as path data around a centre: circle, square, diamond, triangle, and for the rest a triangle on
/// its tip, a cross and an octagon. `size` is 1 for the usual size.
pub(crate) fn mark_path(role: Role, x: f64, y: f64, size: f64) -> String {
    let corners: &[(f64, f64)] = match role {
        Role::TeacherForced => return circle_path(x, y, 4.8 * size),
        Role::Free => &[(-4.4, -4.4), (4.4, -4.4), (4.4, 4.4), (-4.4, 4.4)],
        Role::Gold => &[(0.0, -6.2), (6.2, 0.0), (0.0, 6.2), (-6.2, 0.0)],
        Role::State => &[(0.0, -6.0), (5.8, 4.4), (-5.8, 4.4)],
        Role::Derived => &[(0.0, 6.0), (-5.8, -4.4), (5.8, -4.4)],
        Role::Fit => &[
            (-1.8, -5.4),
            (1.8, -5.4),
            (1.8, -1.8),
            (5.4, -1.8),
            (5.4, 1.8),
            (1.8, 1.8),
            (1.8, 5.4),
            (-1.8, 5.4),
            (-1.8, 1.8),
            (-5.4, 1.8),
            (-5.4, -1.8),
            (-1.8, -1.8),
        ],
        Role::Unmeasured => &[
            (-2.1, -5.0),
            (2.1, -5.0),
            (5.0, -2.1),
            (5.0, 2.1),
            (2.1, 5.0),
            (-2.1, 5.0),
            (-5.0, 2.1),
            (-5.0, -2.1),
        ],
    };
    let points: Vec<(f64, f64)> = corners
        .iter()
        .map(|(dx, dy)| (x + dx * size, y + dy * size))
        .collect();
    format!("{}Z", line_path(&points))
}

fn circle_path(x: f64, y: f64, radius: f64) -> String {
    let r = coordinate(radius);
    let d = coordinate(radius * 2.0);
    format!(
        "M{} {}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0Z",
        coordinate(x - radius),
        coordinate(y)
    )
}

/// A line through points as path data.
pub(crate) fn line_path(points: &[(f64, f64)]) -> String {
    let mut out = String::new();
    for (place, (x, y)) in points.iter().enumerate() {
        out.push(if place == 0 { 'M' } else { 'L' });
        out.push_str(&coordinate(*x));
        out.push(' ');
        out.push_str(&coordinate(*y));
    }
    out
}

/// An interval as path data: a line between its ends with a cap across each, half of which is `cap`.
pub(crate) fn whisker_path(ends: [(f64, f64); 2], cap: (f64, f64)) -> String {
    let across = |(x, y): (f64, f64)| line_path(&[(x - cap.0, y - cap.1), (x + cap.0, y + cap.1)]);
    line_path(&ends) + &across(ends[0]) + &across(ends[1])
}

/// Half a cap across a lying interval, and across a standing one.
pub(crate) const LYING_CAP: (f64, f64) = (0.0, 4.0);
pub(crate) const STANDING_CAP: (f64, f64) = (4.0, 0.0);

/// How the lines of several series of one role are told apart, in the order in which they come; `None` is solid.
pub(crate) fn dashes(place: usize) -> Option<&'static str> {
    [None, Some("7 4"), Some("2 3"), Some("9 3 2 3")][place % 4]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_roles_look_alike_without_colour() {
        let paths: std::collections::BTreeSet<String> =
            Role::ALL.map(|role| mark_path(role, 0.0, 0.0, 1.0)).into();
        assert_eq!(paths.len(), Role::ALL.len());
    }
}
