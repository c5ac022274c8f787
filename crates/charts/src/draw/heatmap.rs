//! Cells in rows and columns: the shade says how large a value is, and the value stands in its cell.

use faultline_report::{Mark, interval_text, number_text};

use super::{
    MarkRef,
    axis::value_domain,
    canvas::{Anchor, Canvas, Rect, rect},
    panels::{Panel, Place, each_panel},
};
use crate::{
    text::{BOLD, SMALL, fit, fit_name, width, wrap},
    words::{count_text, interval_of, mark_name, value_of},
};

/// A panel with more rows or columns is cut; the rest is in the table.
const MOST_ROWS: usize = 150;
const MOST_COLUMNS: usize = 60;

/// The shade of the largest value, as a share of the full colour: ink is readable on it.
pub(crate) const STRONGEST_SHADE: f64 = 0.55;
/// That of the smallest.
const WEAKEST_SHADE: f64 = 0.06;

/// Between two cells.
const GAP: f64 = 2.0;

/// Between two lines in a cell.
const LINE: f64 = 15.0;

pub(crate) fn draw(canvas: &mut Canvas<'_>) -> f64 {
    let domain = value_domain(canvas.figure);
    each_panel(canvas, 0.0, |canvas, panel, place| {
        let names = columns(canvas, panel);
        let shown = &names[..names.len().min(MOST_COLUMNS)];
        let grid = Grid::new(canvas, panel, shown, place);
        let top = grid.draw_names(canvas, shown, place);
        let (below, mut left_out) = draw_rows(canvas, panel, &grid, shown, domain, top);
        for series in panel.series.iter().skip(MOST_ROWS) {
            left_out += canvas.figure.series[*series].marks.len();
        }
        if left_out == 0 {
            return below;
        }
        let more = format!(
            "{} more cells are in the table.",
            count_text(left_out as u64)
        );
        canvas.text("fl-label", (place.left, below + 18.0), Anchor::Start, more);
        below + 26.0
    })
}

/// The names of the columns, in the order in which they first come.
fn columns(canvas: &Canvas<'_>, panel: &Panel<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for series in &panel.series {
        for mark in &canvas.figure.series[*series].marks {
            let name = mark_name(canvas.figure, mark);
            // Past the last column a name is only counted, in the row that has it.
            if names.len() <= MOST_COLUMNS && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// Where cells are, and what there is room for in them.
struct Grid {
    left: f64,
    wide: f64,
    tall: f64,
    /// The room for a row's name at the left; none where it stands above its row.
    name_room: Option<f64>,
    has_intervals: bool,
}

impl Grid {
    fn new(canvas: &Canvas<'_>, panel: &Panel<'_>, names: &[String], place: Place) -> Self {
        let count = names.len().max(1) as f64;
        let labels = panel.series.iter().take(MOST_ROWS);
        let widest = labels
            .map(|series| width(&canvas.figure.series[*series].label, SMALL))
            .fold(0.0, f64::max);
        let beside = widest.min(place.width * 0.3) + 12.0;
        // Where cells would be narrow for their numbers, names stand above their rows.
        let is_compact = widest > 0.0 && (place.width - beside) / count < 60.0;
        let room = if widest > 0.0 && !is_compact {
            beside
        } else {
            0.0
        };
        let wide = ((place.width - room) / count).clamp(GAP + 1.0, 150.0);
        let texts = cells(canvas, panel).filter_map(|mark| interval_words(mark, canvas.digits));
        let widest_interval = texts.map(|text| width(&text, SMALL)).fold(0.0, f64::max);
        let has_intervals = widest_interval > 0.0 && widest_interval + 8.0 <= wide;
        Self {
            left: place.left + room,
            wide,
            tall: if has_intervals { 3.0 } else { 2.0 } * LINE + 12.0,
            name_room: (room > 0.0).then_some(room - 12.0),
            has_intervals,
        }
    }

    /// The names of the columns above them. Gives back where they end.
    fn draw_names(&self, canvas: &mut Canvas<'_>, names: &[String], place: Place) -> f64 {
        let lines: Vec<Vec<String>> = names
            .iter()
            .map(|name| wrap(name, SMALL, self.wide - 6.0, 2))
            .collect();
        let most = lines.iter().map(Vec::len).max().unwrap_or(0);
        let bottom = place.top + 14.0 * most as f64 + 6.0;
        for (column, lines) in lines.iter().enumerate() {
            let middle = self.left + self.wide * (column as f64 + 0.5);
            for (row, line) in lines.iter().rev().enumerate() {
                let at = (middle, bottom - 8.0 - 14.0 * row as f64);
                canvas.text("fl-tick", at, Anchor::Middle, line.clone());
            }
        }
        bottom
    }

    fn cell(&self, column: usize, top: f64) -> Rect {
        let left = self.left + self.wide * column as f64;
        Rect {
            left,
            top,
            right: left + self.wide - GAP,
            bottom: top + self.tall - GAP,
        }
    }
}

fn cells<'a>(canvas: &Canvas<'a>, panel: &Panel<'_>) -> impl Iterator<Item = &'a Mark> {
    let figure = canvas.figure;
    let rows: Vec<usize> = panel.series.iter().copied().take(MOST_ROWS).collect();
    rows.into_iter()
        .flat_map(|series| figure.series[series].marks.iter().take(MOST_COLUMNS))
}

fn interval_words(mark: &Mark, digits: u8) -> Option<String> {
    value_of(mark)?;
    let (lo, hi) = interval_of(mark)?;
    Some(interval_text(lo, hi, digits.min(2)))
}

/// Gives back where the rows end, and how many marks had no place of their own.
fn draw_rows(
    canvas: &mut Canvas<'_>,
    panel: &Panel<'_>,
    grid: &Grid,
    names: &[String],
    domain: (f64, f64),
    top: f64,
) -> (f64, usize) {
    let mut top = top;
    let mut left_out = 0;
    let right = grid.left + grid.wide * names.len() as f64;
    for series in panel.series.iter().copied().take(MOST_ROWS) {
        let label = &canvas.figure.series[series].label;
        match grid.name_room {
            Some(room) => {
                let at = (grid.left - 10.0, top + grid.tall / 2.0 + 3.5);
                let name = fit_name(label, SMALL, room);
                canvas.text("fl-tick", at, Anchor::End, name);
            }
            None if !label.is_empty() => {
                let name = fit_name(label, SMALL, (right - grid.left).max(60.0));
                canvas.text("fl-tick", (grid.left, top + 12.0), Anchor::Start, name);
                top += 18.0;
            }
            None => {}
        }
        let mut taken = vec![false; names.len()];
        for (place, mark) in canvas.figure.series[series].marks.iter().enumerate() {
            let name = mark_name(canvas.figure, mark);
            let column = names.iter().position(|known| *known == name);
            match column.filter(|column| !std::mem::replace(&mut taken[*column], true)) {
                Some(column) => {
                    let at = MarkRef {
                        series,
                        mark: place,
                    };
                    draw_cell(canvas, at, grid, grid.cell(column, top), domain);
                }
                None => left_out += 1,
            }
        }
        top += grid.tall;
    }
    (top, left_out)
}

fn draw_cell(canvas: &mut Canvas<'_>, at: MarkRef, grid: &Grid, area: Rect, domain: (f64, f64)) {
    let (_, mark) = canvas.mark(at);
    let placed = rect(area).attributes.into_iter();
    let shape = placed.fold(
        canvas.outline_of(mark, "fl-cell", "rect"),
        |shape, (name, value)| shape.set(name, value),
    );
    let shape = match value_of(mark) {
        Some(value) => shape.num("fill-opacity", shade(value, domain)),
        None => shape,
    };
    let middle = f64::midpoint(area.left, area.right);
    canvas.owner(
        at,
        middle,
        f64::midpoint(area.top, area.bottom),
        area,
        shape,
    );
    let digits = canvas.digits;
    let mut lines = vec![match value_of(mark) {
        Some(value) => ("fl-cell-value", number_text(value, digits), BOLD),
        None => ("fl-value fl-halo", "undefined".into(), SMALL),
    }];
    if grid.has_intervals {
        lines.extend(interval_words(mark, digits).map(|text| ("fl-value", text, SMALL)));
    }
    let is_known = value_of(mark).is_some();
    let class = if is_known {
        "fl-value"
    } else {
        "fl-value fl-halo"
    };
    lines.push((class, format!("n {}", count_text(mark.n)), SMALL));
    let room = area.right - area.left - 4.0;
    let first = middle_line(area, lines.len());
    for (place, (class, text, size)) in lines.into_iter().enumerate() {
        let at = (middle, first + LINE * place as f64);
        canvas.text(class, at, Anchor::Middle, fit(&text, size, room));
    }
}

/// The base line of the first of some lines that stand in the middle of an area.
fn middle_line(area: Rect, lines: usize) -> f64 {
    f64::midpoint(area.top, area.bottom) + 4.5 - LINE * (lines as f64 - 1.0) / 2.0
}

/// How much of its colour a cell has.
fn shade(value: f64, (lo, hi): (f64, f64)) -> f64 {
    let share = ((value - lo) / (hi - lo)).clamp(0.0, 1.0);
    let share = if share.is_finite() { share } else { 0.0 };
    WEAKEST_SHADE + (STRONGEST_SHADE - WEAKEST_SHADE) * share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shade_rises_with_the_value_and_stays_within_its_ends() {
        let of = |value: f64| shade(value, (0.0, 1.0));
        assert!(of(-1.0) >= WEAKEST_SHADE && of(2.0) <= STRONGEST_SHADE);
        assert!(of(0.2) < of(0.3) && of(0.0) < of(1.0));
        assert!((shade(f64::MAX, (f64::MIN, f64::MAX)) - WEAKEST_SHADE).abs() < 1.0);
    }
}
