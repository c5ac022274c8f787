//! Prompted mode: tools, calls and results as text, for models and servers without a tool interface.

use faultline_core::{Call, Message, PromptedForm, ToolSpec};
use serde::Serialize;
use serde_json::Value;

use crate::{ChatMessage, Role};

/// What stands before a tool's result.
const RESULT: &str = "Result: ";

/// What stands before a tool's result in the `ReAct` form, and what a reply must not write itself.
pub(crate) const OBSERVATION: &str = "Observation:";
/// What stands before the reasons for a call or an answer.
pub(crate) const THOUGHT: &str = "Thought:";
/// What stands before the name of the tool.
pub(crate) const ACTION: &str = "Action:";
/// What stands before the arguments.
pub(crate) const INPUT: &str = "Action Input:";
/// What stands before the final answer.
pub(crate) const FINAL: &str = "Final Answer:";

/// The text of a call in prompted mode: `{"tool":"NAME","arguments":{...}}` on one line, the arguments in their own order.
pub fn call_text(call: &Call) -> String {
    #[derive(Serialize)]
    struct CallText<'a> {
        tool: &'a str,
        arguments: &'a Value,
    }
    let text = CallText {
        tool: &call.name,
        arguments: &call.arguments,
    };
    // A JSON value's keys are strings, so writing it can't fail.
    serde_json::to_string(&text).unwrap_or_default()
}

/// A call with its reasons in the `ReAct` form; where no reasons are known, the call alone.
///
/// ```
/// use faultline_core::Call;
/// let call = Call { id: String::new(), name: "find".into(), arguments: serde_json::json!({"id": 7}) };
/// assert_eq!(
///     faultline_wire::react_text("It is in the register.", &call),
///     "Thought: It is in the register.\nAction: find\nAction Input: {\"id\":7}"
/// );
/// ```
pub fn react_text(thought: &str, call: &Call) -> String {
    let thought = match thought.trim() {
        "" => String::new(),
        thought => format!("{THOUGHT} {thought}\n"),
    };
    format!(
        "{thought}{ACTION} {}\n{INPUT} {}",
        call.name, call.arguments
    )
}

/// The conversation as text: a section of the system message lists the tools, and two messages of one role in a row are
/// one message, since some chat templates refuse anything but alternating roles.
///
/// Where an assistant called, its message is the call alone, so that all calls of a conversation look the same and a base
/// model can follow by imitation. In the `ReAct` form it begins with what the assistant said, which is its reasons.
pub(crate) fn messages(
    messages: &[Message],
    tools: &[ToolSpec],
    form: PromptedForm,
) -> Vec<ChatMessage> {
    let mut chat: Vec<ChatMessage> = Vec::with_capacity(messages.len() + 1);
    if !tools.is_empty() && !matches!(messages.first(), Some(Message::System { .. })) {
        chat.push(ChatMessage::text(Role::System, tool_section(tools, form)));
    }
    for message in messages {
        let (role, text) = match message {
            Message::System { text } if chat.is_empty() && !tools.is_empty() => (
                Role::System,
                format!("{text}\n\n{}", tool_section(tools, form)),
            ),
            Message::System { text } => (Role::System, text.clone()),
            Message::User { text } => (Role::User, text.clone()),
            Message::Assistant { text, calls } if calls.is_empty() => {
                (Role::Assistant, text.clone())
            }
            Message::Assistant { text, calls } => {
                let line = |(place, call)| match form {
                    PromptedForm::Json => call_text(call),
                    PromptedForm::React if place == 0 => react_text(text, call),
                    PromptedForm::React => react_text("", call),
                };
                let lines: Vec<String> = calls.iter().enumerate().map(line).collect();
                (Role::Assistant, lines.join("\n"))
            }
            Message::Tool { text, .. } => match form {
                PromptedForm::Json => (Role::User, format!("{RESULT}{text}")),
                PromptedForm::React => (Role::User, format!("{OBSERVATION} {text}")),
            },
        };
        match chat.last_mut() {
            Some(last) if last.role == role => {
                let content = last.content.get_or_insert_default();
                content.push('\n');
                content.push_str(&text);
            }
            _ => chat.push(ChatMessage::text(role, text)),
        }
    }
    chat
}

/// The tools, one a line, and the form of a reply.
fn tool_section(tools: &[ToolSpec], form: PromptedForm) -> String {
    let line = |tool: &ToolSpec| {
        // A schema's keys are strings, so writing it can't fail.
        let parameters = serde_json::to_string(&tool.parameters).unwrap_or_default();
        format!("{}: {} {parameters}\n", tool.name, tool.description)
    };
    let lines: String = tools.iter().map(line).collect();
    let form = match form {
        PromptedForm::Json => {
            "To call a tool, reply with exactly one JSON object and nothing else:\n{\"tool\":\"NAME\",\"arguments\":{...}}"
        }
        PromptedForm::React => {
            "To call a tool, reply in this form and end there:\n\
             Thought: what to do and why\nAction: NAME\nAction Input: {...}\n\n\
             The result follows as `Observation:`, and you go on. When you know the answer, reply in this form:\n\
             Thought: why it is the answer\nFinal Answer: the answer"
        }
    };
    format!(
        "Tools, one a line (name, what it does, JSON schema of its arguments):\n{lines}\n{form}"
    )
}
