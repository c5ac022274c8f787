//! A study's settings as form fields.

use std::collections::BTreeMap;

use faultline_lab::SettingInfo;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// One field a setting. Only values that differ from the defaults are kept.
pub(crate) fn setting_fields(
    settings: &[SettingInfo],
    values: &BTreeMap<String, String>,
    on_change: &Callback<BTreeMap<String, String>>,
) -> Html {
    html! {
        <div class="fields">
            for info in settings { { field(info, values, on_change) } }
        </div>
    }
}

fn field(
    info: &SettingInfo,
    values: &BTreeMap<String, String>,
    on_change: &Callback<BTreeMap<String, String>>,
) -> Html {
    let id = format!("setting-{}", info.key);
    let help = format!("{id}-help");
    let value = values.get(&info.key).unwrap_or(&info.default).clone();
    let changed = {
        let (info, values, on_change) = (info.clone(), values.clone(), on_change.clone());
        move |text: String| on_change.emit(with(values.clone(), &info, text))
    };
    let control = if info.options.is_empty() {
        input(&id, &help, info, value.clone(), changed)
    } else {
        select(&id, &help, info, &value, changed)
    };
    let meaning = info.options.iter().find(|(option, _)| *option == value);
    let meaning = meaning
        .map(|(_, meaning)| meaning.as_str())
        .filter(|meaning| !meaning.is_empty());
    html! {
        <div class="field">
            <label for={id}>{ info.title.clone() }</label>
            { control }
            <p class="field__help" id={help}>{ meaning.unwrap_or(&info.help) }</p>
        </div>
    }
}

fn select(
    id: &str,
    help: &str,
    info: &SettingInfo,
    value: &str,
    changed: impl Fn(String) + 'static,
) -> Html {
    let on_change =
        move |event: Event| changed(event.target_unchecked_into::<HtmlSelectElement>().value());
    html! {
        <select id={id.to_owned()} aria-describedby={help.to_owned()} onchange={on_change}>
            for (option, _) in &info.options {
                <option value={option.clone()} selected={option == value}>{ option.replace('_', " ") }</option>
            }
        </select>
    }
}

fn input(
    id: &str,
    help: &str,
    info: &SettingInfo,
    value: String,
    changed: impl Fn(String) + 'static,
) -> Html {
    let on_input =
        move |event: InputEvent| changed(event.target_unchecked_into::<HtmlInputElement>().value());
    let kind = if info.list { "text" } else { "number" };
    html! {
        <input
            id={id.to_owned()} aria-describedby={help.to_owned()} type={kind} inputmode="numeric" {value} oninput={on_input}
            min={info.min.map(|min| min.to_string())} max={info.max.map(|max| max.to_string())} autocomplete="off"
        />
    }
}

fn with(
    values: BTreeMap<String, String>,
    info: &SettingInfo,
    text: String,
) -> BTreeMap<String, String> {
    let mut others = BTreeMap::new();
    for (key, value) in values {
        if key != info.key {
            others.insert(key, value);
        }
    }
    if text != info.default {
        others.insert(info.key.clone(), text);
    }
    others
}
