//! The calls of a reply, strictly and leniently.

use faultline_core::{Call, CallFault, ToolSpec};

use crate::{
    answer::{Given, add},
    arguments, extract, names,
};

/// The calls of a reply, as they are read one after the other.
pub(super) struct Calls<'a> {
    pub(super) tools: &'a [ToolSpec],
    /// The calls exactly as given; none once anything needed a repair.
    pub(super) strict: Option<Vec<Call>>,
    pub(super) lenient: Vec<Call>,
    /// Why the first call can't be read.
    pub(super) fault: Option<CallFault>,
}

impl Calls<'_> {
    /// Reads a call. One that can't be read ends the list.
    pub(super) fn add(
        &mut self,
        written: String,
        given: Given,
        id: Option<String>,
        flags: &mut Vec<String>,
    ) {
        if self.fault.is_some() {
            return;
        }
        if written == "multi_tool_use.parallel" {
            self.strict = None;
            return self.unwrap_parallel(given, flags);
        }
        if written.trim().is_empty() {
            return self.broken(CallFault::NoName, flags);
        }
        let tool = names::find(&written, self.tools);
        let read = match arguments::read(given, tool) {
            Ok(read) => read,
            Err(fault) => return self.broken(fault, flags),
        };
        let name = names::resolve(&written, tool);
        for flag in read.flags.into_iter().chain(name.flag) {
            add(flags, flag);
        }
        let place = self.lenient.len();
        let taken = |id: &String| self.lenient.iter().any(|call| call.id == *id);
        let id = match id {
            Some(id) if taken(&id) => {
                add(flags, "duplicate_id".into());
                format!("{id}_{place}")
            }
            Some(id) => id,
            None => format!("call_{place}"),
        };
        match (&mut self.strict, read.strict) {
            (Some(strict), Some(arguments)) => {
                strict.push(Call {
                    id: id.clone(),
                    name: written,
                    arguments,
                });
            }
            _ => self.strict = None,
        }
        self.lenient.push(Call {
            id,
            name: name.name,
            arguments: read.lenient,
        });
    }

    /// The calls within a wrapper that one model family makes of several.
    fn unwrap_parallel(&mut self, given: Given, flags: &mut Vec<String>) {
        let inner = match arguments::read(given, None) {
            Ok(arguments) => extract::calls_of(arguments.lenient, self.tools),
            Err(fault) => return self.broken(fault, flags),
        };
        if inner.calls.is_empty() {
            let why = "the wrapper of parallel calls holds none";
            return self.broken(CallFault::Unparseable(why.into()), flags);
        }
        add(flags, "repaired:parallel_wrapper".into());
        for call in inner.calls {
            let tool = names::find(&call.name, self.tools);
            let name = names::resolve(&call.name, tool).name;
            self.add(name, call.arguments, None, flags);
        }
    }

    pub(super) fn broken(&mut self, fault: CallFault, flags: &mut Vec<String>) {
        self.strict = None;
        if self.lenient.is_empty() {
            self.fault.get_or_insert(fault);
        } else {
            add(flags, "broken_later_call".into());
        }
    }

    /// Both readings.
    pub(super) fn settle(
        self,
        flags: &mut Vec<String>,
    ) -> (Result<Vec<Call>, CallFault>, Result<Vec<Call>, CallFault>) {
        if self.lenient.is_empty() {
            let fault = self.fault.unwrap_or(CallFault::NoCall);
            return (Err(fault.clone()), Err(fault));
        }
        if self.lenient.len() > 1 {
            add(flags, "multiple_calls".into());
        }
        let strict = self.strict.ok_or_else(|| {
            let why = if flags.is_empty() {
                "it is not in the form asked for".to_owned()
            } else {
                format!("it is not in the form asked for: {}", flags.join(", "))
            };
            CallFault::Unparseable(why)
        });
        (strict, Ok(self.lenient))
    }
}
