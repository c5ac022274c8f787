//! Writes a report with one figure of each kind to `target/gallery.html`, to be looked at.

#[path = "../src/sample.rs"]
mod sample;

use faultline_report::{Cell, Column, Rate, Report, Run, Table};

fn main() -> std::io::Result<()> {
    let mut figures = sample::all();
    for (place, figure) in figures.iter_mut().enumerate() {
        figure.id = format!("{}_{place}", figure.id);
    }
    let rate = |value: f64| Rate {
        value,
        n: 390,
        lo: value - 0.05,
        hi: value + 0.05,
        method: "percentile bootstrap over tasks, 89%".into(),
    };
    let columns = [
        Column::new("model", "Model"),
        Column::new("depth", "Depth"),
        Column::new("p", "p").helped("Share of right steps in the teacher-forced arm."),
        Column::new("severity", "Severity"),
        Column::new("rhat", "R-hat"),
    ];
    let table = Table::new("by_depth", "By depth", columns)
        .noted("A row is a model at a depth.")
        .with_row([
            Cell::text("sim:noisy?p=0.7"),
            Cell::Count(6),
            rate(0.572).into(),
            Cell::from(rate(-0.1764)).sampled(),
            Cell::number(1.002),
        ])
        .with_row([
            Cell::text("gemma-3-270m"),
            Cell::Count(8),
            rate(0.301).into(),
            Cell::undefined("never left a clean context"),
            Cell::number(1.0),
        ]);
    let report = Report {
        study: "propagation".into(),
        app: "0.1.0".into(),
        runs: vec![
            Run { model: "sim:noisy?p=0.7".into(), simulated: true, settings: "condition routing, prompted, lenient reading, seed 0".into(), tasks: 300, replies: 2480, unmeasured: 0, ..Run::default() },
            Run { model: "gemma-3-270m".into(), simulated: false, settings: "condition routing, prompted, lenient reading, seed 0".into(), tasks: 120, replies: 10_480, unmeasured: 3, ..Run::default() },
        ],
        headline: "By depth 6 this model loses 69% [61, 77] of its own clean accuracy to its own earlier errors; 390 steps, 65 tasks.".into(),
        notes: vec!["Healthy diagnostics of the fit do not certify that the model behind it is right.".into()],
        tables: vec![table],
        figures,
    };
    let html = faultline_charts::html_report(&report);
    std::fs::create_dir_all("target")?;
    for theme in ["light", "dark"] {
        let page = html.replacen(
            "<html lang=\"en\">",
            &format!("<html lang=\"en\" data-theme=\"{theme}\">"),
            1,
        );
        std::fs::write(format!("target/gallery-{theme}.html"), page)?;
    }
    Ok(())
}
