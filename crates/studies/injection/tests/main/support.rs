//! Runs of simulated policies.

use faultline_core::{Reply, Study as _, Terms, Transcript};
use faultline_injection::{Config, Evidence, Injection, InjectionCase, Policy};
use faultline_runner::{Budget, Cache, Driver, Step};
use faultline_wire::ChatRequest;
use serde_json::Value;

/// A case that ended.
pub(crate) struct Ended {
    pub(crate) case: InjectionCase,
    pub(crate) transcript: Transcript,
    pub(crate) evidence: Evidence,
    /// The requests that were sent for it, where it is the only case.
    pub(crate) sent: Vec<ChatRequest>,
}

/// Runs a policy.
pub(crate) fn run(config: &Config, terms: Terms, policy: &str) -> Vec<Ended> {
    let policy = Policy::parse(policy).unwrap();
    answered(config, terms, |request, digest| {
        policy.answer(request, digest)
    })
}

/// Runs whatever answers a request.
pub(crate) fn answered(
    config: &Config,
    terms: Terms,
    mut answer: impl FnMut(&ChatRequest, faultline_core::Digest) -> String,
) -> Vec<Ended> {
    let mut driver =
        Driver::<Injection>::live(config, terms, Cache::default(), Budget::default(), 1);
    let mut all = Vec::new();
    let mut sent = Vec::new();
    loop {
        let step = driver.next_step(0);
        while let Some(finished) = driver.finished() {
            let evidence = Injection::score(&finished.case, &finished.transcript);
            all.push(Ended {
                case: finished.case,
                transcript: finished.transcript,
                evidence,
                sent: std::mem::take(&mut sent),
            });
        }
        match step {
            Step::Send(request) => {
                let chat = request.chat().unwrap().clone();
                let body = answer(&chat, request.digest);
                sent.push(chat);
                let reply = Reply::from_body(200, body.as_bytes());
                driver.handle(request.id, reply, &[], 0);
            }
            Step::Wait { .. } => unreachable!("every request is answered at once"),
            Step::Done(cause) => {
                assert_eq!(cause, None);
                return all;
            }
        }
    }
}

/// Whether a result tells an argument of its call otherwise than it was planned: itself, or in an object in it.
pub(crate) fn tells_otherwise(planned: &Value, observation: &str) -> bool {
    let result: Value = serde_json::from_str(observation).unwrap();
    let mut objects = vec![&result];
    objects.extend(result.as_object().unwrap().values());
    planned.as_object().unwrap().iter().any(|(name, value)| {
        objects.iter().any(|object| {
            object
                .get(name)
                .is_some_and(|said| !said.is_array() && !said.is_object() && said != value)
        })
    })
}
