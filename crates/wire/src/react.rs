//! A reply in the `ReAct` form, parted into its reasons, its call and its final answer.

use faultline_core::FinalAnswer;
use serde_json::Value;

use crate::{
    answer::{Given, add},
    extract::{TextCall, own_turn, react::line_start},
    json::{AtEnd, read_whole},
    prompted::{ACTION, FINAL, INPUT, OBSERVATION, THOUGHT},
};

/// A reply, parted.
#[derive(Debug, Default)]
pub(crate) struct Parted {
    /// What the model said before it invented a result of its own.
    pub(crate) text: String,
    /// The byte of `text` up to which calls are sought: what follows is the final answer.
    pub(crate) before: usize,
    /// The final answer, if nothing before it is a call.
    pub(crate) answer: Option<FinalAnswer>,
    /// What is odd, by name.
    pub(crate) flags: Vec<String>,
    /// Whether the reply says what a tool returned, which only the tool can.
    pub(crate) invents: bool,
}

/// Parts a text.
pub(crate) fn part(text: &str) -> Parted {
    let mut parted = Parted::default();
    let own = without_results(text, &mut parted);
    own.clone_into(&mut parted.text);
    parted.before = own.len();
    if let Some(start) = line_start(own, 0, FINAL) {
        parted.before = start;
        let (said, flags) = own_turn(&own[start + FINAL.len()..]);
        let end = [THOUGHT, ACTION]
            .into_iter()
            .filter_map(|mark| line_start(said, 0, mark).filter(|place| *place > 0))
            .min();
        if end.is_some() {
            add(&mut parted.flags, "trailing_text".into());
        }
        let is_plain = flags.is_empty() && end.is_none() && !parted.invents;
        for flag in flags {
            add(&mut parted.flags, flag);
        }
        let reasons = own[..start].trim_start();
        parted.answer = Some(FinalAnswer {
            text: trimmed(&said[..end.unwrap_or(said.len())]),
            as_asked: is_plain
                && reasons.starts_with(THOUGHT)
                && line_start(reasons, 0, ACTION).is_none(),
        });
    } else if !own.trim_start().starts_with(THOUGHT) && line_start(own, 0, ACTION).is_none() {
        let (said, flags) = own_turn(own);
        if !said.trim().is_empty() {
            for flag in flags {
                add(&mut parted.flags, flag);
            }
            parted.answer = Some(FinalAnswer {
                text: trimmed(said),
                as_asked: false,
            });
        }
    }
    parted
}

/// The text up to where it invents a result. One that begins with a result has said nothing before it, and is left whole.
fn without_results<'a>(text: &'a str, parted: &mut Parted) -> &'a str {
    let Some(start) = line_start(text, 0, OBSERVATION) else {
        return text;
    };
    let own = text[..start].trim_end_matches(['*', ' ', '\t']);
    if own.trim().is_empty() {
        return text;
    }
    // A server may leave the word at which it stopped.
    if !text[start + OBSERVATION.len()..].trim().is_empty() {
        parted.invents = true;
        add(&mut parted.flags, "hallucinated_tool_result".into());
    }
    own
}

fn trimmed(text: &str) -> String {
    text.trim().trim_start_matches("**").trim_start().to_owned()
}

/// The reasons in what stands before a call or an answer.
pub(crate) fn thought(before: &str) -> String {
    const AROUND: [char; 5] = ['*', ' ', '\n', '\r', '\t'];
    let end = line_start(before, 0, ACTION).unwrap_or(before.len());
    let before = before[..end].trim_matches(AROUND);
    let before = before.strip_prefix(THOUGHT).unwrap_or(before);
    before.trim_matches(AROUND).to_owned()
}

/// The call that a text is, if it is the form asked for and nothing else, and the reasons before it.
pub(crate) fn as_asked(text: &str) -> Option<(TextCall, String)> {
    let body = text.trim().strip_prefix(THOUGHT)?;
    let (reasons, rest) = body.split_once(&format!("\n{ACTION}"))?;
    let (name, input) = rest.split_once(&format!("\n{INPUT}"))?;
    let name = name.trim();
    let is_mark = |mark: &&str| line_start(reasons, 0, mark).is_some_and(|place| place > 0);
    if name.is_empty()
        || name.contains(char::is_whitespace)
        || [FINAL, OBSERVATION].iter().any(is_mark)
    {
        return None;
    }
    let parsed = read_whole(input.trim(), AtEnd::Cut).ok()?;
    let is_plain = parsed.repairs.is_empty() && parsed.notes.is_empty();
    matches!(parsed.value, Value::Object(_) if is_plain).then(|| {
        let call = TextCall {
            name: name.to_owned(),
            arguments: Given::Json(parsed.value),
            as_asked: true,
        };
        (call, reasons.trim().to_owned())
    })
}

#[cfg(test)]
mod tests {
    use faultline_core::{
        Call, CallFault, CallingMode, PromptedForm, Property, ReadingRule, Reply, Schema, ToolSpec,
    };
    use serde_json::json;

    use crate::read_reply;

    /// The strict and the lenient reading, the thought and the flags in a line.
    fn shown(text: &str, mode: CallingMode) -> String {
        let tools = [ToolSpec {
            name: "pick".into(),
            description: String::new(),
            parameters: Schema::object([("id", Property::integer(0, 99))]),
        }];
        let body = json!({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]});
        let reply = Reply::from_body(200, body.to_string().as_bytes());
        let reading = match read_reply(&reply, mode, PromptedForm::React, &tools) {
            Ok(reading) => reading,
            Err(cause) => return cause.kind,
        };
        let side = |calls: &Result<Vec<Call>, CallFault>, rule| match (
            calls,
            reading.final_answer(rule),
        ) {
            (Ok(calls), None) => calls
                .iter()
                .map(|call| format!("{}{}", call.name, call.arguments))
                .collect::<Vec<_>>()
                .concat(),
            (Ok(_), Some(_)) => "both a call and an answer".into(),
            (Err(CallFault::NoCall), Some(answer)) => format!("'{answer}'"),
            (Err(CallFault::NoCall), None) => "none".into(),
            (Err(CallFault::Unparseable(_)), _) => "unreadable".into(),
            (Err(fault), _) => format!("({fault})"),
        };
        format!(
            "{} | {} | {} | {}",
            side(&reading.strict, ReadingRule::Strict),
            side(&reading.lenient, ReadingRule::Lenient),
            reading.thought,
            reading.flags.join(" ")
        )
    }

    #[test]
    fn prompted_replies() {
        const CALL: &str = "Thought: So.\nAction: pick\nAction Input: {\"id\": 3}";
        for (text, expected) in [
            (CALL, r#"pick{"id":3} | pick{"id":3} | So. | "#),
            (
                "<think>hm</think>\nThought: So,\nand so.\nAction: pick\nAction Input: {\"id\":\n3}\nObservation:",
                "pick{\"id\":3} | pick{\"id\":3} | So,\nand so. | ",
            ),
            (
                "Thought: So.\nAction: pick\nAction Input: {\"id\": 3}\nObservation: 4\nThought: done\nFinal Answer: 4",
                r#"unreadable | pick{"id":3} | So. | hallucinated_tool_result"#,
            ),
            (
                "Action: `pick`\nAction Input: ```json\n{'id': 3}\n```",
                r#"unreadable | pick{"id":3} |  | repaired:single_quotes"#,
            ),
            (
                "**Thought:** So.\n**Action:** pick\n**Action Input:** {\"id\": 3}",
                r#"unreadable | pick{"id":3} | So. | "#,
            ),
            (
                "Thought: So.\nAction: pick(id=3)",
                r#"unreadable | pick{"id":3} | So. | "#,
            ),
            (
                "So.\n{\"tool\":\"pick\",\"arguments\":{\"id\":3}}",
                r#"unreadable | pick{"id":3} | So. | format:json"#,
            ),
            (
                "Thought: So.\nAction: pick\nAction Input: {\"id\": 3}\nFinal Answer: 4",
                r#"unreadable | pick{"id":3} | So. | answer_after_call"#,
            ),
            (
                "Thought: Known.\nFinal Answer: It is 4.\nReally.",
                "'It is 4.\nReally.' | 'It is 4.\nReally.' | Known. | ",
            ),
            (
                "Final Answer: 4\nThought: or 5?\nFinal Answer: 5",
                "none | '4' |  | trailing_text",
            ),
            (
                "Thought: Known.\nFinal Answer: 4<|im_end|>",
                "none | '4' | Known. | stripped:special_token",
            ),
            (
                "It is 4, as the tool says.",
                "none | 'It is 4, as the tool says.' |  | unmarked_answer",
            ),
            (
                "Thought: I should pick one.",
                "none | none | I should pick one. | ",
            ),
            (
                "Thought: So.\nAction: look it up\nAction Input: {id 3}",
                "unreadable | unreadable | So. | ",
            ),
            ("Thought: So.\nAction: look it up", "none | none | So. | "),
            ("", "none | none |  | empty_answer"),
        ] {
            assert_eq!(shown(text, CallingMode::Prompted), expected, "{text}");
        }
    }

    #[test]
    fn native_text_without_a_call_is_the_answer() {
        for (text, expected) in [
            ("It is 4.", "'It is 4.' | 'It is 4.' |  | "),
            (
                "<tool_call>{\"name\":\"pick\",\"arguments\":{\"id\":3}}</tool_call>",
                r#"unreadable | pick{"id":3} |  | from_text format:hermes"#,
            ),
        ] {
            assert_eq!(shown(text, CallingMode::Native), expected, "{text}");
        }
    }
}
