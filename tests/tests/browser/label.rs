//! People's labels of answers: two annotators, their agreement, and what a report makes of it.

use anyhow::{Context, Result};
use faultline_tests::{Folder, View, assert_same, call};
use serde_json::json;

use crate::{access::look, visit::Visit};

/// A result file of ten answers to the same kind of question, by one model.
fn answers() -> String {
    let mut file = String::from(
        "model,task_id,query,final_answer,ground_truth,tool_selected,ensemble_correct\n",
    );
    for task in 0..10 {
        let row = format!(
            "secret-model,t{task},How warm is it in city {task}?,It is {task} degrees.,{task} degrees,weather,{}\n",
            task % 2 == 0
        );
        file.push_str(&row);
    }
    file
}

/// Opens the label page of dropped files.
fn open(visit: &Visit, files: &[std::path::PathBuf]) -> Result<()> {
    visit.rescore(files)?;
    visit.go("#/label?from=files")?;
    visit.browser.wait_for(".card, .label .empty").map(drop)
}

/// Types a name and says what the keys say.
fn label(visit: &Visit, annotator: &str, keys: &str) -> Result<()> {
    let browser = &visit.browser;
    browser.type_into("#annotator", annotator)?;
    // Enter hands the keys over from the field to the answer.
    browser.press('\u{E007}')?;
    browser.wait_until(
        "the answer in focus",
        "return document.activeElement?.id === 'card'",
        &[],
    )?;
    for key in keys.chars() {
        browser.press(key)?;
    }
    let done =
        "return document.querySelector('[data-done]')?.textContent.includes(arguments[0]) ?? false";
    browser
        .wait_until(annotator, done, &[annotator.into()])
        .map(drop)
}

/// What the page says of the agreement of two annotators, once it is of all their labels.
fn kappa(visit: &Visit) -> Result<String> {
    visit
        .browser
        .text(".kappas[aria-busy='false'] [data-kappa='Ada Ben']")
}

#[test]
fn two_annotators_label_and_their_kappa_is_right() -> Result<()> {
    let folder = Folder::new()?;
    let file = folder.write("results.csv", answers())?;
    let visit = Visit::to("#/rescore", View::desktop())?;
    let browser = &visit.browser;
    open(&visit, std::slice::from_ref(&file))?;
    let blind = browser.text(".label")?;
    assert!(
        !blind.contains("secret-model") && !blind.contains("ensemble"),
        "{blind}"
    );
    look(&visit, "an answer to be labelled")?;

    // The fifth is first said to be wrong, and then gone back to.
    label(&visit, "Ada", "yyyynbynnnnu")?;
    label(&visit, "Ben", "yyynynnynn")?;
    // Of nine that both find clear: 4 twice right, 1 and 1 apart, 3 twice wrong. (63 − 41) / (81 − 41) = 0.55.
    let said = kappa(&visit)?;
    assert!(said.contains("κ = 0.55 ["), "{said}");
    assert!(said.contains("7 of n = 9 answers"), "{said}");
    look(&visit, "all labelled")?;

    let csv = browser.saved("labels-files.csv", || {
        browser.click_text("button", "Download 20 labels as CSV")
    })?;
    assert_eq!(csv.lines().count(), 21);
    assert!(csv.starts_with("faultline_labels,case,question,annotator,label,note\n"));

    browser.click_text("button", "Score with these labels")?;
    browser.wait_for(".results .figures")?;
    let pair = "const table = document.querySelector('[data-table=judges]');
                const row = [...table.querySelectorAll('tbody tr')].find((row) => row.textContent.startsWith('AdaBen'));
                return row?.textContent ?? null";
    let row = browser.wait_until("the annotators' row", pair, &[])?;
    assert!(row.as_str().unwrap_or_default().contains("0.550"), "{row}");
    let page = visit.saved_report()?;
    folder.write("labels.csv", &csv)?;
    let native = call(folder.path(), "score results.csv labels.csv --json")?.done()?;
    assert_same("the reports with labels", &native, &page);
    assert!(native.contains("\"calibrated\""));
    visit.is_quiet()
}

#[test]
fn labels_outlive_a_reload_and_go_only_when_that_is_confirmed() -> Result<()> {
    let folder = Folder::new()?;
    let file = folder.write("results.csv", answers())?;
    let files = std::slice::from_ref(&file);
    let visit = Visit::to("#/rescore", View::phone())?;
    let browser = &visit.browser;
    open(&visit, files)?;
    label(&visit, "Ada", "yyyyynnnnu")?;
    label(&visit, "Ben", "yyynynnynn")?;
    let before = kappa(&visit)?;
    let csv = browser.saved("labels-files.csv", || {
        browser.click_text("button", "Download 20 labels as CSV")
    })?;

    browser.run("location.reload()", &[])?;
    browser.wait_for(".label .problem")?;
    open(&visit, files)?;
    assert_eq!(kappa(&visit)?, before);
    let name = browser.run("return document.querySelector('#annotator').value", &[])?;
    assert_eq!(name, json!("Ben"), "the name is kept");

    browser.click_text("button", "Clear…")?;
    browser.click_text("button", "Keep")?;
    assert_eq!(kappa(&visit)?, before);
    browser.click_text("button", "Clear…")?;
    look(&visit, "labels about to go")?;
    browser.click_text("button", "Remove")?;
    browser.wait_until_gone("[data-kappa]")?;

    let loaded = folder.write("mine.csv", csv + "1,x,answer,Ada,perhaps,\n")?;
    browser.choose_files("#label-file", &[&loaded])?;
    assert_eq!(kappa(&visit)?, before);
    let problem = browser.text(".notes--problems")?;
    assert!(
        problem.contains("line 22: column label") && problem.contains("perhaps"),
        "{problem}"
    );
    visit.is_quiet()
}

#[test]
fn dropped_labels_are_scored_with_the_answers_beside_them() -> Result<()> {
    let folder = Folder::new()?;
    let results = folder.write("results.csv", answers())?;
    let visit = Visit::to("#/rescore", View::desktop())?;
    let browser = &visit.browser;
    open(&visit, std::slice::from_ref(&results))?;
    label(&visit, "Ada", "yyyyynnnnn")?;
    let csv = browser.saved("labels-files.csv", || {
        browser.click_text("button", "Download 10 labels as CSV")
    })?;
    let labels = folder.write("labels.csv", csv + "1,x,answer,Ada,perhaps,\n")?;
    visit.rescore(&[results, labels])?;
    let files = browser.text(".files")?;
    for words in ["10 rows", "11 rows", "people's labels", "result file"] {
        assert!(files.contains(words), "{words} in {files}");
    }
    assert!(!files.contains("exchanges"), "{files}");
    let report = browser.text(".rescore__report")?;
    assert!(report.contains("line 12: column label"), "{report}");
    assert!(report.contains("10 tasks, 10 rows"), "{report}");
    let table = browser.text("[data-table=judges]")?;
    assert!(table.contains("Ada"), "{table}");
    look(&visit, "result files and labels")?;
    let saved = visit.saved_report()?;
    let saved: serde_json::Value = serde_json::from_str(&saved)?;
    let rows = saved["report"]["tables"]["confusion"]["rows"]
        .as_array()
        .context("no table")?;
    assert!(!rows.is_empty());
    visit.is_quiet()
}
