//! What must hold of every drawing, whatever the data.

use faultline_report::{Cell, Column, Figure, FigureKind, Mark, Report, Role, Run, Table};

use crate::{
    Theme,
    draw::{Drawing, Setting, draw},
    figure_csv, figure_svg, html_report,
    legible::WIDTHS,
    render_figure, sample,
};

fn drawn(figure: &Figure, width: f64) -> Drawing {
    draw(figure, Setting { width, live: true })
}

fn with_marks(kind: FigureKind, marks: Vec<Mark>) -> Figure {
    sample::figure(kind, vec![sample::series("s", Role::Free, "", marks)])
}

#[test]
fn odd_data_is_drawn_without_a_panic_and_with_finite_coordinates() {
    let odd = |y: f64| Mark {
        x: y,
        y: Some(y),
        lo: Some(-y),
        hi: Some(y * 2.0),
        n: u64::MAX,
        ..Mark::default()
    };
    let huge = "word ".repeat(5_000) + &"w".repeat(5_000);
    for kind in FigureKind::ALL {
        let mut figures = vec![
            sample::figure(kind, vec![]),
            with_marks(kind, vec![]),
            with_marks(kind, vec![Mark::default()]),
            with_marks(kind, vec![odd(1.0)]),
            with_marks(
                kind,
                [
                    f64::NAN,
                    f64::INFINITY,
                    -f64::INFINITY,
                    f64::MAX,
                    f64::MIN,
                    1e-300,
                    0.0,
                ]
                .map(odd)
                .into(),
            ),
            with_marks(kind, (0..10_000).map(|x| odd(f64::from(x))).collect()),
            with_marks(
                kind,
                vec![
                    Mark {
                        label: huge.clone(),
                        note: huge.clone(),
                        ..odd(0.5)
                    };
                    3
                ],
            ),
        ];
        for figure in &mut figures {
            figure.reference = Some((f64::NAN, huge.clone()));
            for range in [
                None,
                Some((0.0, 1.0)),
                Some((1.0, 1.0)),
                Some((f64::NAN, 0.0)),
            ] {
                if range.is_some() && figure.series.iter().any(|series| series.marks.len() > 1000) {
                    // Many marks once: the other ends of the axis are tried with few.
                    continue;
                }
                figure.y_range = range;
                let drawing = drawn(figure, 390.0);
                assert!(
                    drawing.height.is_finite() && drawing.height < 60_000.0,
                    "{kind:?}: {}",
                    drawing.height
                );
                for target in &drawing.targets {
                    assert!(
                        target.x.is_finite() && target.y.is_finite(),
                        "{kind:?}: {target:?}"
                    );
                }
            }
            let html = render_figure(figure);
            assert!(!html.contains("NaN") && !html.contains("\"inf"), "{kind:?}");
            assert!(
                figure_svg(figure, Theme::Dark).ends_with("</svg>"),
                "{kind:?}"
            );
            assert!(figure_csv(figure).starts_with("panel,"), "{kind:?}");
        }
    }
}

#[test]
fn every_mark_is_drawn_once_inside_the_drawing() {
    for figure in &sample::all() {
        let marks: usize = figure.series.iter().map(|series| series.marks.len()).sum();
        for width in WIDTHS {
            let drawing = drawn(figure, width);
            let mut places: Vec<_> = drawing.targets.iter().map(|target| target.at).collect();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), marks, "{} at {width}", figure.id);
            for target in &drawing.targets {
                let inside = (0.0..=drawing.width).contains(&target.x)
                    && (0.0..=drawing.height).contains(&target.y);
                assert!(inside, "{} at {width}: {target:?}", figure.id);
            }
        }
    }
}

#[test]
fn each_kind_says_what_it_shows() {
    for (figure, said) in [
        (
            sample::curve(),
            vec![
                "aria-label=\"teacher-forced, depth 6: p 0.572 [0.513, 0.628], n 390\"",
                "data-figure=\"by_depth\" data-series=\"0\" data-mark=\"3\" data-n=\"390\"",
                "undefined, n 0. never left a clean context",
                "class=\"fl-gap\"",
                ">371–390</text>",
            ],
        ),
        (
            sample::interval(),
            vec![
                ">0.412 [0.330, 0.497]</text>",
                ">n 12,345</text>",
                ">no effect</text>",
                "gemma-3-270m: severity 0.412 [0.330, 0.497], n 389",
                "undefined: never left a clean context",
            ],
        ),
        (
            sample::bars(&["wrong tool", "not a call"]),
            vec![
                "free-running, wrong tool: share of steps that are wrong 0.500 [0.440, 0.570], n 240",
                "class=\"fl-bar\"",
            ],
        ),
        (
            sample::strip(),
            vec![
                "linear (null control), a: z of discrimination 0.10 [−0.50, 0.70], n 390",
                "class=\"fl-reference\"",
                ">chance</text>",
                ">40 marks, n 60</text>",
                ">3 marks, n 390</text>",
            ],
        ),
        (
            sample::heatmap(),
            vec![
                ">0.572</text>",
                "heavy, interface: p 0.572 [0.513, 0.628], n 390",
                "undefined, n 0. never left a clean context",
                "class=\"fl-cell\"",
            ],
        ),
        (
            sample::flow(),
            vec![
                "tool selection, tool misselection: failures 128 [100, 160], n 128",
                ">tool selection</text>",
                ">163</text>",
                "class=\"fl-ribbon\"",
            ],
        ),
    ] {
        let html = render_figure(&figure);
        for part in said {
            assert!(html.contains(part), "{}: {part}", figure.id);
        }
        assert!(
            html.contains("<table>") && html.contains("Data as a table"),
            "{}",
            figure.id
        );
    }
}

#[test]
fn nothing_of_a_report_becomes_markup() {
    let evil = "</style><script>alert(1)</script>\" onload=\"x";
    let text = || evil.to_owned();
    let mut figure = sample::figure(
        FigureKind::Curve,
        vec![sample::series(
            evil,
            Role::Gold,
            evil,
            vec![Mark {
                label: text(),
                note: text(),
                y: Some(0.5),
                ..Mark::default()
            }],
        )],
    );
    figure.id = text();
    figure.title = text();
    figure.reads_as = text();
    figure.method = text();
    figure.x_label = text();
    figure.y_label = text();
    figure.reference = Some((0.5, text()));
    let table = Table::new(evil, evil, [Column::new(evil, evil).helped(evil)])
        .noted(evil)
        .with_row([Cell::text(evil)])
        .with_row([Cell::undefined(evil)]);
    let report = Report {
        study: text(),
        app: text(),
        runs: vec![Run {
            model: text(),
            settings: text(),
            ..Run::default()
        }],
        headline: text(),
        notes: vec![text()],
        tables: vec![table],
        figures: FigureKind::ALL
            .into_iter()
            .map(|kind| Figure {
                kind,
                ..figure.clone()
            })
            .collect(),
    };
    let html = html_report(&report);
    assert!(
        !html.contains("<script") && !html.contains("\" onload"),
        "a text got out"
    );
    assert_eq!(html.matches("<style>").count(), 1);
    assert_eq!(html.matches("</style>").count(), 1);
}

#[test]
fn a_report_stands_alone_and_says_what_was_measured() {
    let report = Report {
        study: "propagation".into(),
        app: "0.1.0".into(),
        runs: vec![
            Run {
                model: "sim:noisy".into(),
                simulated: true,
                settings: "prompted, lenient reading".into(),
                tasks: 300,
                replies: 2480,
                unmeasured: 2,
                ..Run::default()
            },
            Run {
                model: "gemma".into(),
                ..Run::default()
            },
        ],
        headline: "It loses 69%.".into(),
        figures: vec![sample::curve()],
        ..Report::default()
    };
    let html = html_report(&report);
    for part in [
        "<strong>sim:noisy</strong> <span class=\"fl-badge\">simulated</span>",
        "propagation · prompted, lenient reading · 300 tasks · 2480 replies · 2 not measured · Faultline 0.1.0",
        "It loses 69%.",
        "prefers-color-scheme: dark",
    ] {
        assert!(html.contains(part), "{part}");
    }
    assert_eq!(
        html.matches("fl-badge\">").count(),
        1,
        "only what is simulated is called so"
    );
    for outside in ["src=", "@import", "<link", "url(http"] {
        assert!(!html.contains(outside), "{outside}");
    }
}

/// Three estimates of one model are three series of one mark each, and a row that names the model alone tells none from another.
#[test]
fn a_row_says_whose_series_it_is() {
    let series = |label: &str, mark: &str| {
        let mark = Mark {
            label: mark.into(),
            y: Some(0.5),
            n: 9,
            ..Mark::default()
        };
        sample::series(label, Role::Gold, "", vec![mark])
    };
    for (marks, expected) in [
        (["m", "m"], [">by gold<", ">by state<"]),
        (["m", "k"], [">by gold, m<", ">by state, k<"]),
    ] {
        let both = vec![series("by gold", marks[0]), series("by state", marks[1])];
        let figure = sample::figure(FigureKind::Interval, both);
        let svg = figure_svg(&figure, Theme::Light);
        for name in expected {
            assert!(svg.contains(name), "{name} in {svg}");
        }
    }
}
