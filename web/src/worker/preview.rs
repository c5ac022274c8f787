//! The run of which the first page shows the demo, whole.

use faultline_lab::{Demo, Run, Scored, Step};

use crate::browser;

/// Requests that are answered before others have their turn.
const BATCH: u32 = 200;

/// Makes the run and scores it.
pub(super) async fn scored() -> Result<Scored, String> {
    let at = browser::now_text();
    let mut run = Run::start(&Demo::spec(), None, &at).map_err(|error| error.to_string())?;
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
