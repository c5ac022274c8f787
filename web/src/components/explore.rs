//! A figure of many settings with the one marked that is chosen, the sliders that choose it, and what comes of it.

use std::rc::Rc;

use faultline_charts::TableView;
use faultline_report::Figure;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{figure::figure_card, small_button};
use crate::{
    link::Link,
    route::MarkRef,
    state::{Axis, Explorer, original, with_chosen},
};

/// The figure, the sliders and the outcomes.
#[component]
pub(crate) fn Explored(props: &ExploredProps) -> Html {
    let setting = props.explorer.chosen(props.setting.as_deref());
    let in_use = props.explorer.chosen(None);
    // The setting in use has its own mark.
    let chosen = Some(setting.clone()).filter(|setting| *setting != in_use);
    let shown = use_memo((Same(Rc::clone(&props.figure)), chosen), {
        |(figure, chosen)| match chosen {
            Some(setting) => with_chosen(&figure.0, setting),
            None => Figure::clone(&figure.0),
        }
    });
    let outcomes = use_memo((props.explorer.clone(), setting.clone()), {
        |(explorer, setting)| explorer.outcomes(setting)
    });
    let on_mark = {
        let (figure, shown) = (Rc::clone(&props.figure), Rc::clone(&shown));
        props
            .on_mark
            .reform(move |mark| original(&figure, &shown, mark))
    };
    let levels = props.explorer.levels(&setting);
    let reset = {
        let on_setting = props.on_setting.clone();
        move |_: MouseEvent| on_setting.emit(None)
    };
    html! {
        <>
            { figure_card(&shown, 3, Some(&props.command), props.chosen.as_ref(), &props.link, &on_mark) }
            <section class="explorer" aria-labelledby="explorer-title">
                <h4 id="explorer-title">{ "Choose a setting" }</h4>
                <div class="sliders">
                    for (place, (axis, level)) in props.explorer.axes().iter().zip(levels).enumerate() { { slider(props, &setting, place, axis, level) } }
                </div>
                <p class="explorer__at" role="status">
                    <strong data-setting="">{ setting.clone() }</strong>
                    if setting == in_use { <span class="quiet">{ " in use" }</span> }
                    else { { " " }{ small_button("Back to the one in use", Callback::from(reset)) } }
                </p>
                <TableView table={Rc::clone(&outcomes)} level=5 />
            </section>
        </>
    }
}

fn slider(props: &ExploredProps, setting: &str, place: usize, axis: &Axis, level: usize) -> Html {
    let id = format!("slider-{place}");
    let turn = {
        let (explorer, setting) = (props.explorer.clone(), setting.to_owned());
        props.on_setting.reform(move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            Some(explorer.turned(&setting, place, text.parse().unwrap_or(level)))
        })
    };
    let now = axis.levels.get(level).cloned().unwrap_or_default();
    let last = axis.levels.len().saturating_sub(1).to_string();
    html! {
        <div class="slider">
            <label for={id.clone()}>{ axis.title.clone() }if !axis.help.is_empty() { <span class="quiet">{ format!(" {}", axis.help) }</span> }</label>
            <input {id} type="range" min="0" max={last} step="1" value={level.to_string()} oninput={turn} aria-valuetext={now.clone()} />
            <output>{ now }</output>
        </div>
    }
}

/// A figure that equals itself only.
#[derive(Clone)]
struct Same(Rc<Figure>);

impl PartialEq for Same {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// What the figure and its sliders are given.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ExploredProps {
    /// The figure as the report has it.
    pub(crate) figure: Rc<Figure>,
    /// The table of its settings.
    pub(crate) explorer: Explorer,
    /// The setting that is asked for.
    pub(crate) setting: Option<String>,
    /// The command line that makes the figure.
    pub(crate) command: String,
    /// The mark whose records are on view.
    pub(crate) chosen: Option<MarkRef>,
    /// The ways out of the page.
    pub(crate) link: Link,
    /// Told which mark was chosen, by its place in the report's figure.
    pub(crate) on_mark: Callback<MarkRef>,
    /// Told which setting was chosen; nothing for the one in use.
    pub(crate) on_setting: Callback<Option<String>>,
}
