//! The network lock: a policy that closes every way to fetch, until the page is loaded again.

use crate::browser;

/// The added policy. The scripts and styles that the page already has stay usable; a worker from a blob is under it too.
const POLICY: &str = "default-src 'none'; connect-src 'none'; img-src data: blob:; media-src 'none'; font-src 'none'; \
    frame-src 'none'; object-src 'none'; manifest-src 'none'; form-action 'none'; base-uri 'none'; \
    script-src 'self' blob: 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; worker-src blob:";

/// What the lock covers, as the page says it.
pub(crate) const COVERS: &str = "The browser then refuses every request that this page or its workers make: fetch, sockets, \
    beacons, forms, images and frames. It can't be opened but by loading the page again. It does not cover what you do yourself, such \
    as following a link or saving a file, nor other tabs and browser extensions.";

/// Adds the policy to the document.
pub(crate) fn close() -> Result<(), String> {
    let add = || -> Result<(), wasm_bindgen::JsValue> {
        let document = browser::document().ok_or("there is no document")?;
        let head = document.head().ok_or("the document has no head")?;
        let meta = document.create_element("meta")?;
        meta.set_attribute("http-equiv", "Content-Security-Policy")?;
        meta.set_attribute("content", POLICY)?;
        head.append_child(&meta)?;
        Ok(())
    };
    add().map_err(|error| browser::words(&error))
}
