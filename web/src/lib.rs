//! The page: a Yew application on the main thread, the laboratory in workers.
//!
//! The main thread draws a [`State`](state::State) and asks; everything that takes time is done by workers, which are
//! started from blobs and handed compiled modules. They exchange the messages of `worker::protocol`. What can
//! be shared is in the address ([`route`]); data and keys never are.
//!
//! This crate knows no study: forms come from the studies' settings, and results are reports.

pub mod route;
pub mod state;

mod app;
mod browser;
mod command;
mod components;
mod link;
mod lock;
mod net;
mod pages;
mod query;
mod storage;
mod worker;

/// Starts what the page's own module is for: the demo in a worker, the page anywhere else.
pub fn start_page() {
    match worker::scope() {
        Some(scope) => worker::serve_demo(scope),
        None => app::mount(),
    }
}

/// Starts the engine, whose module runs in a worker alone.
pub fn start_engine() {
    if let Some(scope) = worker::scope() {
        worker::serve_engine(&scope);
    }
}
