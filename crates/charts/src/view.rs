//! The parts around a drawing as nodes: words, the table that says the same, and tables of a report. The page and the files share them.

use faultline_report::{Cell, Figure, Rate, Table, interval_text, number_text};

use crate::{
    node::{Node, Tag, tag},
    words::{count_text, digits_of, interval_of, mark_name, value_name, value_of},
};

/// How many marks the table beside a drawing lists; a longer list is for the CSV.
const MOST_LISTED: usize = 500;

/// A heading of a level from 2 to 6.
pub(crate) fn heading(level: u8, text: &str) -> Tag {
    let name = ["h2", "h3", "h4", "h5", "h6"][usize::from(level.clamp(2, 6) - 2)];
    tag(name).class("fl-heading").text(text)
}

/// The sentence that says how to read the figure.
pub(crate) fn reads_as(figure: &Figure) -> Option<Tag> {
    (!figure.reads_as.is_empty()).then(|| tag("p").class("fl-reads").text(&figure.reads_as))
}

/// How the numbers were got, folded away.
pub(crate) fn method(figure: &Figure) -> Option<Tag> {
    let summary = tag("summary").child(info_sign()).text("Method");
    let body = tag("p").text(&figure.method);
    (!figure.method.is_empty()).then(|| {
        tag("details")
            .class("fl-fold fl-method")
            .child(summary)
            .child(body)
    })
}

/// An i in a circle, drawn, since not every font has it.
fn info_sign() -> Tag {
    let circle = tag("circle").set("cx", "8").set("cy", "8").set("r", "6.5");
    let letter = tag("path").set("d", "M8 7.2v4.3M8 4.4v1.4");
    tag("svg")
        .class("fl-sign")
        .set("viewBox", "0 0 16 16")
        .set("width", "16")
        .set("height", "16")
        .set("aria-hidden", "true")
        .child(circle)
        .child(letter)
}

/// The figure's marks as a table, folded away.
pub(crate) fn data_table(figure: &Figure) -> Tag {
    let panels = figure.series.iter().any(|series| !series.panel.is_empty());
    let value = value_name(figure);
    let mut head = vec![
        "Series",
        "Mark",
        if value.is_empty() { "Value" } else { value },
        "Interval",
        "n",
        "Note",
    ];
    if panels {
        head.insert(0, "Panel");
    }
    let head_row = tag("tr").children(head.iter().map(|title| head_cell(title).into()));
    let digits = digits_of(figure);
    let marks = figure
        .series
        .iter()
        .flat_map(|series| series.marks.iter().map(move |mark| (series, mark)));
    let total = marks.clone().count();
    let rows = marks.take(MOST_LISTED).map(|(series, mark)| {
        let number = value_of(mark).map_or("undefined".into(), |value| number_text(value, digits));
        let interval = value_of(mark).and(interval_of(mark));
        let interval = interval.map_or(String::new(), |(lo, hi)| interval_text(lo, hi, digits));
        let row = tag("tr");
        let row = if panels {
            row.child(tag("td").text(&series.panel))
        } else {
            row
        };
        row.child(tag("td").text(&series.label))
            .child(tag("td").text(mark_name(figure, mark)))
            .child(tag("td").class("fl-number").text(number))
            .child(tag("td").class("fl-number").text(interval))
            .child(
                tag("td")
                    .class("fl-number fl-soft")
                    .text(count_text(mark.n)),
            )
            .child(tag("td").text(&mark.note))
            .into()
    });
    let body = tag("tbody").children(rows);
    let table = tag("table").child(tag("thead").child(head_row)).child(body);
    let scroll = scroller(&format!("Data of: {}", figure.title)).child(table);
    let mut fold = tag("details")
        .class("fl-fold fl-data")
        .child(tag("summary").text("Data as a table"))
        .child(scroll);
    if total > MOST_LISTED {
        let more = format!(
            "{} more marks are in the CSV.",
            count_text((total - MOST_LISTED) as u64)
        );
        fold = fold.child(tag("p").class("fl-reads").text(more));
    }
    fold
}

/// A region that scrolls sideways and takes the focus, so that keys can scroll it.
fn scroller(label: &str) -> Tag {
    tag("div")
        .class("fl-scroll")
        .set("role", "region")
        .set("tabindex", "0")
        .set("aria-label", label)
}

fn head_cell(title: &str) -> Tag {
    tag("th").set("scope", "col").text(title)
}

/// The table itself in its scrolling region.
pub(crate) fn table_body(table: &Table) -> Tag {
    let numeric: Vec<bool> = (0..table.columns.len())
        .map(|place| {
            table
                .rows
                .iter()
                .filter_map(|row| row.get(place))
                .any(is_number)
        })
        .collect();
    let head = table.columns.iter().zip(&numeric).map(|(column, numeric)| {
        let cell = head_cell(&column.title);
        let cell = if *numeric {
            cell.class("fl-number")
        } else {
            cell
        };
        if column.help.is_empty() {
            cell.into()
        } else {
            cell.set("title", &column.help).into()
        }
    });
    let rows = table.rows.iter().map(|row| {
        let cells = row
            .iter()
            .zip(&numeric)
            .map(|(cell, numeric)| cell_node(cell, *numeric).into());
        Node::from(tag("tr").children(cells))
    });
    let head = tag("thead").child(tag("tr").children(head));
    let whole = tag("table").child(head).child(tag("tbody").children(rows));
    scroller(&table.title).child(whole)
}

fn is_number(cell: &Cell) -> bool {
    matches!(
        cell.inner(),
        Cell::Count(_) | Cell::Number { .. } | Cell::PValue(_) | Cell::Rate(_)
    )
}

fn cell_node(cell: &Cell, numeric: bool) -> Tag {
    let node = if numeric {
        tag("td").class("fl-number")
    } else {
        tag("td")
    };
    match cell {
        Cell::Rate(rate) => rate_parts(node, rate),
        Cell::Sampled(cell) => {
            cell_node(cell, numeric).child(tag("span").class("fl-soft").text(" sampled"))
        }
        Cell::Undefined { why } => node.child(
            tag("span")
                .class("fl-undefined-cell")
                .text(format!("undefined: {why}")),
        ),
        Cell::Text(_) | Cell::Count(_) | Cell::Number { .. } | Cell::PValue(_) => {
            node.text(cell.to_text())
        }
    }
}

fn rate_parts(node: Tag, rate: &Rate) -> Tag {
    node.set("title", rate.method.text())
        .text(format!("{} ", number_text(rate.value, 3)))
        .child(tag("span").class("fl-interval").text(rate.interval_text()))
        .child(
            tag("span")
                .class("fl-soft")
                .text(format!(" n {}", count_text(rate.n))),
        )
}

/// How a table is read: its note, and what its columns hold, as text for those who can't hover.
pub(crate) fn table_notes(table: &Table) -> Vec<Node> {
    let note =
        (!table.note.is_empty()).then(|| tag("p").class("fl-reads").text(&table.note).into());
    let helped = || {
        table
            .columns
            .iter()
            .filter(|column| !column.help.is_empty())
    };
    let terms = helped().flat_map(|column| {
        [
            tag("dt").text(&column.title).into(),
            tag("dd").text(&column.help).into(),
        ]
    });
    let columns = helped().next().map(|_| {
        tag("details")
            .class("fl-fold")
            .child(tag("summary").text("Columns"))
            .child(tag("dl").children(terms))
            .into()
    });
    note.into_iter().chain(columns).collect()
}
