use super::*;
use faultline_core::{Call, Property, Schema};
use proptest::prelude::*;
use serde_json::json;

fn tools() -> [ToolSpec; 1] {
    [ToolSpec {
        name: "pick".into(),
        description: String::new(),
        parameters: Schema::object([("id", Property::integer(0, 99))]),
    }]
}

/// Both readings and the flags in one line.
fn shown(body: &str, mode: CallingMode) -> String {
    let side = |side: &Result<Vec<Call>, CallFault>| match side {
        Ok(calls) => calls
            .iter()
            .map(|call| format!("{}:{}{}", call.id, call.name, call.arguments))
            .collect::<Vec<_>>()
            .join(" "),
        Err(CallFault::NoCall) => "none".into(),
        Err(fault) => format!("({fault})"),
    };
    match read_reply(
        &Reply::from_body(200, body.as_bytes()),
        mode,
        PromptedForm::Json,
        &tools(),
    ) {
        Err(unmeasured) => unmeasured.kind,
        Ok(reading) if reading.strict == reading.lenient => {
            format!(
                "both {} [{}]",
                side(&reading.strict),
                reading.flags.join(" ")
            )
        }
        Ok(reading) if reading.strict.is_err() && reading.lenient.is_ok() => {
            format!(
                "lenient {} [{}]",
                side(&reading.lenient),
                reading.flags.join(" ")
            )
        }
        Ok(reading) => {
            format!(
                "{} | {} [{}]",
                side(&reading.strict),
                side(&reading.lenient),
                reading.flags.join(" ")
            )
        }
    }
}

fn prompted(text: &str, finish: &str) -> String {
    let body = json!({"choices": [{"message": {"content": text}, "finish_reason": finish}]});
    shown(&body.to_string(), CallingMode::Prompted)
}

#[test]
fn prompted_replies() {
    const CALL: &str = r#"{"tool":"pick","arguments":{"id":3}}"#;
    for (text, finish, expected) in [
        (CALL.to_owned(), "stop", r#"both call_0:pick{"id":3} []"#),
        (
            format!("\n {CALL} \n"),
            "stop",
            r#"both call_0:pick{"id":3} []"#,
        ),
        (
            format!("<think>{CALL} or 4?</think>{}", CALL.replace('3', "4")),
            "stop",
            r#"both call_0:pick{"id":4} []"#,
        ),
        (
            format!("{CALL}\nResult: 5\n{CALL}"),
            "length",
            r#"lenient call_0:pick{"id":3} [trailing_text hallucinated_tool_result maybe_truncated]"#,
        ),
        (
            format!(
                "{CALL}<|im_end|>\n<|im_start|>user\n5<|im_end|>\n<|im_start|>assistant\n{CALL}"
            ),
            "length",
            r#"lenient call_0:pick{"id":3} [trailing_text invented_turns maybe_truncated]"#,
        ),
        (
            format!("<|im_end|>\n<|im_start|>user\n5<|im_end|>\n<|im_start|>assistant\n{CALL}"),
            "length",
            "both none []",
        ),
        (
            format!("I call {CALL}\n{CALL}"),
            "stop",
            r#"lenient call_0:pick{"id":3} call_1:pick{"id":3} [leading_text multiple_calls]"#,
        ),
        (
            format!("```json\n{CALL}\n```"),
            "stop",
            r#"lenient call_0:pick{"id":3} [format:fenced_json]"#,
        ),
        (
            r#"{"name":"pick","arguments":{"id":3}}"#.into(),
            "stop",
            r#"lenient call_0:pick{"id":3} [other_keys]"#,
        ),
        (
            r#"{"tool":"Pick","arguments":{"id":3}}"#.into(),
            "stop",
            r#"call_0:Pick{"id":3} | call_0:pick{"id":3} [name_normalised:Pick]"#,
        ),
        (
            r#"{"tool":"drop","arguments":{"id":"3"}}"#.into(),
            "stop",
            r#"both call_0:drop{"id":"3"} [unknown_tool]"#,
        ),
        (
            r#"{"tool":"pick","arguments":{"id":3}"#.into(),
            "stop",
            r#"lenient call_0:pick{"id":3} [repaired:missing_brace]"#,
        ),
        (
            r#"{"tool":"pick","arguments":{"id":3}"#.into(),
            "length",
            "both (the reply ends within the call) [maybe_truncated]",
        ),
        (
            r#"{"tool":"pick","arguments":[3]}"#.into(),
            "stop",
            "both (the arguments can't be read: they are a list, not an object: [3]) []",
        ),
        (
            r#"{"tool":"","arguments":{}}"#.into(),
            "stop",
            "both (the call names no tool) []",
        ),
        ("The answer is 5.".into(), "stop", "both none []"),
        (String::new(), "stop", "both none [empty_answer]"),
        (String::new(), "length", "budget_exhausted"),
        ("<think>so".into(), "length", "budget_exhausted"),
        (
            format!("<think>so {CALL}"),
            "stop",
            r#"lenient call_0:pick{"id":3} [unclosed_think]"#,
        ),
        (
            format!("<think>{CALL}</think>"),
            "stop",
            "both (the call can't be read: the only call stands in the thinking) [call_only_in_reasoning]",
        ),
    ] {
        assert_eq!(prompted(&text, finish), expected, "{text}");
    }
}

#[test]
fn native_replies() {
    let field = |calls: &str| {
        format!(
            r#"{{"choices":[{{"message":{{"content":null,"tool_calls":{calls}}},"finish_reason":"tool_calls"}}]}}"#
        )
    };
    let call =
        r#"{"id":"a","type":"function","function":{"name":"pick","arguments":"{\"id\":3}"}}"#;
    let cut = call.replace("3}", "3");
    for (body, expected) in [
        (field(&format!("[{call}]")), r#"both a:pick{"id":3} []"#),
        (field(&format!("[{call},{call}]")), r#"both a:pick{"id":3} a_1:pick{"id":3} [duplicate_id multiple_calls]"#),
        (field(&format!("[{call},{cut}]")), r#"lenient a:pick{"id":3} [broken_later_call]"#),
        (field(&format!("[{cut},{call}]")), "both (the reply ends within the call) []"),
        (field("[]"), "empty_response"),
        (
            r#"{"choices":[{"message":{"content":"{\"tool\":\"pick\",\"arguments\":{}}"}}]}"#.into(),
            "lenient call_0:pick{} [from_text]",
        ),
        (r#"{"choices":[{"message":{"content":"No tool fits."}}]}"#.into(), "both none []"),
        (r#"{"choices":[{"message":{"refusal":"No."}}]}"#.into(), "both none [refusal]"),
        (r#"{"choices":[{"message":{"content":""},"finish_reason":"content_filter"}]}"#.into(), "content_filter"),
        (
            r#"{"error":{"message":"m","code":"tool_use_failed","failed_generation":"<function=pick>{\"id\": 3}</function>"}}"#.into(),
            r#"lenient call_0:pick{"id":3} [server_rejected from_text format:llama_function]"#,
        ),
        (r#"{"error":{"message":"m","code":"tool_use_failed"}}"#.into(), "both (the call can't be read: m) [server_rejected]"),
        (
            r#"{"content":[{"type":"tool_use","id":"t","name":"pick","input":{"id":3}}],"stop_reason":"tool_use"}"#.into(),
            r#"both t:pick{"id":3} []"#,
        ),
        (
            r#"{"message":{"content":"","tool_calls":[{"function":{"name":"pick","arguments":{"id":3}}}]},"done":true}"#.into(),
            r#"both call_0:pick{"id":3} [missing_id]"#,
        ),
        (
            r#"{"candidates":[{"content":{"parts":[{"functionCall":{"name":"pick","args":{"id":3}}}]},"finishReason":"STOP"}]}"#.into(),
            r#"both call_0:pick{"id":3} [missing_id]"#,
        ),
        (
            r#"{"object":"response","output":[{"type":"function_call","call_id":"c","name":"pick","arguments":"{\"id\":3}"}]}"#.into(),
            r#"both c:pick{"id":3} []"#,
        ),
        (
            "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"pick\",\"arguments\":\"{\\\"id\\\"\"}}]}}]}\n\n\
             data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\":3}\"}}]},\"finish_reason\":\"tool_calls\"}]}\n\n\
             data: [DONE]\n\n".into(),
            r#"both a:pick{"id":3} []"#,
        ),
        ("data: {\"choices\":[{\"delta\":{\"content\":\"so\"}}]}\n\n".into(), "stream_truncated"),
        ("data: {\"error\":{\"message\":\"m\"}}\n\n".into(), "stream_error"),
    ] {
        assert_eq!(shown(&body, CallingMode::Native), expected, "{body}");
    }
}

proptest! {
    /// No body makes the reader panic, and no reading has calls where the strict one has none but the lenient lost them.
    #[test]
    fn any_body_is_read(
        cut in 0_usize..500,
        at in 0_usize..500,
        noise in r#"[\[\]{}<>|/:,"'\\a-z0-9é“\n ]{0,12}"#,
        mode in prop::sample::select(CallingMode::ALL.to_vec()),
        form in prop::sample::select(vec![PromptedForm::Json, PromptedForm::React]),
        status in prop::sample::select(vec![0_u16, 200, 400, 429, 500]),
    ) {
        let body = r#"{"choices":[{"message":{"content":"<think>a</think> Thought: b\\nAction: pick\\nAction Input: {\\\"id\\\":3}\\nObservation: 4\\nFinal Answer: 5 <tool_call>{\"name\":\"pick\",\"arguments\":{\"id\":3}}</tool_call>","tool_calls":[{"id":"a","function":{"name":"pick","arguments":"{\"id\":3}"}}]},"finish_reason":"stop"}],"error":null,"usage":{"prompt_tokens":1}}"#;
        let mut bytes = body.as_bytes()[..cut.min(body.len())].to_vec();
        let at = at.min(bytes.len());
        bytes.splice(at..at, noise.bytes());
        let reply = Reply::from_body(status, &bytes);
        if let Ok(reading) = read_reply(&reply, mode, form, &tools()) {
            prop_assert!(reading.strict.is_err() || reading.lenient.is_ok());
        }
        // The noise as a model's text, which passes the shapes and meets the dialects.
        let text = json!({"choices": [{"message": {"content": String::from_utf8_lossy(&bytes)}}]});
        read_reply(&Reply::from_body(200, text.to_string().as_bytes()), mode, form, &tools()).ok();
    }
}
