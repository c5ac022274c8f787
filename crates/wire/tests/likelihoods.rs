//! Replies that score a text, in the shapes in which servers send them, and everything that can be wrong with one.
#![allow(
    clippy::unwrap_used,
    reason = "a test may stop where something is not as it set it up"
)]

use faultline_core::{Likelihood, Reply, TokenScore, Unmeasured, Usage};
use faultline_wire::{
    LikelihoodRequest, ModelRequest, ScoringWay, Sending, Target, Then, read_scores, reduce_scores,
    scored_body, stored_scores,
};
use proptest::prelude::*;
use serde_json::{Value, json};

fn text(context: &str, continuation: &str) -> Likelihood {
    Likelihood {
        context: context.into(),
        continuation: continuation.into(),
    }
}

/// The tokens as `text@logprob`, or the kind of failure.
fn words(scores: &Result<Vec<TokenScore>, Unmeasured>) -> String {
    match scores {
        Ok(tokens) => {
            let token = |token: &TokenScore| format!("{}@{}", token.text, token.logprob);
            tokens.iter().map(token).collect::<Vec<_>>().join("|")
        }
        Err(cause) => cause.kind.clone(),
    }
}

/// Reads a reply, and checks that what is stored of it says the same, is small, and is taken for what it is.
fn read(status: u16, body: &str, of: &Likelihood) -> (String, Usage) {
    let arrived = Reply::from_body(status, body.as_bytes());
    let scores = read_scores(&arrived, of);
    let mut stored = arrived.clone();
    assert_eq!(reduce_scores(&mut stored, of), scores, "{body}");
    assert_eq!(read_scores(&stored, of), scores, "stored: {body}");
    let again = stored.clone();
    assert_eq!(reduce_scores(&mut stored, of), scores);
    assert_eq!(stored, again, "what is reduced stays as it is");
    match (&scores, stored_scores(&stored)) {
        (Ok(_), Some(Ok(()))) => {}
        // Whether it is of this text is not for the stored form to say.
        (Err(_), Some(Ok(()))) => assert!(body.starts_with("{\"scored\""), "{body}"),
        (Err(cause), Some(Err(known))) => {
            assert_eq!((cause.kind.as_str(), status), (known.kind.as_str(), 200));
        }
        // A failure that has a status or a report of its own stays as it came.
        (Err(_), None) => assert_eq!(stored.raw, arrived.raw, "{body}"),
        other => panic!("{other:?}: {body}"),
    }
    (words(&scores), stored.usage)
}

const CONTEXT: &str = "One, two,";
const CONTINUATION: &str = " three four";

#[test]
fn every_backend_is_read() {
    let of = text(CONTEXT, CONTINUATION);
    let usage = |input, output| Usage {
        input: Some(input),
        output: Some(output),
    };
    for (backend, body, expected, counted) in [
        (
            "vLLM, echo",
            r#"{"id":"cmpl-1","object":"text_completion","created":1,"model":"m","choices":[{"index":0,"text":"One, two, three four five",
              "logprobs":{"text_offset":[0,5,8,9,13,14,20,25],"token_logprobs":[null,-7.5,-1.25,-0.5,-0.25,-0.125,-2.5,-1.0],
              "tokens":["<bos>","One",","," two",","," three"," four"," five"],"top_logprobs":[null,{"One":-7.5,"\n":-1.0},{",":-1.25},{" two":-0.5},{",":-0.25},{" three":-0.125},{" four":-2.5,",":-0.1},{" five":-1.0}]},
              "finish_reason":"length","stop_reason":null,"prompt_logprobs":null}],"usage":{"prompt_tokens":7,"total_tokens":8,"completion_tokens":1}}"#,
            " three@-0.125| four@-2.5",
            usage(7, 1),
        ),
        (
            "llama-cpp-python, echo, no token of the beginning",
            r#"{"id":"cmpl-2","object":"text_completion","choices":[{"text":"One, two, three four,","index":0,"finish_reason":"length",
              "logprobs":{"text_offset":[0,3,4,8,9,15,20],"token_logprobs":[null,-1.25,-0.5,-0.25,-0.125,-2.5,-0.01],
              "tokens":["One",","," two",","," three"," four",","],"top_logprobs":[null,{},{},{},{},{},{}]}}],
              "usage":{"prompt_tokens":7,"completion_tokens":1,"total_tokens":8}}"#,
            " three@-0.125| four@-2.5",
            usage(7, 1),
        ),
        (
            "echo without a generated token",
            r#"{"choices":[{"text":"One, two, three four","logprobs":{"tokens":["One",", two,"," three four"],"token_logprobs":[null,-1,-2.25]}}]}"#,
            " three four@-2.25",
            Usage::default(),
        ),
        (
            "Together, the prompt apart",
            r#"{"id":"o","object":"text.completion","prompt":[{"text":"One, two, three four","logprobs":{"token_ids":[1,2,3,4,5,6,7],
              "tokens":["<s>","One",","," two",","," three"," four"],"token_logprobs":[null,-7.5,-1.25,-0.5,-0.25,-0.125,-2.5]}}],
              "choices":[{"text":",","finish_reason":"length","logprobs":{"tokens":[","],"token_logprobs":[-0.1]}}],
              "usage":{"prompt_tokens":7,"completion_tokens":1,"total_tokens":8}}"#,
            " three@-0.125| four@-2.5",
            usage(7, 1),
        ),
        (
            "vLLM, prompt_logprobs",
            r#"{"choices":[{"index":0,"text":" five","logprobs":null,"finish_reason":"length","prompt_logprobs":[null,
              {"4906":{"logprob":-7.5,"rank":321,"decoded_token":"One"},"108":{"logprob":-1.0,"rank":1,"decoded_token":"\n"}},
              {"236764":{"logprob":-1.25,"rank":1,"decoded_token":","}},{"1156":{"logprob":-0.5,"rank":1,"decoded_token":" two"}},
              {"236764":{"logprob":-0.25,"rank":1,"decoded_token":","}},{"1806":{"logprob":-0.125,"rank":1,"decoded_token":" three"}},
              {"2390":{"logprob":-2.5,"rank":2,"decoded_token":" four"},"236764":{"logprob":-0.1,"rank":1,"decoded_token":","}}]}],
              "usage":{"prompt_tokens":7,"total_tokens":8,"completion_tokens":1}}"#,
            " three@-0.125| four@-2.5",
            usage(7, 1),
        ),
        (
            "vLLM, prompt_logprobs, no token of the beginning, so that the first is not told",
            r#"{"choices":[{"prompt_logprobs":[null,{"2":{"logprob":-1,"decoded_token":","}},{"3":{"logprob":-1,"decoded_token":" two,"}},
              {"4":{"logprob":-3,"decoded_token":" three four"}}]}]}"#,
            " three four@-3",
            Usage::default(),
        ),
        (
            "llama.cpp, forced",
            r#"[{"tokens":[{"id":2,"piece":"<bos>"},{"id":4906,"piece":"One"},{"id":236764,"piece":","},{"id":1156,"piece":" two"},{"id":236764,"piece":","},
              {"id":1806,"piece":" three"},{"id":2390,"piece":" four"}]},
              {"completion_probabilities":[{"id":1806,"token":" three","bytes":[32],"logprob":-0.125,"top_logprobs":[{"id":1806,"token":" three","bytes":[32],"logprob":-0.125}]}],"tokens_evaluated":5},
              {"completion_probabilities":[{"id":236764,"token":",","bytes":[44],"logprob":-0.1,"top_logprobs":[{"id":236764,"logprob":-0.1},{"id":2390,"logprob":-2.5}]}],"tokens_evaluated":6}]"#,
            " three@-0.125| four@-2.5",
            usage(6, 2),
        ),
        (
            "a simulated policy, in the reduced form",
            r#"{"scored":{"tokens":[" thr","ee four"],"token_logprobs":[-0.5,-0]}}"#,
            " thr@-0.5|ee four@0",
            Usage::default(),
        ),
        (
            "a certain token, rounded",
            r#"{"scored":{"tokens":[" three four"],"token_logprobs":[1e-7]}}"#,
            " three four@0",
            Usage::default(),
        ),
    ] {
        let (found, used) = read(200, body, &of);
        assert_eq!((found.as_str(), used), (expected, counted), "{backend}");
    }
}

#[test]
fn every_fault_has_its_name() {
    let of = text(CONTEXT, CONTINUATION);
    let echo = |tokens: &Value, logprobs: &Value| {
        json!({"choices": [{"text": "", "logprobs": {"tokens": tokens, "token_logprobs": logprobs}}]})
            .to_string()
    };
    let whole = json!(["One,", " two,", " three", " four", " five"]);
    let pieces =
        json!({"tokens": [{"id": 1, "piece": "One, two,"}, {"id": 2, "piece": " three four"}]});
    for (expected, status, body) in [
        ("missing_logprobs", 200, r#"{"choices":[{"text":"One, two, three four five","logprobs":null}]}"#.into()),
        ("missing_logprobs", 200, r#"{"choices":[{"text":" five","logprobs":{"content":[{"token":" five","logprob":-1}]}}]}"#.into()),
        ("missing_logprobs", 200, r#"{"choices":[{"message":{"content":"One"}}]}"#.into()),
        ("missing_logprobs", 200, "{}".into()),
        ("missing_logprobs", 200, "7".into()),
        ("missing_logprobs", 200, echo(&whole, &json!([null, -1, -1]))),
        ("missing_logprobs", 200, echo(&whole, &Value::Null)),
        ("bad_logprob", 200, echo(&whole, &json!([null, -1, null, -1, -1]))),
        ("bad_logprob", 200, echo(&whole, &json!([null, -1, "-1", -1, -1]))),
        ("bad_logprob", 200, echo(&whole, &json!([null, -1, -1, 0.5, -1]))),
        ("bad_logprob", 200, echo(&whole, &json!([null, -1, -1, -9999.0, -1]))),
        ("bad_logprob", 200, r#"{"choices":[{"logprobs":{"tokens":["One"],"token_logprobs":[NaN]}}]}"#.into()),
        ("bad_logprob", 200, r#"{"choices":[{"logprobs":{"tokens":["One"],"token_logprobs":[-Infinity]}}]}"#.into()),
        ("bad_logprob", 200, echo(&whole, &json!([null, null, -1, -1, -1, -1]))),
        ("non_json_body", 200, r#"{"choices":[{"logprobs":{"tokens":["One,"," two,"," three four"],"token_logprobs":[null,-1,-1e999]}}]}"#.into()),
        ("non_json_body", 200, format!("{{\"choices\":{}", "[".repeat(1 << 16))),
        ("unclear_tokens", 200, echo(&json!(vec![""; 1 << 16]), &json!(vec![-1; 1 << 16]))),
        ("unclear_tokens", 200, echo(&json!(vec!["\u{fffd}"; 1 << 16]), &json!(vec![-1; 1 << 16]))),
        // Only what was generated, a text that was cut before or after, and one that was changed.
        ("text_differs", 200, echo(&json!([" five", " six"]), &json!([-1, -1]))),
        ("text_differs", 200, echo(&json!([" two,", " three", " four"]), &json!([null, -1, -1]))),
        ("text_cut", 200, echo(&json!(["One,", " two,", " three"]), &json!([null, -1, -1]))),
        ("text_differs", 200, echo(&json!(["one,", " two,", " three", " four"]), &json!([null, -1, -1, -1]))),
        ("straddling_token", 200, echo(&json!(["One,", " two", ", three", " four"]), &json!([null, -1, -1, -1]))),
        ("missing_logprobs", 200, echo(&json!([]), &json!([]))),
        ("text_differs", 200, echo(&json!([1, {}, " four"]), &json!([null, -1, -1]))),
        ("not_among_top", 200, json!([pieces, {"completion_probabilities": [{"id": 3, "token": ",", "logprob": -1, "top_logprobs": []}]}]).to_string()),
        ("missing_logprobs", 200, json!([pieces, {"content": " three four"}]).to_string()),
        ("missing_logprobs", 200, json!([pieces]).to_string()),
        ("missing_logprobs", 200, json!([{"tokens": [1, 2]}]).to_string()),
        ("bad_logprob", 200, json!([pieces, {"completion_probabilities": [{"id": 2, "logprob": -3.4e38}]}]).to_string()),
        ("text_differs", 200, r#"{"scored":{"tokens":[" three five"],"token_logprobs":[-1]}}"#.into()),
        ("text_cut", 200, r#"{"scored":{"tokens":[" three"],"token_logprobs":[-1]}}"#.into()),
        ("missing_logprobs", 200, r#"{"scored":7}"#.into()),
        ("no_such_kind", 200, r#"{"unscored":{"kind":"no_such_kind","message":"m"}}"#.into()),
        ("non_json_body", 200, "data: {}\n\n".into()),
        // Failures that are no matter of scores.
        ("invalid_request", 400, r#"{"error":{"message":"Only no echo is supported","code":400}}"#.into()),
        ("rate_limited_minute", 429, r#"{"error":{"message":"slow down"}}"#.into()),
        ("overloaded", 503, "busy".into()),
        ("network_error", 0, "refused".into()),
        ("auth_error", 200, r#"{"error":{"message":"no","code":401}}"#.into()),
    ] {
        let body: String = body;
        let shown: String = body.chars().take(200).collect();
        assert_eq!(read(status, &body, &of).0, expected, "{shown}");
    }
}

#[test]
fn a_long_reply_is_stored_short() {
    let context = "word ".repeat(8000);
    let tokens: Vec<&str> = std::iter::repeat_n("word ", 8000).chain(["end"]).collect();
    let body = |last: Value| {
        let mut logprobs = vec![json!(-1.5); 8000];
        logprobs.push(last);
        json!({"choices": [{"logprobs": {"tokens": tokens, "token_logprobs": logprobs}}]})
            .to_string()
    };
    for (last, expected) in [
        (
            json!(-2),
            r#"{"scored":{"tokens":["end"],"token_logprobs":[-2.0]}}"#,
        ),
        (
            Value::Null,
            r#"{"unscored":{"kind":"bad_logprob","message":"the log-probability of the token \"end\" is null"}}"#,
        ),
    ] {
        let mut reply = Reply::from_body(200, body(last.clone()).as_bytes());
        assert!(reply.raw.json().len() > 90_000);
        assert_eq!(
            reduce_scores(&mut reply, &text(&context, "end")).is_ok(),
            last.is_number()
        );
        assert_eq!(reply.raw.json(), expected);
    }
    // A short one without scores is kept, so that what is wrong with it can be seen.
    let mut reply = Reply::from_body(200, b"{\"choices\": []}");
    assert!(reduce_scores(&mut reply, &text("a", "b")).is_err());
    assert!(
        reply.raw.json().ends_with(r#""body":"{\"choices\":[]}"}"#),
        "{}",
        reply.raw.json()
    );
}

#[test]
fn a_forced_text_is_sent_token_by_token() {
    let target = Target {
        base_url: "http://127.0.0.1:8080/v1".into(),
        model: "m".into(),
        way: ScoringWay::Forced,
    };
    let of = text(CONTEXT, CONTINUATION);
    let request = ModelRequest::Likelihood(LikelihoodRequest::from(of.clone()));
    let reply = |value: Value| Reply {
        ms: 5,
        ..Reply::from_body(200, value.to_string().as_bytes())
    };
    let pieces = || {
        reply(
            json!({"tokens": [{"id": 2, "piece": "<bos>"}, {"id": 7, "piece": "One, two,"}, {"id": 8, "piece": " three"}, {"id": 9, "piece": " four"}]}),
        )
    };
    let taken = |id: u64, logprob: f64| {
        reply(
            json!({"completion_probabilities": [{"id": id, "logprob": logprob}], "tokens_evaluated": 3}),
        )
    };
    let (mut sending, post) = Sending::start(&request, &[], &target);
    assert_eq!(post.url, "http://127.0.0.1:8080/tokenize");
    let sent: Value = serde_json::from_str(&post.body).unwrap();
    assert_eq!(
        (sent["content"].as_str(), &sent["with_pieces"]),
        (Some("One, two, three four"), &json!(true))
    );
    let mut next = sending.then(pieces());
    for (id, before, answer) in [
        (8, json!([2, 7]), taken(8, -0.5)),
        (9, json!([2, 7, 8]), taken(9, -1.5)),
    ] {
        let Then::Post(post) = next else {
            panic!("{next:?}")
        };
        let sent: Value = serde_json::from_str(&post.body).unwrap();
        assert_eq!(post.url, "http://127.0.0.1:8080/completion");
        assert_eq!(
            (&sent["prompt"], &sent["logit_bias"][0][0]),
            (&before, &json!(id))
        );
        next = sending.then(answer);
    }
    let Then::Reply(whole) = next else {
        panic!("{next:?}")
    };
    assert_eq!(
        (words(&read_scores(&whole, &of)).as_str(), whole.ms),
        (" three@-0.5| four@-1.5", 15)
    );

    // A failure on the way is the reply, so that the whole is asked again as other requests are.
    let (mut sending, _) = Sending::start(&request, &[], &target);
    assert!(matches!(sending.then(pieces()), Then::Post(_)));
    let busy = Reply::from_body(503, b"busy");
    assert_eq!(sending.then(busy.clone()), Then::Reply(busy));
    // So is a reply without the token that was forced, after which no more are asked for; of the others little is kept.
    let (mut sending, _) = Sending::start(&request, &[], &target);
    assert!(matches!(sending.then(pieces()), Then::Post(_)));
    let long = json!({"completion_probabilities": [{"id": 8, "logprob": -0.5}], "content": "x".repeat(1 << 20)});
    assert!(matches!(sending.then(reply(long)), Then::Post(_)));
    let Then::Reply(other) = sending.then(taken(7, -1.0)) else {
        panic!("it goes on")
    };
    assert!(other.raw.json().len() < 1000, "{}", other.raw.json().len());
    assert_eq!(words(&read_scores(&other, &of)), "not_among_top");
    // A text of too many tokens is not begun.
    let many = text("", &"a".repeat(5000));
    let request = ModelRequest::Likelihood(LikelihoodRequest::from(many.clone()));
    let (mut sending, _) = Sending::start(&request, &[], &target);
    let Then::Reply(other) = sending.then(reply(
        json!({"tokens": vec![json!({"id": 1, "piece": "a"}); 5000]}),
    )) else {
        panic!("it is begun")
    };
    assert_eq!(words(&read_scores(&other, &many)), "request_too_large");
    let request = ModelRequest::Likelihood(LikelihoodRequest::from(of.clone()));
    // Tokens that are not the text's end it, and say why.
    let (mut sending, _) = Sending::start(&request, &[], &target);
    let other = sending.then(reply(
        json!({"tokens": [{"id": 1, "piece": "One"}, {"id": 2, "piece": "Two"}]}),
    ));
    let Then::Reply(other) = other else {
        panic!("{other:?}")
    };
    assert_eq!(words(&read_scores(&other, &of)), "text_differs");
}

#[test]
fn bodies_hold_what_each_way_needs() {
    let of = ModelRequest::Likelihood(LikelihoodRequest::from(text("a \"b\"\n", "c")));
    let body = |way| {
        let target = Target {
            base_url: "https://api.together.xyz/v1".into(),
            model: "m".into(),
            way,
        };
        let (_, post) = Sending::start(&of, &[], &target);
        assert_eq!(post.url, "https://api.together.xyz/v1/completions");
        post.body
    };
    assert_eq!(
        body(ScoringWay::Echo),
        r#"{"model":"m","prompt":"a \"b\"\nc","max_tokens":1,"echo":true,"logprobs":1}"#
    );
    assert_eq!(
        body(ScoringWay::PromptLogprobs),
        r#"{"model":"m","prompt":"a \"b\"\nc","max_tokens":1,"prompt_logprobs":1}"#
    );
}

/// Cuts the bytes of a text after each of these places.
fn cut(text: &str, places: &[usize]) -> Vec<(usize, usize)> {
    let mut ends: Vec<usize> = places
        .iter()
        .map(|place| place % (text.len() + 1))
        .collect();
    ends.push(text.len());
    ends.sort_unstable();
    ends.dedup();
    ends.retain(|end| *end > 0);
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(ends.iter().copied()).collect()
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (0..9_u64).prop_map(Value::from),
        "[ab\u{e9}\u{fffd}]{0,3}".prop_map(Value::from),
    ];
    let keys = prop::sample::select(vec![
        "choices",
        "logprobs",
        "tokens",
        "token_logprobs",
        "text_offset",
        "prompt",
        "prompt_logprobs",
        "logprob",
        "decoded_token",
        "completion_probabilities",
        "top_logprobs",
        "id",
        "piece",
        "scored",
        "unscored",
        "kind",
        "usage",
        "error",
    ]);
    leaf.prop_recursive(5, 48, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((keys.clone(), inner), 0..4).prop_map(|members| {
                Value::Object(
                    members
                        .into_iter()
                        .map(|(key, value)| (key.to_owned(), value))
                        .collect(),
                )
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// However a text is cut into tokens, the tokens of the continuation are found, or one straddles the boundary.
    #[test]
    fn any_cut_is_read(
        context in "[ab \u{e9}\u{1f600}]{0,8}",
        continuation in "[ab \u{e9}\u{1f600}]{1,8}",
        places in prop::collection::vec(0..64_usize, 0..12),
        begins in any::<bool>(),
        collects in any::<bool>(),
        generated in "[ab]{0,2}",
    ) {
        let whole = format!("{context}{continuation}");
        let spans = cut(&whole, &places);
        // Nothing at the very beginning stands for the beginning.
        let mut tokens: Vec<String> = if collects && (begins || !context.is_empty()) {
            // A server writes nothing until a character is whole.
            let mut written = 0;
            spans.iter().map(|(_, to)| {
                let text = if whole.is_char_boundary(*to) { &whole[std::mem::replace(&mut written, *to)..*to] } else { "" };
                text.to_owned()
            }).collect()
        } else {
            // A server writes what is a part of a character as a replacement.
            spans.iter().map(|(from, to)| String::from_utf8_lossy(&whole.as_bytes()[*from..*to]).into_owned()).collect()
        };
        let mut logprobs: Vec<Value> = (0..spans.len()).map(|place| json!(-0.5 - place as f64)).collect();
        if begins {
            tokens.insert(0, "<bos>".into());
            logprobs.insert(0, Value::Null);
        }
        tokens.push(generated);
        logprobs.push(json!(-99));
        let listed = json!({"tokens": tokens, "token_logprobs": logprobs});
        let body = json!({"choices": [{"logprobs": listed}]}).to_string();
        let of = text(&context, &continuation);
        let mut reply = Reply::from_body(200, body.as_bytes());
        let found = read_scores(&reply, &of);
        let is_straddled = spans.iter().any(|(from, to)| *from < context.len() && context.len() < *to);
        let is_parted = spans.iter().any(|(from, _)| !whole.is_char_boundary(*from));
        match &found {
            Ok(scores) => {
                prop_assert!(!is_straddled);
                let texts: String = scores.iter().map(|score| score.text.as_str()).collect();
                prop_assert_eq!(&texts, &continuation);
                let own = spans.iter().enumerate().filter(|(_, (from, _))| *from >= context.len());
                let expected: Vec<f64> = own.map(|(place, _)| -0.5 - place as f64).collect();
                let logprobs: Vec<f64> = scores.iter().map(|score| score.logprob).collect();
                prop_assert_eq!(logprobs, expected);
            }
            Err(cause) if cause.kind == "straddling_token" => prop_assert!(is_straddled || is_parted, "{:?}: {}", cause, body),
            // Where characters are parted, it may not be clear where.
            Err(cause) => prop_assert!(is_parted && cause.kind == "unclear_tokens", "{:?}: {}", cause, body),
        }
        prop_assert_eq!(&reduce_scores(&mut reply, &of), &found);
        prop_assert_eq!(&read_scores(&reply, &of), &found);
        if let Ok(scores) = &found {
            prop_assert_eq!(reply.raw.json(), scored_body(scores));
        }
    }

    /// Whatever comes is read or refused, and what is stored of it says the same.
    #[test]
    fn any_body_is_read(bytes in prop::collection::vec(any::<u8>(), 0..200), value in any_json(), status in prop::sample::select(vec![0_u16, 200, 200, 200, 400, 500])) {
        let of = text("ab", "a\u{e9}");
        for body in [bytes, value.to_string().into_bytes()] {
            let mut reply = Reply::from_body(status, &body);
            let found = read_scores(&reply, &of);
            prop_assert_eq!(&reduce_scores(&mut reply, &of), &found);
            prop_assert_eq!(&read_scores(&reply, &of), &found);
            if let Ok(scores) = &found {
                prop_assert!(scores.iter().all(|score| score.logprob <= 0.0));
            }
        }
    }
}
