//! Traces of one study into one report: every case is made again, its stored replies fed to its episode, and scored.

use std::{collections::BTreeMap, collections::HashSet, fmt::Write as _};

use faultline_core::{Case as _, Exchange, Runs as _, Terms, is_simulated};
use faultline_report::{CaseOrigin, RecordView, Report, TranscriptView};
use faultline_runner::{Cache, Replayed, replay, replay_case};
use faultline_wire::{LikelihoodRequest, ModelRequest};

use crate::{
    AnswerView, Draws, LabError, LabelSheet, ScoreOptions,
    adapter::{read_config, suite_of},
    case::typed_settings,
    costs::{Costs, add_costs},
    host::{Hosted, Outcome, owned},
    study::{Chains, ScoreProblem, Scoring, Source},
    table::Table,
};

/// The traces added so far, summed up, and what is needed to show any record of them.
pub(crate) struct HostedScoring<S: Hosted> {
    tally: S::Tally,
    costs: BTreeMap<S::Key, Costs>,
    sources: Vec<Replayable<S>>,
    records: Vec<S::Record>,
}

/// A source that can be replayed case by case.
struct Replayable<S: Hosted> {
    key: S::Key,
    config: S::Config,
    terms: Terms,
    cache: Cache,
}

/// A case again, with what was sent and what came of it.
struct Shown<'a, S: Hosted> {
    case: S::Case,
    config: &'a S::Config,
    replayed: Replayed,
    verdict: S::Verdict,
}

impl<S: Hosted> Default for HostedScoring<S> {
    fn default() -> Self {
        Self {
            tally: S::Tally::default(),
            costs: BTreeMap::new(),
            sources: Vec::new(),
            records: Vec::new(),
        }
    }
}

impl<S: Hosted> Scoring for HostedScoring<S> {
    fn add(&mut self, source: Source) -> Result<Vec<ScoreProblem>, LabError> {
        let config = read_config::<S>(&source.config)?;
        let key = S::key(&source.model, &source.terms, &config);
        let mut problems = Vec::new();
        let ours = suite_of::<S>(&config).to_string();
        if !source.suite.is_empty() && source.suite != ours {
            problems.push(ScoreProblem::failure(format!(
                "the trace was made by another version of the program: its suite is {}, this program makes {ours} of the same \
                 settings; only cases whose digests agree are scored",
                source.suite
            )));
        }
        S::runs(&mut self.tally).add_run(&key);
        let counted = self.add_cases(&key, &config, &source)?;
        problems.extend(counted.problems(&source));
        let costs = self.costs.entry(key.clone()).or_default();
        for facts in &source.replies {
            costs.add(facts);
        }
        self.sources.push(Replayable {
            key,
            config,
            terms: source.terms,
            cache: source.cache,
        });
        Ok(problems)
    }

    fn add_table(&mut self, table: &Table) -> Result<Vec<ScoreProblem>, LabError> {
        S::add_table(&mut self.tally, table)
    }

    fn add_verdicts(&mut self, judged: &faultline_judge::Tally) -> Result<u64, LabError> {
        S::add_verdicts(&mut self.tally, judged).map_err(LabError::Conflict)
    }

    fn report(&mut self, options: &ScoreOptions) -> Result<Report, LabError> {
        if options.draws == Draws::NumPy && !S::DRAWS_AS_NUMPY {
            return Err(LabError::NoSuchDraws(S::NAME));
        }
        let (mut report, records) = S::report(&self.tally, options)?;
        let keys = S::runs(&mut self.tally).known();
        add_costs(&mut report, keys.map(|key| self.costs.get(key)));
        for mark in report
            .figures
            .iter_mut()
            .flat_map(|figure| &mut figure.series)
            .flat_map(|series| &mut series.marks)
        {
            for record in &mut mark.records {
                *record *= S::STEPS;
            }
        }
        self.records = records;
        Ok(report)
    }

    fn chains(&self) -> Option<Box<dyn Chains>> {
        S::chains(&self.tally)
    }

    fn first_record(&self, case_id: &str) -> Option<u32> {
        let is_it = |record: &S::Record| {
            // What is known needs no case to be made.
            if let Some((case, _)) = S::known_outcome(&self.tally, record) {
                return case == case_id;
            }
            self.sources.iter().any(|source| {
                S::case_of(&source.config, record).is_some_and(|case| case.id() == case_id)
            })
        };
        let place = self
            .records
            .iter()
            .position(|record| S::step_of(record) == 0 && is_it(record));
        place.and_then(|place| Some(u32::try_from(place).ok()? * S::STEPS))
    }

    fn records(&self, records: &[u32]) -> Vec<RecordView> {
        // Records of one case follow one another, and the case is replayed once for all of them.
        let mut last: Option<(S::Key, Shown<'_, S>)> = None;
        let mut views = Vec::with_capacity(records.len());
        for record in records {
            let Some(reference) = self.record(*record) else {
                continue;
            };
            let key = S::key_of(reference);
            if let Some((case, outcome)) = S::known_outcome(&self.tally, reference) {
                views.push(record_view::<S>(*record, reference, case, outcome));
                continue;
            }
            let case = self.sources.iter().find_map(|source| {
                (source.key == *key)
                    .then(|| S::case_of(&source.config, reference))
                    .flatten()
            });
            let Some(id) = case.map(|case| case.id()) else {
                continue;
            };
            if last
                .as_ref()
                .is_none_or(|(of, shown)| of != key || shown.case.id() != id)
            {
                last = self.replay(reference).map(|shown| (key.clone(), shown));
            }
            let Some((_, shown)) = &last else { continue };
            if let Some(outcome) = S::outcome(&shown.verdict, S::step_of(reference)) {
                views.push(record_view::<S>(*record, reference, id, outcome));
            }
        }
        views
    }

    fn answers(&self) -> Vec<AnswerView> {
        S::answers(&self.tally)
    }

    fn label_sheet(&self, question: &str) -> LabelSheet {
        let questions = S::questions(&self.tally);
        let named = questions.iter().find(|known| known.name == question);
        let Some(asked) = named.or(questions.first()).map(|asked| asked.name.clone()) else {
            return LabelSheet::default();
        };
        let configs: Vec<(&S::Key, &S::Config)> = self
            .sources
            .iter()
            .map(|source| (&source.key, &source.config))
            .collect();
        let (one, several, note) = S::LABELLED;
        LabelSheet {
            items: S::label_items(&self.tally, &configs, &asked),
            questions,
            question: asked,
            noun: (one.into(), several.into()),
            note: note.into(),
        }
    }

    fn to_be_labelled(&self) -> u64 {
        let questions = S::questions(&self.tally).into_iter();
        questions.map(|question| question.count).max().unwrap_or(0)
    }

    fn transcript(&self, record: u32) -> Option<TranscriptView> {
        let reference = self.record(record)?;
        let Some(shown) = self.replay(reference) else {
            let view = S::without_replay(&self.tally, reference)?;
            return Some(numbered(view, record - record % S::STEPS));
        };
        let sent = &shown.replayed.sent;
        let mut steps = S::steps(&shown.case, &shown.replayed.transcript, &shown.verdict);
        for view in &mut steps {
            for (attempt, view_of_attempt) in view.attempts.iter_mut().enumerate() {
                let sent = sent
                    .iter()
                    .find(|sent| sent.0 == view.step && sent.1 as usize == attempt);
                if let Some((_, _, content, reply)) = sent {
                    view_of_attempt.request = messages(content);
                    view_of_attempt.raw = reply
                        .as_ref()
                        .map(|reply| reply.raw.json().to_owned())
                        .unwrap_or_default();
                }
            }
        }
        let arm = S::arm_of(reference);
        let mut other_arms: Vec<(String, u32)> = Vec::new();
        for (place, other) in (0_u32..).zip(&self.records) {
            let is_other = S::step_of(other) == 0 && S::share_task(reference, other);
            let name = S::arm_of(other);
            if is_other && name != arm && other_arms.iter().all(|(known, _)| *known != name) {
                other_arms.push((name, place * S::STEPS));
            }
        }
        let key = S::key_of(reference);
        let mut facts = S::facts(key, shown.config, &shown.case);
        facts.push(("digest", shown.case.digest().to_string()));
        let model = S::model_of(key);
        let first = record - record % S::STEPS - S::step_of(reference) * S::STEPS;
        let view = TranscriptView {
            model: model.to_owned(),
            simulated: is_simulated(model),
            case: shown.case.id(),
            origin: Self::origin(shown.config, &shown.case.id()),
            other_arms,
            arm,
            facts: owned(facts),
            opening: sent
                .first()
                .map(|sent| messages(&sent.2))
                .unwrap_or_default(),
            steps,
        };
        Some(numbered(view, first))
    }
}

/// Gives the steps of a transcript their places in the list of records, from that of the first on.
fn numbered(mut view: TranscriptView, first: u32) -> TranscriptView {
    for step in &mut view.steps {
        step.record = first + step.step;
    }
    view
}

fn record_view<S: Hosted>(
    record: u32,
    reference: &S::Record,
    case: String,
    outcome: Outcome,
) -> RecordView {
    RecordView {
        record,
        model: S::model_of(S::key_of(reference)).to_owned(),
        case,
        step: S::step_of(reference),
        outcome: outcome.words,
        gold: outcome.gold,
        state: outcome.state,
    }
}

/// What became of the cases of a source.
#[derive(Default)]
struct Counted {
    total: u64,
    not_begun: u64,
    /// The first case that another version made, and how many more there are.
    mismatched: Option<(String, u64)>,
    unused: usize,
}

impl Counted {
    fn problems(&self, source: &Source) -> Vec<ScoreProblem> {
        if let Some((first, more)) = &self.mismatched {
            let place = source
                .lines
                .get(first)
                .map_or(String::new(), |line| format!("line {line}: "));
            let more = if *more > 0 {
                format!(", nor are {more} more")
            } else {
                String::new()
            };
            return vec![ScoreProblem::failure(format!(
                "{place}case {first} was made by another version of the program (its digest differs) and is not scored{more}"
            ))];
        }
        let mut problems = Vec::new();
        if self.unused > 0 {
            problems.push(ScoreProblem::note(format!(
                "{} replies answer no request of this suite. Where another reading is scored than was run, that is what it parts from: after a call that is \
                 read differently, or a retry that was never asked for, the trace has no replies; score it as it was run. Else another version \
                 of the program made them",
                self.unused
            )));
        }
        if self.not_begun > 0 {
            problems.push(ScoreProblem::note(format!(
                "{} of {} cases were not begun; running again with the same file goes on from here",
                self.not_begun, self.total
            )));
        }
        problems
    }
}

impl<S: Hosted> HostedScoring<S> {
    /// The record of a number that a mark or a step has: whole cases are apart by as many as they have steps at most.
    fn record(&self, record: u32) -> Option<&S::Record> {
        self.records.get((record / S::STEPS) as usize)
    }

    /// What was added up so far.
    pub(crate) fn tally(&self) -> &S::Tally {
        &self.tally
    }

    fn add_cases(
        &mut self,
        key: &S::Key,
        config: &S::Config,
        source: &Source,
    ) -> Result<Counted, LabError> {
        let mut used = HashSet::new();
        let mut counted = Counted::default();
        let passed_over = replay::<S, LabError>(
            config,
            &source.terms,
            &source.cache,
            |case| source.cases.contains_key(case),
            |case, transcript, begun| {
                counted.total += 1;
                let (id, digest) = (case.id(), case.digest());
                let stored = source.cases.get(&id);
                if stored.is_some_and(|stored| *stored != digest) {
                    match &mut counted.mismatched {
                        Some((_, more)) => *more += 1,
                        none => *none = Some((id, 0)),
                    }
                    return Ok(());
                }
                if !begun {
                    counted.not_begun += 1;
                    return Ok(());
                }
                let exchanges = transcript.exchanges.iter();
                used.extend(exchanges.filter_map(|exchange| exchange.request));
                let scored = transcript.scored.iter();
                used.extend(scored.filter_map(|text| text.request));
                let verdict = S::score(case, transcript);
                S::add_case(&mut self.tally, key, config, case, digest, verdict)
                    .map_err(|conflict| LabError::Conflict(conflict.to_string()))
            },
        )?;
        counted.total += passed_over;
        counted.not_begun += passed_over;
        let usable = source
            .replies
            .iter()
            .filter(|facts| facts.failure.is_none());
        counted.unused = usable
            .filter(|facts| !used.contains(&facts.request))
            .count();
        Ok(counted)
    }

    /// What a case can be made of again, where it can be shown by itself.
    fn origin(config: &S::Config, case: &str) -> Option<CaseOrigin> {
        S::named(config, case)?;
        Some(CaseOrigin {
            study: S::NAME.into(),
            settings: typed_settings::<S>(config).into_iter().collect(),
        })
    }

    /// The case of a record, replayed from the source that measured most of it.
    fn replay(&self, record: &S::Record) -> Option<Shown<'_, S>> {
        let of_key = self
            .sources
            .iter()
            .filter(|source| source.key == *S::key_of(record));
        let replayed = of_key.filter_map(|source| {
            let case = S::case_of(&source.config, record)?;
            let replayed = replay_case::<S>(&case, &source.terms, &source.cache);
            Some((case, &source.config, replayed))
        });
        let measured = |replayed: &Replayed| {
            let is_measured = |exchange: &&Exchange| exchange.outcome.is_ok();
            let transcript = &replayed.transcript;
            let scored = transcript.scored.iter();
            transcript.exchanges.iter().filter(is_measured).count()
                + scored.filter(|text| text.outcome.is_ok()).count()
        };
        let (case, config, replayed) = replayed.max_by_key(|(.., replayed)| measured(replayed))?;
        Some(Shown {
            verdict: S::score(&case, &replayed.transcript),
            case,
            config,
            replayed,
        })
    }
}

/// The messages of a request as they are shown, role and content; of a text that is scored, what stands before it and the text.
fn messages(content: &ModelRequest) -> Vec<(String, String)> {
    let chat = match content {
        ModelRequest::Chat(chat) => chat,
        ModelRequest::Likelihood(LikelihoodRequest { text }) => {
            return vec![
                ("context".into(), text.context.to_string()),
                ("continuation".into(), text.continuation.clone()),
            ];
        }
    };
    chat.messages
        .iter()
        .map(|message| {
            let role = serde_json::to_value(message.role)
                .ok()
                .and_then(|role| role.as_str().map(str::to_owned));
            let mut text = message.content.clone().unwrap_or_default();
            for call in &message.tool_calls {
                if !text.is_empty() {
                    text.push('\n');
                }
                // Writing to a string can't fail.
                write!(text, "{} {}", call.name, call.arguments).unwrap_or_default();
            }
            (role.unwrap_or_default(), text)
        })
        .collect()
}
