//! The records behind a mark.

use std::rc::Rc;

use faultline_lab::RecordView;
use web_sys::Element;
use yew::prelude::*;

use super::{loaded, small_button};
use crate::state::{Load, count_text};

/// The height of a record in pixels: long lists draw only what is in sight.
const ROW: f64 = 52.0;
/// The same where outcomes are sentences.
const WORDY_ROW: f64 = 118.0;
/// The most characters of an outcome that stands beside its case.
const BRIEF: usize = 28;
/// Records drawn above and below what is in sight.
const MARGIN: usize = 6;
/// Lists up to this length are drawn whole.
const WHOLE: usize = 400;

/// A panel at the side that lists records.
pub(crate) fn record_panel(
    title: String,
    records: &Load<Rc<Vec<RecordView>>>,
    on_open: &Callback<u32>,
    on_close: &Callback<()>,
) -> Html {
    let close = {
        let on_close = on_close.clone();
        move |_: MouseEvent| on_close.emit(())
    };
    html! {
        <aside class="panel" aria-label="Records behind the mark">
            <div class="panel__head">
                <h2>{ title }</h2>
                { small_button("Close", Callback::from(close)) }
            </div>
            { loaded(records, "Looking up the records", |records| html! {
                <Records records={records.clone()} on_open={on_open.clone()} />
            }) }
        </aside>
    }
}

#[component]
fn Records(props: &RecordsProps) -> Html {
    let top = use_state(|| 0.0_f64);
    let all = props.records.len();
    let scroll = {
        let top = top.clone();
        move |event: Event| {
            top.set(f64::from(
                event.target_unchecked_into::<Element>().scroll_top(),
            ));
        }
    };
    let is_wordy = props
        .records
        .iter()
        .any(|record| record.outcome.chars().count() > BRIEF);
    let row_height = if is_wordy { WORDY_ROW } else { ROW };
    let (from, to) = if all <= WHOLE {
        (0, all)
    } else {
        in_sight(*top, all, row_height)
    };
    let class = classes!(
        "records",
        is_wordy.then_some("records--wordy"),
        (all > WHOLE).then_some("records--even")
    );
    let above = from as f64 * row_height;
    let below = (all - to) as f64 * row_height;
    // Where every record is a first step, saying so tells nothing.
    let has_steps = props.records.iter().any(|record| record.step > 0);
    html! {
        <>
            <p class="panel__count" data-record-count={all.to_string()}>
                { if all == 1 { "1 record".to_owned() } else { format!("{} records", count_text(all as u64)) } }
            </p>
            if all == 0 { <p class="empty">{ "No record is behind this mark." }</p> }
            <ol {class} onscroll={scroll}>
                <li aria-hidden="true" class="records__space" style={format!("block-size: {above}px")}></li>
                for record in &props.records[from..to] { { row(record, has_steps, &props.on_open) } }
                <li aria-hidden="true" class="records__space" style={format!("block-size: {below}px")}></li>
            </ol>
        </>
    }
}

/// The records that are in sight when the list is scrolled so far, with a margin.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a scroll position is small and not negative, and the cast saturates"
)]
fn in_sight(top: f64, all: usize, row: f64) -> (usize, usize) {
    let first = ((top / row) as usize).min(all);
    // No screen is higher than 2,600 pixels of this list.
    (first.saturating_sub(MARGIN), (first + 50 + MARGIN).min(all))
}

fn row(record: &RecordView, has_steps: bool, on_open: &Callback<u32>) -> Html {
    let open = {
        let (on_open, place) = (on_open.clone(), record.record);
        move |_: MouseEvent| on_open.emit(place)
    };
    html! {
        <li key={record.record}>
            <button type="button" class="record" data-record={record.record.to_string()} onclick={open}>
                <span class="record__case">{ record.case.clone() }if has_steps { <span class="quiet">{ format!(" step {}", record.step + 1) }</span> }</span>
                <span class={classes!("record__outcome", outcome_class(record))}>{ record.outcome.clone() }</span>
                <span class="record__model quiet">{ record.model.clone() }</span>
            </button>
        </li>
    }
}

/// The class of a record's outcome: a call that is wrong against gold and right for the value held is neither.
fn outcome_class(record: &RecordView) -> &'static str {
    match (record.gold, record.state) {
        (Some(false), Some(true)) => "is-partly",
        (gold, _) => verdict_class(gold),
    }
}

/// The class of a verdict: right, wrong, not measured.
pub(crate) fn verdict_class(verdict: Option<bool>) -> &'static str {
    match verdict {
        Some(true) => "is-right",
        Some(false) => "is-wrong",
        None => "is-unmeasured",
    }
}

#[derive(Properties, PartialEq)]
struct RecordsProps {
    records: Rc<Vec<RecordView>>,
    on_open: Callback<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_sight_is_drawn() {
        for (top, all, expected) in [
            (0.0, 1000, (0, 56)),
            (520.0, 1000, (4, 66)),
            (1e9, 1000, (994, 1000)),
            (0.0, 3, (0, 3)),
        ] {
            assert_eq!(in_sight(top, all, ROW), expected);
        }
    }
}
