//! Worked examples: what they show, and what of a request they leave as it is.

use std::collections::BTreeSet;

use faultline_core::{Ask, CallingMode, Case as _, Message, Next, Study as _, Terms};
use faultline_perturbation::{Config, FailureType, Perturbation, PerturbationCase};
use faultline_toolbox::local_tool;
use faultline_wire::ChatRequest;
use serde_json::{Value, json};

use crate::{
    suite::{cases, everything},
    support::{call, played},
};

fn with(examples: u32, config: Config) -> Config {
    Config { examples, ..config }
}

fn first_request(case: &PerturbationCase, mode: CallingMode) -> ChatRequest {
    let terms = Terms {
        mode,
        ..Terms::default()
    };
    let mut episode = Perturbation::episode(case, &terms);
    let Next::Ask {
        ask: Ask::Generate(prompt),
        ..
    } = episode.poll()
    else {
        panic!("nothing is asked of {}", case.id())
    };
    ChatRequest::from_prompt(prompt)
}

#[test]
fn they_are_right_and_about_something_else() {
    let sampled = Config {
        tasks: 48,
        ..Config::default()
    };
    for (config, is_sample) in [(sampled, true), (everything(), true), (two_tools(), false)] {
        for case in cases(&with(4, config)) {
            let instance = &case.instance;
            assert_eq!(instance.examples.len(), 4, "{}", case.id());
            let requests: BTreeSet<&str> = instance
                .examples
                .iter()
                .map(|example| example.request.as_str())
                .collect();
            assert_eq!(requests.len(), 4, "{}", case.id());
            for example in &instance.examples {
                let canonical = instance.canonical(&example.tool).unwrap();
                let tool = local_tool(canonical).unwrap();
                let result = tool
                    .call(&Value::Object(example.arguments.clone()))
                    .unwrap();
                let decision = &example.packet.decision;
                match decision.failure_type {
                    FailureType::None => assert_eq!(decision.final_result, result),
                    FailureType::Timeout => {
                        let part = decision.final_result.as_object().unwrap();
                        assert!(part.iter().all(|(name, value)| result[name] == *value));
                    }
                    _ => assert_eq!(decision.final_result, Value::Null),
                }
                let is_own =
                    canonical == instance.gold.tool && example.arguments == instance.gold.arguments;
                assert!(!is_own, "{}", case.id());
                if is_sample {
                    let gold = local_tool(&instance.gold.tool).unwrap();
                    assert_ne!(tool.group, gold.group, "{}", case.id());
                }
            }
            let last = instance.examples.last().unwrap();
            assert_eq!(last.packet.decision.failure_type, FailureType::None);
        }
    }
}

fn two_tools() -> Config {
    Config {
        tools: 2,
        tasks: 6,
        ..Config::default()
    }
}

#[test]
fn they_are_turns_before_the_request_as_it_is_without_them() {
    let (without, with) = (cases(&two_tools()), cases(&with(2, two_tools())));
    assert_eq!(without.len(), with.len());
    for (plain, case) in without.iter().zip(&with) {
        assert_eq!(format!("{}-x2", plain.id()), case.id());
        assert_ne!(plain.digest(), case.digest());
        let mut bare = case.clone();
        bare.instance.examples.clear();
        assert_eq!(bare.digest(), plain.digest());
        let shown = first_request(case, CallingMode::Prompted);
        let roles: Vec<_> = shown.messages.iter().map(|message| message.role).collect();
        let mut expected = first_request(plain, CallingMode::Prompted).messages;
        assert_eq!(roles.len(), 2 * 2 + expected.len());
        let (asked, request) = (expected.pop().unwrap(), shown.messages.last().unwrap());
        let (asked, request) = (asked.content.unwrap(), request.content.clone().unwrap());
        assert!(request.ends_with(&format!("\n{asked}")), "{request}");
        assert_eq!(shown.messages[0], expected[0]);
    }
}

#[test]
fn a_decision_is_preceded_by_decisions() {
    let case = cases(&with(2, two_tools()))
        .into_iter()
        .find(|case| case.instance.has_decision())
        .unwrap();
    let own = &case.instance;
    let gold = call(
        &own.gold_tool().unwrap().spec.name,
        &Value::Object(own.gold.arguments.clone()),
    );
    let decision = json!(own.packet.as_ref().unwrap().decision).to_string();
    let (record, transcript, sent) = played(&case, &[&gold, &decision]);
    assert!(record.success, "{record:?}");
    let said: Vec<&str> = transcript
        .messages
        .iter()
        .filter_map(|message| match message {
            Message::Assistant { text, calls } if calls.is_empty() => Some(text.as_str()),
            _ => None,
        })
        .collect();
    let shown: Vec<String> = own
        .examples
        .iter()
        .map(|example| json!(example.packet.decision).to_string())
        .collect();
    assert_eq!(said, shown);
    // The first request shows calls alone.
    let calls = |request: &ChatRequest| {
        let texts = request.messages.iter().filter_map(|m| m.content.clone());
        texts.filter(|text| text.contains("final_result")).count()
    };
    assert_eq!(
        (calls(&sent[0]), calls(&sent[1])),
        (0, 2 * 2 + 1),
        "an ask and a decision for each example, and the ask"
    );
}

#[test]
fn what_differs_after_the_call_alone_begins_alike() {
    for mode in CallingMode::ALL {
        let config = Config {
            tasks: 3,
            ..Config::default()
        };
        let mut requests: BTreeSet<(String, String)> = BTreeSet::new();
        for case in cases(&with(3, config)) {
            let family = case.instance.family.code();
            if ["C", "D"].contains(&family) || case.instance.subtype.is_none() {
                requests.insert((
                    case.group(),
                    first_request(&case, mode).digest().to_string(),
                ));
            }
        }
        assert_eq!(requests.len(), 3, "one first request a seed task");
    }
}
