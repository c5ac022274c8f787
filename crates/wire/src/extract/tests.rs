use super::*;
use faultline_core::{Property, Schema};
use proptest::prelude::*;

/// What is found in a text with the tools `pick(id: integer)` and `say(text)`, in one line.
fn shown(text: &str, at_end: AtEnd) -> String {
    let tool = |name: &str, schema| ToolSpec {
        name: name.into(),
        description: String::new(),
        parameters: schema,
    };
    let tools = [
        tool("pick", Schema::object([("id", Property::integer(0, 99))])),
        tool("say", Schema::object([("text", Property::text(99))])),
    ];
    let Some(found) = find(&Passage {
        text,
        tools: &tools,
        at_end,
    }) else {
        return "nothing".into();
    };
    let calls: Vec<String> = found
        .calls
        .iter()
        .map(|call| match &call.arguments {
            Given::Text(text) => format!("{}{text}", call.name),
            Given::Json(value) => format!("{}{value}", call.name),
            Given::Nothing => call.name.clone(),
        })
        .collect();
    let fault = found
        .fault
        .map(|fault| format!(" ! {fault}"))
        .unwrap_or_default();
    format!("{}{fault} [{}]", calls.join(" "), found.flags.join(" "))
}

fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(shown(text, AtEnd::Cut), *expected, "{text}");
    }
}

#[test]
fn marked_dialects() {
    check(&[
        (
            "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>commentary to=functions.pick <|constrain|>json<|message|>{\"id\":3}<|call|>",
            "functions.pick{\"id\":3} [format:harmony]",
        ),
        (
            "<|tool_calls_section_begin|><|tool_call_begin|>functions.pick:0<|tool_call_argument_begin|>{\"id\":3}<|tool_call_end|>",
            "pick{\"id\":3} [format:kimi]",
        ),
        (
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>pick<｜tool▁sep｜>{\"id\":3}<｜tool▁call▁end｜>",
            "pick{\"id\":3} [format:deepseek]",
        ),
        (
            "<｜tool▁call▁begin｜>function<｜tool▁sep｜>pick\n```json\n{\"id\":3}\n```<｜tool▁call▁end｜>",
            "pick{\"id\":3} [format:deepseek]",
        ),
        (
            "<|tool_call>call:say{text:<|\"|>a, b<|\"|>}<tool_call|>",
            "say{\"text\":\"a, b\"} [format:gemma]",
        ),
        (
            "[TOOL_CALLS] [{\"name\":\"pick\",\"arguments\":{\"id\":3}}]</s>",
            "pick{\"id\":3} [stripped:special_token format:mistral]",
        ),
        (
            "[TOOL_CALLS]pick[ARGS]{\"id\":3}",
            "pick{\"id\":3} [format:mistral]",
        ),
        (
            "<|python_tag|>pick.call(id=3)<|eom_id|>",
            "pick{\"id\":3} [stripped:special_token format:python_tag]",
        ),
        (
            "functools[{\"name\":\"pick\",\"arguments\":{\"id\":3}}]",
            "pick{\"id\":3} [format:functools]",
        ),
        (
            "[TOOL_REQUEST]{\"name\":\"pick\",\"arguments\":{\"id\":3}}[END_TOOL_REQUEST]",
            "pick{\"id\":3} [format:tool_request]",
        ),
        (
            "<tool_call>{\"name\":\"say\",\"arguments\":{\"text\":\"</tool_call>\"}}</tool_call>",
            "say{\"text\":\"</tool_call>\"} [format:hermes]",
        ),
        (
            "<tool_call>please pick</tool_call>",
            " ! the call can't be read: 'please' is no JSON value [format:hermes]",
        ),
        (
            "<tool_call>{\"name\":\"pick\",\"argum",
            " ! the reply ends within the call [format:hermes]",
        ),
        (
            "<tool_call name=\"pick\" arguments='{\"id\":3}'/>",
            "pick{\"id\":3} [format:hermes_attributes]",
        ),
        (
            "<tool_call>\n<function=say>\n<parameter=text>\n a < b\n\n</parameter>\n</function>\n</tool_call>",
            "say{\"text\":\" a < b\\n\"} [format:qwen_xml]",
        ),
        (
            "<function=pick><parameter=id>3</parameter></function>",
            "pick{\"id\":3} [format:qwen_xml typed_by_schema]",
        ),
        (
            "<tool_call>say<arg_key>text</arg_key><arg_value>1_0</arg_value></tool_call>",
            "say{\"text\":\"1_0\"} [format:glm_arg_key]",
        ),
        (
            "<function=pick={\"id\": 3}</function>",
            "pick{\"id\":3} [format:llama_function]",
        ),
        (
            "<invoke name=\"pick\"><parameter name=\"id\">3</parameter></invoke>",
            "pick{\"id\":3} [format:invoke typed_by_schema]",
        ),
    ]);
}

#[test]
fn dialects_that_text_resembles() {
    check(&[
        (
            "```tool_code\nprint(default_api.pick(id=3))\n```",
            "default_api.pick{\"id\":3} [format:tool_code]",
        ),
        (
            "Thought: so.\nAction: pick\nAction Input: {\"id\": 3}\nObservation: 4",
            "pick{\"id\":3} [format:react hallucinated_tool_result]",
        ),
        ("Action: none\nFinal Answer: 4", " [format:react]"),
        (
            "So:\n```json\n{\"name\":\"pick\",\"arguments\":{\"id\":3}}\n```\nDone.",
            "pick{\"id\":3} [format:fenced_json]",
        ),
        (
            "<say>{\"text\":\"hi\"}</say>",
            "say{\"text\":\"hi\"} [format:xml_tool_name]",
        ),
        (
            "Now [pick(id=3), say(text='a)')] it is.",
            "pick{\"id\":3} say{\"text\":\"a)\"} [format:pythonic]",
        ),
        ("pick(id=3)", "pick{\"id\":3} [format:pythonic]"),
        (
            "I would use pick(id) here, or pick(id=3) perhaps.",
            "nothing",
        ),
        (
            "[pick(3)]",
            " ! the arguments can't be read: they have no names [format:pythonic]",
        ),
    ]);
}

#[test]
fn bare_objects() {
    check(&[
        (
            "Here: {\"tool\":\"pick\",\"arguments\":{\"id\":3}} and so on",
            "pick{\"id\":3} []",
        ),
        (
            "{\"tool\":\"pick\",\"arguments\":{\"id\":3}}\n{\"tool\":\"say\",\"arguments\":{}}",
            "pick{\"id\":3} say{} []",
        ),
        (
            "{\"tool\":\"pick\",\"arguments\":{\"id\":3}}\nResult: 4\n{\"tool\":\"say\",\"arguments\":{}}",
            "pick{\"id\":3} [hallucinated_tool_result]",
        ),
        (
            "{\"tool\":\"pick\",\"arguments\":{\"id\":}} {\"tool\":\"pick\",\"arguments\":{\"id\":3}}",
            "pick{\"id\":3} [broken_call_skipped]",
        ),
        (
            "{\"tool\":\"pick\",\"arguments\":{\"id\":}}",
            " ! the call can't be read: a value is expected where '}' stands []",
        ),
        (
            "{\"tool\":\"pick\",\"arguments\":{\"id\":3",
            " ! the reply ends within the call []",
        ),
        (
            "{\"tool\":\"pick\",\"id\":3}",
            "pick{\"id\":3} [repaired:flat_arguments]",
        ),
        (
            "{\"pick\":{\"id\":3}}",
            "pick{\"id\":3} [repaired:name_as_key]",
        ),
        (
            "{\"tool_calls\":[{\"function\":{\"name\":\"pick\",\"arguments\":\"{}\"}}]}",
            "pick\"{}\" [repaired:parallel_wrapper]",
        ),
        ("{\"name\":\"Ada\",\"age\":36}", "nothing"),
        ("{\"a\": [1, {\"b\"", "nothing"),
        ("no call at all", "nothing"),
    ]);
    assert_eq!(
        shown("{\"tool\":\"pick\",\"arguments\":{\"id\":3", AtEnd::Close),
        "pick{\"id\":3} [repaired:missing_brace]"
    );
}

/// Texts made to be searched again and again cost no more than a few times their length: without the bounds this test
/// does not end within a day.
#[test]
fn hostile_texts_are_searched_once() {
    for piece in [
        "{",
        "[{",
        "{\"tool\":",
        "{“",
        "<tool_call>1",
        "<function=a>",
        "<|message|>",
        "```",
        "pick(",
        "[TOOL_CALLS][1]",
        "Action:",
        "\\",
        "<invoke name=\"a\"><parameter name=\"b\">",
    ] {
        shown(&piece.repeat(SEARCHED / piece.len()), AtEnd::Cut);
    }
    let call = "{\"tool\":\"pick\",\"arguments\":{}}";
    let text = format!("{call}{}", "{“".repeat(50_000));
    assert_eq!(shown(&text, AtEnd::Cut), "pick{} [search_cut]");
    let calls = format!("[{}]", [call; 1000].join(","));
    assert_eq!(
        shown(&calls, AtEnd::Cut).matches("pick").count(),
        MOST_CALLS
    );
}

proptest! {
    /// Pieces of all dialects in any order never make a search panic, and what is found lies within the text.
    #[test]
    fn any_mixture_of_marks_is_searched(pieces in prop::collection::vec(prop::sample::select(vec![
        "<tool_call>", "</tool_call>", "<tool_call name=", "arguments=", "<function=", "</function>", "<parameter=", ">",
        "</parameter>", "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>", "<invoke name=\"", "<parameter name=\"",
        "</invoke>", "<|tool_call_begin|>", "<|tool_call_argument_begin|>", "<|tool_call_end|>", "<｜tool▁call▁begin｜>",
        "<｜tool▁sep｜>", "<｜tool▁call▁end｜>", "<|tool_call>call:", "<tool_call|>", "<|\"|>", "[TOOL_CALLS]", "[ARGS]",
        "<|python_tag|>", ".call(", "functools[", "[TOOL_REQUEST]", "[END_TOOL_REQUEST]", "<|channel|>", "<|message|>", "to=",
        "```", "tool_code", "print(", "json", "Action:", "Action Input:", "Observation:", "pick", "say", "<say>", "</say>", "(",
        ")", "[", "]", "{", "}", "\"", "'", "“", "é", ":", ",", "=", "id", "3", "\n", " ", "\\", "\\u00", "\"tool\":",
        "\"arguments\":", "None", "{\"tool\":\"pick\",\"arguments\":{\"id\":3}}", "id=3", "</s>",
    ]), 0..24)) {
        let text = pieces.concat();
        for at_end in [AtEnd::Cut, AtEnd::Close] {
            if let Some(found) = find(&Passage { text: &text, tools: &[], at_end }) {
                prop_assert!(text.get(found.span.clone()).is_some(), "{:?}", found.span);
            }
            shown(&text, at_end);
        }
    }
}
