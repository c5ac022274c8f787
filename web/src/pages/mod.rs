//! The pages, one a view: each is a function of the state.

mod instance;
mod label;
mod limits;
mod rescore;
mod results;
mod run;
mod start;
mod transcript;

pub(crate) use self::{
    instance::instance,
    label::label,
    rescore::{files_of, rescore},
    results::results,
    run::run,
    start::start,
    transcript::transcript,
};
