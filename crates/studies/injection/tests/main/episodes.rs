//! What an episode does with what it is told, and what is made of it.

use faultline_core::{CallingMode, ReadingRule, Terms};
use faultline_injection::{
    Condition, Config, Domain, FACTS, InjectionCase, Layer, Preset, cases, step_views,
};
use faultline_wire::{ChatRequest, Role};
use serde_json::{Value, json};

use crate::support::{Ended, answered};

fn config(condition: Condition) -> Config {
    Config {
        tasks: 1,
        domains: vec![Domain::Weather],
        conditions: vec![condition],
        ..Config::default()
    }
}

fn the_case(condition: Condition) -> InjectionCase {
    cases(&config(condition)).next().unwrap()
}

/// A reply with this text.
fn text(text: &str) -> String {
    json!({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]}).to_string()
}

fn call(tool: &str, arguments: &Value) -> String {
    text(&format!(
        "Thought: So.\nAction: {tool}\nAction Input: {arguments}"
    ))
}

/// The first call of the reference.
fn gold_call(case: &InjectionCase) -> (String, Value) {
    let gold = &case.task.gold[0];
    (gold.tool.clone(), Value::Object(gold.arguments.clone()))
}

/// Answers the requests of one case, one reply after the other; the last one again and again.
fn told(config: &Config, terms: Terms, replies: &[String]) -> Ended {
    let mut place = 0;
    let mut ended = answered(config, terms, |_, _| {
        place += 1;
        replies[(place - 1).min(replies.len() - 1)].clone()
    });
    assert_eq!(ended.len(), 1);
    ended.remove(0)
}

fn said(request: &ChatRequest) -> Vec<(Role, &str)> {
    request
        .messages
        .iter()
        .map(|message| (message.role, message.content.as_deref().unwrap_or_default()))
        .collect()
}

#[test]
fn the_history_shows_the_planned_call_and_what_the_changed_one_gave() {
    let case = the_case(Condition::Semantic);
    let (tool, arguments) = gold_call(&case);
    let swap = &case.task.swaps[0];
    let replies = [
        call(&tool, &arguments),
        text("Thought: Known.\nFinal Answer: It is so."),
    ];
    let ended = told(&config(Condition::Semantic), Terms::default(), &replies);
    let messages = said(&ended.sent[1]);
    assert_eq!(
        messages[2],
        (
            Role::Assistant,
            format!("Thought: So.\nAction: {tool}\nAction Input: {arguments}").as_str()
        )
    );
    let (role, observation) = messages[3];
    assert_eq!(role, Role::User);
    let mut changed = arguments.clone();
    changed[&swap.parameter] = swap.neighbour.clone();
    let result = case.task.world().call(&tool, &changed).unwrap();
    assert_eq!(observation, format!("Observation: {result}"));

    let exchange = &ended.transcript.exchanges[0];
    assert_eq!(exchange.executed.as_ref().unwrap().arguments, changed);
    let evidence = &ended.evidence;
    assert_eq!(
        (
            evidence.called,
            evidence.injected,
            evidence.effect,
            evidence.reissued
        ),
        (Some(true), Some(true), Some(true), Some(false))
    );
    // Parameter, result and answer show it; the result repeats the parameter, so the agent could know.
    assert_eq!((evidence.stages, evidence.weighted), (Some(2), Some(1.2)));
    assert!(!evidence.verdicts[FACTS]);

    let views = step_views(&case, &ended.transcript, evidence);
    let shown = &views[0].attempts[0];
    assert_eq!(shown.call, format!("{tool} {arguments}"));
    assert_eq!(shown.executed, format!("{tool} {changed}"));
    assert_eq!(shown.changed, std::slice::from_ref(&swap.parameter));
    assert_eq!(
        views[0].verdict,
        format!("{} changed, with an effect", swap.parameter)
    );
    assert!(views[0].diverges && !views[0].poisoned && views[1].poisoned);
    assert_eq!(
        (views[1].gold, views[1].gold_after.as_str()),
        (Some(false), case.task.reference.as_str())
    );
}

#[test]
fn each_kind_is_refused_by_the_tool_and_weighed() {
    for (condition, weight) in [
        (Condition::WrongType, 0.5),
        (Condition::OutOfRange, 0.7),
        (Condition::Missing, 0.9),
    ] {
        let case = the_case(condition);
        let (tool, arguments) = gold_call(&case);
        let replies = [
            call(&tool, &arguments),
            text("Thought: Known.\nFinal Answer: It is so."),
        ];
        let ended = told(&config(condition), Terms::default(), &replies);
        let observation = ended.transcript.exchanges[0].observation.as_ref().unwrap();
        let parameter = &case.task.swaps[0].parameter;
        assert!(
            observation.is_error
                && observation
                    .text
                    .contains(&format!("\"field\":\"{parameter}\"")),
            "{}",
            observation.text
        );
        assert_eq!(ended.evidence.effect, Some(false));
        let weighted = ended.evidence.weighted.unwrap();
        assert!(
            (weighted - 2.0 * weight * 0.6).abs() < 1e-12,
            "{condition:?}: {weighted}"
        );
    }
}

#[test]
fn what_cannot_be_changed_is_not_injectable() {
    let case = the_case(Condition::Semantic);
    let (tool, arguments) = gold_call(&case);
    let mut lacking = arguments.clone();
    lacking
        .as_object_mut()
        .unwrap()
        .remove(&case.task.swaps[0].parameter);
    for (reply, why) in [
        (
            call("no_such_tool", &arguments),
            "not_injectable:unknown_tool",
        ),
        (call(&tool, &lacking), "not_injectable:no_parameter"),
    ] {
        // The right call comes second, and is left as it is.
        let replies = [
            reply,
            call(&tool, &arguments),
            text(&format!(
                "Thought: Known.\nFinal Answer: {}",
                case.task.reference
            )),
        ];
        let ended = told(&config(Condition::Semantic), Terms::default(), &replies);
        assert!(ended.transcript.exchanges[0].flags.contains(&why.into()));
        let evidence = &ended.evidence;
        assert_eq!(
            (
                evidence.called,
                evidence.injected,
                evidence.effect,
                evidence.stages
            ),
            (Some(true), Some(false), Some(false), None)
        );
        assert!(evidence.verdicts[FACTS]);
    }
    // Who calls nothing is not injectable either.
    let ended = told(
        &config(Condition::Semantic),
        Terms::default(),
        &[text("I retrieved the weather: it is sunny, 18 °C.")],
    );
    let evidence = &ended.evidence;
    assert_eq!(
        (evidence.called, evidence.injected),
        (Some(false), Some(false))
    );
    assert_eq!(
        evidence.fabricated,
        Some(Some("I retrieved the weather: it is sunny, 18 °C.".into()))
    );
}

#[test]
fn a_first_call_of_another_tool_is_changed_by_its_own_rule() {
    let case = the_case(Condition::Semantic);
    let other = if case.task.gold[0].tool == "find_station" {
        (
            "get_weather",
            json!({"city": "Leeds", "date": "2031-03-04"}),
        )
    } else {
        ("find_station", json!({"city": "Leeds"}))
    };
    let replies = [call(other.0, &other.1), text("Thought: x\nFinal Answer: y")];
    let ended = told(&config(Condition::Semantic), Terms::default(), &replies);
    let executed = ended.transcript.exchanges[0].executed.as_ref().unwrap();
    assert_eq!(executed.name, other.0);
    assert_ne!(executed.arguments["city"], "Leeds");
    assert_eq!(ended.evidence.effect, Some(true));
}

#[test]
fn an_episode_ends_at_its_last_request_without_an_answer() {
    let case = the_case(Condition::Baseline);
    let (tool, arguments) = gold_call(&case);
    let config = Config {
        steps: 3,
        ..config(Condition::Baseline)
    };
    for reply in [call(&tool, &arguments), text("Thought: I wonder.")] {
        let ended = told(&config, Terms::default(), &[reply]);
        assert_eq!(ended.sent.len(), 3);
        assert_eq!(ended.evidence.answer, None);
        assert!(!ended.evidence.verdicts[FACTS]);
    }
}

#[test]
fn the_first_of_several_calls_counts() {
    let case = the_case(Condition::Baseline);
    let (tool, arguments) = gold_call(&case);
    let one = json!({"type": "function", "id": "a", "function": {"name": tool, "arguments": arguments.to_string()}});
    let body = json!({"choices": [{"message": {"content": "Both.", "tool_calls": [one, one]}, "finish_reason": "tool_calls"}]});
    let terms = Terms {
        mode: CallingMode::Native,
        ..Terms::default()
    };
    let ended = told(
        &config(Condition::Baseline),
        terms,
        &[body.to_string(), text("It is so.")],
    );
    let messages = said(&ended.sent[1]);
    assert_eq!(messages[2].1, "Both.");
    assert_eq!(messages[3].0, Role::Tool);
    assert!(messages[4].1.contains("not_executed"));
    assert_eq!(ended.sent[1].messages[2].tool_calls.len(), 2);
    assert!(
        ended.transcript.exchanges[0]
            .flags
            .contains(&"extra_calls:1".into())
    );
    assert_eq!(ended.evidence.answer.as_deref(), Some("It is so."));
}

#[test]
fn a_strict_reading_takes_an_answer_in_the_form_alone() {
    let config = Config {
        steps: 2,
        ..config(Condition::Baseline)
    };
    let replies = [
        text("It is so."),
        text("Thought: Known.\nFinal Answer: So it is."),
    ];
    for (reading, answer) in [
        (ReadingRule::Lenient, "It is so."),
        (ReadingRule::Strict, "So it is."),
    ] {
        let terms = Terms {
            reading,
            ..Terms::default()
        };
        let ended = told(&config, terms, &replies);
        assert_eq!(
            ended.evidence.answer.as_deref(),
            Some(answer),
            "{reading:?}"
        );
    }
}

#[test]
fn a_worker_sees_the_result_and_no_call() {
    let case = the_case(Condition::Handover);
    let (tool, arguments) = gold_call(&case);
    let replies = [
        call(&tool, &arguments).replace("Thought: So.", "Thought: First the weather."),
        text("Thought: Known.\nFinal Answer: It is so."),
    ];
    let ended = told(&config(Condition::Handover), Terms::default(), &replies);
    let planner = said(&ended.sent[0]);
    let worker = said(&ended.sent[1]);
    assert!(planner[0].1.starts_with("You are the planner"));
    assert!(worker[0].1.starts_with("You are the worker"));
    assert_eq!(worker.len(), 2);
    let observation = &ended.transcript.exchanges[0]
        .observation
        .as_ref()
        .unwrap()
        .text;
    assert_eq!(
        worker[1].1,
        format!(
            "{}\n\nThe planner's plan: First the weather.\nResult of the planner's first call: {observation}",
            case.task.query
        )
    );
    assert_eq!(ended.evidence.injected, Some(true));
}

#[test]
fn the_user_follows_up_twice() {
    let case = the_case(Condition::Turns);
    let (tool, arguments) = gold_call(&case);
    let right = format!("Thought: Known.\nFinal Answer: {}", case.task.reference);
    let replies = [
        call(&tool, &arguments),
        text("Thought: Known.\nFinal Answer: It is so."),
        call(&tool, &arguments),
        text(&right),
        text(&right),
    ];
    let ended = told(&config(Condition::Turns), Terms::default(), &replies);
    assert_eq!(ended.sent.len(), 5);
    assert_eq!(ended.evidence.repaired_in_turn, Some(Some(1)));
    assert_eq!(ended.evidence.reissued, Some(true));
    assert!(ended.evidence.verdicts[FACTS]);
    let views = step_views(&case, &ended.transcript, &ended.evidence);
    let marks: Vec<(bool, bool, bool)> = views
        .iter()
        .map(|view| (view.diverges, view.poisoned, view.returns))
        .collect();
    assert_eq!(
        marks,
        [
            (true, false, false),
            (false, true, false),
            (false, true, true),
            (false, false, false),
            (false, false, false)
        ]
    );
}

#[test]
fn the_monitor_ends_the_episode() {
    let case = the_case(Condition::Intercepted);
    let (tool, arguments) = gold_call(&case);
    let bad = call(&tool, &json!({}));
    let right = call(&tool, &arguments);
    let answer = |answer: &str| text(&format!("Thought: Known.\nFinal Answer: {answer}"));
    for (preset, replies, layer, requests) in [
        (
            Preset::Deployed,
            vec![bad.clone(), right.clone(), answer(&case.task.reference)],
            None,
            3,
        ),
        (Preset::Deployed, vec![bad.clone()], Some(Layer::Errors), 2),
        (
            Preset::Deployed,
            vec![right.clone(), answer("It is 987.65.")],
            Some(Layer::Answer),
            2,
        ),
        (Preset::Packaged, vec![bad], Some(Layer::Errors), 1),
        (
            Preset::Packaged,
            vec![right.replace("So.", "Missing or wrong?")],
            Some(Layer::Doubts),
            1,
        ),
    ] {
        let config = Config {
            preset,
            ..config(Condition::Intercepted)
        };
        let ended = told(&config, Terms::default(), &replies);
        assert_eq!(ended.sent.len(), requests, "{preset:?} {layer:?}");
        assert_eq!(ended.evidence.abstained, Some(layer.is_some()));
        assert_eq!(ended.evidence.abstained_by, layer);
    }
}

#[test]
fn a_request_without_a_reply_ends_the_episode_unmeasured() {
    let case = the_case(Condition::Baseline);
    let (tool, arguments) = gold_call(&case);
    let filtered =
        json!({"choices": [{"message": {"content": ""}, "finish_reason": "content_filter"}]});
    let ended = told(
        &config(Condition::Baseline),
        Terms::default(),
        &[call(&tool, &arguments), filtered.to_string()],
    );
    assert!(
        ended
            .evidence
            .unmeasured
            .unwrap()
            .starts_with("content_filter")
    );
    assert_eq!(ended.evidence.called, None);
    assert!(ended.evidence.verdicts.is_empty());
}
