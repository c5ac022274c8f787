//! The pages, one a view.

mod limits;
mod rescore;
mod results;
mod run;
mod start;
mod transcript;

pub(crate) use self::{
    rescore::{Rescore, files_of},
    results::Results,
    run::Run,
    start::Start,
    transcript::Transcript,
};

use yew::prelude::*;

use crate::{app::Page, link::Link};

/// What a page without parameters is given.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// What is known.
    pub(crate) page: Page,
    /// What can be done.
    pub(crate) link: Link,
}
