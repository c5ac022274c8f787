//! From a mark to its records and their transcripts.

use anyhow::{Context, Result};
use faultline_tests::{Element, Folder, View};
use serde_json::{Value, json};

use crate::visit::{Visit, trace};

/// Of every figure, the first mark that says that something is behind it: figure, series, mark, n, element.
const MARKS: &str =
    "return [...document.querySelectorAll('.figures [data-figure].fl-chart')].map((figure) => {
  const mark = [...figure.querySelectorAll('.fl-mark')].find((mark) => Number(mark.dataset.n) > 0);
  return [figure.dataset.figure, mark?.dataset ?? null];
})";

#[test]
fn a_mark_of_every_figure_opens_as_many_records_as_it_says() -> Result<()> {
    let folder = Folder::new()?;
    let file = trace(
        &folder,
        "sim:noisy,p=0.7",
        "--set tasks=20 --set depths=1,2,4",
        "t.jsonl",
    )?;
    let visit = Visit::to("#/rescore", View::desktop())?;
    let browser = &visit.browser;
    visit.rescore(&[file])?;
    visit.go("#/results?from=files")?;
    browser.wait_for(".results .figures .fl-mark")?;
    let marks = browser.run(MARKS, &[])?;
    let marks = marks.as_array().context("no list of figures")?;
    assert!(marks.len() >= 6, "{marks:?}");
    for pair in marks {
        let (figure, mark) = (pair[0].as_str().unwrap_or_default(), &pair[1]);
        assert!(
            !mark.is_null(),
            "no mark of {figure} has anything behind it"
        );
        let text = |key: &str| mark[key].as_str().unwrap_or_default().to_owned();
        let (series, place, n) = (text("series"), text("mark"), text("n"));
        let css = format!(
            ".fl-mark[data-figure='{figure}'][data-series='{series}'][data-mark='{place}']"
        );
        click_mark(&visit, &css)?;
        let count = "const panel = document.querySelector('[data-record-count]');
                     return location.hash.includes(arguments[0]) ? panel?.dataset.recordCount ?? null : null";
        let asked = format!("figure={figure}&series={series}&mark={place}");
        let opened = browser.wait_until(&asked, count, &[json!(asked)])?;
        assert_eq!(opened, json!(n), "records behind {css}");
        browser.click_text(".panel button", "Close")?;
        browser.wait_until_gone(".panel")?;
    }
    visit.is_quiet()
}

/// Clicks the middle of a mark's shape with the pointer.
fn click_mark(visit: &Visit, css: &str) -> Result<()> {
    let mark = visit.browser.wait_for(css)?;
    hover_tells_n(visit, &mark, css)?;
    visit
        .browser
        .click_element(&mark)
        .with_context(|| css.to_owned())
}

/// A mark that has the focus shows a tooltip with its n.
fn hover_tells_n(visit: &Visit, mark: &Element, css: &str) -> Result<()> {
    let script = "const [mark] = arguments;
                  mark.focus();
                  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
                    done(mark.closest('.fl-chart').querySelector('.fl-tip')?.textContent ?? null))))";
    let tip = visit.browser.run(script, &[mark.to_value()])?;
    let text = tip.as_str().unwrap_or_default();
    let n = visit
        .browser
        .run("return arguments[0].dataset.n", &[mark.to_value()])?;
    let n = n.as_str().unwrap_or_default();
    assert!(
        text.replace(['\u{202f}', '\u{a0}', ','], "").contains(n),
        "the tooltip of {css} does not say {n}: {text}"
    );
    Ok(())
}

#[test]
fn a_record_opens_its_transcript_with_both_verdicts_side_by_side() -> Result<()> {
    let visit = Visit::to(
        "#/results?from=preview&figure=curves&series=0&mark=1",
        View::desktop(),
    )?;
    let browser = &visit.browser;
    browser.click(".record")?;
    browser.wait_for(".transcript .step.is-focused")?;
    let columns = "return [...document.querySelectorAll('.step')].map((step) => [
      [...step.querySelectorAll('h4')].map((title) => title.textContent).join(),
      step.querySelectorAll('.verdict').length,
      step.querySelectorAll('.step__column code').length])";
    let steps = browser.run(columns, &[])?;
    let steps = steps.as_array().context("no steps")?;
    assert!(!steps.is_empty());
    for step in steps {
        assert_eq!(step[0], "Gold,Held and did,Came back");
        assert_eq!(step[1], 2, "a verdict by gold and one by state");
        assert!(step[2].as_u64() >= Some(6), "{step}");
    }
    assert!(browser.text(".facts")?.contains("sim:"));
    let raw = browser.find_all(".raw")?;
    assert_eq!(raw.len(), 0, "raw text is shown where it is asked for");
    assert_ne!(browser.run("return document.title", &[])?, Value::Null);
    visit.is_quiet()
}
