//! What is asked, in the chat shape that most providers take.

use faultline_core::{CallingMode, Digest, Message, Prompt, PromptedForm, ToolSpec};
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::prompted::{self, OBSERVATION};

/// All that is sent but the model's name, in `OpenAI`'s chat shape.
///
/// Serializing it gives the JSON that goes over the wire, and its [`digest`](Self::digest) identifies it in caches and traces.
#[derive(Clone, Debug, PartialEq)]
pub struct ChatRequest {
    /// The conversation.
    pub messages: Vec<ChatMessage>,
    /// The tools of the provider's own interface; empty where the tools stand in the prompt.
    pub tools: Vec<ToolSpec>,
    /// Whether a call must be made: `required` or `auto`; absent where there are no tools.
    pub tool_choice: Option<&'static str>,
    /// 0 is greedy.
    pub temperature: f64,
    /// The most tokens an answer may have.
    pub max_tokens: u32,
    /// Words at which the answer ends; they are not sent where there are none.
    pub stop: Vec<String>,
}

/// One message of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatMessage {
    /// Who speaks.
    pub role: Role,
    /// What is said; absent where there are only calls.
    pub content: Option<String>,
    /// The calls that an assistant made.
    pub tool_calls: Vec<ChatCall>,
    /// The call that a tool's message answers.
    pub tool_call_id: Option<String>,
    /// The tool that answers.
    pub name: Option<String>,
}

/// A call as it stands in an assistant's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatCall {
    /// The id by which a result names it.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments, as JSON text.
    pub arguments: String,
}

/// Who speaks in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Standing instructions.
    System,
    /// The person.
    User,
    /// The model.
    Assistant,
    /// A tool.
    Tool,
}

impl ChatRequest {
    /// The request that shows this prompt.
    ///
    /// In native mode the tools and calls go into the fields that the provider has for them, and a call is required unless
    /// the form has a final answer. In prompted mode all is text: a section of the system message lists the tools and the
    /// reply's form, calls stand in that form in the assistant's messages, results are messages of the user, and roles
    /// alternate. In the `ReAct` form a reply is to stop where it would write a result itself.
    pub fn from_prompt(prompt: &Prompt) -> Self {
        let (messages, tools) = match prompt.mode {
            CallingMode::Native => (native_messages(&prompt.messages), prompt.tools.clone()),
            CallingMode::Prompted => (
                prompted::messages(&prompt.messages, &prompt.tools, prompt.form),
                Vec::new(),
            ),
        };
        let choice = match prompt.form {
            PromptedForm::Json => "required",
            PromptedForm::React => "auto",
        };
        let stop = match (prompt.mode, prompt.form) {
            (CallingMode::Prompted, PromptedForm::React) => vec![OBSERVATION.into()],
            _ => Vec::new(),
        };
        Self {
            messages,
            tool_choice: (!tools.is_empty()).then_some(choice),
            tools,
            temperature: prompt.sampling.temperature,
            max_tokens: prompt.sampling.max_tokens,
            stop,
        }
    }

    /// The digest of the exact JSON.
    pub fn digest(&self) -> Digest {
        Digest::of_json(self)
    }

    /// The body that asks this model, without the parameters that its server refused (`temperature`, `tool_choice`,
    /// `max_tokens`, …). A refused `max_tokens` is sent under its newer name `max_completion_tokens`, unless that is
    /// refused as well.
    pub fn body(&self, model: &str, dropped: &[String]) -> String {
        let body = Body {
            model: Some(model),
            request: self,
            dropped,
        };
        // No map of a request has keys other than strings, which is all that JSON can fail on.
        serde_json::to_string(&body).unwrap_or_default()
    }
}

impl ChatMessage {
    /// A message that only says something.
    pub fn text(role: Role, content: impl Into<String>) -> Self {
        Self {
            role,
            content: Some(content.into()),
            tool_calls: Vec::new(),
            tool_call_id: None,
            name: None,
        }
    }
}

pub(crate) fn native_messages(messages: &[Message]) -> Vec<ChatMessage> {
    let chat_message = |message: &Message| match message {
        Message::System { text } => ChatMessage::text(Role::System, text),
        Message::User { text } => ChatMessage::text(Role::User, text),
        Message::Assistant { text, calls } => ChatMessage {
            content: (!text.is_empty() || calls.is_empty()).then(|| text.clone()),
            tool_calls: calls
                .iter()
                .map(|call| ChatCall {
                    id: call.id.clone(),
                    name: call.name.clone(),
                    arguments: call.arguments.to_string(),
                })
                .collect(),
            ..ChatMessage::text(Role::Assistant, "")
        },
        Message::Tool {
            call_id,
            name,
            text,
        } => ChatMessage {
            tool_call_id: Some(call_id.clone()),
            name: Some(name.clone()),
            ..ChatMessage::text(Role::Tool, text)
        },
    };
    messages.iter().map(chat_message).collect()
}

impl Serialize for ChatRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let body = Body {
            model: None,
            request: self,
            dropped: &[],
        };
        body.serialize(serializer)
    }
}

/// A request with or without its model, and without what was refused.
struct Body<'a> {
    model: Option<&'a str>,
    request: &'a ChatRequest,
    dropped: &'a [String],
}

impl Serialize for Body<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let kept = |name: &str| !self.dropped.iter().any(|dropped| dropped == name);
        let mut map = serializer.serialize_map(None)?;
        if let Some(model) = self.model {
            map.serialize_entry("model", model)?;
        }
        map.serialize_entry("messages", &self.request.messages)?;
        if !self.request.tools.is_empty() {
            map.serialize_entry("tools", &Tools(&self.request.tools))?;
        }
        if let Some(choice) = self.request.tool_choice.filter(|_| kept("tool_choice")) {
            map.serialize_entry("tool_choice", choice)?;
        }
        if kept("temperature") {
            map.serialize_entry("temperature", &self.request.temperature)?;
        }
        let budget = ["max_tokens", "max_completion_tokens"];
        if let Some(name) = budget.into_iter().find(|name| kept(name)) {
            map.serialize_entry(name, &self.request.max_tokens)?;
        }
        if !self.request.stop.is_empty() && kept("stop") {
            map.serialize_entry("stop", &self.request.stop)?;
        }
        map.end()
    }
}

/// A `function` wrapped in an object that says so, as tools and calls are.
#[derive(Serialize)]
struct Wrapped<'a, T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(rename = "type")]
    kind: &'static str,
    function: T,
}

struct Tools<'a>(&'a [ToolSpec]);

impl Serialize for Tools<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|function| Wrapped {
            id: None,
            kind: "function",
            function,
        }))
    }
}

struct Calls<'a>(&'a [ChatCall]);

impl Serialize for Calls<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Function<'a> {
            name: &'a str,
            arguments: &'a str,
        }
        serializer.collect_seq(self.0.iter().map(|call| Wrapped {
            id: Some(&call.id),
            kind: "function",
            function: Function {
                name: &call.name,
                arguments: &call.arguments,
            },
        }))
    }
}

impl Serialize for ChatMessage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("role", &self.role)?;
        map.serialize_entry("content", &self.content)?;
        if !self.tool_calls.is_empty() {
            map.serialize_entry("tool_calls", &Calls(&self.tool_calls))?;
        }
        if let Some(id) = &self.tool_call_id {
            map.serialize_entry("tool_call_id", id)?;
        }
        if let Some(name) = &self.name {
            map.serialize_entry("name", name)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faultline_core::{Call, Property, Sampling, Schema};
    use serde_json::json;

    fn prompt(mode: CallingMode) -> Prompt {
        Prompt {
            messages: vec![
                Message::System {
                    text: "Obey.".into(),
                },
                Message::User {
                    text: "Start at 5.".into(),
                },
                Message::Assistant {
                    text: String::new(),
                    calls: vec![Call {
                        id: "c1".into(),
                        name: "alpha".into(),
                        arguments: json!({"value": 5, "also": "z"}),
                    }],
                },
                Message::Tool {
                    call_id: "c1".into(),
                    name: "alpha".into(),
                    text: "17".into(),
                },
                Message::User {
                    text: "Go on.".into(),
                },
            ],
            tools: vec![ToolSpec {
                name: "alpha".into(),
                description: "Maps a value.".into(),
                parameters: Schema::object([("value", Property::integer(0, 9))]),
            }],
            mode,
            form: PromptedForm::Json,
            sampling: Sampling::default(),
        }
    }

    const PARAMETERS: &str = r#"{"type":"object","properties":{"value":{"type":"integer","minimum":0,"maximum":9}},"required":["value"],"additionalProperties":false}"#;

    #[test]
    fn native_request_uses_the_providers_fields() {
        let request = ChatRequest::from_prompt(&prompt(CallingMode::Native));
        let expected = [
            r#"{"messages":[{"role":"system","content":"Obey."},{"role":"user","content":"Start at 5."},"#,
            r#"{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"alpha","arguments":"{\"value\":5,\"also\":\"z\"}"}}]},"#,
            r#"{"role":"tool","content":"17","tool_call_id":"c1","name":"alpha"},{"role":"user","content":"Go on."}],"#,
            r#""tools":[{"type":"function","function":{"name":"alpha","description":"Maps a value.","parameters":"#,
            PARAMETERS,
            r#"}}],"tool_choice":"required","temperature":0.0,"max_tokens":256}"#,
        ]
        .concat();
        assert_eq!(serde_json::to_string(&request).unwrap(), expected);
        assert_eq!(request.digest(), Digest::of_bytes(expected.as_bytes()));
    }

    #[test]
    fn prompted_request_is_text_with_alternating_roles() {
        let request = ChatRequest::from_prompt(&prompt(CallingMode::Prompted));
        let said: Vec<(Role, &str)> = request
            .messages
            .iter()
            .map(|message| (message.role, message.content.as_deref().unwrap()))
            .collect();
        let system = format!(
            "Obey.\n\nTools, one a line (name, what it does, JSON schema of its arguments):\nalpha: Maps a value. {PARAMETERS}\n\n\
             To call a tool, reply with exactly one JSON object and nothing else:\n{{\"tool\":\"NAME\",\"arguments\":{{...}}}}"
        );
        assert_eq!(
            said,
            [
                (Role::System, system.as_str()),
                (Role::User, "Start at 5."),
                (
                    Role::Assistant,
                    r#"{"tool":"alpha","arguments":{"value":5,"also":"z"}}"#
                ),
                (Role::User, "Result: 17\nGo on."),
            ]
        );
        assert!(request.tools.is_empty() && request.tool_choice.is_none());
    }

    #[test]
    fn react_request_is_in_the_form_that_it_asks_for() {
        let mut prompt = Prompt {
            form: PromptedForm::React,
            ..prompt(CallingMode::Prompted)
        };
        if let Message::Assistant { text, .. } = &mut prompt.messages[2] {
            *text = "It needs alpha.".into();
        }
        let request = ChatRequest::from_prompt(&prompt);
        let said: Vec<&str> = request.messages[1..]
            .iter()
            .map(|message| message.content.as_deref().unwrap())
            .collect();
        assert_eq!(
            said,
            [
                "Start at 5.",
                "Thought: It needs alpha.\nAction: alpha\nAction Input: {\"value\":5,\"also\":\"z\"}",
                "Observation: 17\nGo on.",
            ]
        );
        let system = request.messages[0].content.as_deref().unwrap();
        assert!(system.contains(&format!("\nalpha: Maps a value. {PARAMETERS}\n")));
        assert!(system.ends_with("Thought: why it is the answer\nFinal Answer: the answer"));
        let ending = r#""temperature":0.0,"max_tokens":256,"stop":["Observation:"]}"#;
        assert!(request.body("m", &[]).ends_with(ending));
        assert!(
            request
                .body("m", &["stop".into()])
                .ends_with(r#""max_tokens":256}"#)
        );
        prompt.mode = CallingMode::Native;
        let native = ChatRequest::from_prompt(&prompt);
        assert_eq!((native.tool_choice, native.stop.len()), (Some("auto"), 0));
        assert!(native.messages[2].content.is_some() && native.messages[2].tool_calls.len() == 1);
    }

    #[test]
    fn a_system_message_is_made_where_there_is_none() {
        let mut prompt = prompt(CallingMode::Prompted);
        prompt.messages.remove(0);
        let request = ChatRequest::from_prompt(&prompt);
        assert_eq!(request.messages[0].role, Role::System);
        assert!(
            request.messages[0]
                .content
                .as_deref()
                .unwrap()
                .starts_with("Tools, one a line")
        );
        prompt.tools.clear();
        assert_eq!(
            ChatRequest::from_prompt(&prompt).messages[0].role,
            Role::User
        );
    }

    #[test]
    fn refused_parameters_are_left_out() {
        let request = ChatRequest::from_prompt(&prompt(CallingMode::Native));
        for (dropped, ending) in [
            (
                &[][..],
                r#""tool_choice":"required","temperature":0.0,"max_tokens":256}"#,
            ),
            (
                &["max_tokens"],
                r#""temperature":0.0,"max_completion_tokens":256}"#,
            ),
            (
                &["temperature", "tool_choice", "seed"],
                r#"}}],"max_tokens":256}"#,
            ),
            (
                &["max_tokens", "max_completion_tokens"],
                r#""temperature":0.0}"#,
            ),
        ] {
            let dropped: Vec<String> = dropped.iter().map(ToString::to_string).collect();
            let body = request.body("m", &dropped);
            assert!(
                body.starts_with(r#"{"model":"m","messages":["#) && body.ends_with(ending),
                "{body}"
            );
        }
    }
}
