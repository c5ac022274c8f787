//! A figure with its menu.

use std::rc::Rc;

use faultline_charts::{
    FigureAction, FigureMenu, FigureView, Theme, figure_csv, figure_svg, figure_table,
};
use faultline_report::Figure;
use js_sys::{Array, Promise};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement, Url,
};
use yew::prelude::*;

use crate::{app::ReportRef, browser, link::Link, route::MarkRef};

/// How much finer a saved picture is than the figure on a plain screen.
const PNG_SCALE: f64 = 2.0;

/// A figure of a report.
#[component]
pub(crate) fn FigureCard(props: &FigureCardProps) -> Html {
    // A figure of the same report is the same figure, so that it is not drawn again.
    let figure = use_memo((props.report.clone(), props.index), |(report, index)| {
        report.0.figures.get(*index).cloned().map(Rc::new)
    });
    let Some(figure) = &*figure else {
        return Html::default();
    };
    let chosen = props
        .chosen
        .as_ref()
        .filter(|mark| mark.figure == figure.id);
    let selected = chosen.map(|mark| faultline_charts::MarkRef {
        series: mark.series,
        mark: mark.mark,
    });
    let on_select = {
        let (on_mark, id) = (props.on_mark.clone(), figure.id.clone());
        Callback::from(move |mark: faultline_charts::MarkRef| {
            on_mark.emit(MarkRef {
                figure: id.clone(),
                series: mark.series,
                mark: mark.mark,
            });
        })
    };
    let menu = if props.menu {
        menu(figure, props)
    } else {
        Html::default()
    };
    html! {
        <div class="figure-card">
            <FigureView figure={figure.clone()} {selected} {on_select} {menu} level={props.level} />
        </div>
    }
}

fn menu(figure: &Rc<Figure>, props: &FigureCardProps) -> Html {
    let (link, figure, command) = (props.link.clone(), figure.clone(), props.command.clone());
    let choose = Callback::from(move |action| match action {
        FigureAction::Svg => save_svg(&link, &figure),
        FigureAction::Png => save_png(&link, &figure),
        FigureAction::Csv => {
            told(
                &link,
                browser::save_text(
                    &format!("{}.csv", figure.id),
                    "text/csv",
                    &figure_csv(&figure),
                ),
            );
        }
        FigureAction::Markdown => link.copy(figure_table(&figure).to_markdown()),
        FigureAction::Command => link.copy(command.clone()),
    });
    html! { <FigureMenu on_choose={choose} /> }
}

fn told(link: &Link, saved: Result<(), String>) {
    if let Err(why) = saved {
        link.notice(format!("Not saved: {why}"));
    }
}

fn save_svg(link: &Link, figure: &Figure) {
    let svg = figure_svg(figure, Theme::Light);
    told(
        link,
        browser::save_text(&format!("{}.svg", figure.id), "image/svg+xml", &svg),
    );
}

fn save_png(link: &Link, figure: &Figure) {
    let (svg, name, link) = (
        figure_svg(figure, Theme::Light),
        format!("{}.png", figure.id),
        link.clone(),
    );
    wasm_bindgen_futures::spawn_local(async move {
        let saved = match png_of(&svg).await {
            Ok(png) => browser::save_blob(&name, &png),
            Err(error) => Err(browser::words(&error)),
        };
        told(&link, saved);
    });
}

/// Draws a picture as the browser draws it.
async fn png_of(svg: &str) -> Result<Blob, JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type("image/svg+xml");
    let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&svg.into()), &options)?;
    let url = Url::create_object_url_with_blob(&blob)?;
    let image = HtmlImageElement::new()?;
    image.set_src(&url);
    let drawn = JsFuture::from(image.decode()).await;
    Url::revoke_object_url(&url)?;
    drawn?;
    let document = browser::document().ok_or("there is no document")?;
    let canvas: HtmlCanvasElement = document.create_element("canvas")?.dyn_into()?;
    let (width, height) = (
        f64::from(image.natural_width()) * PNG_SCALE,
        f64::from(image.natural_height()) * PNG_SCALE,
    );
    canvas.set_attribute("width", &width.to_string())?;
    canvas.set_attribute("height", &height.to_string())?;
    let context: CanvasRenderingContext2d = canvas
        .get_context("2d")?
        .ok_or("there is no canvas")?
        .dyn_into()?;
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height)?;
    let promise = Promise::new(&mut |resolve, reject| {
        let give =
            Closure::once_into_js(move |png: JsValue| resolve.call1(&JsValue::UNDEFINED, &png));
        if let Err(error) = canvas.to_blob(give.unchecked_ref()) {
            drop(reject.call1(&JsValue::UNDEFINED, &error));
        }
    });
    JsFuture::from(promise).await?.dyn_into()
}

/// What a figure is given.
#[derive(Properties, PartialEq)]
pub(crate) struct FigureCardProps {
    /// The report.
    pub(crate) report: ReportRef,
    /// Which of its figures.
    pub(crate) index: usize,
    /// The level of its heading, 2 to 6.
    #[prop_or(3)]
    pub(crate) level: u8,
    /// Whether there is a menu.
    pub(crate) menu: bool,
    /// What can be done.
    pub(crate) link: Link,
    /// The command line that makes it.
    pub(crate) command: String,
    /// The mark that is chosen in the report.
    #[prop_or_default]
    pub(crate) chosen: Option<MarkRef>,
    /// Takes a mark that was clicked.
    pub(crate) on_mark: Callback<MarkRef>,
}
