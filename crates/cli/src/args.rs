//! The command line's words.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use clap::{Args, Parser, Subcommand, ValueEnum};
use faultline_core::{CallingMode, ReadingRule, typed_value};
use faultline_lab::{Draws, ScoreOptions, SettingInfo, StudyId};
use faultline_wire::ScoringWay;
use serde_json::Value;

/// The longest file of settings, in bytes.
const LONGEST_CONFIG: u64 = 1 << 20;

/// Finds where a tool-calling agent first goes wrong, and what that first error costs every later step.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "Example: faultline run --study propagation --model sim:noisy,p=0.7 --out t.jsonl && faultline score t.jsonl"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Prints a study's cases, one JSON object a line.
    #[command(
        after_help = "Example: faultline generate --study propagation --set tasks=10 --set depths=1,4 | head -1"
    )]
    Generate(GenerateArguments),
    /// Runs a model on a study, and goes on with a run that was cut short.
    #[command(after_help = "Examples:
  faultline run --study propagation --model sim:noisy,p=0.7 --set tasks=60 --out t.jsonl
  faultline run --study propagation --model llama-3.1-8b-instant --url https://api.groq.com/openai/v1 --key-env GROQ_API_KEY --out t.jsonl

The same command goes on from what --out holds. Without --out the trace goes to standard output.")]
    Run(RunArguments),
    /// Asks a model whether the answers in traces match their references, which makes it a judge.
    #[command(after_help = "Examples:
  faultline judge t.jsonl --model sim:noisy,miss=0.2 --out judged.jsonl && faultline score t.jsonl judged.jsonl
  faultline judge t.jsonl --model gpt-4o-mini --url https://api.openai.com/v1 --key-env OPENAI_API_KEY --out judged.jsonl

The judge sees question, reference and answer. Scored together with what it judged, its verdicts are one more judge's.")]
    Judge(JudgeArguments),
    /// Scores traces, result files and labels of one study into one report.
    #[command(after_help = "Examples:
  faultline score a.jsonl b.jsonl.gz --json | jq .report.tables.by_depth.rows
  faultline score results.csv labels.csv --html > report.html")]
    Score(ScoreArguments),
    /// Says what files are and what can be scored from each.
    #[command(after_help = "Example: faultline inspect t.jsonl results.csv")]
    Inspect(InspectArguments),
    /// Serves the page on the loopback address.
    #[command(after_help = "Example: faultline serve --port 8080")]
    Serve(ServeArguments),
    /// Prints the JSON Schema of traces, reports or a study's settings.
    #[command(after_help = "Example: faultline schema config --study propagation")]
    Schema(SchemaArguments),
}

/// A study and its settings.
#[derive(Debug, Args)]
pub(crate) struct StudyArguments {
    /// The study.
    #[arg(long, default_value = "propagation", value_name = "S")]
    pub(crate) study: String,
    /// A file of settings: a JSON object, as `faultline schema config` describes.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// A setting; repeatable, and stronger than --config. Lists go by comma: --set depths=1,2,4. What is made from files takes
    /// their folder: --set source=DIR.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) settings: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct GenerateArguments {
    #[command(flatten)]
    pub(crate) study: StudyArguments,
}

#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) study: StudyArguments,
    #[command(flatten)]
    pub(crate) model: ModelArguments,
}

#[derive(Debug, Args)]
pub(crate) struct JudgeArguments {
    /// Traces or result files whose answers are judged; each answer once.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) model: ModelArguments,
}

/// Who answers, and how much.
#[derive(Debug, Args)]
pub(crate) struct ModelArguments {
    /// The model's name, or a simulated policy such as sim:oracle; an unknown one is answered with those that the study has.
    #[arg(long, value_name = "M")]
    pub(crate) model: String,
    /// The endpoint of a live model, OpenAI-compatible, such as `http://127.0.0.1:8080/v1`.
    #[arg(long, value_name = "BASE")]
    pub(crate) url: Option<String>,
    /// The environment variable that holds the key; a key is never an argument.
    #[arg(long, value_name = "NAME")]
    pub(crate) key_env: Option<String>,
    /// How the model is asked how likely a text is, in a study that asks for it: echo, `prompt_logprobs` or forced. Every way is tried with a
    /// small request before the run, a chosen one too; auto tries one after the other, and first what the provider is known for.
    #[arg(long, default_value = "auto", value_name = "WAY")]
    pub(crate) likelihood: ChosenWay,
    /// How calls are made: prompted or native.
    #[arg(long, default_value = "prompted")]
    pub(crate) mode: CallingMode,
    /// Which reading of a reply is executed: strict or lenient.
    #[arg(long, default_value = "lenient")]
    pub(crate) reading: ReadingRule,
    /// The trace. If it exists, the run goes on from it.
    #[arg(long, value_name = "T.jsonl")]
    pub(crate) out: Option<PathBuf>,
    /// Requests at once.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) concurrency: u32,
    /// Seconds to wait for a reply.
    #[arg(long, default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: u64,
    /// 0 is greedy.
    #[arg(long, default_value_t = 0.0, value_parser = temperature)]
    pub(crate) temperature: f64,
    /// The most tokens of one answer.
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) answer_tokens: u32,
    /// The most requests to send in this call of the program.
    #[arg(long, value_name = "N")]
    pub(crate) max_calls: Option<u64>,
    /// The most tokens of this call, of prompts and answers together, after which no request is sent.
    #[arg(long, value_name = "N")]
    pub(crate) max_tokens: Option<u64>,
    /// Says what the run would take, and sends nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// One line a case.
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

/// A way to ask for likelihoods, or none where it is to be found out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChosenWay(pub(crate) Option<ScoringWay>);

impl std::str::FromStr for ChosenWay {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(Self(None));
        }
        let way = text
            .parse()
            .map_err(|error| format!("{error}; auto finds out"))?;
        Ok(Self(Some(way)))
    }
}

fn temperature(text: &str) -> Result<f64, String> {
    let number: f64 = text
        .parse()
        .map_err(|_| "a number from 0 to 2".to_owned())?;
    if (0.0..=2.0).contains(&number) {
        Ok(number)
    } else {
        Err("a number from 0 to 2".into())
    }
}

#[derive(Debug, Args)]
pub(crate) struct ScoreArguments {
    /// Traces (plain, gzip or zstd), judges' traces, result files and labels (delimited values).
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Executes another reading than the run did: strict or lenient.
    #[arg(long)]
    pub(crate) reading: Option<ReadingRule>,
    /// Resamples of every bootstrap; else as many as the study has them.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    pub(crate) resamples: Option<u32>,
    /// Whose random draws a bootstrap makes: the program's own, or NumPy's, to meet published intervals.
    #[arg(long, value_enum, default_value = "own", value_name = "DRAWS")]
    pub(crate) bootstrap: BootstrapDraws,
    /// The judge whose verdicts single rows and figures go by, where answers are judged, such as facts or ensemble.
    #[arg(long, value_name = "NAME")]
    pub(crate) judge: Option<String>,
    /// Prints the report as JSON.
    #[arg(long, conflicts_with_all = ["html", "csv"])]
    pub(crate) json: bool,
    /// Prints the report as one HTML file.
    #[arg(long, conflicts_with = "csv")]
    pub(crate) html: bool,
    /// Writes a CSV file for each table into this folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) csv: Option<PathBuf>,
    /// Says what each file is, as it is read.
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

impl ScoreArguments {
    /// How the files are scored.
    pub(crate) fn options(&self) -> ScoreOptions {
        ScoreOptions {
            reading: self.reading,
            resamples: self.resamples,
            draws: match self.bootstrap {
                BootstrapDraws::Own => Draws::Own,
                BootstrapDraws::Numpy => Draws::NumPy,
            },
            judge: self.judge.clone(),
            ..ScoreOptions::default()
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BootstrapDraws {
    /// The program's own streams.
    Own,
    /// `default_rng(42).choice` of NumPy.
    Numpy,
}

#[derive(Debug, Args)]
pub(crate) struct InspectArguments {
    /// Files of any kind; each is looked at by itself.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Prints the same as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    /// The port; 0 takes a free one.
    #[arg(long, default_value_t = 8080)]
    pub(crate) port: u16,
}

#[derive(Debug, Args)]
pub(crate) struct SchemaArguments {
    /// Of what.
    pub(crate) of: SchemaOf,
    /// The study whose settings are described.
    #[arg(long, default_value = "propagation")]
    pub(crate) study: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaOf {
    /// A line of a trace.
    Trace,
    /// What `faultline score --json` prints.
    Report,
    /// The settings of a study.
    Config,
}

impl StudyArguments {
    /// The study, and the config that the settings give: the file's, then the arguments'.
    pub(crate) fn config(&self) -> anyhow::Result<(StudyId, Value)> {
        let study = StudyId::named(&self.study)?;
        let mut settings = self.all()?;
        let made_from_files = study.info().settings.into_iter();
        for info in made_from_files.filter(|info| !info.files.is_empty()) {
            // What a file of settings has is made already.
            let given = settings.get(&info.key);
            let folder = given.filter(|text| **text != info.default && !text.starts_with('{'));
            if let Some(folder) = folder {
                let files = read_files(Path::new(folder), &info)?;
                let value = study.setting_of_files(&info.key, &files);
                let value = value.with_context(|| folder.clone())?;
                settings.insert(info.key, value);
            }
        }
        Ok((study, study.config(&settings)?))
    }

    /// All settings by key, as they would be typed: the file's, then the arguments'.
    fn all(&self) -> anyhow::Result<BTreeMap<String, String>> {
        let mut settings = BTreeMap::new();
        if let Some(path) = &self.config {
            let text = read_bytes(path, LONGEST_CONFIG)
                .and_then(|bytes| String::from_utf8(bytes).map_err(std::io::Error::other))
                .with_context(|| format!("can't read {}", path.display()))?;
            let text = text.trim_start_matches('\u{feff}');
            let object: serde_json::Map<String, Value> = serde_json::from_str(text)
                .with_context(|| format!("{} is not a JSON object of settings", path.display()))?;
            settings.extend(
                object
                    .into_iter()
                    .map(|(key, value)| (key, typed_value(&value))),
            );
        }
        for setting in &self.settings {
            let (key, value) = setting.split_once('=').ok_or_else(|| {
                crate::exit::UsageError(format!(
                    "--set takes KEY=VALUE, as in --set tasks=10, not '{setting}'"
                ))
            })?;
            settings.insert(key.trim().into(), value.into());
        }
        Ok(settings)
    }
}

/// The files of a folder that a setting is made from, by name.
fn read_files(folder: &Path, info: &SettingInfo) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for name in &info.files {
        let path = folder.join(name);
        let bytes = read_bytes(&path, info.max_file_bytes).with_context(|| {
            let without = &info.default;
            format!(
                "{} is {without}, or a folder with {}: can't read {}",
                info.key,
                info.files.join(" and "),
                path.display()
            )
        })?;
        files.insert(name.clone(), bytes);
    }
    Ok(files)
}

/// A file of at most so many bytes: one without end is not read to its end.
fn read_bytes(path: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    use std::io::{Error, ErrorKind, Read as _};

    let mut bytes = Vec::new();
    std::fs::File::open(path)?
        .take(most + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let cause = format!("it is longer than {} MiB", most >> 20);
        return Err(Error::new(ErrorKind::InvalidData, cause));
    }
    Ok(bytes)
}
