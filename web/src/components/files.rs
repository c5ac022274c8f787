//! The files that were dropped, and what was found in them.

use faultline_lab::{FileReport, Problem};
use yew::prelude::*;

use crate::{state::count_text, worker::protocol::FileRow};

/// One row a file.
pub(crate) fn file_table(files: &[FileRow]) -> Html {
    html! {
        <ul class="files">for file in files { { row(file) } }</ul>
    }
}

fn row(file: &FileRow) -> Html {
    let report = &file.report;
    let share = if file.size > 0.0 {
        (file.read / file.size * 100.0).min(100.0)
    } else {
        100.0
    };
    let (class, state) = match (file.closed, report.can_be_scored, report.problem_count) {
        (false, ..) => ("", "reading"),
        (true, true, 0) => ("file--good", "can be scored"),
        (true, true, _) => ("file--partly", "can be scored in part"),
        (true, false, _) => ("file--bad", "can't be scored"),
    };
    html! {
        <li class={classes!("file", class)} key={file.index}>
            <div class="file__head">
                <strong class="file__name">{ report.name.clone() }</strong>
                <span class="file__state">{ state }</span>
            </div>
            if file.closed {
                <p>{ report.what.clone() }</p>
                <p class="quiet">
                    { format!("{}, {}", read_text(report), size_text(file.size)) }
                </p>
            } else {
                <progress max="100" value={format!("{share:.1}")} aria-label={format!("Reading {}", report.name)}></progress>
            }
            { problems(&report.problems, report.problem_count) }
        </li>
    }
}

/// How much was read, in what the file is made of.
fn read_text(report: &FileReport) -> String {
    let (one, many) = if report.is_table {
        ("row", "rows")
    } else {
        ("reply", "replies")
    };
    match report.exchanges {
        1 => format!("1 {one}"),
        count => format!("{} {many}", count_text(count)),
    }
}

fn problems(problems: &[Problem], count: u64) -> Html {
    if count == 0 {
        return Html::default();
    }
    let more = count.saturating_sub(problems.len() as u64);
    let title = if count == 1 {
        "1 problem".to_owned()
    } else {
        format!("{} problems", count_text(count))
    };
    html! {
        <details class="file__problems" open={count <= 5}>
            <summary>{ title }</summary>
            <ul>
                for problem in problems {
                    <li>
                        if let Some(line) = problem.line { <span class="file__line">{ format!("line {line}: ") }</span> }
                        { problem.cause.clone() }
                    </li>
                }
                if more > 0 { <li>{ format!("and {} more", count_text(more)) }</li> }
            </ul>
        </details>
    }
}

fn size_text(bytes: f64) -> String {
    match bytes {
        bytes if bytes < 1000.0 => format!("{bytes:.0} bytes"),
        bytes if bytes < 1e6 => format!("{:.1} kB", bytes / 1e3),
        bytes => format!("{:.1} MB", bytes / 1e6),
    }
}
