//! What becomes of one attempt: the executor's answer and the class of the error.

use faultline_core::{Call, CallFault};
use faultline_toolbox::{Run, ToolError};

use crate::cases::ChainCase;

/// What an attempt came to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Executed {
    /// A tool ran.
    Ran {
        /// The place of the tool.
        tool: usize,
        /// What it read and returned.
        run: Run,
    },
    /// No call could be taken from the reply.
    NoCall(CallFault),
    /// There is no tool of this name.
    UnknownTool {
        /// The name that was called.
        name: String,
    },
    /// The tool refused the arguments.
    Refused {
        /// The place of the tool.
        tool: usize,
        /// The rules that the arguments break.
        error: ToolError,
    },
}

impl ChainCase {
    /// Executes an attempt.
    pub(crate) fn execute(&self, attempt: &Result<Call, CallFault>) -> Executed {
        let call = match attempt {
            Ok(call) => call,
            Err(fault) => return Executed::NoCall(fault.clone()),
        };
        let Some(tool) = self.tools.iter().position(|tool| tool.name == call.name) else {
            return Executed::UnknownTool {
                name: call.name.chars().take(80).collect(),
            };
        };
        match self.tools[tool].run(&call.arguments) {
            Ok(run) => Executed::Ran { tool, run },
            Err(error) => Executed::Refused { tool, error },
        }
    }

    /// What the model is told of an error. Opaque feedback says only that the call failed.
    pub(crate) fn error_text(&self, executed: &Executed) -> Option<String> {
        let text = match executed {
            Executed::Ran { .. } => return None,
            _ if self.condition == crate::Condition::Opaque => "the call failed".into(),
            Executed::NoCall(fault) => fault.to_string(),
            Executed::UnknownTool { name } => format!("there is no tool {name}"),
            Executed::Refused { error, .. } => error.to_string(),
        };
        Some(format!("error: {text}"))
    }
}
