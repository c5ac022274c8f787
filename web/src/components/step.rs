//! One step of a transcript: what was right, what was held and done, what came back.

use faultline_lab::{AttemptView, StepView, TranscriptView};
use yew::prelude::*;

use super::{message, records::verdict_class, surprisal::Surprisals};

/// The steps of an episode, one of them in focus, its request and reply shown as they were where `raw` is set.
pub(crate) fn step_list(
    transcript: &TranscriptView,
    focused: Option<u32>,
    raw: bool,
    on_focus: &Callback<u32>,
) -> Html {
    // Where nothing is held and nothing was changed, there is no state to tell.
    let tells_state = transcript
        .steps
        .iter()
        .any(|step| has_held(step) || spine_state(step) != "clean");
    html! {
        <ol class="steps">
            for view in &transcript.steps { { step(view, focused == Some(view.record), raw, tells_state, on_focus) } }
        </ol>
    }
}

fn step(
    step: &StepView,
    focused: bool,
    raw: bool,
    tells_state: bool,
    on_focus: &Callback<u32>,
) -> Html {
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
                    if tells_state { <span class="step__state">{ state_words(state, step) }</span> }
                    { verdicts(step) }
                </h3>
                if step.surprisals.is_empty() {
                    <div class="step__columns">
                        { right(step) }
                        { done(step) }
                        { came_back(step) }
                    </div>
                } else {
                    { returned(step, focused) }
                }
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

/// Whether values are held from step to step, so that what was held tells what is right.
fn has_held(step: &StepView) -> bool {
    step.surprisals.is_empty()
        && !(step.held_before.is_empty()
            && step.gold_before.is_empty()
            && step.state_call.is_empty())
}

fn state_words(state: &str, step: &StepView) -> &'static str {
    match (state, has_held(step)) {
        ("poisoned", false) if !step.surprisals.is_empty() => "a bad return",
        (_, false) if !step.surprisals.is_empty() => "the desk's own return",
        ("diverges", true) => "leaves gold here",
        ("diverges", false) => "call changed here",
        ("returns", true) => "back on gold",
        ("returns", false) => "planned call made again",
        ("poisoned", true) => "on a wrong value",
        ("poisoned", false) => "after the change",
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
    let has_held = has_held(step);
    html! {
        <span class="step__verdicts">
            if has_held || step.gold.is_some() { { badge(if has_held { "against gold" } else { "against the reference" }, step.gold) } }
            if has_held { { badge("given what was held", step.state) } }
        </span>
    }
}

fn line(title: &str, content: Html) -> Html {
    html! { <div class="pair"><dt>{ title }</dt><dd>{ content }</dd></div> }
}

fn code(text: &str) -> Html {
    html! { <code>{ text }</code> }
}

/// A line with a text as code, where there is any.
fn told(title: &str, text: &str) -> Html {
    if text.is_empty() {
        return Html::default();
    }
    line(title, code(text))
}

/// Whether the step ends in an answer in words.
fn is_answer(step: &StepView) -> bool {
    !has_held(step) && step.gold_call.is_empty() && !step.gold_after.is_empty()
}

fn right(step: &StepView) -> Html {
    let is_empty = step.gold_call.is_empty() && step.gold_after.is_empty();
    html! {
        <div class="step__column">
            <h4>{ "Gold" }</h4>
            if is_empty { <p class="quiet step__nothing">{ "Gold needs no call here." }</p> }
            <dl>
                { told("held", &step.gold_before) }
                { told("call", &step.gold_call) }
                if is_answer(step) { { line("reference", html! { { step.gold_after.clone() } }) } }
                else { { told("gives", &step.gold_after) } }
            </dl>
        </div>
    }
}

fn done(step: &StepView) -> Html {
    let many = step.attempts.len() > 1;
    let has_held = has_held(step);
    html! {
        <div class="step__column">
            <h4>{ if has_held { "Held and did" } else { "Did" } }</h4>
            <dl>
                if has_held { { line("held", marked(&step.held_before, &step.gold_before)) } }
                for (number, attempt) in step.attempts.iter().enumerate() {
                    if !has_held { { said(attempt) } }
                    { call(step, attempt, &if many { format!("call {}", number + 1) } else { "call".into() }) }
                    if !attempt.flags.is_empty() { { line("noted", html! { <span class="quiet">{ attempt.flags.join(", ") }</span> }) } }
                }
                if step.state_call != step.gold_call { { told("fits held", &step.state_call) } }
            </dl>
            if !step.verdict.is_empty() { <p class={classes!("step__verdict", verdict_class(if has_held { step.state } else { step.gold }))}>{ step.verdict.clone() }</p> }
        </div>
    }
}

/// What the reply says beside its call or answer.
fn said(attempt: &AttemptView) -> Html {
    let text = attempt.text.trim();
    if text.is_empty() || text == attempt.call.trim() {
        return Html::default();
    }
    line(
        "thought",
        html! { <span class="step__text">{ text.to_owned() }</span> },
    )
}

/// What was called; where something else ran, both, the arguments marked in which they differ.
fn call(step: &StepView, attempt: &AttemptView, title: &str) -> Html {
    if has_held(step) {
        return line(title, marked(&attempt.call, &step.state_call));
    }
    if !attempt.executed.is_empty() && attempt.executed != attempt.call {
        let missing: Vec<&str> = attempt
            .changed
            .iter()
            .map(String::as_str)
            .filter(|name| {
                !parts(&attempt.executed, &[(*name).to_owned()])
                    .iter()
                    .any(|(_, marked)| *marked)
            })
            .collect();
        return html! {
            <>
                { line("planned", arguments(&attempt.call, &attempt.changed)) }
                { line("ran", html! {
                    <>
                        { arguments(&attempt.executed, &attempt.changed) }
                        if !missing.is_empty() { <span class="quiet">{ format!(" {} taken out", missing.join(", ")) }</span> }
                    </>
                }) }
            </>
        };
    }
    if is_answer(step) {
        return line("answer", html! { { attempt.call.clone() } });
    }
    told(title, &attempt.call)
}

/// A call with some of its arguments marked.
fn arguments(call: &str, names: &[String]) -> Html {
    html! {
        <code>
            for (text, is_marked) in parts(call, names) {
                if is_marked { <mark>{ text.to_owned() }</mark> } else { { text.to_owned() } }
            }
        </code>
    }
}

/// A call in parts: each argument of one of these names, with its name, is marked.
fn parts<'a>(call: &'a str, names: &[String]) -> Vec<(&'a str, bool)> {
    let mut parts = Vec::new();
    let (mut from, mut depth, mut quoted, mut escaped) = (0, 0_u32, false, false);
    // Where the argument begins that is being read, if it is one of these.
    let mut begun: Option<usize> = None;
    for (place, byte) in call.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => {
                let is_named = |name: &String| {
                    let rest = call[place + 1..].strip_prefix(name.as_str());
                    rest.is_some_and(|rest| rest.starts_with("\":"))
                };
                if !quoted && depth == 1 && begun.is_none() && names.iter().any(is_named) {
                    begun = Some(place);
                }
                quoted = !quoted;
            }
            _ if quoted => {}
            b',' | b'}' if depth == 1 => {
                if let Some(start) = begun.take() {
                    parts.push((&call[from..start], false));
                    parts.push((&call[start..place], true));
                    from = place;
                }
                depth -= u32::from(byte == b'}');
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    parts.push((&call[from..], false));
    parts.retain(|(text, _)| !text.is_empty());
    parts
}

/// A step of which the return was scored: the call, what comes after it, and the return itself, token by token where it is in focus.
fn returned(step: &StepView, focused: bool) -> Html {
    let text = &step.held_before;
    let is_false = !step.gold_before.is_empty() && *text != step.gold_before;
    let differs = if is_false {
        let (before, middle, _) = difference(text, &step.gold_before);
        (before.len(), before.len() + middle.len())
    } else {
        (0, 0)
    };
    html! {
        <>
            <div class="step__columns step__columns--two">
                <div class="step__column">
                    <h4>{ "Made" }</h4>
                    <dl>
                        for attempt in &step.attempts {
                            { told("call", &attempt.call) }
                            { line("measured", html! { { attempt.flags.join(", ") } }) }
                        }
                    </dl>
                </div>
                <div class="step__column">
                    <h4>{ "Next" }</h4>
                    <dl>
                        { told("reference", &step.gold_call) }
                        { line("likeliest", html! { { step.held_after.clone() } }) }
                    </dl>
                    if !step.verdict.is_empty() { <p class={classes!("step__verdict", verdict_class(step.gold))}>{ step.verdict.clone() }</p> }
                </div>
            </div>
            <div class="step__return">
                <h4>{ "Returned" }</h4>
                if focused {
                    <Surprisals tokens={step.surprisals.clone()} {differs} />
                    if is_false { <details><summary>{ "The clean return" }</summary><pre tabindex="0">{ step.gold_before.clone() }</pre></details> }
                } else {
                    <p>{ if is_false { marked(text, &step.gold_before) } else { code(text) } }</p>
                }
            </div>
        </>
    }
}

fn came_back(step: &StepView) -> Html {
    let is_empty = step.held_after.is_empty()
        && step
            .attempts
            .iter()
            .all(|attempt| attempt.observation.is_empty());
    html! {
        <div class="step__column">
            <h4>{ "Came back" }</h4>
            if is_empty { <p class="quiet step__nothing">{ "Nothing: no tool ran." }</p> }
            <dl>
                for attempt in &step.attempts {
                    if has_held(step) || !attempt.observation.is_empty() {
                        { line(if attempt.is_error { "error" } else { "result" }, code(&attempt.observation)) }
                    }
                }
                if has_held(step) { { line("held now", marked(&step.held_after, &step.gold_after)) } }
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
            if attempts.iter().all(|attempt| attempt.request.is_empty()) {
                <p class="quiet">{ "No request is stored: the record comes from a result file." }</p>
            }
            for attempt in attempts.iter().filter(|attempt| !attempt.request.is_empty()) {
                <h4>{ "Request" }</h4>
                for (role, content) in &attempt.request {
                    { message(role, content) }
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
    fn changed_arguments_are_marked() {
        let names =
            |names: &[&str]| -> Vec<String> { names.iter().map(|name| (*name).into()).collect() };
        for (call, changed, marked) in [
            (r#"f {"a":1,"b":"x"}"#, &["a"][..], &[r#""a":1"#][..]),
            (
                r#"f {"a":1,"b":"x, \"a\":2}"}"#,
                &["b"],
                &[r#""b":"x, \"a\":2}""#],
            ),
            (r#"f {"a":{"b":2},"b":[1,2]}"#, &["b"], &[r#""b":[1,2]"#]),
            (r#"f {"a":1,"b":2}"#, &["a", "b"], &[r#""a":1"#, r#""b":2"#]),
            (r#"f {"b":2}"#, &["a"], &[]),
            ("no call", &["a"], &[]),
            ("", &["a"], &[]),
        ] {
            let found = parts(call, &names(changed));
            let texts: String = found.iter().map(|(text, _)| *text).collect();
            assert_eq!(texts, call);
            let found: Vec<&str> = found
                .iter()
                .filter_map(|(text, is_marked)| is_marked.then_some(*text))
                .collect();
            assert_eq!(found, marked, "{call}");
        }
    }

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
