//! A return, token by token: how surprising each was after the schemas alone and after all that came before, side by side.

use std::f64::consts::{LN_2, LN_10};

use faultline_report::SurprisalView;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlInputElement};
use yew::prelude::*;

/// Where the shades begin, in nats, from the second on: probabilities of 1/2, 1/10, 1/100 and 1/1000.
const SHADES: [(f64, &str); 4] = [
    (LN_2, "1 in 2"),
    (LN_10, "1 in 10"),
    (4.605_170, "1 in 100"),
    (6.907_755, "1 in 1000"),
];

/// The two contexts: title, and what it says of a token.
const CONTEXTS: [(&str, &str); 2] = [
    ("After the schemas alone", "schema"),
    ("After the whole prefix", "prefix"),
];

/// What the inspector shows.
#[derive(PartialEq, Properties)]
pub(crate) struct SurprisalProps {
    /// The tokens of the return.
    pub(crate) tokens: Vec<SurprisalView>,
    /// Bytes of the text in which it differs from the clean return, from and to; both 0 where it does not.
    pub(crate) differs: (usize, usize),
}

/// The return inspector.
#[component]
pub(crate) fn Surprisals(props: &SurprisalProps) -> Html {
    let at = use_state(|| most_surprising(&props.tokens));
    let shows_table = use_state(|| false);
    let last = props.tokens.len().saturating_sub(1);
    let chosen = (*at).min(last);
    let on_point = {
        let at = at.clone();
        Callback::from(move |event: Event| {
            if let Some(token) = pointed(&event) {
                at.set(token);
            }
        })
    };
    let on_slide = {
        let at = at.clone();
        move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            at.set(input.value().parse().unwrap_or_default());
        }
    };
    let on_table = {
        let shows_table = shows_table.clone();
        move |_: MouseEvent| shows_table.set(!*shows_table)
    };
    let Some(token) = props.tokens.get(chosen) else {
        return Html::default();
    };
    let said = words(token);
    html! {
        <div class="surprisal">
            { legend(props.differs.1 > 0) }
            <div class="surprisal__sides">
                for (title, context) in CONTEXTS { { side(props, title, context, chosen, &on_point) } }
            </div>
            <div class="surprisal__chosen">
                <output class="surprisal__said">{ said.clone() }</output>
                <input type="range" min="0" max={last.to_string()} value={chosen.to_string()} aria-label="Token" aria-valuetext={said} oninput={on_slide} />
                <button type="button" class="button button--small" aria-expanded={shows_table.to_string()} onclick={on_table}>{ "Tokens as a table" }</button>
            </div>
            if *shows_table { { table(&props.tokens) } }
        </div>
    }
}

fn surprisal_of(token: &SurprisalView, context: &str) -> f64 {
    if context == "schema" {
        token.schema
    } else {
        token.prefix
    }
}

/// The shade of a surprisal, from 0 to 4.
fn shade(nats: f64) -> usize {
    SHADES.iter().filter(|(least, _)| nats >= *least).count()
}

/// The token that the prefix makes most surprising; the first of several.
fn most_surprising(tokens: &[SurprisalView]) -> usize {
    let mut most = 0;
    for (place, token) in tokens.iter().enumerate() {
        if token.prefix > tokens[most].prefix {
            most = place;
        }
    }
    most
}

/// A token with its numbers in words.
fn words(token: &SurprisalView) -> String {
    format!(
        "{} · schemas {:.2} · prefix {:.2} nats",
        visible(&token.text),
        token.schema,
        token.prefix
    )
}

/// A token in quotation marks, with what can't be seen written out.
fn visible(text: &str) -> String {
    format!("“{}”", text.replace('\n', "⏎").replace('\t', "⇥"))
}

/// The token that an event points at.
fn pointed(event: &Event) -> Option<usize> {
    let element: Element = event.target()?.dyn_into().ok()?;
    element.get_attribute("data-token")?.parse().ok()
}

fn legend(differs: bool) -> Html {
    html! {
        <p class="surprisal__legend">
            <span class="surprisal__unit">{ "Surprisal in nats" }</span>
            <span><span class="token token--0">{ "abc" }</span>{ " less" }</span>
            for (place, (least, chance)) in SHADES.iter().enumerate() {
                <span><span class={format!("token token--{}", place + 1)}>{ "abc" }</span>{ format!(" {least:.1} or more: {chance}") }</span>
            }
            if differs { <span><span class="token token--0 is-false">{ "abc" }</span>{ " not in the clean return" }</span> }
        </p>
    }
}

fn side(
    props: &SurprisalProps,
    title: &str,
    context: &'static str,
    chosen: usize,
    on_point: &Callback<Event>,
) -> Html {
    let sum: f64 = props
        .tokens
        .iter()
        .map(|token| surprisal_of(token, context))
        .sum();
    #[expect(
        clippy::cast_precision_loss,
        reason = "a return has far fewer than 2^52 tokens"
    )]
    let mean = sum / props.tokens.len() as f64;
    let over = on_point.reform(|event: MouseEvent| Event::from(event));
    let click = over.clone();
    let mut from = 0;
    let spans = props.tokens.iter().enumerate().map(|(place, token)| {
        let to = from + token.text.len();
        let is_false = from < props.differs.1 && to > props.differs.0;
        from = to;
        let nats = surprisal_of(token, context);
        html! {
            <span class={classes!("token", format!("token--{}", shade(nats)), is_false.then_some("is-false"), (place == chosen).then_some("is-chosen"))}
                data-token={place.to_string()}>{ token.text.clone() }</span>
        }
    });
    html! {
        <figure class="surprisal__side" data-context={context}>
            <figcaption>
                { title.to_owned() }
                <span class="quiet">{ format!(": {sum:.1} nats, {mean:.3} per token") }</span>
            </figcaption>
            <div class="surprisal__text" onmouseover={over} onclick={click}>{ for spans }</div>
        </figure>
    }
}

fn table(tokens: &[SurprisalView]) -> Html {
    html! {
        <div class="scroll surprisal__table" tabindex="0" role="region" aria-label="Tokens with their surprisals">
            <table class="list">
                <thead><tr><th scope="col">{ "Token" }</th><th scope="col" class="is-number">{ "Schemas alone, nats" }</th><th scope="col" class="is-number">{ "Whole prefix, nats" }</th></tr></thead>
                <tbody>
                    for token in tokens {
                        <tr><th scope="row" class="is-code">{ visible(&token.text) }</th><td class="is-number">{ format!("{:.3}", token.schema) }</td><td class="is-number">{ format!("{:.3}", token.prefix) }</td></tr>
                    }
                </tbody>
            </table>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_step_up_with_the_nats() {
        for (nats, expected) in [
            (0.0, 0),
            (0.69, 0),
            (0.70, 1),
            (2.31, 2),
            (4.61, 3),
            (6.9, 3),
            (6.91, 4),
            (f64::INFINITY, 4),
        ] {
            assert_eq!(shade(nats), expected, "{nats}");
        }
    }

    #[test]
    fn the_inspector_begins_at_the_token_that_gives_the_return_away() {
        let token = |prefix| SurprisalView {
            text: "x".into(),
            schema: 1.0,
            prefix,
        };
        assert_eq!(most_surprising(&[token(0.5), token(4.0), token(4.0)]), 1);
        assert_eq!(most_surprising(&[]), 0);
        assert_eq!(words(&token(4.0)), "“x” · schemas 1.00 · prefix 4.00 nats");
    }
}
