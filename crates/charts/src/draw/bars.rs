//! Bars from zero, several series side by side; they stand where the names of all panels fit below, else they lie.

use super::{
    MarkRef,
    axis::{
        lying, lying_head, lying_name, lying_reference, standing, standing_reference,
        standing_ticks, standing_width, value_domain,
    },
    canvas::{Anchor, Canvas, Rect, rect},
    key::{draw_key, has_key},
    panels::{Panel, Place, all_panels, each_panel},
};
use crate::{
    scale::Scale,
    shape::{LYING_CAP, STANDING_CAP},
    text::{LABEL, SMALL, fit, fit_name, width, wrap},
    words::{count_text, interval_of, mark_name, value_name, value_of, value_text},
};

/// A panel with more groups is cut; the rest is in the table.
const MOST_GROUPS: usize = 150;

/// The bars that stand together, one a series that has a mark of this name.
struct Group {
    name: String,
    bars: Vec<MarkRef>,
}

pub(crate) fn draw(canvas: &mut Canvas<'_>) -> f64 {
    let (lo, hi) = value_domain(canvas.figure);
    // A bar's length says its value only when it starts at zero.
    let domain = (lo.min(0.0), hi.max(0.0));
    let stand = all_panels(canvas, |panel, width| {
        let (groups, _) = groups(canvas, panel);
        let slot = slot(&groups, width);
        groups.iter().all(|group| {
            let lines = wrap(&group.name, SMALL, slot - 6.0, 2);
            lines.iter().all(|line| !line.ends_with('…')) && slot >= 26.0 * group.bars.len() as f64
        })
    });
    each_panel(canvas, 0.0, |canvas, panel, place| {
        let (groups, left_out) = groups(canvas, panel);
        // Where there is a key, each bar has the mark of its series beside it.
        let marked = has_key(canvas, panel);
        let top = draw_key(canvas, panel, place);
        let place = Place { top, ..place };
        let below = if stand {
            draw_standing(canvas, &groups, domain, place, marked)
        } else {
            draw_lying(canvas, &groups, domain, place, marked)
        };
        if left_out == 0 {
            return below;
        }
        let more = format!(
            "{} more bars are in the table.",
            count_text(left_out as u64)
        );
        canvas.text("fl-label", (place.left, below + 18.0), Anchor::Start, more);
        below + 26.0
    })
}

/// The room of a standing group in a panel, the axis left out.
fn slot(groups: &[Group], width: f64) -> f64 {
    (width - 60.0) / groups.len().max(1) as f64
}

/// The groups in the order in which their names first come, and how many marks had no room.
fn groups(canvas: &Canvas<'_>, panel: &Panel<'_>) -> (Vec<Group>, usize) {
    let mut groups: Vec<Group> = Vec::new();
    let mut left_out = 0;
    for series in panel.series.iter().copied() {
        for (place, mark) in canvas.figure.series[series].marks.iter().enumerate() {
            let name = mark_name(canvas.figure, mark);
            let known = groups.iter().position(|group| group.name == name);
            let group = known.unwrap_or_else(|| {
                groups.push(Group {
                    name,
                    bars: Vec::new(),
                });
                groups.len() - 1
            });
            groups[group].bars.push(MarkRef {
                series,
                mark: place,
            });
        }
    }
    for group in groups.drain(groups.len().min(MOST_GROUPS)..) {
        left_out += group.bars.len();
    }
    (groups, left_out)
}

fn draw_standing(
    canvas: &mut Canvas<'_>,
    groups: &[Group],
    domain: (f64, f64),
    place: Place,
    marked: bool,
) -> f64 {
    const HEIGHT: f64 = 240.0;
    let label = fit(&canvas.figure.y_label, LABEL, place.width);
    let head = if label.is_empty() { 8.0 } else { 30.0 };
    canvas.text(
        "fl-label",
        (place.left, place.top + 13.0),
        Anchor::Start,
        label,
    );
    let ticks = standing_ticks(domain, HEIGHT);
    let left = place.left + standing_width(&ticks).max(26.0);
    // Enough for the counts below the bars of the largest group.
    let most = groups.iter().map(|group| group.bars.len()).max();
    let widest = (32.0 * most.unwrap_or(0) as f64 + 8.0).max(140.0);
    let slot = ((place.left + place.width - left) / groups.len().max(1) as f64)
        .min(slot(groups, place.width).max(120.0))
        .min(widest);
    let area = Rect {
        left,
        top: place.top + head,
        right: left + slot * groups.len() as f64,
        bottom: place.top + head + HEIGHT,
    };
    let scale = Scale {
        domain,
        range: (area.bottom, area.top),
    };
    standing(canvas, area, scale, &ticks);
    standing_reference(canvas, area, scale, &[]);
    let zero = scale.at(0.0);
    canvas.ground_line("fl-axis", (area.left, zero), (area.right, zero));
    let named = |group: &Group| wrap(&group.name, SMALL, slot - 6.0, 2);
    let tallest = groups
        .iter()
        .map(|group| named(group).len())
        .max()
        .unwrap_or(1);
    let below = area.bottom + 20.0 + 14.0 * tallest as f64 + if marked { 16.0 } else { 0.0 };
    for (place, group) in groups.iter().enumerate() {
        let start = area.left + slot * place as f64;
        let own = (slot - 8.0) / group.bars.len() as f64;
        let bar = own.min(40.0);
        let inset = (slot - bar.max(26.0).min(own) * group.bars.len() as f64) / 2.0;
        let step = bar.max(26.0).min(own);
        for (bar_place, at) in group.bars.iter().enumerate() {
            let middle = start + inset + step * (bar_place as f64 + 0.5);
            let column = Rect {
                left: middle - step / 2.0,
                top: area.top,
                right: middle + step / 2.0,
                bottom: area.bottom,
            };
            standing_bar(canvas, *at, column, (bar - 3.0).max(2.0), scale);
            let (series, mark) = canvas.mark(*at);
            if marked {
                canvas.swatch(series.role, middle, below - 18.0);
            }
            let n = mark.n;
            canvas.text(
                "fl-count",
                (middle, below),
                Anchor::Middle,
                fit(&count_text(n), SMALL, step + 4.0),
            );
        }
        for (row, line) in named(group).iter().enumerate() {
            let y = area.bottom + 16.0 + 14.0 * row as f64;
            canvas.text(
                "fl-tick",
                (start + slot / 2.0, y),
                Anchor::Middle,
                line.clone(),
            );
        }
    }
    if !groups.is_empty() {
        canvas.text("fl-count", (area.left - 8.0, below), Anchor::End, "n");
    }
    let bounds = (place.left, place.left + place.width);
    lying_name(canvas, &canvas.figure.x_label, area, bounds, below + 6.0)
}

fn standing_bar(canvas: &mut Canvas<'_>, at: MarkRef, column: Rect, thick: f64, scale: Scale) {
    let (_, mark) = canvas.mark(at);
    let zero = scale.at(0.0);
    let middle = f64::midpoint(column.left, column.right);
    let y = value_of(mark).map_or(zero - 16.0, |value| scale.at(value));
    let bar = Rect {
        left: middle - thick / 2.0,
        top: y.min(zero),
        right: middle + thick / 2.0,
        bottom: y.max(zero),
    };
    let shape = sized(canvas, at, bar);
    if let (Some(_), Some((lo, hi))) = (value_of(mark), interval_of(mark)) {
        let ends = [(middle, scale.at(lo)), (middle, scale.at(hi))];
        canvas.bar_whisker(ends, STANDING_CAP);
    }
    if value_of(mark).is_some_and(|value| value.abs() < 1e-12) {
        // A bar without a height says what it is.
        let top = interval_of(mark).map_or(zero, |(_, hi)| scale.at(hi));
        let above = (middle, top.min(zero) - 6.0);
        canvas.text("fl-count", above, Anchor::Middle, "0");
    }
    canvas.owner(at, middle, y, column, shape);
}

/// The bar itself; a value of zero is a line of one pixel, so that it is there to be seen.
fn sized(canvas: &Canvas<'_>, at: MarkRef, bar: Rect) -> crate::node::Tag {
    let (_, mark) = canvas.mark(at);
    let bar = Rect {
        right: bar.right.max(bar.left + 1.0),
        bottom: bar.bottom.max(bar.top + 1.0),
        ..bar
    };
    let shape = canvas.outline_of(mark, "fl-bar", "rect");
    let placed = rect(bar);
    placed
        .attributes
        .into_iter()
        .fold(shape, |shape, (name, value)| shape.set(name, value))
}

fn draw_lying(
    canvas: &mut Canvas<'_>,
    groups: &[Group],
    domain: (f64, f64),
    place: Place,
    marked: bool,
) -> f64 {
    const BAR: f64 = 26.0;
    let bars = || {
        groups
            .iter()
            .flat_map(|group| &group.bars)
            .map(|at| canvas.mark(*at).1)
    };
    let values = bars()
        .map(|mark| width(&value_text(mark, canvas.digits), SMALL))
        .fold(0.0, f64::max)
        .min(place.width * 0.4);
    let counts = bars()
        .map(|mark| width(&count_words(mark.n), SMALL))
        .fold(0.0, f64::max);
    let names = groups
        .iter()
        .map(|group| width(&group.name, SMALL))
        .fold(0.0, f64::max);
    let compact = place.width < 520.0;
    let swatches = if marked { 16.0 } else { 0.0 };
    let left_room = if compact {
        14.0
    } else {
        names.clamp(40.0, place.width * 0.32) + 14.0 + swatches
    };
    let head = lying_head(canvas.figure);
    let name_row = if compact { 18.0 } else { 0.0 };
    let total: f64 = groups
        .iter()
        .map(|group| BAR * group.bars.len() as f64 + name_row + 10.0)
        .sum();
    let right = place.left + place.width;
    let area = Rect {
        left: place.left + left_room,
        top: place.top + head,
        right: (right - values - counts - 24.0).max(place.left + left_room + 60.0),
        bottom: place.top + head + total,
    };
    let scale = Scale {
        domain,
        range: (area.left + 2.0, area.right - 4.0),
    };
    lying(canvas, area, scale);
    lying_reference(canvas, area, scale);
    let zero = scale.at(0.0);
    canvas.ground_line("fl-axis", (zero, area.top), (zero, area.bottom));
    let mut top = area.top + 5.0;
    for group in groups {
        let tall = BAR * group.bars.len() as f64;
        let (room, baseline) = if compact {
            (place.width, top + 13.0)
        } else {
            (left_room - 13.0 - swatches, top + tall / 2.0 + 4.5)
        };
        if compact {
            canvas.cover(Rect {
                left: place.left,
                top: top - 5.0,
                right,
                bottom: top + name_row,
            });
        }
        canvas.text(
            "fl-tick fl-halo",
            (place.left, baseline),
            Anchor::Start,
            fit_name(&group.name, SMALL, room),
        );
        top += name_row;
        for at in &group.bars {
            let row = Rect {
                left: area.left,
                top,
                right,
                bottom: top + BAR,
            };
            if marked {
                let (series, _) = canvas.mark(*at);
                canvas.swatch(series.role, row.left - 8.0, top + BAR / 2.0);
            }
            lying_bar(canvas, *at, row, scale, right - counts - 12.0);
            top += BAR;
        }
        top += 10.0;
    }
    lying_name(
        canvas,
        value_name(canvas.figure),
        area,
        (place.left, right),
        area.bottom + 18.0,
    )
}

fn lying_bar(canvas: &mut Canvas<'_>, at: MarkRef, row: Rect, scale: Scale, value_end: f64) {
    let (_, mark) = canvas.mark(at);
    let zero = scale.at(0.0);
    let middle = f64::midpoint(row.top, row.bottom);
    let x = value_of(mark).map_or(zero + 16.0, |value| scale.at(value));
    let bar = Rect {
        left: x.min(zero),
        top: middle - 9.0,
        right: x.max(zero),
        bottom: middle + 9.0,
    };
    let shape = sized(canvas, at, bar);
    if let (Some(_), Some((lo, hi))) = (value_of(mark), interval_of(mark)) {
        let ends = [(scale.at(lo), middle), (scale.at(hi), middle)];
        canvas.bar_whisker(ends, LYING_CAP);
    }
    let class = if value_of(mark).is_some() {
        "fl-value"
    } else {
        "fl-count"
    };
    canvas.text(
        class,
        (value_end, middle + 4.5),
        Anchor::End,
        value_text(mark, canvas.digits),
    );
    canvas.text(
        "fl-count",
        (row.right, middle + 4.5),
        Anchor::End,
        count_words(mark.n),
    );
    canvas.owner(at, x, middle, row, shape);
}

fn count_words(n: u64) -> String {
    format!("n {}", count_text(n))
}
