//! Whom a run asks, found out before it starts.

use faultline_lab::{RunSpec, StudyId};
use faultline_wire::{ModelRequest, ScoringWay, Target, WaySearch, probe_request};

use crate::net::{Sender, Stop};

/// The server of a run, and how it is asked how likely a text is, where the study asks for that: by what was chosen, by what the
/// provider is known for, else by any way, whichever a small request shows to work.
pub(super) async fn target(spec: &RunSpec, key: &str) -> Result<Target, String> {
    let mut target = Target {
        base_url: spec.base_url.clone().unwrap_or_default(),
        model: spec.model.clone(),
        way: ScoringWay::Echo,
    };
    let study = StudyId::named(&spec.study).map_err(|error| error.to_string())?;
    if spec.base_url.is_none() || !study.scores_texts() {
        return Ok(target);
    }
    let mut search = WaySearch::start(&target.base_url, &target.model, spec.likelihood)?;
    loop {
        target.way = search.way();
        let sender = Sender::new(target.clone(), key.to_owned(), Stop::default());
        let probe = ModelRequest::Likelihood(probe_request());
        let answer = sender.send(&probe, &[]).await;
        let (reply, _) = answer.ok_or("the run was stopped before it began")?;
        if search.is_found(&reply)? {
            return Ok(target);
        }
    }
}
