//! The small simulated run that the first page shows.

use faultline_core::{CallingMode, ReadingRule, Sampling};
use faultline_lab::{Run, RunSpec, Scored, Step};

use crate::browser;

/// Requests that are answered before others have their turn.
const BATCH: u32 = 200;

/// Makes the run and scores it.
pub(super) async fn scored() -> Result<Scored, String> {
    let spec = RunSpec {
        study: "propagation".into(),
        settings: [("tasks".into(), "40".into())].into(),
        model: "sim:noisy?p=0.8&poisoned=0.55".into(),
        base_url: None,
        mode: CallingMode::default(),
        reading: ReadingRule::default(),
        sampling: Sampling::default(),
        concurrency: 1,
        max_calls: None,
        max_tokens: None,
    };
    let at = browser::now_text();
    let mut run = Run::start(&spec, None, &at).map_err(|error| error.to_string())?;
    let mut count = 0_u32;
    while let Step::Send(request) = run.next_request() {
        let reply = run.simulate(request.id);
        run.handle(request.id, reply, &at);
        count += 1;
        if count.is_multiple_of(BATCH) {
            browser::sleep(0).await;
        }
    }
    Ok(run.scored())
}
