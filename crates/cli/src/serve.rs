//! `faultline serve`: the page, from the program itself.

use faultline_static_server::{Files, Server};

use crate::{Outcome, args::ServeArguments, exit::Exit, output::say};

/// The page's files by path; none in a program that was built before the page.
static PAGE: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

struct Page;

impl Files for Page {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        PAGE.iter()
            .find(|(name, _)| *name == path)
            .map(|(_, bytes)| bytes.to_vec())
    }
}

pub(crate) fn serve(arguments: &ServeArguments) -> Outcome {
    anyhow::ensure!(
        !PAGE.is_empty(),
        "this program was built without the page; in a checkout, run: cargo xtask build && cargo build --release (or cargo xtask serve)"
    );
    let server = Server::bind(arguments.port).map_err(|error| {
        anyhow::anyhow!(
            "can't listen on port {}: {error}; --port 0 takes a free one",
            arguments.port
        )
    })?;
    say(&format!(
        "The page is at {} (Ctrl-C ends it)\n",
        server.url()
    ))?;
    server.run(Page);
    Ok(Exit::Done)
}
