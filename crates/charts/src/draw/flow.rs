//! Bands from left to right, as thick as their amounts: where things begin, and what they end as.

use super::{
    MarkRef,
    canvas::{Anchor, Canvas, Rect, rect},
    panels::{Panel, each_panel},
};
use crate::{
    node::{Tag, coordinate, tag},
    text::{SMALL, fit, width, wrap},
    words::{count_text, mark_name, value_name, value_of},
};

/// A panel with more bands is cut; the rest is in the table.
const MOST_BANDS: usize = 400;
/// The height of all amounts together.
const HEIGHT: f64 = 220.0;
/// The least height of a band, so that one of few is there to be seen.
const THINNEST: f64 = 1.5;
/// The width of the bars at both ends.
const BAR: f64 = 8.0;
/// Between one end and the next.
const GAP: f64 = 10.0;
/// Between two lines of text.
const LINE: f64 = 14.0;

/// What bands begin or end at.
struct End {
    name: String,
    amount: f64,
    /// Where its bar begins, and how tall it is.
    top: f64,
    tall: f64,
    /// How much of the bar bands have taken so far.
    taken: f64,
    lines: Vec<String>,
}

/// A band, from the end at the left to the one at the right.
struct Band {
    at: MarkRef,
    from: usize,
    to: usize,
    thick: f64,
}

pub(crate) fn draw(canvas: &mut Canvas<'_>) -> f64 {
    each_panel(canvas, 0.0, |canvas, panel, place| {
        let (mut lefts, mut rights, mut bands) = (Vec::new(), Vec::new(), Vec::new());
        let left_out = gather(canvas, panel, &mut lefts, &mut rights, &mut bands);
        let side = |ends: &[End]| {
            let widest = ends
                .iter()
                .map(|end| width(&end.name, SMALL))
                .fold(0.0, f64::max);
            widest.clamp(30.0, (place.width * 0.3).min(220.0))
        };
        let (left_room, right_room) = (side(&lefts), side(&rights));
        let (left, right) = (
            place.left + left_room + 10.0,
            place.left + place.width - right_room - 10.0,
        );
        let name = value_name(canvas.figure);
        let head = if name.is_empty() { 6.0 } else { 24.0 };
        let words = fit(name, SMALL, right - left);
        let middle = f64::midpoint(left, right);
        canvas.text("fl-tick", (middle, place.top + 12.0), Anchor::Middle, words);
        let total: f64 = bands.iter().map(|band| band.thick).sum();
        let scale = if total > 0.0 { HEIGHT / total } else { 0.0 };
        for band in &mut bands {
            if band.thick > 0.0 {
                band.thick = (band.thick * scale).max(THINNEST);
            }
        }
        measure(&mut lefts, &bands, |band| band.from, left_room);
        measure(&mut rights, &bands, |band| band.to, right_room);
        let tallest = stacked(&lefts).max(stacked(&rights));
        stand(&mut lefts, place.top + head, tallest);
        stand(&mut rights, place.top + head, tallest);
        draw_bands(canvas, &bands, (&mut lefts, &mut rights), (left, right));
        draw_ends(canvas, &lefts, left, Anchor::End);
        draw_ends(canvas, &rights, right, Anchor::Start);
        let below = place.top + head + tallest + 8.0;
        if left_out == 0 {
            return below;
        }
        let more = format!(
            "{} more bands are in the table.",
            count_text(left_out as u64)
        );
        canvas.text("fl-label", (place.left, below + 14.0), Anchor::Start, more);
        below + 22.0
    })
}

/// Both ends and the bands between them, whose thickness is still their amount. Gives back how many marks had no room.
fn gather(
    canvas: &Canvas<'_>,
    panel: &Panel<'_>,
    lefts: &mut Vec<End>,
    rights: &mut Vec<End>,
    bands: &mut Vec<Band>,
) -> usize {
    let mut left_out = 0;
    for series in panel.series.iter().copied() {
        let of_series = &canvas.figure.series[series];
        for (place, mark) in of_series.marks.iter().enumerate() {
            if bands.len() == MOST_BANDS {
                left_out += 1;
                continue;
            }
            let amount = value_of(mark).unwrap_or(0.0).clamp(0.0, 1e15);
            bands.push(Band {
                at: MarkRef {
                    series,
                    mark: place,
                },
                from: end(lefts, &of_series.label, amount),
                to: end(rights, &mark_name(canvas.figure, mark), amount),
                thick: amount,
            });
        }
    }
    left_out
}

/// The place of the end of this name, to which an amount is added.
fn end(ends: &mut Vec<End>, name: &str, amount: f64) -> usize {
    let known = ends.iter().position(|end| end.name == name);
    let place = known.unwrap_or_else(|| {
        ends.push(End {
            name: name.into(),
            amount: 0.0,
            top: 0.0,
            tall: 0.0,
            taken: 0.0,
            lines: Vec::new(),
        });
        ends.len() - 1
    });
    ends[place].amount += amount;
    place
}

/// How tall each end is, and its name in lines.
fn measure(ends: &mut [End], bands: &[Band], of: impl Fn(&Band) -> usize, room: f64) {
    for band in bands {
        ends[of(band)].tall += band.thick;
    }
    for end in ends {
        end.lines = wrap(&end.name, SMALL, room, 3);
    }
}

/// The room that an end takes: of its bar or of its words, whichever is more.
fn slot(end: &End) -> f64 {
    end.tall.max(LINE * (end.lines.len() as f64 + 1.0)) + GAP
}

fn stacked(ends: &[End]) -> f64 {
    ends.iter().map(slot).sum()
}

/// Places the ends one below the other, in the middle of a height.
fn stand(ends: &mut [End], top: f64, height: f64) {
    let mut at = top + (height - stacked(ends)) / 2.0;
    for end in ends {
        let room = slot(end);
        end.top = at + (room - end.tall) / 2.0;
        at += room;
    }
}

fn draw_bands(
    canvas: &mut Canvas<'_>,
    bands: &[Band],
    (lefts, rights): (&mut [End], &mut [End]),
    (left, right): (f64, f64),
) {
    // At the right, bands lie in the order of what they come from, so that none crosses another without need.
    let mut arrivals = vec![0.0; bands.len()];
    for (place, band) in bands.iter().enumerate() {
        let end = &mut rights[band.to];
        arrivals[place] = end.top + end.taken;
        end.taken += band.thick;
    }
    let (from, to) = (left + BAR, right - BAR);
    let middle = f64::midpoint(from, to);
    for (band, arrival) in bands.iter().zip(arrivals) {
        let end = &mut lefts[band.from];
        let start = end.top + end.taken;
        end.taken += band.thick;
        let (_, mark) = canvas.mark(band.at);
        let shape = canvas
            .outline_of(mark, "fl-ribbon", "path")
            .set("d", ribbon((from, start), (to, arrival), band.thick));
        let y = f64::midpoint(start, arrival) + band.thick / 2.0;
        let area = Rect {
            left: middle - (to - from) * 0.12,
            top: y - band.thick / 2.0,
            right: middle + (to - from) * 0.12,
            bottom: y + band.thick / 2.0,
        };
        canvas.shaped(band.at, middle, y, area, shape);
    }
}

/// A band as path data: its upper edge there, its lower edge back.
fn ribbon(from: (f64, f64), to: (f64, f64), thick: f64) -> String {
    let middle = coordinate(f64::midpoint(from.0, to.0));
    let [left, right] = [from.0, to.0].map(coordinate);
    let [start, arrival, back, home] = [from.1, to.1, to.1 + thick, from.1 + thick].map(coordinate);
    format!(
        "M{left} {start}C{middle} {start} {middle} {arrival} {right} {arrival}L{right} {back}\
         C{middle} {back} {middle} {home} {left} {home}Z"
    )
}

/// The bars at one side with their names and amounts.
fn draw_ends(canvas: &mut Canvas<'_>, ends: &[End], x: f64, anchor: Anchor) {
    let (inner, aside) = match anchor {
        Anchor::End => (x, x - 8.0),
        _ => (x - BAR, x + 8.0),
    };
    for end in ends {
        let bar = rect(Rect {
            left: inner,
            top: end.top,
            right: inner + BAR,
            bottom: end.top + end.tall.max(1.0),
        });
        canvas.ground(inked(bar));
        let middle = end.top + end.tall / 2.0;
        let first = middle + 4.5 - LINE * end.lines.len() as f64 / 2.0;
        for (place, line) in end.lines.iter().enumerate() {
            let at = (aside, first + LINE * place as f64);
            canvas.text("fl-value", at, anchor, line.clone());
        }
        let at = (aside, first + LINE * end.lines.len() as f64);
        canvas.text("fl-count", at, anchor, amount_text(end.amount));
    }
}

fn inked(bar: Tag) -> Tag {
    tag("g").class("fl-end").child(bar)
}

fn amount_text(amount: f64) -> String {
    crate::scale::tick_text(amount, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        draw::{Setting, draw},
        node::Node,
        sample,
    };

    /// The bars at both ends hold the same in all, and what leaves one end is what it is tall.
    #[test]
    fn nothing_is_lost_between_the_ends() {
        let figure = sample::flow();
        let canvas = Canvas::new(&figure, 760.0, false);
        let panel = Panel {
            name: "",
            series: (0..figure.series.len()).collect(),
        };
        let (mut lefts, mut rights, mut bands) = (Vec::new(), Vec::new(), Vec::new());
        let left_out = gather(&canvas, &panel, &mut lefts, &mut rights, &mut bands);
        assert_eq!(
            (left_out, lefts.len(), rights.len(), bands.len()),
            (0, 3, 3, 7)
        );
        let sum = |ends: &[End]| ends.iter().map(|end| end.amount).sum::<f64>();
        assert_eq!((sum(&lefts), sum(&rights)), (230.0, 230.0));
        assert_eq!((lefts[0].amount, rights[0].amount), (163.0, 128.0));
    }

    #[test]
    fn a_band_without_an_amount_is_still_there_to_be_reached() {
        let figure = sample::flow();
        let drawing = draw(
            &figure,
            Setting {
                width: 390.0,
                live: true,
            },
        );
        assert_eq!(drawing.targets.len(), 7);
        let ribbons = |nodes: &[Node]| format!("{nodes:?}").matches("fl-ribbon").count();
        assert_eq!(ribbons(&drawing.nodes), 7);
    }
}
