//! The engine's side: takes what is asked, answers in its own time.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use faultline_core::ReadingRule;
use faultline_lab::{Run, RunSpec, ScoreOptions, Scored, Session};
use js_sys::Array;
use wasm_bindgen::{JsCast, closure::Closure};
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, File, MessageEvent};

use super::{
    files, post, preview,
    protocol::{Ask, Tell, unpacked},
    run_loop,
    taken::{self, Taken},
    target::target,
};
use crate::{
    browser,
    net::{self, Stop},
    route::{MarkRef, Source},
    storage::Store,
};

/// What the engine holds.
pub(super) struct Host {
    scope: DedicatedWorkerGlobalScope,
    /// The page's address.
    base: RefCell<String>,
    /// The report that can be questioned, which is the one on view.
    scored: RefCell<Option<(Source, Scored)>>,
    /// Counts orders to run chains and to stop, so that a later one ends an earlier one.
    sampling: Cell<u32>,
    /// The files that were opened.
    session: RefCell<Option<Session>>,
    /// The settings that were made from files.
    taken: Taken,
    /// Ends the run under way.
    stop: RefCell<Option<Stop>>,
    /// Counts orders to open files, so that an earlier one ends when a later one comes.
    opened: Cell<u32>,
}

/// Answers the page from now on.
pub(crate) fn serve(scope: &DedicatedWorkerGlobalScope) {
    let host = Rc::new(Host {
        scope: scope.clone(),
        base: RefCell::default(),
        scored: RefCell::default(),
        sampling: Cell::default(),
        session: RefCell::default(),
        taken: Taken::default(),
        stop: RefCell::default(),
        opened: Cell::default(),
    });
    std::panic::set_hook(Box::new(|info| {
        // The hook must be free of the thread's own values, so it looks the thread up again.
        if let Some(scope) = super::scope() {
            post(&scope, &Tell::Broken(info.to_string()));
        }
    }));
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let data: Array = event.data().unchecked_into();
        let files: Vec<File> = data
            .get(1)
            .unchecked_into::<Array>()
            .iter()
            .filter_map(|file| file.dyn_into().ok())
            .collect();
        match unpacked(&data.get(0)) {
            Ok(ask) => spawn_local(host.clone().answer(ask, files)),
            Err(error) => host.tell(&Tell::Broken(format!(
                "a question of the page can't be read: {error}"
            ))),
        }
    });
    scope.set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
}

impl Host {
    /// Tells the page.
    pub(super) fn tell(&self, tell: &Tell) {
        post(&self.scope, tell);
    }

    /// Whether files that were ordered to be opened then are still wanted.
    pub(super) fn still_wanted(&self, order: u32) -> bool {
        self.opened.get() == order
    }

    async fn answer(self: Rc<Self>, ask: Ask, files: Vec<File>) {
        match ask {
            Ask::Hello { base } => drop(self.base.replace(base)),
            // The page's own module answers this one.
            Ask::Preview => {}
            Ask::Studies => self.tell(&Tell::Studies(faultline_lab::studies())),
            Ask::Forecast { spec } => {
                let forecast = self.taken.filled(spec).and_then(|spec| {
                    faultline_lab::forecast(&spec).map_err(|error| error.to_string())
                });
                self.tell(&Tell::Forecast(forecast));
            }
            Ask::Runs => {
                let runs = async { Store::open().await?.runs().await };
                self.tell(&Tell::Runs(runs.await));
            }
            Ask::Start { spec, key } => {
                if let Err(why) = self.clone().start(spec, key).await {
                    self.tell(&Tell::Refused(why));
                }
            }
            Ask::Resume { run, key } => {
                if let Err(why) = self.clone().resume(run, key).await {
                    self.tell(&Tell::Refused(why));
                }
            }
            Ask::Stop => {
                if let Some(stop) = self.stop.borrow().as_ref() {
                    stop.stop();
                }
            }
            Ask::Delete { run } => {
                let runs = async {
                    let store = Store::open().await?;
                    store.delete(run).await?;
                    store.runs().await
                };
                self.tell(&Tell::Runs(runs.await));
            }
            Ask::Trace { source } => {
                let name = format!("faultline-{source}.jsonl");
                let text = Self::trace(&source).await;
                let kind = "application/x-ndjson".into();
                self.tell(&Tell::Written { name, kind, text });
            }
            Ask::Json { report } => self.tell(&Tell::Written {
                name: "report.json".into(),
                kind: "application/json".into(),
                text: Ok(format!("{:#}\n", report.to_json())),
            }),
            Ask::Open { names } => {
                let order = self.opened.get().wrapping_add(1);
                self.opened.set(order);
                self.session.replace(None);
                if let Some(session) = files::read(&self, order, &names, files).await {
                    self.session.replace(Some(session));
                    self.tell(&Tell::Opened);
                }
            }
            Ask::Take { study, setting } => {
                let counts = self.taken.take(&study, &setting, files).await;
                self.tell(&Tell::Taken {
                    study,
                    setting,
                    counts,
                });
            }
            Ask::Case { spec } => {
                let case = faultline_lab::case_view(&spec).map(Box::new);
                let case = case.map_err(|error| error.to_string());
                self.tell(&Tell::Case { spec, case });
            }
            Ask::Score { .. }
            | Ask::Sheet { .. }
            | Ask::Agree { .. }
            | Ask::ReadLabels { .. }
            | Ask::Sample { .. }
            | Ask::Rest
            | Ask::Records { .. }
            | Ask::Transcript { .. } => self.answer_of_report(ask).await,
        }
    }

    /// Answers what is asked of a report.
    async fn answer_of_report(&self, ask: Ask) {
        match ask {
            Ask::Score {
                source,
                reading,
                labels,
            } => {
                self.sampling.set(self.sampling.get().wrapping_add(1));
                let scored = self.score(&source, reading, labels.as_deref()).await;
                let answers = scored.as_ref().map_or(0, Scored::to_be_labelled);
                let sampling = scored.as_ref().ok().and_then(Scored::sampling);
                let report = scored.map(|scored| {
                    let report = (scored.report.clone(), scored.problems.clone());
                    self.scored.replace(Some((source.clone(), scored)));
                    report
                });
                self.tell(&Tell::Scored {
                    source,
                    reading,
                    report,
                    labels: labels.is_some(),
                    sampling,
                    answers,
                });
            }
            Ask::Sheet { source, question } => {
                let scored = self.scored.borrow();
                let sheet = of_source(scored.as_ref(), &source);
                let sheet = sheet.map(|scored| scored.label_sheet(&question));
                self.tell(&Tell::Sheet {
                    source,
                    question,
                    sheet,
                });
            }
            Ask::Agree {
                source,
                question,
                labels,
            } => {
                let scored = self.scored.borrow();
                let sheet = of_source(scored.as_ref(), &source)
                    .map(|scored| scored.label_sheet(&question))
                    .unwrap_or_default();
                let asked = sheet.asked();
                let agreements =
                    asked.map(|asked| faultline_lab::agreements(&labels, &sheet.items, asked));
                self.tell(&Tell::Agreed {
                    source,
                    question,
                    agreements: agreements.unwrap_or_default(),
                });
            }
            Ask::ReadLabels { source, name, text } => {
                let labels = faultline_lab::read_labels(&name, text.as_bytes());
                let labels = labels.map_err(|error| error.to_string());
                self.tell(&Tell::Labels { source, labels });
            }
            Ask::Sample { source, reading } => self.sample(&source, reading).await,
            Ask::Rest => self.sampling.set(self.sampling.get().wrapping_add(1)),
            Ask::Records { source, mark } => {
                let records = self.records(&source, &mark);
                self.tell(&Tell::Records {
                    source,
                    mark,
                    records,
                });
            }
            Ask::Transcript { source, record } => {
                let scored = self.scored.borrow();
                let transcript = of_source(scored.as_ref(), &source).and_then(|scored| {
                    scored.transcript(record).ok_or_else(|| {
                        format!(
                            "There is no record {record} in these traces. Open one from a figure."
                        )
                    })
                });
                self.tell(&Tell::Transcript { source, transcript });
            }
            _ => {}
        }
    }

    async fn start(self: Rc<Self>, spec: RunSpec, key: String) -> Result<(), String> {
        let started = browser::now_text();
        let whole = self.taken.filled(spec.clone())?;
        let run = Run::start(&whole, None, &started).map_err(|error| error.to_string())?;
        let target = target(&spec, &key).await?;
        let store = Store::open().await?;
        let row = store
            .add_run(
                spec,
                &started,
                run.header_line().unwrap_or_default().trim_end(),
            )
            .await?;
        self.follow(
            run_loop::Running {
                run,
                row,
                target,
                store,
                next_chunk: 1,
            },
            key,
        )
        .await;
        Ok(())
    }

    async fn resume(self: Rc<Self>, id: u32, key: String) -> Result<(), String> {
        let store = Store::open().await?;
        let trace = store.trace(id).await?;
        let run = Run::start(
            &taken::filled_from(trace.row.spec.clone(), trace.text.as_bytes()),
            Some(trace.text.as_bytes()),
            &trace.row.started,
        )
        .map_err(|error| error.to_string())?;
        let target = target(&trace.row.spec, &key).await?;
        self.follow(
            run_loop::Running {
                run,
                row: trace.row,
                target,
                store,
                next_chunk: trace.next_chunk,
            },
            key,
        )
        .await;
        Ok(())
    }

    async fn follow(self: Rc<Self>, running: run_loop::Running, key: String) {
        let stop = Stop::default();
        if let Some(earlier) = self.stop.replace(Some(stop.clone())) {
            earlier.stop();
        }
        run_loop::run(&self, running, key, stop).await;
        // The list of runs shows what became of it.
        let runs = async { Store::open().await?.runs().await };
        self.tell(&Tell::Runs(runs.await));
    }

    async fn trace(source: &Source) -> Result<String, String> {
        if let Source::Run(id) = source {
            return Ok(Store::open().await?.trace(*id).await?.text);
        }
        Err("only runs of this browser are stored here".into())
    }

    async fn score(
        &self,
        source: &Source,
        reading: Option<ReadingRule>,
        labels: Option<&str>,
    ) -> Result<Scored, String> {
        let labels = labels.unwrap_or_default();
        match source {
            Source::Preview => preview::scored(reading).await,
            Source::Run(id) => {
                let trace = Store::open().await?.trace(*id).await?;
                score_bytes(&source.to_string(), trace.text.as_bytes(), reading, labels)
            }
            Source::Sample(name) => {
                let file = format!("{name}.jsonl.gz");
                let base = self.base.borrow().clone();
                let bytes = net::fetch_own(&base, &format!("samples/{file}")).await?;
                score_bytes(&file, &bytes, reading, labels)
            }
            Source::Files => {
                let mut session = self.session.borrow_mut();
                let session = session.as_mut().ok_or(
                    "The files are gone with the page that read them: a page can't open files by itself. Drop them again on the \
                     Rescore page.",
                )?;
                session.replace(LABELS, labels.as_bytes());
                scored(session, reading)
            }
        }
    }

    /// Runs chain after chain until all were run or something else is asked for.
    async fn sample(&self, source: &Source, reading: Option<ReadingRule>) {
        let order = self.sampling.get().wrapping_add(1);
        self.sampling.set(order);
        while self.sampling.get() == order {
            let (sampling, report) = {
                let mut scored = self.scored.borrow_mut();
                let Some((_, scored)) = scored.as_mut().filter(|(kept, _)| kept == source) else {
                    return;
                };
                let are_more = scored.sample();
                let report = (!are_more).then(|| scored.report.clone());
                (scored.sampling(), report)
            };
            let is_over = report.is_some();
            self.tell(&Tell::Sampled {
                source: source.clone(),
                reading,
                sampling,
                report,
            });
            if is_over {
                return;
            }
            browser::sleep(0).await;
        }
    }

    fn records(
        &self,
        source: &Source,
        mark: &MarkRef,
    ) -> Result<Vec<faultline_lab::RecordView>, String> {
        let scored = self.scored.borrow();
        let scored = of_source(scored.as_ref(), source)?;
        Ok(scored.records_behind(&mark.figure, mark.series, mark.mark))
    }
}

/// The name by which the labels of this browser stand among the files of a session.
const LABELS: &str = "labels of this browser";

fn score_bytes(
    name: &str,
    bytes: &[u8],
    reading: Option<ReadingRule>,
    labels: &str,
) -> Result<Scored, String> {
    let mut session = Session::new();
    session.open(name);
    session.feed(bytes);
    session.close();
    session.replace(LABELS, labels.as_bytes());
    scored(&session, reading)
}

/// Scores what was opened, but for the chains.
pub(super) fn scored(session: &Session, reading: Option<ReadingRule>) -> Result<Scored, String> {
    let options = ScoreOptions {
        reading,
        chains: false,
        ..ScoreOptions::default()
    };
    session.score(&options).map_err(|error| error.to_string())
}

fn of_source<'a>(
    scored: Option<&'a (Source, Scored)>,
    source: &Source,
) -> Result<&'a Scored, String> {
    let kept = scored.filter(|(kept, _)| kept == source);
    kept.map(|(_, scored)| scored).ok_or_else(|| {
        format!("The traces of {source} are not scored any more. Open the results again.")
    })
}
