//! A figure as a picture that stands alone: every colour is in the elements, no style sheet is needed.

use faultline_report::{Figure, Role};

use crate::{
    draw::{Setting, draw},
    node::{Node, Tag, tag, write_nodes},
    paint::resolved,
    shape::role_class,
    text::{BOLD, SMALL, wrap},
    tokens::{Theme, token},
};

const WIDTH: f64 = 860.0;
const MARGIN: f64 = 20.0;
const FONT: &str =
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/// A figure as the text of an SVG file: title, how to read it, the drawing, and how the numbers were got; on a ground of its own.
pub fn figure_svg(figure: &Figure, theme: Theme) -> String {
    let drawing = draw(
        figure,
        Setting {
            width: WIDTH,
            live: false,
        },
    );
    let mut below = MARGIN + 16.0;
    let mut words = tag("g");
    let mut paragraph = |words: Tag, class: &str, text: &str, size: f64| {
        wrap(text, size, WIDTH, 3)
            .into_iter()
            .fold(words, |words, line| {
                let placed = tag("text")
                    .class(class)
                    .num("x", MARGIN)
                    .num("y", below)
                    .text(line);
                below += 18.0;
                words.child(placed)
            })
    };
    words = paragraph(words, "fl-panel", &figure.title, BOLD);
    words = paragraph(words, "fl-tick", &figure.reads_as, SMALL);
    let top = below;
    below += drawing.height + 26.0;
    let mut foot = tag("g");
    for line in wrap(&figure.method, SMALL, WIDTH, 4) {
        foot = foot.child(
            tag("text")
                .class("fl-tick")
                .num("x", MARGIN)
                .num("y", below)
                .text(line),
        );
        below += 17.0;
    }
    let (width, height) = (WIDTH + MARGIN * 2.0, below + MARGIN - 12.0);
    let ground = tag("rect")
        .num("width", width)
        .num("height", height)
        .set("fill", token("--fl-surface", theme));
    let shifted = tag("g")
        .set("transform", format!("translate({MARGIN} {top})"))
        .children(drawing.nodes);
    let mut root = tag("svg")
        .set("xmlns", "http://www.w3.org/2000/svg")
        .set("viewBox", format!("0 0 {width} {height}"))
        .num("width", width)
        .num("height", height)
        .set("font-family", FONT)
        .set("role", "group")
        .set("aria-label", figure.title.clone())
        .child(ground)
        .child(words)
        .child(shifted)
        .child(foot);
    paint(&mut root, None, theme);
    let mut out = String::new();
    write_nodes(&mut out, &[root.into()]);
    out
}

/// Gives each element the attributes of its classes.
fn paint(node: &mut Tag, role: Option<Role>, theme: Theme) {
    let classes = node.get("class").unwrap_or_default().to_owned();
    let role = classes.split(' ').find_map(role_of).or(role);
    for class in classes.split(' ') {
        for (property, value) in resolved(class, role, theme) {
            if node.get(property).is_none() {
                node.attributes.push((property, value.into()));
            }
        }
        if class == "fl-hit" {
            node.attributes.push(("fill", "none".into()));
        }
    }
    for child in &mut node.children {
        if let Node::Tag(child) = child {
            paint(child, role, theme);
        }
    }
}

fn role_of(class: &str) -> Option<Role> {
    Role::ALL
        .into_iter()
        .find(|role| role_class(*role) == class)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_picture_needs_nothing_from_outside() {
        for theme in [Theme::Light, Theme::Dark] {
            let svg = figure_svg(&sample::curve(), theme);
            assert!(
                svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""),
                "{svg:.80}"
            );
            for outside in ["var(", "href", "<style", "<script", "<image"] {
                assert!(!svg.contains(outside), "{outside}");
            }
            assert!(
                svg.contains(&format!("fill=\"{}\"", token("--role-free", theme))),
                "the free arm has its colour"
            );
        }
    }

    #[test]
    fn data_stays_text() {
        let mut figure = sample::curve();
        figure.title = "<script>alert(1)</script>".into();
        figure.series[0].label = "\"><b>".into();
        let svg = figure_svg(&figure, Theme::Light);
        assert!(!svg.contains("<script") && !svg.contains("<b>"), "{svg}");
        assert!(svg.contains("&lt;script&gt;"));
    }
}
