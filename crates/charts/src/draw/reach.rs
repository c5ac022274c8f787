//! Which mark a pointer means, and which mark a key leads to.

use super::{MarkRef, Target};

/// The farthest that a pointer may be from a mark that it means, in pixels: a circle of 44 across.
const REACH: f64 = 22.0;

/// The mark that a point means: the nearest one by its area, then by its own point. `None` where none is in reach.
pub(crate) fn nearest(targets: &[Target], x: f64, y: f64) -> Option<MarkRef> {
    let mut best: Option<(f64, f64, MarkRef)> = None;
    for target in targets {
        let area = target.area.distance(x, y);
        let point = libm::hypot(target.x - x, target.y - y);
        let nearer =
            best.is_none_or(|(best_area, best_point, _)| (area, point) < (best_area, best_point));
        if area <= REACH && nearer {
            best = Some((area, point, target.at));
        }
    }
    best.map(|(.., at)| at)
}

/// Where a key leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Left,
    Right,
    Up,
    Down,
    First,
    Last,
}

/// The mark that a step leads to from another: the nearest in that direction, or the next in reading order where nothing lies
/// there. `None` where there is no mark at all.
pub(crate) fn neighbour(targets: &[Target], from: MarkRef, step: Step) -> Option<MarkRef> {
    let (first, last) = (targets.first()?, targets.last()?);
    let Some(place) = targets.iter().position(|target| target.at == from) else {
        return Some(first.at);
    };
    let here = targets[place];
    // How far ahead and how far aside a mark lies; aside weighs more, so that a line is followed.
    let off = |target: &Target| {
        let (dx, dy) = (target.x - here.x, target.y - here.y);
        match step {
            Step::Left => (-dx, dy),
            Step::Right => (dx, dy),
            Step::Up => (-dy, dx),
            _ => (dy, dx),
        }
    };
    let along_series = matches!(step, Step::Left | Step::Right);
    let ahead = targets
        .iter()
        .filter(|target| off(target).0 > 0.5 && (!along_series || target.at.series == from.series))
        .min_by(|a, b| {
            let cost = |target: &Target| off(target).0 + off(target).1.abs() * 3.0;
            cost(a).total_cmp(&cost(b))
        });
    let in_order = |place: usize| targets.get(place).map(|target| target.at);
    match step {
        Step::First => Some(first.at),
        Step::Last => Some(last.at),
        Step::Left => ahead
            .map(|target| target.at)
            .or_else(|| in_order(place.wrapping_sub(1)))
            .or(Some(from)),
        Step::Right => ahead
            .map(|target| target.at)
            .or_else(|| in_order(place + 1))
            .or(Some(from)),
        Step::Up | Step::Down => Some(ahead.map_or(from, |target| target.at)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::canvas::Rect;

    fn target(series: usize, mark: usize, x: f64, y: f64) -> Target {
        let area = Rect {
            left: x - 5.0,
            top: y - 20.0,
            right: x + 5.0,
            bottom: y + 20.0,
        };
        Target {
            at: MarkRef { series, mark },
            x,
            y,
            area,
        }
    }

    /// Two series of three marks, one above the other.
    fn two_lines() -> Vec<Target> {
        let place = |series: usize| {
            move |mark: usize| target(series, mark, 40.0 * mark as f64, 60.0 * series as f64)
        };
        (0..2)
            .flat_map(|series| (0..3).map(place(series)))
            .collect()
    }

    #[test]
    fn a_pointer_means_what_is_nearest_within_reach() {
        let targets = two_lines();
        for (x, y, found) in [
            (40.0, 0.0, Some((0, 1))),
            (52.0, 3.0, Some((0, 1))),
            (40.0, 59.0, Some((1, 1))),
            (40.0, 29.0, Some((0, 1))),
            (300.0, 0.0, None),
        ] {
            let found = found.map(|(series, mark)| MarkRef { series, mark });
            assert_eq!(nearest(&targets, x, y), found, "{x} {y}");
        }
        assert_eq!(nearest(&[], 0.0, 0.0), None);
    }

    #[test]
    fn keys_walk_along_a_series_and_across() {
        let targets = two_lines();
        for (from, step, to) in [
            ((0, 0), Step::Right, (0, 1)),
            ((0, 2), Step::Right, (1, 0)),
            ((1, 0), Step::Left, (0, 2)),
            ((0, 0), Step::Left, (0, 0)),
            ((0, 1), Step::Down, (1, 1)),
            ((1, 1), Step::Up, (0, 1)),
            ((1, 1), Step::Down, (1, 1)),
            ((0, 1), Step::Last, (1, 2)),
            ((1, 1), Step::First, (0, 0)),
            ((7, 7), Step::Right, (0, 0)),
        ] {
            let at = |(series, mark): (usize, usize)| MarkRef { series, mark };
            assert_eq!(
                neighbour(&targets, at(from), step),
                Some(at(to)),
                "{from:?} {step:?}"
            );
        }
    }

    #[test]
    fn every_mark_can_be_reached_by_one_key() {
        let targets = two_lines();
        let mut at = targets[0].at;
        let mut seen = vec![at];
        for _ in 1..targets.len() {
            at = neighbour(&targets, at, Step::Right).unwrap();
            seen.push(at);
        }
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), targets.len());
    }
}
