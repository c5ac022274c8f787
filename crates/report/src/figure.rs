//! A figure: series of marks, and what is needed to draw and to question them.

use serde::{Deserialize, Serialize};

use crate::Rate;

/// A figure as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// Its name in files and addresses.
    pub id: String,
    /// The question it answers.
    pub title: String,
    /// How to read it, in a sentence.
    pub reads_as: String,
    /// How the numbers were got.
    pub method: String,
    /// The form.
    pub kind: FigureKind,
    /// What runs along, with its unit.
    pub x_label: String,
    /// What runs up, with its unit.
    pub y_label: String,
    /// Lower and upper end of the value axis, where honesty fixes it; else from the data.
    pub y_range: Option<(f64, f64)>,
    /// A value to compare with, such as what chance gives, with its name.
    pub reference: Option<(f64, String)>,
    /// The series.
    pub series: Vec<Series>,
}

/// The form of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FigureKind {
    /// Lines through marks along a numeric axis, with intervals; a gap between teacher-forced and free is shaded.
    Curve,
    /// Marks with intervals, one row a mark, along a horizontal value axis, which `y_label` names, or `x_label` where that is empty.
    Interval,
    /// Bars from zero.
    Bars,
    /// Marks along one line, one row a series, on a horizontal value axis, named as for `Interval`.
    Strip,
    /// Marks in the plane, with intervals upwards: a numeric axis along and one up, without lines.
    Scatter,
    /// Cells whose shade is the value, which stands in them: a row for each series, a column for each name of a mark.
    Heatmap,
    /// Bands from left to right, each as thick as its value, which is an amount of zero or more: from the series at the left to what the
    /// mark's name is at the right.
    Flow,
}

impl FigureKind {
    /// Every form.
    pub const ALL: [Self; 7] = [
        Self::Curve,
        Self::Interval,
        Self::Bars,
        Self::Strip,
        Self::Scatter,
        Self::Heatmap,
        Self::Flow,
    ];
}

/// Marks that belong together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// Its name, shown beside it.
    pub label: String,
    /// What it stands for, which fixes its colour and shape everywhere.
    pub role: Role,
    /// Small multiples: the panel it is drawn in, such as the model; empty where there is one panel.
    pub panel: String,
    /// The marks.
    pub marks: Vec<Mark>,
}

/// What a series stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The teacher-forced arm.
    TeacherForced,
    /// The free-running arm.
    Free,
    /// Scored against gold.
    Gold,
    /// Scored conditional on the state held.
    State,
    /// A loss or another derived value.
    Derived,
    /// A model-based value, such as a fit.
    Fit,
    /// Not measured, such as a line to compare with.
    Unmeasured,
}

impl Role {
    /// Every role; what was not measured is the last.
    pub const ALL: [Self; 7] = [
        Self::TeacherForced,
        Self::Free,
        Self::Gold,
        Self::State,
        Self::Derived,
        Self::Fit,
        Self::Unmeasured,
    ];
}

/// One mark.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// Where it stands on a numeric axis.
    pub x: f64,
    /// Its name, where the axis has names or the tooltip needs one.
    pub label: String,
    /// Its value; absent where undefined, and `note` says why.
    pub y: Option<f64>,
    /// The interval's lower end.
    pub lo: Option<f64>,
    /// The interval's upper end.
    pub hi: Option<f64>,
    /// Observations behind it.
    pub n: u64,
    /// What else the reader must know; why it is undefined.
    pub note: String,
    /// The records behind it, as places in the scored run's list of records; as many as `n` where a record is an observation.
    /// Not written to files.
    #[serde(skip)]
    pub records: Vec<u32>,
}

impl Figure {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.series.iter().all(|series| series.marks.is_empty())
    }
}

impl Series {
    /// Marks that stand side by side in their order.
    pub fn in_order(
        label: &str,
        role: Role,
        panel: &str,
        marks: impl IntoIterator<Item = Mark>,
    ) -> Self {
        let placed = marks.into_iter().enumerate().map(|(place, mark)| Mark {
            x: place as f64,
            ..mark
        });
        Self {
            label: label.into(),
            role,
            panel: panel.into(),
            marks: placed.collect(),
        }
    }
}

impl Mark {
    /// A rate and the records behind it; an undefined one has none.
    pub fn of(rate: &Result<Rate, String>, records: Vec<u32>) -> Self {
        match rate {
            Ok(rate) => Self {
                y: Some(rate.value),
                lo: Some(rate.lo),
                hi: Some(rate.hi),
                n: rate.n,
                note: rate.method.text(),
                records,
                ..Self::default()
            },
            Err(why) => Self {
                note: format!("undefined: {why}"),
                ..Self::default()
            },
        }
    }

    /// The same mark with a name.
    #[must_use]
    pub fn named(self, label: &str) -> Self {
        Self {
            label: label.into(),
            ..self
        }
    }
}
