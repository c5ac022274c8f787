//! The injection study on the page: from the form to what a monitor would have done, and to what was made up.

use anyhow::{Context, Result};
use faultline_tests::{Browser, View};
use serde_json::{Value, json};

use crate::{access::look, visit::Visit};

const POLICY: &str = "sim:agent,fabricate=0.5,doubt=0.4,notice=0.2";

/// Runs a small suite from the form and opens its results.
fn results(visit: &Visit) -> Result<()> {
    let browser = &visit.browser;
    browser.wait_for("form .forecast")?;
    browser.click("[data-setting='domains'] input[name='knowledge']")?;
    browser.click("form button[type='submit']:not(:disabled)")?;
    browser.click_text("button", "Open the results")?;
    browser.wait_for("[data-figure='frontier'] .fl-mark")?;
    Ok(())
}

/// The rows of a table of the page: column titles to texts.
fn rows(browser: &Browser, table: &str) -> Result<Vec<Value>> {
    let script = "const table = document.querySelector(`[data-table='${arguments[0]}']`);
                  const text = (cell) => cell.textContent.trim();
                  const titles = [...table.querySelectorAll('thead th')].map((cell) => cell.firstChild.textContent.trim());
                  return [...table.querySelectorAll('tbody tr')].map((row) =>
                    Object.fromEntries([...row.children].map((cell, place) => [titles[place], text(cell)])))";
    let rows = browser.run(script, &[table.into()])?;
    Ok(rows.as_array().context("no rows")?.clone())
}

fn setting(browser: &Browser) -> Result<String> {
    browser.text("[data-setting='']")
}

#[test]
fn a_slider_chooses_the_monitors_thresholds_and_a_bar_leads_to_what_was_made_up() -> Result<()> {
    let visit = Visit::to(
        &format!("#/run?study=injection&policy={POLICY}&set.tasks=6&set.conditions=semantic"),
        View::desktop(),
    )?;
    let browser = &visit.browser;
    results(&visit)?;

    let in_use = setting(browser)?;
    browser.run("document.querySelector('#slider-0').focus()", &[])?;
    // To the right is more watchful, by the keyboard as by the pointer.
    browser.press('\u{E014}')?;
    browser.press('\u{E014}')?;
    let moved = "const setting = document.querySelector(\"[data-setting='']\").textContent;
                 return setting === arguments[0] ? null : setting";
    browser.wait_until("another setting", moved, &[json!(in_use)])?;
    for (slider, key) in [("#slider-1", '\u{E013}'), ("#slider-2", '\u{E011}')] {
        browser.run(
            "document.querySelector(arguments[0]).focus()",
            &[slider.into()],
        )?;
        browser.press('\u{E014}')?;
        browser.press(key)?;
    }
    let chosen = setting(browser)?;
    let shown = rows(browser, "frontier_at")?;
    assert_eq!(shown.len(), 1);
    let all = rows(browser, "frontier")?;
    let of_setting: Vec<&Value> = all
        .iter()
        .filter(|row| row["Setting"] == chosen.as_str())
        .collect();
    assert_eq!(of_setting.len(), 1, "{chosen}");
    for column in [
        "Saved",
        "Broken",
        "Abstained",
        "Precision",
        "Coverage",
        "Hallucination",
    ] {
        assert_eq!(
            shown[0][column], of_setting[0][column],
            "{column} at {chosen}"
        );
        assert_ne!(shown[0][column], Value::Null, "{column}");
    }
    let address = visit.fragment()?;
    assert!(address.contains("at="), "{address}");
    look(&visit, "the sliders")?;

    visit.browser.run("location.reload()", &[])?;
    browser.wait_for("[data-figure='frontier'] .fl-mark")?;
    assert_eq!(setting(browser)?, chosen, "the address keeps the setting");

    let bar =
        "const marks = [...document.querySelectorAll(\".fl-mark[data-figure='fabricated']\")];
               return marks.find((mark) => Number(mark.dataset.n) > 0)?.dataset.mark ?? null";
    let bar = browser.wait_until("a bar", bar, &[])?;
    let bar = bar.as_str().unwrap_or_default();
    browser.click(&format!(
        ".fl-mark[data-figure='fabricated'][data-mark='{bar}']"
    ))?;
    browser.wait_for(".panel .record")?;
    let outcomes = "return [...document.querySelectorAll('.panel .record__outcome')].map((outcome) => outcome.textContent)";
    let outcomes = browser.run(outcomes, &[])?;
    let outcomes = outcomes.as_array().context("no records")?;
    assert!(!outcomes.is_empty());
    for outcome in outcomes {
        let outcome = outcome.as_str().unwrap_or_default();
        assert!(
            outcome.contains("claims what no tool returned")
                && outcome.contains("retrieved the result"),
            "{outcome}"
        );
    }
    look(&visit, "made up answers")?;
    browser.click(".panel .record")?;
    let steps = browser.text(".transcript .steps")?;
    assert!(
        steps.contains("I called the tools and retrieved the result"),
        "{steps}"
    );
    assert!(
        !steps.contains("held"),
        "nothing is held in this study: {steps}"
    );
    look(&visit, "the transcript of a made up answer")?;
    visit.is_quiet()
}

#[test]
fn a_changed_call_is_shown_before_and_after() -> Result<()> {
    let visit = Visit::to(
        "#/run?study=injection&policy=sim:oracle&set.tasks=2&set.conditions=semantic",
        View::phone(),
    )?;
    let browser = &visit.browser;
    results(&visit)?;
    let mark = browser.wait_for("[data-figure='stage_reach'] .fl-mark[data-series='0']")?;
    browser.click_element(&mark)?;
    browser.click(".panel .record")?;
    let marked = "const step = document.querySelector('.step--diverges');
                  if (step === null) return null;
                  const parts = [...step.querySelectorAll('.pair')].map((pair) =>
                    [pair.querySelector('dt').textContent, [...pair.querySelectorAll('mark')].map((mark) => mark.textContent)]);
                  return Object.fromEntries(parts)";
    let marked = browser.wait_until("the changed call", marked, &[])?;
    let (planned, ran) = (&marked["planned"], &marked["ran"]);
    assert_eq!(planned.as_array().map(Vec::len), Some(1), "{marked}");
    assert_eq!(ran.as_array().map(Vec::len), Some(1), "{marked}");
    assert_ne!(planned, ran);
    look(&visit, "a changed call")?;
    visit.is_quiet()
}

#[test]
fn the_form_tells_what_it_can_not_do() -> Result<()> {
    let visit = Visit::to("#/run?study=alchemy&mode=loud", View::desktop())?;
    let browser = &visit.browser;
    let said = browser.text("[role=radiogroup] .problem")?;
    assert!(said.contains("no study alchemy"), "{said}");
    let said = browser.text(".form > .problem")?;
    assert!(said.contains("mode=loud"), "{said}");
    browser.click("input[name='study'][value='injection']")?;
    browser.wait_for("[data-setting='conditions']")?;
    assert!(visit.fragment()?.contains("study=injection"));

    visit.go("#/run?study=injection&set.conditions=semantic,nonsense")?;
    browser.wait_for("input[name='nonsense']:checked")?;
    browser.wait_for("form button[type='submit']:disabled")?;
    look(&visit, "an unknown choice")?;
    browser.click("input[name='nonsense']")?;
    browser.wait_for("form button[type='submit']:not(:disabled)")?;

    visit.go("#/run?live=1&model=m")?;
    browser.type_into("#base-url", "http://10.1.2.3:8080/v1")?;
    let said = browser.text("#base-url-help")?;
    assert!(said.contains("this machine"), "{said}");
    browser.wait_for("form button[type='submit']:disabled")?;
    look(&visit, "a blocked address")?;
    // Typed over what is marked, as a person does.
    let mark = "const field = document.querySelector('#base-url'); field.focus(); field.select()";
    browser.run(mark, &[])?;
    for key in "https://api.example.com/v1".chars() {
        browser.press(key)?;
    }
    browser.wait_for("form button[type='submit']:not(:disabled)")?;
    visit.is_quiet()
}
