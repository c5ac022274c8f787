//! Result files of others: one row an episode, columns found by name.
//!
//! A file needs `model` and `task_id`; every other column is read where it is there, in any order, and what a table needs of the others
//! it says itself. What is computed from a row instead of read: S1 is `eps` ≥ 1 and S2 is `eps` ≥ 2, the two substring heuristics come from
//! `final_answer` and `ground_truth`, a majority from three columns that end in `_verdict`, and a claim of fabricated tool use from the
//! answer of a row without a `tool_selected`.

use std::collections::BTreeMap;

use crate::{
    Condition, Evidence, HEURISTIC_PAPER, HEURISTIC_RELEASED, Layer, MAJORITY, fabricated_claim,
    heuristic_paper, heuristic_released, judge_of_column, majority,
};

/// The most stages that a row may count.
const MOST_STAGES: f64 = 1000.0;

/// The columns of a result file, found by name.
#[derive(Clone, Debug)]
pub struct ResultColumns {
    model: usize,
    task: usize,
    known: BTreeMap<Known, usize>,
    judges: Vec<Judge>,
    extra: Vec<(String, usize)>,
}

#[derive(Clone, Debug)]
struct Judge {
    name: String,
    column: usize,
    /// Whether it is one model's, and so one of three in a majority.
    is_model: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    Case,
    Domain,
    Difficulty,
    Condition,
    ErrorType,
    Tool,
    Eps,
    Weps,
    Answer,
    Reference,
    Query,
    Hallucination,
    Abstained,
    AbstainReason,
    Reissued,
}

impl Known {
    const ALL: [(Self, &'static str); 15] = [
        (Self::Case, "session_id"),
        (Self::Domain, "domain"),
        (Self::Difficulty, "difficulty"),
        (Self::Condition, "condition"),
        (Self::ErrorType, "error_type"),
        (Self::Tool, "tool_selected"),
        (Self::Eps, "eps"),
        (Self::Weps, "weps"),
        (Self::Answer, "final_answer"),
        (Self::Reference, "ground_truth"),
        (Self::Query, "query"),
        (Self::Hallucination, "hallucination"),
        (Self::Abstained, "abstained"),
        (Self::AbstainReason, "abstain_reason"),
        (Self::Reissued, "reissued"),
    ];

    fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(known, _)| *known == self)
            .map_or("", |(_, name)| name)
    }
}

/// One row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultRow {
    /// The model, as the file names it.
    pub model: String,
    /// What the row shows.
    pub evidence: Evidence,
    /// The columns that nothing here reads, by name, where they are not empty.
    pub extra: Vec<(String, String)>,
    /// Values that could not be read; the others stand.
    pub problems: Vec<BadValue>,
}

/// A value that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadValue {
    /// The column.
    pub column: String,
    /// What is wrong, with the value.
    pub cause: String,
}

impl ResultColumns {
    /// Finds the columns; `None` where the file is none of results, for want of `model` or `task_id`.
    pub fn new(columns: &[String]) -> Option<Self> {
        let names: Vec<String> = columns
            .iter()
            .map(|name| name.trim().to_lowercase().replace([' ', '-'], "_"))
            .collect();
        let find = |wanted: &str| names.iter().position(|name| name == wanted);
        let (model, task) = (find("model")?, find("task_id")?);
        let known: BTreeMap<Known, usize> = Known::ALL
            .into_iter()
            .filter_map(|(known, name)| Some((known, find(name)?)))
            .collect();
        let mut judges: Vec<Judge> = Vec::new();
        let mut extra = Vec::new();
        for (column, name) in names.iter().enumerate() {
            if column == model || column == task || known.values().any(|place| *place == column) {
                continue;
            }
            match judge_of_column(name) {
                Some(judge) if judges.iter().all(|known| known.name != judge) => {
                    judges.push(Judge {
                        name: judge.into(),
                        column,
                        is_model: name.ends_with("_verdict"),
                    });
                }
                _ => extra.push((columns[column].trim().to_owned(), column)),
            }
        }
        Some(Self {
            model,
            task,
            known,
            judges,
            extra,
        })
    }

    /// Reads a row. A row without a model or a task is a problem and no evidence.
    ///
    /// # Errors
    /// The column that every row needs.
    pub fn row(&self, fields: &[String]) -> Result<ResultRow, BadValue> {
        let mut reading = Reading {
            columns: self,
            fields,
            problems: Vec::new(),
        };
        for (column, place) in [("model", self.model), ("task_id", self.task)] {
            if reading.field(place).is_empty() {
                return Err(BadValue {
                    column: column.into(),
                    cause: "empty, and nothing can be said of the row without it".into(),
                });
            }
        }
        let evidence = reading.evidence();
        let extra = self.extra.iter().filter_map(|(name, place)| {
            let value = reading.field(*place);
            (!value.is_empty()).then(|| (name.clone(), value.to_owned()))
        });
        Ok(ResultRow {
            model: reading.field(self.model).trim().to_owned(),
            extra: extra.collect(),
            evidence,
            problems: reading.problems,
        })
    }
}

struct Reading<'a> {
    columns: &'a ResultColumns,
    fields: &'a [String],
    problems: Vec<BadValue>,
}

impl<'a> Reading<'a> {
    fn field(&self, place: usize) -> &'a str {
        self.fields.get(place).map_or("", String::as_str)
    }

    /// The value under a known column; `None` where there is no such column.
    fn known(&self, known: Known) -> Option<&'a str> {
        let place = self.columns.known.get(&known)?;
        Some(self.field(*place))
    }

    /// The value under a known column, where there is one that is not empty.
    fn text(&self, known: Known) -> Option<String> {
        self.known(known)
            .filter(|text| !text.trim().is_empty())
            .map(str::to_owned)
    }

    fn bad(&mut self, column: &str, value: &str, what: &str) {
        let shown: String = value.chars().take(40).collect();
        self.problems.push(BadValue {
            column: column.into(),
            cause: format!("{shown:?} is {what}"),
        });
    }

    fn flag(&mut self, column: &str, value: &str) -> Option<bool> {
        match value.trim().to_lowercase().as_str() {
            "true" | "1" | "1.0" | "yes" => Some(true),
            "false" | "0" | "0.0" | "no" => Some(false),
            "" | "none" | "nan" | "null" => None,
            _ => {
                self.bad(column, value, "neither true nor false");
                None
            }
        }
    }

    fn known_flag(&mut self, known: Known) -> Option<bool> {
        let value = self.known(known)?;
        self.flag(known.name(), value)
    }

    /// A number from 0 up to the most stages.
    fn number(&mut self, known: Known, is_right: impl Fn(f64) -> bool, what: &str) -> Option<f64> {
        let value = self.known(known)?;
        if value.trim().is_empty() {
            return None;
        }
        let number = value.trim().parse::<f64>().ok();
        let number =
            number.filter(|number| (0.0..=MOST_STAGES).contains(number) && is_right(*number));
        if number.is_none() {
            self.bad(known.name(), value, what);
        }
        number
    }

    fn evidence(&mut self) -> Evidence {
        let eps = self.number(
            Known::Eps,
            |eps| libm::trunc(eps) >= eps,
            "no number of stages: a whole number from 0",
        );
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number from 0 to the most stages"
        )]
        let stages = eps.map(|eps| eps as u32);
        let called = self
            .known(Known::Tool)
            .map(|tool| !matches!(tool.trim(), "" | "None" | "nan" | "null"));
        let (answer, reference, query) = (
            self.text(Known::Answer),
            self.text(Known::Reference),
            self.text(Known::Query),
        );
        let claim = |answer: &String| fabricated_claim(answer, query.as_deref());
        // Without the column of answers nobody can tell a file with no claims from one whose claims are not in it.
        let has_answers = self.columns.known.contains_key(&Known::Answer);
        let fabricated = match (called.filter(|_| has_answers), &answer) {
            (Some(false), Some(answer)) => Some(claim(answer)),
            (Some(_), _) => Some(None),
            (None, _) => None,
        };
        Evidence {
            task: self.field(self.columns.task).trim().to_owned(),
            domain: self.text(Known::Domain).unwrap_or_default(),
            difficulty: self.text(Known::Difficulty).unwrap_or_default(),
            condition: self.condition(),
            case: self.text(Known::Case).unwrap_or_default(),
            called,
            injected: stages.map(|stages| stages >= 1),
            effect: stages.map(|stages| stages >= 2),
            verdicts: self.verdicts(answer.as_deref(), reference.as_deref()),
            stages,
            weighted: self.number(Known::Weps, |_| true, "no weighted number of stages"),
            fabricated,
            abstained: self.known_flag(Known::Abstained),
            abstained_by: self.known(Known::AbstainReason).and_then(layer),
            reissued: self.known_flag(Known::Reissued),
            answer,
            reference,
            query,
            ..Evidence::default()
        }
    }

    /// By the names that this study uses, where a file's own is known to mean the same.
    fn condition(&self) -> String {
        let named = |known| self.known(known).map(|name| name.trim().to_lowercase());
        let error = match named(Known::ErrorType).as_deref() {
            None => None,
            Some("" | "none") => Some(Condition::Baseline.name()),
            Some("semantic_wrong") => Some(Condition::Semantic.name()),
            Some("type_mismatch") => Some(Condition::WrongType.name()),
            Some("missing_required" | "missing_param") => Some(Condition::Missing.name()),
            Some(_) => self.known(Known::ErrorType).map(str::trim),
        };
        let error = error.unwrap_or(Condition::Baseline.name());
        match named(Known::Condition).as_deref() {
            None | Some("no_interceptor" | "") => error.to_owned(),
            Some("early_interceptor") => Condition::watched_name(error),
            Some(other) => other.to_owned(),
        }
    }

    fn verdicts(
        &mut self,
        answer: Option<&str>,
        reference: Option<&str>,
    ) -> BTreeMap<String, bool> {
        let columns = self.columns;
        let mut verdicts = BTreeMap::new();
        let mut models = Vec::new();
        for judge in &columns.judges {
            let column = if judge.is_model { "verdict" } else { "correct" };
            let verdict = self.flag(
                &format!("{}_{column}", judge.name),
                self.field(judge.column),
            );
            if judge.is_model {
                models.push(verdict);
            }
            if let Some(verdict) = verdict {
                verdicts.insert(judge.name.clone(), verdict);
            }
        }
        if let Ok(three) = <[Option<bool>; 3]>::try_from(models)
            && let Some(verdict) = majority(three)
        {
            verdicts.insert(MAJORITY.into(), verdict);
        }
        // An abstention is no hallucination whatever its answer would have been, and so tells no verdict.
        if columns.judges.iter().all(|judge| judge.name != "final")
            && let Some(wrong) = self.known_flag(Known::Hallucination)
            && (wrong || self.known_flag(Known::Abstained) != Some(true))
        {
            verdicts.insert("final".into(), !wrong);
        }
        if let Some((answer, reference)) = answer.zip(reference) {
            verdicts.insert(
                HEURISTIC_RELEASED.into(),
                heuristic_released(answer, reference),
            );
            verdicts.insert(HEURISTIC_PAPER.into(), heuristic_paper(answer, reference));
        }
        verdicts
    }
}

/// The layer that a reason for abstaining names first.
fn layer(reason: &str) -> Option<Layer> {
    Layer::ALL
        .into_iter()
        .filter_map(|layer| Some((reason.find(layer.name())?, layer)))
        .min()
        .map(|(_, layer)| layer)
}
