//! A run under way: the bar, the counts, the buttons.

use faultline_lab::Progress;
use yew::prelude::*;

use super::fact;
use crate::state::{ActiveRun, Ended, RunStatus, count_text, span_text};

/// How far a run is, and what can be done about it.
pub(crate) fn run_progress(run: &ActiveRun, controls: &RunControls) -> Html {
    let progress = run.row.progress;
    let percent = run.share() * 100.0;
    let unmeasured = share(progress.unmeasured_cases, progress.cases);
    html! {
        <section class="progress" aria-label="Progress">
            <div class="progress__bar" role="progressbar" aria-label="Episodes that ended" aria-valuemin="0" aria-valuemax="100"
                aria-valuenow={format!("{percent:.0}")}>
                <span class="progress__done" style={format!("inline-size: {:.2}%", percent - unmeasured)}></span>
                <span class="progress__unmeasured" style={format!("inline-size: {unmeasured:.2}%")}></span>
            </div>
            { counts(run, progress) }
            if !run.remark.is_empty() { <p class="progress__remark" role="status">{ run.remark.clone() }</p> }
            <div class="actions">{ buttons(run, controls) }</div>
        </section>
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 * 100.0 / whole as f64
    }
}

fn counts(run: &ActiveRun, progress: Progress) -> Html {
    let count = |title: &str, text: String| fact(title, &text);
    let status = match &run.status {
        RunStatus::Running => "running",
        RunStatus::Stopping => "stopping",
        RunStatus::Ended(Ended::Finished) => "finished",
        RunStatus::Ended(Ended::Stopped) => "stopped",
        RunStatus::Ended(Ended::Failed(_)) => "interrupted",
    };
    let running = run.status == RunStatus::Running;
    html! {
        <dl class="counts">
            { count("State", status.into()) }
            { count("Episodes", format!("{} of {}", count_text(progress.done), count_text(progress.cases))) }
            { count("Replies", count_text(progress.replies)) }
            { count("Shared", count_text(progress.cached)) }
            { count("Failed", count_text(progress.failed)) }
            { count("Not measured", count_text(progress.unmeasured_cases)) }
            { count("Rate", run.rate().map_or_else(|| "–".into(), |rate| format!("{rate:.1} a second"))) }
            if progress.input_tokens > 0 {
                { count("Tokens", format!("{} in, {} out", count_text(progress.input_tokens), count_text(progress.output_tokens))) }
            }
            if running { { count("Left", run.seconds_left().map_or_else(|| "–".into(), span_text)) } }
        </dl>
    }
}

fn buttons(run: &ActiveRun, controls: &RunControls) -> Html {
    let click = |callback: &Callback<()>| {
        let callback = callback.clone();
        move |_: MouseEvent| callback.emit(())
    };
    let resume_button = html! { <button type="button" class="button button--primary" onclick={click(&controls.resume)}>{ "Resume" }</button> };
    let action = match &run.status {
        RunStatus::Running => {
            html! { <button type="button" class="button" onclick={click(&controls.stop)}>{ "Stop" }</button> }
        }
        RunStatus::Stopping => {
            html! { <button type="button" class="button" disabled=true>{ "Stopping" }</button> }
        }
        RunStatus::Ended(Ended::Failed(why)) => {
            html! { <><p class="problem" role="alert">{ why }</p>{ resume_button }</> }
        }
        RunStatus::Ended(Ended::Stopped) => resume_button,
        RunStatus::Ended(Ended::Finished) if run.row.progress.unmeasured_cases > 0 => html! {
            <><p class="note">{ "Some episodes were not measured. Resume asks again for what has no usable reply." }</p>{ resume_button }</>
        },
        RunStatus::Ended(Ended::Finished) => Html::default(),
    };
    html! {
        <>
            { action }
            if run.row.progress.replies > 0 {
                <button type="button" class="button" onclick={click(&controls.open)}>{ "Open the results" }</button>
            }
        </>
    }
}

/// What can be done about a run.
pub(crate) struct RunControls {
    /// Stops it.
    pub(crate) stop: Callback<()>,
    /// Goes on with it.
    pub(crate) resume: Callback<()>,
    /// Opens its results.
    pub(crate) open: Callback<()>,
}
