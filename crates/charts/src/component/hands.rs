//! Pointer and keys on a drawing. One set of listeners around it serves all marks, however many there are.

use wasm_bindgen::JsCast as _;
use web_sys::Element;
use yew::{
    Callback, FocusEvent, Html, KeyboardEvent, MouseEvent, NodeRef, PointerEvent, UseStateSetter,
    hook, html, use_effect_with,
};

use super::figure_view::Stage;
use crate::{
    component::place::{Watch, focus, inside, mark_at},
    draw::{MarkRef, Step, nearest, neighbour},
};

/// Follows the width of an element while `wanted`.
#[hook]
pub(crate) fn use_width(canvas: &NodeRef, wanted: bool, measured: UseStateSetter<f64>) {
    use_effect_with((canvas.clone(), wanted), move |(canvas, wanted)| {
        let element = canvas.cast::<Element>().filter(|_| *wanted);
        let watch = element.and_then(|element| {
            Watch::start(&element, move |width| {
                // A place that is not shown has no width, and keeps what it had.
                if width > 0.0 {
                    measured.set(width);
                }
            })
        });
        move || drop(watch)
    });
}

impl Stage {
    /// What is drawn, in its place, with its listeners.
    pub(crate) fn around(self, inside: Html) -> Html {
        let canvas = self.canvas.clone();
        let (keys, moves, clicks, focuses) =
            (self.clone(), self.clone(), self.clone(), self.clone());
        let hide = self.show.clone();
        let leave = self.show.reform(|_: PointerEvent| None);
        html! {
            <div
                class="fl-canvas"
                ref={canvas}
                onkeydown={Callback::from(move |event| keys.key(&event))}
                onclick={Callback::from(move |event| clicks.click(&event))}
                onpointermove={Callback::from(move |event: PointerEvent| moves.show.emit(moves.under(&event)))}
                onpointerleave={leave}
                onfocusin={Callback::from(move |event| focuses.focused(&event))}
                onfocusout={Callback::from(move |_: FocusEvent| hide.emit(None))}
            >
                { inside }
            </div>
        }
    }

    /// The mark that a pointer means: by its place, so that marks that cover each other are told apart.
    fn under(&self, event: &MouseEvent) -> Option<MarkRef> {
        let canvas = self.canvas.cast::<Element>()?;
        let (x, y) = inside(
            &canvas,
            self.drawing.width,
            event.client_x(),
            event.client_y(),
        )?;
        nearest(&self.drawing.targets, x, y)
    }

    fn click(&self, event: &MouseEvent) {
        // A click without a pointer, as assistive software makes it, says which element only.
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        let mark = if event.detail() == 0 {
            target.and_then(|target| mark_at(&target))
        } else {
            self.under(event)
        };
        if let Some(mark) = mark {
            self.reach.emit(mark);
            self.select.emit(mark);
        }
    }

    fn focused(&self, event: &FocusEvent) {
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        if let Some(mark) = target.and_then(|target| mark_at(&target)) {
            self.reach.emit(mark);
            self.show.emit(Some(mark));
        }
    }

    fn key(&self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        let Some(from) = self.reached else { return };
        let step = match event.key().as_str() {
            "ArrowLeft" => Step::Left,
            "ArrowRight" => Step::Right,
            "ArrowUp" => Step::Up,
            "ArrowDown" => Step::Down,
            "Home" => Step::First,
            "End" => Step::Last,
            "Enter" | " " => {
                event.prevent_default();
                self.select.emit(from);
                return;
            }
            "Escape" => {
                self.show.emit(None);
                return;
            }
            _ => return,
        };
        event.prevent_default();
        let to = neighbour(&self.drawing.targets, from, step);
        if let (Some(to), Some(canvas)) = (to, self.canvas.cast::<Element>()) {
            focus(&canvas, to);
        }
    }
}
