//! A figure with its menu.

use std::rc::Rc;

use faultline_charts::{
    FigureAction, FigureView, Theme, figure_csv, figure_menu, figure_svg, figure_table,
};
use faultline_report::Figure;
use js_sys::{Array, Promise};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement, Url,
};
use yew::prelude::*;

use crate::{browser, link::Link, route::MarkRef};

/// How much finer a saved picture is than the figure on a plain screen.
const PNG_SCALE: f64 = 2.0;

/// A figure of a report; `command` is the command line that makes it, where there is a menu.
pub(crate) fn figure_card(
    figure: &Rc<Figure>,
    level: u8,
    command: Option<&str>,
    chosen: Option<&MarkRef>,
    link: &Link,
    on_mark: &Callback<MarkRef>,
) -> Html {
    let chosen = chosen.filter(|mark| mark.figure == figure.id);
    let selected = chosen.map(|mark| faultline_charts::MarkRef {
        series: mark.series,
        mark: mark.mark,
    });
    let on_select = {
        let id = figure.id.clone();
        on_mark.reform(move |mark: faultline_charts::MarkRef| MarkRef {
            figure: id.clone(),
            series: mark.series,
            mark: mark.mark,
        })
    };
    let menu = command
        .map(|command| menu(figure, link, command))
        .unwrap_or_default();
    html! {
        <div class="figure-card" key={figure.id.clone()}>
            <FigureView figure={figure.clone()} {selected} {on_select} {menu} {level} />
        </div>
    }
}

fn menu(figure: &Rc<Figure>, link: &Link, command: &str) -> Html {
    let (link, figure, command) = (link.clone(), figure.clone(), command.to_owned());
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
    figure_menu(&choose)
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
