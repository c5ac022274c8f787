//! Episodes as the tables need them: by run and condition, with people's labels, and rates with their intervals.

use std::collections::BTreeMap;

use faultline_report::{Cell, Column};

use super::{Draws, ReportOptions};
use crate::{
    Condition, EpisodeKey, Evidence, FACTS, HEURISTIC_PAPER, HEURISTIC_RELEASED, Judgement,
    MAJORITY, PEOPLE, Question, RunKey, Tally, label_case,
};

/// The name of what annotators agree on.
pub(super) const CONSENSUS: &str = "consensus";

/// A record: one episode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordRef {
    /// The run.
    pub run: RunKey,
    /// Condition and task.
    pub episode: EpisodeKey,
    /// Whether its answer is right, by the judge that figures and single rows of its group go by; absent where that judge says nothing.
    pub right: Option<bool>,
}

/// All runs.
pub(super) struct Views<'a> {
    pub(super) groups: Vec<Group<'a>>,
    pub(super) records: Vec<RecordRef>,
    pub(super) options: &'a ReportOptions,
    /// Who labelled, in the order of names.
    pub(super) annotators: Vec<&'a str>,
    /// Every judge that any episode has, the one that figures go by first.
    pub(super) judges: Vec<String>,
    /// Whether rows have to say their condition.
    has_conditions: bool,
}

/// The episodes of one run in one condition.
pub(super) struct Group<'a> {
    pub(super) run: &'a RunKey,
    pub(super) condition: &'a str,
    /// The condition as rows show it, with the settings in which runs of the model differ.
    pub(super) label: String,
    /// Those that were measured, in the order of resampling.
    pub(super) seen: Vec<Seen<'a>>,
    pub(super) unmeasured: u64,
}

/// A measured episode.
pub(super) struct Seen<'a> {
    pub(super) evidence: &'a Evidence,
    pub(super) record: u32,
    place: u64,
    /// What the annotators said of its answer, in their order; absent where one said nothing.
    pub(super) labels: Vec<Option<Judgement>>,
    /// Whether those who judged its claim of tool use agree that it is one.
    pub(super) claim_label: Option<bool>,
}

impl Seen<'_> {
    /// What a judge says of the answer.
    pub(super) fn verdict(&self, judge: &str) -> Option<bool> {
        if judge == PEOPLE {
            self.consensus()
        } else {
            self.evidence.verdicts.get(judge).copied()
        }
    }

    /// What all annotators say who can tell: at least two, or the only one there is.
    pub(super) fn consensus(&self) -> Option<bool> {
        let clear: Vec<bool> = self
            .labels
            .iter()
            .flatten()
            .filter_map(|label| label.verdict())
            .collect();
        let first = *clear.first()?;
        let enough = clear.len() >= self.labels.len().min(2);
        (enough && clear.iter().all(|verdict| *verdict == first)).then_some(first)
    }

    /// Wrong, and not abstained from; `None` where nobody judged what was not abstained from.
    pub(super) fn hallucinates(&self, judge: &str) -> Option<bool> {
        if self.evidence.abstained == Some(true) {
            Some(false)
        } else {
            self.verdict(judge).map(|right| !right)
        }
    }
}

impl<'a> Views<'a> {
    pub(super) fn new(tally: &'a Tally, options: &'a ReportOptions) -> Self {
        let mut annotators: Vec<&str> = Vec::new();
        let mut said: BTreeMap<&str, Vec<(Question, &str, Judgement)>> = BTreeMap::new();
        for ((case, question, annotator), judgement) in &tally.labels {
            let known = said.entry(case).or_default();
            known.push((*question, annotator, *judgement));
            if *question == Question::Answer {
                annotators.push(annotator);
            }
        }
        annotators.sort_unstable();
        annotators.dedup();

        let mut groups: Vec<Group<'a>> = Vec::new();
        let mut records = Vec::new();
        for ((run, episode, evidence), place) in tally.episodes().zip(places(tally)) {
            let record = u32::try_from(records.len()).unwrap_or(u32::MAX);
            records.push(RecordRef {
                run: run.clone(),
                episode: episode.clone(),
                right: None,
            });
            let is_same =
                |group: &Group<'_>| group.run == run && group.condition == episode.condition;
            if !groups.last().is_some_and(is_same) {
                groups.push(Group {
                    run,
                    condition: &episode.condition,
                    label: label(run, &episode.condition, tally),
                    seen: Vec::new(),
                    unmeasured: 0,
                });
            }
            let Some(group) = groups.last_mut() else {
                continue;
            };
            if evidence.unmeasured.is_some() {
                group.unmeasured += 1;
                continue;
            }
            group
                .seen
                .push(seen(run, evidence, (record, place), &said, &annotators));
        }
        if options.draws == Draws::NumPy {
            for group in &mut groups {
                group.seen.sort_by_key(|seen| (seen.place, seen.record));
            }
        }
        let mut conditions: Vec<&str> = groups
            .iter()
            .filter(|group| !is_monitored(group.condition))
            .map(|group| group.label.as_str())
            .collect();
        conditions.sort_unstable();
        conditions.dedup();
        let has_conditions =
            conditions.len() > 1 || tally.runs.keys().any(|run| !run.is_imported());
        let judges = judges(&groups, options);
        let mut views = Self {
            groups,
            records,
            options,
            annotators,
            judges,
            has_conditions,
        };
        views.judge_records();
        views
    }

    /// Gives each record the verdict that its group goes by.
    fn judge_records(&mut self) {
        let mut records = std::mem::take(&mut self.records);
        for group in &self.groups {
            let Some(judge) = self.judge_of(group) else {
                continue;
            };
            for seen in &group.seen {
                if let Some(record) = records.get_mut(seen.record as usize) {
                    record.right = seen.verdict(judge);
                }
            }
        }
        self.records = records;
    }

    /// The columns by which rows of all tables are told apart, and those of one table: id, title, help.
    pub(super) fn columns(&self, own: &[(&str, &str, &str)]) -> Vec<Column> {
        let condition = self
            .has_conditions
            .then_some(("condition", "Condition", ""));
        Column::all([("model", "Model", "")].into_iter().chain(condition), own)
    }

    /// The cells under [`columns`](Self::columns).
    pub(super) fn row(&self, group: &Group<'_>, own: Vec<Cell>) -> Vec<Cell> {
        let mut row = vec![Cell::text(&group.run.model)];
        if self.has_conditions {
            row.push(Cell::text(&group.label));
        }
        row.extend(own);
        row
    }

    /// The name of a group in a figure.
    pub(super) fn name(&self, group: &Group<'_>) -> String {
        if self.has_conditions {
            format!("{} · {}", group.run.model, group.label)
        } else {
            group.run.model.clone()
        }
    }

    /// The groups in which something was injected and nobody watched. Where there are none, those of result files, which then say what
    /// they lack.
    pub(super) fn injected(&self) -> Vec<&Group<'a>> {
        let unwatched = || {
            self.groups
                .iter()
                .filter(|group| !is_monitored(group.condition))
        };
        let injected: Vec<&Group<'a>> = unwatched()
            .filter(|group| group.condition != Condition::Baseline.name())
            .collect();
        if injected.is_empty() {
            return unwatched()
                .filter(|group| group.run.is_imported())
                .collect();
        }
        injected
    }

    /// The judges that were asked of any of a group's answers, those among them that always failed too.
    pub(super) fn judges_of(&self, group: &Group<'_>) -> Vec<&str> {
        let was_asked = |seen: &Seen<'_>, judge: &str| {
            seen.verdict(judge).is_some() || seen.evidence.failed_judges.contains(judge)
        };
        self.judges
            .iter()
            .map(String::as_str)
            .filter(|judge| group.seen.iter().any(|seen| was_asked(seen, judge)))
            .collect()
    }

    /// The judge that figures and single rows of a group go by: the first that judged any of its answers.
    pub(super) fn judge_of(&self, group: &Group<'_>) -> Option<&str> {
        let mut judges = self.judges_of(group).into_iter();
        judges.find(|judge| group.seen.iter().any(|seen| seen.verdict(judge).is_some()))
    }
}

/// The places of all episodes in their files, in the order of [`Tally::episodes`].
fn places(tally: &Tally) -> impl Iterator<Item = u64> {
    tally
        .runs
        .values()
        .flat_map(|episodes| episodes.values().map(|record| record.place))
}

fn seen<'a>(
    run: &RunKey,
    evidence: &'a Evidence,
    (record, place): (u32, u64),
    said: &BTreeMap<&str, Vec<(Question, &str, Judgement)>>,
    annotators: &[&str],
) -> Seen<'a> {
    let mut labels = vec![None; annotators.len()];
    let mut claims: Vec<bool> = Vec::new();
    if !said.is_empty() {
        let ours = label_case(&run.model, evidence);
        let names = [evidence.case.as_str(), ours.as_str()];
        let all = names
            .into_iter()
            .filter_map(|name| said.get(name))
            .flatten();
        for (question, annotator, judgement) in all {
            match question {
                Question::Answer => {
                    if let Ok(place) = annotators.binary_search(annotator) {
                        labels[place] = Some(*judgement);
                    }
                }
                Question::Fabrication => claims.extend(judgement.verdict()),
            }
        }
    }
    let claim_label = claims
        .first()
        .copied()
        .filter(|first| claims.iter().all(|claim| claim == first));
    Seen {
        evidence,
        record,
        place,
        labels,
        claim_label,
    }
}

/// The condition, and each setting in which two runs of the tally differ.
fn label(run: &RunKey, condition: &str, tally: &Tally) -> String {
    let mut label = condition.to_owned();
    let Some(terms) = &run.terms else {
        return label;
    };
    let others = || tally.runs.keys().filter_map(|run| run.terms.as_ref());
    let mut tell_apart = |differs: bool, text: String| {
        if differs {
            label.push_str(", ");
            label.push_str(&text);
        }
    };
    tell_apart(
        others().any(|other| other.mode != terms.mode),
        format!("{} calls", terms.mode.name()),
    );
    tell_apart(
        others().any(|other| other.reading != terms.reading),
        format!("{} reading", terms.reading.name()),
    );
    tell_apart(
        is_monitored(condition) && others().any(|other| other.preset != terms.preset),
        format!("monitor at {}", terms.preset.thresholds()),
    );
    tell_apart(
        others().any(|other| other.steps != terms.steps),
        format!("{} steps", terms.steps),
    );
    tell_apart(
        others().any(|other| other.examples != terms.examples),
        format!("{} examples", terms.examples),
    );
    tell_apart(
        others().any(|other| other.sampling != terms.sampling),
        terms.sampling.clone(),
    );
    label
}

/// Whether a monitor watches in a condition.
pub(super) fn is_monitored(condition: &str) -> bool {
    Condition::unwatched_name(condition).is_some()
}

/// All judges: the one that was asked for, then those that know most of the task.
fn judges(groups: &[Group<'_>], options: &ReportOptions) -> Vec<String> {
    let mut judges: Vec<String> = Vec::new();
    for seen in groups.iter().flat_map(|group| &group.seen) {
        let evidence = seen.evidence;
        for judge in evidence.verdicts.keys().chain(&evidence.failed_judges) {
            if let Err(place) = judges.binary_search(judge) {
                judges.insert(place, judge.clone());
            }
        }
    }
    let is_labelled = groups
        .iter()
        .flat_map(|group| &group.seen)
        .any(|seen| seen.consensus().is_some());
    if is_labelled {
        judges.push(PEOPLE.into());
    }
    let rank = |judge: &str| match judge {
        judge if options.judge.as_deref() == Some(judge) => 0,
        "ensemble" => 1,
        MAJORITY => 2,
        FACTS => 3,
        "final" => 5,
        "heuristic" => 6,
        HEURISTIC_RELEASED => 7,
        HEURISTIC_PAPER => 8,
        PEOPLE => 9,
        _ => 4,
    };
    judges.sort_by_key(|judge| rank(judge));
    judges
}

impl<'a> Group<'a> {
    /// Why something is not defined for want of evidence of one kind: the column that a result file would need, or that nothing was seen.
    pub(super) fn lacks(&self, column: &str) -> String {
        if self.run.is_imported() {
            format!("not measurable: needs column {column}")
        } else {
            "no episode was measured".into()
        }
    }

    /// How many measured episodes have no verdict of a judge.
    pub(super) fn not_judged(&self, judge: &str) -> u64 {
        let without = self
            .seen
            .iter()
            .filter(|seen| seen.verdict(judge).is_none());
        without.count() as u64
    }

    /// The values of a test, of those for which it has one.
    pub(super) fn flags(&self, test: impl Fn(&Seen<'a>) -> Option<bool>) -> Vec<bool> {
        self.seen.iter().filter_map(test).collect()
    }

    /// The records of those that a test picks.
    pub(super) fn records(&self, test: impl Fn(&Seen<'a>) -> bool) -> Vec<u32> {
        let picked = self.seen.iter().filter(|seen| test(seen));
        picked.map(|seen| seen.record).collect()
    }
}
