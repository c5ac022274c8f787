//! `faultline run`: a model on a study, into a trace.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
        mpsc::RecvTimeoutError,
    },
    time::Duration,
};

use anyhow::Context as _;
use faultline_core::{Sampling, is_simulated};
use faultline_lab::{Run, RunSpec, Step, StudyId, forecast_of};
use faultline_wire::{ModelRequest, ScoringWay, Target, WaySearch, chat_url, probe_request};
use serde_json::Value;

use crate::{
    Outcome,
    args::{ModelArguments, RunArguments},
    clock::{Clock, time_of_day},
    exit::{Exit, UsageError},
    output::{complain, say},
    progress::RunBar,
    score::plain,
    sink::Sink,
    transport::{Endpoint, Job, Transport, ask_once},
};

/// How often the run looks whether it was interrupted.
const GLANCE: Duration = Duration::from_millis(200);

pub(crate) fn run(arguments: &RunArguments) -> Outcome {
    let (study, config) = arguments.study.config()?;
    carry_out(study, config, &arguments.model)
}

/// Runs a model on the cases of a config.
pub(crate) fn carry_out(study: StudyId, config: Value, arguments: &ModelArguments) -> Outcome {
    // Before a file is made for a run that can't begin.
    study.check_model(&arguments.model)?;
    let spec = spec(study, arguments);
    if arguments.dry_run {
        let forecast = forecast_of(&spec, &config)?;
        say(&format!(
            "{} cases, at most {} requests without retries, about {} prompt tokens and {} answer tokens\n",
            forecast.cases, forecast.calls, forecast.input_tokens, forecast.output_tokens
        ))?;
        return Ok(Exit::Done);
    }
    let endpoint = endpoint(study, arguments)?;
    let interrupts = interrupts()?;
    let mut sink = Sink::open(arguments.out.as_deref())?;
    let mut run =
        Run::of_config(&spec, config, Some(&sink.earlier), &time_of_day()).map_err(|error| {
            match &arguments.out {
                Some(path) if !sink.earlier.is_empty() => {
                    anyhow::Error::new(error).context(path.display().to_string())
                }
                _ => error.into(),
            }
        })?;
    sink.begin(&run)?;
    if run.passed_over() > 0 {
        complain(&format!(
            "{} lines of the earlier trace can't be read; what they held is asked again",
            run.passed_over()
        ));
    }

    let mut work = Work {
        clock: Clock::start(),
        bar: RunBar::new(run.progress().cases),
        transport: endpoint
            .as_ref()
            .map(|endpoint| Transport::start(endpoint, arguments.concurrency)),
        verbose: arguments.verbose,
        done: 0,
        interrupts,
    };
    let ended = work.drive(&mut run, &mut sink);
    work.bar.finish();
    let cause = ended?;

    let progress = run.progress();
    if let Some(path) = &arguments.out {
        let scored = run.scored(true)?;
        let first = study.brief_tables().get(..1).unwrap_or_default();
        say(&plain(&scored.report, first))?;
        complain(&format!("trace: {}", path.display()));
    }
    if let Some(failure) = run.last_failure() {
        complain(&format!(
            "{} requests got no usable reply; the last one: {failure}",
            progress.failed
        ));
    }
    let stopped = cause.is_some();
    if let Some(cause) = cause {
        let advice = if arguments.out.is_some() {
            "; the same command goes on from here"
        } else {
            ""
        };
        complain(&format!("stopped: {}{advice}", cause.message));
    }
    let measured = progress.replies + progress.cached > 0;
    Ok(match stopped || progress.failed > 0 {
        false => Exit::Done,
        true if measured => Exit::Unmeasured,
        true => Exit::Failed,
    })
}

fn spec(study: StudyId, arguments: &ModelArguments) -> RunSpec {
    RunSpec {
        base_url: arguments.url.clone(),
        likelihood: arguments.likelihood.0,
        mode: arguments.mode,
        reading: arguments.reading,
        sampling: Sampling {
            temperature: arguments.temperature,
            max_tokens: arguments.answer_tokens,
        },
        concurrency: arguments.concurrency,
        max_calls: arguments.max_calls,
        max_tokens: arguments.max_tokens,
        ..RunSpec::new(study.name(), &arguments.model)
    }
}

/// The endpoint of a live model; none for a simulated policy.
fn endpoint(study: StudyId, arguments: &ModelArguments) -> anyhow::Result<Option<Endpoint>> {
    let chosen = arguments.likelihood.0;
    if chosen.is_some() && !study.scores_texts() {
        return Err(UsageError(format!(
            "--likelihood has no meaning here: the {} study does not ask how likely a text is",
            study.name()
        ))
        .into());
    }
    if is_simulated(&arguments.model) {
        return Ok(None);
    }
    let url = arguments.url.as_ref().ok_or_else(|| {
        UsageError(format!(
            "the model '{}' is no simulated policy (those begin with sim:), so --url must say where it is served, as in --url http://127.0.0.1:8080/v1",
            arguments.model
        ))
    })?;
    if !url.starts_with("http://") && !url.starts_with("https://") {
        return Err(UsageError(format!(
            "--url must begin with http:// or https://, not '{url}'"
        ))
        .into());
    }
    check_url(&chat_url(url))?;
    let key = arguments.key_env.as_deref().map(key).transpose()?;
    let mut endpoint = Endpoint {
        target: Target {
            base_url: url.clone(),
            model: arguments.model.clone(),
            way: ScoringWay::Echo,
        },
        key,
        timeout: Duration::from_secs(arguments.timeout),
    };
    if study.scores_texts() {
        endpoint.target.way = way(&endpoint, chosen)?;
    }
    Ok(Some(endpoint))
}

/// How the model is asked how likely a text is. What can't be asked is told before anything is made or run.
fn way(endpoint: &Endpoint, chosen: Option<ScoringWay>) -> anyhow::Result<ScoringWay> {
    let Target {
        base_url, model, ..
    } = &endpoint.target;
    let mut search = WaySearch::start(base_url, model, chosen).map_err(UsageError)?;
    let mut endpoint = endpoint.clone();
    loop {
        endpoint.target.way = search.way();
        let reply = ask_once(&endpoint, ModelRequest::Likelihood(probe_request()));
        if search.is_found(&reply).map_err(anyhow::Error::msg)? {
            let way = search.way();
            if way == ScoringWay::Forced {
                complain(
                    "the server is asked token by token: each token of each text takes a request",
                );
            }
            return Ok(way);
        }
    }
}

/// A URL that can't be sent to is told before anything is tried.
fn check_url(url: &str) -> Result<(), UsageError> {
    let why = match url.parse::<ureq::http::Uri>() {
        Err(error) => error.to_string(),
        Ok(uri) => {
            let authority = uri.authority().map_or("", |authority| authority.as_str());
            let host = uri.host().unwrap_or_default();
            if host.is_empty() {
                "it names no host".into()
            } else if !authority.ends_with(host) && uri.port_u16().is_none() {
                "its port is none".into()
            } else {
                return Ok(());
            }
        }
    };
    Err(UsageError(format!(
        "--url leads to '{url}', which is no URL: {why}"
    )))
}

/// The key in an environment variable. It is never shown, not even where it can't be used.
fn key(name: &str) -> Result<String, UsageError> {
    let why = match std::env::var(name) {
        Ok(key) if key.trim().is_empty() => "is empty",
        Ok(key) if key.bytes().all(|byte| byte.is_ascii_graphic()) => return Ok(key),
        Err(std::env::VarError::NotPresent) => "is not set",
        Ok(_) | Err(std::env::VarError::NotUnicode(_)) => {
            "holds a space, a line end or another character that no key has; look at its beginning and its end"
        }
    };
    Err(UsageError(format!(
        "--key-env names the environment variable {name}, which {why}"
    )))
}

/// Counts Ctrl-C: the first stops sending, the second ends the program. What arrived is in the trace either way.
fn interrupts() -> anyhow::Result<Arc<AtomicU32>> {
    let count = Arc::new(AtomicU32::new(0));
    let seen = count.clone();
    ctrlc::set_handler(move || {
        if seen.fetch_add(1, Ordering::SeqCst) > 0 {
            std::process::exit(130);
        }
        complain("stopping: nothing more is sent, replies under way are waited for; Ctrl-C again ends at once");
    })
    .context("can't listen for Ctrl-C")?;
    Ok(count)
}

/// A run being driven.
struct Work {
    clock: Clock,
    bar: RunBar,
    transport: Option<Transport>,
    verbose: bool,
    done: u64,
    interrupts: Arc<AtomicU32>,
}

impl Work {
    /// Drives the run to its end; gives the cause if it stopped before.
    fn drive(
        &mut self,
        run: &mut Run,
        sink: &mut Sink,
    ) -> anyhow::Result<Option<faultline_core::Unmeasured>> {
        loop {
            if self.interrupts.load(Ordering::SeqCst) > 0 {
                run.stop();
            }
            match run.next_step(self.clock.now_ms()) {
                Step::Done(cause) => return Ok(cause),
                Step::Send(request) => {
                    if let Some(reply) = run.simulate(&request) {
                        let line =
                            run.handle(request.id, reply, &[], self.clock.now_ms(), &time_of_day());
                        self.store(run, sink, line)?;
                    } else if let Some(transport) = &self.transport {
                        anyhow::ensure!(
                            transport.send(Job {
                                id: request.id,
                                content: request.content,
                                dropped: request.dropped,
                            }),
                            "the sending threads have ended"
                        );
                    }
                }
                Step::Wait { until_ms } => {
                    let now = self.clock.now_ms();
                    let wait = until_ms.map_or(GLANCE, |until| {
                        Duration::from_millis(until.saturating_sub(now).max(1)).min(GLANCE)
                    });
                    self.receive(run, sink, wait)?;
                }
            }
        }
    }

    fn receive(&mut self, run: &mut Run, sink: &mut Sink, wait: Duration) -> anyhow::Result<()> {
        let Some(transport) = &self.transport else {
            return Ok(());
        };
        match transport.receive(wait) {
            Ok(response) => {
                let line = run.handle(
                    response.id,
                    response.reply,
                    &response.headers,
                    self.clock.now_ms(),
                    &time_of_day(),
                );
                self.store(run, sink, line)
            }
            Err(RecvTimeoutError::Timeout) => {
                self.bar.show(&run.progress());
                Ok(())
            }
            Err(RecvTimeoutError::Disconnected) => anyhow::bail!("the sending threads have ended"),
        }
    }

    fn store(
        &mut self,
        run: &mut Run,
        sink: &mut Sink,
        line: Option<String>,
    ) -> anyhow::Result<()> {
        let Some(line) = line else { return Ok(()) };
        sink.write(&line)?;
        let progress = run.progress();
        self.bar.show(&progress);
        for (case, unmeasured) in run.ended() {
            self.done += 1;
            if self.verbose {
                let how = if unmeasured {
                    "not measured to its end"
                } else {
                    "done"
                };
                self.bar
                    .note(&format!("{case} {how} ({}/{})", self.done, progress.cases));
            }
        }
        Ok(())
    }
}
