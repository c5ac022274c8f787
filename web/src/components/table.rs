//! A table with its menu.

use faultline_charts::TableView;
use faultline_report::Table;
use yew::prelude::*;

use crate::{app::ReportRef, browser, link::Link};

/// A table of a report.
#[component]
pub(crate) fn TableCard(props: &TableCardProps) -> Html {
    let Some(table) = props.report.0.tables.get(props.index) else {
        return Html::default();
    };
    html! {
        <section class="table-card" data-table={table.id.clone()}>
            <TableView table={table.clone()} />
            { menu(table, &props.link) }
        </section>
    }
}

fn menu(table: &Table, link: &Link) -> Html {
    let save = {
        let (link, table) = (link.clone(), table.clone());
        move |_: MouseEvent| {
            if let Err(why) = browser::save_text(&format!("{}.csv", table.id), "text/csv", &table.to_csv()) {
                link.notice(format!("Not saved: {why}"));
            }
        }
    };
    let copy = {
        let (link, table) = (link.clone(), table.clone());
        move |_: MouseEvent| link.copy(table.to_markdown())
    };
    html! {
        <details class="menu">
            <summary aria-label={format!("Save or copy: {}", table.title)}>{ "Save or copy" }</summary>
            <div class="menu__entries">
                <button type="button" onclick={save}>{ "CSV" }</button>
                <button type="button" onclick={copy}>{ "Copy as Markdown" }</button>
            </div>
        </details>
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
