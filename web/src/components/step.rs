//! One step of a transcript: what was right, what was held and done, what came back.

use faultline_lab::{AttemptView, StepView, TranscriptView};
use yew::prelude::*;

use super::records::verdict_class;

/// The steps of an episode, one of them in focus, its request and reply shown as they were where `raw` is set.
pub(crate) fn step_list(
    transcript: &TranscriptView,
    focused: Option<u32>,
    raw: bool,
    on_focus: &Callback<u32>,
) -> Html {
    html! {
        <ol class="steps">
            for view in &transcript.steps { { step(view, focused == Some(view.record), raw, on_focus) } }
        </ol>
    }
}

fn step(step: &StepView, focused: bool, raw: bool, on_focus: &Callback<u32>) -> Html {
    let focus = {
        let (on_focus, record) = (on_focus.clone(), step.record);
        move |_: MouseEvent| on_focus.emit(record)
    };
    let state = spine_state(step);
    html! {
        <li class={classes!("step", format!("step--{state}"), focused.then_some("is-focused"))} key={step.record}
            data-step={step.step.to_string()} aria-current={focused.then_some("step")} onclick={focus}>
            { spine(state) }
            <div class="step__body">
                <h3 class="step__title">
                    { format!("Step {}", step.step + 1) }
                    <span class="step__state">{ state_words(state) }</span>
                    { verdicts(step) }
                </h3>
                <div class="step__columns">
                    { right(step) }
                    { done(step) }
                    { came_back(step) }
                </div>
                if raw && focused { { attempts_raw(&step.attempts) } }
            </div>
        </li>
    }
}

/// Where the value held stands to gold in this step.
fn spine_state(step: &StepView) -> &'static str {
    match (step.poisoned, step.diverges, step.returns) {
        (_, true, _) => "diverges",
        (true, _, true) => "returns",
        (true, ..) => "poisoned",
        (false, ..) => "clean",
    }
}

fn state_words(state: &str) -> &'static str {
    match state {
        "diverges" => "leaves gold here",
        "returns" => "back on gold",
        "poisoned" => "on a wrong value",
        _ => "clean",
    }
}

/// The line of this step: straight while clean, forking where it leaves gold, beside it while poisoned, joining where it returns.
fn spine(state: &str) -> Html {
    let (gold, held) = match state {
        "diverges" => ("M10 50V100", "M10 0V50C10 80 30 70 30 100"),
        "poisoned" => ("M10 0V100", "M30 0V100"),
        "returns" => ("M10 0V100", "M30 0V50C30 80 10 70 10 100"),
        _ => ("", "M10 0V100"),
    };
    html! {
        <div class="spine" aria-hidden="true">
            <svg viewBox="0 0 40 100" preserveAspectRatio="none" focusable="false">
                <path class="spine__gold" d={gold} />
                <path class="spine__held" d={held} />
            </svg>
            <span class="spine__mark"></span>
        </div>
    }
}

fn verdicts(step: &StepView) -> Html {
    let badge = |name: &str, verdict: Option<bool>| {
        let word = match verdict {
            Some(true) => "right",
            Some(false) => "wrong",
            None => "not measured",
        };
        html! { <span class={classes!("verdict", verdict_class(verdict))}>{ format!("{name}: {word}") }</span> }
    };
    html! {
        <span class="step__verdicts">
            { badge("against gold", step.gold) }
            { badge("given what was held", step.state) }
        </span>
    }
}

fn line(title: &str, content: Html) -> Html {
    html! { <div class="pair"><dt>{ title }</dt><dd>{ content }</dd></div> }
}

fn code(text: &str) -> Html {
    html! { <code>{ text }</code> }
}

fn right(step: &StepView) -> Html {
    html! {
        <div class="step__column">
            <h4>{ "Gold" }</h4>
            <dl>
                { line("held", code(&step.gold_before)) }
                { line("call", code(&step.gold_call)) }
                { line("gives", code(&step.gold_after)) }
            </dl>
        </div>
    }
}

fn done(step: &StepView) -> Html {
    let many = step.attempts.len() > 1;
    html! {
        <div class="step__column">
            <h4>{ "Held and did" }</h4>
            <dl>
                { line("held", marked(&step.held_before, &step.gold_before)) }
                for (number, attempt) in step.attempts.iter().enumerate() {
                    { line(&if many { format!("call {}", number + 1) } else { "call".into() }, marked(&attempt.call, &step.state_call)) }
                    if !attempt.flags.is_empty() { { line("noted", html! { <span class="quiet">{ attempt.flags.join(", ") }</span> }) } }
                }
                if step.state_call != step.gold_call { { line("fits held", code(&step.state_call)) } }
            </dl>
            if !step.verdict.is_empty() { <p class={classes!("step__verdict", verdict_class(step.state))}>{ step.verdict.clone() }</p> }
        </div>
    }
}

fn came_back(step: &StepView) -> Html {
    html! {
        <div class="step__column">
            <h4>{ "Came back" }</h4>
            <dl>
                for attempt in &step.attempts {
                    { line(if attempt.is_error { "error" } else { "result" }, code(&attempt.observation)) }
                }
                { line("held now", marked(&step.held_after, &step.gold_after)) }
            </dl>
        </div>
    }
}

/// A text with the part marked in which it differs from what it is compared with.
fn marked(text: &str, expected: &str) -> Html {
    let (before, middle, after) = difference(text, expected);
    if middle.is_empty() {
        return code(text);
    }
    html! { <code>{ before }<mark>{ middle }</mark>{ after }</code> }
}

/// A text in three parts: as expected, different, as expected. The middle is empty where nothing differs; digits and letters that
/// stand together are marked together.
fn difference<'a>(text: &'a str, expected: &str) -> (&'a str, &'a str, &'a str) {
    if text == expected {
        return (text, "", "");
    }
    let word = |character: char| character.is_alphanumeric() || character == '_';
    let same = text
        .chars()
        .zip(expected.chars())
        .take_while(|(a, b)| a == b);
    let mut from: usize = same.map(|(character, _)| character.len_utf8()).sum();
    while let Some(last) = text[..from].chars().next_back().filter(|last| word(*last)) {
        from -= last.len_utf8();
    }
    let rest = (&text[from..], expected.get(from..).unwrap_or_default());
    let same = rest
        .0
        .chars()
        .rev()
        .zip(rest.1.chars().rev())
        .take_while(|(a, b)| a == b);
    let mut to = text.len()
        - same
            .map(|(character, _)| character.len_utf8())
            .sum::<usize>();
    while let Some(next) = text[to..].chars().next().filter(|next| word(*next)) {
        to += next.len_utf8();
    }
    if from >= to {
        // Something is missing: the whole is marked, since nothing of it is too much.
        return ("", text, "");
    }
    (&text[..from], &text[from..to], &text[to..])
}

fn attempts_raw(attempts: &[AttemptView]) -> Html {
    html! {
        <div class="raw">
            for attempt in attempts {
                <h4>{ "Request" }</h4>
                for (role, content) in &attempt.request {
                    <div class="raw__message"><span class="raw__role">{ role.clone() }</span><pre tabindex="0">{ content.clone() }</pre></div>
                }
                <h4>{ "Reply, as it arrived" }</h4>
                <pre tabindex="0">{ attempt.raw.clone() }</pre>
            }
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_is_marked() {
        for (text, expected, parts) in [
            (
                "f({\"ref\":17})",
                "f({\"ref\":17})",
                ("f({\"ref\":17})", "", ""),
            ),
            (
                "f({\"ref\":175})",
                "f({\"ref\":17})",
                ("f({\"ref\":", "175", "})"),
            ),
            ("tool_a(1)", "tool_b(1)", ("", "tool_a", "(1)")),
            ("12", "345", ("", "12", "")),
            ("f()", "f(1)", ("", "f()", "")),
            ("é1", "é2", ("", "é1", "")),
            ("", "x", ("", "", "")),
        ] {
            assert_eq!(difference(text, expected), parts, "{text}");
        }
    }
}
