//! Lines through marks along a numeric axis; the gap between the teacher-forced and the free arm is shaded. A scatter is the same
//! without gap and counts, and without lines but those to compare with, which are not measured.

mod foot;
mod names;

use faultline_report::{Figure, FigureKind, Role};

use self::{
    foot::draw_foot,
    names::{draw_labels, draw_names, names},
};

use super::{
    MarkRef,
    axis::{extent, standing, standing_reference, standing_ticks, standing_width, value_domain},
    canvas::{Anchor, Canvas, Rect},
    key::draw_key,
    panels::{Panel, Place, each_panel, panels},
};
use crate::{
    node::tag,
    scale::{Scale, Ticks, rising},
    shape::{STANDING_CAP, dashes, line_path},
    text::{BOLD, LABEL, fit, width},
    words::{interval_of, value_of},
};

/// Up to so many places along the axis each has its tick and its counts, and up to so many marks of a series their whiskers.
const FEW: usize = 12;

/// A mark as drawn.
#[derive(Clone, Copy)]
struct Point {
    at: MarkRef,
    x: f64,
    y: f64,
    /// The interval in pixels, upper end first.
    whisker: Option<(f64, f64)>,
    defined: bool,
}

/// What all panels share.
struct Shared {
    y: (f64, f64),
    x: (f64, f64),
    ticks: Ticks,
    left: f64,
    height: f64,
}

pub(crate) fn draw(canvas: &mut Canvas<'_>) -> f64 {
    let many = panels(canvas.figure).len() > 1;
    let height = if many {
        210.0
    } else {
        (canvas.width * 0.36).clamp(300.0, 400.0)
    };
    let y = value_domain(canvas.figure);
    let ticks = standing_ticks(y, height);
    let xs = canvas
        .figure
        .series
        .iter()
        .flat_map(|series| series.marks.iter().map(|mark| mark.x));
    let shared = Shared {
        y,
        x: x_domain(canvas.figure, extent(xs)),
        left: standing_width(&ticks).max(26.0),
        ticks,
        height,
    };
    let label = fit(&canvas.figure.y_label, LABEL, canvas.width);
    let top = if label.is_empty() { 8.0 } else { 24.0 };
    canvas.text("fl-label", (0.0, 13.0), Anchor::Start, label);
    each_panel(canvas, top, |canvas, panel, place| {
        draw_panel(canvas, &shared, panel, place)
    })
}

/// From the first mark to the last. Where rates stand against rates, both axes run from 0 to 1.
fn x_domain(figure: &Figure, extent: Option<(f64, f64)>) -> (f64, f64) {
    let (lo, hi) = extent.unwrap_or((0.0, 1.0));
    let are_rates = figure.kind == FigureKind::Scatter
        && figure.y_range == Some((0.0, 1.0))
        && lo >= 0.0
        && hi <= 1.0;
    if are_rates { (0.0, 1.0) } else { (lo, hi) }
}

fn draw_panel(canvas: &mut Canvas<'_>, shared: &Shared, panel: &Panel<'_>, place: Place) -> f64 {
    let is_scatter = canvas.figure.kind == FigureKind::Scatter;
    let top = if is_scatter {
        draw_key(canvas, panel, place)
    } else {
        place.top
    };
    let names = names(canvas, panel, place.width);
    let widest = names
        .iter()
        .flatten()
        .map(|line| width(line, BOLD))
        .fold(0.0, f64::max);
    let area = Rect {
        left: place.left + shared.left,
        top: top + 6.0,
        right: place.left + place.width - widest - if widest > 0.0 { 14.0 } else { 4.0 },
        bottom: top + 6.0 + shared.height,
    };
    let y = Scale {
        domain: shared.y,
        range: (area.bottom, area.top),
    };
    // Room at both ends, so that no mark touches the frame.
    let x = Scale {
        domain: shared.x,
        range: (area.left + 16.0, area.right - 16.0),
    };
    standing(canvas, area, y, &shared.ticks);
    canvas.ground_line(
        "fl-axis",
        (area.left, area.bottom),
        (area.right, area.bottom),
    );

    let few = !is_scatter && has_few_places(canvas, panel);
    let lines: Vec<Vec<Point>> = (0..panel.series.len())
        .map(|place| points(canvas, panel, place, (x, y), few))
        .collect();
    standing_reference(canvas, area, y, &along(&lines));
    if !is_scatter {
        shade_gap(canvas, &lines);
    }
    let mut used: Vec<Role> = Vec::new();
    for line in &lines {
        let Some(first) = line.first() else { continue };
        let role = canvas.figure.series[first.at.series].role;
        let dash = dashes(used.iter().filter(|known| **known == role).count());
        used.push(role);
        if !is_scatter || line.len() <= FEW {
            draw_intervals(canvas, role, line);
        }
        if !is_scatter || role == Role::Unmeasured {
            draw_line(canvas, role, line, dash);
        }
        let size = match line.len() {
            ..=FEW => 1.0,
            _ if is_scatter => 0.8,
            _ => 0.5,
        };
        draw_points(canvas, line, size);
    }
    if is_scatter && panel.series.len() == 1 && lines[0].len() <= FEW {
        // Few marks of a single scatter are named each by itself.
        let bounds = Rect {
            left: place.left,
            right: place.left + place.width,
            ..area
        };
        draw_labels(canvas, &lines[0], bounds);
    }
    if lines.iter().flatten().all(|point| !point.defined) {
        draw_reason(canvas, &lines, area);
    }
    draw_names(canvas, &lines, &names, area);
    draw_foot(canvas, panel, area, x, few)
}

/// Why nothing has a value, in the middle of a panel that is else empty.
fn draw_reason(canvas: &mut Canvas<'_>, lines: &[Vec<Point>], area: Rect) {
    let mut points = lines.iter().flatten();
    let why = points.next().map(|point| &canvas.mark(point.at).1.note);
    let why = why
        .filter(|note| !note.is_empty())
        .map_or("No mark has a value.", String::as_str);
    let text = fit(why, LABEL, area.right - area.left);
    let middle = f64::midpoint(area.left, area.right);
    let at = (middle, f64::midpoint(area.top, area.bottom));
    canvas.text("fl-label fl-halo", at, Anchor::Middle, text);
}

fn draw_points(canvas: &mut Canvas<'_>, line: &[Point], size: f64) {
    for point in line {
        let (upper, lower) = point.whisker.unwrap_or((point.y, point.y));
        let area = Rect {
            left: point.x - 5.0,
            top: upper.min(point.y),
            right: point.x + 5.0,
            bottom: lower.max(point.y),
        };
        canvas.point(point.at, point.x, point.y, area, size);
    }
}

/// Points along all lines, close enough that no word between two of them goes unseen.
fn along(lines: &[Vec<Point>]) -> Vec<(f64, f64)> {
    let mut taken = Vec::new();
    for line in lines {
        for (place, point) in line.iter().enumerate() {
            let next = line.get(place + 1).unwrap_or(point);
            for step in 0..8 {
                let share = f64::from(step) / 8.0;
                let x = point.x + (next.x - point.x) * share;
                taken.push((x, point.y + (next.y - point.y) * share));
            }
        }
    }
    taken
}

/// The marks of the panel's `place`-th series along the axis. Few marks give way to each other sideways, so that intervals at one
/// place can be told apart.
fn points(
    canvas: &Canvas<'_>,
    panel: &Panel<'_>,
    place: usize,
    (x, y): (Scale, Scale),
    few: bool,
) -> Vec<Point> {
    let series = panel.series[place];
    // Many marks only as far as lines that run along each other stay visible.
    let step = match canvas.figure.kind {
        FigureKind::Scatter => 0.0,
        _ if few => 7.0,
        _ => 1.5,
    };
    let aside = (place as f64 - (panel.series.len() - 1) as f64 / 2.0) * step;
    let aside = aside.clamp(-14.0, 14.0);
    let marks = canvas.figure.series[series].marks.iter().enumerate();
    let points: Vec<Point> = marks
        .filter(|(_, mark)| mark.x.is_finite())
        .map(|(mark_place, mark)| {
            let value = value_of(mark);
            Point {
                at: MarkRef {
                    series,
                    mark: mark_place,
                },
                x: x.at(mark.x) + aside,
                y: value.map_or(y.range.0 - 8.0, |value| y.at(value)),
                whisker: value
                    .and(interval_of(mark))
                    .map(|(lo, hi)| (y.at(hi), y.at(lo))),
                defined: value.is_some(),
            }
        })
        .collect();
    let xs: Vec<f64> = points.iter().map(|point| point.x).collect();
    rising(&xs).into_iter().map(|place| points[place]).collect()
}

/// Whether a panel has few places along its axis, and no series two marks at one of them.
fn has_few_places(canvas: &Canvas<'_>, panel: &Panel<'_>) -> bool {
    let is_single = |series: &usize| {
        let one = Panel {
            name: "",
            series: vec![*series],
        };
        distinct_places(canvas, &one).len() == canvas.figure.series[*series].marks.len()
    };
    distinct_places(canvas, panel).len() <= FEW && panel.series.iter().all(is_single)
}

/// The places along the axis at which the panel has marks, rising.
fn distinct_places(canvas: &Canvas<'_>, panel: &Panel<'_>) -> Vec<f64> {
    let marks = panel
        .series
        .iter()
        .flat_map(|series| &canvas.figure.series[*series].marks);
    let xs: Vec<f64> = marks.map(|mark| mark.x).filter(|x| x.is_finite()).collect();
    let mut places: Vec<f64> = rising(&xs).into_iter().map(|place| xs[place]).collect();
    places.dedup();
    places
}

/// Shades between the first teacher-forced and the first free line, as far as both are defined at the same marks.
fn shade_gap(canvas: &mut Canvas<'_>, lines: &[Vec<Point>]) {
    let figure = canvas.figure;
    let of = |role: Role| {
        lines.iter().find(|line| {
            line.first()
                .is_some_and(|point| figure.series[point.at.series].role == role)
        })
    };
    let (Some(upper), Some(lower)) = (of(Role::TeacherForced), of(Role::Free)) else {
        return;
    };
    let place = |point: &Point| figure.series[point.at.series].marks[point.at.mark].x;
    let defined = |line: &[Point], x: f64| {
        let found = line
            .binary_search_by(|point| place(point).total_cmp(&x))
            .ok()?;
        line[found]
            .defined
            .then_some((line[found].x, line[found].y))
    };
    let mut run: Vec<((f64, f64), (f64, f64))> = Vec::new();
    let mut runs = Vec::new();
    for point in upper {
        match (point.defined, defined(lower, place(point))) {
            (true, Some(other)) => run.push(((point.x, point.y), other)),
            _ => runs.push(std::mem::take(&mut run)),
        }
    }
    runs.push(run);
    for run in runs.iter().filter(|run| run.len() > 1) {
        let there = run.iter().map(|(point, _)| *point);
        let back = run.iter().rev().map(|(_, other)| *other);
        let outline: Vec<(f64, f64)> = there.chain(back).collect();
        canvas.ground(
            tag("path")
                .class("fl-gap")
                .set("d", format!("{}Z", line_path(&outline))),
        );
    }
}

/// Whiskers for few marks, a band for many.
fn draw_intervals(canvas: &mut Canvas<'_>, role: Role, line: &[Point]) {
    if line.len() <= FEW {
        for point in line {
            let Some((upper, lower)) = point.whisker else {
                continue;
            };
            let x = point.x;
            canvas.whisker(role, [(x, upper), (x, lower)], STANDING_CAP);
        }
        return;
    }
    for run in line
        .split(|point| point.whisker.is_none())
        .filter(|run| run.len() > 1)
    {
        let ends = |point: &Point| point.whisker.unwrap_or((point.y, point.y));
        let there = run.iter().map(|point| (point.x, ends(point).0));
        let back = run.iter().rev().map(|point| (point.x, ends(point).1));
        let outline: Vec<(f64, f64)> = there.chain(back).collect();
        canvas.line(
            role,
            tag("path")
                .class("fl-band")
                .set("d", format!("{}Z", line_path(&outline))),
        );
    }
}

fn draw_line(canvas: &mut Canvas<'_>, role: Role, line: &[Point], dash: Option<&str>) {
    for run in line
        .split(|point| !point.defined)
        .filter(|run| run.len() > 1)
    {
        let points: Vec<(f64, f64)> = run.iter().map(|point| (point.x, point.y)).collect();
        let mut path = tag("path").class("fl-line").set("d", line_path(&points));
        let is_drawn = matches!(role, Role::Fit | Role::Unmeasured);
        let dash = dash.or(is_drawn.then_some("7 4"));
        if let Some(dash) = dash {
            path = path.set("stroke-dasharray", dash);
        }
        canvas.line(role, path);
    }
}
