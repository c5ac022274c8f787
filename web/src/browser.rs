//! The few things of the browser that several parts need.

use js_sys::{Array, JSON, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue, closure::Closure, convert::FromWasmAbi};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, Document, File, FocusOptions, HtmlAnchorElement, HtmlElement, Storage,
    Url, Window,
};

/// The window; absent in a worker.
pub(crate) fn window() -> Option<Window> {
    web_sys::window()
}

/// The document; absent in a worker.
pub(crate) fn document() -> Option<Document> {
    window()?.document()
}

/// The storage that lasts as long as the tab.
pub(crate) fn session_storage() -> Option<Storage> {
    window()?.session_storage().ok().flatten()
}

/// The storage that lasts.
pub(crate) fn local_storage() -> Option<Storage> {
    window()?.local_storage().ok().flatten()
}

/// What is stored under a name.
pub(crate) fn stored(storage: Option<&Storage>, name: &str) -> Option<String> {
    storage?.get_item(name).ok().flatten()
}

/// Stores a text under a name, or removes the name where there is none. Where storing is forbidden nothing is kept, which
/// shows after a reload and hurts nothing before.
pub(crate) fn store(storage: Option<&Storage>, name: &str, text: Option<&str>) {
    let Some(storage) = storage else { return };
    let kept = match text {
        Some(text) => storage.set_item(name, text),
        None => storage.remove_item(name),
    };
    kept.unwrap_or_default();
}

/// The time, RFC 3339 in UTC.
pub(crate) fn now_text() -> String {
    js_sys::Date::new_0().to_iso_string().into()
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> f64 {
    js_sys::Date::now()
}

/// Waits. Works in a window and in a worker.
pub(crate) async fn sleep(milliseconds: i32) {
    let promise = Promise::new(&mut |resolve, _| {
        let global = js_sys::global();
        let timer = Reflect::get(&global, &"setTimeout".into())
            .ok()
            .and_then(|timer| timer.dyn_into::<js_sys::Function>().ok());
        match timer.map(|timer| timer.call2(&global, &resolve, &milliseconds.into())) {
            Some(Ok(_)) => {}
            // Without a timer, not waiting is better than waiting for ever.
            _ => drop(resolve.call0(&JsValue::UNDEFINED)),
        }
    });
    // The promise is never rejected.
    drop(JsFuture::from(promise).await);
}

/// Runs something later, once.
pub(crate) fn after(milliseconds: i32, then: impl FnOnce() + 'static) {
    wasm_bindgen_futures::spawn_local(async move {
        sleep(milliseconds).await;
        then();
    });
}

/// Saves a text as a file of the visitor's.
pub(crate) fn save_text(name: &str, kind: &str, text: &str) -> Result<(), String> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&text.into()), &options)
        .map_err(|error| words(&error))?;
    save_blob(name, &blob)
}

/// Saves a blob as a file of the visitor's.
pub(crate) fn save_blob(name: &str, blob: &Blob) -> Result<(), String> {
    let url = Url::create_object_url_with_blob(blob).map_err(|error| words(&error))?;
    let anchor: HtmlAnchorElement = document()
        .ok_or("there is no document")?
        .create_element("a")
        .map_err(|error| words(&error))?
        .unchecked_into();
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    // The browser reads the blob after the click has returned.
    after(10_000, move || {
        Url::revoke_object_url(&url).unwrap_or_default();
    });
    Ok(())
}

/// A value as JSON, its fields and variants by their names.
pub(crate) fn to_json(value: &impl serde::Serialize) -> Option<String> {
    let value = serde_wasm_bindgen::to_value(value).ok()?;
    JSON::stringify(&value).ok()?.as_string()
}

/// The value that [`to_json`] wrote.
pub(crate) fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> Option<T> {
    serde_wasm_bindgen::from_value(JSON::parse(text).ok()?).ok()
}

/// What is in a file, as text.
pub(crate) async fn text_of(file: &File) -> Result<String, String> {
    let text = JsFuture::from(file.text()).await;
    let text = text.map_err(|error| words(&error))?;
    text.as_string().ok_or_else(|| "it is no text".into())
}

/// Puts a text on the clipboard.
pub(crate) async fn copy(text: &str) -> Result<(), String> {
    let clipboard = window()
        .ok_or("there is no window")?
        .navigator()
        .clipboard();
    if clipboard.is_undefined() {
        return Err("this address has no clipboard: it needs https or this machine".into());
    }
    JsFuture::from(clipboard.write_text(text))
        .await
        .map(drop)
        .map_err(|error| words(&error))
}

/// What a JavaScript value says of itself.
pub(crate) fn words(value: &JsValue) -> String {
    let message = Reflect::get(value, &"message".into()).ok();
    message
        .and_then(|message| message.as_string())
        .or_else(|| value.as_string())
        .unwrap_or_else(|| format!("{value:?}"))
}

/// Gives an element the focus without scrolling to it.
pub(crate) fn focus(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        element.focus_with_options(&options).unwrap_or_default();
    }
}

/// Brings an element into view and gives it the focus.
pub(crate) fn bring(id: &str) {
    if let Some(element) = document().and_then(|document| document.get_element_by_id(id)) {
        element.scroll_into_view();
    }
    focus(id);
}

/// Listens to an event of the window as long as it lives.
pub(crate) struct Listener {
    name: &'static str,
    closure: JsValue,
}

impl Listener {
    /// Listens from now on.
    pub(crate) fn on_window<E: FromWasmAbi + 'static>(
        name: &'static str,
        listener: impl Fn(E) + 'static,
    ) -> Self {
        let closure = Closure::<dyn FnMut(E)>::new(listener).into_js_value();
        if let Some(window) = window() {
            window
                .add_event_listener_with_callback(name, closure.unchecked_ref())
                .unwrap_or_default();
        }
        Self { name, closure }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if let Some(window) = window() {
            window
                .remove_event_listener_with_callback(self.name, self.closure.unchecked_ref())
                .unwrap_or_default();
        }
    }
}

/// Says on the page that it can't go on, whatever state it is in.
pub(crate) fn show_fault(what: &str) {
    let Some(document) = document() else { return };
    let Some(body) = document.body() else { return };
    if document.get_element_by_id("fault").is_some() {
        return;
    }
    let panel = || -> Result<(), JsValue> {
        let panel = document.create_element("div")?;
        panel.set_id("fault");
        panel.set_class_name("fault");
        panel.set_attribute("role", "alert")?;
        let title = document.create_element("h2")?;
        title.set_text_content(Some("Something in this page broke"));
        let advice = document.create_element("p")?;
        advice.set_text_content(Some(
            "Load the page again. Every reply that had arrived is stored in this browser: the Run page offers to resume. If it \
             breaks again at the same place, the text below says where; the command line reads the same files.",
        ));
        let detail = document.create_element("pre")?;
        detail.set_text_content(Some(what));
        panel.append_child(&title)?;
        panel.append_child(&advice)?;
        panel.append_child(&detail)?;
        let reload = document.create_element("button")?;
        reload.set_class_name("button button--primary");
        reload.set_text_content(Some("Load again"));
        let again = Closure::once_into_js(|| {
            if let Some(window) = window() {
                window.location().reload().unwrap_or_default();
            }
        });
        reload.add_event_listener_with_callback("click", again.unchecked_ref())?;
        panel.append_child(&reload)?;
        body.append_child(&panel)?;
        Ok(())
    };
    panel().unwrap_or_default();
}
