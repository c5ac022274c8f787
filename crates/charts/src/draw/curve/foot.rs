//! What stands below a panel: ticks, counts, the name of the axis.

use super::distinct_places;
use crate::{
    draw::{
        axis::lying_name,
        canvas::{Anchor, Canvas, Rect},
        panels::Panel,
    },
    scale::{Scale, ticks},
    text::{SMALL, thin, width},
    words::{count_text, place_text},
};

/// Ticks, counts and the axis label below the panel. Each of few places has its own.
pub(super) fn draw_foot(
    canvas: &mut Canvas<'_>,
    panel: &Panel<'_>,
    area: Rect,
    x: Scale,
    few: bool,
) -> f64 {
    let mut below = area.bottom + 16.0;
    if few {
        let places = distinct_places(canvas, panel);
        let boxes = |texts: &[String]| -> Vec<(f64, f64)> {
            let wide = texts.iter().map(|text| width(text, SMALL));
            places.iter().map(|at| x.at(*at)).zip(wide).collect()
        };
        let mut texts: Vec<String> = Vec::new();
        for at in &places {
            texts.push(place_name(canvas, panel, *at));
        }
        let are_names = texts.iter().all(|name| !name.is_empty());
        if !are_names || thin(&boxes(&texts), 6.0).contains(&false) {
            texts = places.iter().map(|at| place_text(*at)).collect();
        }
        let labels = boxes(&texts);
        for ((text, (centre, _)), kept) in texts.into_iter().zip(&labels).zip(thin(&labels, 6.0)) {
            canvas.ground_line(
                "fl-axis",
                (*centre, area.bottom),
                (*centre, area.bottom + 4.0),
            );
            if kept {
                canvas.text("fl-tick", (*centre, below + 1.0), Anchor::Middle, text);
            }
        }
        below = draw_counts(canvas, panel, area, &places, x, below + 18.0);
    } else {
        let most = if area.right - area.left > 300.0 { 9 } else { 5 };
        let ticks = ticks(x.domain.0, x.domain.1, most);
        for (at, text) in ticks.values.iter().zip(ticks.texts()) {
            let centre = x.at(*at);
            canvas.ground_line(
                "fl-axis",
                (centre, area.bottom),
                (centre, area.bottom + 4.0),
            );
            canvas.text("fl-tick", (centre, below + 1.0), Anchor::Middle, text);
        }
        below += 18.0;
        let ends = count_ends(canvas, panel, None).or(Some((0, 0)));
        let text = format!("n {} a mark", range_text(ends, " to "));
        canvas.text("fl-count", (area.left, below), Anchor::Start, text);
        below += 18.0;
    }
    let bounds = (area.left, area.right + 60.0);
    lying_name(canvas, &canvas.figure.x_label, area, bounds, below - 12.0)
}

/// What the first mark at a place is called, where that is one word; else nothing.
fn place_name(canvas: &Canvas<'_>, panel: &Panel<'_>, at: f64) -> String {
    for series in &panel.series {
        for mark in &canvas.figure.series[*series].marks {
            if mark.x.total_cmp(&at).is_eq() && !mark.label.contains(' ') {
                return mark.label.clone();
            }
        }
    }
    String::new()
}

/// The least and the most of some counts, or the one that they all are; nothing where there is none.
fn range_text(ends: Option<(u64, u64)>, to: &str) -> String {
    match ends {
        None => String::new(),
        Some((least, most)) if least == most => count_text(most),
        Some((least, most)) => format!("{}{to}{}", count_text(least), count_text(most)),
    }
}

/// The least and the most that is behind a mark of the panel, at one place or at any.
fn count_ends(canvas: &Canvas<'_>, panel: &Panel<'_>, at: Option<f64>) -> Option<(u64, u64)> {
    let mut ends: Option<(u64, u64)> = None;
    for series in &panel.series {
        for mark in &canvas.figure.series[*series].marks {
            // Away from its place, a mark with nothing behind it is an end of a line, or undefined.
            let is_meant = at.map_or(mark.n > 0, |at| mark.x.total_cmp(&at).is_eq());
            if is_meant {
                let (least, most) = ends.unwrap_or((mark.n, mark.n));
                ends = Some((least.min(mark.n), most.max(mark.n)));
            }
        }
    }
    ends
}

/// A row of counts below the ticks, each from the least to the most of the series.
fn draw_counts(
    canvas: &mut Canvas<'_>,
    panel: &Panel<'_>,
    area: Rect,
    places: &[f64],
    x: Scale,
    top: f64,
) -> f64 {
    canvas.text("fl-count", (area.left - 8.0, top), Anchor::End, "n");
    let mut texts = Vec::new();
    let mut labels = Vec::new();
    for at in places {
        let text = range_text(count_ends(canvas, panel, Some(*at)), "–");
        labels.push((x.at(*at), width(&text, SMALL)));
        texts.push(text);
    }
    for ((text, (centre, _)), kept) in texts.into_iter().zip(&labels).zip(thin(&labels, 5.0)) {
        if kept {
            canvas.text("fl-count", (*centre, top), Anchor::Middle, text);
        }
    }
    top + 16.0
}
