//! The few drawings of the frame.

use yew::prelude::*;

/// A drawing of strokes in a square of 24, for decoration beside words.
pub(crate) fn icon(path: &'static str) -> Html {
    html! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d={path} /></svg>
    }
}

/// A chain that breaks.
pub(crate) const BREAK: &str = "M3 7h8l3 5M14 12l3 5h4";
/// A triangle to the right.
pub(crate) const PLAY: &str = "M7 5l11 7-11 7z";
/// A falling curve over axes.
pub(crate) const CURVE: &str = "M4 4v16h16M7 8c5 0 5 8 12 9";
/// An arrow into a tray.
pub(crate) const DROP: &str = "M12 3v11M7 10l5 5 5-5M4 16v4h16v-4";
/// A tick and a cross.
pub(crate) const LABEL: &str = "M3 9l4 4 7-8M14 14l6 6M20 14l-6 6";
/// A closed padlock.
pub(crate) const LOCKED: &str = "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3";
/// An open padlock.
pub(crate) const UNLOCKED: &str = "M6 11h12v9H6zM8.5 11V7a3.5 3.5 0 0 1 6.8-1.2";
/// A half-dark disc.
pub(crate) const THEME: &str = "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16";
