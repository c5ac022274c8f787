//! A folder tree of files.

use faultline_core::Property;
use serde_json::json;

use super::{LocalTool, figure, one_of, tool};
use crate::world::refused;

const FILES: [&str; 6] = [
    "budget.xlsx",
    "roadmap.pptx",
    "minutes.docx",
    "survey.csv",
    "contract.pdf",
    "photo.png",
];
const FOLDERS: [&str; 4] = ["projects", "finance", "legal", "shared"];
const AUTHORS: [&str; 4] = ["Amara", "Jonas", "Priya", "Mateo"];

fn file() -> Property {
    Property::choice(FILES).described("The file.")
}

#[expect(clippy::too_many_lines, reason = "one entry for each tool")]
pub(super) fn tools() -> Vec<LocalTool> {
    vec![
        tool(
            "file_ops",
            "convert_file_format",
            "Converts a file to another format and gives the new file.",
            [
                ("file", file()),
                (
                    "target_format",
                    Property::choice(["pdf", "txt", "html"]).described("The new format."),
                ),
            ],
            &[
                ("file", "the file"),
                ("target_format", "the new format"),
                ("output_file", "the new file"),
                ("size_kb", "its size in kB"),
            ],
            |arguments| {
                let (file, format) = (arguments.text("file"), arguments.text("target_format"));
                let (stem, extension) = file.split_once('.').unwrap_or((file, ""));
                if extension == format {
                    return Err(refused(
                        "target_format",
                        format!("the file is a {format} already"),
                    ));
                }
                Ok(json!({
                    "file": file, "target_format": format, "output_file": format!("{stem}.{format}"),
                    "size_kb": figure("file/converted", &[file, format], 12, 940),
                }))
            },
        ),
        tool(
            "file_ops",
            "extract_file_metadata",
            "Extracts the metadata of a file in a folder: who wrote it, how large and how long it is.",
            [
                ("file", file()),
                (
                    "folder",
                    Property::choice(FOLDERS).described("Where it is."),
                ),
            ],
            &[
                ("file", "the file"),
                ("folder", "where it is"),
                ("author", "who wrote it"),
                ("size_kb", "its size in kB"),
                ("pages", "how many pages it has"),
            ],
            |arguments| {
                let (file, folder) = (arguments.text("file"), arguments.text("folder"));
                Ok(json!({
                    "file": file, "folder": folder, "author": one_of("file/author", &[file, folder], &AUTHORS),
                    "size_kb": figure("file/size", &[file, folder], 12, 2400),
                    "pages": figure("file/pages", &[file, folder], 1, 60),
                }))
            },
        ),
        tool(
            "file_ops",
            "search_file",
            "Searches a folder for files of one kind and gives the largest.",
            [
                (
                    "folder",
                    Property::choice(FOLDERS).described("Where to look."),
                ),
                (
                    "kind",
                    Property::choice(["spreadsheet", "slides", "text", "image"])
                        .described("What kind of files."),
                ),
            ],
            &[
                ("folder", "where they are"),
                ("kind", "what kind"),
                ("matches", "how many there are"),
                ("largest", "the largest of them"),
            ],
            |arguments| {
                let (folder, kind) = (arguments.text("folder"), arguments.text("kind"));
                let extension = match kind {
                    "spreadsheet" => "xlsx",
                    "slides" => "pptx",
                    "text" => "docx",
                    _ => "png",
                };
                let number = figure("file/largest", &[folder, kind], 10, 99);
                Ok(json!({
                    "folder": folder, "kind": kind, "matches": figure("file/matches", &[folder, kind], 1, 25),
                    "largest": format!("{folder}_{number}.{extension}"),
                }))
            },
        ),
        tool(
            "file_ops",
            "summarize_file",
            "Summarizes what is written in a file, for readers of one kind.",
            [
                ("file", file()),
                (
                    "readers",
                    Property::choice(["managers", "engineers", "auditors"])
                        .described("Whom it is for."),
                ),
            ],
            &[
                ("file", "the file"),
                ("readers", "whom it is for"),
                ("summary", "the summary"),
                ("words", "how many words the file has"),
            ],
            |arguments| {
                let (file, readers) = (arguments.text("file"), arguments.text("readers"));
                let points = figure("file/points", &[file, readers], 2, 19);
                let subjects = ["open questions", "costs", "risks", "dates"];
                let subject = one_of("file/subject", &[file, readers], &subjects);
                Ok(json!({
                    "file": file, "readers": readers, "summary": format!("It lists {points} {subject}."),
                    "words": figure("file/words", &[file], 240, 6400),
                }))
            },
        ),
    ]
}
