//! Lines through marks along a numeric axis; the gap between the teacher-forced and the free arm is shaded. A scatter is the same
//! without lines, gap and counts.

mod foot;

use faultline_report::{Figure, FigureKind, Role};

use self::foot::draw_foot;

use super::{
    MarkRef,
    axis::{extent, standing, standing_reference, standing_ticks, standing_width, value_domain},
    canvas::{Anchor, Canvas, Rect},
    panels::{Panel, Place, each_panel, panels},
};
use crate::{
    node::tag,
    scale::{Scale, Ticks, rising},
    shape::{dashes, line_path},
    text::{BOLD, LABEL, fit, fit_name, spread, width, wrap},
    words::{interval_of, value_of},
};

/// Up to so many places along the axis each has its tick, its counts and its whiskers.
const FEW: usize = 12;
const NAME_LINE: f64 = 15.0;

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
    let most = (place.width * 0.27).clamp(76.0, 190.0);
    // Few marks of a single scatter are named each by itself.
    let is_named = canvas.figure.kind == FigureKind::Scatter
        && panel.series.len() == 1
        && canvas.figure.series[panel.series[0]].marks.len() <= FEW;
    let named = panel.series.iter().filter(|_| !is_named);
    let names: Vec<Vec<String>> = named
        .map(|series| wrap(&canvas.figure.series[*series].label, BOLD, most, 2))
        .collect();
    let widest = names
        .iter()
        .flatten()
        .map(|line| width(line, BOLD))
        .fold(0.0, f64::max);
    let area = Rect {
        left: place.left + shared.left,
        top: place.top + 6.0,
        right: place.left + place.width - widest - if widest > 0.0 { 14.0 } else { 4.0 },
        bottom: place.top + 6.0 + shared.height,
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
    standing_reference(canvas, area, y);

    let is_scatter = canvas.figure.kind == FigureKind::Scatter;
    let few = !is_scatter && distinct_places(canvas, panel).len() <= FEW;
    let lines: Vec<Vec<Point>> = (0..panel.series.len())
        .map(|place| points(canvas, panel, place, (x, y), few))
        .collect();
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
        if !is_scatter {
            draw_line(canvas, role, line, dash);
        }
    }
    for (point, small) in lines
        .iter()
        .flat_map(|line| line.iter().map(|point| (point, line.len() > FEW)))
    {
        let (upper, lower) = point.whisker.unwrap_or((point.y, point.y));
        let area = Rect {
            left: point.x - 5.0,
            top: upper.min(point.y),
            right: point.x + 5.0,
            bottom: lower.max(point.y),
        };
        canvas.point(point.at, point.x, point.y, area, small);
    }
    if is_named {
        let bounds = Rect {
            left: place.left,
            right: place.left + place.width,
            ..area
        };
        draw_labels(canvas, lines.first().map_or(&[], Vec::as_slice), bounds);
    } else {
        draw_names(canvas, &lines, &names, area);
    }
    draw_foot(canvas, panel, area, x)
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
    let aside = if few {
        (place as f64 - (panel.series.len() - 1) as f64 / 2.0) * 7.0
    } else {
        0.0
    };
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

/// Whiskers for few marks of measured series, a band for many or for a fit.
fn draw_intervals(canvas: &mut Canvas<'_>, role: Role, line: &[Point]) {
    if line.len() <= FEW && role != Role::Fit {
        for point in line {
            let Some((upper, lower)) = point.whisker else {
                continue;
            };
            let x = point.x;
            let cap = |y: f64| line_path(&[(x - 4.0, y), (x + 4.0, y)]);
            let path = format!(
                "{}{}{}",
                line_path(&[(x, upper), (x, lower)]),
                cap(upper),
                cap(lower)
            );
            canvas.line(role, tag("path").class("fl-whisker").set("d", path));
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
        let dash = dash.or((role == Role::Fit).then_some("7 4"));
        if let Some(dash) = dash {
            path = path.set("stroke-dasharray", dash);
        }
        canvas.line(role, path);
    }
}

/// The name of each mark beside it, on whichever side nothing else stands; where everything is taken, the mark goes without.
fn draw_labels(canvas: &mut Canvas<'_>, points: &[Point], bounds: Rect) {
    /// How far a name stands from its mark, and how high it is.
    const ASIDE: f64 = 9.0;
    const HIGH: f64 = 14.0;
    let overlap = |one: &Rect, other: &Rect| {
        one.left < other.right
            && other.left < one.right
            && one.top < other.bottom
            && other.top < one.bottom
    };
    let around = |point: &Point| Rect {
        left: point.x - 6.0,
        top: point.y - 6.0,
        right: point.x + 6.0,
        bottom: point.y + 6.0,
    };
    let mut taken: Vec<Rect> = points.iter().map(around).collect();
    for point in points {
        let name = &canvas.mark(point.at).1.label;
        let name = fit_name(name, LABEL, (bounds.right - bounds.left) * 0.45);
        let wide = width(&name, LABEL);
        let free = [0.0, -HIGH, HIGH].into_iter().find_map(|down| {
            let top = point.y + down - HIGH / 2.0;
            let right = point.x + ASIDE;
            let left = point.x - ASIDE - wide;
            let spot = |left: f64| Rect {
                left,
                top,
                right: left + wide,
                bottom: top + HIGH,
            };
            [(right, Anchor::Start), (left, Anchor::End)]
                .into_iter()
                .map(|(left, anchor)| (spot(left), anchor))
                .find(|(spot, _)| {
                    spot.left >= bounds.left
                        && spot.right <= bounds.right
                        && spot.top >= bounds.top - 4.0
                        && spot.bottom <= bounds.bottom + 6.0
                        && !taken.iter().any(|other| overlap(spot, other))
                })
        });
        if let Some((spot, anchor)) = free {
            let x = match anchor {
                Anchor::Start => spot.left,
                _ => spot.right,
            };
            let baseline = spot.top + HIGH - 3.0;
            canvas.text("fl-label fl-halo", (x, baseline), anchor, name);
            taken.push(spot);
        }
    }
}

/// The names of the series at the right ends of their lines, kept apart, with a leader where a name had to move.
fn draw_names(canvas: &mut Canvas<'_>, lines: &[Vec<Point>], names: &[Vec<String>], area: Rect) {
    let tallest = names.iter().map(Vec::len).max().unwrap_or(0) as f64;
    let ends: Vec<(f64, f64)> = lines
        .iter()
        .map(|line| {
            let last = line
                .iter()
                .rev()
                .find(|point| point.defined)
                .or(line.last());
            last.map_or((area.right, area.bottom - 8.0), |point| (point.x, point.y))
        })
        .collect();
    let wanted: Vec<f64> = ends.iter().map(|(_, y)| *y).collect();
    let half = tallest * NAME_LINE / 2.0;
    let placed = spread(
        &wanted,
        tallest * NAME_LINE + 3.0,
        area.top + half - 4.0,
        area.bottom - half + 4.0,
    );
    for ((line, name), ((x, y), centre)) in lines.iter().zip(names).zip(ends.iter().zip(placed)) {
        let Some(point) = line.first() else { continue };
        let role = canvas.figure.series[point.at.series].role;
        let left = area.right + 8.0;
        if left - x > 30.0 || (centre - y).abs() > 6.0 {
            canvas.stroke(role, "fl-leader", (x + 9.0, *y), (left - 3.0, centre));
        }
        let first = centre - (name.len() as f64 - 1.0) * NAME_LINE / 2.0 + 4.0;
        for (row, text) in name.iter().enumerate() {
            canvas.name(
                role,
                (left, first + row as f64 * NAME_LINE),
                Anchor::Start,
                text.clone(),
            );
        }
    }
}
