//! The frame: state, address, worker, and the page on view.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{DragEvent, Element, File, KeyboardEvent};
use yew::prelude::*;

use crate::{
    browser::{self, Listener},
    components::shell,
    link::{self, Link, Shown},
    pages,
    route::{Route, Source},
    state::{Action, Desk, State},
    worker::{Client, protocol::Tell},
};

/// Draws the page into the document.
pub(crate) fn mount() {
    std::panic::set_hook(Box::new(|info| browser::show_fault(&info.to_string())));
    let root = browser::document().and_then(|document| document.get_element_by_id("app"));
    if let Some(root) = root {
        yew::Renderer::<App>::with_root(root).render();
    }
}

fn address() -> Route {
    let hash = browser::window().and_then(|window| window.location().hash().ok());
    Route::from_fragment(&hash.unwrap_or_default())
}

/// The one component with state: everything else is a function of it.
#[component]
fn App() -> Html {
    let shown = use_reducer(|| {
        Shown(Rc::new(State {
            route: address(),
            account: link::remembered_account(),
            theme: link::remembered_theme(),
            desk: Desk {
                annotator: link::remembered_annotator(),
                ..Desk::default()
            },
            ..State::default()
        }))
    });
    let link = use_memo((), {
        let dispatch = shown.dispatcher();
        move |()| {
            let tell = dispatch.clone();
            Link::new(Client::new(move |told| take(&tell, told)), dispatch)
        }
    });
    let state = shown.0.clone();
    use_effect_with((), {
        let (dispatch, link) = (shown.dispatcher(), Rc::clone(&link));
        move |()| {
            let listeners = listeners(&dispatch, &link);
            move || drop(listeners)
        }
    });
    use_effect_with(state.wants_labels().cloned(), {
        let (link, laid) = (Rc::clone(&link), state.desk.source.clone());
        move |wanted: &Option<Source>| {
            if let Some(source) = wanted.clone().filter(|_| *wanted != laid) {
                link.lay_labels(source);
            }
        }
    });
    use_effect_with(
        (state.desk.source.clone(), Rc::clone(&state.desk.labels)),
        |(source, labels)| {
            if let Some(source) = source {
                link::keep_labels(source, labels);
            }
        },
    );
    use_effect({
        let (state, link) = (state.clone(), Rc::clone(&link));
        move || {
            for ask in state.wants() {
                link.ask(ask);
            }
        }
    });
    use_effect_with(state.wants_engine(), {
        let link = Rc::clone(&link);
        move |wanted| {
            if *wanted {
                browser::after(IDLE_MS, move || link.warm());
            }
        }
    });
    use_effect_with(state.route.clone(), |route| {
        link::show_address(route);
        if let Some(document) = browser::document() {
            document.set_title(&format!("{} · Faultline", route.title()));
        }
    });
    use_effect_with(state.theme.clone(), |theme| link::show_theme(theme));
    use_effect_with(state.notices, {
        let dispatch = shown.dispatcher();
        move |number| {
            let number = *number;
            browser::after(NOTICE_MS, move || {
                dispatch.dispatch(Action::NoticeOver(number));
            });
        }
    });
    let first = use_mut_ref(|| true);
    use_effect_with(state.route.title(), move |_| {
        if !first.replace(false) {
            begin_page();
        }
    });
    shell(&state, &link, page(&state, &link))
}

/// Milliseconds that drawing has before the engine is fetched.
const IDLE_MS: i32 = 200;
/// Milliseconds that a short message stays.
const NOTICE_MS: i32 = 5000;

/// A new page begins at its top, for eyes and for screen readers.
fn begin_page() {
    if let Some(window) = browser::window() {
        window.scroll_to_with_x_and_y(0.0, 0.0);
    }
    browser::focus("main");
}

fn page(state: &Rc<State>, link: &Link) -> Html {
    match &state.route {
        Route::Start => pages::start(state, link),
        Route::Run(route) => pages::run(state, link, route),
        Route::Results(route) => pages::results(state, link, route),
        Route::Transcript(route) => pages::transcript(state, link, route),
        Route::Rescore => pages::rescore(state, link),
        Route::Label(route) => pages::label(state, link, route),
        Route::Instance(route) => pages::instance(state, link, route),
    }
}

fn listeners(dispatch: &UseReducerDispatcher<Shown>, link: &Link) -> Vec<Listener> {
    let mut listeners = take_drops(link);
    let navigate = {
        let dispatch = dispatch.clone();
        move || dispatch.dispatch(Action::Navigate(address()))
    };
    // The address may have changed before anyone listened.
    navigate();
    listeners.push(Listener::on_window("hashchange", move |_: Event| {
        navigate();
    }));
    let dispatch = dispatch.clone();
    listeners.push(Listener::on_window(
        "keydown",
        move |event: KeyboardEvent| {
            let chord = event.ctrl_key() || event.meta_key() || event.alt_key();
            if !chord && !is_typing(&event) {
                dispatch.dispatch(Action::Key(event.key()));
            }
        },
    ));
    listeners
}

/// Whether the key goes into a field.
fn is_typing(event: &KeyboardEvent) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    target
        .is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA"))
}

/// Takes what the worker says: a file is saved, everything else changes the state.
fn take(dispatch: &UseReducerDispatcher<Shown>, told: Tell) {
    if let Tell::Written { name, kind, text } = &told {
        let saved = text
            .clone()
            .and_then(|text| browser::save_text(name, kind, &text));
        if let Err(why) = saved {
            dispatch.dispatch(Action::Notice(format!("Not saved: {why}")));
        }
    }
    dispatch.dispatch(Action::Told(told));
}

/// The whole window takes a drop of files, on every page.
fn take_drops(link: &Link) -> Vec<Listener> {
    let mark = |over: bool| {
        let root = browser::document().and_then(|document| document.document_element());
        if let Some(root) = root {
            root.class_list()
                .toggle_with_force("is-dropping", over)
                .unwrap_or_default();
        }
    };
    let over = Listener::on_window("dragover", move |event: DragEvent| {
        event.prevent_default();
        mark(true);
    });
    let leave = Listener::on_window("dragleave", move |event: DragEvent| {
        // Leaving the window, not an element in it.
        if event.related_target().is_none() {
            mark(false);
        }
    });
    let link = link.clone();
    let drop = Listener::on_window("drop", move |event: DragEvent| {
        event.prevent_default();
        mark(false);
        let files = event.data_transfer().and_then(|data| data.files());
        let files = pages::files_of(files);
        match taker(&event, &files) {
            Some((study, setting)) => link.take_files(&study, &setting, &files),
            None => link.open(files),
        }
    });
    vec![over, leave, drop]
}

/// Study and setting that dropped files are for: where they fell on its field, or one of them has a name that it knows.
fn taker(event: &DragEvent, files: &[File]) -> Option<(String, String)> {
    let target: Option<Element> = event.target().and_then(|target| target.dyn_into().ok());
    let hit = target.and_then(|target| target.closest("[data-takes]").ok()?);
    let named = || {
        let field = browser::document()?.query_selector("[data-takes]").ok()??;
        let names = field.get_attribute("data-takes")?;
        let is_known = |file: &File| names.split('/').any(|name| *name == file.name());
        files.iter().any(is_known).then_some(field)
    };
    let field = hit.or_else(named)?;
    Some((
        field.get_attribute("data-study")?,
        field.get_attribute("data-setting")?,
    ))
}
