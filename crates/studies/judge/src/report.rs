//! What judges said, added up.

use std::collections::BTreeMap;

use faultline_core::{CallingMode, Digest, Runs, Terms, is_simulated};
use faultline_report::{Cell, Column, Rate, Report, Run, Table};
use faultline_stats::{Bootstrap, Level, Method, bootstrap, exact_words, ratio};

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
            sampling: terms.sampling.words(),
        }
    }
}

/// A judged answer: the model that gave it, and its case.
type Judged = (String, String);

/// What a judge said of an answer.
#[derive(Clone, Debug, PartialEq)]
struct Said {
    digest: Digest,
    task: String,
    verdict: Verdict,
}

/// Verdicts by judge and answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    runs: BTreeMap<RunKey, BTreeMap<Judged, Said>>,
}

/// What a judge said of an answer, for the study that the answer is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement<'a> {
    /// The judge's model, and where several runs of it judged, what tells this one apart.
    pub judge: String,
    /// The case that the answer is of.
    pub case: &'a str,
    /// Whether the answer matches its reference; absent where the judge failed.
    pub matches: Option<bool>,
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
    /// The runs, by what a report tells them apart by.
    pub fn runs(&mut self) -> &mut impl Runs<RunKey> {
        &mut self.runs
    }

    /// Adds a verdict. One that was measured takes the place of one that was not; of two that were not, the lesser in words stays, so
    /// that the order in which they are added makes no difference.
    ///
    /// # Errors
    /// The same judge said something else of the same answer, or the same case has two answers.
    pub fn add_case(
        &mut self,
        run: &RunKey,
        case: &AnswerCase,
        digest: Digest,
        verdict: Verdict,
    ) -> Result<(), String> {
        let judged = (case.item.model.clone(), case.item.case.clone());
        let verdicts = self.runs.entry(run.clone()).or_default();
        let said = Said {
            digest,
            task: case.item.task.clone(),
            verdict,
        };
        let Some(known) = verdicts.get_mut(&judged) else {
            verdicts.insert(judged, said);
            return Ok(());
        };
        let differ = |what: &str| {
            Err(format!(
                "case {} of {} was judged twice by {} with different {what}; score the runs one by one",
                case.item.case, case.item.model, run.model
            ))
        };
        if known.digest != said.digest {
            return differ("questions");
        }
        match (&known.verdict, &said.verdict) {
            (Ok(mine), Ok(theirs)) if mine != theirs => return differ("verdicts"),
            (Err(_), Ok(_)) => *known = said,
            (Err(mine), Err(theirs)) if theirs.to_string() < mine.to_string() => *known = said,
            _ => {}
        }
        Ok(())
    }

    /// What every judge said of every answer, failures among it.
    pub fn judgements(&self) -> impl Iterator<Item = Judgement<'_>> {
        self.runs.iter().flat_map(|(run, verdicts)| {
            let judge = self.name_of(run);
            verdicts.iter().map(move |((_, case), said)| Judgement {
                judge: judge.clone(),
                case,
                matches: said.verdict.as_ref().ok().copied(),
            })
        })
    }

    /// The name of a judge: its model, and what it differs in from other runs of that model.
    fn name_of(&self, run: &RunKey) -> String {
        let others = || self.runs.keys().filter(|other| other.model == run.model);
        let mut name = run.model.clone();
        for (differs, words) in [
            (
                others().any(|other| other.mode != run.mode),
                format!("{} calls", run.mode.name()),
            ),
            (
                others().any(|other| other.sampling != run.sampling),
                run.sampling.clone(),
            ),
        ] {
            if differs {
                name.push_str(", ");
                name.push_str(&words);
            }
        }
        name
    }
}

/// What intervals draw with.
const SEED: u64 = 42;

/// Resamples of every interval, where nobody asks for another number.
pub const RESAMPLES: u32 = 1000;

/// The report with intervals of so many resamples, and its records.
pub fn report(tally: &Tally, resamples: u32) -> (Report, Vec<RecordRef>) {
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
        "Yes: the answer substantively matches the reference, in the judge's view. 95% intervals: percentile bootstrap over tasks, since \
         answers of one task in several conditions are not independent. In a trace that does not name tasks, each answer counts as one.",
    );
    let (mut runs, mut records) = (Vec::new(), Vec::new());
    for (run, verdicts) in &tally.runs {
        let judge = tally.name_of(run);
        let mut counts: BTreeMap<&str, Counts<'_>> = BTreeMap::new();
        for ((model, case), said) in verdicts {
            let counts = counts.entry(model).or_default();
            let task = if said.task.is_empty() {
                case
            } else {
                &said.task
            };
            match said.verdict {
                Ok(matches) => {
                    let task = counts.by_task.entry(task).or_default();
                    task[0] += u32::from(matches);
                    task[1] += 1;
                }
                Err(_) => counts.unmeasured += 1,
            }
            records.push(RecordRef {
                run: run.clone(),
                model: model.clone(),
                case: case.clone(),
            });
        }
        for (model, counts) in &counts {
            let rows: Vec<[u32; 2]> = counts.by_task.values().copied().collect();
            let [yes, n] = [0, 1].map(|place| rows.iter().map(|row| u64::from(row[place])).sum());
            table.push(vec![
                Cell::text(&judge),
                Cell::text(*model),
                Cell::Count(yes),
                Cell::Count(n),
                Cell::Count(counts.unmeasured),
                share(&rows, yes, n, resamples),
            ]);
        }
        runs.push(Run {
            model: run.model.clone(),
            simulated: is_simulated(&run.model),
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
                let those = verdicts.values().filter(|said| said.verdict == Ok(wanted));
                those.count()
            };
            let (yes, no) = (said(true), said(false));
            format!(
                "{} finds {yes} of {} answers right",
                tally.name_of(run),
                yes + no
            )
        })
        .collect();
    match lines.as_slice() {
        [] => "Nothing was judged.".into(),
        lines => format!("{}.", lines.join("; ")),
    }
}

/// What a judge said of one model.
#[derive(Default)]
struct Counts<'a> {
    /// Yes, and all that were measured, by task.
    by_task: BTreeMap<&'a str, [u32; 2]>,
    unmeasured: u64,
}

fn share(rows: &[[u32; 2]], yes: u64, n: u64, resamples: u32) -> Cell {
    let settings = Bootstrap {
        resamples,
        level: Level::NINETY_FIVE,
        seed: SEED,
        label: "judge/rate",
    };
    let [found] = bootstrap(&[rows], &settings, |[yes, n]| [ratio(*yes, *n)]);
    let beside = || exact_words(yes, n, Level::NINETY_FIVE);
    let interval = found.interval_beside(Method::Bootstrap, Level::NINETY_FIVE, beside);
    Rate::bootstrapped(&found, n, interval, "no answer was judged").into()
}

#[cfg(test)]
mod tests {
    use faultline_core::{Case as _, Sampling, Unmeasured};

    use super::*;
    use crate::Item;

    fn case(case: &str, task: &str, answer: &str) -> AnswerCase {
        AnswerCase {
            item: Item {
                model: "m".into(),
                case: case.into(),
                task: task.into(),
                answer: answer.into(),
                ..Item::default()
            },
        }
    }

    fn add(
        tally: &mut Tally,
        run: &RunKey,
        case: &AnswerCase,
        verdict: Verdict,
    ) -> Result<(), String> {
        tally.add_case(run, case, case.digest(), verdict)
    }

    fn failed(kind: &str) -> Unmeasured {
        Unmeasured {
            kind: kind.into(),
            ..Unmeasured::no_reply()
        }
    }

    #[test]
    fn the_order_of_verdicts_makes_no_difference() {
        let run = RunKey::new("j", &Terms::default());
        let (one, other) = (case("c", "t", "a"), case("c", "t", "b"));
        let verdicts = [
            (&one, Ok(true)),
            (&one, Ok(false)),
            (&one, Err(failed("timeout"))),
            (&one, Err(failed("no_verdict"))),
            (&other, Ok(true)),
            (&other, Err(failed("timeout"))),
        ];
        for first in &verdicts {
            for second in &verdicts {
                let added = [[first, second], [second, first]].map(|order| {
                    let mut tally = Tally::default();
                    let added =
                        order.map(|(case, verdict)| add(&mut tally, &run, case, verdict.clone()));
                    added
                        .into_iter()
                        .collect::<Result<Vec<()>, String>>()
                        .map(|_| tally)
                });
                assert_eq!(added[0], added[1], "{first:?} {second:?}");
                let differ = first.0 != second.0
                    || matches!((&first.1, &second.1), (Ok(one), Ok(other)) if one != other);
                assert_eq!(added[0].is_err(), differ, "{first:?} {second:?}");
            }
        }
    }

    #[test]
    fn runs_of_one_judge_have_names_of_their_own() {
        let warm = Terms {
            sampling: Sampling {
                temperature: 0.7,
                ..Sampling::default()
            },
            ..Terms::default()
        };
        let mut tally = Tally::default();
        let (cold, warm) = (RunKey::new("j", &Terms::default()), RunKey::new("j", &warm));
        add(&mut tally, &cold, &case("c", "t", "a"), Ok(true)).unwrap();
        add(&mut tally, &warm, &case("c", "t", "a"), Ok(false)).unwrap();
        let alone = RunKey::new("k", &Terms::default());
        add(
            &mut tally,
            &alone,
            &case("c", "t", "a"),
            Err(failed("timeout")),
        )
        .unwrap();
        let said: Vec<(String, Option<bool>)> = tally
            .judgements()
            .map(|said| (said.judge, said.matches))
            .collect();
        assert_eq!(
            said,
            [
                ("j, temperature 0, up to 256 tokens".into(), Some(true)),
                ("j, temperature 0.7, up to 256 tokens".into(), Some(false)),
                ("k".into(), None),
            ]
        );
    }

    /// Answers of twelve tasks in five conditions, alike within each: as wide as twelve, not as sixty.
    #[test]
    fn tasks_are_resampled_and_not_answers() {
        let width = |has_tasks: bool| {
            let run = RunKey::new("j", &Terms::default());
            let mut tally = Tally::default();
            for task in 0..12 {
                for condition in 0..5 {
                    let name = if has_tasks {
                        format!("t{task}")
                    } else {
                        String::new()
                    };
                    let case = case(&format!("{task}-{condition}"), &name, "a");
                    add(&mut tally, &run, &case, Ok(task % 2 == 0)).unwrap();
                }
            }
            let (report, records) = report(&tally, RESAMPLES);
            assert_eq!(records.len(), 60);
            let Cell::Rate(rate) = &report.tables[0].rows[0][5] else {
                panic!("{:?}", report.tables[0].rows)
            };
            assert_eq!((rate.value, rate.n), (0.5, 60));
            rate.hi - rate.lo
        };
        assert!(
            width(true) > 0.45 && width(false) < 0.3,
            "{} {}",
            width(true),
            width(false)
        );
    }

    #[test]
    fn a_task_is_in_no_file_that_does_not_name_it() {
        let earlier = r#"{"model":"m","case":"c","query":"","reference":"","answer":"a"}"#;
        let item: Item = serde_json::from_str(earlier).unwrap();
        assert_eq!(item, case("c", "", "a").item);
        assert_eq!(serde_json::to_string(&item).unwrap(), earlier);
    }
}
