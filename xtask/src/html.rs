//! Reads what `index.html` asks of the build, and writes the page's own `index.html`.
//!
//! The build's part of the file is the `<link data-trunk …>` tags, as trunk defines them; the kinds that the page uses
//! are known here, and any other one is an error.

use std::path::Path;

use anyhow::{Context, Result, bail};

/// Something that the build has to make or to copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Asset {
    /// One of the page's programs.
    Rust(RustAsset),
    /// A file, which goes to the page's top folder.
    File { source: String },
    /// A folder, which goes there with all that is in it.
    Folder { source: String },
}

/// A program of the page, as its tag describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RustAsset {
    /// The manifest of its package, relative to `index.html`.
    pub(crate) manifest: String,
    /// The program's name, which its files are called by.
    pub(crate) bin: String,
    /// The cargo profile that it is compiled with.
    pub(crate) profile: String,
}

/// The finished file and what it needs beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) html: String,
    pub(crate) assets: Vec<Asset>,
}

/// Splits `index.html` into the finished file and its assets. `load` gives the text of a file that is to stand in it.
///
/// # Errors
/// When a tag is not closed, lacks an attribute, or is of a kind that is not known here, and when `load` fails.
pub(crate) fn read(source: &str, load: impl Fn(&str) -> Result<String>) -> Result<Page> {
    let mut page = Page {
        html: String::with_capacity(source.len()),
        assets: Vec::new(),
    };
    let mut rest = source;
    while let Some(start) = rest.find('<') {
        let (before, from) = rest.split_at(start);
        page.html.push_str(before);
        let end =
            tag_end(from).with_context(|| format!("a tag is not closed: {}", first_line(from)))?;
        let (tag, after) = from.split_at(end);
        rest = after;
        match link_attributes(tag) {
            Some(attributes) if is_inline(&attributes) => {
                let style = style(&attributes, &load);
                page.html
                    .push_str(&style.with_context(|| format!("in the tag {tag}"))?);
            }
            Some(attributes) if get(&attributes, "data-trunk").is_some() => {
                let (asset, replacement) =
                    asset(&attributes).with_context(|| format!("in the tag {tag}"))?;
                page.assets.push(asset);
                match replacement {
                    Some(link) => page.html.push_str(&link),
                    None => rest = drop_line(&mut page.html, rest),
                }
            }
            _ => page.html.push_str(tag),
        }
    }
    page.html.push_str(rest);
    Ok(page)
}

/// Where the tag or comment at the start of `text` ends.
fn tag_end(text: &str) -> Option<usize> {
    if text.starts_with("<!--") {
        return text.find("-->").map(|at| at + 3);
    }
    let mut quote = None;
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (None, '>') => return Some(at + 1),
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            _ => {}
        }
    }
    None
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// A tag that leaves nothing behind takes the rest of its line along.
fn drop_line<'rest>(html: &mut String, rest: &'rest str) -> &'rest str {
    let Some(after) = rest.strip_prefix('\n') else {
        return rest;
    };
    let kept = html.trim_end_matches([' ', '\t']).len();
    html.truncate(kept);
    after
}

type Attributes<'tag> = Vec<(&'tag str, &'tag str)>;

/// The attributes of a `<link>` tag; one without a value has an empty one.
fn link_attributes(tag: &str) -> Option<Attributes<'_>> {
    let mut rest = tag.strip_prefix("<link")?.strip_suffix('>')?;
    if !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        if rest.is_empty() {
            return Some(attributes);
        }
        let name_end = rest
            .find(|c: char| c.is_whitespace() || c == '=' || c == '/')
            .unwrap_or(rest.len());
        let (name, after) = rest.split_at(name_end);
        let value = after.trim_start().strip_prefix('=').map(str::trim_start);
        let Some(value) = value else {
            attributes.push((name, ""));
            rest = after;
            continue;
        };
        let quoted = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        let (value, after) = match quoted {
            Some(quote) => value[1..].split_once(quote)?,
            None => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
        };
        attributes.push((name, value));
        rest = after;
    }
}

fn get<'tag>(attributes: &Attributes<'tag>, name: &str) -> Option<&'tag str> {
    attributes
        .iter()
        .find(|(candidate, _)| *candidate == name)
        .map(|(_, value)| *value)
}

fn need(attributes: &Attributes<'_>, name: &str) -> Result<String> {
    get(attributes, name)
        .filter(|value| !value.is_empty())
        .map(str::to_owned)
        .with_context(|| format!("it has no {name}"))
}

fn is_inline(attributes: &Attributes<'_>) -> bool {
    get(attributes, "data-trunk").is_some() && get(attributes, "rel") == Some("inline")
}

/// A style sheet, to stand in the page itself.
fn style(attributes: &Attributes<'_>, load: impl Fn(&str) -> Result<String>) -> Result<String> {
    let source = need(attributes, "href")?;
    if Path::new(&source)
        .extension()
        .is_none_or(|ending| ending != "css")
    {
        bail!("`cargo xtask build` puts style sheets alone into the page");
    }
    Ok(format!(
        "<style type=\"text/css\">{}</style>",
        load(&source)?
    ))
}

/// What a tag asks for, and the tag that the browser gets in its place.
fn asset(attributes: &Attributes<'_>) -> Result<(Asset, Option<String>)> {
    let source = need(attributes, "href")?;
    let name = source.rsplit('/').next().unwrap_or(&source).to_owned();
    Ok(match get(attributes, "rel") {
        Some("rust") => {
            check_kind(attributes)?;
            let asset = RustAsset {
                manifest: source,
                bin: need(attributes, "data-bin")?,
                profile: need(attributes, "data-cargo-profile")?,
            };
            (Asset::Rust(asset), None)
        }
        Some("icon") => {
            let kind =
                get(attributes, "type").map_or(String::new(), |kind| format!(" type=\"{kind}\""));
            let link = format!("<link rel=\"icon\" href=\"./{name}\"{kind}>");
            (Asset::File { source }, Some(link))
        }
        Some("copy-file") => (Asset::File { source }, None),
        Some("copy-dir") => (Asset::Folder { source }, None),
        other => bail!(
            "`cargo xtask build` does not know rel=\"{}\"",
            other.unwrap_or_default()
        ),
    })
}

/// Both kinds of program are made alike here, which is how trunk makes them too as long as a worker asks for modules and
/// for no script that starts it.
fn check_kind(attributes: &Attributes<'_>) -> Result<()> {
    let kind = get(attributes, "data-type").unwrap_or("main");
    let is_module = get(attributes, "data-bindgen-target") == Some("web");
    match kind {
        "main" => Ok(()),
        "worker" if !is_module => bail!("a worker needs data-bindgen-target=\"web\""),
        "worker" if get(attributes, "data-loader-shim").is_none() => Ok(()),
        _ => bail!("`cargo xtask build` does not know this kind of program"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assets_are_taken_out_and_the_rest_stays() {
        let source = "<head>\n  <!-- <link data-trunk rel=\"css\" href=\"no.css\"> -->\n  \
                      <link data-trunk rel=\"inline\" href=\"a/b.css\"/>\n  \
                      <link rel='icon' data-trunk type=\"image/svg+xml\" href='c/d.svg'>\n  \
                      <link data-trunk rel=\"rust\" href=\"web/Cargo.toml\" data-bin=\"w\" data-cargo-profile=\"p\">\n  \
                      <link data-trunk rel=copy-file href=e/f.js>\n  <link data-trunk rel=\"copy-dir\" href=\"g\">\n  \
                      <link rel=\"preload\" href=\"x>y\">\n</head>\n";
        let page = read(source, |name| Ok(format!("/* {name} */"))).unwrap();
        assert_eq!(
            page.html,
            "<head>\n  <!-- <link data-trunk rel=\"css\" href=\"no.css\"> -->\n  \
             <style type=\"text/css\">/* a/b.css */</style>\n  \
             <link rel=\"icon\" href=\"./d.svg\" type=\"image/svg+xml\">\n  <link rel=\"preload\" href=\"x>y\">\n</head>\n"
        );
        let file = |source: &str| Asset::File {
            source: source.to_owned(),
        };
        let rust = RustAsset {
            manifest: "web/Cargo.toml".into(),
            bin: "w".into(),
            profile: "p".into(),
        };
        assert_eq!(
            page.assets,
            [
                file("c/d.svg"),
                Asset::Rust(rust),
                file("e/f.js"),
                Asset::Folder {
                    source: "g".to_owned()
                }
            ]
        );
    }

    #[test]
    fn what_is_not_understood_is_an_error_that_names_it() {
        for (source, cause) in [
            (
                "<link data-trunk rel=\"sass\" href=\"a.scss\">",
                "rel=\"sass\"",
            ),
            (
                "<link data-trunk rel=\"css\" href=\"a.css\">",
                "rel=\"css\"",
            ),
            ("<link data-trunk rel=\"inline\">", "no href"),
            ("<link data-trunk rel=\"inline\" href=\"a.js\">", "alone"),
            (
                "<link data-trunk rel=\"inline\" href=\"a.css\">",
                "not there",
            ),
            (
                "<link data-trunk rel=\"rust\" href=\"Cargo.toml\">",
                "no data-bin",
            ),
            (
                "<link data-trunk rel=\"rust\" href=\"Cargo.toml\" data-type=\"worker\">",
                "data-bindgen-target",
            ),
            ("<p>\n<link data-trunk rel=\"css\"", "not closed: <link"),
        ] {
            let error = read(source, |_| bail!("not there")).unwrap_err();
            let error = format!("{error:#}");
            assert!(error.contains(cause), "{source}: {error}");
        }
    }

    #[test]
    fn the_project_page_has_its_program_and_its_engine() {
        let source = std::fs::read_to_string(crate::step::root().join("index.html")).unwrap();
        let page = read(&source, |_| Ok(String::new())).unwrap();
        let programs: Vec<&str> = page
            .assets
            .iter()
            .filter_map(|asset| match asset {
                Asset::Rust(program) => Some(program.bin.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(programs, ["faultline-web", "faultline-engine"]);
        assert!(
            !page.html.contains("<link data-trunk"),
            "a tag for the build is left: {}",
            page.html
        );
    }
}
