//! The page: a Yew application on the main thread, the laboratory in a worker, one WebAssembly module for both.
//!
//! The main thread draws a [`State`](state::State) and asks; everything that takes time is done by the worker, which is
//! started from a blob and handed the compiled module. The two exchange the messages of `worker::protocol`. What can
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
mod storage;
mod worker;

/// Starts what this thread is for: the engine in a worker, the page anywhere else.
pub fn start() {
    if worker::in_worker() {
        worker::serve();
    } else {
        app::mount();
    }
}
