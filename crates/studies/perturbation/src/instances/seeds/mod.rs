//! Seed tasks: requests that one call of one tool answers, three for each of the forty tools.

mod business;
mod everyday;
mod systems;

use std::{collections::BTreeMap, sync::LazyLock};

use faultline_toolbox::{LocalTool, local_tool, local_tools};
use serde_json::{Map, Value};

use crate::GoldCall;

/// How many seed tasks a tool has.
pub(crate) const A_TOOL: usize = 3;

/// What every seed task was found to return when it was written.
const EXPECTED: &str = include_str!("expected.txt");

/// The wording of one tool's seed tasks.
pub(super) struct Wording {
    /// The canonical id.
    tool: &'static str,
    /// Its description without the words of its name.
    soft: &'static str,
    /// What one does with it, as in 'we talked about …'.
    activity: &'static str,
    seeds: [Seed; A_TOOL],
}

/// The wording of one seed task; `{name}` stands for the value of an argument, each exactly once in either text.
pub(super) struct Seed {
    /// The arguments of the gold call as JSON.
    arguments: &'static str,
    /// The plain request.
    request: &'static str,
    /// The same need, told as a situation.
    indirect: &'static str,
}

/// An executed seed task.
#[derive(Debug)]
pub(crate) struct Anchor {
    /// Its id, such as `get_weather-2`.
    pub(crate) id: String,
    /// The gold tool.
    pub(crate) tool: &'static LocalTool,
    /// The place of the tool among the forty, from 0.
    pub(crate) place: usize,
    /// The place of the seed among the tool's own, from 0.
    pub(crate) number: usize,
    /// The call and what it returned.
    pub(crate) gold: GoldCall,
    /// The plain request, with slots.
    pub(crate) request: &'static str,
    /// The same need, told as a situation, with slots.
    pub(crate) indirect: &'static str,
}

/// What the study says of a tool beside the tool's own words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About {
    /// Its description without the words of its name.
    pub(crate) soft: &'static str,
    /// What one does with it, as in 'we talked about …'.
    pub(crate) activity: &'static str,
}

fn wordings() -> impl Iterator<Item = &'static Wording> {
    [
        &everyday::WORDINGS[..],
        &business::WORDINGS,
        &systems::WORDINGS,
    ]
    .into_iter()
    .flatten()
}

/// What the study says of a tool.
pub(crate) fn about(tool: &str) -> About {
    let found = wordings().find(|wording| wording.tool == tool);
    found.map_or(
        About {
            soft: "",
            activity: "",
        },
        |wording| About {
            soft: wording.soft,
            activity: wording.activity,
        },
    )
}

/// The recorded result of each seed task, by its id.
fn expected() -> BTreeMap<&'static str, Value> {
    EXPECTED
        .lines()
        .filter_map(|line| {
            let (id, result) = line.split_once(' ')?;
            Some((id, serde_json::from_str(result).ok()?))
        })
        .collect()
}

/// Every seed task that was executed and returned what is recorded of it, tool by tool.
pub(crate) fn anchors() -> &'static [Anchor] {
    static ANCHORS: LazyLock<Vec<Anchor>> = LazyLock::new(|| {
        let expected = expected();
        candidates()
            .filter(|anchor| expected.get(anchor.id.as_str()) == Some(&anchor.gold.result))
            .collect()
    });
    &ANCHORS
}

/// Every seed task whose call succeeds.
fn candidates() -> impl Iterator<Item = Anchor> {
    wordings().flat_map(|wording| (0..A_TOOL).filter_map(move |number| candidate(wording, number)))
}

fn candidate(wording: &'static Wording, number: usize) -> Option<Anchor> {
    let tool = local_tool(wording.tool)?;
    let place = local_tools()
        .iter()
        .position(|other| other.id() == wording.tool)?;
    let seed = &wording.seeds[number];
    let arguments: Map<String, Value> = serde_json::from_str(seed.arguments).ok()?;
    let result = tool.call(&Value::Object(arguments.clone())).ok()?;
    Some(Anchor {
        id: format!("{}-{}", wording.tool, number + 1),
        tool,
        place,
        number,
        gold: GoldCall {
            tool: wording.tool.into(),
            arguments,
            result,
        },
        request: seed.request,
        indirect: seed.indirect,
    })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    #[test]
    fn every_seed_is_executed_and_returns_what_is_recorded() {
        let mut lines = String::new();
        for anchor in candidates() {
            writeln!(lines, "{} {}", anchor.id, anchor.gold.result).unwrap();
        }
        assert!(
            lines == EXPECTED,
            "a tool or a seed has changed; if it is meant, expected.txt should hold:\n{lines}"
        );
        assert_eq!(anchors().len(), local_tools().len() * A_TOOL);
    }

    #[test]
    fn every_text_has_each_slot_once_and_no_other() {
        for anchor in anchors() {
            for text in [anchor.request, anchor.indirect] {
                let slots: Vec<&str> = text
                    .split('{')
                    .skip(1)
                    .filter_map(|rest| rest.split('}').next())
                    .collect();
                assert_eq!(
                    slots.len(),
                    anchor.gold.arguments.len(),
                    "{}: {text}",
                    anchor.id
                );
                for name in anchor.gold.arguments.keys() {
                    assert!(
                        slots.contains(&name.as_str()),
                        "{}: {name} in {text}",
                        anchor.id
                    );
                }
            }
        }
    }

    #[test]
    fn descriptions_of_situations_do_not_name_the_tool() {
        for wording in wordings() {
            let verb = wording.tool.split('_').next().unwrap();
            let words = wording.tool.replace('_', " ");
            for text in wording
                .seeds
                .iter()
                .map(|seed| seed.indirect)
                .chain([wording.soft])
            {
                let text = text.to_lowercase();
                assert!(
                    !text.contains(&words) && !text.starts_with(verb),
                    "{}: {text}",
                    wording.tool
                );
            }
        }
    }
}
