//! Dropping trace files, good and bad ones.

use anyhow::{Context, Result};
use faultline_tests::{Folder, View};

use crate::visit::{Visit, trace};

/// Good and bad files together.
fn files(folder: &Folder) -> Result<Vec<std::path::PathBuf>> {
    let settings = "--set tasks=3 --set depths=1,2";
    let good = trace(folder, "sim:noisy,p=0.7", settings, "good.jsonl")?;
    trace(folder, "sim:stale", settings, "whole.jsonl")?;
    let text = String::from_utf8(folder.read("whole.jsonl")?)?;
    let newer = text
        .replacen("\"faultline\":1", "\"faultline\":7", 1)
        .replace("sim:stale", "sim:newer");
    let foreign = text.replacen("\"study\":\"propagation\"", "\"study\":\"alchemy\"", 1);
    Ok(vec![
        good,
        folder.write("cut.jsonl", &text[..text.len() - 40])?,
        folder.write("newer.jsonl", newer)?,
        folder.write("foreign.jsonl", foreign)?,
        folder.write("notes.txt", "these are notes\nof two lines\n")?,
    ])
}

/// What is said of each file: its name, its state, and words of its problem.
const EXPECTED: [(&str, &str, &[&str]); 5] = [
    (
        "good.jsonl",
        "can be scored",
        &["Faultline trace, version 1"],
    ),
    (
        "cut.jsonl",
        "can be scored in part",
        &["the last line is cut"],
    ),
    (
        "newer.jsonl",
        "can be scored in part",
        &["line 1: ", "version 7"],
    ),
    (
        "foreign.jsonl",
        "can't be scored",
        &["line 1: ", "no study 'alchemy'"],
    ),
    ("notes.txt", "can't be scored", &["line 1: ", "not a trace"]),
];

fn check(visit: &Visit, files: &[std::path::PathBuf]) -> Result<()> {
    visit.rescore(files)?;
    let rows = "return [...document.querySelectorAll('.file')].map((file) => [
      file.querySelector('.file__name').textContent, file.querySelector('.file__state').textContent, file.textContent])";
    let rows = visit.browser.run(rows, &[])?;
    let rows = rows.as_array().context("no files")?;
    assert_eq!(rows.len(), EXPECTED.len());
    for (row, (name, state, words)) in rows.iter().zip(EXPECTED) {
        assert_eq!((&row[0], &row[1]), (&name.into(), &state.into()));
        let text = row[2].as_str().unwrap_or_default();
        for word in words {
            assert!(text.contains(word), "{name}: {word:?} in {text}");
        }
    }
    let quoted = visit.browser.text(".rescore__report .results__head")?;
    let tables = visit.browser.text(".rescore__report .tables")?;
    for model in ["sim:noisy,p=0.7", "sim:stale", "sim:newer"] {
        assert!(tables.contains(model), "{model} is scored: {quoted}");
    }
    Ok(())
}

#[test]
fn each_file_is_told_what_it_is_and_nothing_leaves_the_machine() -> Result<()> {
    let folder = Folder::new()?;
    let files = files(&folder)?;
    let visit = Visit::to("#/rescore", View::desktop())?;
    visit.browser.wait_for(".drop")?;
    visit.wait_for_engine()?;
    let loaded = "return performance.getEntriesByType('resource').filter((entry) => !entry.name.startsWith('blob:')).length";
    let (served, fetched) = (visit.server.served().len(), visit.browser.run(loaded, &[])?);
    check(&visit, &files)?;
    assert_eq!(
        visit.server.served().len(),
        served,
        "asked for while scoring"
    );
    assert_eq!(
        visit.browser.run(loaded, &[])?,
        fetched,
        "fetched while scoring"
    );
    visit.is_quiet()
}

#[test]
fn files_are_scored_while_the_network_is_locked() -> Result<()> {
    let folder = Folder::new()?;
    let files = files(&folder)?;
    let visit = Visit::to("#/rescore", View::desktop())?;
    visit.browser.click_text(".tool", "Lock the network")?;
    visit.browser.wait_until(
        "the lock",
        "return [...document.querySelectorAll('.tool')].some((tool) => tool.textContent === 'Network locked')",
        &[],
    )?;
    check(&visit, &files)?;
    visit.is_quiet()?;
    let refused = "return fetch('./index.html').then(() => false, () => true)";
    assert_eq!(
        visit.browser.run(refused, &[])?,
        true,
        "the lock lets nothing through"
    );
    Ok(())
}

#[test]
fn files_are_chosen_as_well_as_dropped() -> Result<()> {
    let folder = Folder::new()?;
    let file = trace(
        &folder,
        "sim:oracle",
        "--set tasks=2 --set depths=1,2",
        "good.jsonl",
    )?;
    let visit = Visit::to("#/rescore", View::phone())?;
    visit.browser.choose_files("#file-input", &[&file])?;
    let headline = visit.browser.text(".rescore__report .headline")?;
    assert!(headline.contains("sim:oracle"), "{headline}");
    visit.is_quiet()
}
