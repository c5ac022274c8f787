//! The small simulated run that the first page shows.

use faultline_lab::{Run, RunSpec, Scored, Step};

use crate::browser;

/// Requests that are answered before others have their turn.
const BATCH: u32 = 200;

/// Makes the run and scores it.
pub(super) async fn scored() -> Result<Scored, String> {
    let spec = RunSpec {
        settings: [("tasks".into(), "40".into())].into(),
        ..RunSpec::new("propagation", "sim:noisy?p=0.8&poisoned=0.55")
    };
    let at = browser::now_text();
    let mut run = Run::start(&spec, None, &at).map_err(|error| error.to_string())?;
    let mut count = 0_u32;
    while let Step::Send(request) = run.next_step(0) {
        let Some(reply) = run.simulate(&request) else {
            break;
        };
        run.handle(request.id, reply, &[], 0, &at);
        count += 1;
        if count.is_multiple_of(BATCH) {
            browser::sleep(0).await;
        }
    }
    run.scored(false).map_err(|error| error.to_string())
}
