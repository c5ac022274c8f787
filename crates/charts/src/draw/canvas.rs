//! What is being drawn: layers of elements and the marks' places.

use faultline_report::{Figure, Mark, Role, Series};

use super::{Drawing, MarkRef};
use crate::{
    node::{Node, Tag, coordinate, tag},
    shape::{mark_path, role_class, whisker_path},
    words,
};

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Rect {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

#[cfg(any(feature = "browser", test))]
impl Rect {
    /// The distance of a point, zero inside.
    pub(crate) fn distance(&self, x: f64, y: f64) -> f64 {
        let dx = (self.left - x).max(x - self.right).max(0.0);
        let dy = (self.top - y).max(y - self.bottom).max(0.0);
        libm::hypot(dx, dy)
    }
}

/// Where a mark is and what belongs to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Target {
    pub(crate) at: MarkRef,
    /// The point that it shows.
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// Mark and interval, or the row or column that is its own.
    pub(crate) area: Rect,
}

/// How a text is placed against its point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// The layers, from the ground up.
#[derive(Debug)]
pub(crate) struct Canvas<'a> {
    pub(crate) figure: &'a Figure,
    pub(crate) width: f64,
    pub(crate) digits: u8,
    live: bool,
    hatch: String,
    ground: Vec<Node>,
    lines: Vec<Node>,
    marks: Vec<Node>,
    texts: Vec<Node>,
    targets: Vec<Target>,
}

impl<'a> Canvas<'a> {
    pub(crate) fn new(figure: &'a Figure, width: f64, live: bool) -> Self {
        let name: String = figure
            .id
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect();
        Self {
            figure,
            width,
            digits: words::digits_of(figure),
            live,
            // Two drawings of one figure can stand in one document: their widths differ.
            hatch: format!("fl-hatch-{name}-{}", coordinate(width)),
            ground: Vec::new(),
            lines: Vec::new(),
            marks: Vec::new(),
            texts: Vec::new(),
            targets: Vec::new(),
        }
    }

    /// The mark and its series.
    pub(crate) fn mark(&self, at: MarkRef) -> (&'a Series, &'a Mark) {
        let series = &self.figure.series[at.series];
        (series, &series.marks[at.mark])
    }

    /// A straight line on the ground.
    pub(crate) fn ground_line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        self.ground.push(straight(class, from, to).into());
    }

    /// Any element on the ground.
    pub(crate) fn ground(&mut self, node: Tag) {
        self.ground.push(node.into());
    }

    /// Covers what is on the ground so far, so that words can stand there.
    pub(crate) fn cover(&mut self, area: Rect) {
        self.ground.push(rect(area).class("fl-cover").into());
    }

    /// Any element between the ground and the marks, in a role's colour.
    pub(crate) fn line(&mut self, role: Role, node: Tag) {
        self.lines.push(in_role(role, node));
    }

    /// An interval between the ground and the marks, in a role's colour.
    pub(crate) fn whisker(&mut self, role: Role, ends: [(f64, f64); 2], cap: (f64, f64)) {
        let path = tag("path").class("fl-whisker");
        self.line(role, path.set("d", whisker_path(ends, cap)));
    }

    /// An interval above a bar, set apart from it whatever its colour.
    pub(crate) fn bar_whisker(&mut self, ends: [(f64, f64); 2], cap: (f64, f64)) {
        let path = whisker_path(ends, cap);
        for class in ["fl-bar-under", "fl-bar-whisker"] {
            let line = tag("path").class(class).set("d", path.clone());
            self.texts.push(line.into());
        }
    }

    /// A straight line between the ground and the marks, in a role's colour.
    pub(crate) fn stroke(&mut self, role: Role, class: &str, from: (f64, f64), to: (f64, f64)) {
        self.line(role, straight(class, from, to));
    }

    /// A text; an empty one is left out.
    pub(crate) fn text(
        &mut self,
        class: &str,
        at: (f64, f64),
        anchor: Anchor,
        text: impl Into<String>,
    ) {
        self.push_text(placed_text(class, at, anchor), text.into());
    }

    /// Not generic, so that the page has one copy of it.
    fn push_text(&mut self, node: Tag, text: String) {
        if !text.is_empty() {
            self.texts.push(node.text(text).into());
        }
    }

    /// A text in a role's colour.
    pub(crate) fn name(
        &mut self,
        role: Role,
        at: (f64, f64),
        anchor: Anchor,
        text: impl Into<String>,
    ) {
        self.texts.push(in_role(
            role,
            placed_text("fl-name fl-halo", at, anchor).text(text),
        ));
    }

    /// A small sample of a role's mark, to name what stands beside it.
    pub(crate) fn swatch(&mut self, role: Role, x: f64, y: f64) {
        let shape = tag("path")
            .class("fl-shape")
            .set("d", mark_path(role, x, y, 1.0));
        self.texts.push(in_role(role, shape));
    }

    /// A mark with the outline of its role; hollow and hatched where it has no value. A pointer within reach of `area` finds it.
    /// `size` is 1 for the usual size; a mark of half of it has no rim, for lines whose marks stand close.
    pub(crate) fn point(&mut self, at: MarkRef, x: f64, y: f64, area: Rect, size: f64) {
        let (series, mark) = self.mark(at);
        let class = if size > 0.5 { "fl-shape" } else { "fl-bar" };
        let shape = self
            .outline_of(mark, class, "path")
            .set("d", mark_path(series.role, x, y, size));
        let hit = tag("circle")
            .class("fl-hit")
            .num("cx", x)
            .num("cy", y)
            .set("r", "12");
        self.push(Target { at, x, y, area }, hit, shape);
    }

    /// A mark that owns a rectangle, in which it has a shape of its own.
    pub(crate) fn owner(&mut self, at: MarkRef, x: f64, y: f64, area: Rect, shape: Tag) {
        let hit = rect(area).class("fl-hit fl-own").set("rx", "3");
        self.push(Target { at, x, y, area }, hit, shape);
    }

    /// A mark that is a shape of its own wherever it lies, found by a pointer within reach of `area`.
    pub(crate) fn shaped(&mut self, at: MarkRef, x: f64, y: f64, area: Rect, shape: Tag) {
        let hit = tag("path")
            .class("fl-hit")
            .set("d", shape.get("d").unwrap_or_default());
        self.push(Target { at, x, y, area }, hit, shape);
    }

    /// An element of a mark's class, or hollow and hatched where the mark has no value.
    pub(crate) fn outline_of(&self, mark: &Mark, class: &str, name: &'static str) -> Tag {
        if words::value_of(mark).is_some() {
            tag(name).class(class)
        } else {
            tag(name)
                .class("fl-undefined")
                .set("fill", format!("url(#{})", self.hatch))
        }
    }

    fn push(&mut self, target: Target, hit: Tag, shape: Tag) {
        let (series, mark) = self.mark(target.at);
        let line = words::mark_line(self.figure, series, mark, self.digits);
        let first = self.targets.is_empty();
        let mut group = tag("g")
            .class(format!("fl-mark {}", role_class(series.role)))
            .set("data-figure", self.figure.id.clone())
            .set("data-series", target.at.series.to_string())
            .set("data-mark", target.at.mark.to_string())
            .set("data-n", mark.n.to_string())
            .set("aria-label", line.clone());
        group = if self.live {
            group
                .set("role", "button")
                .set("tabindex", if first { "0" } else { "-1" })
        } else {
            group.set("role", "img").child(tag("title").text(line))
        };
        self.marks.push(group.child(hit).child(shape).into());
        self.targets.push(target);
    }

    /// All layers.
    pub(crate) fn finish(self, height: f64) -> Drawing {
        let hatch = tag("pattern")
            .set("id", self.hatch)
            .set("width", "4")
            .set("height", "4")
            .set("patternUnits", "userSpaceOnUse")
            .set("patternTransform", "rotate(45)")
            .child(straight("fl-hatch", (1.0, 0.0), (1.0, 4.0)));
        let layer = |name: &str, nodes: Vec<Node>| Node::from(tag("g").class(name).children(nodes));
        let nodes = vec![
            tag("defs").child(hatch).into(),
            layer("fl-ground", self.ground),
            layer("fl-lines", self.lines),
            layer("fl-marks", self.marks),
            layer("fl-texts", self.texts),
        ];
        Drawing {
            width: self.width,
            height: height.max(1.0).ceil(),
            nodes,
            targets: self.targets,
        }
    }
}

fn in_role(role: Role, node: Tag) -> Node {
    tag("g").class(role_class(role)).child(node).into()
}

fn straight(class: &str, from: (f64, f64), to: (f64, f64)) -> Tag {
    tag("line")
        .class(class)
        .num("x1", from.0)
        .num("y1", from.1)
        .num("x2", to.0)
        .num("y2", to.1)
}

fn placed_text(class: &str, at: (f64, f64), anchor: Anchor) -> Tag {
    let node = tag("text").class(class).num("x", at.0).num("y", at.1);
    match anchor {
        Anchor::Start => node,
        Anchor::Middle => node.set("text-anchor", "middle"),
        Anchor::End => node.set("text-anchor", "end"),
    }
}

/// A rectangle as an element.
pub(crate) fn rect(area: Rect) -> Tag {
    tag("rect")
        .num("x", area.left)
        .num("y", area.top)
        .num("width", (area.right - area.left).max(0.0))
        .num("height", (area.bottom - area.top).max(0.0))
}
