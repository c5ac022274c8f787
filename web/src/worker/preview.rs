//! The run of which the first page shows the demo, whole.

use faultline_core::ReadingRule;
use faultline_lab::{Demo, Run, Scored, Session, Step};

use crate::browser;

/// Requests that are answered before others have their turn.
const BATCH: u32 = 200;

/// Makes the run and scores its trace.
pub(super) async fn scored(reading: Option<ReadingRule>) -> Result<Scored, String> {
    let at = browser::now_text();
    let mut run = Run::start(&Demo::spec(), None, &at).map_err(|error| error.to_string())?;
    let mut session = Session::new();
    session.open("demo");
    session.feed(run.header_line().unwrap_or_default().as_bytes());
    let mut count = 0_u32;
    while let Step::Send(request) = run.next_step(0) {
        let Some(reply) = run.simulate(&request) else {
            break;
        };
        if let Some(line) = run.handle(request.id, reply, &[], 0, &at) {
            session.feed(line.as_bytes());
        }
        count += 1;
        if count.is_multiple_of(BATCH) {
            browser::sleep(0).await;
        }
    }
    session.close();
    super::host::scored(&session, reading)
}
