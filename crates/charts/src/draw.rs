//! From a figure to a drawing of a given width: pure geometry, the same for the page, for files and for reports.

mod axis;
mod bars;
mod canvas;
mod curve;
mod flow;
mod heatmap;
mod interval;
mod key;
mod panels;
#[cfg(any(feature = "browser", test))]
mod reach;
mod strip;

use faultline_report::{Figure, FigureKind};

use crate::node::Node;
#[cfg(any(feature = "browser", feature = "ssr"))]
use crate::node::{Tag, tag};

pub(crate) use self::canvas::{Canvas, Target};
#[cfg(test)]
pub(crate) use self::heatmap::STRONGEST_SHADE;
#[cfg(feature = "browser")]
pub(crate) use self::reach::{Step, nearest, neighbour};

/// A mark by the place of its series in the figure and its own place in the series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MarkRef {
    /// The place of the series.
    pub series: usize,
    /// The place of the mark in its series.
    pub mark: usize,
}

/// How a drawing is going to be shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Setting {
    /// Its width in pixels.
    pub(crate) width: f64,
    /// Whether marks react to pointer and keys, so that they need no titles of their own.
    pub(crate) live: bool,
}

/// A figure as drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drawing {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) nodes: Vec<Node>,
    /// Where each mark is, in reading order.
    pub(crate) targets: Vec<Target>,
}

/// The narrowest drawing; a narrower place scrolls.
const NARROWEST: f64 = 300.0;
const WIDEST: f64 = 2400.0;

/// Draws a figure.
pub(crate) fn draw(figure: &Figure, setting: Setting) -> Drawing {
    let width = if setting.width.is_finite() {
        setting.width.clamp(NARROWEST, WIDEST).round()
    } else {
        NARROWEST
    };
    let mut canvas = Canvas::new(figure, width, setting.live);
    let height = match figure.kind {
        FigureKind::Curve | FigureKind::Scatter => curve::draw(&mut canvas),
        FigureKind::Interval => interval::draw(&mut canvas),
        FigureKind::Bars => bars::draw(&mut canvas),
        FigureKind::Strip => strip::draw(&mut canvas),
        FigureKind::Heatmap => heatmap::draw(&mut canvas),
        FigureKind::Flow => flow::draw(&mut canvas),
    };
    canvas.finish(height)
}

#[cfg(any(feature = "browser", feature = "ssr"))]
impl Drawing {
    /// The drawing as an `svg` element, sized one to one so that no text is scaled.
    pub(crate) fn svg(&self, figure: &Figure) -> Tag {
        tag("svg")
            .class("fl-drawing")
            .set("xmlns", "http://www.w3.org/2000/svg")
            .set("viewBox", format!("0 0 {} {}", self.width, self.height))
            .num("width", self.width)
            .num("height", self.height)
            .set("role", "group")
            .set("aria-label", figure.title.clone())
            .children(self.nodes.iter().cloned())
    }
}
