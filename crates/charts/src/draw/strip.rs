//! Marks along one line, one row a series, on a lying value axis.

use faultline_report::Mark;

use super::{
    MarkRef,
    axis::{lying, lying_head, lying_name, lying_reference, value_domain},
    canvas::{Anchor, Canvas, Rect},
    panels::{Panel, Place, each_panel},
};
use crate::{
    scale::{Scale, rising},
    shape::LYING_CAP,
    text::{BOLD, SMALL, fit, width},
    words::{count_text, interval_of, value_name, value_of},
};

/// Marks nearer than this share no lane.
const APART: f64 = 12.0;
const LANE: f64 = 13.0;
/// A lane with names below its marks.
const NAMED_LANE: f64 = 30.0;
const MOST_LANES: usize = 7;
/// A row with at most so many marks has room for their names.
const NAMED: usize = 6;
const COMPACT_BELOW: f64 = 520.0;
const MOST_ROWS: usize = 200;

/// A mark as drawn.
struct Bead {
    at: MarkRef,
    x: f64,
    lane: usize,
}

/// The marks of one series.
struct Row {
    beads: Vec<Bead>,
    /// Whether the marks have their names below.
    named: bool,
}

pub(crate) fn draw(canvas: &mut Canvas<'_>) -> f64 {
    let domain = value_domain(canvas.figure);
    each_panel(canvas, 2.0, |canvas, panel, place| {
        draw_panel(canvas, domain, panel, place)
    })
}

fn draw_panel(canvas: &mut Canvas<'_>, domain: (f64, f64), panel: &Panel<'_>, place: Place) -> f64 {
    let compact = place.width < COMPACT_BELOW;
    let shown = &panel.series[..panel.series.len().min(MOST_ROWS)];
    let names = shown
        .iter()
        .map(|series| width(&canvas.figure.series[*series].label, BOLD))
        .fold(0.0, f64::max);
    let counts = shown
        .iter()
        .map(|series| width(&row_count(canvas, *series), SMALL))
        .fold(0.0, f64::max);
    let (left_room, right_room) = if compact {
        (8.0, 8.0)
    } else {
        (names.clamp(40.0, place.width * 0.32) + 16.0, counts + 12.0)
    };
    let head = lying_head(canvas.figure);
    let area = Rect {
        left: place.left + left_room,
        top: place.top + head,
        right: place.left + place.width - right_room,
        bottom: 0.0,
    };
    let scale = Scale {
        domain,
        range: (area.left + 12.0, area.right - 12.0),
    };
    let rows: Vec<(usize, Row)> = shown
        .iter()
        .map(|series| (*series, row(canvas, *series, scale)))
        .collect();
    let mut top = area.top;
    for (series, row) in &rows {
        let lanes = row
            .beads
            .iter()
            .map(|bead| bead.lane + 1)
            .max()
            .unwrap_or(1);
        let pitch = if row.named { NAMED_LANE } else { LANE };
        let height = pitch * lanes as f64 + if compact { 34.0 } else { 20.0 };
        let first =
            top + if compact { 24.0 } else { 10.0 } + if row.named { 8.0 } else { pitch / 2.0 };
        let middle = first + pitch * (lanes as f64 - 1.0) / 2.0;
        draw_words(canvas, *series, (place, top, middle), compact, left_room);
        canvas.ground_line("fl-grid", (area.left, first), (area.right, first));
        draw_beads(canvas, row, (first, pitch), scale);
        top += height;
    }
    let area = Rect {
        bottom: top + 2.0,
        ..area
    };
    lying(canvas, area, scale);
    lying_reference(canvas, area, scale);
    let mut below = area.bottom + 18.0;
    let bounds = (place.left, place.left + place.width);
    below = lying_name(canvas, value_name(canvas.figure), area, bounds, below);
    if panel.series.len() > MOST_ROWS {
        let more = format!(
            "{} more rows are in the table.",
            panel.series.len() - MOST_ROWS
        );
        canvas.text("fl-label", (place.left, below + 18.0), Anchor::Start, more);
        below += 24.0;
    }
    below + 2.0
}

/// The marks of a row, in lanes where they or their names would cover each other.
fn row(canvas: &Canvas<'_>, series: usize, scale: Scale) -> Row {
    let marks = &canvas.figure.series[series].marks;
    let named = marks.len() <= NAMED && marks.iter().any(|mark| !mark.label.is_empty());
    let xs: Vec<f64> = marks
        .iter()
        .map(|data| value_of(data).map_or(scale.range.0 - 4.0, |value| scale.at(value)))
        .collect();
    let mut beads: Vec<Bead> = rising(&xs)
        .into_iter()
        .map(|mark| Bead {
            at: MarkRef { series, mark },
            x: xs[mark],
            lane: 0,
        })
        .collect();
    let mut ends = [f64::NEG_INFINITY; MOST_LANES];
    for bead in &mut beads {
        let (from, to) = if named {
            named_extent(&marks[bead.at.mark], bead.x, scale)
        } else {
            (bead.x, bead.x + APART)
        };
        let free = ends.iter().position(|end| *end <= from);
        // With all lanes full, the one that has been free for longest takes it.
        bead.lane = free.unwrap_or_else(|| {
            (0..MOST_LANES)
                .min_by(|a, b| ends[*a].total_cmp(&ends[*b]))
                .unwrap_or(0)
        });
        ends[bead.lane] = to;
    }
    Row { beads, named }
}

/// What a mark takes of its lane with its interval and its name.
fn named_extent(mark: &Mark, x: f64, scale: Scale) -> (f64, f64) {
    let (centre, half) = name_place(mark, x, scale);
    let (lo, hi) = interval_of(mark).map_or((x, x), |(lo, hi)| (scale.at(lo), scale.at(hi)));
    (lo.min(centre - half), hi.max(centre + half) + 8.0)
}

/// The middle of a mark's name, kept inside the axis, and half its width.
fn name_place(mark: &Mark, x: f64, scale: Scale) -> (f64, f64) {
    let half = (width(&mark.label, SMALL) / 2.0).min((scale.range.1 - scale.range.0) / 2.0);
    (
        x.min(scale.range.1 + 10.0 - half)
            .max(scale.range.0 - 10.0 + half),
        half,
    )
}

fn draw_words(
    canvas: &mut Canvas<'_>,
    series: usize,
    (place, top, middle): (Place, f64, f64),
    compact: bool,
    left_room: f64,
) {
    let count = row_count(canvas, series);
    let right = place.left + place.width;
    let (baseline, room) = if compact {
        (top + 16.0, place.width - width(&count, SMALL) - 12.0)
    } else {
        (middle + 4.5, left_room - 16.0)
    };
    let data = &canvas.figure.series[series];
    let name = fit(&data.label, BOLD, room);
    canvas.name(data.role, (place.left, baseline), Anchor::Start, name);
    canvas.text("fl-count", (right, baseline), Anchor::End, count);
}

fn draw_beads(canvas: &mut Canvas<'_>, row: &Row, (first, pitch): (f64, f64), scale: Scale) {
    for bead in &row.beads {
        let (series, mark) = canvas.mark(bead.at);
        let y = first + pitch * bead.lane as f64;
        let mut area = Rect {
            left: bead.x - 5.0,
            top: y - 5.0,
            right: bead.x + 5.0,
            bottom: y + 5.0,
        };
        if let (Some(_), Some((lo, hi))) = (value_of(mark), interval_of(mark)) {
            let (from, to) = (scale.at(lo), scale.at(hi));
            canvas.whisker(series.role, [(from, y), (to, y)], LYING_CAP);
            area = Rect {
                left: area.left.min(from),
                right: area.right.max(to),
                ..area
            };
        }
        canvas.point(bead.at, bead.x, y, area, 1.0);
        if row.named {
            let (centre, half) = name_place(mark, bead.x, scale);
            let name = fit(&mark.label, SMALL, half * 2.0 + 1.0);
            canvas.text("fl-count fl-halo", (centre, y + 18.0), Anchor::Middle, name);
        }
    }
}

/// The observations behind a row. Where each mark is one of them, they are as many as the marks; where a mark has many, the marks are
/// counted apart from what is behind each.
fn row_count(canvas: &Canvas<'_>, series: usize) -> String {
    let marks = &canvas.figure.series[series].marks;
    let counts = || marks.iter().map(|mark| mark.n);
    let (least, most) = (
        counts().min().unwrap_or_default(),
        counts().max().unwrap_or_default(),
    );
    let number = |count: usize| count_text(count as u64);
    match marks.len() {
        0 => "no marks".into(),
        1 => format!("n {}", count_text(most)),
        _ if most <= 1 => format!("n {}", count_text(counts().sum())),
        many if least == most => format!("{} marks, n {}", number(many), count_text(most)),
        many => format!(
            "{} marks, n {} to {}",
            number(many),
            count_text(least),
            count_text(most)
        ),
    }
}
