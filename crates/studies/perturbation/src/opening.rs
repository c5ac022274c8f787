//! How a case is put to a model.

use std::fmt::Write as _;

use faultline_core::{Call, CallingMode, Message, Prompt, PromptedForm, Terms};
use faultline_toolbox::local_tool;
use serde_json::{Map, Value, json};

use crate::{FailureType, Packet, PerturbationCase, Status};

/// The standing instructions.
pub(crate) const SYSTEM: &str = "You carry out a request by one call of one of the tools. Choose the tool that does what is asked, and take the arguments \
from the request.";

/// What the ask for a decision begins with.
pub(crate) const DECIDE: &str = "Decide what to make of this return.";

/// What announces worked examples, and stands before the first.
pub(crate) const EXAMPLES: &str = "First some examples, which have nothing to do with each other.";
/// What stands before each further example.
const NEXT_EXAMPLE: &str = "Next example.";
/// What follows the last example, and stands before the request.
pub(crate) const START: &str = "The examples are over, the task begins.";
/// What the list of the fields of a tool's results begins with.
pub(crate) const FIELDS: &str = "The fields of the tool's results, in order:";
/// What answers a call of an example where its return is not shown.
const EXAMPLE_OVER: &str = "example";

/// The id of the call that the packet answers: nine letters and digits, which is the form that the strictest provider asks for.
const CALL_ID: &str = "call00000";

/// The first prompt: the request, to be answered by a call.
///
/// Worked examples are turns of their own, so that a model that goes on by imitation has something to imitate. Here they end with their
/// calls: so instances that differ in what comes back alone send the same first request.
pub(crate) fn first(case: &PerturbationCase, terms: &Terms) -> Prompt {
    opening(case, terms, false)
}

/// Instructions, examples and request.
fn opening(case: &PerturbationCase, terms: &Terms, decides: bool) -> Prompt {
    let instance = &case.instance;
    let mut messages = vec![Message::System {
        text: SYSTEM.into(),
    }];
    for (place, example) in instance.examples.iter().enumerate() {
        let announced = if place == 0 { EXAMPLES } else { NEXT_EXAMPLE };
        messages.push(Message::User {
            text: format!("{announced}\n{}", example.request),
        });
        let call_id = format!("exam{place:05}");
        let arguments = &example.arguments;
        messages.push(called(&call_id, &example.tool, arguments));
        if decides {
            let tool = instance.canonical(&example.tool).unwrap_or_default();
            messages.extend(returned(&call_id, &example.tool, tool, &example.packet));
            messages.push(Message::Assistant {
                text: json!(example.packet.decision).to_string(),
                calls: Vec::new(),
            });
        } else if terms.mode == CallingMode::Native {
            // The provider's interface wants an answer to every call.
            messages.push(Message::Tool {
                call_id,
                name: example.tool.clone(),
                text: EXAMPLE_OVER.into(),
            });
        }
    }
    let request = &instance.request;
    messages.push(Message::User {
        text: if instance.examples.is_empty() {
            request.clone()
        } else {
            format!("{START}\n{request}")
        },
    });
    Prompt {
        messages,
        tools: case.tools(),
        mode: terms.mode,
        form: PromptedForm::Json,
        sampling: terms.sampling,
    }
}

/// The second prompt: the right call, whatever was called, what it returned, and the ask for a decision.
pub(crate) fn second(case: &PerturbationCase, terms: &Terms, packet: &Packet) -> Prompt {
    let instance = &case.instance;
    let name = instance
        .gold_tool()
        .map_or_else(|| instance.gold.tool.clone(), |tool| tool.spec.name.clone());
    let mut prompt = opening(case, terms, true);
    prompt
        .messages
        .push(called(CALL_ID, &name, &instance.gold.arguments));
    prompt
        .messages
        .extend(returned(CALL_ID, &name, &instance.gold.tool, packet));
    if terms.mode == CallingMode::Native {
        // This form lets a model answer by text where tools are on offer.
        prompt.form = PromptedForm::React;
    }
    prompt
}

/// A call.
fn called(id: &str, name: &str, arguments: &Map<String, Value>) -> Message {
    Message::Assistant {
        text: String::new(),
        calls: vec![Call {
            id: id.into(),
            name: name.into(),
            arguments: Value::Object(arguments.clone()),
        }],
    }
}

/// What a call of the tool of this name and canonical id returned, and the ask for a decision on it.
fn returned(call_id: &str, name: &str, tool: &str, packet: &Packet) -> [Message; 2] {
    [
        Message::Tool {
            call_id: call_id.into(),
            name: name.into(),
            text: packet.visible.to_string(),
        },
        Message::User { text: ask(tool) },
    ]
}

/// The ask for a decision, with all values that it may have and the output format of the tool.
fn ask(tool: &str) -> String {
    let mut text = format!(
        "{DECIDE} Make no further call; reply with exactly one JSON object and nothing else:\n\
         {{\"status\":…,\"retryable\":…,\"failure_type\":…,\"final_result\":…}}\n\
         status: how the execution ended."
    );
    let mut list = |name: &str, meaning: &str| {
        // Writing to a string can't fail.
        write!(text, " {name}: {meaning}.").unwrap_or_default();
    };
    for (_, name, meaning) in Status::ALL {
        list(name, meaning);
    }
    text.push_str(
        "\nretryable: true if the same call should be tried again now, else false.\nfailure_type: what went wrong.",
    );
    for (_, name, meaning) in FailureType::ALL {
        write!(text, " {name}: {meaning}.").unwrap_or_default();
    }
    text.push_str(
        "\nfinal_result: the tool's result that is to be kept, as the tool itself gives it, with its own names of fields and without \
         anything that the packet adds; where only a part can be kept, the fields of that part; null if there is nothing to keep.",
    );
    if let Some(tool) = local_tool(tool) {
        text.push('\n');
        text.push_str(FIELDS);
        for (place, (field, meaning)) in tool.returns.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            write!(text, "{comma} {field} ({meaning})").unwrap_or_default();
        }
        text.push('.');
    }
    text
}
