//! Texts that are scored: the same rules as for conversations, from any server, and from what was stored.
#![allow(
    clippy::unwrap_used,
    reason = "a test may stop where something is not as it set it up"
)]

use std::sync::Arc;

use faultline_core::{
    Answer, Ask, Case, Digest, Episode, Field, Likelihood, Next, Reply, ScoredText, Study, Terms,
    TokenScore, Transcript, Unmeasured,
};
use faultline_runner::{Budget, Cache, Driver, Handled, Request, Step, replay, replay_case};
use faultline_wire::scored_body;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Scores endings of sentences that begin alike, one after the other, and goes on after one that was not measured.
struct Scoring<const SAID: bool>;

type Endings = Scoring<true>;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Config {
    tasks: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self { tasks: 3 }
    }
}

#[derive(Clone, Debug, Serialize)]
struct Sentence(u32);

impl Case for Sentence {
    fn id(&self) -> String {
        format!("s{}", self.0)
    }

    fn digest(&self) -> Digest {
        Digest::of_json(self)
    }

    fn group(&self) -> String {
        // Two and two share their requests.
        format!("g{}", self.0 / 2)
    }
}

impl<const SAID: bool> Study for Scoring<SAID> {
    const NAME: &'static str = "endings";
    const SCORES_TEXTS: bool = SAID;
    type Config = Config;
    type Case = Sentence;
    type Verdict = usize;
    type Tally = ();
    type Report = ();

    fn fields() -> Vec<Field> {
        Vec::new()
    }

    fn cases(config: &Config) -> impl Iterator<Item = Sentence> + use<SAID> {
        (0..config.tasks).map(Sentence)
    }

    fn episode(case: &Sentence, _: &Terms) -> Box<dyn Episode> {
        let context: Arc<str> = format!("Sentence {}. ", case.0 / 2).repeat(200).into();
        let ask = |ending: &str| Likelihood {
            context: context.clone(),
            continuation: ending.into(),
        };
        Box::new(Asking {
            asks: ["one end", "two ends", "no end"].map(ask).into(),
            transcript: Transcript::default(),
        })
    }

    fn score(_: &Sentence, transcript: &Transcript) -> usize {
        let scored = transcript.scored.iter();
        scored.filter(|text| text.outcome.is_ok()).count()
    }
}

struct Asking {
    asks: Vec<Likelihood>,
    transcript: Transcript,
}

impl Episode for Asking {
    fn poll(&mut self) -> Next<'_> {
        let step = self.transcript.scored.len();
        match self.asks.get(step) {
            Some(text) => Next::Ask {
                ask: Ask::Loglikelihood(text),
                step: u32::try_from(step).unwrap(),
                attempt: 0,
            },
            None => Next::Done(&self.transcript),
        }
    }

    fn handle(&mut self, answer: Answer) {
        let step = u32::try_from(self.transcript.scored.len()).unwrap();
        let (request, outcome) = match answer.scores() {
            Ok((request, tokens)) => (Some(request), Ok(tokens)),
            Err(cause) => (None, Err(cause)),
        };
        self.transcript.scored.push(ScoredText {
            step,
            attempt: 0,
            request,
            outcome,
        });
    }
}

/// The same study, which does not say that it scores texts.
type Unsaid = Scoring<false>;

/// What a server that repeats the prompt sends: words as tokens, the likelier the shorter.
fn echo(request: &Request) -> Reply {
    let text = &request.likelihood().unwrap().text;
    let whole = format!("{}{}", text.context, text.continuation);
    let tokens: Vec<&str> = whole.split_inclusive(' ').chain([" more"]).collect();
    let logprob = |token: &&str| json!(-(token.len() as f64) / 3.0);
    let logprobs: Vec<_> = tokens.iter().map(logprob).collect();
    let body = json!({
        "choices": [{"text": whole, "logprobs": {"tokens": tokens, "token_logprobs": logprobs}}],
        "usage": {"prompt_tokens": tokens.len() - 1, "completion_tokens": 1},
    });
    Reply::from_body(200, body.to_string().as_bytes())
}

fn drain<S: Study + 'static>(
    driver: &mut Driver<S>,
    mut answer: impl FnMut(&Request) -> Reply,
) -> (Vec<Handled>, Vec<Transcript>, Option<Unmeasured>)
where
    S::Config: 'static,
    S::Case: 'static,
{
    let (mut stored, mut ended, mut now) = (Vec::new(), Vec::new(), 0);
    loop {
        let step = driver.next_step(now);
        while let Some(finished) = driver.finished() {
            ended.push(finished.transcript);
        }
        match step {
            Step::Send(request) => {
                let reply = answer(&request);
                stored.extend(driver.handle(request.id, reply, &[], now));
            }
            Step::Wait { until_ms } => now = until_ms.unwrap(),
            Step::Done(cause) => return (stored, ended, cause),
        }
    }
}

fn live(cache: Cache, budget: Budget) -> Driver<Endings> {
    Driver::live(&Config::default(), Terms::default(), cache, budget, 2)
}

/// The cache of a file with these lines, which hold what is stored and nothing else.
fn cache_of(stored: &[Handled]) -> Cache {
    let mut cache = Cache::default();
    for handled in stored {
        let line = serde_json::to_string(&handled.reply).unwrap();
        match &handled.failure {
            None => cache.put(handled.request, serde_json::from_str(&line).unwrap()),
            Some(cause) => cache.put_failure(handled.request, cause.clone()),
        }
    }
    cache
}

fn replayed(stored: &[Handled]) -> Vec<Transcript> {
    let mut transcripts = Vec::new();
    replay::<Endings, ()>(
        &Config::default(),
        &Terms::default(),
        &cache_of(stored),
        |_| true,
        |_, transcript, _| {
            transcripts.push(transcript.clone());
            Ok(())
        },
    )
    .unwrap();
    transcripts
}

#[test]
fn a_text_is_scored_once_and_stored_short() {
    let mut driver = live(Cache::default(), Budget::default());
    let (stored, ended, cause) = drain(&mut driver, echo);
    assert_eq!((cause, ended.len(), stored.len()), (None, 3, 6));
    let counts = driver.counts();
    assert_eq!((counts.sent, counts.replies, counts.cached), (6, 6, 3));
    let per_reply = 400 + 2;
    assert_eq!(
        (
            counts.input_tokens,
            counts.output_tokens,
            counts.guessed_tokens
        ),
        (6 * per_reply, 6, 0)
    );
    let expected = r#"{"scored":{"tokens":["one ","end"],"token_logprobs":[-1.3333333333333333,-1.0]},"usage":{"prompt_tokens":402,"completion_tokens":1}}"#;
    assert_eq!(stored[0].reply.raw.json(), expected);
    let token = |text: &str, logprob| TokenScore {
        text: text.into(),
        logprob,
    };
    let first = &ended[0].scored[0];
    assert_eq!(first.request, Some(stored[0].request));
    assert_eq!(
        first.outcome,
        Ok(vec![token("one ", -4.0 / 3.0), token("end", -1.0)])
    );
    assert_eq!(replayed(&stored), ended);

    // One case by itself, with what was sent.
    let one = replay_case::<Endings>(&Sentence(2), &Terms::default(), &cache_of(&stored));
    assert_eq!(one.transcript, ended[2]);
    let sent: Vec<bool> = one
        .sent
        .iter()
        .map(|(_, _, content, reply)| content.likelihood().is_some() && reply.is_some())
        .collect();
    assert_eq!(sent, [true; 3]);
}

#[test]
fn a_run_goes_on_from_any_prefix() {
    let (stored, ended, _) = drain(&mut live(Cache::default(), Budget::default()), echo);
    for cut in 0..=stored.len() {
        let mut driver = live(cache_of(&stored[..cut]), Budget::default());
        let (more, again, cause) = drain(&mut driver, echo);
        assert_eq!(
            (more.len(), cause),
            (stored.len() - cut, None),
            "what is there is not asked again"
        );
        assert_eq!(again, ended);
    }
    let budget = Budget {
        max_calls: Some(2),
        max_tokens: None,
    };
    let (first, _, cause) = drain(&mut live(Cache::default(), budget), echo);
    assert_eq!(
        (first.len(), cause.unwrap().kind.as_str()),
        (2, "budget_spent")
    );
}

#[test]
fn failures_are_retried_where_that_can_help_and_named_where_not() {
    // Two busy moments, then an answer.
    let mut busy = 2;
    let (stored, ended, _) = drain(&mut live(Cache::default(), Budget::default()), |request| {
        if busy > 0 {
            busy -= 1;
            return Reply::from_body(503, b"busy");
        }
        echo(request)
    });
    assert!(stored.iter().all(|handled| handled.failure.is_none()));
    assert!(
        ended
            .iter()
            .all(|transcript| Endings::score(&Sentence(0), transcript) == 3)
    );

    // A server that refuses, and one that does not score.
    for (body, kind, raw) in [
        (
            (400, r#"{"error":{"message":"logprobs is not supported"}}"#),
            "invalid_request",
            r#"{"error":{"message":"logprobs is not supported"}}"#,
        ),
        (
            (200, r#"{"choices":[{"text":"end","logprobs":null}]}"#),
            "missing_logprobs",
            r#"{"unscored":{"kind":"missing_logprobs","#,
        ),
    ] {
        let mut driver = live(Cache::default(), Budget::default());
        let (stored, ended, _) =
            drain(&mut driver, |_| Reply::from_body(body.0, body.1.as_bytes()));
        // The second case of a group asks again, as nothing is stored.
        assert_eq!(
            (driver.counts().failed, driver.counts().unmeasured_cases),
            (9, 3)
        );
        assert!(
            stored
                .iter()
                .all(|handled| handled.reply.raw.json().starts_with(raw))
        );
        let causes = ended.iter().flat_map(|transcript| &transcript.scored);
        for text in causes {
            assert_eq!(text.outcome.as_ref().unwrap_err().kind, kind);
        }
        assert_eq!(replayed(&stored), ended);
    }
}

#[test]
fn a_study_that_does_not_say_so_gets_no_likelihoods() {
    let mut driver = Driver::<Unsaid>::live(
        &Config::default(),
        Terms::default(),
        Cache::default(),
        Budget::default(),
        1,
    );
    let (stored, ended, cause) = drain(&mut driver, echo);
    assert_eq!((stored.len(), ended.len(), cause), (0, 3, None));
    assert_eq!(driver.counts().unmeasured_cases, 3);
}

#[test]
fn a_stored_score_of_another_text_is_asked_for_once_more() {
    let (whole, ..) = drain(&mut live(Cache::default(), Budget::default()), echo);
    let mut stored = whole.clone();
    stored[0].reply = Reply::from_body(
        200,
        scored_body(&[TokenScore {
            text: "another text".into(),
            logprob: -1.0,
        }])
        .as_bytes(),
    );
    let mut driver = live(cache_of(&stored), Budget::default());
    let (more, ..) = drain(&mut driver, echo);
    assert_eq!(driver.counts().sent, 1);
    stored.extend(more);
    assert_eq!(replayed(&stored), replayed(&whole));
    let mut driver = live(cache_of(&stored), Budget::default());
    drain(&mut driver, echo);
    assert_eq!(driver.counts().sent, 0);
}
