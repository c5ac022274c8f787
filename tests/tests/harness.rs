//! The harness itself, on a page of its own: what the other tests rely on. `cargo xtask test --only browser` runs this.

use std::env;
use std::fs;

use anyhow::Result;
use faultline_static_server::{Files, Server};
use faultline_tests::{Browser, View};

const PAGE: &str = r#"<!doctype html>
<html lang="en"><title>Harness</title><link rel="icon" href="data:,"><main>
<h1>Harness</h1>
<label>Name <input id="name"></label>
<button id="go" onclick="setTimeout(() => { out.textContent = 'hello ' + document.querySelector('#name').value; go.remove() }, 100)">Go</button>
<p id="out"></p>
<label>File <input id="file" type="file" hidden></label>
<p id="drop" style="height: 40px">drop here</p>
<script>
  const [out, go, drop, file] = ["out", "go", "drop", "file"].map((id) => document.getElementById(id));
  const show = async (files) => { out.textContent = files[0].name + ": " + await files[0].text() };
  drop.addEventListener("dragover", (event) => event.preventDefault());
  drop.addEventListener("drop", (event) => { event.preventDefault(); show(event.dataTransfer.files) });
  file.addEventListener("change", () => show(file.files));
  document.addEventListener("keydown", (event) => { if (event.key === "j") out.textContent = "key j" });
</script>
</main></html>"#;

struct OnePage;

impl Files for OnePage {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        (path == "index.html").then(|| PAGE.as_bytes().to_vec())
    }
}

#[test]
fn a_visitor_s_moves_reach_the_page() -> Result<()> {
    let page = Server::bind(0)?.spawn(OnePage);
    let browser = Browser::start(View::phone().dark())?;
    let folder = env::temp_dir().join(format!("faultline-harness-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let (dropped, chosen) = (folder.join("dropped.txt"), folder.join("chosen.txt"));
    fs::write(&dropped, "one")?;
    fs::write(&chosen, "two")?;
    let says = |what: &str| {
        browser.wait_until(
            what,
            "return out.textContent === arguments[0]",
            &[what.into()],
        )
    };

    browser.open(&page.url())?;
    browser.type_into("#name", "x")?;
    browser.click("#go")?;
    browser.wait_until_gone("#go")?;
    assert_eq!(browser.text("#out")?, "hello x");
    browser.drop_files("#drop", &[&dropped])?;
    says("dropped.txt: one")?;
    browser.choose_files("#file", &[&chosen])?;
    says("chosen.txt: two")?;
    browser.run("document.activeElement.blur()", &[])?;
    browser.press('j')?;
    says("key j")?;
    assert_eq!(browser.console_errors()?, [""; 0]);

    browser.run(
        "localStorage.kept = 'yes'; console.error('wrong'); window.onbeforeunload = () => 'stay'",
        &[],
    )?;
    let errors = browser.console_errors()?;
    assert!(
        errors.len() == 1 && errors[0].contains("wrong"),
        "{errors:?}"
    );
    browser.kill_tab_and_open(&page.url())?;
    assert_eq!(browser.find_all("#go")?.len(), 1, "a new tab starts anew");
    assert_eq!(browser.run("return localStorage.kept", &[])?, "yes");
    assert_eq!(browser.url()?, page.url());
    let view = "return matchMedia('(prefers-color-scheme: dark)').matches && innerWidth === 390";
    assert_eq!(
        browser.run(view, &[])?,
        true,
        "the view goes along into the new tab"
    );

    let picture = folder.join("picture.png");
    browser.screenshot(&picture)?;
    let png = fs::read(&picture)?;
    assert!(png.starts_with(b"\x89PNG"));
    assert_eq!(
        png[16..24],
        [0, 0, 1, 134, 0, 0, 3, 76],
        "390 by 844 pixels"
    );

    let rules = browser.accessibility_violations()?;
    assert_eq!(rules, [""; 0]);
    browser.run(
        "document.querySelector('label').replaceWith(document.querySelector('#name'))",
        &[],
    )?;
    let rules = browser.accessibility_violations()?;
    assert!(
        rules.iter().any(|rule| rule.starts_with("label ")),
        "{rules:?}"
    );
    fs::remove_dir_all(folder)?;
    Ok(())
}
