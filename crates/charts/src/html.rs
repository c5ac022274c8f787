//! A report as one HTML file that needs nothing else: no script, no font, no network.

use faultline_report::{Figure, Report, Run, Table};

use crate::{
    draw::{Setting, draw},
    node::{Node, Tag, escape, tag, write_nodes},
    view,
    words::count_text,
};

/// The widths at which a figure is drawn for files: the style sheet shows the one that fits.
const NARROW: f64 = 340.0;
const WIDE: f64 = 760.0;

const STYLE: [&str; 3] = [
    include_str!("../tokens.css"),
    include_str!("../charts.css"),
    include_str!("../report.css"),
];

/// A figure as HTML without scripts: words, the drawing for wide and for narrow places, method and table. It needs `charts.css` and `tokens.css`.
pub fn render_figure(figure: &Figure) -> String {
    let mut out = String::new();
    write_nodes(&mut out, &[figure_section(figure).into()]);
    out
}

/// A report as one self-contained HTML file. All that comes from the report is escaped.
pub fn html_report(report: &Report) -> String {
    let mut title = String::new();
    escape(&mut title, &title_of(report));
    let style = STYLE.concat();
    let mut body = String::new();
    write_nodes(&mut body, &[main_of(report).into()]);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body class=\"fl-report\">\n{body}\n</body>\n</html>\n"
    )
}

fn title_of(report: &Report) -> String {
    let models: Vec<&str> = report.runs.iter().map(|run| run.model.as_str()).collect();
    match models.len() {
        0 => format!("{}: no runs", report.study),
        1..=3 => format!("{}: {}", report.study, models.join(", ")),
        more => format!("{}: {} and {} more", report.study, models[0], more - 1),
    }
}

fn main_of(report: &Report) -> Tag {
    let mut main = tag("main").child(tag("h1").text(title_of(report)));
    let runs = report.runs.iter().map(|run| run_line(report, run).into());
    main = main.child(tag("ul").class("fl-runs").children(runs));
    if !report.headline.is_empty() {
        main = main.child(tag("p").class("fl-headline").text(&report.headline));
    }
    if !report.notes.is_empty() {
        let notes = report.notes.iter().map(|note| tag("li").text(note).into());
        main = main.child(tag("ul").class("fl-notes").children(notes));
    }
    main = main.children(
        report
            .figures
            .iter()
            .map(|figure| figure_section(figure).into()),
    );
    main.children(
        report
            .tables
            .iter()
            .map(|table| table_section(table).into()),
    )
}

/// What was measured, in a line that can be quoted.
fn run_line(report: &Report, run: &Run) -> Tag {
    let mut facts = vec![report.study.clone(), run.settings.clone()];
    facts.push(format!("{} tasks", count_text(run.tasks)));
    facts.push(format!("{} replies", count_text(run.replies)));
    if run.unmeasured > 0 {
        facts.push(format!("{} not measured", count_text(run.unmeasured)));
    }
    facts.push(format!("Faultline {}", report.app));
    facts.retain(|fact| !fact.is_empty());
    let mut line = tag("li").child(tag("strong").text(&run.model));
    if run.simulated {
        line = line
            .text(" ")
            .child(tag("span").class("fl-badge").text("simulated"));
    }
    line.text(format!(" · {}", facts.join(" · ")))
}

fn figure_section(figure: &Figure) -> Tag {
    let drawn = |width: f64, class: &str| {
        let drawing = draw(figure, Setting { width, live: false });
        Node::from(tag("div").class(class).child(drawing.svg(figure)))
    };
    let parts = [
        view::reads_as(figure).map(Node::from),
        Some(drawn(WIDE, "fl-when-wide")),
        Some(drawn(NARROW, "fl-when-narrow")),
        view::method(figure).map(Node::from),
        Some(view::data_table(figure).into()),
    ];
    tag("section")
        .class("fl-chart fl-static")
        .set("data-figure", &figure.id)
        .child(view::heading(2, &figure.title))
        .children(parts.into_iter().flatten())
}

fn table_section(table: &Table) -> Tag {
    tag("section")
        .class("fl-table")
        .set("data-table", &table.id)
        .child(view::heading(2, &table.title))
        .child(view::table_body(table))
        .children(view::table_notes(table))
}
