//! Marks along one line, one row a series, on a lying value axis.

use super::{
    MarkRef,
    axis::{lying, lying_reference, value_domain},
    canvas::{Anchor, Canvas, Rect},
    panels::{Panel, Place, each_panel},
};
use crate::{
    node::tag,
    scale::Scale,
    shape::line_path,
    text::{BOLD, LABEL, SMALL, fit, width},
    words::{count_text, interval_of, value_name, value_of},
};

/// Marks nearer than this share no lane.
const APART: f64 = 12.0;
const LANE: f64 = 13.0;
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

pub(crate) fn draw(canvas: &mut Canvas<'_>) -> f64 {
    let domain = value_domain(canvas.figure);
    each_panel(canvas, 2.0, |canvas, panel, place| draw_panel(canvas, domain, panel, place))
}

fn draw_panel(canvas: &mut Canvas<'_>, domain: (f64, f64), panel: &Panel<'_>, place: Place) -> f64 {
    let compact = place.width < COMPACT_BELOW;
    let shown = &panel.series[..panel.series.len().min(MOST_ROWS)];
    let names = shown.iter().map(|series| width(&canvas.figure.series[*series].label, BOLD)).fold(0.0, f64::max);
    let counts = shown.iter().map(|series| width(&row_count(canvas, *series), SMALL)).fold(0.0, f64::max);
    let (left_room, right_room) =
        if compact { (8.0, 8.0) } else { (names.clamp(40.0, place.width * 0.32) + 16.0, counts + 12.0) };
    let head = if canvas.figure.reference.is_some() { 24.0 } else { 6.0 };
    let area = Rect {
        left: place.left + left_room,
        top: place.top + head,
        right: place.left + place.width - right_room,
        bottom: 0.0,
    };
    let scale = Scale { domain, range: (area.left + 12.0, area.right - 12.0) };
    let rows: Vec<(usize, Vec<Bead>)> = shown.iter().map(|series| (*series, beads(canvas, *series, scale))).collect();
    let mut top = area.top;
    for (series, beads) in &rows {
        let lanes = beads.iter().map(|bead| bead.lane + 1).max().unwrap_or(1);
        let named = beads.len() <= NAMED && beads.iter().any(|bead| !canvas.mark(bead.at).1.label.is_empty());
        let height = LANE * lanes as f64 + if compact { 38.0 } else { 20.0 } + if named { 14.0 } else { 0.0 };
        let middle = top + height / 2.0 + if compact { 10.0 } else { 0.0 } - if named { 5.0 } else { 0.0 };
        draw_words(canvas, *series, (place, top, middle), compact, left_room);
        canvas.ground_line("fl-grid", (area.left, middle), (area.right, middle));
        draw_beads(canvas, beads, middle, scale, named);
        top += height;
    }
    let area = Rect { bottom: top + 2.0, ..area };
    lying(canvas, area, scale);
    lying_reference(canvas, area, scale);
    let mut below = area.bottom + 18.0;
    let label = fit(value_name(canvas.figure), LABEL, place.width);
    if !label.is_empty() {
        canvas.text("fl-label", (f64::midpoint(area.left, area.right), below + 16.0), Anchor::Middle, label);
        below += 20.0;
    }
    if panel.series.len() > MOST_ROWS {
        let more = format!("{} more rows are in the table.", panel.series.len() - MOST_ROWS);
        canvas.text("fl-label", (place.left, below + 18.0), Anchor::Start, more);
        below += 24.0;
    }
    below + 2.0
}

/// The marks of a row, in lanes where they would cover each other.
fn beads(canvas: &Canvas<'_>, series: usize, scale: Scale) -> Vec<Bead> {
    let marks = canvas.figure.series[series].marks.iter().enumerate();
    let mut beads: Vec<Bead> = marks
        .map(|(mark, data)| Bead {
            at: MarkRef { series, mark },
            x: value_of(data).map_or(scale.range.0 - 4.0, |value| scale.at(value)),
            lane: 0,
        })
        .collect();
    beads.sort_by(|a, b| a.x.total_cmp(&b.x));
    let mut ends = [f64::NEG_INFINITY; MOST_LANES];
    for bead in &mut beads {
        let free = ends.iter().position(|end| *end <= bead.x);
        // With all lanes full, the one that has been free for longest takes it.
        bead.lane = free.unwrap_or_else(|| {
            (0..MOST_LANES).min_by(|a, b| ends[*a].total_cmp(&ends[*b])).unwrap_or(0)
        });
        ends[bead.lane] = bead.x + APART;
    }
    beads
}

/// The distance of a lane from the middle of its row: 0, one up, one down, two up, and so on.
fn lane_offset(lane: usize) -> f64 {
    let steps = lane.div_ceil(2) as f64 * LANE;
    if lane % 2 == 1 { -steps } else { steps }
}

fn draw_words(canvas: &mut Canvas<'_>, series: usize, (place, top, middle): (Place, f64, f64), compact: bool, left_room: f64) {
    let count = row_count(canvas, series);
    let right = place.left + place.width;
    let (baseline, room) =
        if compact { (top + 16.0, place.width - width(&count, SMALL) - 12.0) } else { (middle + 4.5, left_room - 16.0) };
    let data = &canvas.figure.series[series];
    let name = fit(&data.label, BOLD, room);
    canvas.name(data.role, (place.left, baseline), Anchor::Start, name);
    canvas.text("fl-count", (right, baseline), Anchor::End, count);
}

fn draw_beads(canvas: &mut Canvas<'_>, beads: &[Bead], middle: f64, scale: Scale, named: bool) {
    let mut names_end = f64::NEG_INFINITY;
    for bead in beads {
        let (series, mark) = canvas.mark(bead.at);
        let y = middle + lane_offset(bead.lane);
        let mut area = Rect { left: bead.x - 5.0, top: y - 5.0, right: bead.x + 5.0, bottom: y + 5.0 };
        if let (Some(_), Some((lo, hi))) = (value_of(mark), interval_of(mark)) {
            let (from, to) = (scale.at(lo), scale.at(hi));
            let cap = |x: f64| line_path(&[(x, y - 4.0), (x, y + 4.0)]);
            let path = format!("{}{}{}", line_path(&[(from, y), (to, y)]), cap(from), cap(to));
            canvas.line(series.role, tag("path").class("fl-whisker").set("d", path));
            area = Rect { left: area.left.min(from), right: area.right.max(to), ..area };
        }
        canvas.point(bead.at, bead.x, y, area);
        let half = width(&mark.label, SMALL) / 2.0;
        let inside = bead.x - half >= scale.range.0 - 12.0 && bead.x + half <= scale.range.1 + 12.0;
        if named && inside && bead.x - half > names_end + 8.0 {
            names_end = bead.x + half;
            let lanes = beads.iter().map(|bead| lane_offset(bead.lane)).fold(0.0, f64::max);
            canvas.text("fl-count", (bead.x, middle + lanes + 20.0), Anchor::Middle, mark.label.clone());
        }
    }
}

/// The observations behind a row; a range where its marks differ.
fn row_count(canvas: &Canvas<'_>, series: usize) -> String {
    let counts = canvas.figure.series[series].marks.iter().map(|mark| mark.n);
    let Some((least, most)) = counts.fold(None, |ends: Option<(u64, u64)>, n| {
        let (least, most) = ends.unwrap_or((n, n));
        Some((least.min(n), most.max(n)))
    }) else {
        return "no marks".into();
    };
    if least == most { format!("n {}", count_text(least)) } else { format!("n {} to {}", count_text(least), count_text(most)) }
}
