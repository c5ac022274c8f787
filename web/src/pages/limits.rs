//! How much a run may take.

use faultline_core::ReadingRule;
use yew::prelude::*;

use crate::{
    components::{Choice, changed, field, select, typed},
    state::RunForm,
};

/// The fields on how much, at most and how fast.
pub(super) fn limits(form: &RunForm, on_form: &Callback<RunForm>) -> Html {
    let number = |id: &'static str,
                  title: &str,
                  help: &str,
                  value: String,
                  step: &'static str,
                  change: fn(&mut RunForm, String)| {
        let typed = typed(&changed(form, on_form, change));
        let control = html! {
            <input {id} type="number" min="0" {step} {value} oninput={typed} autocomplete="off" aria-describedby={format!("{id}-help")} />
        };
        field(id, title, control, help)
    };
    let shown = |limit: Option<u64>| limit.map(|limit| limit.to_string()).unwrap_or_default();
    html! {
        <div class="fields">
            { number("max-calls", "Most requests", "The run stops there and can be resumed. Empty: no limit.", shown(form.max_calls), "1", |form, text| form.max_calls = text.parse().ok()) }
            if form.live {
                { number("max-tokens", "Most tokens", "Of prompts and answers together. Empty: no limit.", shown(form.max_tokens), "1", |form, text| form.max_tokens = text.parse().ok()) }
                { number("at-once", "Requests at once", "1 to 64. Lower it where the provider limits the rate.", form.concurrency.to_string(), "1", |form, text| form.concurrency = text.parse().unwrap_or(0)) }
                { number("answer", "Most tokens an answer", "A model that reasons first needs many more than the call itself.", form.answer_tokens.to_string(), "1", |form, text| form.answer_tokens = text.parse().unwrap_or(0)) }
                { number("temperature", "Temperature", "0 is greedy. A server that refuses the parameter is asked without it, and the trace says so.", form.temperature.clone(), "any", |form, text| form.temperature = text) }
            }
            { reading(form, on_form) }
        </div>
    }
}

fn reading(form: &RunForm, on_form: &Callback<RunForm>) -> Html {
    let rules = [ReadingRule::Lenient, ReadingRule::Strict];
    let choices = rules.map(|rule| Choice::new(rule.name(), rule == form.reading));
    let take = changed(form, on_form, |form, name| {
        form.reading = name.parse().unwrap_or_default();
    });
    let help = match form.reading {
        ReadingRule::Strict => "A reply counts as it stands; nothing is repaired.",
        ReadingRule::Lenient => {
            "What a fair reader finds in a reply is executed; every repair is flagged."
        }
    };
    let control = select("reading", choices.into(), &take);
    field("reading", "Reading", control, help)
}
