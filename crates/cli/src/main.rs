//! `faultline`: generates tasks, runs models on them, scores traces, serves the page.
//!
//! A thin layer over `faultline-lab`: it opens files, sends requests, has the clock, and draws bars. Results go to standard output,
//! everything else to standard error. Exit codes: 0 done, 1 the input or the run failed, 2 wrong usage, 3 done but some
//! requests got no usable reply.

mod args;
mod clock;
mod exit;
mod output;
mod progress;
mod sink;
mod transport;

mod generate;
mod inspect;
mod judge;
mod run;
mod schema;
mod score;
mod serve;

use std::process::ExitCode;

use clap::Parser as _;

use crate::{
    args::{Arguments, Command},
    exit::Exit,
};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match arguments.command {
        Command::Generate(arguments) => generate::generate(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Judge(arguments) => judge::judge(&arguments),
        Command::Score(arguments) => score::score(&arguments),
        Command::Inspect(arguments) => inspect::inspect(&arguments),
        Command::Schema(arguments) => schema::schema(&arguments),
        Command::Serve(arguments) => serve::serve(&arguments),
    };
    result.unwrap_or_else(|error| exit::report(&error)).into()
}

/// What every command gives: how it ended, or why it could not be done.
type Outcome = anyhow::Result<Exit>;
