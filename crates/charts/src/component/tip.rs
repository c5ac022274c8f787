//! The tooltip of a mark.

use faultline_report::Figure;
use yew::{Html, html};

use crate::{
    draw::{Drawing, MarkRef},
    words::{count_text, digits_of, mark_heading, mark_measure},
};

/// The tooltip of a mark, beside it on the side with more room. It repeats the mark's label, so it is hidden from screen readers.
pub(crate) fn tip(figure: &Figure, drawing: &Drawing, at: MarkRef) -> Html {
    let Some(target) = drawing.targets.iter().find(|target| target.at == at) else {
        return Html::default();
    };
    let Some(series) = figure.series.get(at.series) else {
        return Html::default();
    };
    let Some(mark) = series.marks.get(at.mark) else {
        return Html::default();
    };
    let side = if target.x > drawing.width / 2.0 {
        format!("right: {}px", (drawing.width - target.x + 14.0).round())
    } else {
        format!("left: {}px", (target.x + 14.0).round())
    };
    let height = if target.y > drawing.height / 2.0 {
        format!("bottom: {}px", (drawing.height - target.y + 10.0).round())
    } else {
        format!("top: {}px", (target.y + 10.0).round())
    };
    html! {
        <div class="fl-tip" aria-hidden="true" style={format!("{side}; {height}")}>
            <p><strong>{ mark_heading(figure, series, mark) }</strong></p>
            <p>{ mark_measure(figure, mark, digits_of(figure)) }</p>
            <p class="fl-soft">{ format!("n {}", count_text(mark.n)) }</p>
            if !mark.note.is_empty() {
                <p>{ &mark.note }</p>
            }
        </div>
    }
}
