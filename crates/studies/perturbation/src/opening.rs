//! How a case is put to a model.

use std::fmt::Write as _;

use faultline_core::{Call, CallingMode, Message, Prompt, PromptedForm, Terms};
use faultline_toolbox::local_tool;
use serde_json::Value;

use crate::{FailureType, Packet, PerturbationCase, Status};

/// The standing instructions.
pub(crate) const SYSTEM: &str = "You carry out a request by one call of one of the tools. Choose the tool that does what is asked, and take the arguments \
from the request.";

/// What the ask for a decision begins with.
pub(crate) const DECIDE: &str = "Decide what to make of this return.";

/// The id of the call that the packet answers: nine letters and digits, which is the form that the strictest provider asks for.
const CALL_ID: &str = "call00000";

/// The first prompt: the request, to be answered by a call.
pub(crate) fn first(case: &PerturbationCase, terms: &Terms) -> Prompt {
    Prompt {
        messages: vec![
            Message::System {
                text: SYSTEM.into(),
            },
            Message::User {
                text: case.instance.request.clone(),
            },
        ],
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
    let mut prompt = first(case, terms);
    prompt.messages.extend([
        Message::Assistant {
            text: String::new(),
            calls: vec![Call {
                id: CALL_ID.into(),
                name: name.clone(),
                arguments: Value::Object(instance.gold.arguments.clone()),
            }],
        },
        Message::Tool {
            call_id: CALL_ID.into(),
            name,
            text: packet.visible.to_string(),
        },
        Message::User {
            text: ask(&instance.gold.tool),
        },
    ]);
    if terms.mode == CallingMode::Native {
        // This form lets a model answer by text where tools are on offer.
        prompt.form = PromptedForm::React;
    }
    prompt
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
        text.push_str("\nThe fields of the tool's results, in order:");
        for (place, (field, meaning)) in tool.returns.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            write!(text, "{comma} {field} ({meaning})").unwrap_or_default();
        }
        text.push('.');
    }
    text
}
