//! Marks with intervals, one row a mark, along a lying value axis: a forest plot.

use super::{
    MarkRef,
    axis::{lying, lying_head, lying_name, lying_reference, value_domain},
    canvas::{Anchor, Canvas, Rect},
    panels::{Panel, Place, each_panel},
};
use crate::{
    scale::Scale,
    shape::{LYING_CAP, mark_path},
    text::{LABEL, SMALL, fit, fit_name, width},
    words::{count_text, interval_of, mark_name, value_name, value_of, value_text},
};

/// A panel with more rows is cut; the rest is in the table.
const MOST_ROWS: usize = 300;
/// The height of a line that a name has to itself.
const NAME_LINE: f64 = 17.0;
/// Narrower cells put the words above the line instead of beside it.
const COMPACT_BELOW: f64 = 520.0;

/// One line of a panel: a heading over the rows of a series, or a mark.
enum Row {
    Heading(usize),
    Mark(MarkRef, Name),
}

/// What a mark's row is called.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Name {
    /// By the mark: its series stands in the heading, or is the only one.
    Mark,
    /// By the series: all marks of the panel are called the same.
    Series,
    /// By both.
    Both,
}

pub(crate) fn draw(canvas: &mut Canvas<'_>) -> f64 {
    let domain = value_domain(canvas.figure);
    each_panel(canvas, 2.0, |canvas, panel, place| {
        draw_panel(canvas, domain, panel, place)
    })
}

fn draw_panel(canvas: &mut Canvas<'_>, domain: (f64, f64), panel: &Panel<'_>, place: Place) -> f64 {
    let (rows, left_out) = rows(canvas, panel);
    let compact = place.width < COMPACT_BELOW;
    let marks = || {
        rows.iter().filter_map(|row| match row {
            Row::Mark(at, _) => Some(canvas.mark(*at).1),
            Row::Heading(_) => None,
        })
    };
    let values = marks()
        .map(|mark| width(&value_text(mark, canvas.digits), SMALL))
        .fold(0.0, f64::max)
        .min(place.width * 0.4);
    let counts = marks()
        .map(|mark| width(&count(mark.n), SMALL))
        .fold(0.0, f64::max);
    let names = rows
        .iter()
        .map(|row| width(&row_name(canvas, row), LABEL))
        .fold(0.0, f64::max);
    let right = place.left + place.width;
    let (left_room, right_room) = if compact {
        (8.0, 8.0)
    } else {
        (
            names.clamp(40.0, place.width * 0.32) + 16.0,
            values + counts + 28.0,
        )
    };
    let head = lying_head(canvas.figure);
    // In a narrow place a name stands on a line of its own where one of them has no room beside its value.
    let above = if compact && names + values + counts + 24.0 > place.width {
        NAME_LINE
    } else {
        0.0
    };
    let height = above + if compact { 46.0 } else { 28.0 };
    let total: f64 = rows.iter().map(|row| row_height(row, height)).sum();
    let area = Rect {
        left: place.left + left_room,
        top: place.top + head,
        right: right - right_room,
        bottom: place.top + head + total + 4.0,
    };
    let scale = Scale {
        domain,
        range: (area.left + 6.0, area.right - 6.0),
    };
    lying(canvas, area, scale);
    lying_reference(canvas, area, scale);
    let mut top = area.top;
    for row in &rows {
        let bounds = Rect {
            left: place.left,
            top,
            right,
            bottom: top + row_height(row, height),
        };
        match row {
            Row::Heading(series) => draw_heading(canvas, *series, place, bounds),
            Row::Mark(at, _) => {
                let columns = Columns {
                    compact,
                    above,
                    // A pixel more than was measured, so that adding and taking away room cuts nothing.
                    name: left_room - 15.0,
                    count: right,
                    value: right - counts - 12.0,
                };
                draw_row(
                    canvas,
                    *at,
                    &row_name(canvas, row),
                    (bounds, scale),
                    &columns,
                );
            }
        }
        top = bounds.bottom;
    }
    let mut below = area.bottom + 18.0;
    below = lying_name(
        canvas,
        value_name(canvas.figure),
        area,
        (place.left, right),
        below,
    );
    if left_out > 0 {
        let more = format!(
            "{} more rows are in the table.",
            count_text(left_out as u64)
        );
        canvas.text("fl-label", (place.left, below + 18.0), Anchor::Start, more);
        below += 24.0;
    }
    below + 2.0
}

fn draw_heading(canvas: &mut Canvas<'_>, series: usize, place: Place, bounds: Rect) {
    canvas.cover(bounds);
    let series = &canvas.figure.series[series];
    let name = fit(&series.label, LABEL, place.width - 20.0);
    canvas.name(
        series.role,
        (place.left, bounds.top + 18.0),
        Anchor::Start,
        name,
    );
}

/// Where the words of a row stand.
struct Columns {
    compact: bool,
    /// How far a name stands above its value.
    above: f64,
    name: f64,
    value: f64,
    count: f64,
}

fn draw_row(
    canvas: &mut Canvas<'_>,
    at: MarkRef,
    name: &str,
    (bounds, scale): (Rect, Scale),
    columns: &Columns,
) {
    let (series, mark) = canvas.mark(at);
    let value = value_of(mark);
    let above = columns.above;
    let (baseline, y) = if columns.compact {
        (bounds.top + above + 16.0, bounds.top + above + 32.0)
    } else {
        (bounds.top + 18.5, f64::midpoint(bounds.top, bounds.bottom))
    };
    if columns.compact {
        canvas.cover(Rect {
            bottom: bounds.top + above + 22.0,
            ..bounds
        });
    }
    let why = if value.is_none() && !mark.note.is_empty() {
        format!("undefined: {}", mark.note)
    } else {
        value_text(mark, canvas.digits)
    };
    let across = columns.value - bounds.left;
    // The reason stands beside its mark where there is no room beside the name.
    let aside = value.is_none() && columns.compact;
    let value_words = match value {
        Some(_) => why,
        None if aside => fit(&why, SMALL, bounds.right - scale.range.0 - 24.0),
        None => fit(&why, SMALL, (across - columns.name - 40.0).max(90.0)),
    };
    let name_room = if !columns.compact {
        columns.name
    } else if aside || above > 0.0 {
        across
    } else {
        across - width(&value_words, SMALL) - 12.0
    };
    let name = fit_name(name, LABEL, name_room.max(24.0));
    canvas.text(
        "fl-label fl-halo",
        (bounds.left, baseline - above),
        Anchor::Start,
        name,
    );
    let class = if value.is_some() {
        "fl-value fl-halo"
    } else {
        "fl-count fl-halo"
    };
    if aside {
        let beside = (scale.range.0 + 16.0, y + 4.5);
        canvas.text(class, beside, Anchor::Start, value_words);
    } else {
        canvas.text(class, (columns.value, baseline), Anchor::End, value_words);
    }
    canvas.text(
        "fl-count fl-halo",
        (columns.count, baseline),
        Anchor::End,
        count(mark.n),
    );
    if let (Some(_), Some((lo, hi))) = (value, interval_of(mark)) {
        let ends = [(scale.at(lo), y), (scale.at(hi), y)];
        canvas.whisker(series.role, ends, LYING_CAP);
    }
    let x = value.map_or(scale.range.0 + 4.0, |value| scale.at(value));
    let shape = canvas
        .outline_of(mark, "fl-shape", "path")
        .set("d", mark_path(series.role, x, y, 1.0));
    let own = Rect {
        left: bounds.left - 4.0,
        top: bounds.top + 1.0,
        right: bounds.right + 4.0,
        bottom: bounds.bottom - 1.0,
    };
    let own = Rect {
        left: own.left.max(1.0),
        right: own.right.min(canvas.width - 1.0),
        ..own
    };
    canvas.owner(at, x, y, own, shape);
}

/// The lines of a panel, and how many marks had no room. Several series with several marks each have headings; where each has one
/// mark, the mark's row names its series.
fn rows(canvas: &Canvas<'_>, panel: &Panel<'_>) -> (Vec<Row>, usize) {
    let all = &canvas.figure.series;
    let headed = panel.series.len() > 1
        && panel
            .series
            .iter()
            .any(|series| all[*series].marks.len() > 1);
    let mut marks = panel.series.iter().flat_map(|series| &all[*series].marks);
    let first = marks.next().map(|mark| mark.label.as_str());
    let name = if headed || panel.series.len() < 2 {
        Name::Mark
    } else if marks.all(|mark| Some(mark.label.as_str()) == first) {
        Name::Series
    } else {
        Name::Both
    };
    let mut rows = Vec::new();
    let mut left_out = 0;
    for series in panel.series.iter().copied() {
        if headed && !all[series].label.is_empty() && rows.len() < MOST_ROWS {
            rows.push(Row::Heading(series));
        }
        for mark in 0..all[series].marks.len() {
            if rows.len() < MOST_ROWS {
                rows.push(Row::Mark(MarkRef { series, mark }, name));
            } else {
                left_out += 1;
            }
        }
    }
    (rows, left_out)
}

fn row_height(row: &Row, height: f64) -> f64 {
    match row {
        Row::Heading(_) => 26.0,
        Row::Mark(..) => height,
    }
}

fn row_name(canvas: &Canvas<'_>, row: &Row) -> String {
    match row {
        Row::Heading(_) => String::new(),
        Row::Mark(at, by) => {
            let (series, mark) = canvas.mark(*at);
            let name = mark_name(canvas.figure, mark);
            match by {
                Name::Series => series.label.clone(),
                _ if name.is_empty() => series.label.clone(),
                Name::Both => format!("{}, {name}", series.label),
                Name::Mark => name,
            }
        }
    }
}

fn count(n: u64) -> String {
    format!("n {}", count_text(n))
}
