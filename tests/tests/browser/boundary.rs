//! The boundary study on the page: the public files dropped, the byte model run to its end, and the return behind a point of the plane.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use faultline_tests::{Folder, View, assert_same, call, root, without_sampled, without_times};
use serde_json::{Value, json};

use crate::{
    access::look,
    visit::{Visit, trace},
};

/// Few tasks and arms of the study, as an address has them and as a command line has them.
const ADDRESS: &str =
    "#/run?study=boundary&policy=sim:ppm&set.tasks=2&set.arms=clean,failed,payment&set.steps=1";
const SETTINGS: &str = "--set tasks=2 --set arms=clean,failed,payment --set steps=1";

/// The folder of the benchmark's files, which stand beside a checkout where somebody put them.
fn corpus() -> Result<Option<PathBuf>> {
    let folder = root().join("../shared/corpus/tau2-retail");
    let is_there = |name: &str| folder.join(name).is_file();
    let found = ["tasks.json", "db.json"].iter().all(|name| is_there(name));
    if !found {
        let message = format!(
            "\n*** SKIPPED: no files of the public benchmark at {}; the desk's own tasks are run ***\n",
            folder.display()
        );
        std::io::stderr().write_all(message.as_bytes())?;
    }
    Ok(found.then_some(folder))
}

/// Drops files that are none of the setting's, one that can't be read, and the right ones.
fn drop_sources(visit: &Visit, scratch: &Folder, corpus: &Path) -> Result<()> {
    let browser = &visit.browser;
    let says = "return document.querySelector('.taken .problem')?.textContent.includes(arguments[0]) ?? false";
    let other = scratch.write("notes.txt", "no tasks")?;
    browser.drop_files(".taken", &[&other])?;
    browser.wait_until("a wrong name", says, &["notes.txt is none of".into()])?;
    let broken = scratch.write("tasks.json", "[{\"id\": 1}]")?;
    browser.drop_files(".taken", &[&broken])?;
    browser.wait_until("what is missing", says, &["lacks db.json".into()])?;
    browser.drop_files(".taken", &[&corpus.join("db.json")])?;
    browser.wait_until("file, place and cause", says, &["tasks.json: ".into()])?;
    browser.wait_until("file, place and cause", says, &["line 1".into()])?;
    look(visit, "a source that can't be read")?;

    let (tasks, database) = (corpus.join("tasks.json"), corpus.join("db.json"));
    browser.drop_files(".taken", &[&tasks, &database])?;
    let counts = "return [...document.querySelectorAll('.taken__counts dd')].map((count) => count.textContent)";
    browser.wait_for(".taken__counts")?;
    assert_eq!(
        browser.run(counts, &[])?,
        json!(["114", "112", "61", "52", "50", "50"])
    );
    assert!(visit.fragment()?.contains("set.source=DIR"));
    let command = browser.text(".command__text")?;
    assert!(command.contains("--set source=DIR"), "{command}");
    look(visit, "a source that was read")
}

#[test]
fn the_public_files_are_dropped_run_without_a_key_and_a_point_opens_its_return() -> Result<()> {
    let folder = Folder::new()?;
    let visit = Visit::to(ADDRESS, View::desktop())?;
    let browser = &visit.browser;
    browser.wait_for("form .forecast")?;
    let corpus = corpus()?;
    if let Some(corpus) = &corpus {
        drop_sources(&visit, &folder, corpus)?;
    }
    browser.wait_for("form .forecast")?;
    browser.click("form button[type='submit']:not(:disabled)")?;
    browser.wait_for(".counts")?;
    let finished = "return [...document.querySelectorAll('.counts dd')].some((count) => count.textContent === 'finished')";
    browser.wait_until("the end of the run", finished, &[])?;
    let listed = "return document.querySelector('[data-run]').textContent.length < 2000";
    assert_eq!(browser.run(listed, &[])?, true, "the list holds no files");
    browser.click_text("button", "Open the results")?;
    browser.wait_for(".results [data-figure='plane'] .fl-mark")?;
    for figure in ["entropy", "verify", "gap_by_step"] {
        browser.wait_for(&format!("[data-figure='{figure}'] .fl-mark"))?;
    }
    look(&visit, "the results of the boundary study")?;
    let page = visit.saved_report()?;

    // Points that lie close to each other cover each other's middle.
    let point = "document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', { bubbles: true }))";
    let payment = ".fl-mark[data-figure='plane'][data-series='1'][data-mark='0']";
    browser.run(point, &[payment.into()])?;
    browser.wait_for(".panel .record")?;
    browser.click(".panel .record")?;
    browser.wait_for(".surprisal__side")?;
    look(&visit, "a return, token by token")?;
    inspect(&visit)?;
    visit.is_quiet()?;

    let source = corpus.map_or(String::new(), |corpus| {
        format!(" --set source={}", corpus.display())
    });
    call(
        folder.path(),
        &format!("run --study boundary --model sim:ppm {SETTINGS}{source} --out t.jsonl"),
    )?
    .done()?;
    let native = call(folder.path(), "score t.jsonl --json")?.done()?;
    let [native, page] = [native, page].map(|report| without_times(&without_sampled(&report).0));
    assert_same("the reports", &native?, &page?);
    Ok(())
}

/// The return in both contexts: the same text, differently shaded, its numbers under the pointer, the keys and in a table.
fn inspect(visit: &Visit) -> Result<()> {
    let browser = &visit.browser;
    let seen = "const side = (context) => [...document.querySelectorAll(`.surprisal__side[data-context='${context}'] .token`)];
                const of = (tokens) => ({ text: tokens.map((token) => token.textContent).join(''),
                  shades: tokens.map((token) => [...token.classList].find((name) => name.startsWith('token--'))).join(' '),
                  false: tokens.filter((token) => token.classList.contains('is-false')).map((token) => token.textContent).join('') });
                return [of(side('schema')), of(side('prefix'))]";
    let seen = browser.run(seen, &[])?;
    let text = seen[0]["text"].as_str().context("a text")?;
    assert!(text.contains("\"order_id\""), "{text}");
    assert_eq!(seen[0]["text"], seen[1]["text"]);
    assert_ne!(
        seen[0]["shades"], seen[1]["shades"],
        "the prefix tells something"
    );
    let changed = seen[0]["false"].as_str().unwrap_or_default();
    assert!(
        !changed.is_empty() && changed.len() < text.len() / 2,
        "{changed}"
    );

    let said = "return document.querySelector('.surprisal__said').textContent";
    let first = browser.run(said, &[])?;
    browser.click(".surprisal__side[data-context='prefix'] .token[data-token='3']")?;
    let pointed = browser.wait_until(
        "another token",
        "const said = document.querySelector('.surprisal__said').textContent; return said === arguments[0] ? null : said",
        &[first],
    )?;
    let slide = "const slider = document.querySelector('.surprisal input[type=range]');
                 return [slider.value, slider.getAttribute('aria-valuetext')]";
    assert_eq!(browser.run(slide, &[])?, json!(["3", pointed]));
    browser.click_text("button", "Tokens as a table")?;
    browser.wait_for(".surprisal__table tbody tr")?;
    let rows = "return document.querySelectorAll('.surprisal__table tbody tr').length
                  === document.querySelectorAll(\".surprisal__side[data-context='schema'] .token\").length";
    assert_eq!(browser.run(rows, &[])?, Value::Bool(true));
    look(visit, "a return as a table")?;

    browser.click_text("button", "Same task, clean a")?;
    browser.wait_until(
        "the clean return",
        "return document.querySelector('.surprisal') !== null && document.querySelector('.surprisal .is-false') === null",
        &[],
    )
    .map(drop)
}

#[test]
fn a_return_is_readable_on_a_phone_in_the_dark() -> Result<()> {
    let folder = Folder::new()?;
    let settings = "--study boundary --set tasks=1 --set arms=clean,status --set steps=0";
    let file = trace(&folder, "sim:ppm", settings, "t.jsonl")?;
    let visit = Visit::to("#/rescore", View::phone().dark())?;
    visit.rescore(&[file])?;
    look(&visit, "the figures on a phone in the dark")?;
    visit.go("#/transcript?from=files&record=1")?;
    visit.browser.wait_for(".surprisal__side")?;
    look(&visit, "a return on a phone in the dark")?;
    visit.go("#/run?study=boundary")?;
    visit.browser.wait_for(".taken")?;
    look(&visit, "a field of files on a phone in the dark")?;
    visit.is_quiet()
}
