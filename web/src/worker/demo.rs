//! The demo, in a worker of the page's own module: computes it once and ends.

use faultline_lab::Demo;
use faultline_report::Report;
use wasm_bindgen_futures::spawn_local;
use web_sys::DedicatedWorkerGlobalScope;

use crate::browser;

/// Requests that are answered before the worker takes breath.
const BATCH: u32 = 200;

/// What the page is told: the demo's report, or what broke.
pub(super) type Told = Result<Report, String>;

/// Computes the demo and tells the page.
pub(crate) fn serve(scope: DedicatedWorkerGlobalScope) {
    std::panic::set_hook(Box::new(|info| {
        // The hook must be free of the thread's own values, so it looks the thread up again.
        if let Some(scope) = super::scope() {
            super::post(&scope, &Told::Err(info.to_string()));
        }
    }));
    spawn_local(async move {
        super::post(&scope, &computed().await);
        scope.close();
    });
}

async fn computed() -> Told {
    let mut demo = Demo::start().map_err(|error| error.to_string())?;
    while demo.advance(BATCH).map_err(|error| error.to_string())? {
        browser::sleep(0).await;
    }
    Ok(demo.report())
}
