//! What is said of a mark: to the eye in a tooltip, to the ear in a label, to other programs in CSV.

use faultline_report::{
    Cell, Column, Figure, FigureKind, Mark, Role, Series, Table, interval_text, number_text,
};

use crate::scale::tick_text;

/// The value of a mark, where it is a number.
pub(crate) fn value_of(mark: &Mark) -> Option<f64> {
    mark.y.filter(|value| value.is_finite())
}

/// The interval of a mark in order, where both ends are numbers.
pub(crate) fn interval_of(mark: &Mark) -> Option<(f64, f64)> {
    let lo = mark.lo.filter(|end| end.is_finite())?;
    let hi = mark.hi.filter(|end| end.is_finite())?;
    Some((lo.min(hi), lo.max(hi)))
}

/// Digits after the point that give the figure's largest value three significant digits; the same for all its values.
pub(crate) fn digits_of(figure: &Figure) -> u8 {
    if figure.kind == FigureKind::Flow {
        // Amounts are counts.
        return 0;
    }
    let values = figure
        .series
        .iter()
        .flat_map(|series| &series.marks)
        .filter_map(value_of);
    let largest = values.fold(0.0_f64, |largest, value| largest.max(value.abs()));
    match largest {
        value if value <= 1.0 => 3,
        value if value < 10.0 => 2,
        value if value < 100.0 => 1,
        _ => 0,
    }
}

/// A value with its interval, such as `0.572 [0.513, 0.628]`; `undefined` where there is none.
pub(crate) fn value_text(mark: &Mark, digits: u8) -> String {
    let Some(value) = value_of(mark) else {
        return "undefined".into();
    };
    let number = if value.abs() >= 1e7 {
        tick_text(value, digits)
    } else {
        number_text(value, digits)
    };
    match interval_of(mark) {
        Some((lo, hi)) => format!("{number} {}", interval_text(lo, hi, digits)),
        None => number,
    }
}

/// A count, its thousands set apart from ten thousand on.
pub(crate) fn count_text(count: u64) -> String {
    let digits = count.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A place on a numeric axis, with no more digits than it needs.
pub(crate) fn place_text(x: f64) -> String {
    if !x.is_finite() {
        return "no place".into();
    }
    let digits = (0..4_u8).find(|digits| {
        let factor = [1.0, 10.0, 100.0, 1000.0][usize::from(*digits)];
        (x * factor).fract() == 0.0
    });
    tick_text(x, digits.unwrap_or(3))
}

/// Which mark of its series it is, such as `depth 6` or its name.
pub(crate) fn mark_name(figure: &Figure, mark: &Mark) -> String {
    if !mark.label.is_empty() {
        mark.label.clone()
    } else if figure.kind == FigureKind::Curve && !figure.x_label.is_empty() {
        format!("{} {}", figure.x_label, place_text(mark.x))
    } else if matches!(
        figure.kind,
        FigureKind::Curve | FigureKind::Bars | FigureKind::Scatter
    ) {
        place_text(mark.x)
    } else {
        String::new()
    }
}

/// What the value axis is called. The value axis of a figure with rows lies along the foot, and either label may name it.
pub(crate) fn value_name(figure: &Figure) -> &str {
    if figure.y_label.is_empty() {
        &figure.x_label
    } else {
        &figure.y_label
    }
}

/// Whose mark it is: panel, series and place, such as `model-a, teacher-forced, depth 6`.
pub(crate) fn mark_heading(figure: &Figure, series: &Series, mark: &Mark) -> String {
    let name = mark_name(figure, mark);
    let mut parts = vec![series.panel.as_str(), series.label.as_str()];
    if name != series.label {
        parts.push(&name);
    }
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

/// What is measured, such as `p 0.572 [0.513, 0.628]`.
pub(crate) fn mark_measure(figure: &Figure, mark: &Mark, digits: u8) -> String {
    let name = value_name(figure);
    let text = value_text(mark, digits);
    if name.is_empty() || value_of(mark).is_none() {
        text
    } else {
        format!("{name} {text}")
    }
}

/// A mark in one line: `teacher-forced, depth 6: p 0.572 [0.513, 0.628], n 390`.
pub(crate) fn mark_line(figure: &Figure, series: &Series, mark: &Mark, digits: u8) -> String {
    let heading = mark_heading(figure, series, mark);
    let colon = if heading.is_empty() { "" } else { ": " };
    let measure = mark_measure(figure, mark, digits);
    let mut line = format!("{heading}{colon}{measure}, n {}", count_text(mark.n));
    if !mark.note.is_empty() {
        line.push_str(". ");
        line.push_str(&mark.note);
    }
    line
}

/// The name of a role in files.
fn role_name(role: Role) -> &'static str {
    match role {
        Role::TeacherForced => "teacher_forced",
        Role::Free => "free",
        Role::Gold => "gold",
        Role::State => "state",
        Role::Derived => "derived",
        Role::Fit => "fit",
        Role::Unmeasured => "unmeasured",
    }
}

/// A figure's marks as a table: one row a mark, in the order of the figure.
pub fn figure_table(figure: &Figure) -> Table {
    let columns = [
        ("panel", "Panel"),
        ("series", "Series"),
        ("role", "Role"),
        ("label", "Label"),
        (
            "x",
            if figure.x_label.is_empty() {
                "x"
            } else {
                &figure.x_label
            },
        ),
        (
            "value",
            if value_name(figure).is_empty() {
                "Value"
            } else {
                value_name(figure)
            },
        ),
        ("lo", "Low"),
        ("hi", "High"),
        ("n", "n"),
        ("note", "Note"),
    ];
    let columns = columns.map(|(id, title)| Column::new(id, title));
    let mut table = Table::new(&figure.id, &figure.title, columns).noted(figure.method.clone());
    let digits = digits_of(figure);
    let number = |value: Option<f64>, why: &str| match value.filter(|value| value.is_finite()) {
        Some(value) => Cell::Number { value, digits },
        None => Cell::undefined(why),
    };
    for series in &figure.series {
        for mark in &series.marks {
            let why = if mark.note.is_empty() {
                "no value"
            } else {
                &mark.note
            };
            let x = if mark.x.is_finite() && mark.x.fract() == 0.0 {
                Cell::Number {
                    value: mark.x,
                    digits: 0,
                }
            } else {
                number(Some(mark.x), "no place")
            };
            table.push(vec![
                Cell::text(series.panel.clone()),
                Cell::text(series.label.clone()),
                Cell::text(role_name(series.role)),
                Cell::text(mark.label.clone()),
                x,
                number(mark.y, why),
                number(mark.lo, "no interval"),
                number(mark.hi, "no interval"),
                Cell::Count(mark.n),
                Cell::text(mark.note.clone()),
            ]);
        }
    }
    table
}

/// A figure's marks as CSV: one line a mark under `panel,series,role,label,x,value,lo,hi,n,note`. An undefined value is empty, its
/// reason in `note`.
pub fn figure_csv(figure: &Figure) -> String {
    figure_table(figure).to_csv()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_mark_in_one_line() {
        let figure = sample::curve();
        let line = |series: usize, mark: usize| {
            let series = &figure.series[series];
            mark_line(&figure, series, &series.marks[mark], digits_of(&figure))
        };
        assert_eq!(
            line(0, 3),
            "teacher-forced, depth 6: p 0.572 [0.513, 0.628], n 390"
        );
        assert_eq!(
            line(1, 4),
            "free-running, depth 8: undefined, n 0. never left a clean context"
        );
    }

    #[test]
    fn counts_and_places_are_short() {
        for (count, text) in [
            (0, "0"),
            (390, "390"),
            (9999, "9999"),
            (10_000, "10,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(count_text(count), text);
        }
        for (x, text) in [
            (6.0, "6"),
            (0.5, "0.5"),
            (-1.25, "−1.25"),
            (1.0 / 3.0, "0.333"),
            (f64::NAN, "no place"),
        ] {
            assert_eq!(place_text(x), text);
        }
    }

    #[test]
    fn csv_has_a_line_a_mark() {
        let figure = sample::curve();
        let csv = figure_csv(&figure);
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines[0], "panel,series,role,label,x,value,lo,hi,n,note");
        assert_eq!(
            lines[4],
            ",teacher-forced,teacher_forced,,6,0.572,0.513,0.628,390,"
        );
        assert_eq!(
            lines[10],
            ",free-running,free,,8,,,,0,never left a clean context"
        );
        assert_eq!(lines.len(), 11);
    }
}
