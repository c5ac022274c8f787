//! Value axes: their domain, ticks, gridlines, the reference, and their labels.

use faultline_report::{Figure, FigureKind};

use super::canvas::{Anchor, Canvas, Rect};
use crate::{
    scale::{Scale, Ticks, ticks, widened},
    text::{LABEL, SMALL, fit, thin, width},
    words::{interval_of, value_of},
};

/// The lowest and highest of some numbers; `None` where there is none.
pub(crate) fn extent(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values
        .filter(|value| value.is_finite())
        .fold(None, |ends: Option<(f64, f64)>, value| {
            let (lo, hi) = ends.unwrap_or((value, value));
            Some((lo.min(value), hi.max(value)))
        })
}

/// The ends of the value axis: those that the figure fixes, else round ones around all values, intervals and the reference, and for
/// bars around zero. All panels share them.
pub(crate) fn value_domain(figure: &Figure) -> (f64, f64) {
    if let Some((lo, hi)) = figure.y_range
        && lo.is_finite()
        && hi.is_finite()
        && lo < hi
    {
        return (lo, hi);
    }
    let marks = figure.series.iter().flat_map(|series| &series.marks);
    let values = marks.flat_map(|mark| {
        let (lo, hi) = interval_of(mark).unzip();
        [value_of(mark), lo, hi]
    });
    let zero = (figure.kind == FigureKind::Bars).then_some(0.0);
    let reference = figure.reference.as_ref().map(|(value, _)| *value);
    let (lo, hi) = extent(values.chain([zero, reference]).flatten()).unwrap_or((0.0, 1.0));
    widened(lo, hi)
}

/// Ticks for a standing value axis of some height: tenths for rates where there is room.
pub(crate) fn standing_ticks(domain: (f64, f64), height: f64) -> Ticks {
    // A tick is never closer to the next than a line of text.
    let most = if height >= 190.0 { 11 } else { 6 };
    ticks(domain.0, domain.1, most)
}

/// The width that the texts of a standing axis take.
pub(crate) fn standing_width(ticks: &Ticks) -> f64 {
    ticks
        .texts()
        .iter()
        .map(|text| width(text, SMALL))
        .fold(0.0, f64::max)
        + 8.0
}

/// Gridlines and texts of a standing value axis at the left of `area`.
pub(crate) fn standing(canvas: &mut Canvas<'_>, area: Rect, scale: Scale, ticks: &Ticks) {
    for (value, text) in ticks.values.iter().zip(ticks.texts()) {
        let y = scale.at(*value);
        canvas.ground_line("fl-grid", (area.left, y), (area.right, y));
        canvas.text("fl-tick", (area.left - 8.0, y + 4.0), Anchor::End, text);
    }
}

/// Gridlines of a lying value axis over `area` and its texts below.
pub(crate) fn lying(canvas: &mut Canvas<'_>, area: Rect, scale: Scale) {
    let room = area.right - area.left;
    let most = if room >= 420.0 { 11 } else { 6 };
    let ticks = ticks(scale.domain.0, scale.domain.1, most);
    let texts = ticks.texts();
    let places: Vec<(f64, f64)> = ticks
        .values
        .iter()
        .zip(&texts)
        .map(|(value, text)| (scale.at(*value), width(text, SMALL)))
        .collect();
    for ((text, (x, _)), kept) in texts.iter().zip(&places).zip(thin(&places, 8.0)) {
        canvas.ground_line("fl-grid", (*x, area.top), (*x, area.bottom));
        if kept {
            canvas.text(
                "fl-tick",
                (*x, area.bottom + 16.0),
                Anchor::Middle,
                text.clone(),
            );
        }
    }
    canvas.ground_line(
        "fl-axis",
        (area.left, area.bottom),
        (area.right, area.bottom),
    );
}

/// The name of a lying axis below `area`, centred but inside `bounds`. Gives back where it ends.
pub(crate) fn lying_name(
    canvas: &mut Canvas<'_>,
    name: &str,
    area: Rect,
    bounds: (f64, f64),
    top: f64,
) -> f64 {
    let text = fit(name, LABEL, bounds.1 - bounds.0);
    if text.is_empty() {
        return top;
    }
    let half = width(&text, LABEL) / 2.0;
    let centre = f64::midpoint(area.left, area.right)
        .min(bounds.1 - half)
        .max(bounds.0 + half);
    canvas.text("fl-label", (centre, top + 16.0), Anchor::Middle, text);
    top + 22.0
}

/// The reference across a standing axis: a dashed line with its name at the end and on the side where the fewest of `taken` are.
pub(crate) fn standing_reference(
    canvas: &mut Canvas<'_>,
    area: Rect,
    scale: Scale,
    taken: &[(f64, f64)],
) {
    /// What a line of text takes above or below.
    const HIGH: f64 = 18.0;
    let Some((value, name)) = reference_inside(canvas.figure, scale) else {
        return;
    };
    let y = scale.at(value);
    canvas.ground_line("fl-reference", (area.left, y), (area.right, y));
    let text = fit(name, SMALL, area.right - area.left - 8.0);
    let wide = width(&text, SMALL);
    let mut best = (usize::MAX, area.left + 2.0, y - HIGH);
    for top in [y - HIGH, y] {
        for left in [area.right - 2.0 - wide, area.left + 2.0] {
            let mut covered = 0;
            for (x, y) in taken {
                let inside = *x >= left && *x < left + wide && *y >= top && *y < top + HIGH;
                covered += usize::from(inside);
            }
            if covered < best.0 && top >= area.top && top + HIGH <= area.bottom {
                best = (covered, left, top);
            }
        }
    }
    let (_, left, top) = best;
    canvas.text("fl-count fl-halo", (left, top + 13.5), Anchor::Start, text);
}

/// The room above a lying axis: for the name of the reference, where there is one.
pub(crate) fn lying_head(figure: &Figure) -> f64 {
    if figure.reference.is_some() {
        24.0
    } else {
        6.0
    }
}

/// The reference across a lying axis: a dashed line with its name above `area`.
pub(crate) fn lying_reference(canvas: &mut Canvas<'_>, area: Rect, scale: Scale) {
    let Some((value, name)) = reference_inside(canvas.figure, scale) else {
        return;
    };
    let x = scale.at(value);
    canvas.ground_line("fl-reference", (x, area.top - 4.0), (x, area.bottom));
    let text = fit(name, SMALL, area.right - area.left);
    let half = width(&text, SMALL) / 2.0;
    let centre = x.clamp(
        area.left + half.min((area.right - area.left) / 2.0),
        (area.right - half).max(area.left),
    );
    canvas.text(
        "fl-count fl-halo",
        (centre, area.top - 8.0),
        Anchor::Middle,
        text,
    );
}

fn reference_inside(figure: &Figure, scale: Scale) -> Option<(f64, &str)> {
    let (value, name) = figure.reference.as_ref()?;
    let inside = *value >= scale.domain.0 && *value <= scale.domain.1;
    inside.then_some((*value, name.as_str()))
}
