//! What crosses crates: golden files, the command line, the browser.
//!
//! The library is the harness; the tests themselves are in `tests/tests/`. Those that need a browser or another
//! installed program want a feature of this package, so that a plain `cargo test` leaves them out; `cargo xtask test`
//! installs what they need and runs them.
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
//! [`call`] calls the built command line, [`ModelServer`] is a model behind an address, and a [`Folder`] is gone with
//! its test.

mod echo_server;
mod folder;
mod model_server;
mod program;
mod report;

mod browser;
mod moves;
mod page;
mod picture;
mod view;
mod webdriver;

pub use browser::Browser;
pub use echo_server::{echo, logprob_after};
pub use folder::Folder;
pub use model_server::{Asked, ModelServer, Response, honest};
pub use page::{PageServer, Served, axe_script, dist, root};
pub use program::{Called, call, command, ended, program, signal, wait_for};
pub use report::{assert_same, without_sampled, without_times};
pub use view::{Scheme, View};
pub use webdriver::Element;
