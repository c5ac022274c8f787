//! Whom to run: a simulated policy, or a model behind an address.

use faultline_core::CallingMode;
use faultline_lab::PolicyInfo;
use faultline_wire::{PROVIDERS, ScoringWay, provider_of};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::fields::{Choice, changed, field, select, typed};
use crate::state::{Account, RunForm, family};

/// The fields.
pub(crate) fn model_fields(fields: &ModelFields<'_>) -> Html {
    let choose = |live: bool| {
        let (form, on_form) = (fields.form.clone(), fields.on_form.clone());
        move |_: Event| {
            on_form.emit(RunForm {
                live,
                ..form.clone()
            });
        }
    };
    html! {
        <>
            <div class="choice" role="radiogroup" aria-label="Kind of model">
                <label>
                    <input type="radio" name="kind" checked={!fields.form.live} onchange={choose(false)} />
                    { "Simulated policy" }
                </label>
                <label>
                    <input type="radio" name="kind" checked={fields.form.live} onchange={choose(true)} />
                    { "Live model" }
                </label>
            </div>
            if fields.form.live { { live(fields) } } else { { simulated(fields) } }
            <div class="fields">
                { mode(fields) }
                if fields.form.live && fields.scores_texts { { likelihood(fields) } }
            </div>
        </>
    }
}

fn simulated(fields: &ModelFields<'_>) -> Html {
    let form = fields.form;
    let current = form.policy(fields.policies);
    let chosen = fields
        .policies
        .iter()
        .find(|policy| family(&policy.spec) == family(current));
    let mut choices: Vec<Choice> = fields
        .policies
        .iter()
        .map(|policy| Choice {
            words: family(&policy.spec).into(),
            ..Choice::new(&policy.spec, chosen == Some(policy))
        })
        .collect();
    if chosen.is_none() {
        choices.push(Choice {
            words: format!("{} (there is none)", family(current)),
            ..Choice::new(current, true)
        });
    }
    let take = changed(form, &fields.on_form, |form, policy| form.policy = policy);
    html! {
        <div class="fields">
            <div class="field">
                <label for="policy">{ "Policy" }</label>
                { select("policy", choices, &take) }
            </div>
            <div class="field field--two">
                <label for="policy-spec">{ "Specification" }</label>
                <input id="policy-spec" class="is-code" value={current.to_owned()} oninput={typed(&take)} autocomplete="off" spellcheck="false" aria-describedby="policy-spec-help" />
                <p class="field__help" id="policy-spec-help">{ "The policy with its parameters, as the command line takes it." }</p>
            </div>
            <p class="field__help field--wide" id="policy-help">
                { chosen.map_or("A policy with known parameters, computed in this tab: it reads the messages and nothing else.", |policy| &policy.help) }
            </p>
        </div>
    }
}

fn live(fields: &ModelFields<'_>) -> Html {
    let (form, account) = (fields.form, fields.account);
    let known = provider_of(&account.base_url);
    let of_account =
        |change: fn(&mut Account, String)| typed(&changed(account, &fields.on_account, change));
    let url = of_account(|account, url| account.base_url = url);
    let key = of_account(|account, key| account.key = key);
    let model = typed(&changed(form, &fields.on_form, |form, model| {
        form.model = model;
    }));
    let keep = {
        let account = account.clone();
        fields.on_account.reform(move |event: Event| {
            let keep = event.target_unchecked_into::<HtmlInputElement>().checked();
            Account {
                keep,
                ..account.clone()
            }
        })
    };
    html! {
        <div class="fields">
            <div class="field">
                <label for="base-url">{ "Address" }</label>
                <input id="base-url" class="is-code" type="url" list="addresses" value={account.base_url.clone()} oninput={url} placeholder="https://…/v1" spellcheck="false" aria-describedby="base-url-help" />
                <datalist id="addresses">for provider in &PROVIDERS { <option value={provider.base_url} label={provider.name} /> }</datalist>
                <p class="field__help" id="base-url-help">
                    if let Some(why) = form.blocked(&account.base_url) { <strong class="problem" role="alert">{ why }</strong> }
                    else { { known.map_or("Of any OpenAI-compatible server, up to /v1.".to_owned(), |known| format!("{}: {}", known.name, known.advice)) } }
                </p>
            </div>
            <div class="field">
                <label for="model">{ "Model" }</label>
                <input id="model" class="is-code" value={form.model.clone()} oninput={model} autocomplete="off" spellcheck="false" aria-describedby="model-help" />
                <p class="field__help" id="model-help">{ "Its name, as the provider writes it." }</p>
            </div>
            <div class="field">
                <label for="key">{ "Key" }</label>
                <input id="key" type="password" value={account.key.clone()} oninput={key} autocomplete="off" spellcheck="false" aria-describedby="key-help" />
                <p class="field__help" id="key-help">{ "Sent to this address alone. In memory only; leave it empty where the server wants none." }</p>
                <label class="check"><input type="checkbox" checked={account.keep} onchange={keep} />{ "Keep for this tab" }</label>
            </div>
        </div>
    }
}

fn mode(fields: &ModelFields<'_>) -> Html {
    let form = fields.form;
    let choices = CallingMode::ALL.map(|mode| Choice::new(mode.name(), mode == form.mode));
    let take = changed(form, &fields.on_form, |form, name| {
        form.mode = name.parse().unwrap_or_default();
    });
    let help = match form.mode {
        CallingMode::Prompted => {
            "The tools stand in the prompt; the call is a JSON object in the answer's text."
        }
        CallingMode::Native => "The provider's own tool interface.",
    };
    field("mode", "Calls", select("mode", choices.into(), &take), help)
}

/// How a live model is asked how likely a text is.
fn likelihood(fields: &ModelFields<'_>) -> Html {
    let chosen = fields.form.likelihood;
    let mut choices = vec![Choice::new("auto", chosen.is_none())];
    for way in ScoringWay::ALL {
        choices.push(Choice::new(way.name(), chosen == Some(way)));
    }
    let take = changed(fields.form, &fields.on_form, |form, name| {
        form.likelihood = name.parse().ok();
    });
    let help = chosen.map_or(
        "Each way is tried with a small request before the run, first what the provider is known for.",
        ScoringWay::help,
    );
    let control = select("likelihood", choices, &take);
    field("likelihood", "Likelihoods", control, help)
}

/// What the fields are given.
pub(crate) struct ModelFields<'a> {
    /// The form.
    pub(crate) form: &'a RunForm,
    /// The provider's address and key.
    pub(crate) account: &'a Account,
    /// The study's simulated policies.
    pub(crate) policies: &'a [PolicyInfo],
    /// Whether the study asks how likely a text is.
    pub(crate) scores_texts: bool,
    /// Takes the form after a change.
    pub(crate) on_form: Callback<RunForm>,
    /// Takes the account after a change.
    pub(crate) on_account: Callback<Account>,
}
