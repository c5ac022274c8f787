//! Parts of pages: plain properties in, callbacks out.

mod command;
mod explore;
mod fields;
mod figure;
mod files;
mod files_field;
mod icons;
mod loading;
mod model;
mod part;
mod piece;
mod progress;
mod records;
mod reply;
mod runs;
mod settings;
mod shell;
mod step;
mod surprisal;
mod term;

pub(crate) use self::{
    command::command,
    explore::Explored,
    fields::{Choice, changed, field, select, typed},
    figure::figure_card,
    files::file_table,
    files_field::TakenFiles,
    loading::{loaded, waiting},
    model::{ModelFields, model_fields},
    part::part,
    piece::{fact, message, simulated, small_button},
    progress::{RunControls, run_progress},
    records::record_panel,
    reply::ReplyFields,
    runs::{RunOrder, run_list},
    settings::setting_fields,
    shell::shell,
    step::step_list,
    term::term,
};
