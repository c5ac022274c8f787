//! What a visitor does with words on the page: press what they say, save what is offered.

use std::fs;

use anyhow::{Context, Result};
use serde_json::json;

use crate::program::wait_for;
use crate::{Browser, Element, Folder};

impl Browser {
    /// Waits for an element that says exactly this, and clicks it.
    ///
    /// # Errors
    /// When none appears in 30 s, or something else is in the way.
    pub fn click_text(&self, css: &str, text: &str) -> Result<()> {
        let script = "const found = [...document.querySelectorAll(arguments[0])];
                      const says = (element) => element.textContent.trim() === arguments[1];
                      return found.find((element) => says(element) && element.getClientRects().length > 0) ?? null";
        let what = format!("{css} saying \"{text}\"");
        let element = self.wait_until(&what, script, &[css.into(), text.into()])?;
        self.click_element(&Element::from_value(&element)?)
            .with_context(|| format!("clicking {what}"))
    }

    /// Does something that makes the page save a file of this name, and gives the file's content.
    ///
    /// # Errors
    /// When no such file comes within a minute.
    pub fn saved(&self, name: &str, action: impl FnOnce() -> Result<()>) -> Result<String> {
        let folder = Folder::new()?;
        let path = folder.path().display().to_string();
        self.devtools(
            "Browser.setDownloadBehavior",
            &json!({ "behavior": "allow", "downloadPath": path }),
        )?;
        action()?;
        // Chromium gives the file its name when it is complete.
        wait_for(name, || Ok(folder.join(name).exists()))?;
        fs::read_to_string(folder.join(name)).with_context(|| format!("{name} is no text"))
    }
}
