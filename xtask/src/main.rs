//! Builds, serves, tests and measures the project: `cargo xtask COMMAND`.
//!
//! Every command says what it does and how long that took, installs what is missing, skips what is there, and where
//! it fails says what to do by hand.

#![allow(
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a program for a terminal"
)]

mod bench;
mod checks;
mod html;
mod licences;
mod page;
mod spdx;
mod step;
mod test;
mod toolchain;

use std::env;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};
use faultline_static_server::{Directory, Server};

use crate::page::Profile;
use crate::step::Run;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  serve [--port N] [--no-open]  build the page and serve it on 127.0.0.1 (port 8080, or the next free one)
  build [--debug]               build the page into dist/
  test [--only PART[,PART]]     install what the tests need, and run all of them; PART is one of
                                lint, licences, units, wasm, browser, trunk
  lint                          formatting and clippy, native and wasm, with warnings denied
  licences                      every dependency's licence against licences.txt
  size                          what a first visit of the page downloads; over 500 kB fails
  screenshots                   the pictures of the README, from the page in a browser
  bench [NAME]                  the benchmarks, native and wasm
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut run = Run::new();
    match dispatch(&mut run, &arguments) {
        Ok(()) => {
            run.print_summary();
            ExitCode::SUCCESS
        }
        Err(error) => {
            run.print_summary();
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(run: &mut Run, arguments: &[&str]) -> Result<()> {
    match arguments {
        ["serve", options @ ..] => serve(run, options),
        ["build"] => page::build(run, Profile::Web).map(drop),
        ["build", "--debug"] => page::build(run, Profile::Debug).map(drop),
        ["test"] => test::run(run, &test::Part::ALL),
        ["test", "--only", parts] => test::run(run, &test::Part::parse_list(parts)?),
        ["lint"] => checks::lint(run),
        ["licences"] => checks::licences(run),
        ["size"] => test::size(run),
        ["screenshots"] => test::screenshots(run),
        ["bench"] => bench::run(run, None),
        ["bench", name] => bench::run(run, Some(name)),
        [] | ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(())
        }
        _ => bail!(
            "not understood: {}\n\n{USAGE}",
            arguments.join(" ").trim_end()
        ),
    }
}

fn serve(run: &mut Run, options: &[&str]) -> Result<()> {
    let mut port = 8080;
    let mut open = true;
    let mut rest = options.iter();
    while let Some(option) = rest.next() {
        match *option {
            "--no-open" => open = false,
            "--port" => {
                let value = rest.next().context("--port needs a number")?;
                port = value
                    .parse()
                    .with_context(|| format!("not a port: {value}"))?;
            }
            other => bail!("not understood: {other}\n\n{USAGE}"),
        }
    }
    let dist = page::build(run, Profile::Web)?;
    let server = Server::bind(port)
        .with_context(|| format!("could not listen on port {port}; name another: --port N"))?;
    run.print_summary();
    println!("\nThe page is at {}  (Ctrl-C stops)", server.url());
    if open {
        open_browser(&server.url());
    }
    server.run(Directory::open(dist)?);
    Ok(())
}

/// Shows the page in the visitor's browser, where there is a desktop; elsewhere the printed address has to do.
fn open_browser(url: &str) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else if env::var_os("DISPLAY").is_some() || env::var_os("WAYLAND_DISPLAY").is_some() {
        "xdg-open"
    } else {
        return;
    };
    let started = Command::new(opener)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if started.is_err() {
        println!("Open it in a browser: {opener} could not be started.");
    }
}
