//! A run under way: asks, stores what came, tells how far it is.

use std::rc::Rc;

use faultline_core::Reply;
use faultline_lab::{Run, Step};
use faultline_wire::Target;
use futures_util::stream::{FuturesUnordered, StreamExt};

use super::{host::Host, protocol::Tell};
use crate::{
    browser,
    net::{Sender, Stop},
    state::{Ended, RunRow},
    storage::Store,
};

/// Milliseconds that simulated replies may take before others have their turn.
const TURN_MS: f64 = 12.0;
/// Milliseconds between two messages on how far the run is.
const NEWS_EVERY_MS: f64 = 100.0;
/// Milliseconds until the first report.
const FIRST_REPORT_MS: f64 = 300.0;
/// Milliseconds between two reports at least; they also wait four times as long as the last one took.
const REPORT_EVERY_MS: f64 = 500.0;

/// A run with its place in the store.
pub(super) struct Running {
    /// The engine's side.
    pub(super) run: Run,
    /// The run as it is listed.
    pub(super) row: RunRow,
    /// Whom it asks, where that is a live model.
    pub(super) target: Target,
    /// Where its trace goes.
    pub(super) store: Store,
    /// Where the next chunk of it goes.
    pub(super) next_chunk: u32,
}

/// Runs to the end, or until it is stopped.
pub(super) async fn run(host: &Rc<Host>, mut running: Running, key: String, stop: Stop) {
    running.row.finished = false;
    running.row.progress = running.run.progress();
    host.tell(&Tell::Started(running.row.clone()));
    let sender = Rc::new(Sender::new(running.target.clone(), key, stop.clone()));
    let mut news = News::new();
    let how = match drive(host, &mut running, &sender, &stop, &mut news).await {
        Ok(how) => how,
        Err(why) => Ended::Failed(why),
    };
    running.row.progress = running.run.progress();
    running.row.finished = how == Ended::Finished && running.row.progress.unmeasured_cases == 0;
    let stored = running
        .store
        .append(&running.row, running.next_chunk, &[])
        .await;
    news.tell(host, &running, "");
    news.report(host, &running);
    let how = match stored {
        Err(why) if how == Ended::Finished => Ended::Failed(why),
        _ => how,
    };
    host.tell(&Tell::Ended {
        run: running.row.id,
        how,
    });
}

async fn drive(
    host: &Rc<Host>,
    running: &mut Running,
    sender: &Rc<Sender>,
    stop: &Stop,
    news: &mut News,
) -> Result<Ended, String> {
    let mut under_way = FuturesUnordered::new();
    loop {
        let mut lines = Vec::new();
        let mut remark = String::new();
        let turn = browser::now_ms();
        while browser::now_ms() - turn < TURN_MS {
            if stop.is_stopped() {
                return Ok(Ended::Stopped);
            }
            match running.run.next_step(clock()) {
                Step::Send(request) => {
                    if let Some(reply) = running.run.simulate(&request) {
                        lines.extend(handled(running, request.id, reply, &[]));
                    } else {
                        let sender = sender.clone();
                        under_way.push(async move {
                            let answer = sender.send(&request.content, &request.dropped).await;
                            (request.id, answer)
                        });
                    }
                }
                Step::Wait { until_ms } => {
                    let arrived = if under_way.is_empty() {
                        remark = wait(until_ms).await;
                        None
                    } else {
                        under_way.next().await
                    };
                    if let Some((id, Some((reply, headers)))) = arrived {
                        lines.extend(handled(running, id, reply, &headers));
                    }
                    break;
                }
                Step::Done(cause) => {
                    store(running, &lines).await?;
                    return Ok(match cause {
                        Some(cause) if cause.kind == "budget_spent" => Ended::Stopped,
                        Some(cause) => Ended::Failed(cause.to_string()),
                        None => Ended::Finished,
                    });
                }
            }
        }
        store(running, &lines).await?;
        news.tell_at_times(host, running, &remark);
    }
}

/// The caller's clock, as the engine wants it.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "milliseconds since 1970 are whole, positive and far below 2^53"
)]
fn clock() -> u64 {
    browser::now_ms() as u64
}

/// Waits a little of the time that a provider asked for, so that stopping is quick; gives the words for it.
async fn wait(until_ms: Option<u64>) -> String {
    let left = until_ms.map_or(0, |until| until.saturating_sub(clock()));
    browser::sleep(i32::try_from(left.clamp(1, 200)).unwrap_or(200)).await;
    if left > 1000 {
        format!(
            "Waiting {} s, as the provider asked or after a failure",
            left / 1000
        )
    } else {
        String::new()
    }
}

fn handled(
    running: &mut Running,
    id: u64,
    reply: Reply,
    headers: &[(String, String)],
) -> Option<String> {
    let line = running
        .run
        .handle(id, reply, headers, clock(), &browser::now_text())?;
    Some(line.trim_end().to_owned())
}

async fn store(running: &mut Running, lines: &[String]) -> Result<(), String> {
    running.row.progress = running.run.progress();
    if !lines.is_empty() {
        running
            .store
            .append(&running.row, running.next_chunk, lines)
            .await?;
        running.next_chunk += 1;
    }
    Ok(())
}

/// When the page was told what.
struct News {
    began: f64,
    told: f64,
    next_report: f64,
}

impl News {
    fn new() -> Self {
        let now = browser::now_ms();
        Self {
            began: now,
            told: 0.0,
            next_report: now + FIRST_REPORT_MS,
        }
    }

    fn tell_at_times(&mut self, host: &Host, running: &Running, remark: &str) {
        let now = browser::now_ms();
        if now - self.told > NEWS_EVERY_MS {
            self.tell(host, running, remark);
        }
        if now > self.next_report {
            self.report(host, running);
        }
    }

    fn tell(&mut self, host: &Host, running: &Running, remark: &str) {
        self.told = browser::now_ms();
        host.tell(&Tell::Progress {
            run: running.row.id,
            progress: running.row.progress,
            elapsed_ms: self.told - self.began,
            remark: match running.run.last_failure() {
                Some(cause) if remark.is_empty() => format!("Last failure: {cause}"),
                _ => remark.into(),
            },
        });
    }

    fn report(&mut self, host: &Host, running: &Running) {
        let before = browser::now_ms();
        if let Ok(scored) = running.run.scored(false) {
            let newest = running.run.newest();
            let transcript = newest.and_then(|(case, _)| scored.transcript_of(case));
            host.tell(&Tell::Growing {
                run: running.row.id,
                report: scored.report,
                transcript,
            });
        }
        let now = browser::now_ms();
        self.next_report = now + (4.0 * (now - before)).max(REPORT_EVERY_MS);
    }
}
