//! Files in, one report out.

use std::collections::BTreeMap;

use faultline_core::{PromptedForm, ReadingRule, Terms, Usage};
use faultline_judge::{Config, Item, Judge};
use faultline_report::{RecordView, Report, TranscriptView};
use faultline_runner::Cache;
use faultline_traces::{ExchangeLine, Header};
use faultline_wire::{read_reply, stored_scores};

use crate::{
    AnswerView, FileReport, LabError, LabelSheet, ScoreOptions, StudyId,
    open_file::{OpenFile, ReadFile},
    scoring::HostedScoring,
    study::{Chains, ScoreProblem, Scoring, Source, StoredFacts},
    table::Table,
};

/// Opened trace files of one study.
#[derive(Debug, Default)]
pub struct Session {
    open: Option<OpenFile>,
    files: Vec<ReadFile>,
}

/// What came of scoring.
pub struct Scored {
    /// The report.
    pub report: Report,
    /// What the reader must know of the files, with the file's name.
    pub problems: Vec<(String, String)>,
    /// Whether something in the files could not be scored: a config that can't be read, cases of another version.
    pub has_failures: bool,
    scoring: Box<dyn Scoring>,
    /// The chains that are still to be run.
    chains: Option<Box<dyn Chains>>,
}

impl std::fmt::Debug for Scored {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scored")
            .field("report", &self.report)
            .field("problems", &self.problems)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// A session without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a file; one that was begun before is closed.
    pub fn open(&mut self, name: &str) {
        if self.open.is_some() {
            self.close();
        }
        self.open = Some(OpenFile::new(name));
    }

    /// Takes the next bytes of the file that was begun. Gives back whether more of them can add anything: the rest of what is
    /// no trace needs not be read.
    pub fn feed(&mut self, bytes: &[u8]) -> bool {
        self.open.as_mut().is_some_and(|open| open.feed(bytes))
    }

    /// Ends the file that was begun, and says what it is.
    pub fn close(&mut self) -> FileReport {
        let Some(open) = self.open.take() else {
            return FileReport::default();
        };
        let (file, report) = open.close();
        self.files.push(file);
        report
    }

    /// Puts a file in place of the one of this name, if there is one; without bytes that one is only taken out.
    pub fn replace(&mut self, name: &str, bytes: &[u8]) {
        self.files.retain(|file| file.name != name);
        if !bytes.is_empty() {
            self.open(name);
            self.feed(bytes);
            self.close();
        }
    }

    /// The tables among the files.
    pub(crate) fn tables(&self) -> impl Iterator<Item = &Table> {
        self.files.iter().filter_map(|file| file.table.as_ref())
    }

    /// Scores all files that are traces into one report, rows by model. A reading other than that of a run executes the replies
    /// afresh; where that leads to a request that was never sent, the rest of the case is not measured.
    ///
    /// # Errors
    /// No file is a trace, they are of several studies, the same case stands in two with different replies, or the study has no
    /// such draws.
    pub fn score(&self, options: &ScoreOptions) -> Result<Scored, LabError> {
        let study = self.study()?;
        let mut scored = Scored::new(study);
        let mut first_error = None;
        let mut added = 0_usize;
        let mut judges = HostedScoring::<Judge>::default();
        for file in &self.files {
            let found = match (&file.header, &file.table) {
                (Some(header), _) => {
                    let source = Source {
                        lines: file.lines.clone(),
                        ..source(header, &file.exchanges, options.reading)
                    };
                    if header.study == study.name() {
                        scored.scoring.add(source)
                    } else if header.study == StudyId::Judge.name() {
                        judges.add(source)
                    } else {
                        continue;
                    }
                }
                (None, Some(table)) => scored.scoring.add_table(table),
                (None, None) => continue,
            };
            match found {
                Ok(found) => {
                    added += 1;
                    scored.note(&file.name, found);
                }
                Err(error @ LabError::Config(_)) => {
                    scored.note(&file.name, vec![ScoreProblem::failure(error.to_string())]);
                    first_error.get_or_insert(error);
                }
                Err(LabError::Conflict(cause)) => {
                    return Err(LabError::Conflict(format!("{}: {cause}", file.name)));
                }
                Err(error) => return Err(error),
            }
        }
        if let Some(error) = first_error.filter(|_| added == 0) {
            return Err(LabError::NothingToScore(error.to_string()));
        }
        let unknown = scored.scoring.add_verdicts(judges.tally())?;
        if unknown > 0 {
            scored.note(
                "verdicts",
                vec![ScoreProblem::note(format!(
                    "{unknown} verdicts are on answers that stand in none of the files"
                ))],
            );
        }
        scored.report = scored.scoring.report(options)?;
        if !options.chains {
            let chains = scored.scoring.chains();
            scored.chains = chains.filter(|chains| chains.progress().1 > 0);
        }
        Ok(scored)
    }

    /// The one study that the files are of; a judge's traces are of whatever study they stand beside.
    fn study(&self) -> Result<StudyId, LabError> {
        let mut studies = Vec::new();
        let mut unknown = None;
        for file in &self.files {
            let study = match (&file.header, &file.table) {
                (Some(header), _) => StudyId::named(&header.study),
                (None, Some(table)) => Ok(table.study),
                (None, None) => continue,
            };
            match study {
                Ok(study) => {
                    if let Err(place) = studies.binary_search(&study) {
                        studies.insert(place, study);
                    }
                }
                Err(error) => {
                    unknown.get_or_insert(error);
                }
            }
        }
        if studies.len() > 1 {
            studies.retain(|study| *study != StudyId::Judge);
        }
        match studies.as_slice() {
            [one] => Ok(*one),
            [] => Err(LabError::NothingToScore(match unknown {
                Some(error) => error.to_string(),
                None => "no file is a trace".into(),
            })),
            several => {
                let names: Vec<&str> = several.iter().map(|study| study.name()).collect();
                Err(LabError::SeveralStudies(names.join(", ")))
            }
        }
    }
}

/// What is scored of a trace.
pub(crate) fn source(
    header: &Header,
    exchanges: &[ExchangeLine],
    reading: Option<ReadingRule>,
) -> Source {
    let terms = Terms {
        mode: header.mode,
        reading: reading.unwrap_or(header.reading),
        sampling: header.sampling,
    };
    let mut source = Source {
        model: header.model.clone(),
        config: header.config.clone(),
        suite: header.suite.clone(),
        terms,
        ..Source::default()
    };
    let mut cache = Cache::default();
    let mut cases = BTreeMap::new();
    for exchange in exchanges {
        cases
            .entry(exchange.case.clone())
            .or_insert(exchange.digest);
        let read = match stored_scores(&exchange.reply) {
            Some(scores) => scores.map(|()| Usage::default()),
            // Which tools were on offer matters for the names of calls only, not for whether a reply is usable.
            None => read_reply(&exchange.reply, terms.mode, PromptedForm::default(), &[])
                .map(|reading| reading.usage),
        };
        let usage = exchange.reply.usage;
        let reported = read.clone().unwrap_or_default();
        source.replies.push(StoredFacts {
            request: exchange.ask,
            usage: Usage {
                input: usage.input.or(reported.input),
                output: usage.output.or(reported.output),
            },
            ms: exchange.reply.ms,
            failure: read.as_ref().err().map(|cause| cause.kind.clone()),
            limits: exchange.reply.limits.clone(),
            dropped: exchange.reply.dropped.clone(),
        });
        match read {
            Ok(_) => cache.put(exchange.ask, exchange.reply.clone()),
            Err(cause) => cache.put_failure(exchange.ask, cause),
        }
    }
    (source.cache, source.cases) = (cache, cases);
    source
}

impl Scored {
    /// Scores one source, such as a run that is under way.
    pub(crate) fn of_source(
        study: StudyId,
        source: Source,
        options: &ScoreOptions,
    ) -> Result<Self, LabError> {
        let mut scored = Self::new(study);
        let name = source.model.clone();
        let found = scored.scoring.add(source)?;
        scored.note(&name, found);
        scored.report = scored.scoring.report(options)?;
        Ok(scored)
    }

    fn new(study: StudyId) -> Self {
        Self {
            report: Report::default(),
            problems: Vec::new(),
            has_failures: false,
            scoring: study.adapter().scoring(),
            chains: None,
        }
    }

    fn note(&mut self, file: &str, problems: Vec<ScoreProblem>) {
        for problem in problems {
            self.has_failures |= problem.is_failure;
            self.problems.push((file.to_owned(), problem.cause));
        }
    }

    /// How many of the chains that the report wants were run, and how many there are; none where all were, or none is wanted.
    pub fn sampling(&self) -> Option<(u32, u32)> {
        self.chains.as_ref().map(|chains| chains.progress())
    }

    /// Runs one more chain; gives back whether there are more. After the last the report holds what they show.
    pub fn sample(&mut self) -> bool {
        let are_more = self.chains.as_mut().is_some_and(|chains| chains.advance());
        if !are_more && let Some(chains) = self.chains.take() {
            chains.fill(&mut self.report);
        }
        are_more
    }

    /// The records behind a mark, by the figure's id and the places of series and mark.
    pub fn records_behind(&self, figure: &str, series: usize, mark: usize) -> Vec<RecordView> {
        let figure = self
            .report
            .figures
            .iter()
            .find(|candidate| candidate.id == figure);
        let mark = figure.and_then(|figure| figure.series.get(series)?.marks.get(mark));
        mark.map(|mark| self.scoring.records(&mark.records))
            .unwrap_or_default()
    }

    /// The answers of the scored runs, each once, for people or a model to judge.
    pub fn answers(&self) -> Vec<AnswerView> {
        self.scoring.answers()
    }

    /// What people are asked of the scored runs, and what the question of this name is asked of; the first where there is none of the name.
    pub fn label_sheet(&self, question: &str) -> LabelSheet {
        self.scoring.label_sheet(question)
    }

    /// How much there is for people to label: of how many items the question is asked that is asked of most.
    pub fn to_be_labelled(&self) -> u64 {
        self.scoring.to_be_labelled()
    }

    /// The config of a judge of these answers.
    ///
    /// # Errors
    /// There are none, or the study's cases have no answers in words.
    pub fn to_be_judged(&self) -> Result<serde_json::Value, LabError> {
        let items = self.answers().into_iter().map(|answer| Item {
            model: answer.model,
            case: answer.case,
            task: answer.task,
            query: answer.query,
            reference: answer.reference,
            answer: answer.answer,
        });
        let config = Config {
            items: items.collect(),
        };
        if config.items.is_empty() {
            return Err(LabError::NothingToJudge(self.report.study.clone()));
        }
        serde_json::to_value(config).map_err(|error| LabError::Config(error.to_string()))
    }

    /// The transcript of a case, by its id.
    pub fn transcript_of(&self, case: &str) -> Option<TranscriptView> {
        self.transcript(self.scoring.first_record(case)?)
    }

    /// The transcript that holds a record.
    pub fn transcript(&self, record: u32) -> Option<TranscriptView> {
        self.scoring.transcript(record)
    }
}

#[cfg(all(test, feature = "nuts"))]
mod tests {
    use super::*;
    use crate::{Demo, Run, RunSpec, Step};

    #[test]
    fn chains_run_one_by_one_give_the_report_that_all_at_once_give() {
        let spec = RunSpec {
            settings: [("tasks".into(), "3".into())].into(),
            ..Demo::spec()
        };
        let mut run = Run::start(&spec, None, "").unwrap();
        let mut session = Session::new();
        session.open("t");
        session.feed(run.header_line().unwrap_or_default().as_bytes());
        while let Step::Send(request) = run.next_step(0) {
            let reply = run.simulate(&request).unwrap();
            let line = run.handle(request.id, reply, &[], 0, "");
            session.feed(line.unwrap_or_default().as_bytes());
        }
        session.close();
        let whole = session.score(&ScoreOptions::default()).unwrap();
        assert_eq!(whole.sampling(), None);
        let options = ScoreOptions {
            chains: false,
            ..ScoreOptions::default()
        };
        let mut scored = session.score(&options).unwrap();
        assert_eq!(scored.sampling(), Some((0, 8)));
        assert!(scored.report != whole.report && scored.sample());
        assert_eq!(scored.sampling(), Some((1, 8)));
        while scored.sample() {}
        assert_eq!(scored.sampling(), None);
        assert_eq!(scored.report, whole.report);
    }
}
