//! What judges said, added up.

use std::collections::BTreeMap;

use faultline_core::{CallingMode, Digest, Terms};
use faultline_report::{Cell, Column, Rate, Report, Run, Table};
use faultline_stats::{Level, clopper_pearson};

use crate::{AnswerCase, Verdict};

/// What rows of a report are told apart by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunKey {
    /// The judge.
    pub model: String,
    /// How it was asked.
    pub mode: CallingMode,
    /// How its answers were sampled, in words.
    pub sampling: String,
}

impl RunKey {
    /// The key of a run.
    pub fn new(model: &str, terms: &Terms) -> Self {
        Self {
            model: model.into(),
            mode: terms.mode,
            sampling: format!(
                "temperature {}, up to {} tokens",
                terms.sampling.temperature, terms.sampling.max_tokens
            ),
        }
    }
}

/// A judged answer: the model that gave it, and its case.
type Judged = (String, String);

/// Verdicts by judge and answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    runs: BTreeMap<RunKey, BTreeMap<Judged, (Digest, Verdict)>>,
}

/// A record: one answer under one judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordRef {
    /// The judge's run.
    pub run: RunKey,
    /// The model that answered.
    pub model: String,
    /// The case that it answered.
    pub case: String,
}

impl Tally {
    /// Adds a run, whether or not it judged anything.
    pub fn add_run(&mut self, run: &RunKey) {
        self.runs.entry(run.clone()).or_default();
    }

    /// Adds a verdict. One that was measured takes the place of one that was not.
    ///
    /// # Errors
    /// The same judge said something else of the same answer.
    pub fn add_case(
        &mut self,
        run: &RunKey,
        case: &AnswerCase,
        digest: Digest,
        verdict: Verdict,
    ) -> Result<(), String> {
        let judged = (case.item.model.clone(), case.item.case.clone());
        let verdicts = self.runs.entry(run.clone()).or_default();
        match verdicts.get(&judged) {
            Some((known, Ok(said)))
                if *known != digest || verdict.as_ref().is_ok_and(|new| new != said) =>
            {
                Err(format!(
                    "case {} of {} was judged twice by {} with different verdicts; score the runs one by one",
                    case.item.case, case.item.model, run.model
                ))
            }
            Some((_, Ok(_))) => Ok(()),
            _ => {
                verdicts.insert(judged, (digest, verdict));
                Ok(())
            }
        }
    }

    /// The runs, in the order in which a report shows them.
    pub fn keys(&self) -> impl Iterator<Item = &RunKey> {
        self.runs.keys()
    }

    /// Every verdict: judge, model that answered, its case, and whether the answer matches.
    pub fn verdicts(&self) -> impl Iterator<Item = (&str, &str, &str, bool)> {
        self.runs.iter().flat_map(|(run, verdicts)| {
            verdicts.iter().filter_map(|((model, case), (_, verdict))| {
                let said = *verdict.as_ref().ok()?;
                Some((run.model.as_str(), model.as_str(), case.as_str(), said))
            })
        })
    }
}

/// The report, and its records.
pub fn report(tally: &Tally) -> (Report, Vec<RecordRef>) {
    let columns = [
        Column::new("model", "Judge"),
        Column::new("judged", "Model judged"),
        Column::new("yes", "Said yes"),
        Column::new("n", "Answers judged"),
        Column::new("unmeasured", "Not measured")
            .helped("requests without a usable reply, and replies that say neither yes nor no"),
        Column::new("rate", "Share of yes"),
    ];
    let mut table = Table::new("verdicts", "What each judge said", columns).noted(
        "Yes: the answer substantively matches the reference, in the judge's view. Exact 95% Clopper-Pearson intervals.",
    );
    let (mut runs, mut records) = (Vec::new(), Vec::new());
    for (run, verdicts) in &tally.runs {
        let mut counts: BTreeMap<&str, [u64; 3]> = BTreeMap::new();
        for ((model, case), (_, verdict)) in verdicts {
            let place = match verdict {
                Ok(true) => 0,
                Ok(false) => 1,
                Err(_) => 2,
            };
            counts.entry(model).or_default()[place] += 1;
            records.push(RecordRef {
                run: run.clone(),
                model: model.clone(),
                case: case.clone(),
            });
        }
        for (model, [yes, no, unmeasured]) in &counts {
            table.push(vec![
                Cell::text(&run.model),
                Cell::text(*model),
                Cell::Count(*yes),
                Cell::Count(yes + no),
                Cell::Count(*unmeasured),
                share(*yes, yes + no),
            ]);
        }
        runs.push(Run {
            model: run.model.clone(),
            simulated: run.model.starts_with("sim:"),
            condition: "judge".into(),
            mode: run.mode.name().into(),
            settings: format!("as a judge, {}", run.sampling),
            tasks: verdicts.len() as u64,
            ..Run::default()
        });
    }
    let report = Report {
        study: "judge".into(),
        app: env!("CARGO_PKG_VERSION").into(),
        headline: headline(tally),
        runs,
        notes: vec![
            "A judge is itself a model: score its trace together with the trace that it judged, and with people's labels, to see \
             how far it agrees with them."
                .into(),
        ],
        tables: vec![table],
        figures: Vec::new(),
    };
    (report, records)
}

fn headline(tally: &Tally) -> String {
    let lines: Vec<String> = tally
        .runs
        .iter()
        .map(|(run, verdicts)| {
            let said = |wanted: bool| {
                let those = verdicts
                    .values()
                    .filter(|(_, verdict)| *verdict == Ok(wanted));
                those.count()
            };
            let (yes, no) = (said(true), said(false));
            format!("{} finds {yes} of {} answers right", run.model, yes + no)
        })
        .collect();
    match lines.as_slice() {
        [] => "Nothing was judged.".into(),
        lines => format!("{}.", lines.join("; ")),
    }
}

fn share(yes: u64, n: u64) -> Cell {
    let level = Level::NINETY_FIVE;
    match clopper_pearson(yes, n, level) {
        Some(interval) if n > 0 => Cell::Rate(Rate {
            value: yes as f64 / n as f64,
            n,
            lo: interval.lo,
            hi: interval.hi,
            method: "Clopper-Pearson, 95%".into(),
        }),
        _ => Cell::undefined("no answer was judged"),
    }
}
