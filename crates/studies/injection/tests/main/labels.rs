//! Label files as they come, and what a label is of.

use faultline_injection::{
    Judgement, Label, Question, ReportOptions, Tally, label_case, report, write_labels,
};

use crate::{
    files::{add, printed, row},
    imports::{RESULTS, tally},
};

#[test]
fn labels_as_spreadsheets_write_them() {
    let text = "\u{feff}Case;Annotator;Label;mood\r\ns1;ann;N;\r\ns2;ann;correct;ok\r\ns3;ann;;\r\ns4;ann;perhaps;\r\n;ann;y;\r\ns1;bob;u;\r\n";
    let mut tally = tally(RESULTS);
    assert_eq!(
        add(&mut tally, text.as_bytes()),
        [
            "5 label: \"perhaps\" is neither correct, incorrect nor unclear",
            "6 case: a label needs it"
        ]
    );
    let (report, _) = report(&tally, &ReportOptions::default());
    let ann = row(
        &report,
        "judges",
        &[("judge", "ensemble"), ("annotator", "ann")],
    );
    assert_eq!(
        (ann.count("n"), printed(ann.rate("kappa").value, 1)),
        (2, "1.0".into())
    );
    assert_eq!(
        row(
            &report,
            "judges",
            &[("judge", "ensemble"), ("annotator", "bob")]
        )
        .count("n"),
        0
    );
    assert!(
        row(&report, "judges", &[("judge", "ann"), ("annotator", "bob")])
            .why("kappa")
            .contains("no answer was judged by both")
    );

    let labels = [
        Label {
            case: "a,b".into(),
            question: Question::Fabrication,
            annotator: "x \"y\"".into(),
            label: Judgement::Unclear,
            note: "two\nlines; and = more".into(),
        },
        Label {
            case: "s2".into(),
            question: Question::Answer,
            annotator: "z".into(),
            label: Judgement::Correct,
            note: String::new(),
        },
    ];
    let written = write_labels(&labels);
    assert!(written.starts_with(
        "faultline_labels,case,question,annotator,label,note\n1,\"a,b\",fabrication,"
    ));
    let (mut back, mut direct) = (Tally::default(), Tally::default());
    assert_eq!(add(&mut back, written.as_bytes()), [""; 0]);
    for label in labels {
        direct.add_label(label);
    }
    assert_eq!(back, direct);
}

#[test]
fn a_label_goes_with_the_answer_and_hides_the_model() {
    let tally = tally(RESULTS);
    let names: Vec<String> = tally
        .episodes()
        .map(|(run, _, evidence)| label_case(&run.model, evidence))
        .collect();
    let mut distinct = names.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), 6);
    let mut judged = tally.clone();
    let said = |matches| {
        names
            .iter()
            .map(move |name| ("new".to_owned(), name.as_str(), Some(matches)))
    };
    let stray = ("new".to_owned(), "nothing of the kind", Some(true));
    assert_eq!(judged.add_verdicts(said(true).chain([stray])), Ok(1));
    let error = judged.clone().add_verdicts(said(false)).unwrap_err();
    assert!(
        error.starts_with("new says two things of answer "),
        "{error}"
    );
    assert!(
        judged
            .episodes()
            .all(|(_, _, evidence)| evidence.verdicts["new"])
    );
}
