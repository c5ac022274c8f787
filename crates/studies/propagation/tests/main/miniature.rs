//! Three chains of four steps, scored by hand.

use faultline_core::{Answer, Ask, Next, Reply, Study as _, Terms};
use faultline_propagation::{
    ArgumentError, Arm, ChainCase, Condition, Config, Pick, Propagation, SelectionError, Step,
    case, outcome_words,
};
use faultline_wire::{ChatRequest, read_reply};
use serde_json::json;

/// Even values go to `evo`, which adds one; odd ones to `odo`, which doubles. Gold: 10, 11, 22, 23, 46.
fn chain(arm: Arm, addend: u64, retries: u32) -> ChainCase {
    let config = Config {
        retries,
        ..Config::default()
    };
    let mut chain = case(&config, 4, 0, arm);
    chain.start = 10;
    chain.addend = addend;
    if addend > 0 {
        chain.condition = Condition::Transformed;
    }
    for (place, name, a, b) in [(chain.even, "evo", 1, 1), (chain.odd, "odo", 2, 0)] {
        let tool = &mut chain.tools[place];
        (tool.name, tool.a, tool.b) = (name.into(), a, b);
    }
    chain
}

/// A reply as it is sent: `evo 10` is a call.
fn written(reply: &str) -> String {
    let call = reply.split_once(' ').and_then(|(name, value)| {
        let value: u64 = value.parse().ok()?;
        Some(format!(
            r#"{{"tool":"{name}","arguments":{{"ref":{value}}}}}"#
        ))
    });
    call.unwrap_or_else(|| reply.to_owned())
}

/// What the replies, given in order, come to; and the last request's messages.
fn play(chain: &ChainCase, replies: &[&str]) -> (Vec<Step>, String) {
    let terms = Terms::default();
    let mut episode = Propagation::episode(chain, &terms);
    let mut replies = replies.iter();
    let mut history = String::new();
    loop {
        match episode.poll() {
            Next::Done(transcript) => {
                assert_eq!(replies.next(), None, "every reply is asked for");
                return (Propagation::score(chain, transcript), history);
            }
            Next::Ask { ask, .. } => {
                let Ask::Generate(prompt) = ask else {
                    panic!("the study asks for calls: {ask:?}");
                };
                let request = ChatRequest::from_prompt(prompt);
                history = request
                    .messages
                    .iter()
                    .filter_map(|message| message.content.clone())
                    .collect::<Vec<_>>()
                    .join("\n");
                let text = written(replies.next().expect("a reply is given for each request"));
                let body = json!({"choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}]});
                let reply = Reply::from_body(200, body.to_string().as_bytes());
                let reading = read_reply(&reply, prompt.mode, prompt.form, &prompt.tools).unwrap();
                episode.handle(Answer::Read {
                    request: request.digest(),
                    reading,
                });
            }
        }
    }
}

/// Holds each step against a line: what is held before and after it; whether it was poisoned, right by gold, right by the state, and done
/// again; and its outcome in words.
fn check(steps: &[Step], expected: [&str; 4]) {
    for (step, expected) in steps.iter().zip(expected) {
        let measured = step.measured.as_ref().unwrap();
        let flags = [
            (step.is_poisoned(), " poisoned"),
            (measured.gold, " gold"),
            (measured.state, " state"),
            (measured.redo, " redo"),
        ];
        let said: String = flags
            .into_iter()
            .filter_map(|(holds, word)| holds.then_some(word))
            .collect();
        let (before, after, words) = (step.held_before, step.held_after, outcome_words(step));
        let found = format!("{before} to {after}{said}: {words}");
        assert_eq!(found, expected, "step {}", step.step);
    }
    assert_eq!(steps.len(), 4);
}

#[test]
fn a_wrong_tool_poisons_and_what_follows_is_judged_by_the_value_held() {
    let (steps, _) = play(
        &chain(Arm::Free, 0, 1),
        &[
            // Digits in a text count as a number.
            r#"{"tool":"evo","arguments":{"ref":"10"}}"#,
            // 11 is odd: 12 instead of 22.
            "evo 11",
            // Right for 12.
            "evo 12",
            // What should have been done at the step before last.
            "odo 11",
        ],
    );
    check(
        &steps,
        [
            "10 to 11 gold state: right",
            "11 to 12: wrong tool",
            "12 to 13 poisoned state: right for the value held",
            "13 to 22 poisoned redo: wrong argument",
        ],
    );
    let last = steps[3].measured.as_ref().unwrap();
    assert!(last.gold_tool && !last.gold_argument, "23 is odd too");
    assert_eq!(last.last.pick, Pick::Odd);
}

#[test]
fn the_same_replies_teacher_forced_are_each_judged_alone() {
    let (steps, history) = play(
        &chain(Arm::TeacherForced, 0, 1),
        &["evo 10", "evo 11", "evo 22", "odo 11"],
    );
    check(
        &steps,
        [
            "10 to 11 gold state: right",
            "11 to 12: wrong tool",
            "22 to 23 gold state: right",
            "23 to 22: wrong argument",
        ],
    );
    assert!(history.contains(r#"{"tool":"odo","arguments":{"ref":11}}"#));
    assert!(!history.contains(r#"{"tool":"evo","arguments":{"ref":11}}"#));
}

#[test]
fn calls_that_cannot_be_executed_spend_their_step() {
    let (steps, history) = play(
        &chain(Arm::Free, 0, 0),
        &[
            "I had rather not.",
            "ghost 10",
            r#"{"tool":"odo","arguments":{}}"#,
            r#"{"tool":"evo","arguments":{"ref":"#,
        ],
    );
    check(
        &steps,
        [
            "10 to 10: no call",
            "10 to 10 poisoned: invented tool",
            "10 to 10 poisoned: wrong tool, missing argument",
            "10 to 10 poisoned: malformed argument",
        ],
    );
    let classes: Vec<_> = steps
        .iter()
        .map(|step| {
            let last = step.measured.as_ref().unwrap().last;
            assert!(last.syntactic);
            (last.selection, last.argument)
        })
        .collect();
    assert_eq!(
        classes,
        [
            (Some(SelectionError::Omitted), None),
            (Some(SelectionError::Invented), None),
            (Some(SelectionError::Wrong), Some(ArgumentError::Missing)),
            (None, Some(ArgumentError::Malformed)),
        ]
    );
    assert!(
        history
            .contains("I had rather not.\nerror: the reply holds no call (this call is skipped)"),
        "{history}"
    );
    assert!(
        history.contains("error: there is no tool ghost (this call is skipped)"),
        "{history}"
    );
    assert!(
        history.contains("error: ref: is missing (this call is skipped)"),
        "{history}"
    );
}

#[test]
fn a_transformed_argument_is_judged_by_the_value_and_the_function() {
    // Gold: 10, evo(21) = 22, evo(33) = 34, evo(45) = 46, evo(57) = 58.
    let (steps, _) = play(
        &chain(Arm::Free, 11, 1),
        &[
            "evo 21",
            // The value itself, the function forgotten: it stands in the history.
            "evo 22",
            // Right for 23.
            "odo 34",
            // 68 + 11 is not 99,000.
            "evo 99000",
        ],
    );
    check(
        &steps,
        [
            "10 to 22 gold state: right",
            "22 to 23: wrong argument",
            "23 to 68 poisoned state: right for the value held",
            "68 to 99001 poisoned: fabricated argument",
        ],
    );
    // The function of an older value is no fabrication.
    let (steps, _) = play(
        &chain(Arm::TeacherForced, 11, 1),
        &["evo 21", "evo 21", "evo 45", "evo 57"],
    );
    assert_eq!(outcome_words(&steps[1]), "wrong argument");
}

#[test]
fn a_retried_step_counts_by_its_last_attempt_and_is_fitted_by_its_first() {
    let (steps, history) = play(
        &chain(Arm::Free, 0, 1),
        &[
            r#"{"tool":"evo"}"#,
            "evo 10",
            // Executed and wrong: there is no second attempt.
            "evo 10",
            "odo 11",
            "evo 22",
        ],
    );
    check(
        &steps,
        [
            "10 to 11 gold state: right",
            "11 to 11: wrong tool, wrong argument",
            "11 to 22 poisoned state redo: right for the value held",
            "22 to 23 poisoned state: right for the value held",
        ],
    );
    let first = steps[0].measured.as_ref().unwrap();
    assert_eq!((first.attempts, first.first_gold), (2, false));
    assert!(first.first.syntactic && !first.last.syntactic);
    assert!(
        !history.contains("error"),
        "a failed attempt leaves the history: {history}"
    );
}
