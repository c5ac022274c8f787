//! A run under way.

use faultline_core::{Reply, Terms, Unmeasured};
use faultline_runner::{Budget, Request, Step};
use faultline_traces::{Event, ExchangeLine, Header, TraceReader, VERSION};

use crate::{
    Forecast, LabError, Progress, RunSpec, ScoreOptions, Scored, StudyId,
    open_file::extended,
    session::source,
    study::{Drive, Respond},
};

/// A run: says what to send, takes the replies, gives the lines to store.
pub struct Run {
    study: StudyId,
    driver: Box<dyn Drive>,
    respondent: Option<Box<dyn Respond>>,
    header: Header,
    header_line: Option<String>,
    exchanges: Vec<ExchangeLine>,
    forecast: Forecast,
    earlier_bytes: u64,
    passed_over: u64,
    last_failure: Option<Unmeasured>,
}

impl std::fmt::Debug for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run")
            .field("header", &self.header)
            .field("exchanges", &self.exchanges.len())
            .finish_non_exhaustive()
    }
}

/// What a run would take.
///
/// # Errors
/// A study, setting or simulated model that there is not.
pub fn forecast(spec: &RunSpec) -> Result<Forecast, LabError> {
    let config = StudyId::named(&spec.study)?.config(&spec.settings)?;
    forecast_of(spec, &config)
}

/// What a run of a config would take, whatever the settings of `spec`.
///
/// # Errors
/// A study that there is not, or a config that is not one of its.
pub fn forecast_of(spec: &RunSpec, config: &serde_json::Value) -> Result<Forecast, LabError> {
    let study = StudyId::named(&spec.study)?;
    study.adapter().forecast(config, &terms(spec))
}

fn terms(spec: &RunSpec) -> Terms {
    Terms {
        mode: spec.mode,
        reading: spec.reading,
        sampling: spec.sampling,
    }
}

impl Run {
    /// Starts a run, or goes on with one from its earlier trace. `started` is the time, RFC 3339 in UTC.
    ///
    /// # Errors
    /// A study, setting or simulated model that there is not, or an earlier trace of another run.
    pub fn start(spec: &RunSpec, earlier: Option<&[u8]>, started: &str) -> Result<Self, LabError> {
        let config = StudyId::named(&spec.study)?.config(&spec.settings)?;
        Self::of_config(spec, config, earlier, started)
    }

    /// Starts a run of a config that settings can't write, such as one that holds answers to be judged; the settings of `spec` are
    /// not read.
    ///
    /// # Errors
    /// As [`start`](Self::start), and a config that is not one of the study's.
    pub fn of_config(
        spec: &RunSpec,
        config: serde_json::Value,
        earlier: Option<&[u8]>,
        started: &str,
    ) -> Result<Self, LabError> {
        let study = StudyId::named(&spec.study)?;
        let terms = terms(spec);
        let respondent = match spec.model.strip_prefix("sim:") {
            Some(_) => Some(study.adapter().respondent(&spec.model)?),
            None => None,
        };
        let mut header = Header {
            faultline: VERSION,
            study: study.name().into(),
            suite: study.adapter().suite(&config)?.to_string(),
            config,
            model: spec.model.clone(),
            mode: spec.mode,
            reading: spec.reading,
            sampling: spec.sampling,
            app: env!("CARGO_PKG_VERSION").into(),
            started: started.into(),
            extra: serde_json::Map::new(),
        };
        let mut header_line = Some(header.to_line());
        let mut exchanges = Vec::new();
        let mut earlier_bytes = 0;
        let earlier = match earlier.filter(|bytes| !bytes.is_empty()) {
            Some(bytes) => read_earlier(bytes)?,
            None => None,
        };
        let mut passed_over = 0;
        if let Some(earlier) = earlier {
            passed_over = earlier.passed_over;
            let asked = header.config["tasks"].as_u64();
            let whole = extended(&earlier.header, &header)
                .map_err(|what| other_run(what, &earlier.header, &header))?;
            if earlier.header.config["tasks"].as_u64() >= asked {
                header_line = None;
            }
            let tasks = header.config["tasks"].clone();
            header = Header {
                started: whole.started.clone(),
                ..whole
            };
            // What is asked for is run, even where the file has more.
            header.config["tasks"] = tasks;
            (exchanges, earlier_bytes) = (earlier.exchanges, earlier.bytes);
        }
        let cache = source(&header, &exchanges, None).cache;
        let budget = Budget {
            max_calls: spec.max_calls,
            max_tokens: spec.max_tokens,
        };
        let driver = study.adapter().drive(
            &header.config,
            terms,
            cache,
            budget,
            spec.concurrency.clamp(1, 64),
        )?;
        let forecast = study.adapter().forecast(&header.config, &terms)?;
        Ok(Self {
            study,
            driver,
            respondent,
            header,
            header_line,
            exchanges,
            forecast,
            earlier_bytes,
            passed_over,
            last_failure: None,
        })
    }

    /// The line to store before any exchange; none where the earlier trace has it.
    pub fn header_line(&self) -> Option<&str> {
        self.header_line.as_deref()
    }

    /// Bytes of the earlier trace up to its last whole line; what follows is half a line, to be cut off before anything is appended.
    pub fn earlier_bytes(&self) -> u64 {
        self.earlier_bytes
    }

    /// Lines of the earlier trace that could not be read; what they held is asked again.
    pub fn passed_over(&self) -> u64 {
        self.passed_over
    }

    /// Whether the model is a simulated policy.
    pub fn is_simulated(&self) -> bool {
        self.respondent.is_some()
    }

    /// What to do next, at this time on the caller's clock.
    pub fn next_step(&mut self, now_ms: u64) -> Step {
        self.driver.next_step(now_ms)
    }

    /// A simulated policy's reply; none for a live model.
    pub fn simulate(&mut self, request: &Request) -> Option<Reply> {
        self.respondent
            .as_mut()
            .map(|respondent| respondent.answer(request))
    }

    /// Takes a response that arrived at a time, on the caller's clock and as RFC 3339, with its headers (names in any case; none
    /// where the caller can't see them). Gives the line to store before the next request is sent; none for a request that is sent
    /// again.
    pub fn handle(
        &mut self,
        id: u64,
        reply: Reply,
        headers: &[(String, String)],
        now_ms: u64,
        at: &str,
    ) -> Option<String> {
        let handled = self.driver.handle(id, reply, headers, now_ms)?;
        if handled.failure.is_some() {
            self.last_failure = handled.failure;
        }
        let exchange = ExchangeLine {
            case: handled.case,
            digest: handled.case_digest,
            step: handled.step,
            attempt: handled.attempt,
            ask: handled.request,
            reply: handled.reply,
            at: at.into(),
        };
        let line = exchange.to_line();
        self.exchanges.push(exchange);
        Some(line)
    }

    /// Sends nothing more; what is under way may still arrive.
    pub fn stop(&mut self) {
        self.driver.stop(Unmeasured {
            kind: "stopped".into(),
            message: "the run was stopped".into(),
            retry_after_s: None,
            stops_run: true,
        });
    }

    /// How far the run is.
    pub fn progress(&self) -> Progress {
        let counts = self.driver.counts();
        Progress {
            cases: self.forecast.cases,
            done: counts.cases,
            unmeasured_cases: counts.unmeasured_cases,
            replies: counts.replies,
            cached: counts.cached,
            failed: counts.failed,
            in_flight: self.driver.in_flight() as u64,
            calls_left: self.calls_left(counts.cases),
            input_tokens: counts.input_tokens,
            output_tokens: counts.output_tokens,
        }
    }

    fn calls_left(&self, done: u64) -> u64 {
        let cases = self.forecast.cases.max(1);
        self.forecast.calls * (cases - done.min(cases)) / cases
    }

    /// Why the last request that was given up got no usable reply.
    pub fn last_failure(&self) -> Option<&Unmeasured> {
        self.last_failure.as_ref()
    }

    /// The cases that ended since the last call, with whether any of their steps was not measured.
    pub fn ended(&mut self) -> Vec<(String, bool)> {
        std::iter::from_fn(|| self.driver.ended()).collect()
    }

    /// The last exchange that arrived: its case and step.
    pub fn newest(&self) -> Option<(&str, u32)> {
        self.exchanges
            .last()
            .map(|exchange| (exchange.case.as_str(), exchange.step))
    }

    /// The report so far. Chains are sampled only where asked for, which is for the end.
    ///
    /// # Errors
    /// None in a run of this program's own.
    pub fn scored(&self, chains: bool) -> Result<Scored, LabError> {
        Scored::of_source(
            self.study,
            source(&self.header, &self.exchanges, None),
            &ScoreOptions {
                chains,
                ..ScoreOptions::default()
            },
        )
    }
}

struct Earlier {
    /// Lines that could not be read.
    passed_over: u64,
    header: Header,
    exchanges: Vec<ExchangeLine>,
    bytes: u64,
}

/// Whether these bytes are no more than the beginning of a header.
fn is_begun_header(bytes: &[u8]) -> bool {
    let start = b"{\"faultline\":";
    let shared = bytes.len().min(start.len());
    bytes[..shared] == start[..shared] && !bytes.contains(&b'\n')
}

fn read_earlier(bytes: &[u8]) -> Result<Option<Earlier>, LabError> {
    let whole = bytes
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |place| place + 1);
    // A file that was cut within its first line holds nothing yet.
    if is_begun_header(bytes) {
        return Ok(None);
    }
    let mut reader = TraceReader::new();
    // Without a whole line it is no trace, and what it is shows from all there is.
    let read = if whole == 0 { bytes.len() } else { whole };
    let mut events = Vec::new();
    reader.push_each(&bytes[..read], |event| events.push(event));
    reader.finish_each(|event| events.push(event));
    if reader.container() != faultline_traces::Container::Plain {
        return Err(LabError::Unreadable(
            "it is compressed; unpack it first".into(),
        ));
    }
    let mut header: Option<Header> = None;
    let mut exchanges = Vec::new();
    let mut first_problem = None;
    let mut passed_over = 0;
    for event in events {
        match event {
            Event::Header { header: later, .. } => {
                header = Some(match header {
                    Some(first) => extended(&first, &later).unwrap_or(first),
                    None => *later,
                });
            }
            Event::Exchange { exchange, .. } => exchanges.push(*exchange),
            Event::Problem { cause, .. } => {
                passed_over += 1;
                first_problem.get_or_insert(cause);
            }
        }
    }
    match header {
        Some(header) => Ok(Some(Earlier {
            passed_over,
            header,
            exchanges,
            bytes: whole as u64,
        })),
        None => Err(LabError::Unreadable(
            first_problem.unwrap_or_else(|| "it is no trace".into()),
        )),
    }
}

fn other_run(what: &str, theirs: &Header, ours: &Header) -> LabError {
    let value = |header: &Header| match what {
        "study" => header.study.clone(),
        "model" => header.model.clone(),
        "calling mode" => header.mode.name().into(),
        "reading" => header.reading.name().into(),
        "sampling" => format!(
            "temperature {}, {} tokens",
            header.sampling.temperature, header.sampling.max_tokens
        ),
        "config" => header.config.to_string(),
        _ => header.suite.clone(),
    };
    LabError::OtherRun {
        what: what.into(),
        theirs: value(theirs),
        ours: value(ours),
    }
}
