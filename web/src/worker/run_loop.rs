//! A run under way: asks, stores what came, tells how far it is.

use std::rc::Rc;

use faultline_lab::{Run, Step};
use futures_util::stream::{FuturesUnordered, StreamExt};

use super::{host::Host, protocol::Tell};
use crate::{
    browser,
    net::{Sender, Stop},
    route::Source,
    state::{Ended, RunRow},
    storage::Store,
};

/// Milliseconds that simulated replies may take before others have their turn.
const TURN_MS: f64 = 12.0;
/// Milliseconds between two messages on how far the run is.
const NEWS_EVERY_MS: f64 = 100.0;
/// Milliseconds between two reports at least; they also wait four times as long as the last one took.
const REPORT_EVERY_MS: f64 = 500.0;

/// A run with its place in the store.
pub(super) struct Running {
    /// The engine's side.
    pub(super) run: Run,
    /// The run as it is listed.
    pub(super) row: RunRow,
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
    let sender = Rc::new(Sender::new(key, stop.clone()));
    let mut news = News::new();
    let how = match drive(host, &mut running, &sender, &stop, &mut news).await {
        Ok(how) => how,
        Err(why) => Ended::Failed(why),
    };
    running.row.finished = how == Ended::Finished;
    let stored = running.store.append(&running.row, running.next_chunk, &[]).await;
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
        let turn = browser::now_ms();
        let mut done = false;
        while !stop.is_stopped() && browser::now_ms() - turn < TURN_MS {
            match running.run.next_request() {
                Step::Send(request) => match request.url {
                    Some(url) => {
                        let sender = sender.clone();
                        under_way.push(async move { (request.id, sender.send(&url, &request.body).await) });
                    }
                    None => {
                        let reply = running.run.simulate(request.id);
                        lines.extend(running.run.handle(request.id, reply, &browser::now_text()));
                    }
                },
                Step::Wait => break,
                Step::Done => {
                    done = true;
                    break;
                }
            }
        }
        if lines.is_empty()
            && let Some((id, reply)) = under_way.next().await
            && let Some(reply) = reply
        {
            lines.extend(running.run.handle(id, reply, &browser::now_text()));
        }
        running.row.progress = running.run.progress();
        if !lines.is_empty() {
            running.store.append(&running.row, running.next_chunk, &lines).await?;
            running.next_chunk += 1;
        }
        news.tell_at_times(host, running, &sender.remark());
        if done && under_way.is_empty() {
            return Ok(Ended::Finished);
        }
        if stop.is_stopped() && under_way.is_empty() {
            return Ok(Ended::Stopped);
        }
    }
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
            // The first report comes with the first replies.
            next_report: now,
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
            remark: remark.into(),
        });
    }

    fn report(&mut self, host: &Host, running: &Running) {
        let before = browser::now_ms();
        let scored = running.run.scored();
        host.tell(&Tell::Growing {
            run: running.row.id,
            report: scored.report.clone(),
            transcript: scored.newest_transcript(),
        });
        host.keep(Source::Run(running.row.id), scored);
        let now = browser::now_ms();
        self.next_report = now + (4.0 * (now - before)).max(REPORT_EVERY_MS);
    }
}
