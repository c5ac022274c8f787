//! How a task is put to a model.

use std::fmt::Write as _;

use faultline_core::{Call, CallingMode, Message, Prompt, Terms, ToolSpec};

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

/// What announces examples.
pub(crate) const EXAMPLES: &str =
    " First some examples of right calls, for values that have nothing to do with each other.";
/// What follows the last example.
pub(crate) const START: &str = "The examples are over, the task begins.";
const NEXT_EXAMPLE: &str = "Next example.";
const EXAMPLE_OVER: &str = "example";

const SYSTEM: &str = "You follow a rule by calling tools. Each call returns a new value; what the tools compute is not known. \
Make exactly one call in each reply.";

/// Instructions and task, in the words that do not depend on the calling mode; part of a case's digest.
pub(crate) fn texts(case: &ChainCase) -> [String; 2] {
    [SYSTEM.into(), rule(case)]
}

/// The first prompt of a case.
///
/// Worked examples are turns of their own, so that a model that goes on by imitation has something to imitate. Their values have
/// nothing to do with each other: a result that followed from a call would give away the hidden constants.
pub(crate) fn prompt(case: &ChainCase, terms: &Terms) -> Prompt {
    let [system, task] = texts(case);
    let mut messages = vec![Message::System { text: system }];
    let mut before = task;
    for (place, value) in case.examples.iter().enumerate() {
        messages.push(Message::User {
            text: format!("{before}\n{VALUE}{value}"),
        });
        before = String::new();
        let call = example(case, *value, place);
        let told = Message::Tool {
            call_id: call.id.clone(),
            name: call.name.clone(),
            text: EXAMPLE_OVER.into(),
        };
        messages.push(Message::Assistant {
            text: String::new(),
            calls: vec![call],
        });
        if terms.mode == CallingMode::Native {
            // The provider's interface wants an answer to every call.
            messages.push(told);
        }
        before.push_str(if place + 1 == case.examples.len() {
            START
        } else {
            NEXT_EXAMPLE
        });
    }
    messages.push(Message::User {
        text: format!("{before}\n{VALUE}{}", case.start),
    });
    Prompt {
        messages,
        tools: case
            .tools
            .iter()
            .map(faultline_toolbox::ModularTool::spec)
            .collect::<Vec<ToolSpec>>(),
        mode: terms.mode,
        form: faultline_core::PromptedForm::Json,
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
        rule.push_str(EXAMPLES);
    }
    rule
}

/// The right call for a value of a worked example. Where the order is announced, it shows the tool of the first step.
fn example(case: &ChainCase, value: u64, place: usize) -> Call {
    let tool = &case.tools[case.right_call(0, value).tool];
    Call {
        id: format!("exam{place:05}"),
        name: tool.name.clone(),
        arguments: case.right_arguments(0, value),
    }
}
