//! Whom to run: a simulated policy, or a model behind an address.

use faultline_core::CallingMode;
use faultline_lab::PolicyInfo;
use faultline_wire::{PROVIDERS, ScoringWay, provider_of};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

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
    let pick = {
        let (form, on_form) = (form.clone(), fields.on_form.clone());
        move |event: Event| {
            let policy = event.target_unchecked_into::<HtmlSelectElement>().value();
            on_form.emit(RunForm {
                policy,
                ..form.clone()
            });
        }
    };
    let typed = text_field(fields, |form, policy| RunForm { policy, ..form });
    html! {
        <div class="fields">
            <div class="field">
                <label for="policy">{ "Policy" }</label>
                <select id="policy" onchange={pick} aria-describedby="policy-help">
                    for policy in fields.policies {
                        <option value={policy.spec.clone()} selected={chosen == Some(policy)}>{ family(&policy.spec).to_owned() }</option>
                    }
                    if chosen.is_none() { <option value={current.to_owned()} selected=true>{ format!("{} (there is none)", family(current)) }</option> }
                </select>
            </div>
            <div class="field field--two">
                <label for="policy-spec">{ "Specification" }</label>
                <input id="policy-spec" class="is-code" value={current.to_owned()} oninput={typed} autocomplete="off" spellcheck="false" aria-describedby="policy-spec-help" />
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
    let url = account_field(fields, |account, base_url| Account {
        base_url,
        ..account
    });
    let key = account_field(fields, |account, key| Account { key, ..account });
    let model = text_field(fields, |form, model| RunForm { model, ..form });
    let keep = {
        let (account, on_account) = (account.clone(), fields.on_account.clone());
        move |event: Event| {
            let keep = event.target_unchecked_into::<HtmlInputElement>().checked();
            on_account.emit(Account {
                keep,
                ..account.clone()
            });
        }
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
    let pick = {
        let (form, on_form) = (fields.form.clone(), fields.on_form.clone());
        move |event: Event| {
            let name = event.target_unchecked_into::<HtmlSelectElement>().value();
            let mode = name.parse().unwrap_or_default();
            on_form.emit(RunForm {
                mode,
                ..form.clone()
            });
        }
    };
    let help = match fields.form.mode {
        CallingMode::Prompted => {
            "The tools stand in the prompt; the call is a JSON object in the answer's text."
        }
        CallingMode::Native => "The provider's own tool interface.",
    };
    html! {
        <div class="field">
            <label for="mode">{ "Calls" }</label>
            <select id="mode" onchange={pick} aria-describedby="mode-help">
                for mode in CallingMode::ALL {
                    <option value={mode.name()} selected={mode == fields.form.mode}>{ mode.name() }</option>
                }
            </select>
            <p class="field__help" id="mode-help">{ help }</p>
        </div>
    }
}

/// How a live model is asked how likely a text is.
fn likelihood(fields: &ModelFields<'_>) -> Html {
    let pick = {
        let (form, on_form) = (fields.form.clone(), fields.on_form.clone());
        move |event: Event| {
            let name = event.target_unchecked_into::<HtmlSelectElement>().value();
            on_form.emit(RunForm {
                likelihood: name.parse().ok(),
                ..form.clone()
            });
        }
    };
    let chosen = fields.form.likelihood;
    let help = chosen.map_or(
        "By what the provider is known for, else by one small request before the run.",
        ScoringWay::help,
    );
    html! {
        <div class="field">
            <label for="likelihood">{ "Likelihoods" }</label>
            <select id="likelihood" onchange={pick} aria-describedby="likelihood-help">
                <option value="auto" selected={chosen.is_none()}>{ "auto" }</option>
                for way in ScoringWay::ALL {
                    <option value={way.name()} selected={chosen == Some(way)}>{ way.name() }</option>
                }
            </select>
            <p class="field__help" id="likelihood-help">{ help }</p>
        </div>
    }
}

fn text_field(
    fields: &ModelFields<'_>,
    change: fn(RunForm, String) -> RunForm,
) -> impl Fn(InputEvent) + 'static {
    let (form, on_form) = (fields.form.clone(), fields.on_form.clone());
    move |event: InputEvent| {
        let text = event.target_unchecked_into::<HtmlInputElement>().value();
        on_form.emit(change(form.clone(), text));
    }
}

fn account_field(
    fields: &ModelFields<'_>,
    change: fn(Account, String) -> Account,
) -> impl Fn(InputEvent) + 'static {
    let (account, on_account) = (fields.account.clone(), fields.on_account.clone());
    move |event: InputEvent| {
        let text = event.target_unchecked_into::<HtmlInputElement>().value();
        on_account.emit(change(account.clone(), text));
    }
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
