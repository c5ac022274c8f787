//! A browser with the page in it, as a visitor uses it.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::page::axe_script;
use crate::view::{Scheme, View};
use crate::webdriver::{Element, Session};

/// How long something may take to appear.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long to wait between two looks.
const PAUSE: Duration = Duration::from_millis(50);

/// A Chromium of its own with one tab. Dropping it closes it.
#[derive(Debug)]
pub struct Browser {
    session: Session,
    view: View,
}

impl Browser {
    /// Starts a headless browser.
    ///
    /// # Errors
    /// When Chromium or its driver is missing or does not start.
    pub fn start(view: View) -> Result<Self> {
        let browser = Self {
            session: Session::start()?,
            view,
        };
        browser.apply_view()?;
        Ok(browser)
    }

    /// Makes the tab look as the view says. The setting belongs to the tab, so a new tab needs it anew.
    fn apply_view(&self) -> Result<()> {
        let View {
            width,
            height,
            scheme,
        } = self.view;
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", &metrics)?;
        let scheme = match scheme {
            Scheme::Light => "light",
            Scheme::Dark => "dark",
        };
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.devtools("Emulation.setEmulatedMedia", &features)
            .map(drop)
    }

    /// Sends a command of the `DevTools` protocol to the tab.
    ///
    /// # Errors
    /// When Chromium refuses it.
    pub fn devtools(&self, command: &str, parameters: &Value) -> Result<Value> {
        self.session
            .post(
                "goog/cdp/execute",
                &json!({ "cmd": command, "params": parameters }),
            )
            .with_context(|| command.to_owned())
    }

    /// Goes to an address and waits until it is loaded.
    ///
    /// # Errors
    /// When it can't be loaded.
    pub fn open(&self, url: &str) -> Result<()> {
        self.session
            .post("url", &json!({ "url": url }))
            .with_context(|| format!("could not open {url}"))
            .map(drop)
    }

    /// Closes the tab without a word to the page, as a crash would, and goes to an address in a new one. The browser's
    /// stores stay.
    ///
    /// # Errors
    /// When the driver can't.
    pub fn kill_tab_and_open(&self, url: &str) -> Result<()> {
        let new = self.session.post("window/new", &json!({ "type": "tab" }))?;
        self.session.delete("window")?;
        self.session
            .post("window", &json!({ "handle": new["handle"] }))?;
        self.apply_view()?;
        self.open(url)
    }

    /// The address on view.
    ///
    /// # Errors
    /// When the driver can't tell.
    pub fn url(&self) -> Result<String> {
        let url = self.session.get("url")?;
        Ok(url.as_str().unwrap_or_default().to_owned())
    }

    /// Runs the body of a function in the page and gives what it returns, a promise's result included. The arguments
    /// are in `arguments`.
    ///
    /// # Errors
    /// When the script throws.
    pub fn run(&self, script: &str, arguments: &[Value]) -> Result<Value> {
        self.session.post(
            "execute/sync",
            &json!({ "script": script, "args": arguments }),
        )
    }

    /// Runs a script again and again until what it returns is neither `null`, `false`, `0` nor empty, and gives that.
    ///
    /// # Errors
    /// When that does not happen in 30 s. `what` says what was waited for.
    pub fn wait_until(&self, what: &str, script: &str, arguments: &[Value]) -> Result<Value> {
        let start = now();
        loop {
            let value = self.run(script, arguments)?;
            let is_there = match &value {
                Value::Null => false,
                Value::Bool(flag) => *flag,
                Value::Number(number) => number.as_f64() != Some(0.0),
                Value::String(text) => !text.is_empty(),
                Value::Array(items) => !items.is_empty(),
                Value::Object(_) => true,
            };
            if is_there {
                return Ok(value);
            }
            if start.elapsed() > PATIENCE {
                bail!(
                    "waited {} s for {what} at {}; the page says: {}",
                    PATIENCE.as_secs(),
                    self.url()?,
                    self.page_text()
                );
            }
            thread::sleep(PAUSE);
        }
    }

    /// The start of the page's visible text, for a message.
    fn page_text(&self) -> String {
        let text = self.run("return document.body.innerText.slice(0, 400)", &[]);
        text.ok()
            .and_then(|value| value.as_str().map(str::to_owned))
            .unwrap_or_default()
    }

    /// Waits for an element that is drawn.
    ///
    /// # Errors
    /// When none appears in 30 s.
    pub fn wait_for(&self, css: &str) -> Result<Element> {
        let script = "const found = [...document.querySelectorAll(arguments[0])];
                      return found.find((element) => element.getClientRects().length > 0) ?? null";
        Element::from_value(&self.wait_until(css, script, &[css.into()])?)
    }

    /// Waits until no element matches.
    ///
    /// # Errors
    /// When one is still there after 30 s.
    pub fn wait_until_gone(&self, css: &str) -> Result<()> {
        let script = "return document.querySelector(arguments[0]) === null";
        self.wait_until(&format!("{css} to go"), script, &[css.into()])
            .map(drop)
    }

    /// All elements that match, in the document's order; there may be none.
    ///
    /// # Errors
    /// When the selector is not understood.
    pub fn find_all(&self, css: &str) -> Result<Vec<Element>> {
        let found = self.session.post(
            "elements",
            &json!({ "using": "css selector", "value": css }),
        )?;
        found
            .as_array()
            .context("no list of elements")?
            .iter()
            .map(Element::from_value)
            .collect()
    }

    /// Waits for an element and gives its visible text.
    ///
    /// # Errors
    /// When none appears in 30 s.
    pub fn text(&self, css: &str) -> Result<String> {
        let element = self.wait_for(css)?;
        let text = self
            .session
            .get(&format!("element/{}/text", element.id()))?;
        Ok(text.as_str().unwrap_or_default().to_owned())
    }

    /// Waits for an element and clicks its middle.
    ///
    /// # Errors
    /// When none appears in 30 s, or something else is in the way.
    pub fn click(&self, css: &str) -> Result<()> {
        let element = self.wait_for(css)?;
        self.click_element(&element)
            .with_context(|| format!("clicking {css}"))
    }

    /// Clicks the middle of an element, which is scrolled to first, as far from all edges as the page allows, once it
    /// stays where it is.
    ///
    /// # Errors
    /// When it is gone, or something else is in the way.
    pub fn click_element(&self, element: &Element) -> Result<()> {
        let rest = "const [element] = arguments;
                    const place = () => {
                      element.scrollIntoView({ block: 'center', behavior: 'instant' });
                      const { x, y } = element.getBoundingClientRect();
                      return `${x} ${y}`;
                    };
                    return new Promise((done) => {
                      let [last, still] = [null, 0];
                      const look = () => {
                        const now = place();
                        still = now === last ? still + 1 : 0;
                        last = now;
                        still === 3 ? done() : requestAnimationFrame(look);
                      };
                      look();
                    })";
        self.run(rest, &[element.to_value()])?;
        self.session
            .post(&format!("element/{}/click", element.id()), &json!({}))
            .map(drop)
    }

    /// Waits for a field, empties it, and types into it.
    ///
    /// # Errors
    /// When none appears in 30 s, or it takes no text.
    pub fn type_into(&self, css: &str, text: &str) -> Result<()> {
        let element = self.wait_for(css)?;
        self.session
            .post(&format!("element/{}/clear", element.id()), &json!({}))?;
        self.send_keys(&element, text)
            .with_context(|| format!("typing into {css}"))
    }

    /// Presses one key on whatever has the focus: a character, or one of the protocol's code points for other keys,
    /// such as `'\u{E004}'` for the tabulator and `'\u{E007}'` for enter.
    ///
    /// # Errors
    /// When the driver can't.
    pub fn press(&self, key: char) -> Result<()> {
        let strokes =
            json!([{ "type": "keyDown", "value": key }, { "type": "keyUp", "value": key }]);
        let actions =
            json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": strokes }] });
        self.session.post("actions", &actions).map(drop)
    }

    fn send_keys(&self, element: &Element, text: &str) -> Result<()> {
        self.session
            .post(
                &format!("element/{}/value", element.id()),
                &json!({ "text": text }),
            )
            .map(drop)
    }

    /// Chooses files in the page's own file field, drawn or not.
    ///
    /// # Errors
    /// When there is no such field, or no such file.
    pub fn choose_files(&self, css: &str, paths: &[&Path]) -> Result<()> {
        let script = "return document.querySelector(arguments[0])";
        let field = self.wait_until(css, script, &[css.into()])?;
        self.send_keys(&Element::from_value(&field)?, &file_list(paths)?)
    }

    /// Drops files onto an element, as from a file manager.
    ///
    /// # Errors
    /// When no such element appears in 30 s, or there is no such file.
    pub fn drop_files(&self, css: &str, paths: &[&Path]) -> Result<()> {
        let target = self.wait_for(css)?;
        let make_field = "const field = document.createElement('input');
                          field.type = 'file';
                          field.multiple = true;
                          field.style.position = 'fixed';
                          document.documentElement.append(field);
                          return field";
        let field = self.run(make_field, &[])?;
        self.send_keys(&Element::from_value(&field)?, &file_list(paths)?)?;
        let drop_them = "const [field, target] = arguments;
                         const dataTransfer = new DataTransfer();
                         for (const file of field.files) dataTransfer.items.add(file);
                         field.remove();
                         for (const type of ['dragenter', 'dragover', 'drop']) {
                           target.dispatchEvent(
                             new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer }));
                         }";
        self.run(drop_them, &[field, target.to_value()]).map(drop)
    }

    /// What the page wrote to the console as an error since this was last asked, uncaught exceptions, refused loads
    /// and violations of its policy included.
    ///
    /// # Errors
    /// When the driver can't tell.
    pub fn console_errors(&self) -> Result<Vec<String>> {
        let log = self.session.post("se/log", &json!({ "type": "browser" }))?;
        let entries = log.as_array().context("no list of messages")?;
        let errors = entries.iter().filter(|entry| entry["level"] == "SEVERE");
        Ok(errors
            .map(|entry| entry["message"].as_str().unwrap_or_default().to_owned())
            .collect())
    }

    /// What the accessibility rules find in the page: one line a rule, with the places that break it.
    ///
    /// # Errors
    /// When the rules are not installed.
    pub fn accessibility_violations(&self) -> Result<Vec<String>> {
        if self.run("return typeof axe === 'undefined'", &[])? == true {
            let load = format!("{}\nwindow.axe = axe ?? module.exports", axe_script()?);
            self.run(&load, &[])?;
        }
        let script = "const { violations } = await axe.run(document);
                      return violations.map((rule) =>
                        `${rule.id} (${rule.impact}): ${rule.help}: ` +
                        rule.nodes.map((node) => `${node.target} ${node.failureSummary ?? ''}`).join('; '))";
        let found = self.run(&format!("return (async () => {{ {script} }})()"), &[])?;
        let found = found.as_array().context("the rules gave no list")?;
        Ok(found
            .iter()
            .map(|line| line.as_str().unwrap_or_default().to_owned())
            .collect())
    }
}

/// The paths as the protocol wants them: absolute, one a line.
fn file_list(paths: &[&Path]) -> Result<String> {
    let absolute = paths.iter().map(|path| {
        let path =
            fs::canonicalize(path).with_context(|| format!("no such file: {}", path.display()))?;
        Ok(path.display().to_string())
    });
    Ok(absolute.collect::<Result<Vec<_>>>()?.join("\n"))
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test that waits has to give up at some time"
)]
fn now() -> Instant {
    Instant::now()
}
