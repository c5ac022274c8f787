//! Figures to try the drawings on.

use faultline_report::{Figure, FigureKind, Mark, Role, Series};

pub(crate) fn figure(kind: FigureKind, series: Vec<Series>) -> Figure {
    Figure {
        id: "by_depth".into(),
        title: "How much accuracy do a model's own errors cost it?".into(),
        reads_as: "Each mark is the share of right steps at a depth; the shaded gap is what the model loses to its own earlier errors.".into(),
        method: "Percentile bootstrap over tasks, 10,000 resamples, 89% intervals.".into(),
        kind,
        x_label: "depth".into(),
        y_label: "p".into(),
        y_range: Some((0.0, 1.0)),
        reference: None,
        series,
    }
}

pub(crate) fn series(label: &str, role: Role, panel: &str, marks: Vec<Mark>) -> Series {
    Series {
        label: label.into(),
        role,
        panel: panel.into(),
        marks,
    }
}

/// A mark with an interval; undefined where the value is not a number.
pub(crate) fn mark(x: f64, label: &str, (y, lo, hi): (f64, f64, f64), n: u64) -> Mark {
    let undefined = y.is_nan();
    let given = |value: f64| (!undefined).then_some(value);
    Mark {
        x,
        label: label.into(),
        y: given(y),
        lo: given(lo),
        hi: given(hi),
        n,
        note: if undefined {
            "never left a clean context".into()
        } else {
            String::new()
        },
        records: Vec::new(),
    }
}

const UNDEFINED: (f64, f64, f64) = (f64::NAN, 0.0, 0.0);

fn arms(panel: &str, shift: f64) -> Vec<Series> {
    let line = |values: [(f64, f64, f64); 5], n: [u64; 5]| -> Vec<Mark> {
        let marks = [1.0, 2.0, 4.0, 6.0, 8.0].into_iter().zip(values).zip(n);
        marks
            .map(|((x, (y, lo, hi)), n)| mark(x, "", (y - shift, lo - shift, hi - shift), n))
            .collect()
    };
    let forced = [
        (0.711, 0.65, 0.77),
        (0.68, 0.62, 0.74),
        (0.61, 0.55, 0.67),
        (0.572, 0.513, 0.628),
        (0.55, 0.49, 0.61),
    ];
    let free = [
        (0.711, 0.65, 0.77),
        (0.52, 0.45, 0.59),
        (0.31, 0.25, 0.37),
        (0.176, 0.13, 0.23),
        UNDEFINED,
    ];
    vec![
        series(
            "teacher-forced",
            Role::TeacherForced,
            panel,
            line(forced, [60, 120, 240, 390, 480]),
        ),
        series(
            "free-running",
            Role::Free,
            panel,
            line(free, [60, 120, 238, 371, 0]),
        ),
    ]
}

/// p and g against depth, with one undefined mark.
pub(crate) fn curve() -> Figure {
    figure(FigureKind::Curve, arms("", 0.0))
}

/// The same for several models.
pub(crate) fn multiples(models: u8) -> Figure {
    let panels =
        (0..models).flat_map(|model| arms(&format!("model-{model}"), f64::from(model) * 0.03));
    figure(FigureKind::Curve, panels.collect())
}

/// Severity by both rules.
pub(crate) fn interval() -> Figure {
    let rows = |shift: f64| {
        vec![
            mark(
                0.0,
                "gemma-3-270m",
                (0.412 - shift, 0.33 - shift, 0.497 - shift),
                389,
            ),
            mark(
                1.0,
                "sim:noisy?p=0.7",
                (0.208 - shift, 0.11 - shift, 0.31 - shift),
                1204,
            ),
            mark(
                2.0,
                "a model with a name that is longer than anybody would want it",
                (0.05, -0.08, 0.18),
                12_345,
            ),
            mark(3.0, "sim:oracle", UNDEFINED, 0),
        ]
    };
    Figure {
        id: "severity".into(),
        title: "How much is a step worse in a poisoned context?".into(),
        x_label: String::new(),
        y_label: "severity".into(),
        y_range: None,
        reference: Some((0.0, "no effect".into())),
        ..figure(
            FigureKind::Interval,
            vec![
                series("scored against gold", Role::Gold, "", rows(0.0)),
                series("scored by the state held", Role::State, "", rows(0.19)),
            ],
        )
    }
}

/// Step errors by kind, two series.
pub(crate) fn bars(names: &[&str]) -> Figure {
    let bars = |factor: f64| -> Vec<Mark> {
        let marks = names.iter().enumerate();
        marks
            .map(|(place, name)| {
                let y = factor * (0.5 - place as f64 * 0.09).max(0.0);
                let values = if place == 3 {
                    UNDEFINED
                } else {
                    (y, (y - 0.06).max(0.0), y + 0.07)
                };
                mark(place as f64, name, values, 240 - 17 * place as u64)
            })
            .collect()
    };
    Figure {
        id: "step_errors".into(),
        title: "At which step do errors come?".into(),
        x_label: "step".into(),
        y_label: "share of steps that are wrong".into(),
        y_range: None,
        ..figure(
            FigureKind::Bars,
            vec![
                series("teacher-forced", Role::TeacherForced, "", bars(0.6)),
                series("free-running", Role::Free, "", bars(1.0)),
            ],
        )
    }
}

/// Discrimination of models on one line.
pub(crate) fn strip() -> Figure {
    let some = |values: &[f64]| -> Vec<Mark> {
        let marks = values.iter().enumerate();
        marks
            .map(|(place, z)| {
                mark(
                    0.0,
                    ["a", "b-model", "c-model", "long-model-name"][place % 4],
                    (*z, *z - 0.6, *z + 0.6),
                    390,
                )
            })
            .collect()
    };
    let bare: Vec<Mark> = (0..40)
        .map(|place| Mark {
            y: Some(f64::from(place % 13) * 0.22 - 1.0),
            n: 60,
            ..Mark::default()
        })
        .collect();
    Figure {
        id: "discrimination".into(),
        title: "Does the model tell the two branches apart?".into(),
        x_label: "z of discrimination".into(),
        y_label: String::new(),
        y_range: None,
        reference: Some((0.0, "chance".into())),
        ..figure(
            FigureKind::Strip,
            vec![
                series(
                    "routing",
                    Role::Derived,
                    "",
                    some(&[2.4, 0.3, f64::NAN, -0.7]),
                ),
                series(
                    "linear (null control)",
                    Role::Gold,
                    "",
                    some(&[0.1, -0.2, 0.05]),
                ),
                series("forty tasks", Role::State, "", bare),
            ],
        )
    }
}

/// A fit with a band over many places.
pub(crate) fn fit() -> Figure {
    let many: Vec<Mark> = (0..60)
        .map(|place| {
            let y = 0.9 - f64::from(place) * 0.012;
            mark(f64::from(place) * 0.25, "", (y, y - 0.05, y + 0.05), 4000)
        })
        .collect();
    let mut figure = curve();
    figure.id = "fit".into();
    figure.x_label = "steps since the first error".into();
    figure.series = vec![
        series("posterior", Role::Fit, "", many),
        figure.series.remove(0),
    ];
    figure.reference = Some((0.5, "coin".into()));
    figure
}

/// Success by severity and family, one cell undefined, in two panels.
pub(crate) fn heatmap() -> Figure {
    let columns = ["interface", "intent", "output", "runtime"];
    let row = |label: &str, shift: f64| {
        let marks = columns.iter().enumerate().map(|(place, name)| {
            let y = 0.572 + shift - 0.17 * place as f64;
            let values = if place == 3 && shift == 0.0 {
                UNDEFINED
            } else {
                (y, y - 0.059, y + 0.056)
            };
            mark(
                place as f64,
                name,
                values,
                if values.0.is_nan() { 0 } else { 390 },
            )
        });
        (label.to_owned(), marks.collect::<Vec<Mark>>())
    };
    let panels = ["model-a", "another model with a name that goes on"];
    let rows = panels.iter().flat_map(|panel| {
        [("clean", 0.4), ("light", 0.2), ("heavy", 0.0)].map(|(label, shift)| {
            let (label, marks) = row(label, shift);
            series(&label, Role::State, panel, marks)
        })
    });
    Figure {
        id: "cells".into(),
        title: "Where does it break?".into(),
        x_label: String::new(),
        ..figure(FigureKind::Heatmap, rows.collect())
    }
}

/// Failures from where they begin to what they look like; one band has no width.
pub(crate) fn flow() -> Figure {
    let band = |label: &str, count: u32| {
        let y = f64::from(count);
        let ends = (y, (y * 0.781_25).floor(), y * 1.25);
        mark(0.0, label, ends, u64::from(count))
    };
    let rows = vec![
        series(
            "tool selection",
            Role::TeacherForced,
            "",
            vec![
                band("tool misselection", 128),
                band("an argument with another value", 31),
                band("runtime failure", 4),
            ],
        ),
        series(
            "argument binding",
            Role::State,
            "",
            vec![
                band("an argument with another value", 57),
                band("tool misselection", 0),
                band("runtime failure", 9),
            ],
        ),
        series(
            "what is made of the return",
            Role::Derived,
            "",
            vec![band("runtime failure", 1)],
        ),
    ];
    Figure {
        id: "cascade".into(),
        title: "What do failures look like in the end?".into(),
        x_label: String::new(),
        y_label: "failures".into(),
        y_range: None,
        ..figure(FigureKind::Flow, rows)
    }
}

/// Two arms that were asked one task a mark, against a diagonal.
pub(crate) fn scatter() -> Figure {
    let marks = |shift: f64| -> Vec<Mark> {
        let mark = |place: u32| Mark {
            x: 0.2 + f64::from(place % 17) * 0.04,
            y: Some(shift + f64::from(place % 5) * 0.1),
            n: 1,
            ..Mark::default()
        };
        (0..17).map(mark).collect()
    };
    let end = |at: f64| Mark {
        x: at,
        y: Some(at),
        ..Mark::default()
    };
    Figure {
        id: "plane".into(),
        x_label: "before".into(),
        y_label: "after".into(),
        ..figure(
            FigureKind::Scatter,
            vec![
                series("failed", Role::Derived, "", marks(0.1)),
                series("status", Role::Free, "", marks(0.4)),
                series("no change", Role::Unmeasured, "", vec![end(0.0), end(1.0)]),
            ],
        )
    }
}

/// Three models of one role along places that have names; the last was asked more.
pub(crate) fn alike() -> Figure {
    let line = |shift: f64, more: u64| -> Vec<Mark> {
        let names = ["clean", "light", "medium", "heavy"];
        let marks = names.into_iter().enumerate();
        marks
            .map(|(place, name)| {
                let y = 0.9 - shift - 0.2 * place as f64;
                let n = 30 * (place as u64 + 1) + more;
                mark(place as f64, name, (y, y - 0.05, y + 0.05), n)
            })
            .collect()
    };
    let mut figure = figure(
        FigureKind::Curve,
        vec![
            series(
                "sim:noisy?p=0.7&syntax=0.1",
                Role::Derived,
                "",
                line(0.0, 0),
            ),
            series(
                "sim:noisy?p=0.7&syntax=0.2",
                Role::Derived,
                "",
                line(0.1, 0),
            ),
            series("sim:decay", Role::Derived, "", line(0.2, 10)),
        ],
    );
    figure.reference = Some((0.0, "no loss".into()));
    figure
}

/// Groups of two series in two panels, of which the names of the first alone would fit below, and a panel that lacks a series.
pub(crate) fn paired() -> Figure {
    let few = ["A1", "B1"];
    let many = [
        "a kind of error with a long name",
        "another",
        "and a third one",
        "a fourth",
    ];
    let bars = |names: &[&str], shift: f64| -> Vec<Mark> {
        let marks = names.iter().enumerate();
        marks
            .map(|(place, name)| {
                let y = 0.9 - shift - 0.1 * place as f64;
                mark(place as f64, name, (y, y - 0.1, y + 0.05), 16)
            })
            .collect()
    };
    figure(
        FigureKind::Bars,
        vec![
            series("both", Role::Derived, "few", bars(&few, 0.2)),
            series("alone", Role::Gold, "few", bars(&few, 0.0)),
            series("both", Role::Derived, "many", bars(&many, 0.2)),
            series("alone", Role::Gold, "many", bars(&many, 0.0)),
            series("alone", Role::Gold, "one", bars(&few, 0.0)),
        ],
    )
}

/// One of each kind and more.
pub(crate) fn all() -> Vec<Figure> {
    vec![
        curve(),
        multiples(4),
        interval(),
        bars(&["1", "2", "3", "4", "5"]),
        bars(&[
            "a kind of error with a long name",
            "another kind of error with a long name",
            "x",
            "y",
        ]),
        strip(),
        heatmap(),
        flow(),
        fit(),
        scatter(),
        alike(),
        paired(),
    ]
}
