//! Runs: those that are stored, and the one under way.

use std::rc::Rc;

use faultline_lab::{Progress, RunSpec, TranscriptView};
use serde::{Deserialize, Serialize};

use super::Sheet;

/// A stored run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRow {
    /// Its number in this browser.
    pub id: u32,
    /// What is run.
    pub spec: RunSpec,
    /// When it was started, RFC 3339.
    pub started: String,
    /// How far it is.
    pub progress: Progress,
    /// Whether all of it is done.
    pub finished: bool,
}

/// What became of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ended {
    /// All cases ended.
    Finished,
    /// Stopped by the person or by the budget; it can be resumed.
    Stopped,
    /// It could not go on: what happened, and what to do.
    Failed(String),
}

/// Whether a run is under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunStatus {
    /// Under way.
    Running,
    /// Told to stop; requests under way are being let go.
    Stopping,
    /// Over.
    Ended(Ended),
}

/// The run that is under way or ended last.
#[derive(Clone, Debug)]
pub struct ActiveRun {
    /// What it is; its progress is the newest.
    pub row: RunRow,
    /// Whether it is under way.
    pub status: RunStatus,
    /// Milliseconds since this session of it began.
    pub elapsed_ms: f64,
    /// How far it was when this session of it began.
    pub at_start: Progress,
    /// The report of what was done so far.
    pub report: Option<Rc<Sheet>>,
    /// The newest episode.
    pub transcript: Option<Rc<TranscriptView>>,
    /// What the person should know while it runs, such as a wait that the provider asked for.
    pub remark: String,
}

impl ActiveRun {
    /// A run that starts now.
    pub fn new(row: RunRow) -> Self {
        Self {
            at_start: row.progress,
            row,
            status: RunStatus::Running,
            elapsed_ms: 0.0,
            report: None,
            transcript: None,
            remark: String::new(),
        }
    }

    /// Takes a newer report. The demo shows all of its run before the run has come that far, so that one of fewer replies than
    /// are on view is passed over.
    pub fn grow(&mut self, sheet: Sheet) {
        let shown = self.report.as_ref().map_or(0, |shown| shown.replies());
        if sheet.replies() >= shown {
            self.report = Some(Rc::new(sheet));
        }
    }

    /// Replies a second in this session of the run; absent in its first half second.
    pub fn rate(&self) -> Option<f64> {
        let replies = self
            .row
            .progress
            .replies
            .saturating_sub(self.at_start.replies);
        (self.elapsed_ms >= 500.0 && replies > 0).then(|| replies as f64 * 1000.0 / self.elapsed_ms)
    }

    /// Seconds that the rest takes at this rate.
    pub fn seconds_left(&self) -> Option<f64> {
        let calls_left = self.row.progress.calls_left as f64;
        self.rate().map(|rate| calls_left / rate)
    }

    /// The share of the cases that ended, 0 to 1.
    pub fn share(&self) -> f64 {
        let Progress { cases, done, .. } = self.row.progress;
        if cases == 0 {
            0.0
        } else {
            done as f64 / cases as f64
        }
    }
}

/// A time span in words.
pub fn span_text(seconds: f64) -> String {
    let whole = seconds.max(0.0).ceil();
    if whole < 100.0 {
        format!("{whole:.0} s")
    } else if whole < 6000.0 {
        format!("{:.0} min", (whole / 60.0).ceil())
    } else {
        format!("{:.1} h", whole / 3600.0)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use faultline_core::{CallingMode, ReadingRule, Sampling};

    use super::*;

    pub(in crate::state) fn row(id: u32, progress: Progress) -> RunRow {
        RunRow {
            id,
            spec: RunSpec {
                study: "propagation".into(),
                settings: [].into(),
                model: "sim:oracle".into(),
                base_url: None,
                mode: CallingMode::Prompted,
                reading: ReadingRule::Lenient,
                sampling: Sampling::default(),
                concurrency: 4,
                likelihood: None,
                max_calls: None,
                max_tokens: None,
            },
            started: "2026-01-01T00:00:00Z".into(),
            progress,
            finished: false,
        }
    }

    #[test]
    fn the_rate_counts_this_session_alone() {
        let before = Progress {
            replies: 100,
            calls_left: 300,
            cases: 40,
            done: 10,
            ..Progress::default()
        };
        let mut run = ActiveRun::new(row(1, before));
        assert_eq!((run.rate(), run.seconds_left()), (None, None));
        run.row.progress = Progress {
            replies: 200,
            calls_left: 200,
            done: 20,
            ..before
        };
        run.elapsed_ms = 10_000.0;
        assert_eq!(
            (run.rate(), run.seconds_left(), run.share()),
            (Some(10.0), Some(20.0), 0.5)
        );
    }

    #[test]
    fn spans_are_short() {
        for (seconds, text) in [
            (0.2, "1 s"),
            (99.0, "99 s"),
            (100.0, "2 min"),
            (7200.0, "2.0 h"),
        ] {
            assert_eq!(span_text(seconds), text);
        }
    }
}
