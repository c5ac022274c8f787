//! What stands below a panel: ticks, counts, the name of the axis.

use faultline_report::Role;

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
        let names: Option<Vec<String>> = places
            .iter()
            .map(|at| place_name(canvas, panel, *at))
            .collect();
        let names = names.filter(|names| thin(&boxes(names), 6.0).iter().all(|kept| *kept));
        let texts = names.unwrap_or_else(|| places.iter().map(|at| place_text(*at)).collect());
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
        let marks = panel
            .series
            .iter()
            .flat_map(|series| &canvas.figure.series[*series].marks);
        // A mark with nothing behind it is an end of a line, or undefined.
        let counts = marks.map(|mark| mark.n).filter(|n| *n > 0);
        let text = format!("n {} a mark", range_text(counts, " to "));
        canvas.text("fl-count", (area.left, below), Anchor::Start, text);
        below += 18.0;
    }
    let bounds = (area.left, area.right + 60.0);
    lying_name(canvas, &canvas.figure.x_label, area, bounds, below - 12.0)
}

/// What all marks at a place are called, where that is one word.
fn place_name(canvas: &Canvas<'_>, panel: &Panel<'_>, at: f64) -> Option<String> {
    let marks = panel
        .series
        .iter()
        .flat_map(|series| &canvas.figure.series[*series].marks);
    let mut names = marks
        .filter(|mark| mark.x.total_cmp(&at).is_eq())
        .map(|mark| &mark.label);
    let name = names.next()?;
    let is_word = !name.is_empty() && !name.contains(' ');
    (is_word && names.all(|other| other == name)).then(|| name.clone())
}

/// The least and the most of some counts, or the one that they all are.
fn range_text(counts: impl Iterator<Item = u64>, to: &str) -> String {
    let (least, most) = counts.fold((u64::MAX, 0), |(least, most), n| {
        (least.min(n), most.max(n))
    });
    if least >= most {
        count_text(most)
    } else {
        format!("{}{to}{}", count_text(least), count_text(most))
    }
}

/// Rows of counts below the ticks: one row where the series agree, or where their marks can't tell so many rows apart; else one row
/// each with the mark of its role.
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
    let counts_of = |series: &[usize]| -> Vec<String> {
        let count = |place: &f64| -> Option<String> {
            let marks = series
                .iter()
                .flat_map(|series| &figure.series[*series].marks);
            let mut here = marks
                .filter(|mark| mark.x.total_cmp(place).is_eq())
                .map(|mark| mark.n)
                .peekable();
            here.peek()?;
            Some(range_text(here, "–"))
        };
        places
            .iter()
            .map(|place| count(place).unwrap_or_default())
            .collect()
    };
    let mut rows: Vec<(Option<Role>, Vec<String>)> = panel
        .series
        .iter()
        .map(|series| (Some(figure.series[*series].role), counts_of(&[*series])))
        .collect();
    let agree = rows.windows(2).all(|pair| pair[0].1 == pair[1].1);
    let alike = (1..rows.len()).any(|place| rows[..place].iter().any(|row| row.0 == rows[place].0));
    if agree || alike || rows.len() > MOST_ROWS {
        rows = vec![(None, counts_of(&panel.series))];
    }
    let mut below = top;
    for (role, counts) in rows {
        let aside = if role.is_some() { 16.0 } else { 8.0 };
        canvas.text("fl-count", (area.left - aside, below), Anchor::End, "n");
        if let Some(role) = role {
            canvas.swatch(role, area.left - 7.0, below - 4.0);
        }
        let centres = places.iter().map(|place| x.at(*place));
        let labels: Vec<(f64, f64)> = centres
            .zip(counts.iter().map(|text| width(text, SMALL)))
            .collect();
        for ((text, (centre, _)), kept) in counts.iter().zip(&labels).zip(thin(&labels, 5.0)) {
            if kept {
                canvas.text("fl-count", (*centre, below), Anchor::Middle, text.clone());
            }
        }
        below += 16.0;
    }
    below
}
