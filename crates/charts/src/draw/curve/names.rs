//! What stands beside lines and marks: the names of series, or of single marks.

use faultline_report::FigureKind;

use super::Point;
use crate::{
    draw::{
        canvas::{Anchor, Canvas, Rect},
        panels::Panel,
    },
    text::{BOLD, LABEL, fit_name, spread, width, wrap},
};

const NAME_LINE: f64 = 15.0;

/// The names that stand at the ends of lines, each in its lines of text: none in a scatter, which has a key, and none where the panel
/// has the name of its only series.
pub(super) fn names(canvas: &Canvas<'_>, panel: &Panel<'_>, wide: f64) -> Vec<Vec<String>> {
    let labels = panel
        .series
        .iter()
        .map(|series| canvas.figure.series[*series].label.as_str());
    if canvas.figure.kind == FigureKind::Scatter || labels.clone().eq([panel.name]) {
        return Vec::new();
    }
    let most = (wide * 0.27).clamp(76.0, 190.0);
    labels.map(|label| wrap(label, BOLD, most, 2)).collect()
}

/// The name of each mark beside it, on whichever side nothing else stands; where everything is taken, the mark goes without.
pub(super) fn draw_labels(canvas: &mut Canvas<'_>, points: &[Point], bounds: Rect) {
    /// How far a name stands from its mark, and how high it is.
    const ASIDE: f64 = 9.0;
    const HIGH: f64 = 14.0;
    let overlap = |one: &Rect, other: &Rect| {
        one.left < other.right
            && other.left < one.right
            && one.top < other.bottom
            && other.top < one.bottom
    };
    let around = |point: &Point| Rect {
        left: point.x - 6.0,
        top: point.y - 6.0,
        right: point.x + 6.0,
        bottom: point.y + 6.0,
    };
    let mut taken: Vec<Rect> = points.iter().map(around).collect();
    for point in points {
        let name = &canvas.mark(point.at).1.label;
        let name = fit_name(name, LABEL, (bounds.right - bounds.left) * 0.6);
        let wide = width(&name, LABEL);
        let free = [0.0, -HIGH, HIGH].into_iter().find_map(|down| {
            let top = point.y + down - HIGH / 2.0;
            let right = point.x + ASIDE;
            let left = point.x - ASIDE - wide;
            let spot = |left: f64| Rect {
                left,
                top,
                right: left + wide,
                bottom: top + HIGH,
            };
            [(right, Anchor::Start), (left, Anchor::End)]
                .into_iter()
                .map(|(left, anchor)| (spot(left), anchor))
                .find(|(spot, _)| {
                    spot.left >= bounds.left
                        && spot.right <= bounds.right
                        && spot.top >= bounds.top - 4.0
                        && spot.bottom <= bounds.bottom + 6.0
                        && !taken.iter().any(|other| overlap(spot, other))
                })
        });
        if let Some((spot, anchor)) = free {
            let x = match anchor {
                Anchor::Start => spot.left,
                _ => spot.right,
            };
            let baseline = spot.top + HIGH - 3.0;
            canvas.text("fl-label fl-halo", (x, baseline), anchor, name);
            taken.push(spot);
        }
    }
}

/// The names of the series at the right ends of their lines, kept apart, with a leader where a name had to move.
pub(super) fn draw_names(
    canvas: &mut Canvas<'_>,
    lines: &[Vec<Point>],
    names: &[Vec<String>],
    area: Rect,
) {
    let tallest = names.iter().map(Vec::len).max().unwrap_or(0) as f64;
    let ends: Vec<(f64, f64)> = lines
        .iter()
        .map(|line| {
            let last = line
                .iter()
                .rev()
                .find(|point| point.defined)
                .or(line.last());
            last.map_or((area.right, area.bottom - 8.0), |point| (point.x, point.y))
        })
        .collect();
    let wanted: Vec<f64> = ends.iter().map(|(_, y)| *y).collect();
    let half = tallest * NAME_LINE / 2.0;
    let placed = spread(
        &wanted,
        tallest * NAME_LINE + 3.0,
        area.top + half - 4.0,
        area.bottom - half + 4.0,
    );
    for ((line, name), ((x, y), centre)) in lines.iter().zip(names).zip(ends.iter().zip(placed)) {
        let Some(point) = line.first() else { continue };
        let role = canvas.figure.series[point.at.series].role;
        let left = area.right + 8.0;
        if left - x > 30.0 || (centre - y).abs() > 6.0 {
            canvas.stroke(role, "fl-leader", (x + 9.0, *y), (left - 3.0, centre));
        }
        let first = centre - (name.len() as f64 - 1.0) * NAME_LINE / 2.0 + 4.0;
        for (row, text) in name.iter().enumerate() {
            canvas.name(
                role,
                (left, first + row as f64 * NAME_LINE),
                Anchor::Start,
                text.clone(),
            );
        }
    }
}
