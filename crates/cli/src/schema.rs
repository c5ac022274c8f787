//! `faultline schema`: what files look like.

use faultline_lab::StudyId;

use crate::{
    Outcome,
    args::{SchemaArguments, SchemaOf},
    exit::Exit,
    output::say,
};

pub(crate) fn schema(arguments: &SchemaArguments) -> Outcome {
    let schema = match arguments.of {
        SchemaOf::Trace => faultline_lab::trace_schema(),
        SchemaOf::Report => faultline_report::report_schema(),
        SchemaOf::Config => StudyId::named(&arguments.study)?.config_schema(),
    };
    say(&format!("{schema:#}\n"))?;
    Ok(Exit::Done)
}
