//! A table of a report.

use std::rc::Rc;

use faultline_report::Table;
use yew::{Callback, Html, Properties, component, html};

use super::to_html::plain;
use crate::view;

/// Properties of [`TableView`].
#[derive(Clone, Debug, Properties)]
pub struct TableViewProps {
    /// The table.
    pub table: Rc<Table>,
    /// The level of its heading, 2 to 6.
    #[prop_or(3)]
    pub level: u8,
    /// Given the table as CSV when the reader wants to copy it; without it there is no such button.
    #[prop_or_default]
    pub on_csv: Option<Callback<String>>,
    /// Given the table as Markdown when the reader wants to copy it; without it there is no such button.
    #[prop_or_default]
    pub on_markdown: Option<Callback<String>>,
}

impl PartialEq for TableViewProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.table, &other.table)
            && self.level == other.level
            && self.on_csv == other.on_csv
            && self.on_markdown == other.on_markdown
    }
}

/// A table with a heading that stays in sight, numbers in columns, and a reason wherever a value is undefined.
#[component]
pub fn TableView(props: &TableViewProps) -> Html {
    let copy =
        |callback: &Option<Callback<String>>, words: &'static str, text: fn(&Table) -> String| {
            callback.clone().map(|callback| {
                let table = Rc::clone(&props.table);
                let onclick = move |_| callback.emit(text(&table));
                html! { <button type="button" {onclick}>{ words }</button> }
            })
        };
    let csv = copy(&props.on_csv, "Copy as CSV", Table::to_csv);
    let markdown = copy(&props.on_markdown, "Copy as Markdown", Table::to_markdown);
    let table = &props.table;
    html! {
        <section class="fl-table" data-table={table.id.clone()}>
            <div class="fl-head">
                { plain([view::heading(props.level, &table.title).into()]) }
                <div class="fl-actions">{ csv }{ markdown }</div>
            </div>
            { plain([view::table_body(table).into()]) }
            { plain(view::table_notes(table)) }
        </section>
    }
}
