//! A reply as a person writes it: field by field, or as it is.

use std::{collections::BTreeMap, fmt::Write as _};

use faultline_lab::{FieldForm, FieldInput, ReplyForm, ToolForm};
use web_sys::{HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::fields::{Choice, select, typed};

/// What a reply is written with.
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct ReplyProps {
    pub(crate) form: ReplyForm,
    pub(crate) on_reply: Callback<String>,
}

/// What was typed so far.
#[derive(Clone, Debug, Default, PartialEq)]
struct Draft {
    /// The tool that is called; empty where none is chosen.
    tool: String,
    /// What the fields hold, by name.
    values: BTreeMap<String, String>,
    /// The whole reply, where it is written as it is.
    whole: Option<String>,
}

/// The fields of a reply, and the way to send it.
#[component]
pub(crate) fn ReplyFields(props: &ReplyProps) -> Html {
    let draft = use_state(Draft::default);
    let set = {
        let draft = draft.clone();
        Callback::from(move |next: Draft| draft.set(next))
    };
    let as_it_is = draft.whole.is_some() || props.form == ReplyForm::Text;
    let reply = draft
        .whole
        .clone()
        .unwrap_or_else(|| composed(&props.form, &draft));
    let submit = {
        let (on_reply, reply) = (props.on_reply.clone(), reply.clone());
        move |event: SubmitEvent| {
            event.prevent_default();
            on_reply.emit(reply.clone());
        }
    };
    let is_ready = as_it_is || !matches!(props.form, ReplyForm::Call(_)) || !draft.tool.is_empty();
    html! {
        <form class="reply" onsubmit={submit}>
            if props.form != ReplyForm::Text { { how(&draft, &reply, &set) } }
            if as_it_is { { whole(&draft, &reply, &set) } }
            else {
                { match &props.form {
                    ReplyForm::Call(tools) => call(tools, &draft, &set),
                    ReplyForm::Object(all) => fields(all, &draft, &set),
                    ReplyForm::Text => Html::default(),
                } }
                <details class="opening"><summary>{ "The reply as it is sent" }</summary><pre tabindex="0">{ reply }</pre></details>
            }
            <button type="submit" class="button button--primary" disabled={!is_ready}>{ "Reply" }</button>
        </form>
    }
}

/// Field by field, or as it is: what was filled in is taken over.
fn how(draft: &Draft, reply: &str, set: &Callback<Draft>) -> Html {
    let way = |words: &str, is_whole: bool| {
        let whole = is_whole.then(|| reply.to_owned());
        let next = Draft {
            whole,
            ..draft.clone()
        };
        let set = set.reform(move |_: MouseEvent| next.clone());
        let pressed = draft.whole.is_some() == is_whole;
        html! { <button type="button" class="segment" aria-pressed={pressed.to_string()} onclick={set}>{ words.to_owned() }</button> }
    };
    html! {
        <div class="segments" role="group" aria-label="How the reply is written">
            { way("Fields", false) }
            { way("JSON, as it is", true) }
        </div>
    }
}

fn whole(draft: &Draft, reply: &str, set: &Callback<Draft>) -> Html {
    let typed = {
        let draft = draft.clone();
        set.reform(move |event: InputEvent| Draft {
            whole: Some(event.target_unchecked_into::<HtmlTextAreaElement>().value()),
            ..draft.clone()
        })
    };
    html! {
        <div class="field field--wide">
            <label for="reply-whole">{ "Reply" }</label>
            <textarea id="reply-whole" class="is-code" rows="5" spellcheck="false" value={reply.to_owned()} oninput={typed} />
        </div>
    }
}

fn call(tools: &[ToolForm], draft: &Draft, set: &Callback<Draft>) -> Html {
    let chosen = tools.iter().find(|tool| tool.name == draft.tool);
    let changed = {
        let draft = draft.clone();
        set.reform(move |event: Event| Draft {
            tool: event.target_unchecked_into::<HtmlSelectElement>().value(),
            values: BTreeMap::new(),
            ..draft.clone()
        })
    };
    html! {
        <>
            <div class="field reply__tool">
                <label for="reply-tool">{ "Tool" }</label>
                <select id="reply-tool" class="is-code" onchange={changed} aria-describedby="reply-tool-help">
                    <option value="" selected={chosen.is_none()}>{ "Choose a tool…" }</option>
                    for tool in tools {
                        <option key={tool.name.clone()} value={tool.name.clone()} selected={tool.name == draft.tool}>{ tool.name.clone() }</option>
                    }
                </select>
                <p class="field__help" id="reply-tool-help">{ chosen.map(|tool| tool.description.clone()).unwrap_or_default() }</p>
            </div>
            if let Some(tool) = chosen { { fields(&tool.fields, draft, set) } }
        </>
    }
}

fn fields(all: &[FieldForm], draft: &Draft, set: &Callback<Draft>) -> Html {
    html! { <div class="fields">for field in all { { one(field, draft, set) } }</div> }
}

fn one(field: &FieldForm, draft: &Draft, set: &Callback<Draft>) -> Html {
    let id = format!("reply-{}", field.name);
    let help = format!("{id}-help");
    let value = draft.values.get(&field.name).cloned().unwrap_or_default();
    let put = {
        let (draft, name) = (draft.clone(), field.name.clone());
        set.reform(move |text: String| {
            let mut next = draft.clone();
            next.values.insert(name.clone(), text);
            next
        })
    };
    let choice = |options: &[&str]| {
        let mut choices = vec![Choice {
            words: "left out".into(),
            ..Choice::new("", value.is_empty())
        }];
        for option in options {
            choices.push(Choice::new(option, *option == value));
        }
        select(&id, choices, &put)
    };
    let control = match &field.input {
        FieldInput::Choice(options) => {
            choice(&options.iter().map(String::as_str).collect::<Vec<_>>())
        }
        FieldInput::Truth => choice(&["true", "false"]),
        FieldInput::Text | FieldInput::Number | FieldInput::Json => {
            let number = (field.input == FieldInput::Number).then_some("decimal");
            html! {
                <input id={id.clone()} class="is-code" aria-describedby={help.clone()} inputmode={number} value={value.clone()} oninput={typed(&put)}
                    autocomplete="off" spellcheck="false" />
            }
        }
    };
    let wide = (field.input == FieldInput::Json).then_some("field--two");
    html! {
        <div class={classes!("field", wide)}>
            <label for={id.clone()}><code>{ field.name.clone() }</code>if !field.required { <span class="quiet">{ " optional" }</span> }</label>
            { control }
            <p class="field__help" id={help.clone()}>{ field.help.clone() }</p>
        </div>
    }
}

/// The reply that the fields make. What is empty is left out.
fn composed(form: &ReplyForm, draft: &Draft) -> String {
    match form {
        ReplyForm::Text => String::new(),
        ReplyForm::Object(fields) => object(fields, draft),
        ReplyForm::Call(tools) => match tools.iter().find(|tool| tool.name == draft.tool) {
            Some(tool) => format!(
                "{{\"tool\":{},\"arguments\":{}}}",
                quoted(&tool.name),
                object(&tool.fields, draft)
            ),
            None => String::new(),
        },
    }
}

fn object(fields: &[FieldForm], draft: &Draft) -> String {
    let pairs = fields.iter().filter_map(|field| {
        let typed = draft.values.get(&field.name)?;
        let value = value_text(&field.input, typed)?;
        Some(format!("{}:{value}", quoted(&field.name)))
    });
    format!("{{{}}}", pairs.collect::<Vec<_>>().join(","))
}

/// What was typed as a JSON value; none where nothing was. A number that is none is sent as the text that it is; what is typed as JSON is
/// sent as it stands.
fn value_text(input: &FieldInput, typed: &str) -> Option<String> {
    let trimmed = typed.trim();
    if trimmed.is_empty() {
        return None;
    }
    Some(match input {
        FieldInput::Json | FieldInput::Truth => trimmed.into(),
        FieldInput::Number if is_number(trimmed) => trimmed.into(),
        FieldInput::Text | FieldInput::Number | FieldInput::Choice(_) => quoted(trimmed),
    })
}

/// Whether a text is a number of JSON, in the plain form.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let are_digits =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    are_digits(whole) && are_digits(part) && (whole.len() == 1 || !whole.starts_with('0'))
}

/// A text as a string of JSON.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => {
                out.push('\\');
                out.push(letter);
            }
            // Writing to a string can't fail.
            letter if u32::from(letter) < 0x20 => {
                write!(out, "\\u{:04x}", u32::from(letter)).unwrap_or_default();
            }
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_make_the_reply_and_what_is_empty_is_left_out() {
        let field = |name: &str, input| FieldForm {
            name: name.into(),
            input,
            ..FieldForm::default()
        };
        let fields = vec![
            field("city", FieldInput::Text),
            field("days", FieldInput::Number),
            field("units", FieldInput::Choice(vec!["metric".into()])),
            field("retry", FieldInput::Truth),
            field("rest", FieldInput::Json),
        ];
        let tool = ToolForm {
            name: "get_weather".into(),
            fields: fields.clone(),
            ..ToolForm::default()
        };
        for (typed, object) in [
            (vec![], "{}"),
            (vec![("city", "  "), ("days", "3")], "{\"days\":3}"),
            (
                vec![
                    ("city", "a \"b\" \\ c\n"),
                    ("days", "-0.5"),
                    ("units", "metric"),
                ],
                "{\"city\":\"a \\\"b\\\" \\\\ c\",\"days\":-0.5,\"units\":\"metric\"}",
            ),
            (
                vec![
                    ("days", "three"),
                    ("retry", "true"),
                    ("rest", "{\"a\":null}"),
                ],
                "{\"days\":\"three\",\"retry\":true,\"rest\":{\"a\":null}}",
            ),
            (vec![("days", "03")], "{\"days\":\"03\"}"),
        ] {
            let draft = Draft {
                tool: "get_weather".into(),
                values: typed
                    .iter()
                    .map(|(name, text)| ((*name).into(), (*text).into()))
                    .collect(),
                whole: None,
            };
            assert_eq!(composed(&ReplyForm::Object(fields.clone()), &draft), object);
            assert_eq!(
                composed(&ReplyForm::Call(vec![tool.clone()]), &draft),
                format!("{{\"tool\":\"get_weather\",\"arguments\":{object}}}")
            );
        }
    }
}
