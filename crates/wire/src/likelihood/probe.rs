//! Small requests before a run that show how a server scores a text.

use faultline_core::{Likelihood, Reply, Unmeasured};

use super::{
    LikelihoodRequest, ScoringWay, read_scores,
    way::{WHO_DOES, scoring_way},
};
use crate::{
    body::Body,
    failure::{self, Failure, worth_retrying},
    report::Report,
};

/// A short text of which each way is asked how likely it is.
pub fn probe_request() -> LikelihoodRequest {
    LikelihoodRequest::from(Likelihood {
        context: "One, two, three,".into(),
        continuation: " four".into(),
    })
}

/// The search for the way in which a server scores a text: [`probe_request`] is sent in one way after the other until one is answered.
///
/// A way that was chosen is the only one that is tried; else what the provider is known for comes first.
///
/// ```
/// use faultline_core::Reply;
/// use faultline_wire::{ScoringWay, WaySearch};
///
/// let mut search = WaySearch::start("http://127.0.0.1:9000/v1", "m", None)?;
/// assert_eq!(search.way(), ScoringWay::Echo);
/// let refusal = Reply::from_body(400, br#"{"error":{"message":"no echo"}}"#);
/// assert!(!search.is_found(&refusal)?);
/// assert_eq!(search.way(), ScoringWay::PromptLogprobs);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct WaySearch {
    way: ScoringWay,
    /// Those to be tried after it.
    left: Vec<ScoringWay>,
    /// What is said where none is found and not all were tried.
    advice: &'static str,
    /// What came of each that was tried.
    tried: Vec<String>,
}

impl WaySearch {
    /// Begins with the way that was chosen, else with the one that the provider is known for, else with an echo.
    ///
    /// # Errors
    /// As [`scoring_way`].
    pub fn start(base_url: &str, model: &str, chosen: Option<ScoringWay>) -> Result<Self, String> {
        let known = scoring_way(base_url, model, chosen)?;
        let way = known.unwrap_or(ScoringWay::Echo);
        let (mut left, mut advice) = (Vec::new(), " It was chosen; auto tries every way.");
        if chosen.is_none() {
            left.extend(ScoringWay::ALL.into_iter().filter(|other| *other != way));
            advice = "";
        }
        Ok(Self {
            way,
            left,
            advice,
            tried: Vec::new(),
        })
    }

    /// The way to be tried.
    pub fn way(&self) -> ScoringWay {
        self.way
    }

    /// Whether the reply to [`probe_request`] shows that the server takes this way; if not, the next is to be tried.
    ///
    /// # Errors
    /// No way is left, or the request failed in a manner that no other way would mend; the sentence says what came, and what to do.
    pub fn is_found(&mut self, reply: &Reply) -> Result<bool, String> {
        let Err(cause) = read_scores(reply, &probe_request().text) else {
            return Ok(true);
        };
        let body = Body::of(&reply.raw);
        if let Some(Failure::Unmeasured(failed)) = failure::of(reply.status, &[], &body)
            && !is_refusal(&failed, reply.status, &body)
        {
            let advice = if worth_retrying(&failed) {
                "; the same may succeed later"
            } else {
                ""
            };
            return Err(format!(
                "one small request was sent to see whether the server scores a text, and it failed: {failed}{advice}"
            ));
        }
        self.tried.push(format!("{} ({cause})", self.way.name()));
        if self.left.is_empty() {
            return Err(format!(
                "the server does not say how likely a given text is, which this study asks for. Tried: {}.{} {WHO_DOES}",
                self.tried.join("; "),
                self.advice
            ));
        }
        self.way = self.left.remove(0);
        Ok(false)
    }
}

/// Whether the server understood the request and refused what it asks for, or has no such endpoint.
fn is_refusal(failed: &Unmeasured, status: u16, body: &Body) -> bool {
    match failed.kind.as_str() {
        "invalid_request" => true,
        // Some servers break at what they don't know, and say so; statuses above 501 are of what stands before a server.
        "provider_error" => match body {
            Body::Json(value) => {
                Report::of(value).is_some_and(|report| report.status(status) <= 501)
            }
            Body::Text(_) | Body::Stream(_) => false,
        },
        // An endpoint that is not there is told by the same status as a model that is not.
        "model_not_found" => !failed.message.to_lowercase().contains("model"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Replies, all of which must be asked for, and the way that is found or words of why there is none.
    type Row<'a> = (
        Option<ScoringWay>,
        &'a [(u16, &'a str)],
        Result<ScoringWay, &'a str>,
    );

    fn check(rows: &[Row<'_>]) {
        for (chosen, replies, expected) in rows {
            let mut search = WaySearch::start("http://127.0.0.1:9000/v1", "m", *chosen).unwrap();
            let mut found = Err("nothing was sent".to_owned());
            for (at, (status, body)) in replies.iter().enumerate() {
                found = match search.is_found(&Reply::from_body(*status, body.as_bytes())) {
                    Ok(true) => Ok(search.way()),
                    Ok(false) if at + 1 < replies.len() => continue,
                    Ok(false) => panic!("{} is tried", search.way().name()),
                    Err(message) => Err(message),
                };
                assert_eq!(at + 1, replies.len(), "{found:?}");
            }
            match (&found, expected) {
                (Ok(way), Ok(expected)) => assert_eq!(way, expected),
                (Err(message), Err(part)) => assert!(message.contains(part), "{message}"),
                _ => panic!("{found:?} is not {expected:?}"),
            }
        }
    }

    #[test]
    fn a_probe_shows_the_way_or_why_there_is_none() {
        let echo = r#"{"choices":[{"text":"One, two, three, four five","logprobs":{
            "tokens":["One",","," two",","," three",","," four"," five"],
            "token_logprobs":[null,-1,-1,-1,-1,-1,-0.5,-1]}}]}"#;
        let echo = (200, echo);
        let prompt = (
            200,
            r#"{"choices":[{"text":" five","logprobs":null,"prompt_logprobs":[null,
            {"2":{"logprob":-1,"decoded_token":", two, three,"}},{"3":{"logprob":-2,"decoded_token":" four"}}]}]}"#,
        );
        let forced = (
            200,
            r#"[{"tokens":[{"id":1,"piece":"One, two, three,"},{"id":2,"piece":" four"}]},
            {"completion_probabilities":[{"id":2,"logprob":-1}]}]"#,
        );
        let refused = (
            400,
            r#"{"error":{"code":400,"message":"Only no echo is supported","type":"invalid_request_error"}}"#,
        );
        let broken = (
            500,
            r#"{"error":{"code":500,"message":"echo is not implemented","type":"server_error"}}"#,
        );
        let absent = (404, r#"{"error":{"message":"File Not Found"}}"#);
        let without = (200, r#"{"choices":[{"text":" five","logprobs":null}]}"#);
        check(&[
            (None, &[echo][..], Ok(ScoringWay::Echo)),
            (None, &[refused, prompt], Ok(ScoringWay::PromptLogprobs)),
            // Some servers break at what they don't know.
            (None, &[broken, prompt], Ok(ScoringWay::PromptLogprobs)),
            (None, &[without, without, forced], Ok(ScoringWay::Forced)),
            (
                None,
                &[refused, without, absent],
                Err("Only no echo is supported); prompt_logprobs (missing_logprobs: the reply has"),
            ),
            (
                None,
                &[absent, absent, absent],
                Err("forced (model_not_found: File Not Found). Servers that do"),
            ),
            (
                Some(ScoringWay::Forced),
                &[absent],
                Err("File Not Found). It was chosen; auto tries every way. Servers"),
            ),
            (
                Some(ScoringWay::PromptLogprobs),
                &[prompt],
                Ok(ScoringWay::PromptLogprobs),
            ),
        ]);
    }

    #[test]
    fn a_failure_is_no_refusal() {
        check(&[
            (
                None,
                &[(401, r#"{"error":{"message":"Incorrect API key provided"}}"#)],
                Err("it failed: auth_error"),
            ),
            (
                None,
                &[(
                    404,
                    r#"{"error":{"message":"The model `x` does not exist."}}"#,
                )],
                Err("it failed: model_not_found: The model `x`"),
            ),
            (
                None,
                &[(429, r#"{"error":{"message":"slow down"}}"#)],
                Err("slow down; the same may succeed later"),
            ),
            // What stands before a server breaks by itself.
            (
                None,
                &[(500, "<html>Internal Server Error</html>")],
                Err("the same may succeed later"),
            ),
            (
                None,
                &[(502, "<html>Bad Gateway</html>")],
                Err("Bad Gateway</html>; the same may succeed later"),
            ),
            (
                None,
                &[(502, r#"{"error":{"message":"Upstream is down"}}"#)],
                Err("it failed: provider_error: Upstream is down; the same may succeed later"),
            ),
            (
                None,
                &[(503, r#"{"error":{"message":"No worker is free"}}"#)],
                Err("No worker is free; the same may succeed later"),
            ),
            (
                None,
                &[(504, "")],
                Err("it failed: timeout: HTTP status 504; the same may succeed later"),
            ),
            (
                None,
                &[(0, "connection refused")],
                Err("it failed: network_error"),
            ),
        ]);
    }
}
