//! The command lines that do what the page shows.

use faultline_core::{CallingMode, ReadingRule, Sampling};
use faultline_lab::RunSpec;

use crate::route::Source;

/// The command that makes this run.
pub(crate) fn run(spec: &RunSpec) -> String {
    let mut words = vec![
        "faultline run".to_owned(),
        format!("--study {}", spec.study),
        format!("--model {}", quoted(&spec.model)),
    ];
    if let Some(url) = &spec.base_url {
        words.push(format!("--url {}", quoted(url)));
        words.push("--key-env API_KEY".into());
    }
    if let Some(way) = spec.likelihood {
        words.push(format!("--likelihood {}", way.name()));
    }
    for (key, value) in &spec.settings {
        words.push(format!("--set {}", quoted(&format!("{key}={value}"))));
    }
    if spec.mode != CallingMode::default() {
        words.push(format!("--mode {}", spec.mode.name()));
    }
    if spec.reading != ReadingRule::default() {
        words.push(format!("--reading {}", spec.reading.name()));
    }
    let sampling = Sampling::default();
    if spec.sampling.temperature.to_bits() != sampling.temperature.to_bits() {
        words.push(format!("--temperature {}", spec.sampling.temperature));
    }
    if spec.sampling.max_tokens != sampling.max_tokens {
        words.push(format!("--answer-tokens {}", spec.sampling.max_tokens));
    }
    if spec.base_url.is_some() {
        words.push(format!("--concurrency {}", spec.concurrency));
    }
    if let Some(calls) = spec.max_calls {
        words.push(format!("--max-calls {calls}"));
    }
    if let Some(tokens) = spec.max_tokens {
        words.push(format!("--max-tokens {tokens}"));
    }
    words.push("--out trace.jsonl".into());
    words.join(" ")
}

/// The command that scores these traces, once they are files.
pub(crate) fn score(
    source: Option<&Source>,
    files: &[String],
    reading: Option<ReadingRule>,
) -> String {
    let names: Vec<String> = match source {
        Some(Source::Files) => files.iter().map(|name| quoted(name)).collect(),
        Some(Source::Sample(name)) => vec![format!("{name}.jsonl.gz")],
        Some(source) => vec![format!("faultline-{source}.jsonl")],
        None => vec!["trace.jsonl".into()],
    };
    let reading = reading.map_or(String::new(), |reading| {
        format!(" --reading {}", reading.name())
    });
    format!("faultline score {}{reading}", names.join(" "))
}

/// A word as a POSIX shell reads it.
fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:=,@%+".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::RunForm;

    #[test]
    fn a_command_can_be_pasted() {
        let study = faultline_lab::studies().remove(0);
        let form = RunForm {
            settings: [
                ("tasks".into(), "10".into()),
                ("depths".into(), "1,2".into()),
            ]
            .into(),
            ..RunForm::default()
        };
        let live = RunForm {
            live: true,
            model: "it's".into(),
            mode: CallingMode::Native,
            temperature: "0.5".into(),
            max_calls: Some(9),
            ..RunForm::default()
        };
        for (form, expected) in [
            (
                form,
                "faultline run --study propagation --model 'sim:noisy?p=0.7&syntax=0' --set depths=1,2 --set tasks=10 --out trace.jsonl",
            ),
            (
                live,
                r"faultline run --study propagation --model 'it'\''s' --url http://127.0.0.1:8080/v1 --key-env API_KEY --mode native --temperature 0.5 --concurrency 4 --max-calls 9 --out trace.jsonl",
            ),
        ] {
            let spec = form.spec("http://127.0.0.1:8080/v1", &study).unwrap();
            assert_eq!(run(&spec), expected);
        }
        assert_eq!(
            score(
                Some(&Source::Files),
                &["a b.jsonl".into(), "c.gz".into()],
                Some(ReadingRule::Strict)
            ),
            "faultline score 'a b.jsonl' c.gz --reading strict"
        );
    }
}
