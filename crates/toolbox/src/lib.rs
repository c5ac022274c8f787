//! Every deterministic tool that a study offers to a model.
//!
//! A tool checks its arguments against its own schema and answers a violation with a structured error. A [`ModularTool`] computes
//! its result from its arguments alone, with constants that are not in its schema. A [`World`] holds the data and the state of one
//! simulated domain for one episode, behind three to five tools; all its data follow from a seed. The [`LocalTool`]s are forty
//! tools of twelve groups, which compute or look up small fixed facts. The [`desk`] is a shop's retail desk with sixteen tools,
//! a policy and tasks. This crate knows no study and no conversation.
//!
//! ```
//! use faultline_toolbox::{ArgumentForm, ModularTool};
//! use serde_json::json;
//!
//! let tool = ModularTool { name: "kova".into(), a: 3, b: 10, form: ArgumentForm::Number };
//! assert_eq!(tool.run(&json!({"ref": 5})).map(|run| run.result), Ok(25));
//! assert_eq!(tool.run(&json!({"ref": "x"})).unwrap_err().to_string(), "ref: \"x\" is not a whole number");
//! ```

mod modular;

mod world;

mod calendar;
mod knowledge;
mod medical;
mod shop;
mod weather;

mod local;

pub mod desk;

pub use crate::{
    calendar::{COLLEAGUES, EVENTS_A_DAY, FIRST_EVENT, TOPICS},
    knowledge::{ENTRIES_A_KIND, FIELDS},
    local::{GROUPS, LocalTool, local_tool, local_tools},
    medical::{DOCTORS, FIRST_PATIENT, MEDICINES, PATIENTS},
    modular::{ArgumentForm, MODULUS, ModularTool, Run, ToolError},
    shop::{
        CANCEL_REASONS, COLOURS, CUSTOMERS, FIRST_CUSTOMER, FIRST_ORDER, ORDERS_EACH, PRODUCTS,
        RETURN_REASONS,
    },
    weather::{CITIES, FIRST_STATION},
    world::{CallError, DAYS, FIRST_DAY, World, WorldKind},
};
