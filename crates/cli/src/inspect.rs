//! `faultline inspect`: what a file is, and what can be scored from it.

use anyhow::Context as _;
use faultline_lab::{FileReport, ScoreOptions, Scored, Session};
use faultline_report::visible_text;
use serde_json::{Value, json};

use crate::{
    Outcome,
    args::InspectArguments,
    exit::Exit,
    output::{complain, say},
    score::{is_whole, read},
};

/// Resamples of the report that is only looked at for what it holds.
const FEWEST_RESAMPLES: u32 = 100;

pub(crate) fn inspect(arguments: &InspectArguments) -> Outcome {
    let mut exit = Exit::Done;
    let mut files = Vec::new();
    for path in &arguments.files {
        let mut session = Session::new();
        match read(&mut session, path, false) {
            Ok(report) => {
                let scored = scored(&session, &report);
                let fails = scored.as_ref().is_ok_and(|scored| scored.has_failures);
                if !report.can_be_scored || !is_whole(&report) || scored.is_err() || fails {
                    exit = Exit::Failed;
                }
                if arguments.json {
                    files.push(json_of(&report, &scored));
                } else {
                    say(&plain(&report, &scored))?;
                }
            }
            Err(error) => {
                complain(&format!("error: {error:#}"));
                exit = Exit::Failed;
            }
        }
    }
    if arguments.json {
        say(&format!("{:#}\n", json!({ "files": files })))?;
    }
    Ok(exit)
}

/// What a file's report would hold, or why it can't be made of this file alone.
fn scored(session: &Session, report: &FileReport) -> anyhow::Result<Scored> {
    anyhow::ensure!(report.can_be_scored, "it holds nothing that can be scored");
    let options = ScoreOptions {
        chains: false,
        resamples: Some(FEWEST_RESAMPLES),
        ..Default::default()
    };
    session.score(&options).context("it can't be scored alone")
}

fn plain(report: &FileReport, scored: &anyhow::Result<Scored>) -> String {
    let unit = if report.is_table { "row" } else { "exchange" };
    let mut lines = vec![
        report.name.clone(),
        format!("  {}", report.what),
        format!(
            "  {}, {}, {}",
            counted(report.lines, "line"),
            counted(report.exchanges, unit),
            counted(report.problem_count, "problem")
        ),
    ];
    match scored {
        Err(error) => lines.push(format!("  Not scored: {error:#}.")),
        Ok(scored) => {
            lines.extend(scored.report.runs.iter().map(|run| {
                format!(
                    "  {}: {}, {}, {}, {} not measured",
                    run.model,
                    run.settings,
                    counted(run.tasks, "task"),
                    counted(run.replies, "reply"),
                    counted(run.unmeasured, "request")
                )
            }));
            lines.extend(notes(scored).map(|note| format!("  {note}")));
            let width = rows(scored).map(|(id, ..)| id.len()).max();
            lines.push(match width {
                Some(_) => "  Tables that `faultline score` makes of it, with their rows:".into(),
                None => "  No table has a row from this file alone: score it beside the files that it is compared with.".into(),
            });
            let width = width.unwrap_or_default();
            lines.extend(
                rows(scored)
                    .map(|(id, title, rows)| format!("    {id:width$}  {rows:>5}  {title}")),
            );
        }
    }
    lines.iter().map(|line| visible_text(line) + "\n").collect()
}

/// A number of things; `one` is the word for a single one.
fn counted(count: u64, one: &str) -> String {
    match (count, one.strip_suffix('y')) {
        (1, _) => format!("1 {one}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        (_, None) => format!("{count} {one}s"),
    }
}

/// What of the file does not fit the tasks that its header names, and why.
fn notes(scored: &Scored) -> impl Iterator<Item = String> {
    scored.problems.iter().map(|(_, problem)| problem.clone())
}

/// The tables that are not empty: id, title, rows.
fn rows(scored: &Scored) -> impl Iterator<Item = (&str, &str, usize)> {
    let tables = scored.report.tables.iter();
    tables
        .filter(|table| !table.rows.is_empty())
        .map(|table| (table.id.as_str(), table.title.as_str(), table.rows.len()))
}

fn json_of(report: &FileReport, scored: &anyhow::Result<Scored>) -> Value {
    let mut object = json!(report);
    match scored {
        Err(error) => object["why_not"] = json!(format!("{error:#}")),
        Ok(scored) => {
            let tables = rows(scored)
                .map(|(id, title, rows)| json!({ "id": id, "title": title, "rows": rows }));
            object["study"] = json!(scored.report.study);
            object["tables"] = tables.collect();
            object["notes"] = notes(scored).collect();
        }
    }
    object
}
