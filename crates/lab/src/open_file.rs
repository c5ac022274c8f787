//! A file as its bytes arrive: a trace, a table, or neither.

use std::collections::BTreeMap;

use faultline_traces::{CsvEvent, Event, ExchangeLine, Header, TraceReader};

use crate::{
    FileReport, StudyId,
    problems::Problems,
    table::{Sniffed, Sniffer, Table},
};

/// A file being read.
#[derive(Debug)]
pub(crate) struct OpenFile {
    name: String,
    reader: TraceReader,
    header: Option<Header>,
    exchanges: Vec<ExchangeLine>,
    /// The line on which each case first stands.
    lines: BTreeMap<String, u64>,
    sniffer: Sniffer,
    table: Option<Table>,
    table_is_full: bool,
    report: FileReport,
    problems: Problems,
}

/// A file that was read.
#[derive(Clone, Debug)]
pub(crate) struct ReadFile {
    pub(crate) name: String,
    pub(crate) header: Option<Header>,
    pub(crate) exchanges: Vec<ExchangeLine>,
    pub(crate) lines: BTreeMap<String, u64>,
    pub(crate) table: Option<Table>,
}

impl OpenFile {
    /// Begins a file.
    pub(crate) fn new(name: &str) -> Self {
        Self {
            name: name.into(),
            reader: TraceReader::new(),
            header: None,
            exchanges: Vec::new(),
            lines: BTreeMap::new(),
            sniffer: Sniffer::default(),
            table: None,
            table_is_full: false,
            report: FileReport {
                name: name.into(),
                ..FileReport::default()
            },
            problems: Problems::default(),
        }
    }

    /// Takes its next bytes. Gives back whether more of them can add anything.
    pub(crate) fn feed(&mut self, bytes: &[u8]) -> bool {
        let sniffed = self.sniffer.push(bytes);
        self.take_sniffed(sniffed);
        !self.reader.is_closed() && !self.table_is_full && !self.sniffer.is_unknown_table()
    }

    /// Ends it, and says what it is.
    pub(crate) fn close(mut self) -> (ReadFile, FileReport) {
        let sniffed = self.sniffer.finish();
        self.take_sniffed(sniffed);
        if let Some(cause) = self.sniffer.unknown_table() {
            self.problems.push(Some(1), cause);
        } else if self.table.is_none() {
            let mut reader = std::mem::take(&mut self.reader);
            reader.finish_each(|event| self.take(event));
            self.reader = reader;
        }
        let report = self.finish();
        let file = ReadFile {
            name: self.name,
            header: self.header,
            exchanges: self.exchanges,
            lines: self.lines,
            table: self.table,
        };
        (file, report)
    }

    fn take_sniffed(&mut self, sniffed: Sniffed<'_>) {
        match sniffed {
            Sniffed::Other(bytes) => {
                let mut reader = std::mem::take(&mut self.reader);
                reader.push_each(&bytes, |event| self.take(event));
                self.reader = reader;
            }
            Sniffed::Unknown => {}
            Sniffed::Table(begun, events) => {
                self.table = self.table.take().or(begun);
                for event in events {
                    self.take_row(event);
                }
            }
        }
    }

    fn take_row(&mut self, event: CsvEvent) {
        match event {
            CsvEvent::Header { .. } => self.report.lines = 1,
            CsvEvent::Problem { line, cause } => self.problems.push(Some(line), cause),
            CsvEvent::Row { line, fields } => {
                let Some(table) = &mut self.table else { return };
                if self.table_is_full {
                    return;
                }
                match table.push(line, fields) {
                    Ok(()) => {
                        self.report.exchanges += 1;
                        self.report.lines = line;
                    }
                    Err(cause) => {
                        self.table_is_full = true;
                        self.problems.push(Some(line), cause);
                    }
                }
            }
        }
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Header { line, header } => self.header(line, *header),
            Event::Exchange { line, exchange } => {
                self.report.exchanges += 1;
                if !self.lines.contains_key(&exchange.case) {
                    self.lines.insert(exchange.case.clone(), line);
                }
                self.exchanges.push(*exchange);
            }
            Event::Problem { line, cause } => self.problems.push(line, cause),
        }
    }

    fn header(&mut self, line: u64, header: Header) {
        let line = Some(line);
        let Some(first) = &self.header else {
            if let Err(error) = StudyId::named(&header.study) {
                self.problems.push(line, error.to_string());
            }
            self.header = Some(header);
            return;
        };
        match extended(first, &header) {
            Ok(header) => self.header = Some(header),
            Err(what) => self.problems.push(
                line,
                format!("a second header of another run ({what} differs); it is passed over"),
            ),
        }
    }

    fn finish(&mut self) -> FileReport {
        let mut report = std::mem::take(&mut self.report);
        let problems = std::mem::take(&mut self.problems);
        (report.problems, report.problem_count) = problems.into_parts();
        if let Some(table) = &self.table {
            report.is_table = true;
            report.what = table.what();
            report.can_be_scored = !table.rows.is_empty();
            return report;
        }
        report.lines = self.reader.lines();
        report.what = match &self.header {
            None if self.sniffer.is_unknown_table() => "a table of another kind".into(),
            None => "not a trace".into(),
            Some(header) => format!(
                "Faultline trace, version {}, study {}, model {}, {}",
                header.faultline,
                header.study,
                header.model,
                self.reader.container().name()
            ),
        };
        report.can_be_scored = report.exchanges > 0
            && self
                .header
                .as_ref()
                .is_some_and(|header| StudyId::named(&header.study).is_ok());
        report
    }
}

/// The first header with the later one's number of tasks, if they differ in nothing else; else in what they do.
pub(crate) fn extended(first: &Header, later: &Header) -> Result<Header, &'static str> {
    let without_tasks = |header: &Header| {
        let mut config = header.config.clone();
        if let Some(object) = config.as_object_mut() {
            object.shift_remove("tasks");
        }
        config
    };
    for (differs, what) in [
        (first.study != later.study, "study"),
        (first.model != later.model, "model"),
        (first.mode != later.mode, "calling mode"),
        (first.reading != later.reading, "reading"),
        (first.sampling != later.sampling, "sampling"),
        (without_tasks(first) != without_tasks(later), "config"),
        (first.suite != later.suite, "suite"),
    ] {
        if differs {
            return Err(what);
        }
    }
    let tasks = |header: &Header| header.config["tasks"].as_u64();
    Ok(if tasks(later) > tasks(first) {
        Header {
            started: first.started.clone(),
            ..later.clone()
        }
    } else {
        first.clone()
    })
}
