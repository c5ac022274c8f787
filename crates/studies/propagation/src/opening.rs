//! How a task is put to a model.

use std::fmt::Write as _;

use faultline_core::{Call, CallingMode, Message, Prompt, Terms, ToolSpec};
use faultline_wire::call_text;

use crate::{Condition, cases::ChainCase};

/// What stands before a value, at the start and in each example.
pub(crate) const VALUE: &str = "Result: ";

/// How a rule names the tool for even values; the policies read it.
pub(crate) const EVEN: &str = "If the value is even, call ";
/// How a rule names the tool for odd values.
pub(crate) const ODD: &str = "If the value is odd, call ";
/// How an announced order begins.
pub(crate) const ORDER: &str = "Call the tools in this order: ";
/// How a stated function of the value begins.
pub(crate) const ADD: &str = "The argument is the value plus ";

const SYSTEM: &str = "You follow a rule by calling tools. Each call returns a new value; what the tools compute is not known. \
Make exactly one call in each reply.";

/// Instructions and task, in the words that do not depend on the calling mode; part of a case's digest.
pub(crate) fn texts(case: &ChainCase) -> [String; 2] {
    [SYSTEM.into(), rule(case)]
}

/// The first prompt of a case.
pub(crate) fn prompt(case: &ChainCase, terms: &Terms) -> Prompt {
    let [system, mut task] = texts(case);
    // Writing to a string can't fail.
    for value in &case.examples {
        write!(task, "\n{}", example(case, *value, terms.mode)).unwrap_or_default();
    }
    if !case.examples.is_empty() {
        task.push_str("\nNow the task:");
    }
    write!(task, "\n{VALUE}{}", case.start).unwrap_or_default();
    Prompt {
        messages: vec![
            Message::System { text: system },
            Message::User { text: task },
        ],
        tools: case
            .tools
            .iter()
            .map(faultline_toolbox::ModularTool::spec)
            .collect::<Vec<ToolSpec>>(),
        mode: terms.mode,
        sampling: terms.sampling,
    }
}

fn rule(case: &ChainCase) -> String {
    let name = |place: usize| case.tools[place].name.as_str();
    let form = case.tools[case.even].form;
    let mut rule = String::from("The value is the last result. ");
    if case.condition == Condition::Linear {
        let names: Vec<&str> = case.plan.iter().map(|place| name(*place)).collect();
        write!(rule, "{ORDER}{}. ", names.join(", ")).unwrap_or_default();
    } else {
        write!(rule, "{EVEN}{}. {ODD}{}. ", name(case.even), name(case.odd)).unwrap_or_default();
    }
    let it = if case.addend > 0 {
        write!(rule, "{ADD}{}. ", case.addend).unwrap_or_default();
        "the argument"
    } else {
        "the value"
    };
    let calls = if case.depth == 1 {
        "1 call".into()
    } else {
        format!("{} calls, one after the other", case.depth)
    };
    write!(rule, "{} The task takes {calls}.", form.instruction(it)).unwrap_or_default();
    if !case.examples.is_empty() {
        rule.push_str("\nExamples of right calls:");
    }
    rule
}

/// A worked example: a value and the right call. Where the order is announced, it shows the tool of the first step.
fn example(case: &ChainCase, value: u64, mode: CallingMode) -> String {
    let tool = &case.tools[case.right_call(0, value).tool];
    let arguments = case.right_arguments(0, value);
    let call = match mode {
        CallingMode::Prompted => call_text(&Call {
            id: String::new(),
            name: tool.name.clone(),
            arguments,
        }),
        CallingMode::Native => format!("call {} with {arguments}", tool.name),
    };
    format!("{VALUE}{value}\n{call}")
}
