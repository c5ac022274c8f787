//! The drawing itself. It is drawn anew only when figure, width or a special mark change, not when a tooltip comes and goes.

use std::rc::Rc;

use faultline_report::Figure;
use yew::{Html, Properties, component};

use super::to_html::{Accent, to_html};
use crate::draw::Drawing;

#[derive(Clone, Debug, Properties)]
pub(crate) struct DrawingViewProps {
    pub(crate) figure: Rc<Figure>,
    pub(crate) drawing: Rc<Drawing>,
    pub(crate) accent: Accent,
}

impl PartialEq for DrawingViewProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.drawing, &other.drawing) && self.accent == other.accent
    }
}

/// Draws.
#[component]
pub(crate) fn DrawingView(props: &DrawingViewProps) -> Html {
    to_html(&props.drawing.svg(&props.figure).into(), props.accent)
}
