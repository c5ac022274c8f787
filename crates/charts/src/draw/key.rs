//! The names of a panel's series, each with its mark, where no name can stand beside what it names.

use super::{
    canvas::{Anchor, Canvas},
    panels::{Panel, Place},
};
use crate::text::{BOLD, fit, width};

/// Whether the marks of a panel need a key: those of several series, or of one where another panel has another.
pub(crate) fn has_key(canvas: &Canvas<'_>, panel: &Panel<'_>) -> bool {
    let all = &canvas.figure.series;
    match panel.series[..] {
        [only] => {
            let name = &all[only].label;
            name != panel.name && all.iter().any(|series| series.label != *name)
        }
        _ => true,
    }
}

/// Rows of names at the top of a panel that needs them. Gives back where they end.
pub(crate) fn draw_key(canvas: &mut Canvas<'_>, panel: &Panel<'_>, place: Place) -> f64 {
    if !has_key(canvas, panel) {
        return place.top;
    }
    let (mut x, mut y) = (place.left, place.top + 14.0);
    for series in &panel.series {
        let data = &canvas.figure.series[*series];
        let name = fit(&data.label, BOLD, place.width - 24.0);
        let wide = width(&name, BOLD) + 40.0;
        if x > place.left && x + wide - 20.0 > place.left + place.width {
            x = place.left;
            y += 20.0;
        }
        canvas.swatch(data.role, x + 7.0, y - 4.5);
        canvas.name(data.role, (x + 18.0, y), Anchor::Start, name);
        x += wide;
    }
    y + 12.0
}
