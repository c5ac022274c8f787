//! Every page, on a phone and on a desk, light and dark: readable for everyone.

use anyhow::Result;
use faultline_tests::{Folder, View};

use crate::visit::{Visit, trace};

/// Views with what has to be there before they are looked at.
const VIEWS: [(&str, &str); 9] = [
    ("#/", ".start__figure .fl-mark"),
    ("#/run", "form .forecast"),
    ("#/run?study=injection", "form .forecast"),
    ("#/label", ".label .empty"),
    ("#/instance?set.tasks=1", ".instance form.reply"),
    ("#/instance?study=nothing", ".instance .problem"),
    ("#/results?from=preview", ".results .fl-mark"),
    (
        "#/results?from=preview&figure=curves&series=0&mark=1",
        ".panel .record",
    ),
    (
        "#/transcript?from=preview&figure=curves&series=0&mark=1&record=2",
        ".step.is-focused",
    ),
];

/// The view is readable for everyone, and no wider than its window.
pub(crate) fn look(visit: &Visit, what: &str) -> Result<()> {
    let violations = visit.browser.accessibility_violations()?;
    assert_eq!(violations, [""; 0], "{what}");
    let wider = "const root = document.documentElement;
                 return root.scrollWidth > innerWidth ? `${root.scrollWidth} of ${innerWidth}` : null";
    assert_eq!(
        visit.browser.run(wider, &[])?,
        serde_json::Value::Null,
        "{what} is wider than its window"
    );
    Ok(())
}

fn look_everywhere(view: View) -> Result<()> {
    let folder = Folder::new()?;
    let file = trace(
        &folder,
        "sim:noisy,p=0.7",
        "--set tasks=3 --set depths=1,2",
        "t.jsonl",
    )?;
    let bad = folder.write("notes.txt", "no trace")?;
    let visit = Visit::to("", view)?;
    for (fragment, shows) in VIEWS {
        visit.go(fragment)?;
        visit.browser.wait_for(shows)?;
        look(&visit, &format!("{fragment} at {view:?}"))?;
    }
    visit.browser.press('?')?;
    visit.browser.press('r')?;
    visit.browser.wait_for(".raw")?;
    look(
        &visit,
        &format!("a transcript with keys and raw text at {view:?}"),
    )?;
    visit.go("#/rescore")?;
    visit.browser.wait_for(".drop")?;
    look(&visit, &format!("an empty Rescore page at {view:?}"))?;
    visit.rescore(&[file, bad])?;
    look(&visit, &format!("Rescore at {view:?}"))?;
    visit.go("#/run?demo=1")?;
    visit.browser.wait_for("[data-demo-number]")?;
    look(&visit, &format!("a run at {view:?}"))?;
    visit.is_quiet()
}

#[test]
fn on_a_desk() -> Result<()> {
    look_everywhere(View::desktop())
}

#[test]
fn on_a_desk_in_the_dark() -> Result<()> {
    look_everywhere(View::desktop().dark())
}

#[test]
fn on_a_phone() -> Result<()> {
    look_everywhere(View::phone())
}

#[test]
fn on_a_phone_in_the_dark() -> Result<()> {
    look_everywhere(View::phone().dark())
}
