//! A table of a report.

use std::rc::Rc;

use faultline_charts::TableView;
use yew::prelude::*;

use crate::{app::ReportRef, link::Link};

/// A table.
#[component]
pub(crate) fn TableCard(props: &TableCardProps) -> Html {
    let table = use_memo((props.report.clone(), props.index), |(report, index)| {
        report.0.tables.get(*index).cloned().map(Rc::new)
    });
    let copy = {
        let link = props.link.clone();
        use_callback((), move |text, ()| link.copy(text))
    };
    let Some(table) = &*table else {
        return Html::default();
    };
    html! {
        <div class="table-card">
            <TableView table={table.clone()} level=3 on_csv={copy.clone()} on_markdown={copy} />
        </div>
    }
}

/// What a table is given.
#[derive(Properties, PartialEq)]
pub(crate) struct TableCardProps {
    /// The report.
    pub(crate) report: ReportRef,
    /// Which of its tables.
    pub(crate) index: usize,
    /// What can be done.
    pub(crate) link: Link,
}
