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
    let mut events = Vec::new();
    for piece in bytes.chunks(piece) {
        reader.push_each(piece, |event| events.push(event));
    }
    reader.finish_each(|event| events.push(event));
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
    let long_name = good.replacen("\"m\"", &format!("\"{}\"", "m".repeat(1001)), 1);
    let second = [good.as_str(), &long_name].concat();
    let quoting = good.replacen("\"native\"", &format!("\"{}\"", "é".repeat(5000)), 1);
    for (bytes, exchanges, problems) in [
        (cut.as_bytes(), 1, &["3: the last line is cut"][..]),
        (
            bad_line.as_bytes(),
            1,
            &["2: not an exchange: invalid value: integer `-1`, expected u32"],
        ),
        (
            newer.as_bytes(),
            2,
            &["1: the trace has version 9, this program knows version 1"],
        ),
        (zero.as_bytes(), 0, &["1: the trace's version is 0"]),
        (
            long_name.as_bytes(),
            0,
            &["1: the model's name has 1001 bytes; it may have 1000"],
        ),
        (
            second.as_bytes(),
            4,
            &["4: the model's name has 1001 bytes; it may have 1000"],
        ),
        (
            quoting.as_bytes(),
            0,
            &["1: the header can't be read: unknown variant `éé"],
        ),
        (b"".as_slice(), 0, &["the file is empty"]),
        (b"\n \n", 0, &["the file is empty"]),
        (b"{\"a\":1}\n", 0, &["1: not a Faultline trace"]),
        (
            b"{\n \"a\":1}\n",
            0,
            &["1: not a trace: its first line is the beginning of a JSON value"],
        ),
        (
            b"<!doctype html>\n<p>",
            0,
            &["1: not a trace: an HTML or XML page"],
        ),
        (b"PK\x03\x04\xff\xff", 0, &["1: not a trace: a zip archive"]),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0",
            0,
            &["1: not a trace: a Git LFS pointer"],
        ),
        (
            b"{\"faultline\":1,\"study\":3}\n",
            0,
            &["1: the header can't be read"],
        ),
        (b"\xff\xfe{\x00", 0, &["1: not a trace: UTF-16 text"]),
    ] {
        let (found, causes) = outcome(bytes);
        assert_eq!(found, exchanges, "{problems:?}: {causes:?}");
        assert_eq!(causes.len(), problems.len(), "{problems:?}: {causes:?}");
        for (cause, problem) in causes.iter().zip(problems) {
            assert!(cause.starts_with(problem), "{problem}: {cause}");
            assert!(cause.len() < 620, "{cause}");
        }
    }
}

/// A packed trace of a hundred exchanges that differ, and where in it the last third of its bytes begins.
fn packed(pack: impl Fn(&[u8]) -> Vec<u8>) -> (Vec<u8>, usize) {
    let lines: String = (0..100).map(|step| exchange(step).to_line()).collect();
    let bytes = pack((header().to_line() + &lines).as_bytes());
    let place = bytes.len() * 2 / 3;
    (bytes, place)
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

#[test]
fn what_stands_before_damage_is_kept_and_the_damage_alone_is_named() {
    let (gzip_bytes, place) = packed(gzip);
    let mut flipped = gzip_bytes.clone();
    flipped[place..].iter_mut().for_each(|byte| *byte ^= 0x55);
    let mut checksum = gzip_bytes.clone();
    let end = checksum.len();
    checksum[end - 8] ^= 1;
    let appended = [&gzip_bytes[..], b"junk after it"].concat();
    let member = |lines: &str| gzip(lines.as_bytes());
    let second_cut = [
        member(&trace()),
        member(&exchange(2).to_line()).split_at(15).0.to_vec(),
    ]
    .concat();
    let length = second_cut.len();
    for (bytes, least, problem) in [
        (
            &gzip_bytes[..place],
            50,
            format!("the gzip file is cut at byte {place}"),
        ),
        (&flipped[..], 50, "the gzip data is damaged at byte ".into()),
        (
            &checksum,
            100,
            format!(
                "the gzip data is damaged at byte {}: its checksum is another",
                end - 8
            ),
        ),
        (
            &appended,
            100,
            format!("the gzip data is damaged at byte {end}: a part begins without its mark"),
        ),
        (
            &second_cut,
            2,
            format!("the gzip file is cut at byte {length}"),
        ),
        (
            &gzip_bytes[..12],
            0,
            "the gzip file is cut at byte 12".into(),
        ),
    ] {
        for piece in [1, 50, 1 << 20] {
            let (events, _) = read(bytes, piece);
            let causes: Vec<&str> = events
                .iter()
                .filter_map(|event| match event {
                    Event::Problem { line: None, cause } => Some(cause.as_str()),
                    Event::Problem { .. } => Some("a line's"),
                    _ => None,
                })
                .collect();
            let last = causes.last().copied().unwrap_or_default();
            assert!(last.starts_with(&problem), "{problem}: {causes:?}");
            // Bytes that were changed can unpack to lines that are none.
            assert!(causes.len() == 1 || bytes == flipped, "{causes:?}");
            assert!(events.len() > least, "{problem}: {} events", events.len());
        }
    }
}

#[test]
fn zstd_is_read_block_by_block() {
    // Two frames, with one between them that is to be passed over.
    let (first, second) = (trace(), exchange(2).to_line());
    let skipped = [&[0x53, 0x2a, 0x4d, 0x18, 5, 0, 0, 0][..], b"12345"].concat();
    let file = [zstd(first.as_bytes()), skipped, zstd(second.as_bytes())].concat();
    for piece in [1, 30, 1 << 20] {
        let (events, container) = read(&file, piece);
        assert_eq!(
            (events.len(), container),
            (4, Container::Zstd),
            "{events:?}"
        );
    }
    // Cut within the second frame, whose beginning is three bytes or more.
    for end in file.len() - 30..file.len() {
        let (exchanges, problems) = outcome(&file[..end]);
        assert!(exchanges >= 2, "cut at {end}");
        assert_eq!(problems, [format!("the zstd file is cut at byte {end}")]);
    }
    let (bytes, place) = packed(zstd);
    let mut damaged = bytes;
    damaged[place..].fill(0xff);
    let (_, problems) = outcome(&damaged);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(
        problems[0].starts_with("the zstd data is damaged at byte "),
        "{problems:?}"
    );
}

/// What a bomb of `line`, so often that they are `length` bytes, comes to: how many events come of it, the most that one call hands
/// out before the reader can be asked whether it is closed, and the problems that are of no line.
fn explode(line: &[u8], length: usize) -> (usize, usize, Vec<String>) {
    let beginning = header().to_line().into_bytes();
    let bomb = gzip(&[beginning, line.repeat(length / line.len())].concat());
    let (mut count, mut at_once) = (0, 0);
    let mut causes = Vec::new();
    let mut reader = TraceReader::new();
    // Every event is dropped as it comes, so that no more than the one that is handed out is ever there.
    for piece in bomb.chunks(4096) {
        let before = count;
        reader.push_each(piece, |event| {
            count += 1;
            if let Event::Problem { line: None, cause } = event {
                causes.push(cause);
            }
        });
        at_once = at_once.max(count - before);
        if reader.is_closed() {
            break;
        }
    }
    reader.finish_each(|_| count += 1);
    (count, at_once, causes)
}

#[test]
fn bombs_of_many_lines_are_handed_out_one_by_one_and_end() {
    // Empty lines, which are nothing: more than packed data may unpack to.
    let (count, _, causes) = explode(b"\n", 80 << 20);
    assert_eq!(count, 2, "a header and why the rest is left out");
    assert!(
        causes[0].contains("two hundred times its length"),
        "{causes:?}"
    );
    // Lines that can't be read, of which the first hundred thousand are named.
    let (count, at_once, causes) = explode(b"x\n", 8 << 20);
    assert_eq!((count, causes), (100_002, Vec::new()));
    assert!(
        at_once > 1000,
        "the bomb is none: {at_once} events of 4 KiB"
    );
    // Lines of a trace are all handed out.
    let (count, ..) = explode(exchange(0).to_line().as_bytes(), 4 << 20);
    assert_eq!(count, 1 + (4 << 20) / exchange(0).to_line().len());
}

#[test]
fn a_line_that_is_too_long_is_dropped_and_the_next_one_read() {
    let long = vec![b'x'; 33 << 20];
    let after = exchange(0).to_line();
    let file = [
        header().to_line().as_bytes(),
        &long,
        b"\n",
        after.as_bytes(),
    ]
    .concat();
    for bytes in [gzip(&file), file] {
        let (exchanges, problems) = outcome(&bytes);
        assert_eq!(exchanges, 1);
        assert_eq!(
            problems,
            ["2: the line is longer than 32 MiB and is left out"]
        );
    }
}

#[test]
fn what_has_no_line_end_or_no_header_at_its_beginning_is_no_trace() {
    for (byte, fed_most) in [(b'x', 34), (b'{', 34), (b'\n', 34), (0, 34)] {
        let mut reader = TraceReader::new();
        let mut causes = Vec::new();
        let piece = vec![byte; 1 << 20];
        let mut fed = 0;
        while !reader.is_closed() && fed < 64 {
            reader.push_each(&piece, |event| causes.push(event));
            fed += 1;
        }
        reader.finish_each(|event| causes.push(event));
        assert!(fed < fed_most, "{fed} MiB were read");
        let cause = match byte {
            b'\n' => "not a trace: the first 32 MiB hold nothing",
            _ => "not a trace: no line ends within the first 32 MiB",
        };
        let expected = Event::Problem {
            line: None,
            cause: cause.into(),
        };
        assert_eq!(causes, [expected]);
    }
    let long_header = format!(
        "{{\"faultline\":1,\"study\":\"{}\"}}\n",
        "s".repeat(1 << 20)
    );
    let (_, problems) = outcome(long_header.as_bytes());
    assert_eq!(
        problems,
        ["1: not a trace: its first line has 1048602 bytes; a header has 1 MiB at most"]
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
