//! Trace files, read as streams.
//!
//! A trace is JSON lines: a [`Header`], then an [`ExchangeLine`] for every reply, written when it arrived. [`TraceReader`] takes
//! bytes as they come, plain or compressed, and hands out lines and problems one by one; a bad line does not stop the rest. This
//! crate opens no file: it is given bytes.
//!
//! No input makes it panic, hang or grow without bound. It holds one line of 32 MiB at most, one block of packed data and its
//! window (128 MiB at most), and never two events. It stops with an answer at 4 GiB, at packed data that unpacks to more than two
//! hundred times its length (the first 64 MiB are free), and after a hundred thousand lines that can't be read.
//!
//! ```
//! use faultline_traces::{Event, TraceReader};
//!
//! let mut reader = TraceReader::new();
//! let mut events = Vec::new();
//! let bytes = b"{\"faultline\":1,\"study\":\"propagation\",\"config\":{},\"model\":\"m\"}\n{\"case\":";
//! reader.push_each(bytes, |event| events.push(event));
//! reader.finish_each(|event| events.push(event));
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
mod zstd;

pub use crate::{
    container::Container,
    csv::{CsvEvent, CsvReader},
    format::{ExchangeLine, Header, VERSION},
    reader::{Event, TraceReader},
    schema::trace_schema,
};
