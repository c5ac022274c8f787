//! That a reader can make out what is drawn.

use faultline_report::{Figure, FigureKind, Mark, Role};

use crate::{
    draw::{Drawing, Setting, draw},
    node::Node,
    sample,
};

/// A phone, a report, a wide screen, and less than anything.
pub(crate) const WIDTHS: [f64; 5] = [0.0, 340.0, 390.0, 760.0, 1920.0];

fn drawn(figure: &Figure, width: f64) -> Drawing {
    draw(figure, Setting { width, live: true })
}

/// Texts of a drawing with their left and right ends and base line, estimated as they were laid out.
fn texts(nodes: &[Node]) -> Vec<(String, f64, f64, f64)> {
    let mut out = Vec::new();
    for node in nodes {
        let Node::Tag(tag) = node else { continue };
        out.extend(texts(&tag.children));
        if tag.name != "text" {
            continue;
        }
        let at = |name: &str| {
            tag.get(name)
                .and_then(|value| value.parse::<f64>().ok())
                .unwrap_or(f64::NAN)
        };
        let Some(Node::Text(text)) = tag.children.first() else {
            continue;
        };
        let wide = crate::text::width(text, crate::text::SMALL);
        let left = match tag.get("text-anchor") {
            Some("middle") => at("x") - wide / 2.0,
            Some("end") => at("x") - wide,
            _ => at("x"),
        };
        out.push((text.clone(), left, left + wide, at("y")));
    }
    out
}

#[test]
fn no_text_is_cut_off_or_on_another() {
    for figure in &sample::all() {
        for width in WIDTHS {
            let drawing = drawn(figure, width);
            let texts = texts(&drawing.nodes);
            for (place, (text, left, right, base)) in texts.iter().enumerate() {
                let inside = *left > -3.0
                    && *right < drawing.width + 3.0
                    && (9.0..=drawing.height).contains(base);
                assert!(
                    inside,
                    "{} at {width}: '{text}' {left} {right} {base}",
                    figure.id
                );
                for (other, other_left, other_right, other_base) in &texts[place + 1..] {
                    let apart = right <= other_left
                        || other_right <= left
                        || (base - other_base).abs() > 10.0;
                    assert!(apart, "{} at {width}: '{text}' and '{other}'", figure.id);
                }
            }
        }
    }
}

/// The texts of a class.
fn of_class(nodes: &[Node], class: &str) -> Vec<String> {
    let mut out = Vec::new();
    for node in nodes {
        let Node::Tag(tag) = node else { continue };
        out.extend(of_class(&tag.children, class));
        let classes = tag.get("class").unwrap_or_default();
        if classes.split(' ').any(|one| one == class)
            && let Some(Node::Text(text)) = tag.children.first()
        {
            out.push(text.clone());
        }
    }
    out
}

#[test]
fn all_panels_of_bars_stand_or_all_lie() {
    for width in [390.0, 1920.0] {
        let drawing = drawn(&sample::paired(), width);
        // Only beside a lying bar does its value stand.
        let (values, bars) = (
            of_class(&drawing.nodes, "fl-value").len(),
            drawing.targets.len(),
        );
        assert!(
            values == 0 || values == bars,
            "{values} of {bars} lie at {width}"
        );
    }
    assert_eq!(
        of_class(&drawn(&sample::paired(), 390.0).nodes, "fl-name"),
        ["both", "alone", "both", "alone", "alone"],
        "a panel of one series says which of the figure's it is"
    );
}

#[test]
fn places_are_called_by_their_names_and_counted_in_one_row() {
    let drawing = drawn(&sample::alike(), 760.0);
    let ticks = of_class(&drawing.nodes, "fl-tick");
    let counts = of_class(&drawing.nodes, "fl-count");
    for (name, count) in [
        ("clean", "30–40"),
        ("light", "60–70"),
        ("medium", "90–100"),
        ("heavy", "120–130"),
    ] {
        assert!(ticks.iter().any(|text| text == name), "{ticks:?}");
        let rows = counts.iter().filter(|text| *text == count);
        assert_eq!(rows.count(), 1, "{count} in {counts:?}");
    }
}

/// A staircase has many marks at one place: beside each other its steps would not be where they are.
#[test]
fn marks_of_a_staircase_stay_where_they_are() {
    let stairs = |role: Role| {
        let marks = (0..40_u32).map(|place| Mark {
            x: f64::from(place / 8) * 0.25,
            y: Some(f64::from(place) / 40.0),
            n: 1,
            ..Mark::default()
        });
        sample::series("s", role, "", marks.collect())
    };
    let roles = [Role::Gold, Role::Free, Role::State, Role::Derived];
    let figure = sample::figure(FigureKind::Curve, roles.map(stairs).into());
    let drawing = drawn(&figure, 760.0);
    let corners = drawing.targets.iter().filter(|target| target.at.mark == 0);
    let xs: Vec<f64> = corners.map(|target| target.x).collect();
    assert!(xs.len() == 4 && xs[3] - xs[0] < 6.0, "{xs:?}");
    let counts = of_class(&drawing.nodes, "fl-count");
    assert!(counts.iter().any(|text| text == "n 1 a mark"), "{counts:?}");
}

#[test]
fn the_name_of_a_reference_gives_way_to_marks() {
    let name_at = |low: u32| {
        let marks = (0..12).map(|place| Mark {
            x: f64::from(place),
            y: Some(if place / 6 == low { 0.02 } else { 0.8 }),
            ..Mark::default()
        });
        let series = sample::series("s", Role::Gold, "s", marks.collect());
        let mut figure = sample::figure(FigureKind::Curve, vec![series]);
        figure.reference = Some((0.0, "no loss".into()));
        let texts = texts(&drawn(&figure, 760.0).nodes);
        let name = texts.into_iter().find(|(text, ..)| text == "no loss");
        name.map(|(_, left, ..)| left)
    };
    assert!(
        name_at(0).is_some_and(|left| left > 380.0),
        "low marks at the left"
    );
    assert!(
        name_at(1).is_some_and(|left| left < 380.0),
        "low marks at the right"
    );
}

#[test]
fn what_has_no_height_or_no_value_says_so() {
    let one = |kind: FigureKind, y: Option<f64>| {
        let mark = Mark {
            y,
            label: "a".into(),
            n: 9,
            note: "it never abstains".into(),
            ..Mark::default()
        };
        let series = sample::series("s", Role::Gold, "", vec![mark]);
        drawn(&sample::figure(kind, vec![series]), 760.0).nodes
    };
    let said = |nodes: &[Node], text: &str| texts(nodes).iter().any(|(one, ..)| one == text);
    assert!(said(&one(FigureKind::Bars, Some(0.0)), "0"));
    assert!(!said(&one(FigureKind::Bars, Some(0.5)), "0"));
    for kind in [FigureKind::Scatter, FigureKind::Curve] {
        assert!(said(&one(kind, None), "it never abstains"), "{kind:?}");
        assert!(
            !said(&one(kind, Some(0.5)), "it never abstains"),
            "{kind:?}"
        );
    }
}
