//! Trace files, read as streams.
//!
//! A trace is JSON lines: a [`Header`], then an [`ExchangeLine`] for every reply, written when it arrived. [`TraceReader`] takes
//! bytes as they come, plain or compressed, and gives lines and problems; one bad line never stops the rest, and no input makes it
//! panic, hang or grow without bound. This crate opens no file: it is given bytes.
//!
//! ```
//! use faultline_traces::{Event, TraceReader};
//!
//! let mut reader = TraceReader::new();
//! let mut events = reader.push(b"{\"faultline\":1,\"study\":\"propagation\",\"config\":{},\"model\":\"m\"}\n{\"case\":");
//! events.extend(reader.finish());
//! assert!(matches!(&events[0], Event::Header { header, .. } if header.model == "m"));
//! let Event::Problem { line, cause } = &events[1] else { panic!() };
//! assert_eq!(*line, Some(2));
//! assert!(cause.starts_with("the last line is cut"));
//! ```

mod container;
mod csv;
mod format;
mod gzip;
mod lines;
mod reader;
mod schema;

pub use crate::{
    container::Container,
    csv::{CsvEvent, CsvReader},
    format::{ExchangeLine, Header, VERSION},
    reader::{Event, TraceReader},
    schema::trace_schema,
};
