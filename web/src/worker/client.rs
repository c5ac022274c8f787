//! The page's side of the workers.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use js_sys::{Array, Promise};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::{JsFuture, future_to_promise, spawn_local};
use web_sys::{
    Blob, BlobPropertyBag, ErrorEvent, File, MessageEvent, Response, Url, Worker, WorkerOptions,
    WorkerType,
};

use super::{
    demo::Told,
    protocol::{Ask, Tell, packed, unpacked},
};
use crate::browser;

/// What starts a worker: it is handed the address of the program's script and the compiled module, and keeps what is
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

/// The script of the page's own program, beside the page.
const PAGE: &str = "faultline-web.js";
/// The script of the engine.
const ENGINE: &str = "faultline-engine.js";
/// The module of the engine.
const ENGINE_MODULE: &str = "faultline-engine_bg.wasm";

/// The workers, as the page knows them.
#[derive(Clone)]
pub(crate) struct Client(Rc<Inner>);

struct Inner {
    engine: RefCell<Option<Worker>>,
    /// The engine's module, fetched and compiled once.
    module: RefCell<Option<Promise>>,
    /// Whether the engine is being started.
    starting: Cell<bool>,
    /// What is said to the engine before it is there.
    early: RefCell<Vec<JsValue>>,
    demo: RefCell<Option<Worker>>,
    /// The files that were opened last, for an engine that is started afresh.
    files: RefCell<Vec<File>>,
    on_message: Closure<dyn FnMut(MessageEvent)>,
    on_demo: Closure<dyn FnMut(MessageEvent)>,
    on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl PartialEq for Client {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Client {
    /// A client whose workers' words are given to `on_tell`. None is started before it is asked something.
    pub(crate) fn new(on_tell: impl Fn(Tell) + Clone + 'static) -> Self {
        let told = on_tell.clone();
        let on_message = move |event: MessageEvent| match unpacked(&event.data()) {
            Ok(Tell::Broken(what)) => browser::show_fault(&what),
            Ok(tell) => told(tell),
            Err(error) => {
                browser::show_fault(&format!("an answer of the engine can't be read: {error}"));
            }
        };
        let on_demo = move |event: MessageEvent| {
            let told: Result<Told, String> = unpacked(&event.data());
            on_tell(Tell::Preview(told.and_then(|report| report)));
        };
        let on_error = |event: ErrorEvent| {
            browser::show_fault(&format!("a worker stopped: {}", event.message()));
        };
        Self(Rc::new(Inner {
            engine: RefCell::default(),
            module: RefCell::default(),
            starting: Cell::default(),
            early: RefCell::default(),
            demo: RefCell::default(),
            files: RefCell::default(),
            on_message: Closure::new(on_message),
            on_demo: Closure::new(on_demo),
            on_error: Closure::new(on_error),
        }))
    }

    /// Asks: the demo's worker for the demo, the engine for everything else.
    pub(crate) fn ask(&self, ask: &Ask) {
        let asked = match ask {
            Ask::Preview => self.start_demo(),
            _ => self.ask_engine(ask),
        };
        if let Err(error) = asked {
            let why = browser::words(&error);
            browser::show_fault(&format!("the engine can't be asked: {why}"));
        }
    }

    /// Fetches and starts the engine, where it is not there yet.
    pub(crate) fn warm(&self) {
        if self.0.engine.borrow().is_some() || self.0.starting.replace(true) {
            return;
        }
        let client = self.clone();
        spawn_local(async move {
            let started = match client.module().await {
                Ok(module) => client.start_engine(&module),
                Err(error) => Err(error),
            };
            client.0.starting.set(false);
            // Where nobody waits for it, it is tried again when somebody does.
            if let Err(error) = started
                && !client.0.early.borrow().is_empty()
            {
                let why = browser::words(&error);
                browser::show_fault(&format!("the engine can't be started: {why}"));
            }
        });
    }

    /// Waits until nothing that the engine needs is still to be fetched.
    pub(crate) async fn fetched(&self) -> Result<(), String> {
        let module = self.module().await;
        module.map(drop).map_err(|error| browser::words(&error))
    }

    /// Ends all workers and starts a fresh engine. What they held is gone.
    pub(crate) fn restart(&self) {
        let workers = [self.0.engine.take(), self.0.demo.take()];
        for worker in workers.iter().flatten() {
            worker.terminate();
        }
        self.warm();
    }

    /// Takes files to be read with the next [`Ask::Open`].
    pub(crate) fn hold_files(&self, files: Vec<File>) {
        self.0.files.replace(files);
    }

    /// The names of the files that were opened last.
    pub(crate) fn file_names(&self) -> Vec<String> {
        self.0.files.borrow().iter().map(File::name).collect()
    }

    /// Hands files over to the engine with what is asked of them.
    pub(crate) fn hand_over(&self, ask: &Ask, files: &[File]) {
        if let Err(error) = self.send(ask, &files.iter().collect()) {
            let why = browser::words(&error);
            browser::show_fault(&format!("the engine can't be asked: {why}"));
        }
    }

    fn ask_engine(&self, ask: &Ask) -> Result<(), JsValue> {
        let files = match ask {
            Ask::Open { .. } => self.0.files.borrow().iter().collect(),
            _ => Array::new(),
        };
        self.send(ask, &files)
    }

    fn send(&self, ask: &Ask, files: &Array) -> Result<(), JsValue> {
        let message = Array::of2(&packed(ask)?, files).into();
        match self.0.engine.borrow().as_ref() {
            Some(worker) => return worker.post_message(&message),
            None => self.0.early.borrow_mut().push(message),
        }
        self.warm();
        Ok(())
    }

    async fn module(&self) -> Result<JsValue, JsValue> {
        let promise = {
            let mut module = self.0.module.borrow_mut();
            module
                .get_or_insert_with(|| future_to_promise(compiled()))
                .clone()
        };
        let module = JsFuture::from(promise).await;
        if module.is_err() {
            self.0.module.take();
        }
        module
    }

    fn start_engine(&self, module: &JsValue) -> Result<(), JsValue> {
        let worker = self.worker(ENGINE, module, &self.0.on_message)?;
        let base = page_address()?;
        let base = base.split('#').next().unwrap_or_default().to_owned();
        let hello = packed(&Ask::Hello { base })?;
        worker.post_message(&Array::of2(&hello, &Array::new()))?;
        for message in self.0.early.take() {
            worker.post_message(&message)?;
        }
        self.0.engine.replace(Some(worker));
        Ok(())
    }

    fn start_demo(&self) -> Result<(), JsValue> {
        let worker = self.worker(PAGE, &wasm_bindgen::module(), &self.0.on_demo)?;
        if let Some(earlier) = self.0.demo.replace(Some(worker)) {
            earlier.terminate();
        }
        Ok(())
    }

    fn worker(
        &self,
        glue: &str,
        module: &JsValue,
        on_message: &Closure<dyn FnMut(MessageEvent)>,
    ) -> Result<Worker, JsValue> {
        let glue = Url::new_with_base(glue, &page_address()?)?.href();
        let options = BlobPropertyBag::new();
        options.set_type("text/javascript");
        let boot = Blob::new_with_str_sequence_and_options(&Array::of1(&BOOT.into()), &options)?;
        let url = Url::create_object_url_with_blob(&boot)?;
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&url, &options)?;
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(self.0.on_error.as_ref().unchecked_ref()));
        worker.post_message(&Array::of2(&glue.into(), module))?;
        // The worker has fetched its script long before.
        browser::after(60_000, move || {
            Url::revoke_object_url(&url).unwrap_or_default();
        });
        Ok(worker)
    }
}

fn page_address() -> Result<String, JsValue> {
    let page = browser::document().and_then(|document| document.base_uri().ok().flatten());
    page.ok_or_else(|| "the page has no address".into())
}

/// The engine's module, fetched from beside the page and compiled, neither of which the main thread waits for.
async fn compiled() -> Result<JsValue, JsValue> {
    let url = Url::new_with_base(ENGINE_MODULE, &page_address()?)?.href();
    let window = browser::window().ok_or("there is no window")?;
    let response: Response = JsFuture::from(window.fetch_with_str(&url))
        .await?
        .dyn_into()?;
    if !response.ok() {
        let why = format!("{ENGINE_MODULE}: status {}", response.status());
        return Err(why.into());
    }
    let bytes = JsFuture::from(response.array_buffer()?).await?;
    JsFuture::from(js_sys::WebAssembly::compile(&bytes)).await
}
