//! A small tree of elements: written as text for files, turned into Yew's nodes on the page.

/// An element or a text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    /// An element.
    Tag(Tag),
    /// A text, not yet escaped.
    Text(String),
}

/// An element. Names are fixed in the program; only values and texts come from data.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tag {
    pub(crate) name: &'static str,
    pub(crate) attributes: Vec<(&'static str, String)>,
    pub(crate) children: Vec<Node>,
}

/// An element without attributes.
pub(crate) fn tag(name: &'static str) -> Tag {
    Tag {
        name,
        attributes: Vec::new(),
        children: Vec::new(),
    }
}

impl Tag {
    /// With one more attribute.
    pub(crate) fn set(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    /// With its class names.
    pub(crate) fn class(self, class: impl Into<String>) -> Self {
        self.set("class", class)
    }

    /// With a coordinate or a length.
    pub(crate) fn num(self, name: &'static str, value: f64) -> Self {
        self.set(name, coordinate(value))
    }

    /// With one more child.
    pub(crate) fn child(mut self, child: impl Into<Node>) -> Self {
        self.children.push(child.into());
        self
    }

    /// With more children.
    pub(crate) fn children(mut self, children: impl IntoIterator<Item = Node>) -> Self {
        self.children.extend(children);
        self
    }

    /// With a text inside.
    pub(crate) fn text(self, text: impl Into<String>) -> Self {
        self.child(Node::Text(text.into()))
    }

    /// The value of an attribute.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let (_, value) = self.attributes.iter().find(|(known, _)| *known == name)?;
        Some(value)
    }
}

impl From<Tag> for Node {
    fn from(tag: Tag) -> Self {
        Self::Tag(tag)
    }
}

/// A coordinate with at most two digits after the point; zero where it is no number.
pub(crate) fn coordinate(value: f64) -> String {
    if !value.is_finite() {
        return "0".into();
    }
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0" } else { text }.into()
}

/// Writes nodes as markup that both HTML and XML readers take.
pub(crate) fn write_nodes(out: &mut String, nodes: &[Node]) {
    for node in nodes {
        match node {
            Node::Text(text) => escape(out, text),
            Node::Tag(tag) => write_tag(out, tag),
        }
    }
}

fn write_tag(out: &mut String, tag: &Tag) {
    out.push('<');
    out.push_str(tag.name);
    for (name, value) in &tag.attributes {
        out.push(' ');
        out.push_str(name);
        out.push_str("=\"");
        escape(out, value);
        out.push('"');
    }
    out.push('>');
    write_nodes(out, &tag.children);
    out.push_str("</");
    out.push_str(tag.name);
    out.push('>');
}

/// Writes a text so that no reader of HTML or XML takes any of it for markup. Characters that XML forbids are left out.
pub(crate) fn escape(out: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{0}'..='\u{8}'
            | '\u{b}'
            | '\u{c}'
            | '\u{e}'..='\u{1f}'
            | '\u{fffe}'
            | '\u{ffff}' => {}
            _ => out.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_short_and_finite() {
        for (value, text) in [
            (1.0, "1"),
            (0.126, "0.13"),
            (-0.001, "0"),
            (120.50, "120.5"),
            (f64::NAN, "0"),
            (f64::INFINITY, "0"),
        ] {
            assert_eq!(coordinate(value), text, "{value}");
        }
    }

    #[test]
    fn data_never_becomes_markup() {
        let node = tag("p").set("title", "\"><script>'").text("<b>&\u{0}</b>");
        let mut out = String::new();
        write_nodes(&mut out, &[node.into()]);
        assert_eq!(
            out,
            "<p title=\"&quot;&gt;&lt;script&gt;&#39;\">&lt;b&gt;&amp;&lt;/b&gt;</p>"
        );
    }
}
