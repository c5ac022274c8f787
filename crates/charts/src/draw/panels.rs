//! Small multiples: which series share a panel, and where the panels stand.

use faultline_report::Figure;

use super::canvas::{Anchor, Canvas};
use crate::text::{BOLD, wrap_name};

/// One panel of a figure.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Panel<'a> {
    pub(crate) name: &'a str,
    /// The places of its series.
    pub(crate) series: Vec<usize>,
}

/// A figure drawn with more panels than this is no longer read; the rest is in its table.
const MOST_PANELS: usize = 60;
const GUTTER: f64 = 28.0;
const TWO_COLUMNS_FROM: f64 = 640.0;

/// The panels in the order in which their names first come.
pub(crate) fn panels(figure: &Figure) -> Vec<Panel<'_>> {
    let mut out: Vec<Panel<'_>> = Vec::new();
    for (place, series) in figure.series.iter().enumerate() {
        match out.iter_mut().find(|panel| panel.name == series.panel) {
            Some(panel) => panel.series.push(place),
            None => out.push(Panel {
                name: &series.panel,
                series: vec![place],
            }),
        }
    }
    out
}

/// The cell that a panel may fill, below its name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
}

/// How many panels stand side by side, and how wide each is: two where there is room.
fn columns(canvas: &Canvas<'_>, panels: usize) -> (usize, f64) {
    let columns = if panels > 1 && canvas.width >= TWO_COLUMNS_FROM {
        2
    } else {
        1
    };
    let gutters = GUTTER * (columns as f64 - 1.0);
    (columns, (canvas.width - gutters) / columns as f64)
}

/// Whether something holds of all panels that are drawn, each of this width.
pub(crate) fn all_panels<'a>(
    canvas: &Canvas<'a>,
    mut holds: impl FnMut(&Panel<'a>, f64) -> bool,
) -> bool {
    let panels = panels(canvas.figure);
    let (_, width) = columns(canvas, panels.len());
    panels
        .iter()
        .take(MOST_PANELS)
        .all(|panel| holds(panel, width))
}

/// Draws each panel with `draw`, which gives back where it ended below; in two columns where there is room. Gives back where all ended.
pub(crate) fn each_panel<'a>(
    canvas: &mut Canvas<'a>,
    top: f64,
    mut draw: impl FnMut(&mut Canvas<'a>, &Panel<'a>, Place) -> f64,
) -> f64 {
    let panels = panels(canvas.figure);
    if panels.is_empty() {
        canvas.text(
            "fl-label",
            (0.0, top + 20.0),
            Anchor::Start,
            "No marks to draw.",
        );
        return top + 32.0;
    }
    let (columns, width) = columns(canvas, panels.len());
    let mut at = top;
    for row in panels[..panels.len().min(MOST_PANELS)].chunks(columns) {
        let names: Vec<Vec<String>> = row
            .iter()
            .map(|panel| wrap_name(panel.name, BOLD, width))
            .collect();
        let most = names.iter().map(Vec::len).max().unwrap_or(0) as f64;
        let is_named = row.iter().any(|panel| !panel.name.is_empty());
        let top = at + if is_named { 9.0 + 17.0 * most } else { 0.0 };
        let mut end = top;
        for (column, (panel, lines)) in row.iter().zip(names).enumerate() {
            let left = (width + GUTTER) * column as f64;
            for (line, text) in lines.into_iter().enumerate() {
                let baseline = at + 14.0 + 17.0 * line as f64;
                canvas.text("fl-panel", (left, baseline), Anchor::Start, text);
            }
            end = end.max(draw(canvas, panel, Place { left, top, width }));
        }
        at = end + 20.0;
    }
    at -= 20.0;
    if panels.len() > MOST_PANELS {
        let more = format!(
            "{} more panels are in the table.",
            panels.len() - MOST_PANELS
        );
        canvas.text("fl-label", (0.0, at + 20.0), Anchor::Start, more);
        at += 28.0;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn series_of_one_name_share_a_panel() {
        let figure = sample::multiples(3);
        let panels = panels(&figure);
        let shape: Vec<(&str, &[usize])> = panels
            .iter()
            .map(|panel| (panel.name, &panel.series[..]))
            .collect();
        assert_eq!(
            shape,
            [
                ("model-0", &[0, 1][..]),
                ("model-1", &[2, 3][..]),
                ("model-2", &[4, 5][..])
            ]
        );
    }
}
