//! A report as it is drawn: each figure and table by itself, so that what has not changed is not drawn again.

use std::rc::Rc;

use faultline_report::{Figure, Report, Table};

use crate::route::MarkRef;

/// A report in parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The report without its figures and tables.
    pub report: Report,
    /// The figures.
    pub figures: Vec<Rc<Figure>>,
    /// The tables.
    pub tables: Vec<Rc<Table>>,
}

impl From<Report> for Sheet {
    fn from(mut report: Report) -> Self {
        let figures = std::mem::take(&mut report.figures);
        let tables = std::mem::take(&mut report.tables);
        Self {
            report,
            figures: figures.into_iter().map(Rc::new).collect(),
            tables: tables.into_iter().map(Rc::new).collect(),
        }
    }
}

impl Sheet {
    /// How many replies it rests on.
    pub fn replies(&self) -> u64 {
        self.report.runs.iter().map(|run| run.replies).sum()
    }

    /// The whole report.
    pub fn to_report(&self) -> Report {
        Report {
            figures: self
                .figures
                .iter()
                .map(|figure| Figure::clone(figure))
                .collect(),
            tables: self
                .tables
                .iter()
                .map(|table| Table::clone(table))
                .collect(),
            ..self.report.clone()
        }
    }

    /// A mark in words: its panel, its series and its place.
    pub fn mark_words(&self, mark: &MarkRef) -> String {
        let figure = self.figures.iter().find(|figure| figure.id == mark.figure);
        let found = figure.and_then(|figure| {
            let series = figure.series.get(mark.series)?;
            let mark = series.marks.get(mark.mark)?;
            let place = if mark.label.is_empty() {
                format!("{} {}", figure.x_label, mark.x)
            } else {
                mark.label.clone()
            };
            let panel = if series.panel.is_empty() {
                String::new()
            } else {
                format!("{}, ", series.panel)
            };
            Some(format!("{panel}{}, {place}", series.label))
        });
        found.unwrap_or_else(|| "Records".into())
    }
}
