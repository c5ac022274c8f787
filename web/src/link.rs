//! What a page may do: ask the worker, go somewhere, say something.

use std::rc::Rc;

use faultline_lab::{Label, RunSpec};
use web_sys::File;
use yew::prelude::*;

use crate::{
    browser,
    route::{MarkRef, ResultsRoute, Route, Source},
    state::{Account, Action, Clearing, State},
    worker::{
        Client,
        protocol::{Ask, FileRow},
    },
};

/// The state, for Yew.
#[derive(Clone, Debug)]
pub(crate) struct Shown(pub(crate) Rc<State>);

impl Reducible for Shown {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let state = State::clone(&self.0);
        Rc::new(Self(Rc::new(state.reduced(action))))
    }
}

/// The ways out of a page. It stays the same as long as the page is open.
#[derive(Clone, PartialEq)]
pub(crate) struct Link {
    client: Client,
    dispatch: UseReducerDispatcher<Shown>,
    /// Copies a text and says so.
    pub(crate) on_copy: Callback<String>,
}

/// Where light or dark is remembered.
const THEME: &str = "faultline.theme";
/// Where the provider's address is remembered, for as long as the browser keeps it.
const BASE_URL: &str = "faultline.base-url";
/// Where the key is kept, if that was asked for, for as long as the tab is open.
const KEY: &str = "faultline.key";
/// Where the name of who labels is remembered.
const ANNOTATOR: &str = "faultline.annotator";
/// Where labels are kept; the name of the traces follows.
const LABELS: &str = "faultline.labels.1.";

impl Link {
    /// A link to this worker and this state.
    pub(crate) fn new(client: Client, dispatch: UseReducerDispatcher<Shown>) -> Self {
        let told = dispatch.clone();
        let on_copy = Callback::from(move |text| copy(told.clone(), text));
        Self {
            client,
            dispatch,
            on_copy,
        }
    }

    /// Asks the worker.
    pub(crate) fn ask(&self, ask: Ask) {
        self.client.ask(&ask);
        self.dispatch.dispatch(Action::Asked(ask));
    }

    /// Fetches and starts the engine, where it is not there yet.
    pub(crate) fn warm(&self) {
        self.client.warm();
    }

    /// Goes to a view; going back leads here.
    #[expect(
        clippy::unused_self,
        reason = "only who holds a link may leave the page"
    )]
    pub(crate) fn go(&self, route: &Route) {
        if let Some(window) = browser::window() {
            // The change of the address is what changes the state.
            window
                .location()
                .set_hash(&route.to_fragment())
                .unwrap_or_default();
        }
    }

    /// Changes the view without a new step of the history.
    pub(crate) fn replace(&self, route: Route) {
        show_address(&route);
        self.dispatch.dispatch(Action::Navigate(route));
    }

    /// Says something short.
    pub(crate) fn notice(&self, text: impl Into<String>) {
        self.dispatch.dispatch(Action::Notice(text.into()));
    }

    /// Copies a text and says so.
    pub(crate) fn copy(&self, text: String) {
        self.on_copy.emit(text);
    }

    /// Acts on a key as if it was pressed.
    pub(crate) fn key(&self, key: &str) {
        self.dispatch.dispatch(Action::Key(key.into()));
    }

    /// Turns from light to dark or back.
    pub(crate) fn turn_theme(&self, now: &str) {
        let next = match now {
            "" if prefers_dark() => "light",
            "" | "light" => "dark",
            _ => "light",
        };
        browser::store(browser::local_storage().as_ref(), THEME, Some(next));
        self.dispatch.dispatch(Action::Theme(next.into()));
    }

    /// Takes a changed address or key.
    pub(crate) fn set_account(&self, account: Account) {
        let local = browser::local_storage();
        let base_url = Some(account.base_url.as_str()).filter(|url| !url.is_empty());
        browser::store(local.as_ref(), BASE_URL, base_url);
        let session = browser::session_storage();
        let key = Some(account.key.as_str()).filter(|key| account.keep && !key.is_empty());
        browser::store(session.as_ref(), KEY, key);
        self.dispatch.dispatch(Action::Account(account));
    }

    /// Opens files on the Rescore page.
    pub(crate) fn open(&self, files: Vec<File>) {
        if files.is_empty() {
            return;
        }
        let names: Vec<String> = files.iter().map(File::name).collect();
        let rows = (0_u32..).zip(&files).map(|(index, file)| FileRow {
            index,
            size: file.size(),
            report: faultline_lab::FileReport {
                name: file.name(),
                ..faultline_lab::FileReport::default()
            },
            ..FileRow::default()
        });
        self.dispatch.dispatch(Action::Dropped(rows.collect()));
        self.client.hold_files(files);
        self.ask(Ask::Open { names });
        self.go(&Route::Rescore);
    }

    /// Makes a setting of a study from files.
    pub(crate) fn take_files(&self, study: &str, setting: &str, files: &[File]) {
        if files.is_empty() {
            return;
        }
        let ask = Ask::Take {
            study: study.into(),
            setting: setting.into(),
        };
        self.client.hand_over(&ask, files);
        self.dispatch.dispatch(Action::Asked(ask));
    }

    /// Starts what the form describes, or says what is missing.
    pub(crate) fn start_run(&self, spec: Result<RunSpec, String>, account: &Account) {
        match spec {
            Ok(spec) => {
                let key = if spec.base_url.is_some() {
                    account.key.clone()
                } else {
                    String::new()
                };
                self.ask(Ask::Start { spec, key });
            }
            Err(why) => self.notice(why),
        }
    }

    /// Lays out the labels that this browser keeps of some traces.
    pub(crate) fn lay_labels(&self, source: Source) {
        let name = format!("{LABELS}{source}");
        let kept = browser::stored(browser::local_storage().as_ref(), &name);
        let labels = kept.and_then(|text| browser::from_json(&text));
        self.dispatch
            .dispatch(Action::Laid(source, labels.unwrap_or_default()));
    }

    /// Takes the name of who labels.
    pub(crate) fn set_annotator(&self, name: String) {
        let kept = Some(name.as_str()).filter(|name| !name.is_empty());
        browser::store(browser::local_storage().as_ref(), ANNOTATOR, kept);
        self.dispatch.dispatch(Action::Annotator(name));
    }

    /// Removes all labels, step by step.
    pub(crate) fn clear_labels(&self, clearing: Clearing) {
        self.dispatch.dispatch(Action::Clear(clearing));
    }

    /// Reads a file of labels.
    pub(crate) fn read_labels(&self, source: &Source, file: File) {
        let (link, source) = (self.clone(), source.clone());
        wasm_bindgen_futures::spawn_local(async move {
            let name = file.name();
            match browser::text_of(&file).await {
                Ok(text) => link.ask(Ask::ReadLabels { source, name, text }),
                Err(why) => link.notice(format!("{name} can't be read: {why}")),
            }
        });
    }

    /// Closes the network lock, once the engine was fetched: this page fetches nothing more until it is loaded again.
    pub(crate) fn lock(&self, files: usize) {
        let link = self.clone();
        wasm_bindgen_futures::spawn_local(async move {
            let fetched = link.client.fetched().await;
            match fetched.and_then(|()| crate::lock::close()) {
                Ok(()) => link.locked(files),
                Err(why) => link.notice(format!("The network lock could not be closed: {why}")),
            }
        });
    }

    /// The engine that was fetched under the open policy gives way to one under the closed one.
    fn locked(&self, files: usize) {
        self.client.restart();
        self.dispatch.dispatch(Action::Locked);
        self.dispatch.dispatch(Action::WorkerRestarted);
        if files > 0 {
            self.client.ask(&Ask::Open {
                names: self.client.file_names(),
            });
        }
        self.notice("The network lock is closed until this page is loaded again");
    }
}

/// The account as this browser remembers it.
pub(crate) fn remembered_account() -> Account {
    let key = browser::stored(browser::session_storage().as_ref(), KEY);
    Account {
        base_url: browser::stored(browser::local_storage().as_ref(), BASE_URL).unwrap_or_default(),
        keep: key.is_some(),
        key: key.unwrap_or_default(),
    }
}

/// Keeps labels of some traces in this browser.
pub(crate) fn keep_labels(source: &Source, labels: &[Label]) {
    let name = format!("{LABELS}{source}");
    let text = browser::to_json(&labels).filter(|_| !labels.is_empty());
    browser::store(browser::local_storage().as_ref(), &name, text.as_deref());
}

/// The name of who labels, as this browser remembers it.
pub(crate) fn remembered_annotator() -> String {
    browser::stored(browser::local_storage().as_ref(), ANNOTATOR).unwrap_or_default()
}

/// Light or dark, as this browser remembers it.
pub(crate) fn remembered_theme() -> String {
    browser::stored(browser::local_storage().as_ref(), THEME).unwrap_or_default()
}

fn prefers_dark() -> bool {
    let query = browser::window().and_then(|window| {
        window
            .match_media("(prefers-color-scheme: dark)")
            .ok()
            .flatten()
    });
    query.is_some_and(|query| query.matches())
}

/// Shows the page light or dark; where none was chosen, as the system is.
pub(crate) fn show_theme(theme: &str) {
    let root = browser::document().and_then(|document| document.document_element());
    if let Some(root) = root.filter(|_| !theme.is_empty()) {
        root.set_attribute("data-theme", theme).unwrap_or_default();
    }
}

fn copy(dispatch: UseReducerDispatcher<Shown>, text: String) {
    wasm_bindgen_futures::spawn_local(async move {
        let words = match browser::copy(&text).await {
            Ok(()) => "Copied".to_owned(),
            Err(why) => format!("Not copied: {why}. Mark the text and copy it yourself."),
        };
        dispatch.dispatch(Action::Notice(words));
    });
}

/// Writes the view's address into the address bar, without a step of the history.
pub(crate) fn show_address(route: &Route) {
    let Some(window) = browser::window() else {
        return;
    };
    let fragment = route.to_fragment();
    if window
        .location()
        .hash()
        .is_ok_and(|shown| shown == fragment)
    {
        return;
    }
    if let Ok(history) = window.history() {
        history
            .replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&fragment))
            .unwrap_or_default();
    }
}

/// The results of these traces, nothing chosen in them.
pub(crate) fn results_of(source: Source) -> Route {
    Route::Results(ResultsRoute {
        source: Some(source),
        ..ResultsRoute::default()
    })
}

/// The results of these traces, with the records behind a mark.
pub(crate) fn records_of(source: Source, mark: MarkRef) -> Route {
    Route::Results(ResultsRoute {
        source: Some(source),
        mark: Some(mark),
        ..ResultsRoute::default()
    })
}
