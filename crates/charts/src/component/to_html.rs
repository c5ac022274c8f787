//! From our nodes to Yew's.

use yew::{
    Html,
    virtual_dom::{VNode, VTag, VText},
};

use crate::{
    draw::MarkRef,
    node::{Node, Tag},
};

/// Which marks are special at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Accent {
    /// The one mark that the tab key reaches.
    pub(crate) reached: Option<MarkRef>,
    /// The mark whose records are shown.
    pub(crate) selected: Option<MarkRef>,
}

/// Nodes without special marks.
pub(crate) fn plain(nodes: impl IntoIterator<Item = Node>) -> Html {
    nodes
        .into_iter()
        .map(|node| to_html(&node, Accent::default()))
        .collect()
}

/// A node and all below it. Texts go in as texts, values as attributes; neither is ever read as markup.
pub(crate) fn to_html(node: &Node, accent: Accent) -> VNode {
    match node {
        Node::Text(text) => VText::new(text.clone()).into(),
        Node::Tag(tag) => tag_to_html(tag, accent).into(),
    }
}

fn tag_to_html(tag: &Tag, accent: Accent) -> VTag {
    let mut out = VTag::new(tag.name);
    let mark = mark_of(tag);
    for (name, value) in &tag.attributes {
        match (*name, mark) {
            ("tabindex", Some(mark)) => {
                let reached = accent.reached == Some(mark);
                out.add_attribute("tabindex", if reached { "0" } else { "-1" });
            }
            _ => out.add_attribute(name, value.clone()),
        }
    }
    if mark.is_some() && mark == accent.selected {
        out.add_attribute("aria-current", "true");
    }
    out.add_children(tag.children.iter().map(|child| to_html(child, accent)));
    out
}

fn mark_of(tag: &Tag) -> Option<MarkRef> {
    let series = tag.get("data-series")?.parse().ok()?;
    let mark = tag.get("data-mark")?.parse().ok()?;
    Some(MarkRef { series, mark })
}
