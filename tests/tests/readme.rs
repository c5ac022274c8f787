//! Every command of the README does what it says: each `sh` block is run, line by line, in one folder.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use faultline_tests::{Folder, ended, program, root, signal};

/// The lines of the blocks that are marked as shell, a line that ends with a backslash joined with the next.
fn commands(readme: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let (mut is_shell, mut begun) = (false, String::new());
    for line in readme.lines() {
        if let Some(kind) = line.trim_start().strip_prefix("```") {
            is_shell = kind.trim() == "sh";
            continue;
        }
        let line = line.trim();
        if !is_shell || line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(start) = line.strip_suffix('\\') {
            begun.push_str(start);
        } else {
            commands.push(std::mem::take(&mut begun) + line);
        }
    }
    commands
}

#[test]
#[expect(clippy::print_stdout, reason = "says which command is being run")]
fn every_command_of_the_readme_works() -> Result<()> {
    let readme = fs::read_to_string(root().join("README.md")).context("there is no README.md")?;
    let commands = commands(&readme);
    ensure!(
        commands
            .iter()
            .any(|command| command.contains("faultline run")),
        "no run: {commands:?}"
    );
    ensure!(
        commands
            .iter()
            .any(|command| command.starts_with("cargo xtask serve")),
        "no page: {commands:?}"
    );
    let folder = Folder::new()?;
    for command in commands {
        println!("$ {command}");
        // Getting the repository is done, these tests are a part of `cargo xtask test`, and its program is the one on PATH.
        let is_done = [
            "git clone ",
            "cd ",
            "cargo xtask test",
            "cargo install --path",
            "cargo build --release",
        ]
        .iter()
        .any(|done| command.starts_with(done));
        if is_done {
            continue;
        }
        let serves =
            command.starts_with("cargo xtask serve") || command.starts_with("faultline serve");
        if serves {
            serve(&command, folder.path())?;
        } else {
            run(&command, folder.path())?;
        }
    }
    Ok(())
}

/// A shell that finds the built program, at the top of the repository for cargo's commands and in the folder for all others.
fn shell(command: &str, folder: &Path) -> Result<Command> {
    let bin = program()?.parent().context("no folder")?;
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(std::iter::once(bin.to_owned()).chain(env::split_paths(&path)))?;
    let is_cargo = command.trim_start_matches("exec ").starts_with("cargo ");
    let place = if is_cargo { root() } else { folder.to_owned() };
    let mut shell = Command::new("sh");
    shell
        .args(["-ec", command])
        .current_dir(place)
        .env("PATH", path)
        .stdin(Stdio::null());
    Ok(shell)
}

fn run(command: &str, folder: &Path) -> Result<()> {
    let output = shell(command, folder)?.output()?;
    ensure!(
        output.status.success(),
        "{command}: {}: {}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    let is_told = match command.rsplit_once(" > ") {
        Some((_, file)) => fs::metadata(folder.join(file.trim()))?.len() > 0,
        None => !output.stdout.is_empty(),
    };
    ensure!(is_told, "{command} says nothing");
    Ok(())
}

/// Starts a server on a free port, loads the page from it, and ends it.
fn serve(command: &str, folder: &Path) -> Result<()> {
    let quiet = if command.starts_with("cargo") {
        " --no-open"
    } else {
        ""
    };
    // `exec` makes the program the process that is started, so that a signal reaches it.
    let mut server = shell(&format!("exec {command} --port 0{quiet}"), folder)?
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let served = look(&mut server).with_context(|| command.to_owned());
    // Not INT, which whoever started the tests in the background may have had ignored.
    signal(&server, "TERM")?;
    ended(&mut server)?;
    served
}

fn look(server: &mut Child) -> Result<()> {
    let output = BufReader::new(server.stdout.take().context("no output")?);
    for line in output.lines() {
        let line = line?;
        let Some((_, rest)) = line.split_once("http://") else {
            continue;
        };
        let address = rest.split('/').next().context("no address")?;
        let mut connection = TcpStream::connect(address)?;
        connection.write_all(
            format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").as_bytes(),
        )?;
        let mut page = String::new();
        connection.read_to_string(&mut page)?;
        ensure!(page.contains("<title>Faultline</title>"), "no page: {page}");
        return Ok(());
    }
    let mut complaint = String::new();
    server
        .stderr
        .take()
        .context("no errors")?
        .read_to_string(&mut complaint)?;
    bail!("it ended before it named its address: {complaint}")
}
