//! Which tool a name means.

use faultline_core::ToolSpec;

/// Namespaces that models put before the names of tools they were given.
const PREFIXES: [&str; 3] = ["functions.", "default_api.", "default_api:"];

/// A name, and the flag that says what was made of it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) name: String,
    pub(crate) flag: Option<String>,
}

/// The name of the tool that a written name means; a name that means no tool is kept and flagged.
pub(crate) fn resolve(written: &str, tool: Option<&ToolSpec>) -> Name {
    match tool {
        Some(tool) => Name {
            flag: (tool.name != written).then(|| format!("name_normalised:{written}")),
            name: tool.name.clone(),
        },
        None => Name {
            name: written.to_owned(),
            flag: Some("unknown_tool".to_owned()),
        },
    }
}

/// The tool that a written name means, if it means one: the very name; else the name without a known prefix or a glued-on
/// channel; else the one tool whose name differs only in case and hyphens.
pub(crate) fn find<'a>(written: &str, tools: &'a [ToolSpec]) -> Option<&'a ToolSpec> {
    let exact = |name: &str| tools.iter().find(|tool| tool.name == name);
    if let Some(tool) = exact(written) {
        return Some(tool);
    }
    let bare = written.split("<|").next().unwrap_or(written).trim();
    let bare = PREFIXES
        .iter()
        .find_map(|prefix| bare.strip_prefix(prefix))
        .unwrap_or(bare);
    if let Some(tool) = exact(bare) {
        return Some(tool);
    }
    let alike = |left: &str, right: &str| {
        left.len() == right.len()
            && left.bytes().zip(right.bytes()).all(|(l, r)| {
                let fold = |byte: u8| match byte {
                    b'-' => b'_',
                    _ => byte.to_ascii_lowercase(),
                };
                fold(l) == fold(r)
            })
    };
    let mut candidates = tools.iter().filter(|tool| alike(&tool.name, bare));
    match (candidates.next(), candidates.next()) {
        (Some(tool), None) => Some(tool),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faultline_core::Schema;

    #[test]
    fn exact_then_prefix_then_one_alike() {
        for (written, tools, name, flag) in [
            ("a_b", &["a_b"][..], "a_b", None),
            (
                "functions.a_b",
                &["a_b"],
                "a_b",
                Some("name_normalised:functions.a_b"),
            ),
            (
                "default_api:a_b",
                &["a_b"],
                "a_b",
                Some("name_normalised:default_api:a_b"),
            ),
            (
                "functions.a_b",
                &["a_b", "functions.a_b"],
                "functions.a_b",
                None,
            ),
            (
                "a_b<|channel|>json",
                &["a_b"],
                "a_b",
                Some("name_normalised:a_b<|channel|>json"),
            ),
            ("A-B", &["a_b", "c"], "a_b", Some("name_normalised:A-B")),
            ("A_B", &["a_b", "a-b"], "A_B", Some("unknown_tool")),
            ("my.a_b", &["a_b"], "my.a_b", Some("unknown_tool")),
            ("", &["a_b"], "", Some("unknown_tool")),
        ] {
            let tools: Vec<ToolSpec> = tools
                .iter()
                .map(|name| ToolSpec {
                    name: (*name).into(),
                    description: String::new(),
                    parameters: Schema::default(),
                })
                .collect();
            let expected = Name {
                name: name.into(),
                flag: flag.map(String::from),
            };
            assert_eq!(resolve(written, find(written, &tools)), expected);
        }
    }
}
