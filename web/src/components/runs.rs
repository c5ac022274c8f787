//! The runs that are stored in this browser.

use yew::prelude::*;

use crate::state::{RunRow, count_text};

/// What is to be done with a stored run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunOrder {
    /// Go on with it.
    Resume,
    /// Show its results.
    Open,
    /// Save its trace.
    Download,
    /// Remove it.
    Delete,
}

/// The list.
pub(crate) fn run_list(
    runs: &[RunRow],
    running: Option<u32>,
    on_order: &Callback<(u32, RunOrder)>,
) -> Html {
    if runs.is_empty() {
        return html! { <p class="empty">{ "Runs that you start are listed here, with their traces. They stay in this browser until you delete them." }</p> };
    }
    html! {
        <div class="scroll" tabindex="0" role="region" aria-label="Stored runs">
            <table class="list">
                <thead>
                    <tr><th scope="col">{ "Run" }</th><th scope="col">{ "Model" }</th><th scope="col">{ "Study" }</th><th scope="col">{ "Started" }</th><th scope="col" class="is-number">{ "Episodes" }</th><th scope="col">{ "What to do" }</th></tr>
                </thead>
                <tbody>for run in runs { { row(run, running == Some(run.id), on_order) } }</tbody>
            </table>
        </div>
    }
}

fn row(run: &RunRow, busy: bool, on_order: &Callback<(u32, RunOrder)>) -> Html {
    let id = run.id;
    let order = |order: RunOrder, words: &str| {
        let on_order = on_order.clone();
        let click = move |_: MouseEvent| on_order.emit((id, order));
        html! {
            <button type="button" class="button button--small" onclick={click} disabled={busy && order != RunOrder::Open} aria-label={format!("{words} run {id}")}>
                { words }
            </button>
        }
    };
    let settings: Vec<String> = run
        .spec
        .settings
        .iter()
        .map(|(key, value)| format!("{key} {value}"))
        .collect();
    html! {
        <tr key={id} data-run={id.to_string()}>
            <th scope="row">{ id }</th>
            <td class="is-code">{ run.spec.model.clone() }</td>
            <td>{ run.spec.study.clone() }if !settings.is_empty() { <span class="quiet">{ format!(", {}", settings.join(", ")) }</span> }</td>
            <td class="is-nowrap">{ run.started.get(..16).unwrap_or_default().replace('T', " ") }</td>
            <td class="is-number is-nowrap">{ format!("{} of {}", count_text(run.progress.done), count_text(run.progress.cases)) }</td>
            <td>
                <div class="actions actions--tight">
                    if !run.finished { { order(RunOrder::Resume, "Resume") } }
                    { order(RunOrder::Open, "Open") }
                    { order(RunOrder::Download, "Download trace") }
                    { order(RunOrder::Delete, "Delete") }
                </div>
            </td>
        </tr>
    }
}
