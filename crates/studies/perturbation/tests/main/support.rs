//! Cases made by hand, replies to them, and runs of simulated policies.

use faultline_core::{
    Answer, Ask, Call, CallingMode, Next, ReadingRule, Reply, Study as _, Terms, Transcript,
};
use faultline_perturbation::{
    Config, ExposedTool, FailureType, Family, GoldCall, GoldDecision, Instance, Packet,
    Perturbation, PerturbationCase, Policy, Record, RunKey, Severity, Status, Subtype, Tally,
};
use faultline_runner::{Budget, Cache, Driver, Step};
use faultline_toolbox::local_tool;
use faultline_wire::{ChatRequest, read_reply};
use serde_json::{Map, Value, json};

/// A perturbed case of the route that the paper takes for its example, with a packet in families C and D.
pub(crate) fn case(subtype: Subtype) -> PerturbationCase {
    let family = subtype.family();
    let tools = ["calculate_route", "estimate_travel_time", "convert_unit"].map(|id| ExposedTool {
        canonical: id.into(),
        spec: local_tool(id).unwrap().spec.clone(),
    });
    let arguments = arguments();
    let result = local_tool("calculate_route")
        .unwrap()
        .call(&Value::Object(arguments.clone()))
        .unwrap();
    let packet = family.has_decision().then(|| Packet {
        visible: json!({"attempt": 1, "result": result}),
        decision: GoldDecision {
            status: if family == Family::D {
                Status::Partial
            } else {
                Status::Success
            },
            retryable: family == Family::D,
            failure_type: if family == Family::D {
                FailureType::Timeout
            } else {
                FailureType::None
            },
            final_result: result.clone(),
        },
        lost: Vec::new(),
    });
    PerturbationCase {
        instance: Instance {
            id: format!("calculate_route-0-{subtype}-heavy"),
            family,
            subtype: Some(subtype),
            severity: Severity::Heavy,
            anchor: "calculate_route-0".into(),
            template: "by_hand".into(),
            tools: tools.to_vec(),
            examples: Vec::new(),
            request: "I need to get from hotel to expo using metro.".into(),
            recovery: Vec::new(),
            gold: GoldCall {
                tool: "calculate_route".into(),
                arguments,
                result,
            },
            packet,
            strength: 1.0,
            operators: Vec::new(),
            mixed: None,
            intervention: None,
        },
    }
}

/// The right arguments of that case.
pub(crate) fn arguments() -> Map<String, Value> {
    let arguments = json!({"origin": "hotel", "target": "expo", "profile": "metro"});
    arguments.as_object().unwrap().clone()
}

/// The text of a call in prompted mode.
pub(crate) fn call(tool: &str, arguments: &Value) -> String {
    json!({"tool": tool, "arguments": arguments}).to_string()
}

/// The record of a case that is answered by these texts in prompted mode, and what was sent.
pub(crate) fn played(
    case: &PerturbationCase,
    texts: &[&str],
) -> (Record, Transcript, Vec<ChatRequest>) {
    let terms = Terms::default();
    let mut episode = Perturbation::episode(case, &terms);
    let mut sent = Vec::new();
    loop {
        let prompt = match episode.poll() {
            Next::Done(transcript) => {
                return (
                    Perturbation::score(case, transcript),
                    transcript.clone(),
                    sent,
                );
            }
            Next::Ask {
                ask: Ask::Generate(prompt),
                ..
            } => prompt.clone(),
            Next::Ask { ask, .. } => panic!("the study asks for calls: {ask:?}"),
        };
        let request = ChatRequest::from_prompt(&prompt);
        let text = texts[sent.len()];
        let body = json!({"choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}]});
        let reply = Reply::from_body(200, body.to_string().as_bytes());
        let reading = read_reply(&reply, prompt.mode, prompt.form, &prompt.tools).unwrap();
        episode.handle(Answer::Read {
            request: request.digest(),
            reading,
        });
        sent.push(request);
    }
}

/// The call and the text of a policy's reply to the first request of a case, in prompted mode.
pub(crate) fn answered(case: &PerturbationCase, policy: &str) -> (Option<Call>, String) {
    let mut episode = Perturbation::episode(case, &Terms::default());
    let Next::Ask {
        ask: Ask::Generate(prompt),
        ..
    } = episode.poll()
    else {
        panic!("nothing is asked");
    };
    let request = ChatRequest::from_prompt(prompt);
    let policy = Policy::parse(policy).unwrap();
    let body = policy.answer(&request, request.digest());
    let reply = Reply::from_body(200, body.as_bytes());
    let reading = read_reply(&reply, prompt.mode, prompt.form, &prompt.tools).unwrap();
    let calls = reading.calls(ReadingRule::Lenient);
    (
        calls.as_ref().ok().and_then(|calls| calls.first().cloned()),
        reading.text.clone(),
    )
}

/// Runs a policy over the cases of a config.
pub(crate) fn run(
    config: &Config,
    mode: CallingMode,
    policy: &str,
) -> Vec<(PerturbationCase, Record)> {
    let terms = Terms {
        mode,
        ..Terms::default()
    };
    let policy = Policy::parse(policy).unwrap();
    let mut driver =
        Driver::<Perturbation>::live(config, terms, Cache::default(), Budget::default(), 1);
    let mut all = Vec::new();
    loop {
        let step = driver.next_step(0);
        while let Some(finished) = driver.finished() {
            let record = Perturbation::score(&finished.case, &finished.transcript);
            all.push((finished.case, record));
        }
        match step {
            Step::Send(request) => {
                let body = policy.answer(request.chat().unwrap(), request.digest);
                driver.handle(request.id, Reply::from_body(200, body.as_bytes()), &[], 0);
            }
            Step::Wait { .. } => unreachable!("every request is answered at once"),
            Step::Done(cause) => {
                assert_eq!(cause, None);
                return all;
            }
        }
    }
}

/// Records of one model as a tally.
pub(crate) fn tally(model: &str, records: impl IntoIterator<Item = Record>) -> Tally {
    let mut tally = Tally::default();
    for record in records {
        tally
            .add(
                &RunKey::new(model, &Terms::default(), &Config::default()),
                0,
                record,
            )
            .unwrap();
    }
    tally
}
