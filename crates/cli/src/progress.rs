//! Bars on standard error, on a terminal only.

use std::io::IsTerminal as _;

use faultline_lab::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

fn bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr_with_hz(8));
    if !std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("━╸ "));
    }
    bar
}

/// How far a file is read.
#[derive(Debug)]
pub(crate) struct ReadingBar(ProgressBar);

impl ReadingBar {
    pub(crate) fn new(name: &str, bytes: u64) -> Self {
        let bar = bar(bytes, "{prefix} {bar:30} {bytes}/{total_bytes}");
        bar.set_prefix(faultline_report::visible_text(name));
        Self(bar)
    }

    pub(crate) fn advance(&self, bytes: u64) {
        self.0.inc(bytes);
    }

    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

/// How far a run is.
#[derive(Debug)]
pub(crate) struct RunBar(ProgressBar);

impl RunBar {
    pub(crate) fn new(cases: u64) -> Self {
        Self(bar(
            cases,
            "{bar:30} {pos}/{len} cases, {msg}, {elapsed} gone, {eta} left",
        ))
    }

    pub(crate) fn show(&self, progress: &Progress) {
        self.0.set_position(progress.done);
        self.0.set_message(format!(
            "{} replies, {} from the cache, {} failed, {} tokens",
            progress.replies,
            progress.cached,
            progress.failed,
            progress.input_tokens.saturating_add(progress.output_tokens)
        ));
    }

    /// A line above the bar.
    pub(crate) fn note(&self, line: &str) {
        if self.0.is_hidden() {
            crate::output::complain(line);
        } else {
            self.0.println(line);
        }
    }

    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
