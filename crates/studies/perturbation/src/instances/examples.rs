//! Worked examples: other requests on the same tools, each with its call and a decision on what it returned.

use serde_json::{Value, json};

use super::{
    intent::Intent,
    packet::Returned,
    seeds::{A_TOOL, Anchor},
};
use crate::{Example, ExposedTool, FailureType};

/// The examples shown before a seed task, at most `count`.
///
/// They are plain: no wording of theirs is perturbed, and their returns are none that a template makes. They call tools of other groups
/// than the right one, each tool once, by the names under which they are on offer. Only where that makes too few the other seed tasks of
/// any tool join. The third seed tasks come first, which a short run does not reach.
pub(super) fn examples(
    count: u32,
    tasks: &[&'static Anchor],
    anchor: &Anchor,
    tools: &[ExposedTool],
) -> Vec<Example> {
    let last_first = || {
        (0..A_TOOL).rev().flat_map(|number| {
            let of_number = tasks.iter().filter(move |task| task.number == number);
            of_number.copied()
        })
    };
    let mut chosen: Vec<&Anchor> = last_first()
        .filter(|task| task.number + 1 == A_TOOL && task.tool.group != anchor.tool.group)
        .collect();
    chosen.extend(last_first().filter(|task| {
        task.id != anchor.id && (task.number + 1 < A_TOOL || task.tool.group == anchor.tool.group)
    }));
    chosen.truncate(count as usize);
    let count = chosen.len();
    let examples = chosen.into_iter().enumerate();
    examples
        .filter_map(|(place, task)| {
            let shown = tools.iter().find(|tool| tool.canonical == task.gold.tool)?;
            Some(example(task, &shown.spec.name, count - 1 - place))
        })
        .collect()
}

/// A worked example. So many more follow; the last of all returns what it should, and those before it each fail in another way.
fn example(task: &Anchor, name: &str, following: usize) -> Example {
    let mut returned = Returned::new(task);
    match following % 4 {
        0 => {}
        1 => {
            returned.show(failed(FailureType::ServiceUnavailable));
            returned.fail(FailureType::ServiceUnavailable, true);
        }
        2 => {
            let part = returned.partial();
            returned.show(
                json!({"status": "partial", "error": FailureType::Timeout.name(), "result": part}),
            );
            returned.break_off();
        }
        _ => {
            returned.show(failed(FailureType::PermissionDenied));
            returned.fail(FailureType::PermissionDenied, false);
        }
    }
    Example {
        request: Intent::new(task, "").finish().0,
        tool: name.into(),
        arguments: task.gold.arguments.clone(),
        packet: returned.finish(),
    }
}

fn failed(failure: FailureType) -> Value {
    json!({"status": "error", "error": failure.name()})
}
