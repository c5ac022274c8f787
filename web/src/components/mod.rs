//! Parts of pages: plain properties in, callbacks out.

mod command;
mod figure;
mod files;
mod icons;
mod loading;
mod model;
mod progress;
mod records;
mod runs;
mod settings;
mod shell;
mod step;
mod table;
mod term;

pub(crate) use self::{
    command::Command,
    figure::FigureCard,
    files::FileTable,
    loading::loaded,
    model::ModelFields,
    progress::{RunProgress, RunRef},
    records::RecordPanel,
    runs::{RunList, RunOrder},
    settings::SettingFields,
    shell::Shell,
    step::StepList,
    table::TableCard,
    term::term,
};
