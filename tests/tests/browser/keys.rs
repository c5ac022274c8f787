//! The keyboard, and the address as the state of the view.

use anyhow::{Context, Result};
use faultline_tests::View;
use serde_json::{Value, json};

use crate::visit::Visit;

/// The records of an episode's steps and which of them is in focus, as the page shows them.
const STEPS: &str = "const steps = [...document.querySelectorAll('.transcript .step')];
  return steps.length === 0 ? null : {
    focus: steps.findIndex((step) => step.classList.contains('is-focused')),
    wrong: steps.map((step) => step.querySelector('.verdict.is-wrong') !== null),
    arm: [...document.querySelectorAll('.facts div')].find((fact) => fact.textContent.startsWith('Arm')).textContent,
  }";

fn steps(visit: &Visit) -> Result<Value> {
    visit.browser.wait_until("the steps", STEPS, &[])
}

/// Opens an episode of several steps of which some, but not the first, is wrong.
fn episode_with_an_error(visit: &Visit) -> Result<String> {
    let records =
        "return [...document.querySelectorAll('.record')].map((record) => record.dataset.record)";
    let records = visit.browser.wait_until("the records", records, &[])?;
    let results = visit.fragment()?.replacen("/results", "/transcript", 1);
    for record in records.as_array().context("no records")? {
        let fragment = format!("#{results}&record={}", record.as_str().unwrap_or_default());
        visit.go(&fragment)?;
        let shown = "return location.hash === arguments[0] && document.querySelector('.step.is-focused') !== null";
        visit
            .browser
            .wait_until("the episode", shown, &[json!(fragment)])?;
        let found = steps(visit)?;
        let wrong = found["wrong"].as_array().context("no steps")?;
        if found["focus"] == 0 && wrong[0] == false && wrong.iter().any(|wrong| *wrong == true) {
            return Ok(fragment);
        }
    }
    anyhow::bail!("no episode of this mark begins right and goes wrong")
}

#[test]
fn keys_walk_through_a_transcript() -> Result<()> {
    let visit = Visit::to(
        "#/results?from=preview&figure=curves&series=1&mark=3",
        View::desktop(),
    )?;
    let browser = &visit.browser;
    let fragment = episode_with_an_error(&visit)?;
    let start = steps(&visit)?;
    let wrong = start["wrong"].as_array().context("no steps")?;
    let first_error = wrong
        .iter()
        .position(|wrong| *wrong == true)
        .context("no error")?;
    let is_at = |what: &str, place: usize| {
        let script = format!(
            "const at = (() => {{ {STEPS} }})(); return at !== null && at.focus === arguments[0]"
        );
        browser.wait_until(what, &script, &[json!(place)]).map(drop)
    };
    browser.press('j')?;
    is_at("j: the next step", 1)?;
    browser.press('k')?;
    is_at("k: the step before", 0)?;
    browser.press('k')?;
    is_at("k at the first step", 0)?;
    browser.press('n')?;
    is_at("n: the first error", first_error)?;
    browser.press('j')?;
    browser.press('p')?;
    if first_error + 1 < wrong.len() {
        is_at("p: the error before", first_error)?;
    }
    assert_eq!(browser.find_all(".raw")?.len(), 0);
    browser.press('r')?;
    let raw = browser.text(".step.is-focused .raw")?;
    assert!(
        raw.contains("Reply, as it arrived") && raw.contains("choices"),
        "{raw}"
    );
    browser.press('r')?;
    browser.wait_until_gone(".raw")?;
    browser.press('?')?;
    browser.wait_for(".keys")?;
    browser.press('?')?;
    browser.wait_until_gone(".keys")?;

    visit.go(&fragment)?;
    is_at("the first step again", 0)?;
    browser.press('a')?;
    let other = format!(
        "const at = (() => {{ {STEPS} }})(); return at !== null && at.arm !== arguments[0]"
    );
    browser.wait_until(
        "a: the other arm",
        &other,
        std::slice::from_ref(&start["arm"]),
    )?;
    visit.is_quiet()
}

#[test]
fn back_forward_and_reload_show_what_the_address_says() -> Result<()> {
    let visit = Visit::to("#/results?from=preview", View::desktop())?;
    let browser = &visit.browser;
    browser.wait_for(".results .fl-mark")?;
    let headline = browser.text(".results .headline")?;
    let views = [
        ("#/results?from=preview", ".results .fl-mark"),
        (
            "#/results?from=preview&figure=curves&series=0&mark=2",
            ".panel .record",
        ),
        (
            "#/transcript?from=preview&figure=curves&series=0&mark=2&record=0",
            ".step.is-focused",
        ),
        ("#/rescore", ".drop"),
        ("#/run?set.tasks=7", "#setting-tasks"),
    ];
    for (fragment, shows) in &views[1..] {
        visit.go(fragment)?;
        browser.wait_for(shows)?;
    }
    let is_at = |what: &str, (fragment, shows): (&str, &str)| -> Result<()> {
        browser.wait_until(
            what,
            "return location.hash === arguments[0]",
            &[json!(fragment)],
        )?;
        browser.wait_for(shows).map(drop)
    };
    for view in views[..4].iter().rev() {
        browser.run("history.back()", &[])?;
        is_at("back", *view)?;
    }
    for view in &views[1..] {
        browser.run("history.forward()", &[])?;
        is_at("forward", *view)?;
    }
    for view in views {
        visit.go(view.0)?;
        is_at("going there", view)?;
        browser.run("location.reload()", &[])?;
        is_at("reload", view)?;
    }
    assert_eq!(
        browser.run("return document.querySelector('#setting-tasks').value", &[])?,
        "7"
    );
    visit.go("#/results?from=preview")?;
    assert_eq!(
        browser.text(".results .headline")?,
        headline,
        "the same numbers after a reload"
    );
    visit.is_quiet()
}

#[test]
fn a_figure_is_walked_and_chosen_by_keyboard() -> Result<()> {
    let visit = Visit::to("#/results?from=preview", View::desktop())?;
    let browser = &visit.browser;
    browser.wait_for(".results .fl-mark")?;
    browser.run(
        "document.querySelector('.figures .fl-mark[tabindex=\"0\"]').focus()",
        &[],
    )?;
    browser.press('\u{E014}')?;
    let at = browser.run("return document.activeElement.dataset.mark", &[])?;
    assert_eq!(at, "1", "the right arrow leads to the next mark");
    browser.press('\u{E007}')?;
    browser.wait_for(".panel [data-record-count]")?;
    assert!(
        visit.fragment()?.ends_with("&mark=1"),
        "{}",
        visit.fragment()?
    );
    browser.press('\u{E00C}')?;
    browser.wait_until_gone(".panel")?;
    visit.is_quiet()
}
