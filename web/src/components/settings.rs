//! A study's settings as form fields.

use std::collections::BTreeMap;

use faultline_lab::SettingInfo;
use yew::prelude::*;

use super::{
    fields::{Choice, field, select, typed},
    files_field::{TakenFiles, files_field},
};

/// One field a setting. Only values that differ from the defaults are kept.
pub(crate) fn setting_fields(
    settings: &[SettingInfo],
    values: &BTreeMap<String, String>,
    taken: &TakenFiles<'_>,
    on_change: &Callback<BTreeMap<String, String>>,
) -> Html {
    // What takes a whole row comes first, so that the others stand side by side.
    let is_wide =
        |info: &&SettingInfo| (info.list && !info.options.is_empty()) || !info.files.is_empty();
    let (wide, others): (Vec<&SettingInfo>, Vec<&SettingInfo>) = settings.iter().partition(is_wide);
    html! {
        <div class="fields">
            for info in wide.into_iter().chain(others) { { setting(info, values, taken, on_change) } }
        </div>
    }
}

fn setting(
    info: &SettingInfo,
    values: &BTreeMap<String, String>,
    taken: &TakenFiles<'_>,
    on_change: &Callback<BTreeMap<String, String>>,
) -> Html {
    let id = format!("setting-{}", info.key);
    let help = format!("{id}-help");
    let value = values.get(&info.key).unwrap_or(&info.default).clone();
    let take = {
        let (info, values) = (info.clone(), values.clone());
        on_change.reform(move |text: String| with(values.clone(), &info, text))
    };
    if !info.files.is_empty() {
        return files_field(info, &value, taken, &take);
    }
    let control = match (info.options.is_empty(), info.list) {
        (true, _) => input(&id, &help, info, value.clone(), &take),
        (false, false) => select(&id, choices(info, &value), &take),
        (false, true) => return checks(&help, info, &value, &take),
    };
    let meaning = info.options.iter().find(|(option, _)| *option == value);
    let meaning = meaning
        .map(|(_, meaning)| meaning.as_str())
        .filter(|meaning| !meaning.is_empty());
    field(&id, &info.title, control, meaning.unwrap_or(&info.help))
}

fn choices(info: &SettingInfo, value: &str) -> Vec<Choice> {
    let known = info.options.iter().map(|(option, _)| Choice {
        words: option.replace('_', " "),
        ..Choice::new(option, option == value)
    });
    let mut choices: Vec<Choice> = known.collect();
    if !is_option(info, value) {
        choices.push(Choice {
            words: format!("{value} (there is no such choice)"),
            ..Choice::new(value, true)
        });
    }
    choices
}

/// Several of some options: a group of boxes. What is chosen is written in the order of the options, and what is no option stands
/// at the end, so that it can be taken out.
fn checks(help: &str, info: &SettingInfo, value: &str, changed: &Callback<String>) -> Html {
    let chosen: Vec<&str> = listed(value).collect();
    let unknown = chosen.iter().filter(|name| !is_option(info, name));
    let unknown = unknown.map(|name| (*name, "There is no such choice. Take it out."));
    let known = info
        .options
        .iter()
        .map(|(name, meaning)| (name.as_str(), meaning.as_str()));
    let boxes = known.chain(unknown).map(|(name, meaning)| {
        let is_chosen = chosen.contains(&name);
        let toggle = {
            let next = toggled(info, value, name);
            changed.reform(move |_: Event| next.clone())
        };
        html! {
            <label class={classes!("check", (!is_option(info, name)).then_some("check--unknown"))} title={meaning.to_owned()}>
                <input type="checkbox" name={name.to_owned()} checked={is_chosen} onchange={toggle} />
                <span>{ name.replace('_', " ") }</span>
            </label>
        }
    });
    html! {
        <fieldset class="field field--checks" aria-describedby={help.to_owned()} data-setting={info.key.clone()}>
            <legend>{ info.title.clone() }</legend>
            <div class="checks">{ for boxes }</div>
            <p class="field__help" id={help.to_owned()}>
                { info.help.clone() }
                if chosen.is_empty() { <strong class="problem">{ " Choose at least one." }</strong> }
            </p>
        </fieldset>
    }
}

fn listed(value: &str) -> impl Iterator<Item = &str> {
    value
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
}

fn is_option(info: &SettingInfo, name: &str) -> bool {
    info.options.iter().any(|(option, _)| option == name)
}

/// The value with one of its names taken out, or put in where it was not.
fn toggled(info: &SettingInfo, value: &str, name: &str) -> String {
    let chosen: Vec<&str> = listed(value).collect();
    let is_kept = |other: &&str| chosen.contains(other) != (*other == name);
    let options = info.options.iter().map(|(option, _)| option.as_str());
    let unknown = chosen
        .iter()
        .copied()
        .filter(|other| !is_option(info, other));
    let kept: Vec<&str> = options.chain(unknown).filter(is_kept).collect();
    kept.join(",")
}

fn input(id: &str, help: &str, info: &SettingInfo, value: String, take: &Callback<String>) -> Html {
    let kind = if info.list { "text" } else { "number" };
    html! {
        <input
            id={id.to_owned()} aria-describedby={help.to_owned()} type={kind} inputmode="numeric" {value} oninput={typed(take)}
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_puts_its_name_in_or_takes_it_out() {
        let info = SettingInfo {
            key: "k".into(),
            title: String::new(),
            help: String::new(),
            default: "a".into(),
            options: ["a", "b", "c"]
                .map(|name| (name.into(), String::new()))
                .into(),
            min: None,
            max: None,
            list: true,
            files: Vec::new(),
            max_file_bytes: 0,
        };
        for (value, name, expected) in [
            ("c", "a", "a,c"),
            ("a,c", "c", "a"),
            ("a", "a", ""),
            ("", "b", "b"),
            ("c, x", "a", "a,c,x"),
            ("c,x", "x", "c"),
        ] {
            assert_eq!(toggled(&info, value, name), expected, "{value:?}, {name}");
        }
    }
}
