//! What the components ask of the browser: the width of their place, where a pointer is in a drawing, and moving the focus.

use wasm_bindgen::{JsCast as _, closure::Closure};
use web_sys::{Element, ResizeObserver, SvgElement};

use crate::draw::MarkRef;

/// Tells the width of an element now and whenever it changes, until it is dropped.
pub(crate) struct Watch {
    observer: ResizeObserver,
    _told: Closure<dyn FnMut()>,
}

impl Watch {
    /// Watches an element. `None` where the browser has no observer.
    pub(crate) fn start(element: &Element, tell: impl Fn(f64) + 'static) -> Option<Self> {
        let watched = element.clone();
        let told = Closure::<dyn FnMut()>::new(move || tell(f64::from(watched.client_width())));
        let observer = ResizeObserver::new(told.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(Self {
            observer,
            _told: told,
        })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// A place on the screen as a place in a drawing of some width inside `canvas`.
pub(crate) fn inside(
    canvas: &Element,
    width: f64,
    client_x: i32,
    client_y: i32,
) -> Option<(f64, f64)> {
    let drawing = canvas.query_selector("svg").ok()??;
    let bounds = drawing.get_bounding_client_rect();
    let factor = if bounds.width() > 0.0 {
        width / bounds.width()
    } else {
        1.0
    };
    Some((
        (f64::from(client_x) - bounds.left()) * factor,
        (f64::from(client_y) - bounds.top()) * factor,
    ))
}

/// Moves the focus to a mark inside `canvas`.
pub(crate) fn focus(canvas: &Element, mark: MarkRef) {
    let selector = format!(
        "[data-series=\"{}\"][data-mark=\"{}\"]",
        mark.series, mark.mark
    );
    if let Ok(Some(found)) = canvas.query_selector(&selector)
        && let Ok(found) = found.dyn_into::<SvgElement>()
    {
        // A mark that can't take the focus leaves it where it is.
        found.focus().unwrap_or_default();
    }
}

/// The mark that an element belongs to.
pub(crate) fn mark_at(element: &Element) -> Option<MarkRef> {
    let mark = element.closest("[data-mark]").ok()??;
    let number = |name: &str| mark.get_attribute(name)?.parse().ok();
    Some(MarkRef {
        series: number("data-series")?,
        mark: number("data-mark")?,
    })
}
