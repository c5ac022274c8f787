//! How each class of the drawing looks: one table for the style sheet and for pictures that stand alone.

use faultline_report::Role;

use crate::tokens::{Theme, token};

/// Where a property's value comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Paint {
    /// A colour by its token.
    Token(&'static str),
    /// The colour of the role around it.
    Role,
    /// The role's stronger twin for text.
    RoleText,
    /// The same everywhere.
    Fixed(&'static str),
}

use Paint::{Fixed, RoleText, Token};

type Rule = (&'static str, &'static [(&'static str, Paint)]);

/// Class and its properties; each is both a CSS property and an SVG attribute.
pub(crate) const RULES: [Rule; 26] = [
    (
        "fl-grid",
        &[("stroke", Token("--fl-grid")), ("stroke-width", Fixed("1"))],
    ),
    (
        "fl-axis",
        &[("stroke", Token("--fl-axis")), ("stroke-width", Fixed("1"))],
    ),
    (
        "fl-reference",
        &[
            ("stroke", Token("--fl-ink-soft")),
            ("stroke-width", Fixed("1.25")),
            ("stroke-dasharray", Fixed("5 4")),
        ],
    ),
    (
        "fl-tick",
        &[
            ("fill", Token("--fl-ink-soft")),
            ("font-size", Fixed("12px")),
        ],
    ),
    (
        "fl-count",
        &[
            ("fill", Token("--fl-ink-soft")),
            ("font-size", Fixed("12px")),
        ],
    ),
    (
        "fl-value",
        &[("fill", Token("--fl-ink")), ("font-size", Fixed("12px"))],
    ),
    (
        "fl-label",
        &[("fill", Token("--fl-ink")), ("font-size", Fixed("13px"))],
    ),
    (
        "fl-panel",
        &[
            ("fill", Token("--fl-ink")),
            ("font-size", Fixed("13px")),
            ("font-weight", Fixed("600")),
        ],
    ),
    (
        "fl-name",
        &[
            ("fill", RoleText),
            ("font-size", Fixed("13px")),
            ("font-weight", Fixed("600")),
        ],
    ),
    ("fl-cover", &[("fill", Token("--fl-surface"))]),
    (
        "fl-gap",
        &[("fill", Token("--fl-gap")), ("fill-opacity", Fixed("0.16"))],
    ),
    (
        "fl-band",
        &[("fill", Paint::Role), ("fill-opacity", Fixed("0.16"))],
    ),
    (
        "fl-line",
        &[
            ("fill", Fixed("none")),
            ("stroke", Paint::Role),
            ("stroke-width", Fixed("2")),
            ("stroke-linejoin", Fixed("round")),
        ],
    ),
    (
        "fl-whisker",
        &[
            ("fill", Fixed("none")),
            ("stroke", Paint::Role),
            ("stroke-width", Fixed("1.5")),
        ],
    ),
    (
        "fl-bar-under",
        &[
            ("fill", Fixed("none")),
            ("stroke", Token("--fl-surface")),
            ("stroke-width", Fixed("3.5")),
        ],
    ),
    (
        "fl-bar-whisker",
        &[
            ("fill", Fixed("none")),
            ("stroke", Token("--fl-ink")),
            ("stroke-width", Fixed("1.25")),
        ],
    ),
    (
        "fl-leader",
        &[
            ("stroke", Paint::Role),
            ("stroke-width", Fixed("1")),
            ("stroke-dasharray", Fixed("1 3")),
        ],
    ),
    (
        "fl-halo",
        &[
            ("stroke", Token("--fl-surface")),
            ("stroke-width", Fixed("4")),
            ("stroke-linejoin", Fixed("round")),
            ("paint-order", Fixed("stroke")),
        ],
    ),
    (
        "fl-shape",
        &[
            ("fill", Paint::Role),
            ("stroke", Token("--fl-surface")),
            ("stroke-width", Fixed("1.25")),
        ],
    ),
    ("fl-bar", &[("fill", Paint::Role)]),
    // How strong it is, the cell itself says.
    ("fl-cell", &[("fill", Paint::Role)]),
    (
        "fl-cell-value",
        &[
            ("fill", Token("--fl-ink")),
            ("font-size", Fixed("13px")),
            ("font-weight", Fixed("600")),
        ],
    ),
    ("fl-end", &[("fill", Token("--fl-ink-soft"))]),
    (
        "fl-ribbon",
        &[("fill", Paint::Role), ("fill-opacity", Fixed("0.42"))],
    ),
    (
        "fl-undefined",
        &[
            ("stroke", Token("--role-unmeasured")),
            ("stroke-width", Fixed("1.5")),
        ],
    ),
    (
        "fl-hatch",
        &[
            ("stroke", Token("--role-unmeasured")),
            ("stroke-width", Fixed("1.5")),
        ],
    ),
];

/// The token of a role.
pub(crate) fn role_token(role: Role) -> &'static str {
    match role {
        Role::TeacherForced => "--role-teacher-forced",
        Role::Free => "--role-free",
        Role::Gold => "--role-gold",
        Role::State => "--role-state",
        Role::Derived => "--role-derived",
        Role::Fit => "--role-fit",
        Role::Unmeasured => "--role-unmeasured",
    }
}

/// The properties of a class inside a role as values of a theme.
pub(crate) fn resolved(
    class: &str,
    role: Option<Role>,
    theme: Theme,
) -> Vec<(&'static str, &'static str)> {
    let role = role.map_or("--role-unmeasured", role_token);
    let rule = RULES.iter().find(|(name, _)| *name == class);
    rule.map_or_else(Vec::new, |(_, properties)| {
        properties
            .iter()
            .map(|(property, paint)| {
                let value = match paint {
                    Token(name) => token(name, theme),
                    Paint::Role => token(role, theme),
                    RoleText => token(&format!("{role}-text"), theme),
                    Fixed(value) => value,
                };
                (*property, value)
            })
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::shape::role_class;

    /// The rules as CSS.
    fn sheet() -> String {
        let mut out = String::new();
        for role in Role::ALL {
            let (class, token) = (role_class(role), role_token(role));
            writeln!(
                out,
                ".{class} {{ --fl-role: var({token}); --fl-role-text: var({token}-text); }}"
            )
            .unwrap();
        }
        for (class, properties) in RULES {
            write!(out, ".{class} {{").unwrap();
            for (property, paint) in properties {
                let value = match paint {
                    Token(name) => format!("var({name})"),
                    Paint::Role => "var(--fl-role)".into(),
                    RoleText => "var(--fl-role-text)".into(),
                    Fixed(value) => (*value).to_owned(),
                };
                write!(out, " {property}: {value};").unwrap();
            }
            out.push_str(" }\n");
        }
        out
    }

    #[test]
    fn the_style_sheet_holds_the_same_rules() {
        const START: &str = "/* Drawing: kept equal to src/paint.rs by its test. */\n";
        let css = include_str!("../charts.css");
        let (head, rest) = css
            .split_once(START)
            .expect("the part of the drawing is marked");
        if std::env::var_os("UPDATE").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/charts.css");
            std::fs::write(path, format!("{head}{START}{}", sheet())).unwrap();
        }
        assert_eq!(
            rest,
            sheet(),
            "run the tests with UPDATE=1 to write it afresh"
        );
    }

    #[test]
    fn a_class_takes_the_colour_of_its_role() {
        let fill = resolved("fl-bar", Some(Role::Free), Theme::Dark);
        assert_eq!(fill, [("fill", "#e69f00")]);
        assert!(resolved("unknown", None, Theme::Light).is_empty());
    }
}
