//! A figure in a real browser: its width, pointer, keys and focus.
#![cfg(target_arch = "wasm32")]

#[path = "../src/sample.rs"]
#[expect(dead_code, reason = "one sample is enough here")]
mod sample;

use std::{cell::RefCell, rc::Rc};

use faultline_charts::{
    FigureView, FigureViewProps, MarkRef, TableView, figure_menu, figure_table,
};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{
    Document, Element, HtmlElement, KeyboardEvent, KeyboardEventInit, MouseEvent, MouseEventInit,
    PointerEvent, PointerEventInit, wasm_bindgen::JsCast as _,
};
use yew::{Callback, Html, Properties, component, html, platform::time::sleep};

wasm_bindgen_test_configure!(run_in_browser);

fn document() -> Document {
    web_sys::window().unwrap().document().unwrap()
}

/// Waits until the page has been drawn anew.
async fn settled() {
    sleep(std::time::Duration::from_millis(60)).await;
}

/// A figure in a place of its own, the marks that were chosen, and the element around it.
async fn mounted(width: u32) -> (Element, Rc<RefCell<Vec<MarkRef>>>) {
    let root = document().create_element("div").unwrap();
    root.set_attribute(
        "style",
        &format!("position: absolute; left: 0; top: 0; width: {width}px"),
    )
    .unwrap();
    document().body().unwrap().append_child(&root).unwrap();
    let style = document().create_element("style").unwrap();
    style.set_text_content(Some(include_str!("../charts.css")));
    root.append_child(&style).unwrap();
    let inner = document().create_element("div").unwrap();
    root.append_child(&inner).unwrap();
    let chosen = Rc::new(RefCell::new(Vec::new()));
    let told = Rc::clone(&chosen);
    let props = FigureViewProps {
        figure: Rc::new(sample::curve()),
        on_select: Some(Callback::from(move |mark| told.borrow_mut().push(mark))),
        selected: Some(MarkRef { series: 1, mark: 2 }),
        menu: figure_menu(&Callback::noop()),
        width: None,
        level: 2,
    };
    yew::Renderer::<FigureView>::with_root_and_props(inner, props).render();
    settled().await;
    (root, chosen)
}

fn find(root: &Element, selector: &str) -> Element {
    root.query_selector(selector)
        .unwrap()
        .unwrap_or_else(|| panic!("no {selector}"))
}

fn active() -> String {
    let element = document().active_element().unwrap();
    element.get_attribute("aria-label").unwrap_or_default()
}

fn press(key: &str) {
    let how = KeyboardEventInit::new();
    how.set_key(key);
    how.set_bubbles(true);
    let event = KeyboardEvent::new_with_keyboard_event_init_dict("keydown", &how).unwrap();
    document()
        .active_element()
        .unwrap()
        .dispatch_event(&event)
        .unwrap();
}

/// The middle of an element on the screen.
fn middle(element: &Element) -> (i32, i32) {
    let bounds = element.get_bounding_client_rect();
    (
        (bounds.left() + bounds.width() / 2.0) as i32,
        (bounds.top() + bounds.height() / 2.0) as i32,
    )
}

#[wasm_bindgen_test]
async fn the_drawing_is_as_wide_as_its_place() {
    for width in [360, 720, 1100] {
        let (root, _) = mounted(width).await;
        let svg = find(&root, "svg.fl-drawing");
        // The browser tells sizes with its next frame, which a busy machine may be slow to make.
        for _ in 0..50 {
            if svg.get_attribute("width") == Some(width.to_string()) {
                break;
            }
            settled().await;
        }
        assert_eq!(svg.get_attribute("width"), Some(width.to_string()));
        assert!(
            (svg.get_bounding_client_rect().width() - f64::from(width)).abs() < 1.0,
            "text is not scaled"
        );
        root.remove();
    }
}

#[wasm_bindgen_test]
async fn keys_walk_and_choose() {
    let (root, chosen) = mounted(720).await;
    assert_eq!(
        root.query_selector_all(".fl-mark[tabindex=\"0\"]")
            .unwrap()
            .length(),
        1,
        "one stop for the tab key"
    );
    let first: web_sys::SvgElement = find(&root, ".fl-mark[tabindex=\"0\"]").unchecked_into();
    first.focus().unwrap();
    settled().await;
    assert_eq!(
        active(),
        "teacher-forced, depth 1: p 0.711 [0.650, 0.770], n 60"
    );
    for (key, label) in [
        (
            "ArrowRight",
            "teacher-forced, depth 2: p 0.680 [0.620, 0.740], n 120",
        ),
        (
            "ArrowDown",
            "free-running, depth 2: p 0.520 [0.450, 0.590], n 120",
        ),
        (
            "ArrowLeft",
            "free-running, depth 1: p 0.711 [0.650, 0.770], n 60",
        ),
        (
            "End",
            "free-running, depth 8: undefined, n 0. never left a clean context",
        ),
    ] {
        press(key);
        settled().await;
        assert_eq!(active(), label, "{key}");
        let tip = find(&root, ".fl-tip").text_content().unwrap();
        assert!(tip.contains(&label[..label.find(':').unwrap()]), "{tip}");
        assert_eq!(
            root.query_selector_all(".fl-mark[tabindex=\"0\"]")
                .unwrap()
                .length(),
            1,
            "{key}"
        );
    }
    press("Escape");
    settled().await;
    assert!(
        root.query_selector(".fl-tip").unwrap().is_none(),
        "Escape hides the tooltip"
    );
    press("Enter");
    press(" ");
    assert_eq!(*chosen.borrow(), [MarkRef { series: 1, mark: 4 }; 2]);
    root.remove();
}

#[wasm_bindgen_test]
async fn a_click_means_the_mark_under_it() {
    let (root, chosen) = mounted(720).await;
    let marks = root.query_selector_all(".fl-mark").unwrap();
    for place in 0..marks.length() {
        let mark: Element = marks.get(place).unwrap().unchecked_into();
        let (x, y) = middle(&mark);
        let over = PointerEventInit::new();
        over.set_client_x(x);
        over.set_client_y(y);
        over.set_bubbles(true);
        let over = PointerEvent::new_with_event_init_dict("pointermove", &over).unwrap();
        mark.dispatch_event(&over).unwrap();
        settled().await;
        let n = mark.get_attribute("data-n").unwrap();
        let tip = find(&root, ".fl-tip").text_content().unwrap();
        assert!(tip.contains(&format!("n {n}")), "{tip}, not n {n}");
        let click = MouseEventInit::new();
        click.set_client_x(x);
        click.set_client_y(y);
        click.set_detail(1);
        click.set_bubbles(true);
        let click = MouseEvent::new_with_mouse_event_init_dict("click", &click).unwrap();
        mark.dispatch_event(&click).unwrap();
        let number = |name: &str| mark.get_attribute(name).unwrap().parse().unwrap();
        let expected = MarkRef {
            series: number("data-series"),
            mark: number("data-mark"),
        };
        assert_eq!(chosen.borrow().last(), Some(&expected));
        // What a driver finds at that place is the mark itself, so that its click is not taken by another element.
        let there = document().element_from_point(x as f32, y as f32).unwrap();
        assert!(
            mark.contains(Some(&there)),
            "{} covers {expected:?}",
            there.outer_html()
        );
    }
    let bare: HtmlElement =
        find(&root, ".fl-mark[data-series=\"0\"][data-mark=\"1\"]").unchecked_into();
    let click = MouseEventInit::new();
    click.set_bubbles(true);
    bare.dispatch_event(&MouseEvent::new_with_mouse_event_init_dict("click", &click).unwrap())
        .unwrap();
    assert_eq!(
        chosen.borrow().last(),
        Some(&MarkRef { series: 0, mark: 1 }),
        "a click without a pointer"
    );
    assert_eq!(
        find(&root, "[aria-current]")
            .get_attribute("data-mark")
            .as_deref(),
        Some("2")
    );
    root.remove();
}

#[derive(Clone, PartialEq, Properties)]
struct NoProps {}

#[component]
fn Copied(_: &NoProps) -> Html {
    let table = Rc::new(figure_table(&sample::curve()));
    let show = Callback::from(|text: String| document().set_title(&text));
    html! { <TableView {table} on_csv={show} /> }
}

#[wasm_bindgen_test]
async fn a_table_can_be_copied() {
    let root = document().create_element("div").unwrap();
    document().body().unwrap().append_child(&root).unwrap();
    yew::Renderer::<Copied>::with_root_and_props(root.clone(), NoProps {}).render();
    settled().await;
    assert!(
        find(&root, "table")
            .text_content()
            .unwrap()
            .contains("undefined: never left a clean context")
    );
    let button: HtmlElement = find(&root, "button").unchecked_into();
    button.click();
    assert!(
        document().title().starts_with("panel,series,role"),
        "{}",
        document().title()
    );
    root.remove();
}
