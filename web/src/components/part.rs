//! A part of a case: a text beside what it would be without the change, the differences marked.

use faultline_lab::{PairView, PartView, Piece};
use yew::prelude::*;

/// The part, in two columns where the names of both sides are given, else as it is.
pub(crate) fn part(part: &PartView, sides: Option<&(String, String)>) -> Html {
    let id = format!("part-{}", part.title.to_ascii_lowercase().replace(' ', "-"));
    let differs = |pair: &&PairView| sides.is_some() && differs(pair);
    let changed: Vec<&PairView> = part.pairs.iter().filter(differs).collect();
    let others: Vec<&PairView> = part.pairs.iter().filter(|pair| !differs(pair)).collect();
    let is_one = part.pairs.len() == 1;
    html! {
        <section class="part" aria-labelledby={id.clone()} data-part={part.title.clone()} data-differs={changed.len().to_string()}>
            <h2 {id}>{ part.title.clone() }
                if sides.is_some() && changed.is_empty() { <span class="quiet">{ " the same on both sides" }</span> }
            </h2>
            if let (Some((base, own)), false) = (sides, changed.is_empty()) {
                <div class="beside beside--head" aria-hidden="true"><span>{ base.clone() }</span><span>{ own.clone() }</span></div>
                for pair in changed { { beside(pair, base, own) } }
            }
            if is_one { for pair in others { { alone(pair) } } }
            else if !others.is_empty() {
                <details class="opening" open={sides.is_none()}>
                    <summary>{ summary(others.len(), sides.is_some() && others.len() < part.pairs.len()) }</summary>
                    <div class="part__others">for pair in others { { alone(pair) } }</div>
                </details>
            }
        </section>
    }
}

fn summary(count: usize, are_more: bool) -> String {
    if are_more {
        format!("{count} more, the same on both sides")
    } else {
        format!("All {count}")
    }
}

fn differs(pair: &PairView) -> bool {
    let marked = |pieces: &Option<Vec<Piece>>| {
        pieces
            .as_ref()
            .is_some_and(|pieces| pieces.iter().any(|piece| piece.differs))
    };
    marked(&pair.base) || marked(&pair.own)
}

fn beside(pair: &PairView, base: &str, own: &str) -> Html {
    let side = |name: &str, pieces: &Option<Vec<Piece>>, is_base: bool| {
        html! {
            <div class="beside__side" data-side={if is_base { "base" } else { "own" }}>
                <span class="beside__name">{ name.to_owned() }</span>
                if let Some(pieces) = pieces { { text(pieces, is_base) } } else { <p class="quiet">{ "not there" }</p> }
            </div>
        }
    };
    html! {
        <div class="beside">
            { side(base, &pair.base, true) }
            { side(own, &pair.own, false) }
        </div>
    }
}

fn alone(pair: &PairView) -> Html {
    let pieces = pair.own.as_ref().or(pair.base.as_ref());
    let whole: String = pieces
        .into_iter()
        .flatten()
        .map(|piece| piece.text.as_str())
        .collect();
    html! { <pre class="shown" tabindex="0">{ whole }</pre> }
}

/// What is only here is struck out on the one side and underlined on the other, so that colour is not what tells.
fn text(pieces: &[Piece], is_base: bool) -> Html {
    html! {
        <pre class="shown" tabindex="0">
            for piece in pieces {
                if !piece.differs { { piece.text.clone() } }
                else if is_base { <del>{ piece.text.clone() }</del> }
                else { <ins>{ piece.text.clone() }</ins> }
            }
        </pre>
    }
}
