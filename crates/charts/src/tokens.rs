//! The colours, once: for the style sheet and for pictures that stand alone.

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// Name, light value, dark value. Roles are after Okabe and Ito, made darker or lighter until they keep their contrast; each
/// has a stronger twin for text.
pub(crate) const TOKENS: [(&str, &str, &str); 22] = [
    ("--role-teacher-forced", "#0072b2", "#56b4e9"),
    ("--role-teacher-forced-text", "#0067a1", "#7cc5ef"),
    ("--role-free", "#d07600", "#e69f00"),
    ("--role-free-text", "#955000", "#f2b64d"),
    ("--role-gold", "#2b3038", "#e3e6ea"),
    ("--role-gold-text", "#2b3038", "#e3e6ea"),
    ("--role-state", "#009e73", "#2fbf94"),
    ("--role-state-text", "#00704f", "#4fd0a8"),
    ("--role-derived", "#b85c92", "#d98cb8"),
    ("--role-derived-text", "#8e3d6c", "#e3a5c9"),
    ("--role-fit", "#66717e", "#9aa5b1"),
    ("--role-fit-text", "#505a66", "#b0bac5"),
    ("--role-unmeasured", "#7a828c", "#8a939e"),
    ("--role-unmeasured-text", "#5c646e", "#a7b0ba"),
    ("--fl-surface", "#ffffff", "#15181c"),
    ("--fl-raised", "#f5f6f8", "#20252b"),
    ("--fl-ink", "#1b1f24", "#e6e9ed"),
    ("--fl-ink-soft", "#59626d", "#a3acb6"),
    ("--fl-grid", "#e4e7eb", "#2a2f36"),
    ("--fl-axis", "#8a929c", "#6b747e"),
    ("--fl-focus", "#0b57d0", "#8ab4f8"),
    ("--fl-gap", "#e69f00", "#e69f00"),
];

/// The value of a token in a theme.
pub(crate) fn token(name: &str, theme: Theme) -> &'static str {
    TOKENS
        .iter()
        .find(|(known, ..)| *known == name)
        .map_or("currentColor", |(_, light, dark)| match theme {
            Theme::Light => light,
            Theme::Dark => dark,
        })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    /// The relative luminance of WCAG 2.2.
    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.040_45 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn texts_reach_aa_and_marks_can_be_told_from_the_ground() {
        for theme in [Theme::Light, Theme::Dark] {
            for (name, ..) in TOKENS {
                let least = match name {
                    name if name.ends_with("-text") || name.starts_with("--fl-ink") => 4.5,
                    name if name.starts_with("--role")
                        || name == "--fl-focus"
                        || name == "--fl-axis" =>
                    {
                        3.0
                    }
                    _ => continue,
                };
                for ground in ["--fl-surface", "--fl-raised"] {
                    // Marks stand on the surface; texts also on what is raised above it.
                    if ground == "--fl-raised" && least < 4.5 {
                        continue;
                    }
                    let got = contrast(token(name, theme), token(ground, theme));
                    assert!(got >= least, "{name} on {ground} in {theme:?}: {got:.2}");
                }
            }
        }
    }

    /// Ink on a cell in the strongest shade that a heatmap gives it.
    #[test]
    fn ink_is_readable_on_every_cell() {
        let channel = |colour: &str, at: usize| {
            f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap())
        };
        for theme in [Theme::Light, Theme::Dark] {
            for (role, ..) in TOKENS.iter().filter(|(name, ..)| {
                name.starts_with("--role") && !name.ends_with("-text") && *name != "--role-gold"
            }) {
                let (colour, ground) = (token(role, theme), token("--fl-surface", theme));
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "between two channels, which are bytes"
                )]
                let mixed = [1, 3, 5].map(|at| {
                    let strength = crate::draw::STRONGEST_SHADE;
                    let value =
                        channel(colour, at) * strength + channel(ground, at) * (1.0 - strength);
                    format!("{:02x}", value.round() as u8)
                });
                let mixed = format!("#{}", mixed.concat());
                let got = contrast(token("--fl-ink", theme), &mixed);
                assert!(got >= 4.5, "ink on {role} in {theme:?}: {got:.2}");
            }
        }
    }

    #[test]
    fn the_style_sheet_of_tokens_says_the_same() {
        let block =
            |indent: &str, pick: fn(&(&str, &'static str, &'static str)) -> &'static str| {
                TOKENS.iter().fold(String::new(), |mut out, entry| {
                    writeln!(out, "{indent}{}: {};", entry.0, pick(entry)).unwrap();
                    out
                })
            };
        let light = block("  ", |entry| entry.1);
        let expected = format!(
            ":root {{\n  color-scheme: light dark;\n{light}}}\n\n:root[data-theme=\"light\"] {{\n  color-scheme: light;\n}}\n\n\
             @media (prefers-color-scheme: dark) {{\n  :root:not([data-theme=\"light\"]) {{\n{}  }}\n}}\n\n\
             :root[data-theme=\"dark\"] {{\n  color-scheme: dark;\n{}}}\n",
            block("    ", |entry| entry.2),
            block("  ", |entry| entry.2),
        );
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(
                concat!(env!("CARGO_MANIFEST_DIR"), "/tokens.css"),
                &expected,
            )
            .unwrap();
        }
        assert_eq!(
            include_str!("../tokens.css"),
            expected,
            "run the tests with UPDATE=1 to write it afresh"
        );
    }
}
