//! The Yew components: thin shells around the same nodes that files are written from.

mod drawing_view;
mod hands;
mod place;
mod tip;
mod to_html;

pub(crate) mod figure_menu;
pub(crate) mod figure_view;
pub(crate) mod table_view;
