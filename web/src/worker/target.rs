//! Whom a run asks, found out before it starts.

use faultline_lab::{RunSpec, StudyId};
use faultline_wire::{ModelRequest, ScoringWay, Target, after_probe, probe_request, scoring_way};

use crate::net::{Sender, Stop};

/// The server of a run, and how it is asked how likely a text is, where the study asks for that: by what was chosen, by what the
/// provider is known for, else by one small request.
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
    target.way = if let Some(way) = scoring_way(&target.base_url, &target.model, spec.likelihood)? {
        way
    } else {
        let sender = Sender::new(target.clone(), key.to_owned(), Stop::default());
        let probe = ModelRequest::Likelihood(probe_request());
        let answer = sender.send(&probe, &[]).await;
        let (reply, _) = answer.ok_or("the run was stopped before it began")?;
        after_probe(&reply)?
    };
    Ok(target)
}
