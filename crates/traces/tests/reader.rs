//! Traces whole, cut, damaged, wrapped and wrong.

use std::io::Read as _;

use faultline_core::{Digest, Reply};
use faultline_traces::{Container, Event, ExchangeLine, Header, TraceReader, trace_schema};
use proptest::prelude::*;
use serde_json::json;

fn header() -> Header {
    Header {
        faultline: 1,
        study: "propagation".into(),
        config: json!({"tasks": 2}),
        model: "m".into(),
        mode: faultline_core::CallingMode::Native,
        reading: faultline_core::ReadingRule::Lenient,
        sampling: faultline_core::Sampling::default(),
        suite: "s".into(),
        app: "0.1.0".into(),
        started: "2026-01-02T03:04:05Z".into(),
        extra: serde_json::Map::from_iter([("later".to_owned(), json!([1]))]),
    }
}

fn exchange(step: u32) -> ExchangeLine {
    ExchangeLine {
        case: "d1-k0-free".into(),
        digest: Digest::of_bytes(b"case"),
        step,
        attempt: 0,
        ask: Digest::of_bytes(&step.to_le_bytes()),
        reply: Reply::from_body(200, b"{\n \"n\": 1.50e2, \"text\": \"a\\nb\"\n}"),
        at: "2026-01-02T03:04:06Z".into(),
    }
}

fn trace() -> String {
    [
        header().to_line(),
        exchange(0).to_line(),
        exchange(1).to_line(),
    ]
    .concat()
}

fn read(bytes: &[u8], piece: usize) -> (Vec<Event>, Container) {
    let mut reader = TraceReader::new();
    let mut events: Vec<Event> = bytes
        .chunks(piece)
        .flat_map(|piece| reader.push(piece))
        .collect();
    events.extend(reader.finish());
    (events, reader.container())
}

/// All of the trace, where every so many lines one is not empty.
fn whole(every: u64) -> Vec<Event> {
    vec![
        Event::Header {
            line: 1,
            header: Box::new(header()),
        },
        Event::Exchange {
            line: 1 + every,
            exchange: Box::new(exchange(0)),
        },
        Event::Exchange {
            line: 1 + 2 * every,
            exchange: Box::new(exchange(1)),
        },
    ]
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::read::GzEncoder::new(bytes, flate2::Compression::default());
    let mut packed = Vec::new();
    // Reading from memory can't fail; were it to, the tests would see an empty file.
    encoder.read_to_end(&mut packed).unwrap_or_default();
    packed
}

#[test]
fn a_trace_reads_the_same_however_it_comes() {
    let zstd = ruzstd::encoding::compress_to_vec(
        trace().as_bytes(),
        ruzstd::encoding::CompressionLevel::Fastest,
    );
    let whole_text = trace();
    let (first, second) = whole_text.split_at(100);
    let two_members = [gzip(first.as_bytes()), gzip(second.as_bytes())].concat();
    for (bytes, container, every) in [
        (trace().into_bytes(), Container::Plain, 1),
        (
            trace().replace('\n', "\r\n\r\n").into_bytes(),
            Container::Plain,
            2,
        ),
        (
            format!("\u{feff}{}", trace()).into_bytes(),
            Container::Plain,
            1,
        ),
        (gzip(trace().as_bytes()), Container::Gzip, 1),
        (two_members, Container::Gzip, 1),
        (zstd, Container::Zstd, 1),
    ] {
        for piece in [1, 7, 100_000] {
            assert_eq!(
                read(&bytes, piece),
                (whole(every), container),
                "{container:?} by {piece}"
            );
        }
    }
}

/// The exchanges that are read, and the problems as text.
fn outcome(bytes: &[u8]) -> (usize, Vec<String>) {
    let (events, _) = read(bytes, 4096);
    let exchanges = events
        .iter()
        .filter(|event| matches!(event, Event::Exchange { .. }))
        .count();
    let problems = events.iter().filter_map(|event| match event {
        Event::Problem {
            line: Some(line),
            cause,
        } => Some(format!("{line}: {cause}")),
        Event::Problem { line: None, cause } => Some(cause.clone()),
        _ => None,
    });
    (exchanges, problems.collect())
}

#[test]
fn what_can_not_be_read_is_named_and_the_rest_kept() {
    let good = trace();
    let cut = &good[..good.len() - 10];
    let bad_line = good.replacen("\"step\":0", "\"step\":-1", 1);
    let newer = good.replacen("\"faultline\":1", "\"faultline\":9", 1);
    let zero = good.replacen("\"faultline\":1", "\"faultline\":0", 1);
    let zipped = gzip(good.as_bytes());
    for (bytes, exchanges, problem) in [
        (cut.as_bytes(), 1, "3: the last line is cut"),
        (
            bad_line.as_bytes(),
            1,
            "2: not an exchange: invalid value: integer `-1`, expected u32",
        ),
        (
            newer.as_bytes(),
            2,
            "1: the trace has version 9, this program knows version 1",
        ),
        (zero.as_bytes(), 0, "1: the trace's version is 0"),
        (&zipped[..zipped.len() - 20], 1, "the gzip file is cut"),
        (b"".as_slice(), 0, "the file is empty"),
        (b"\n \n", 0, "the file is empty"),
        (b"{\"a\":1}\n", 0, "1: not a Faultline trace"),
        (
            b"{\n \"a\":1}\n",
            0,
            "1: not a trace: its first line is the beginning of a JSON value",
        ),
        (
            b"<!doctype html>\n<p>",
            0,
            "1: not a trace: an HTML or XML page",
        ),
        (b"PK\x03\x04\xff\xff", 0, "1: not a trace: a zip archive"),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0",
            0,
            "1: not a trace: a Git LFS pointer",
        ),
        (
            b"{\"faultline\":1,\"study\":3}\n",
            0,
            "1: the header can't be read",
        ),
        (b"\xff\xfe{\x00", 0, "1: not a trace: UTF-16 text"),
    ] {
        let (found, problems) = outcome(bytes);
        assert_eq!(found, exchanges, "{problem}: {problems:?}");
        assert!(
            problems.iter().any(|found| found.starts_with(problem)),
            "{problem}: {problems:?}"
        );
    }
}

#[test]
fn a_gzip_bomb_is_read_in_pieces_and_its_line_dropped() {
    let bomb = gzip(&vec![b'x'; 64 << 20]);
    let (_, problems) = outcome(&[gzip(header().to_line().as_bytes()), bomb].concat());
    assert_eq!(
        problems,
        ["2: the line is longer than 32 MiB and is left out"]
    );
}

#[test]
fn the_schema_names_every_member_that_is_written() {
    let schema = trace_schema();
    for (part, line) in [
        ("header", header().to_line()),
        ("exchange", exchange(0).to_line()),
    ] {
        let value: serde_json::Value = serde_json::from_str(&line).unwrap();
        for key in value
            .as_object()
            .unwrap()
            .keys()
            .filter(|key| *key != "later")
        {
            assert!(
                schema["$defs"][part]["properties"].get(key).is_some(),
                "{part}.{key} is not in the schema"
            );
        }
    }
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_fail(bytes in proptest::collection::vec(any::<u8>(), 0..400), place in 0_usize..400, piece in 1_usize..60) {
        // Noise, and a trace with noise in it, plain and wrapped.
        let (_, _) = read(&bytes, piece);
        for mut whole in [trace().into_bytes(), gzip(trace().as_bytes())] {
            let place = place % whole.len();
            let end = (place + bytes.len()).min(whole.len());
            whole[place..end].copy_from_slice(&bytes[..end - place]);
            let (events, _) = read(&whole, piece);
            prop_assert!(events.len() < 100);
        }
    }
}
