//! Prompted mode: tools, calls and results as text, for models and servers without a tool interface.

use faultline_core::{Call, Message, ToolSpec};
use serde::Serialize;
use serde_json::Value;

use crate::{ChatMessage, Role};

/// What stands before a tool's result.
const RESULT: &str = "Result: ";

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

/// The conversation as text: a section of the system message lists the tools, and two messages of one role in a row are
/// one message, since some chat templates refuse anything but alternating roles.
///
/// Where an assistant called, its message is the call alone, so that all calls of a conversation look the same and a base
/// model can follow by imitation.
pub(crate) fn messages(messages: &[Message], tools: &[ToolSpec]) -> Vec<ChatMessage> {
    let mut chat: Vec<ChatMessage> = Vec::with_capacity(messages.len() + 1);
    if !tools.is_empty() && !matches!(messages.first(), Some(Message::System { .. })) {
        chat.push(ChatMessage::text(Role::System, tool_section(tools)));
    }
    for message in messages {
        let (role, text) = match message {
            Message::System { text } if chat.is_empty() && !tools.is_empty() => {
                (Role::System, format!("{text}\n\n{}", tool_section(tools)))
            }
            Message::System { text } => (Role::System, text.clone()),
            Message::User { text } => (Role::User, text.clone()),
            Message::Assistant { text, calls } if calls.is_empty() => {
                (Role::Assistant, text.clone())
            }
            Message::Assistant { calls, .. } => {
                let lines: Vec<String> = calls.iter().map(call_text).collect();
                (Role::Assistant, lines.join("\n"))
            }
            Message::Tool { text, .. } => (Role::User, format!("{RESULT}{text}")),
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
fn tool_section(tools: &[ToolSpec]) -> String {
    let line = |tool: &ToolSpec| {
        // A schema's keys are strings, so writing it can't fail.
        let parameters = serde_json::to_string(&tool.parameters).unwrap_or_default();
        format!("{}: {} {parameters}\n", tool.name, tool.description)
    };
    let lines: String = tools.iter().map(line).collect();
    format!(
        "Tools, one a line (name, what it does, JSON schema of its arguments):\n{lines}\n\
         To call a tool, reply with exactly one JSON object and nothing else:\n{{\"tool\":\"NAME\",\"arguments\":{{...}}}}"
    )
}
