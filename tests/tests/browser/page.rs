//! Every page: no error, no barrier, no foreign script.

use anyhow::Result;
use faultline_tests::{Browser, PageServer, View};

#[test]
fn the_page_loads_without_an_error_and_is_accessible() -> Result<()> {
    let server = PageServer::start()?;
    for view in [View::desktop(), View::desktop().dark(), View::phone()] {
        let browser = Browser::start(view)?;
        browser.open(&server.url())?;
        browser.wait_for("#app h1")?;
        assert_eq!(browser.console_errors()?, [""; 0], "{view:?}");
        assert_eq!(browser.accessibility_violations()?, [""; 0], "{view:?}");
    }
    let missing: Vec<String> = server
        .served()
        .into_iter()
        .filter(|served| served.content.is_none())
        .map(|served| served.path)
        .collect();
    assert_eq!(
        missing, [""; 0],
        "asked for, but not among the page's files"
    );
    Ok(())
}

#[test]
fn the_policy_lets_no_foreign_or_written_in_script_run() -> Result<()> {
    let server = PageServer::start()?;
    let browser = Browser::start(View::desktop())?;
    browser.open(&server.url())?;
    browser.wait_for("#app h1")?;
    let add = "const script = document.createElement('script');
               Object.assign(script, arguments[0]);
               document.head.append(script)";
    browser.run(
        add,
        &[serde_json::json!({ "textContent": "window.broken = true" })],
    )?;
    browser.run(
        add,
        &[serde_json::json!({ "src": "http://127.0.0.1:9/x.js" })],
    )?;
    // What is refused is refused before the next frame is drawn.
    browser.run(
        "return new Promise((drawn) => requestAnimationFrame(() => drawn()))",
        &[],
    )?;
    assert_eq!(
        browser.run("return window.broken ?? null", &[])?,
        serde_json::Value::Null
    );
    let errors = browser.console_errors()?;
    let refused = errors
        .iter()
        .filter(|error| error.contains("Content Security Policy"));
    assert_eq!(refused.count(), 2, "{errors:?}");
    Ok(())
}
