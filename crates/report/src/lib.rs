//! Reports: tables and figures as plain data, and their writers.
//!
//! A [`Report`] is what a study says of its tallies. Each number has its n, its interval and the name of the method, or says why it
//! is undefined; each mark of a figure names the [records](Mark::records) behind it. Nothing here knows a study, a page or a file.
//!
//! ```
//! use faultline_report::{Cell, Column, Rate, Table};
//!
//! let rate = Rate { value: 0.7, n: 60, lo: 0.6, hi: 0.8, method: "percentile bootstrap".into() };
//! let table = Table::new("by_depth", "By depth", [Column::new("depth", "Depth"), Column::new("p", "p")])
//!     .with_row([Cell::Count(1), Cell::Rate(rate)]);
//! assert!(table.to_csv().starts_with("depth,p,p_n,p_lo,p_hi,p_method\n1,0.7,60,"));
//! ```

mod cell;
mod figure;
mod format;
mod rate;
mod table;
mod transcript;

mod csv;
mod json;
mod markdown;
mod schema;
mod vega_lite;

use serde::{Deserialize, Serialize};

pub use crate::{
    cell::Cell,
    csv::csv_field,
    figure::{Figure, FigureKind, Mark, Role, Series},
    format::{interval_text, number_text, visible_text},
    rate::{How, Rate},
    schema::report_schema,
    table::{Column, Table},
    transcript::{AttemptView, CaseOrigin, RecordView, StepView, SurprisalView, TranscriptView},
};

/// What a report says where a model of it is a simulated policy with parameters.
pub const SIMULATED: &str = "Models whose name begins with sim: are simulated policies with known parameters, not language models.";

/// All that a study says of some runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The study's name.
    pub study: String,
    /// The version of the program that made it.
    pub app: String,
    /// What was measured: one entry a run.
    pub runs: Vec<Run>,
    /// The finding in a sentence with its numbers.
    pub headline: String,
    /// What the reader must know to read the numbers.
    pub notes: Vec<String>,
    /// The tables in reading order.
    pub tables: Vec<Table>,
    /// The figures in reading order.
    pub figures: Vec<Figure>,
}

/// One run that a report speaks of.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The model's name as the rows show it.
    pub model: String,
    /// Whether the model is a simulated policy.
    pub simulated: bool,
    /// What was varied, as the rows show it, such as `routing`.
    pub condition: String,
    /// How calls were made, as the rows show it, such as `prompted`.
    pub mode: String,
    /// The settings in words, such as `condition routing, prompted, lenient reading, seed 0`.
    pub settings: String,
    /// Tasks that were begun.
    pub tasks: u64,
    /// Requests answered from what was stored. A study sees records alone and counts these; whoever has the trace puts its requests in their
    /// place.
    pub replies: u64,
    /// Requests without a usable reply, likewise.
    pub unmeasured: u64,
}

impl Run {
    /// The columns of what a run is called in rows, and a table's own: id, title, help.
    pub fn columns(own: &[(&str, &str, &str)]) -> Vec<Column> {
        let shared = [
            ("model", "Model", ""),
            ("condition", "Condition", ""),
            ("mode", "Calls", ""),
        ];
        Column::all(shared, own)
    }
}
