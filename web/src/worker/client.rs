//! The page's side of the worker.

use std::{cell::RefCell, rc::Rc};

use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{
    Blob, BlobPropertyBag, ErrorEvent, File, MessageEvent, Url, Worker, WorkerOptions, WorkerType,
};

use super::protocol::{Ask, Tell, packed, unpacked};
use crate::browser;

/// What starts the worker: it is handed the address of the program's script and the compiled module, and keeps what is
/// said to it meanwhile. It stands in a blob, so that the worker is under the page's own policy, the network lock included.
const BOOT: &str = r"self.onmessage = async ({ data: [glue, module] }) => {
  const early = [];
  self.onmessage = (event) => early.push(event);
  try {
    const { default: start } = await import(glue);
    await start({ module_or_path: module });
  } catch (error) {
    setTimeout(() => { throw error; });
    return;
  }
  for (const event of early) self.onmessage(event);
};";

/// The name of the program's script, beside the page.
const GLUE: &str = "faultline-web.js";

/// The worker, as the page knows it.
#[derive(Clone)]
pub(crate) struct Client(Rc<Inner>);

struct Inner {
    worker: RefCell<Option<Worker>>,
    /// The files that were opened last, for a worker that is started afresh.
    files: RefCell<Vec<File>>,
    on_message: Closure<dyn FnMut(MessageEvent)>,
    on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl PartialEq for Client {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Client {
    /// Starts a worker whose words are given to `on_tell`.
    pub(crate) fn start(on_tell: impl Fn(Tell) + 'static) -> Self {
        let on_message = Closure::new(move |event: MessageEvent| match unpacked(&event.data()) {
            Ok(Tell::Broken(what)) => browser::show_fault(&what),
            Ok(tell) => on_tell(tell),
            Err(error) => {
                browser::show_fault(&format!("an answer of the engine can't be read: {error}"));
            }
        });
        let on_error = Closure::new(|event: ErrorEvent| {
            browser::show_fault(&format!("the engine stopped: {}", event.message()));
        });
        let client = Self(Rc::new(Inner {
            worker: RefCell::new(None),
            files: RefCell::default(),
            on_message,
            on_error,
        }));
        client.spawn();
        client
    }

    /// Starts a fresh worker in place of the one there is. What that one held is gone.
    pub(crate) fn restart(&self) {
        if let Some(worker) = self.0.worker.take() {
            worker.terminate();
        }
        self.spawn();
    }

    /// Asks.
    pub(crate) fn ask(&self, ask: &Ask) {
        let files = match ask {
            Ask::Open { .. } => self.0.files.borrow().iter().collect(),
            _ => Array::new(),
        };
        let sent = packed(ask).and_then(|message| self.post(&Array::of2(&message, &files)));
        if let Err(why) = sent {
            browser::show_fault(&format!("the engine can't be asked: {why}"));
        }
    }

    /// Takes files to be read with the next [`Ask::Open`].
    pub(crate) fn hold_files(&self, files: Vec<File>) {
        self.0.files.replace(files);
    }

    /// The names of the files that were opened last.
    pub(crate) fn file_names(&self) -> Vec<String> {
        self.0.files.borrow().iter().map(File::name).collect()
    }

    fn post(&self, message: &JsValue) -> Result<(), String> {
        match self.0.worker.borrow().as_ref() {
            Some(worker) => worker
                .post_message(message)
                .map_err(|error| browser::words(&error)),
            None => Err("it is not running".into()),
        }
    }

    fn spawn(&self) {
        match self.started() {
            Ok(worker) => drop(self.0.worker.replace(Some(worker))),
            Err(error) => browser::show_fault(&format!(
                "the engine can't be started: {}",
                browser::words(&error)
            )),
        }
    }

    fn started(&self) -> Result<Worker, JsValue> {
        let page = browser::document()
            .and_then(|document| document.base_uri().ok().flatten())
            .ok_or("the page has no address")?;
        let glue = Url::new_with_base(GLUE, &page)?.href();
        let options = BlobPropertyBag::new();
        options.set_type("text/javascript");
        let boot = Blob::new_with_str_sequence_and_options(&Array::of1(&BOOT.into()), &options)?;
        let url = Url::create_object_url_with_blob(&boot)?;
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&url, &options)?;
        worker.set_onmessage(Some(self.0.on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(self.0.on_error.as_ref().unchecked_ref()));
        worker.post_message(&Array::of2(&glue.into(), &wasm_bindgen::module()))?;
        // The worker has fetched its script long before.
        browser::after(60_000, move || {
            Url::revoke_object_url(&url).unwrap_or_default();
        });
        let base = page.split('#').next().unwrap_or_default().to_owned();
        let hello = packed(&Ask::Hello { base })?;
        worker.post_message(&Array::of2(&hello, &Array::new()))?;
        Ok(worker)
    }
}
