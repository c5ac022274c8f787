//! A live run from the page, whose tab is killed in the middle.

use std::time::Duration;

use anyhow::Result;
use faultline_tests::{
    Browser, Folder, ModelServer, View, assert_same, call, without_sampled, without_times,
};
use serde_json::json;

use crate::visit::Visit;

/// Waits until a count of the run on view, such as `Replies`, is at least this, or is this text.
fn wait_for_count(browser: &Browser, name: &str, least: serde_json::Value) -> Result<()> {
    let script = "const count = [...document.querySelectorAll('.counts div')]
                    .find((count) => count.querySelector('dt').textContent === arguments[0]);
                  const text = count?.querySelector('dd').textContent ?? '';
                  return typeof arguments[1] === 'string' ? text === arguments[1] : parseInt(text) >= arguments[1]";
    browser
        .wait_until(&format!("{name}: {least}"), script, &[name.into(), least])
        .map(drop)
}

/// Gives the form the model's address and starts the run.
fn start(browser: &Browser, model: &ModelServer) -> Result<()> {
    browser.type_into("#base-url", &model.url())?;
    browser.click("form button[type='submit']:not(:disabled)")
}

/// The report of the run on view, as the page saves it.
fn results(visit: &Visit) -> Result<String> {
    let browser = &visit.browser;
    browser.click_text("button", "Open the results")?;
    browser.wait_for(".results .figures .fl-mark")?;
    let page = visit.saved_report()?;
    visit.is_quiet()?;
    Ok(page)
}

#[test]
fn a_killed_tab_loses_nothing() -> Result<()> {
    let model = ModelServer::honest("sim:noisy,p=0.7", Duration::from_millis(150))?;
    let visit = Visit::to(
        "#/run?live=1&model=slow&at-once=2&set.tasks=6&set.depths=1,2,4",
        View::desktop(),
    )?;
    let browser = &visit.browser;
    start(browser, &model)?;
    wait_for_count(browser, "Replies", json!(6))?;
    let before = model.asked().len();

    browser.kill_tab_and_open(&visit.address("#/run"))?;
    assert!(
        model.asked().len() < 40,
        "the run was over before its tab was killed"
    );
    browser.click("button[aria-label='Resume run 1']")?;
    wait_for_count(browser, "State", json!("running"))?;
    wait_for_count(browser, "State", json!("finished"))?;
    wait_for_count(browser, "Failed", json!("0"))?;
    let asked = model.asked().len();
    let page = results(&visit)?;

    let folder = Folder::new()?;
    let run = format!(
        "run --model slow --url {} --set tasks=6 --set depths=1,2,4 --concurrency 2 --out t.jsonl",
        model.url()
    );
    call(folder.path(), &run)?.done()?;
    let needed = model.asked().len() - asked;
    assert!(
        before < needed,
        "{before} of {needed} replies came before the tab was killed"
    );
    assert!(
        asked <= needed + 2,
        "asked {asked} times for {needed} replies, and two were under way when the tab was killed"
    );
    let native = call(folder.path(), "score t.jsonl --json")?.done()?;
    let (native, page) = (without_times(&native)?, without_times(&page)?);
    assert_same(
        "the reports",
        &without_sampled(&native).0,
        &without_sampled(&page).0,
    );
    Ok(())
}

#[test]
fn a_stopped_run_is_resumed_and_its_trace_is_the_command_line_s() -> Result<()> {
    let model = ModelServer::honest("sim:noisy,p=0.7", Duration::from_millis(150))?;
    let visit = Visit::to(
        "#/run?live=1&model=slow&at-once=2&set.tasks=4&set.depths=1,2",
        View::phone(),
    )?;
    let browser = &visit.browser;
    start(browser, &model)?;
    wait_for_count(browser, "Replies", json!(3))?;
    browser.click_text("button", "Stop")?;
    wait_for_count(browser, "State", json!("stopped"))?;
    browser.click_text(".progress button", "Resume")?;
    wait_for_count(browser, "State", json!("finished"))?;
    let trace = browser.saved("faultline-run-1.jsonl", || {
        browser.click("button[aria-label='Download trace run 1']")
    })?;
    let page = results(&visit)?;
    let folder = Folder::new()?;
    folder.write("saved.jsonl", trace)?;
    let native = call(folder.path(), "score saved.jsonl --json")?.done()?;
    assert_same(
        "the reports",
        &without_sampled(&native).0,
        &without_sampled(&page).0,
    );
    Ok(())
}

#[test]
fn a_key_goes_to_the_provider_and_nowhere_else() -> Result<()> {
    let key = "sk-test-0123456789abcdef";
    let model = ModelServer::honest("sim:oracle", Duration::ZERO)?;
    let visit = Visit::to(
        "#/run?live=1&model=keyed&set.tasks=2&set.depths=1",
        View::desktop(),
    )?;
    let browser = &visit.browser;
    browser.type_into("#key", key)?;
    start(browser, &model)?;
    wait_for_count(browser, "State", json!("finished"))?;
    for asked in model.asked() {
        assert_eq!(asked.authorization, Some(format!("Bearer {key}")));
    }
    assert!(!model.asked().is_empty());
    let trace = browser.saved("faultline-run-1.jsonl", || {
        browser.click("button[aria-label='Download trace run 1']")
    })?;
    assert!(trace.lines().count() > 2 && !trace.contains(key));
    let kept = browser.run(
        "return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])",
        &[],
    )?;
    assert!(!kept.to_string().contains(key), "{kept}");
    visit.is_quiet()
}
