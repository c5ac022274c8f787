//! A setting that is made from files: dropped or chosen, counted, and given back.

use std::rc::Rc;

use faultline_lab::SettingInfo;
use web_sys::{File, HtmlInputElement};
use yew::prelude::*;

use super::{fact, loaded, small_button};
use crate::{
    pages::files_of,
    state::{FROM_FILES, Load, count_text},
};

/// What a form knows of files that were handed over.
pub(crate) struct TakenFiles<'a> {
    /// The study's name.
    pub(crate) study: &'a str,
    /// Study and setting that files were handed over for last.
    pub(crate) of: Option<&'a (String, String)>,
    /// What is in them.
    pub(crate) counts: &'a Load<Rc<Vec<(String, u64)>>>,
    /// Takes a setting's name and files for it.
    pub(crate) on_files: Callback<(String, Vec<File>)>,
}

/// The field: where files are dropped or chosen, what is in them, and the way back to none.
pub(crate) fn files_field(
    info: &SettingInfo,
    value: &str,
    taken: &TakenFiles<'_>,
    changed: &Callback<String>,
) -> Html {
    let id = format!("setting-{}", info.key);
    let help = format!("{id}-help");
    let names = info.files.join(" and ");
    let is_of_this =
        |(study, setting): &&(String, String)| study == taken.study && *setting == info.key;
    let counts = taken.of.filter(is_of_this).map(|_| taken.counts);
    let chosen = {
        let (on_files, key) = (taken.on_files.clone(), info.key.clone());
        move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            on_files.emit((key.clone(), files_of(input.files())));
            // The same file can be chosen again after it was changed.
            input.set_value("");
        }
    };
    let back = {
        let default = info.default.clone();
        changed.reform(move |_: MouseEvent| default.clone())
    };
    let is_made = value == FROM_FILES;
    html! {
        <div class="field field--wide taken" role="group" aria-labelledby={format!("{id}-title")} data-takes={info.files.join("/")}
            data-study={taken.study.to_owned()} data-setting={info.key.clone()}>
            <span class="field__title" id={format!("{id}-title")}>{ info.title.clone() }</span>
            <p class="taken__now">
                <span class="is-code">{ if is_made { names.clone() } else { value.to_owned() } }</span>
                <span class="taken__ways">
                    <label class="button button--small" for={id.clone()}>{ format!("Choose {names}…") }</label>
                    <input {id} class="drop__input" type="file" multiple=true aria-describedby={help.clone()} onchange={chosen} />
                    if is_made { { small_button(&format!("Back to {}", info.default), Callback::from(back)) } }
                </span>
            </p>
            <div role="status">
                if let Some(counts) = counts.filter(|counts| is_made || counts.ready().is_none()) {
                    { loaded(counts, "Reading the files", |counts| html! { <dl class="taken__counts">for (name, count) in counts.iter() {
                        { fact(name, &count_text(*count)) }
                    }</dl> }) }
                }
            </div>
            <p class="field__help" id={help}>{ info.help.clone() }{ " Files can be dropped here. They are read in this tab, and stay on this machine." }</p>
        </div>
    }
}
