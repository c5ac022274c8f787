//! The worker: everything that takes time.

pub(crate) mod protocol;

mod client;
mod files;
mod host;
mod preview;
mod run_loop;

use wasm_bindgen::JsCast;
use web_sys::DedicatedWorkerGlobalScope;

pub(crate) use self::{client::Client, host::serve};

/// Whether this thread is a worker.
pub(crate) fn in_worker() -> bool {
    js_sys::global().is_instance_of::<DedicatedWorkerGlobalScope>()
}
