//! The first minute of a visitor without a key.

use anyhow::Result;
use faultline_tests::{Browser, PageServer, View};

use crate::visit::Visit;

#[test]
fn the_demo_shows_its_number_before_the_engine_is_there() -> Result<()> {
    let server = PageServer::start_holding("engine")?;
    let browser = Browser::start(View::desktop())?;
    browser.open(&format!("{}#/run?demo=1", server.url()))?;
    let number = browser.text("[data-demo-number]")?;
    assert!(number.contains('%'), "{number}");
    let state = "return document.querySelector('.counts') === null";
    assert_eq!(browser.run(state, &[])?, true, "a run without the engine");
    server.release();
    browser.wait_for(".counts")?;
    assert_eq!(browser.text("[data-demo-number]")?, number);
    assert_eq!(browser.console_errors()?, [""; 0]);
    Ok(())
}

#[test]
fn the_demo_goes_from_start_to_its_first_number_and_on_to_results() -> Result<()> {
    let visit = Visit::to("", View::desktop())?;
    let browser = &visit.browser;
    browser.wait_for(".start__figure .fl-mark")?;
    browser.click("a.door[href*='demo']")?;
    let number = browser.text("[data-demo-number]")?;
    assert!(
        number.contains('%') && number.contains("sim:noisy"),
        "{number}"
    );
    browser.wait_until(
        "the end of the demo",
        "return [...document.querySelectorAll('.counts dd')].some((count) => count.textContent === 'finished')",
        &[],
    )?;
    browser.click_text("button", "Open the results")?;
    browser.wait_for(".results .figures .fl-mark")?;
    assert!(browser.text(".results .headline")?.contains("sim:noisy"));
    assert!(
        browser.text(".results__head .badge")?.contains("simulated"),
        "what is simulated says so"
    );
    visit.is_quiet()
}
