//! Where things are, and the built page behind a server.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use faultline_static_server::{Directory, Files, Running, Server};

/// The repository's top folder.
pub fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or(here.clone(), PathBuf::from)
}

/// The folder of the built page: `FAULTLINE_DIST`, or `dist/`.
///
/// # Errors
/// When there is no built page.
pub fn dist() -> Result<PathBuf> {
    let dist = env::var_os("FAULTLINE_DIST").map_or_else(|| root().join("dist"), PathBuf::from);
    if !dist.join("index.html").is_file() {
        bail!(
            "there is no built page; run: cargo xtask build: {}",
            dist.display()
        );
    }
    Ok(dist)
}

/// The script of the accessibility rules: `FAULTLINE_AXE`, or where `cargo xtask test` puts it.
///
/// # Errors
/// When it is not there.
pub fn axe_script() -> Result<String> {
    let installed = "target/tools/node_modules/axe-core/axe.min.js";
    let path = env::var_os("FAULTLINE_AXE").map_or_else(|| root().join(installed), PathBuf::from);
    fs::read_to_string(&path).with_context(|| {
        format!(
            "the accessibility rules are missing; run: cargo xtask test --only browser: {}",
            path.display()
        )
    })
}

/// One answer of the page's server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Served {
    /// The file asked for, relative to the page's folder.
    pub path: String,
    /// Its content, or `None` where there is no such file.
    pub content: Option<Vec<u8>>,
}

/// The built page behind a server of its own, which notes every request until it is dropped.
#[derive(Debug)]
pub struct PageServer {
    running: Running,
    log: Arc<Mutex<Vec<Served>>>,
    held: Arc<Held>,
}

/// Files that are held back, by a word in their names.
#[derive(Debug, Default)]
struct Held {
    word: Mutex<Option<&'static str>>,
    released: Condvar,
}

impl Held {
    /// Waits as long as this file is held back.
    fn wait_for(&self, path: &str) {
        let word = self.word.lock().unwrap_or_else(PoisonError::into_inner);
        let is_held = |word: &mut Option<&str>| word.is_some_and(|word| path.contains(word));
        drop(self.released.wait_while(word, is_held));
    }
}

impl PageServer {
    /// Serves the built page on a free port.
    ///
    /// # Errors
    /// When there is no built page, or no port.
    pub fn start() -> Result<Self> {
        Self::start_with(Held::default())
    }

    /// As [`start`](Self::start), but files with this word in their names are held back until [`release`](Self::release):
    /// whatever the page does meanwhile, it does without them.
    ///
    /// # Errors
    /// When there is no built page, or no port.
    pub fn start_holding(word: &'static str) -> Result<Self> {
        Self::start_with(Held {
            word: Mutex::new(Some(word)),
            released: Condvar::new(),
        })
    }

    fn start_with(held: Held) -> Result<Self> {
        let (log, held) = (Arc::default(), Arc::new(held));
        let files = Logged {
            files: Directory::open(dist()?)?,
            log: Arc::clone(&log),
            held: Arc::clone(&held),
        };
        let running = Server::bind(0).context("no free port")?.spawn(files);
        Ok(Self { running, log, held })
    }

    /// Lets go of the files that are held back.
    pub fn release(&self) {
        *self
            .held
            .word
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = None;
        self.held.released.notify_all();
    }

    /// The page's address, with a slash at its end.
    pub fn url(&self) -> String {
        self.running.url()
    }

    /// Everything that was asked for so far, in order.
    pub fn served(&self) -> Vec<Served> {
        self.log
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

struct Logged {
    files: Directory,
    log: Arc<Mutex<Vec<Served>>>,
    held: Arc<Held>,
}

impl Files for Logged {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.held.wait_for(path);
        let content = self.files.read(path);
        let served = Served {
            path: path.to_owned(),
            content: content.clone(),
        };
        self.log
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(served);
        content
    }
}
