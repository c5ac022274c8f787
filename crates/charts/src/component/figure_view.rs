//! A whole figure on the page.

use std::rc::Rc;

use faultline_report::Figure;
use yew::{
    Callback, Html, NodeRef, Properties, classes, component, html, use_memo, use_node_ref,
    use_state_eq,
};

use super::{
    drawing_view::DrawingView,
    hands::use_width,
    tip::tip,
    to_html::{Accent, plain},
};
use crate::{
    draw::{Drawing, MarkRef, Setting, draw},
    node::Node,
    view,
};

/// The width until the place is measured, and where it can't be.
const UNMEASURED_WIDTH: f64 = 720.0;

/// Properties of [`FigureView`].
#[derive(Clone, Debug, Properties)]
pub struct FigureViewProps {
    /// The figure. A new `Rc` is a new figure: change data by giving another one.
    pub figure: Rc<Figure>,
    /// Told which mark was chosen by click, Enter or Space.
    #[prop_or_default]
    pub on_select: Option<Callback<MarkRef>>,
    /// The mark whose records are on view.
    #[prop_or_default]
    pub selected: Option<MarkRef>,
    /// What can be done with the figure, such as a [`figure_menu`](crate::figure_menu).
    #[prop_or_default]
    pub menu: Html,
    /// The width of the drawing in pixels; without it the drawing follows its place.
    #[prop_or_default]
    pub width: Option<f64>,
    /// The level of its heading, 2 to 6.
    #[prop_or(3)]
    pub level: u8,
}

impl PartialEq for FigureViewProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.figure, &other.figure)
            && self.on_select == other.on_select
            && self.selected == other.selected
            && self.menu == other.menu
            && self.width == other.width
            && self.level == other.level
    }
}

/// A figure with its title, how to read it, the drawing, its method, its data as a table, and a menu. Arrows move between marks, Enter and Space choose one,
/// and Escape hides the tooltip.
#[component]
pub fn FigureView(props: &FigureViewProps) -> Html {
    let canvas = use_node_ref();
    let measured = use_state_eq(|| UNMEASURED_WIDTH);
    let reached = use_state_eq(Option::<MarkRef>::default);
    let shown = use_state_eq(Option::<MarkRef>::default);
    use_width(&canvas, props.width.is_none(), measured.setter());

    let figure = &props.figure;
    let width = props.width.unwrap_or(*measured);
    // The address stands for the figure: each change comes in a new `Rc`, and this one is held by the properties.
    let drawing = use_memo((Same(Rc::clone(figure)), width), |(figure, width)| {
        draw(
            &figure.0,
            Setting {
                width: *width,
                live: true,
            },
        )
    });
    let known = |mark: Option<MarkRef>| {
        mark.filter(|mark| drawing.targets.iter().any(|target| target.at == *mark))
    };
    let first = drawing.targets.first().map(|target| target.at);
    let accent = Accent {
        reached: known(*reached).or(first),
        selected: props.selected,
    };
    let words = use_memo((Same(Rc::clone(figure)), props.level), |(figure, level)| {
        Words::of(&figure.0, *level)
    });
    let live = props.on_select.is_some();
    let stage = Stage {
        canvas: canvas.clone(),
        drawing: Rc::clone(&drawing),
        reached: accent.reached,
        reach: Callback::from({
            let reached = reached.setter();
            move |mark| reached.set(Some(mark))
        }),
        show: Callback::from({
            let shown = shown.setter();
            move |mark| shown.set(mark)
        }),
        select: props.on_select.clone().unwrap_or_default(),
    };
    // Always one node, if an empty one: a list that grows would be matched from its end, and the drawing made anew under the focus.
    let tip = known(*shown)
        .map(|mark| tip(figure, &drawing, mark))
        .unwrap_or_default();
    let inside = html! {
        <>
            <DrawingView figure={Rc::clone(figure)} drawing={Rc::clone(&drawing)} {accent} />
            { tip }
        </>
    };
    html! {
        <section class={classes!("fl-chart", live.then_some("fl-live"))} data-figure={figure.id.clone()}>
            <div class="fl-head">
                { words.heading.clone() }
                { props.menu.clone() }
            </div>
            { words.reads_as.clone() }
            { stage.around(inside) }
            { words.below.clone() }
        </section>
    }
}

/// The unchanging words of a figure.
#[derive(Debug, PartialEq)]
struct Words {
    heading: Html,
    reads_as: Html,
    below: Html,
}

impl Words {
    fn of(figure: &Figure, level: u8) -> Self {
        let below = view::method(figure)
            .into_iter()
            .chain([view::data_table(figure)]);
        Self {
            heading: plain([view::heading(level, &figure.title).into()]),
            reads_as: plain(view::reads_as(figure).map(Node::from)),
            below: plain(below.map(Node::from)),
        }
    }
}

/// A figure that equals itself only.
#[derive(Clone, Debug)]
struct Same(Rc<Figure>);

impl PartialEq for Same {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// What pointer and keys act on.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub(crate) canvas: NodeRef,
    pub(crate) drawing: Rc<Drawing>,
    /// The mark that the tab key reaches.
    pub(crate) reached: Option<MarkRef>,
    pub(crate) reach: Callback<MarkRef>,
    pub(crate) show: Callback<Option<MarkRef>>,
    pub(crate) select: Callback<MarkRef>,
}
