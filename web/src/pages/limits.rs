//! How much a run may take.

use faultline_core::ReadingRule;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::state::RunForm;

/// The fields on how much, at most and how fast.
pub(super) fn limits(form: &RunForm, on_form: &Callback<RunForm>) -> Html {
    let calls = number(form, on_form, |form, text| RunForm {
        max_calls: text.parse().ok(),
        ..form
    });
    let tokens = number(form, on_form, |form, text| RunForm {
        max_tokens: text.parse().ok(),
        ..form
    });
    let at_once = number(form, on_form, |form, text| RunForm {
        concurrency: text.parse().unwrap_or(0),
        ..form
    });
    let answer = number(form, on_form, |form, text| RunForm {
        answer_tokens: text.parse().unwrap_or(0),
        ..form
    });
    let temperature = number(form, on_form, |form, temperature| RunForm {
        temperature,
        ..form
    });
    let shown = |limit: Option<u64>| limit.map(|limit| limit.to_string()).unwrap_or_default();
    html! {
        <div class="fields">
            { field("max-calls", "Most requests", "The run stops there and can be resumed. Empty: no limit.", shown(form.max_calls), "1", calls) }
            if form.live {
                { field("max-tokens", "Most tokens", "Of prompts and answers together. Empty: no limit.", shown(form.max_tokens), "1", tokens) }
                { field("at-once", "Requests at once", "1 to 64. Lower it where the provider limits the rate.", form.concurrency.to_string(), "1", at_once) }
                { field("answer", "Most tokens an answer", "A model that reasons first needs many more than the call itself.", form.answer_tokens.to_string(), "1", answer) }
                { field("temperature", "Temperature", "0 is greedy. A server that refuses the parameter is asked without it, and the trace says so.", form.temperature.clone(), "any", temperature) }
            }
            { reading(form, on_form) }
        </div>
    }
}

fn field(
    id: &'static str,
    title: &str,
    help: &str,
    value: String,
    step: &'static str,
    changed: Callback<InputEvent>,
) -> Html {
    let help_id = format!("{id}-help");
    html! {
        <div class="field">
            <label for={id}>{ title }</label>
            <input {id} type="number" min="0" {step} {value} oninput={changed} autocomplete="off" aria-describedby={help_id.clone()} />
            <p class="field__help" id={help_id}>{ help }</p>
        </div>
    }
}

fn number(
    form: &RunForm,
    on_form: &Callback<RunForm>,
    change: fn(RunForm, String) -> RunForm,
) -> Callback<InputEvent> {
    let (form, on_form) = (form.clone(), on_form.clone());
    Callback::from(move |event: InputEvent| {
        let text = event.target_unchecked_into::<HtmlInputElement>().value();
        on_form.emit(change(form.clone(), text));
    })
}

fn reading(form: &RunForm, on_form: &Callback<RunForm>) -> Html {
    let pick = {
        let (form, on_form) = (form.clone(), on_form.clone());
        move |event: Event| {
            let name = event.target_unchecked_into::<HtmlSelectElement>().value();
            on_form.emit(RunForm {
                reading: name.parse().unwrap_or_default(),
                ..form.clone()
            });
        }
    };
    let help = match form.reading {
        ReadingRule::Strict => "A reply counts as it stands; nothing is repaired.",
        ReadingRule::Lenient => {
            "What a fair reader finds in a reply is executed; every repair is flagged."
        }
    };
    html! {
        <div class="field">
            <label for="reading">{ "Reading" }</label>
            <select id="reading" onchange={pick} aria-describedby="reading-help">
                for rule in [ReadingRule::Lenient, ReadingRule::Strict] {
                    <option value={rule.name()} selected={rule == form.reading}>{ rule.name() }</option>
                }
            </select>
            <p class="field__help" id="reading-help">{ help }</p>
        </div>
    }
}
