//! `faultline score`: trace files in, one report out.

use std::{
    fs::{self, File},
    io::Read as _,
    path::Path,
};

use anyhow::Context as _;
use faultline_lab::{FileReport, Scored, Session, StudyId};
use faultline_report::{Report, Table, visible_text};

use crate::{
    Outcome,
    args::ScoreArguments,
    exit::Exit,
    output::{complain, say},
    progress::ReadingBar,
};

pub(crate) fn score(arguments: &ScoreArguments) -> Outcome {
    let mut session = Session::new();
    let mut exit = Exit::Done;
    for path in &arguments.files {
        match read(&mut session, path, arguments.verbose) {
            Ok(report) if report.can_be_scored && is_whole(&report) => {}
            Ok(_) => exit = Exit::Failed,
            Err(error) => {
                complain(&format!("error: {error:#}"));
                exit = Exit::Failed;
            }
        }
    }
    let scored = session.score(&arguments.options())?;
    for (file, problem) in &scored.problems {
        complain(&format!("{file}: {problem}"));
    }
    if scored.has_failures {
        exit = Exit::Failed;
    }
    print(arguments, &scored)?;
    if exit == Exit::Done && scored.report.runs.iter().any(|run| run.unmeasured > 0) {
        exit = Exit::Unmeasured;
    }
    Ok(exit)
}

/// Whether all of a file was read; a last line that a killed run left half written does not count against it.
pub(crate) fn is_whole(report: &FileReport) -> bool {
    report
        .problems
        .iter()
        .all(|problem| problem.cause.starts_with("the last line is cut"))
}

/// Reads a file into the session, and says on standard error what is wrong with it.
pub(crate) fn read(
    session: &mut Session,
    path: &Path,
    verbose: bool,
) -> anyhow::Result<FileReport> {
    let name = path.display().to_string();
    anyhow::ensure!(
        !path.is_dir(),
        "{name} is a folder; name the trace files in it"
    );
    let mut file = File::open(path).with_context(|| format!("can't read {name}"))?;
    let bar = ReadingBar::new(&name, file.metadata().map_or(0, |data| data.len()));
    session.open(&name);
    let mut piece = vec![0; 1 << 16];
    let mut broken = None;
    loop {
        match file.read(&mut piece) {
            Ok(0) => break,
            Ok(length) => {
                bar.advance(length as u64);
                if !session.feed(&piece[..length]) {
                    break;
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => {
                broken = Some(error);
                break;
            }
        }
    }
    bar.finish();
    let report = session.close();
    for problem in &report.problems {
        match problem.line {
            Some(line) => complain(&format!("{name}:{line}: {}", problem.cause)),
            None => complain(&format!("{name}: {}", problem.cause)),
        }
    }
    let kept = report.problems.len() as u64;
    if report.problem_count > kept {
        complain(&format!(
            "{name}: {} more problems",
            report.problem_count - kept
        ));
    }
    if verbose {
        complain(&format!(
            "{name}: {}, {} lines, {} exchanges",
            report.what, report.lines, report.exchanges
        ));
    }
    match broken {
        Some(error) => {
            Err(error).with_context(|| format!("{name} broke off after {} lines", report.lines))
        }
        None => Ok(report),
    }
}

fn print(arguments: &ScoreArguments, scored: &Scored) -> anyhow::Result<()> {
    let report = &scored.report;
    if let Some(folder) = &arguments.csv {
        fs::create_dir_all(folder)
            .with_context(|| format!("can't make the folder {}", folder.display()))?;
        for table in &report.tables {
            let path = folder.join(format!("{}.csv", table.id));
            fs::write(&path, table.to_csv())
                .with_context(|| format!("can't write {}", path.display()))?;
        }
        say(&format!(
            "{} tables in {}\n",
            report.tables.len(),
            folder.display()
        ))?;
    } else if arguments.json {
        say(&format!("{:#}\n", report.to_json()))?;
    } else if arguments.html {
        say(&faultline_charts::html_report(report))?;
    } else {
        let study = StudyId::named(&report.study)?;
        say(&plain(report, study.brief_tables()))?;
    }
    Ok(())
}

/// A report for a terminal: what was run, the finding, and some tables.
pub(crate) fn plain(report: &Report, shown: &[&str]) -> String {
    let mut parts = Vec::new();
    for run in &report.runs {
        let simulated = if run.simulated {
            " (simulated policy)"
        } else {
            ""
        };
        parts.push(format!(
            "{}{simulated}: {} study, {}, {} tasks, {} replies, {} requests not measured, faultline {}\n",
            visible_text(&run.model), report.study, run.settings, run.tasks, run.replies, run.unmeasured, report.app
        ));
    }
    parts.push(format!("\n{}\n", visible_text(&report.headline)));
    let is_shown = |table: &&Table| shown.contains(&table.id.as_str());
    parts.extend(
        report
            .tables
            .iter()
            .filter(is_shown)
            .map(|table| format!("\n{}", table.to_plain())),
    );
    let more = report
        .tables
        .iter()
        .filter(|table| !is_shown(table))
        .count();
    if more > 0 {
        parts.push(format!(
            "\n{more} more tables: --json, --html or --csv DIR has all of them.\n"
        ));
    }
    parts.concat()
}
