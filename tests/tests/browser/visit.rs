//! A visit: the page behind a server of its own, and a browser that looks at it.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use faultline_tests::{Browser, Folder, PageServer, View, call, root, wait_for};

/// A browser at the page.
pub(crate) struct Visit {
    pub(crate) server: PageServer,
    pub(crate) browser: Browser,
}

impl Visit {
    /// Opens a view of the page, such as `#/rescore`.
    pub(crate) fn to(fragment: &str, view: View) -> Result<Self> {
        let visit = Self {
            server: PageServer::start()?,
            browser: Browser::start(view)?,
        };
        visit.browser.open(&visit.address(fragment))?;
        visit.browser.wait_for("#app h1")?;
        Ok(visit)
    }

    pub(crate) fn address(&self, fragment: &str) -> String {
        format!("{}{fragment}", self.server.url())
    }

    /// Goes to another view as a link does, without loading the page again.
    pub(crate) fn go(&self, fragment: &str) -> Result<()> {
        self.browser
            .run("location.hash = arguments[0]", &[fragment.into()])
            .map(drop)
    }

    /// The view's address in the page.
    pub(crate) fn fragment(&self) -> Result<String> {
        let url = self.browser.url()?;
        Ok(url
            .split_once('#')
            .map_or("", |(_, fragment)| fragment)
            .to_owned())
    }

    /// Drops files on the page and waits until their report stands there.
    pub(crate) fn rescore(&self, files: &[PathBuf]) -> Result<()> {
        self.go("#/rescore")?;
        let paths: Vec<_> = files.iter().map(PathBuf::as_path).collect();
        self.browser.drop_files(".drop", &paths)?;
        self.browser.wait_for(".rescore__report .figures").map(drop)
    }

    /// Waits until the engine is there, after which the page fetches nothing of its own.
    pub(crate) fn wait_for_engine(&self) -> Result<()> {
        let loaded = "const loaded = performance.getEntriesByType('resource');
                      return loaded.some((entry) => entry.name.endsWith('engine_bg.wasm') && entry.responseEnd > 0)";
        self.browser.wait_until("the engine", loaded, &[])?;
        // Its script is fetched by the worker, so that the page has no entry of it.
        wait_for("the engine's script", || {
            let served = self.server.served();
            Ok(served.iter().any(|file| file.path.ends_with("engine.js")))
        })
    }

    /// The report on view with all chains run, as the page saves it.
    pub(crate) fn saved_report(&self) -> Result<String> {
        self.browser.wait_until_gone("[data-sampling]")?;
        self.browser.saved("report.json", || {
            self.browser.click_text("button", "Download report as JSON")
        })
    }

    /// No error was written to the console.
    pub(crate) fn is_quiet(&self) -> Result<()> {
        assert_eq!(self.browser.console_errors()?, [""; 0]);
        Ok(())
    }
}

/// A trace of a simulated policy.
pub(crate) fn trace(folder: &Folder, model: &str, settings: &str, name: &str) -> Result<PathBuf> {
    call(
        folder.path(),
        &format!("run --model {model} {settings} --out {name}"),
    )?
    .done()?;
    Ok(folder.join(name))
}

/// The committed traces of the samples, by name.
pub(crate) fn samples() -> Result<Vec<PathBuf>> {
    let folder = root().join("web").join("samples");
    let entries =
        fs::read_dir(&folder).with_context(|| format!("no samples in {}", folder.display()))?;
    let mut paths = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
