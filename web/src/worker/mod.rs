//! The workers: everything that takes time.
//!
//! The demo, which a first visit waits for, is computed by the page's own module. All else is done by the engine, a module
//! of its own, which is fetched when the first number stands or when somebody asks for more.

pub(crate) mod protocol;

mod client;
mod demo;
mod files;
mod host;
mod preview;
mod run_loop;
mod taken;
mod target;
mod unpack;

use js_sys::Reflect;
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::DedicatedWorkerGlobalScope;

pub(crate) use self::{client::Client, demo::serve as serve_demo, host::serve as serve_engine};

/// This thread's scope, where it is a worker.
pub(crate) fn scope() -> Option<DedicatedWorkerGlobalScope> {
    js_sys::global().dyn_into().ok()
}

/// Posts a message to the page, as bytes.
fn post(scope: &DedicatedWorkerGlobalScope, message: &impl Serialize) {
    // A message that can't be made or posted leaves the page waiting; the console says why.
    let message = protocol::packed(message).unwrap_or_else(JsValue::from);
    if let Err(error) = scope.post_message(&message) {
        report_error(&error);
    }
}

/// Gives an error to the browser's console.
fn report_error(error: &JsValue) {
    let global = js_sys::global();
    let console = Reflect::get(&global, &"console".into()).unwrap_or_default();
    if let Ok(log) = Reflect::get(&console, &"error".into())
        && let Ok(log) = log.dyn_into::<js_sys::Function>()
    {
        drop(log.call1(&console, error));
    }
}
