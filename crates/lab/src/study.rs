//! The one table of studies, and what each must give.

use std::collections::BTreeMap;

use faultline_core::{Digest, Field, FieldKind, Reply, Study as _, Terms, typed_value};
use faultline_report::{RecordView, Report, TranscriptView};
use faultline_runner::{Budget, Cache, Counts, Handled, Request, Step};
use serde_json::Value;

use faultline_boundary::Boundary;
use faultline_injection::Injection;
use faultline_judge::Judge;
use faultline_perturbation::Perturbation;
use faultline_propagation::Propagation;

use crate::{
    AnswerView, CaseSpec, CaseView, Forecast, LabError, LabelSheet, PolicyInfo, ScoreOptions,
    SettingInfo, StudyInfo,
    adapter::Host,
    host::Hosted as _,
    table::{Table, TableKind},
};

/// The studies. One that is not here does not compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StudyId {
    /// How fast does a chain fall apart once a call is wrong, and how much of that is the scoring rule?
    Propagation,
    /// Does a corrupted parameter reach the answer, and does a judge or a monitor notice?
    Injection,
    /// Which stage of one call breaks first under stress on interface, intent, output or runtime?
    Perturbation,
    /// Does the model's own likelihood notice a bad tool return as it arrives?
    Boundary,
    /// Does an answer substantively match its reference, as a model sees it?
    Judge,
}

/// The studies of models that call tools: name, question, and the name of the page's sample that a real model made. A judge of their answers
/// is none of them. The page's first view links this table alone; [`StudyId`] brings the studies themselves.
pub const QUESTIONS: [(&str, &str, &str); 4] = [
    (Propagation::NAME, Propagation::QUESTION, "gemma-3-270m"),
    (
        Injection::NAME,
        Injection::QUESTION,
        "gemma-3-270m-injection",
    ),
    (
        Perturbation::NAME,
        Perturbation::QUESTION,
        "gemma-3-270m-perturbation",
    ),
    (Boundary::NAME, Boundary::QUESTION, "gemma-3-270m-boundary"),
];

impl StudyId {
    /// All studies.
    pub const ALL: [Self; 5] = [
        Self::Propagation,
        Self::Injection,
        Self::Perturbation,
        Self::Boundary,
        Self::Judge,
    ];

    /// The study of this name.
    ///
    /// # Errors
    /// There is none of this name.
    pub fn named(name: &str) -> Result<Self, LabError> {
        Self::ALL
            .into_iter()
            .find(|study| study.adapter().name() == name)
            .ok_or_else(|| LabError::UnknownStudy {
                name: name.into(),
                known: Self::ALL.map(|study| study.adapter().name()).join(", "),
            })
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.adapter().name()
    }

    pub(crate) fn adapter(self) -> &'static dyn Adapter {
        match self {
            Self::Propagation => &const { Host::<Propagation>::new() },
            Self::Injection => &const { Host::<Injection>::new() },
            Self::Perturbation => &const { Host::<Perturbation>::new() },
            Self::Boundary => &const { Host::<Boundary>::new() },
            Self::Judge => &const { Host::<Judge>::new() },
        }
    }

    /// The tables of its report that a terminal shows unasked, by id.
    pub fn brief_tables(self) -> &'static [&'static str] {
        self.adapter().brief_tables()
    }

    /// The study that has a use for a table with these columns, and which.
    pub(crate) fn of_table(columns: &[String]) -> Option<(Self, TableKind)> {
        // Later studies tell their tables by a column of their own, earlier ones by what many tables have.
        Self::ALL
            .into_iter()
            .rev()
            .find_map(|study| Some((study, study.adapter().table_kind(columns)?)))
    }

    /// What a form needs.
    pub fn info(self) -> StudyInfo {
        let adapter = self.adapter();
        let defaults = adapter.config(&BTreeMap::new()).unwrap_or_default();
        let settings = adapter
            .fields()
            .iter()
            .map(|field| setting_info(field, &defaults[field.key]))
            .collect();
        StudyInfo {
            name: adapter.name().into(),
            question: adapter.question().into(),
            settings,
            policies: adapter.policies(),
            scores_texts: adapter.scores_texts(),
            shows_cases: adapter.shows_cases(),
        }
    }

    /// Whether it asks how likely a text is, which not every provider can say.
    pub fn scores_texts(self) -> bool {
        self.adapter().scores_texts()
    }

    /// The JSON Schema of its config.
    pub fn config_schema(self) -> Value {
        faultline_core::config_schema(
            &format!("Settings of the {} study", self.name()),
            &self.adapter().fields(),
        )
    }

    /// The config that these settings give.
    ///
    /// # Errors
    /// An unknown setting or a value that does not fit.
    pub fn config(self, settings: &BTreeMap<String, String>) -> Result<Value, LabError> {
        self.adapter().config(settings)
    }

    /// The text of a setting that is made from files, by the names of the files: what can then stand among the settings.
    ///
    /// # Errors
    /// A setting that takes no files, a file that is missing or too long, or what the study can't read, with file and place.
    pub fn setting_of_files(
        self,
        key: &str,
        files: &BTreeMap<String, Vec<u8>>,
    ) -> Result<String, LabError> {
        let fields = self.adapter().fields();
        let field = fields.iter().find(|field| field.key == key);
        let Some(FieldKind::Files {
            names, max_bytes, ..
        }) = field.map(|field| &field.kind)
        else {
            return Err(LabError::Setting(format!("{key} is not made from files")));
        };
        for name in *names {
            let file = files.get(*name);
            let file = file.ok_or_else(|| LabError::Setting(format!("{key} lacks {name}")))?;
            if file.len() as u64 > *max_bytes {
                let cause = format!("{name} is longer than {max_bytes} bytes");
                return Err(LabError::Setting(cause));
            }
        }
        let value = self.adapter().value_of_files(key, files)?;
        Ok(value.to_string())
    }

    /// What is in the text of such a setting, in counts with their names, for whoever handed over the files; empty where there is nothing
    /// to count.
    pub fn counts_of_files(self, key: &str, setting: &str) -> Vec<(String, u64)> {
        let value = serde_json::from_str(setting).unwrap_or_default();
        self.adapter().counts_of_files(key, &value)
    }

    /// The text of a setting as the header of a trace has it; absent where the trace begins with no header that has it.
    pub fn setting_of_trace(key: &str, trace: &[u8]) -> Option<String> {
        let line = trace.split(|byte| *byte == b'\n').next()?;
        let header: Value = serde_json::from_slice(line).ok()?;
        header.get("config")?.get(key).map(typed_value)
    }

    /// Checks that a model is one that can be run: a live one by any name, a simulated policy by one of this study's.
    ///
    /// # Errors
    /// A simulated policy that there is not.
    pub fn check_model(self, model: &str) -> Result<(), LabError> {
        match model.strip_prefix("sim:") {
            Some(_) => self.adapter().respondent(model).map(drop),
            None => Ok(()),
        }
    }

    /// Its cases as JSON, one a call.
    ///
    /// # Errors
    /// A config that is not one of this study's.
    pub fn generate(self, config: &Value) -> Result<Box<dyn Iterator<Item = Value>>, LabError> {
        self.adapter().generate(config)
    }
}

fn setting_info(field: &Field, default: &Value) -> SettingInfo {
    let default = typed_value(default);
    let (mut files, mut max_file_bytes) = (Vec::new(), 0);
    let (options, min, max, list) = match &field.kind {
        FieldKind::Count { min, max } => (Vec::new(), Some(*min), Some(*max), false),
        FieldKind::Counts { min, max } => (Vec::new(), Some(*min), Some(*max), true),
        FieldKind::Choice { options } => {
            let options = options
                .iter()
                .map(|(name, help)| ((*name).to_owned(), (*help).to_owned()));
            (options.collect(), None, None, false)
        }
        FieldKind::Choices { options } => {
            let options = options
                .iter()
                .map(|(name, help)| ((*name).to_owned(), (*help).to_owned()));
            (options.collect(), None, None, true)
        }
        FieldKind::Files {
            names, max_bytes, ..
        } => {
            files = names.iter().map(|name| (*name).to_owned()).collect();
            max_file_bytes = *max_bytes;
            (Vec::new(), None, None, false)
        }
    };
    SettingInfo {
        key: field.key.into(),
        title: field.title.into(),
        help: field.help.into(),
        default,
        options,
        min,
        max,
        list,
        files,
        max_file_bytes,
    }
}

/// What the lab needs of a study, whatever its types.
pub(crate) trait Adapter: Sync {
    fn name(&self) -> &'static str;
    fn question(&self) -> &'static str;
    /// Whether its episodes ask how likely a text is.
    fn scores_texts(&self) -> bool;
    fn table_kind(&self, columns: &[String]) -> Option<TableKind>;
    /// The tables that it has a use for: what they are, and the columns by which they are known.
    fn tables(&self) -> &'static [(&'static str, &'static str)];
    fn brief_tables(&self) -> &'static [&'static str];
    fn fields(&self) -> Vec<Field>;
    fn policies(&self) -> Vec<PolicyInfo>;
    fn config(&self, settings: &BTreeMap<String, String>) -> Result<Value, LabError>;
    /// What a setting is that is made from these files, all of those that it needs.
    fn value_of_files(
        &self,
        key: &str,
        files: &BTreeMap<String, Vec<u8>>,
    ) -> Result<Value, LabError>;
    /// What is in such a value, in counts with their names.
    fn counts_of_files(&self, key: &str, value: &Value) -> Vec<(String, u64)>;
    /// A digest of the suite: of the config but for the number of tasks, and of what the generator makes of it.
    fn suite(&self, config: &Value) -> Result<Digest, LabError>;
    fn generate(&self, config: &Value) -> Result<Box<dyn Iterator<Item = Value>>, LabError>;
    fn forecast(&self, config: &Value, terms: &Terms) -> Result<Forecast, LabError>;
    fn drive(
        &self,
        config: &Value,
        terms: Terms,
        cache: Cache,
        budget: Budget,
        concurrency: u32,
    ) -> Result<Box<dyn Drive>, LabError>;
    fn respondent(&self, spec: &str) -> Result<Box<dyn Respond>, LabError>;
    fn scoring(&self) -> Box<dyn Scoring>;
    /// Whether its cases can be shown by themselves.
    fn shows_cases(&self) -> bool;
    /// One case, with what came of a person's replies to it.
    fn case(&self, config: &Value, spec: &CaseSpec) -> Result<CaseView, LabError>;
}

/// A live run.
pub(crate) trait Drive {
    fn next_step(&mut self, now_ms: u64) -> Step;
    fn handle(
        &mut self,
        id: u64,
        reply: Reply,
        headers: &[(String, String)],
        now_ms: u64,
    ) -> Option<Handled>;
    fn stop(&mut self, cause: faultline_core::Unmeasured);
    /// The next case that ended since the last step, and whether any of its steps was not measured.
    fn ended(&mut self) -> Option<(String, bool)>;
    fn counts(&self) -> Counts;
    fn in_flight(&self) -> usize;
}

/// A simulated policy.
pub(crate) trait Respond {
    fn answer(&mut self, request: &Request) -> Reply;
}

/// What the reader of a report must know of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScoreProblem {
    pub(crate) cause: String,
    /// Whether something that was asked for could not be scored, not only that there is more to run.
    pub(crate) is_failure: bool,
}

impl ScoreProblem {
    pub(crate) fn failure(cause: String) -> Self {
        Self {
            cause,
            is_failure: true,
        }
    }

    pub(crate) fn note(cause: String) -> Self {
        Self {
            cause,
            is_failure: false,
        }
    }
}

/// One trace to be scored.
#[derive(Clone, Debug, Default)]
pub(crate) struct Source {
    pub(crate) model: String,
    pub(crate) config: Value,
    /// The digest of the suite as the trace has it; may be empty.
    pub(crate) suite: String,
    pub(crate) terms: Terms,
    pub(crate) cache: Cache,
    /// The digest of each case as the trace has it.
    pub(crate) cases: BTreeMap<String, Digest>,
    /// The line on which each case first stands, where the trace is a file.
    pub(crate) lines: BTreeMap<String, u64>,
    /// Different requests of which the trace has a usable reply.
    pub(crate) replies: Vec<StoredFacts>,
}

/// What a stored exchange says beside its reply.
#[derive(Clone, Debug)]
pub(crate) struct StoredFacts {
    pub(crate) request: Digest,
    pub(crate) usage: faultline_core::Usage,
    pub(crate) ms: u32,
    pub(crate) failure: Option<String>,
    pub(crate) limits: Vec<faultline_core::LimitFact>,
    pub(crate) dropped: Vec<String>,
}

/// Markov chains that a report wants, run one after the other.
pub(crate) trait Chains {
    /// How many were run, and how many there are.
    fn progress(&self) -> (u32, u32);
    /// Runs the next; gives back whether there are more.
    fn advance(&mut self) -> bool;
    /// Puts what was sampled into the report.
    fn fill(&self, report: &mut Report);
}

/// Scores traces of one study into one report.
pub(crate) trait Scoring {
    /// Adds a trace; gives back what the reader must know of it.
    fn add(&mut self, source: Source) -> Result<Vec<ScoreProblem>, LabError>;
    /// Adds a table of the study's; gives back what the reader must know of it.
    fn add_table(&mut self, table: &Table) -> Result<Vec<ScoreProblem>, LabError>;
    /// Adds what models said as judges; gives back how many verdicts are on answers that are not there.
    fn add_verdicts(&mut self, judged: &faultline_judge::Tally) -> Result<u64, LabError>;
    /// The report, after which records can be asked for.
    fn report(&mut self, options: &ScoreOptions) -> Result<Report, LabError>;
    /// The chains that the report wants; none where it has nothing to sample.
    fn chains(&self) -> Option<Box<dyn Chains>>;
    /// The first record of a case, by the case's id.
    fn first_record(&self, case: &str) -> Option<u32>;
    /// Records as a list shows them; what is no record is left out.
    fn records(&self, records: &[u32]) -> Vec<RecordView>;
    fn transcript(&self, record: u32) -> Option<TranscriptView>;
    /// The answers in words, each once.
    fn answers(&self) -> Vec<AnswerView>;
    /// What people are asked, and what the question of this name is asked of; the first where there is none of the name.
    fn label_sheet(&self, question: &str) -> LabelSheet;
    /// Of how many items the question is asked that is asked of most.
    fn to_be_labelled(&self) -> u64;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_study_but_the_judge_has_its_question() {
        let asked = QUESTIONS.map(|(name, question, _)| (name, question));
        let all = StudyId::ALL.into_iter();
        let expected: Vec<_> = all
            .filter(|study| *study != StudyId::Judge)
            .map(|study| (study.name(), study.adapter().question()))
            .collect();
        assert_eq!(asked[..], expected);
    }

    #[test]
    fn a_setting_is_made_from_all_of_its_files_or_from_none() {
        let files = |names: &[(&str, &str)]| {
            let files = names.iter();
            files
                .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()))
                .collect::<BTreeMap<_, _>>()
        };
        let empty = r#"{"users": {}, "orders": {}, "products": {}}"#;
        let whole = files(&[("tasks.json", "[]"), ("db.json", empty)]);
        let long = " ".repeat((8 << 20) + 1);
        for (study, key, given, expected) in [
            (
                StudyId::Boundary,
                "source",
                &files(&[("db.json", empty)]),
                "source lacks tasks.json",
            ),
            (
                StudyId::Boundary,
                "source",
                &files(&[("tasks.json", &long), ("db.json", empty)]),
                "tasks.json is longer than 8388608 bytes",
            ),
            (
                StudyId::Boundary,
                "source",
                &files(&[("tasks.json", "[]"), ("db.json", "{}")]),
                "db.json: missing field `users` at line 1 column 2",
            ),
            (
                StudyId::Boundary,
                "tasks",
                &whole,
                "tasks is not made from files",
            ),
            (
                StudyId::Propagation,
                "source",
                &whole,
                "source is not made from files",
            ),
        ] {
            let error = study.setting_of_files(key, given).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
        let text = StudyId::Boundary
            .setting_of_files("source", &whole)
            .unwrap();
        let settings = BTreeMap::from([("source".to_owned(), text)]);
        let config = StudyId::Boundary.config(&settings).unwrap();
        assert_eq!(config["source"]["imported"]["inclusion"]["tasks"], 0);
        let source = StudyId::Boundary.info().settings.remove(0);
        assert_eq!(
            (source.default.as_str(), source.files.len()),
            ("generated", 2)
        );
    }
}
