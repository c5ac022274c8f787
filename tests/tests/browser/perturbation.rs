//! The perturbation study on the page: from a cell of its heatmap to one instance, answered by hand.

use anyhow::{Context, Result};
use faultline_tests::{Browser, Folder, View, assert_same, call};
use serde_json::{Value, json};

use crate::{
    access::look,
    visit::{Visit, trace},
};

/// A small suite with a pair, by a simulated model.
const SETTINGS: &str = "--study perturbation --set tasks=3 --set mixed=published";

/// Scores a small run and opens its results.
fn results(visit: &Visit, folder: &Folder) -> Result<()> {
    let file = trace(folder, "sim:agent", SETTINGS, "t.jsonl")?;
    visit.rescore(&[file])?;
    visit.go("#/results?from=files")?;
    visit
        .browser
        .wait_for(".results [data-figure='heatmap'] .fl-mark")
        .map(drop)
}

/// Fills in a field as a person does.
fn fill(browser: &Browser, css: &str, value: &str) -> Result<()> {
    let script = "const [css, value] = arguments;
                  const field = document.querySelector(css);
                  if (field === null) return false;
                  const of = { SELECT: HTMLSelectElement, TEXTAREA: HTMLTextAreaElement, INPUT: HTMLInputElement }[field.tagName];
                  Object.getOwnPropertyDescriptor(of.prototype, 'value').set.call(field, value);
                  field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
                  return field.value === value";
    browser
        .wait_until(css, script, &[css.into(), value.into()])
        .map(drop)
}

fn finding(browser: &Browser, name: &str) -> Result<String> {
    browser.text(&format!("[data-finding='{name}'] dd"))
}

/// Fills in the call that is right, as the answer key of the instance has it, and replies.
fn call_by_hand(browser: &Browser, gold: &str) -> Result<()> {
    let (tool, arguments) = gold.split_once(' ').context("a call")?;
    fill(browser, "#reply-tool", tool)?;
    let arguments: Value = serde_json::from_str(arguments)?;
    for (name, value) in arguments.as_object().context("an object")? {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        fill(browser, &format!("#reply-{name}"), &text)?;
    }
    browser.click("form.reply button[type='submit']")
}

#[test]
fn a_cell_opens_as_many_records_as_the_table_counts_and_one_is_answered_by_hand() -> Result<()> {
    let folder = Folder::new()?;
    let visit = Visit::to("#/rescore", View::desktop())?;
    let browser = &visit.browser;
    results(&visit, &folder)?;

    // The row of heavy, and in it the family of interfaces.
    let cell = "const cells = [...document.querySelectorAll(\".fl-mark[data-figure='heatmap']\")];
                const cell = cells.find((cell) => cell.ariaLabel.startsWith('heavy, A interface'));
                return cell === undefined ? null : { ...cell.dataset }";
    let cell = browser.wait_until("the cell", cell, &[])?;
    let n = "const table = document.querySelector(\"[data-table='family_severity']\");
             const titles = [...table.querySelectorAll('thead th')].map((cell) => cell.firstChild.textContent.trim());
             const rows = [...table.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent));
             const row = rows.find((row) => row.includes('A interface') && row.includes('heavy'));
             return Number(row[titles.indexOf('Records')])";
    let n = browser.run(n, &[])?;
    assert_eq!(n, json!(9), "three subtypes of three seed tasks");
    let css = format!(
        ".fl-mark[data-figure='heatmap'][data-series='{}'][data-mark='{}']",
        cell["series"].as_str().unwrap_or_default(),
        cell["mark"].as_str().unwrap_or_default()
    );
    browser.click(&css)?;
    browser.wait_for(".panel .record")?;
    let count = "return document.querySelectorAll('.panel .record').length";
    assert_eq!(browser.run(count, &[])?, n);
    look(&visit, "the records of a cell")?;

    browser.click(".panel .record")?;
    browser.click("[data-instance]")?;
    browser.wait_for(".instance [data-part='Request']")?;
    let address = visit.fragment()?;
    assert!(
        address.starts_with("/instance?study=perturbation&set.mixed=published&set.tasks=3&case=")
            && address.contains("-A1-heavy"),
        "{address}"
    );
    let differs = "return Object.fromEntries([...document.querySelectorAll('[data-part]')]
                     .map((part) => [part.dataset.part, Number(part.dataset.differs)]))";
    let differs = browser.run(differs, &[])?;
    assert_eq!(differs["Request"], json!(0), "{differs}");
    assert_eq!(differs["Tools on offer"], json!(16), "{differs}");
    let marked = "return [document.querySelectorAll('.beside del').length, document.querySelectorAll('.beside ins').length]";
    let marked = browser.run(marked, &[])?;
    assert!(
        marked[0].as_u64() >= Some(16) && marked[1].as_u64() >= Some(16),
        "{marked}"
    );
    look(&visit, "an instance beside the clean one")?;

    // Wrong: another tool than the right one, and nothing filled in.
    let other = "return [...document.querySelectorAll('#reply-tool option')][1].value";
    let other = browser.wait_until("the tools", other, &[])?;
    fill(browser, "#reply-tool", other.as_str().unwrap_or_default())?;
    browser.click("form.reply button[type='submit']")?;
    browser.wait_for("[data-right='false']")?;
    let gold = finding(browser, "gold call")?;
    assert!(finding(browser, "first failed stage")?.starts_with('S'));
    assert!(!finding(browser, "primary error")?.is_empty());
    assert!(!finding(browser, "observed error")?.is_empty());
    look(&visit, "an instance answered wrongly")?;

    // Going back leads to the form, and the right call is right; a reload keeps what came of it.
    browser.run("history.back()", &[])?;
    browser.wait_until_gone("[data-right]")?;
    call_by_hand(browser, &gold)?;
    browser.wait_for("[data-right='true']")?;
    let said = browser.text(".outcome")?;
    assert!(said.starts_with("Right"), "{said}");
    browser.run("location.reload()", &[])?;
    browser.wait_for("[data-right='true']")?;
    browser.run("history.back()", &[])?;
    browser.wait_for("form.reply")?;
    visit.is_quiet()
}

#[test]
fn a_decision_is_asked_for_after_the_call_and_neighbours_are_a_key_away() -> Result<()> {
    let visit = Visit::to("#/instance?set.tasks=1", View::phone())?;
    let browser = &visit.browser;
    browser.wait_for(".instance [data-part='Request']")?;
    assert!(
        visit.fragment()?.contains("study=perturbation"),
        "the address names what is shown"
    );
    let choose = "const [title, option] = arguments;
                  const select = [...document.querySelectorAll('.instance__choices .field')]
                    .find((field) => field.querySelector('label').textContent === title).querySelector('select');
                  select.value = [...select.options].find((other) => other.text === option).value;
                  select.dispatchEvent(new Event('change', { bubbles: true }))";
    browser.run(
        choose,
        &["Perturbation".into(), "D1 availability failure".into()],
    )?;
    let shown = "return document.querySelector('h1').textContent.includes(arguments[0])";
    browser.wait_until("the case", shown, &["-D1-light".into()])?;
    browser.press('j')?;
    browser.wait_until("the next", shown, &["-D1-medium".into()])?;
    browser.press('k')?;
    browser.wait_until("the one before", shown, &["-D1-light".into()])?;

    browser.click_text("button", "As a model sees it")?;
    browser.wait_until_gone(".beside")?;
    let parts = browser.find_all("[data-part='What the call returns']")?;
    assert_eq!(parts.len(), 0, "nothing is given away");
    look(&visit, "an instance as a model sees it")?;

    // As it is: no call at all.
    browser.click_text("button", "JSON, as it is")?;
    fill(browser, "#reply-whole", "I would rather not.")?;
    browser.click("form.reply button[type='submit']")?;
    browser.wait_for("#reply-status")?;
    look(&visit, "a decision")?;
    fill(browser, "#reply-status", "success")?;
    fill(browser, "#reply-retryable", "false")?;
    fill(browser, "#reply-failure_type", "none")?;
    fill(browser, "#reply-final_result", "null")?;
    browser.click("form.reply button[type='submit']")?;
    browser.wait_for("[data-right='false']")?;
    assert_eq!(finding(browser, "first failed stage")?, "S1");
    assert_eq!(finding(browser, "primary error")?, "no call");
    let (gold, decision) = (
        finding(browser, "gold call")?,
        finding(browser, "gold decision")?,
    );
    browser.click_text("button", "Begin again")?;
    browser.wait_for("#reply-tool")?;
    call_by_hand(browser, &gold)?;
    browser.wait_for("#reply-status")?;
    browser.click_text("button", "JSON, as it is")?;
    fill(browser, "#reply-whole", &decision)?;
    browser.click("form.reply button[type='submit']")?;
    browser.wait_for("[data-right='true']")?;
    look(&visit, "a decision that is right")?;
    visit.is_quiet()
}

#[test]
fn people_label_records_and_the_report_takes_their_labels() -> Result<()> {
    let folder = Folder::new()?;
    let visit = Visit::to("#/rescore", View::desktop())?;
    let browser = &visit.browser;
    results(&visit, &folder)?;
    visit.go("#/label?from=files&about=recoverable&most=4")?;
    browser.wait_for(".card")?;
    let card = browser.text(".card")?;
    assert!(card.contains("Can the clean result be recovered"), "{card}");
    assert!(
        !browser.text(".label")?.contains("sim:"),
        "who answered is not shown"
    );
    look(&visit, "a record to be labelled")?;
    for (annotator, keys) in [("Ada", "ypnu"), ("Ben", "ypyy")] {
        browser.type_into("#annotator", annotator)?;
        browser.press('\u{E007}')?;
        for key in keys.chars() {
            browser.press(key)?;
        }
        let done = "return document.querySelector('[data-done]')?.textContent.includes(arguments[0]) ?? false";
        browser.wait_until(annotator, done, &[annotator.into()])?;
    }
    let kappa = browser.text(".kappas[aria-busy='false'] [data-kappa='Ada Ben']")?;
    // Of three that both find clear: 2 alike; by chance 1/3 · 2/3 + 1/3 · 1/3 = 1/3.
    assert!(
        kappa.contains("κ = 0.50") && kappa.contains("2 of n = 3 records"),
        "{kappa}"
    );
    browser.click("[data-question='success']")?;
    browser.wait_for(".card")?;
    look(&visit, "another question")?;

    let csv = browser.saved("labels-files.csv", || {
        browser.click_text("button", "Download 8 labels as CSV")
    })?;
    assert!(csv.starts_with("faultline_perturbation_labels,case,question,annotator,label,note\n"));
    browser.click_text("button", "Score with these labels")?;
    browser.wait_for(".results .figures")?;
    let page = visit.saved_report()?;
    folder.write("labels.csv", &csv)?;
    let native = call(folder.path(), "score t.jsonl labels.csv --json")?.done()?;
    assert_same("the reports with labels", &native, &page);
    assert!(
        native.contains("\"Ben and Ada\""),
        "both are in the table of agreement"
    );
    visit.is_quiet()
}
