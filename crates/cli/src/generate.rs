//! `faultline generate`: cases as JSON lines.

use std::io::{self, BufWriter, Write as _};

use crate::{Outcome, args::GenerateArguments, exit::Exit};

pub(crate) fn generate(arguments: &GenerateArguments) -> Outcome {
    let (study, config) = arguments.study.config()?;
    let mut out = BufWriter::new(io::stdout().lock());
    for case in study.generate(&config)? {
        writeln!(out, "{case}")?;
    }
    out.flush()?;
    Ok(Exit::Done)
}
