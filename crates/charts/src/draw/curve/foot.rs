//! What stands below a panel: ticks, counts, the name of the axis.

use faultline_report::FigureKind;

use super::{FEW, distinct_places};
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

/// Ticks, counts and the axis label below the panel.
pub(super) fn draw_foot(canvas: &mut Canvas<'_>, panel: &Panel<'_>, area: Rect, x: Scale) -> f64 {
    let places = distinct_places(canvas, panel);
    let mut below = area.bottom + 16.0;
    if places.len() <= FEW && canvas.figure.kind != FigureKind::Scatter {
        let labels: Vec<(f64, f64)> = places
            .iter()
            .map(|at| (x.at(*at), width(&place_text(*at), SMALL)))
            .collect();
        for ((at, (centre, _)), kept) in places.iter().zip(&labels).zip(thin(&labels, 6.0)) {
            canvas.ground_line(
                "fl-axis",
                (*centre, area.bottom),
                (*centre, area.bottom + 4.0),
            );
            if kept {
                canvas.text(
                    "fl-tick",
                    (*centre, below + 1.0),
                    Anchor::Middle,
                    place_text(*at),
                );
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
        let counts = panel
            .series
            .iter()
            .flat_map(|series| &canvas.figure.series[*series].marks);
        let (least, most) = counts.fold((u64::MAX, 0), |(least, most), mark| {
            (least.min(mark.n), most.max(mark.n))
        });
        let text = if least >= most {
            format!("n {} a mark", count_text(most))
        } else {
            format!("n {} to {} a mark", count_text(least), count_text(most))
        };
        canvas.text("fl-count", (area.left, below), Anchor::Start, text);
        below += 18.0;
    }
    let bounds = (area.left, area.right + 60.0);
    lying_name(canvas, &canvas.figure.x_label, area, bounds, below - 12.0)
}

/// Rows of counts below the ticks: one row where the series agree, else one row each with the mark of its role.
fn draw_counts(
    canvas: &mut Canvas<'_>,
    panel: &Panel<'_>,
    area: Rect,
    places: &[f64],
    x: Scale,
    top: f64,
) -> f64 {
    /// More rows than this would be a table, and there is one.
    const MOST_ROWS: usize = 4;
    let figure = canvas.figure;
    let counts_of = |series: usize| -> Vec<Option<u64>> {
        let find = |place: &f64| {
            figure.series[series]
                .marks
                .iter()
                .find(|mark| mark.x.total_cmp(place).is_eq())
        };
        places
            .iter()
            .map(|place| find(place).map(|mark| mark.n))
            .collect()
    };
    let mut rows: Vec<(usize, Vec<Option<u64>>)> = panel
        .series
        .iter()
        .map(|series| (*series, counts_of(*series)))
        .collect();
    let agree = rows.windows(2).all(|pair| pair[0].1 == pair[1].1);
    rows.truncate(if agree { 1 } else { MOST_ROWS });
    let mut below = top;
    for (series, counts) in rows {
        let aside = if agree { 8.0 } else { 16.0 };
        canvas.text("fl-count", (area.left - aside, below), Anchor::End, "n");
        if !agree {
            canvas.swatch(figure.series[series].role, area.left - 7.0, below - 4.0);
        }
        let texts: Vec<(f64, String)> = places
            .iter()
            .zip(counts)
            .map(|(place, count)| (x.at(*place), count.map_or(String::new(), count_text)))
            .collect();
        let labels: Vec<(f64, f64)> = texts
            .iter()
            .map(|(centre, text)| (*centre, width(text, SMALL)))
            .collect();
        for ((centre, text), kept) in texts.iter().zip(thin(&labels, 5.0)) {
            if kept && !text.is_empty() {
                canvas.text("fl-count", (*centre, below), Anchor::Middle, text.clone());
            }
        }
        below += 16.0;
    }
    below
}
