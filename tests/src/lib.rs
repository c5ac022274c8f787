//! What crosses crates: golden files, the command line, the browser.
//!
//! The library is the harness; the tests themselves are in `tests/tests/`. Those that need a browser or another
//! installed program are marked `#[ignore]`, so that `cargo test` counts them as not run instead of passing over
//! them, and `cargo xtask test` installs what they need and runs them.
//!
//! ```no_run
//! use faultline_tests::{Browser, PageServer, View};
//!
//! let server = PageServer::start()?;
//! let browser = Browser::start(View::desktop())?;
//! browser.open(&server.url())?;
//! browser.wait_for("main h1")?;
//! assert!(browser.console_errors()?.is_empty());
//! # Ok::<(), anyhow::Error>(())
//! ```
//!
//! [`PageServer`] serves the built page and notes what is asked for, [`Browser`] is one Chromium with one tab at a
//! [`View`], and [`Element`] something found in it. Every way out of a test closes the browser and its driver.

mod browser;
mod page;
mod picture;
mod view;
mod webdriver;

pub use browser::Browser;
pub use page::{PageServer, Served, axe_script, dist, root};
pub use view::{Scheme, View};
pub use webdriver::Element;
