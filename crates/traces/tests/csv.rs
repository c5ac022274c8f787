//! Files of delimited values as spreadsheets, scripts and accidents write them.

use faultline_traces::{CsvEvent, CsvReader};
use proptest::prelude::*;

fn read(bytes: &[u8]) -> Vec<CsvEvent> {
    let mut reader = CsvReader::new();
    let mut events = reader.push(bytes);
    events.extend(reader.finish());
    events
}

/// Every event in a short form.
fn shown(bytes: &[u8]) -> Vec<String> {
    let word = |event: &CsvEvent| match event {
        CsvEvent::Header { columns } => format!("H {}", columns.join("|")),
        CsvEvent::Row { line, fields } => format!("{line} {}", fields.join("|")),
        CsvEvent::Problem { line, cause } => format!("! {line} {cause}"),
    };
    read(bytes).iter().map(word).collect()
}

#[track_caller]
fn check(text: &str, expect: &[&str]) {
    assert_eq!(shown(text.as_bytes()), expect, "{text:?}");
}

#[test]
fn files_as_they_are_written() {
    check("", &[]);
    check("\n\r\n", &[]);
    check("a,b\n1,2\n", &["H a|b", "2 1|2"]);
    check("a,b\r\n1,2\r\n3,4", &["H a|b", "2 1|2", "3 3|4"]);
    check("\u{feff}a;b\n1;2,5\n", &["H a|b", "2 1|2,5"]);
    check("a\tb\n1\t2;3\n", &["H a|b", "2 1|2;3"]);
    check("\"a,\";b\n1;2\n", &["H a,|b", "2 1|2"]);
    check(" a , b \n 1 ,\n", &["H a|b", "2  1 |"]);
    check(
        "a,b\n\"x\"\"y\",\"1\n2\"\n3,4\n",
        &["H a|b", "2 x\"y|1\n2", "4 3|4"],
    );
    check("a,b\n\n\n1,2\n\n,\n3,4\n", &["H a|b", "4 1|2", "7 3|4"]);
    check(
        "a,b,,\n1,2,,\n1,2,,x\n",
        &["H a|b", "2 1|2", "! 3 4 values where the header has 2"],
    );
    check("a\n1\n2\n", &["H a", "2 1", "3 2"]);
    check("a\r1\r2", &["H a", "1 1", "1 2"]);
}

#[test]
fn what_is_wrong_is_said_and_the_rest_kept() {
    check(
        "a,b\n1\n2,3\n",
        &["H a|b", "! 2 1 value where the header has 2", "3 2|3"],
    );
    check(
        "a,b\n1,\"2\n3,4\n",
        &[
            "H a|b",
            "! 2 a quote that is opened in this row is never closed, so that where the row ends is not known",
        ],
    );
    assert_eq!(
        shown(b"a,b\n1,\xff\n2,3\n"),
        [
            "H a|b",
            "! 2 not all of the row is UTF-8: what is not was replaced",
            "2 1|\u{fffd}",
            "3 2|3"
        ]
    );
    assert_eq!(
        shown(b"\xff\xfea\0,\0"),
        ["! 1 the file is UTF-16; save it as UTF-8"]
    );
}

#[test]
fn a_row_beyond_all_bounds_does_not_stop_the_next() {
    let long = "x".repeat(9 << 20);
    let many = ",".repeat(5000);
    let cause = "the row is longer than 8 MiB or has more than 4096 values";
    check(
        &format!("a,b\n{long},1\n2,3\n{many}\n4,5\n"),
        &[
            "H a|b",
            &format!("! 2 {cause}"),
            "3 2|3",
            &format!("! 4 {cause}"),
            "5 4|5",
        ],
    );
    check(&format!("{many}\n4,5\n"), &[&format!("! 1 {cause}")]);
}

proptest! {
    /// However the bytes are cut, the same comes out; and whatever they are, nothing panics.
    #[test]
    fn cuts_change_nothing(bytes in proptest::collection::vec(prop_oneof![
        3 => Just(b','), 3 => Just(b'"'), 3 => Just(b'\n'), 1 => Just(b'\r'), 1 => Just(b';'), 4 => any::<u8>(),
    ], 0..200), cuts in proptest::collection::vec(0_usize..200, 0..6)) {
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
        cuts.sort_unstable();
        let mut reader = CsvReader::new();
        let mut events = Vec::new();
        let mut start = 0;
        for cut in cuts.into_iter().chain([bytes.len()]) {
            events.extend(reader.push(&bytes[start..cut]));
            start = cut;
        }
        events.extend(reader.finish());
        prop_assert_eq!(events, read(&bytes));
    }

    /// What a careful writer quotes is read back as it was.
    #[test]
    fn quoted_values_come_back(rows in proptest::collection::vec(proptest::array::uniform3("[a-z,;\"\n\r é]{0,6}"), 1..8)) {
        let mut text = String::from("a,b,c\n");
        for row in &rows {
            let quoted: Vec<String> = row.iter().map(|value| format!("\"{}\"", value.replace('"', "\"\""))).collect();
            text.push_str(&quoted.join(","));
            text.push('\n');
        }
        let found: Vec<Vec<String>> = read(text.as_bytes()).into_iter().filter_map(|event| match event {
            CsvEvent::Row { fields, .. } => Some(fields),
            _ => None,
        }).collect();
        let empty = |row: &[String; 3]| row.iter().all(|value| value.trim().is_empty());
        let expect: Vec<Vec<String>> = rows.iter().filter(|row| !empty(row)).map(|row| row.to_vec()).collect();
        prop_assert_eq!(found, expect);
    }
}

#[test]
fn a_long_file_in_small_pieces() {
    let mut reader = CsvReader::new();
    let mut rows = 0;
    let mut push = |bytes: &[u8]| {
        rows += reader
            .push(bytes)
            .iter()
            .filter(|event| matches!(event, CsvEvent::Row { .. }))
            .count();
    };
    push(b"a,b\n");
    for _ in 0..20_000 {
        push(b"1,\"two");
        push(b" words\"\n");
    }
    assert_eq!(rows, 20_000);
    assert_eq!(reader.finish(), []);
}
