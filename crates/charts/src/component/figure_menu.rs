//! What can be done with a figure.

use yew::{Callback, Html, html};

/// An entry of a figure's menu. The page does it; texts come from [`figure_svg`](crate::figure_svg), [`figure_csv`](crate::figure_csv)
/// and [`figure_table`](crate::figure_table).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureAction {
    /// Save as SVG.
    Svg,
    /// Save as PNG.
    Png,
    /// Save the marks as CSV.
    Csv,
    /// Copy the marks as a Markdown table.
    Markdown,
    /// Copy the command that makes the same figure.
    Command,
}

impl FigureAction {
    const ALL: [Self; 5] = [
        Self::Svg,
        Self::Png,
        Self::Csv,
        Self::Markdown,
        Self::Command,
    ];

    fn words(self) -> &'static str {
        match self {
            Self::Svg => "Save as SVG",
            Self::Png => "Save as PNG",
            Self::Csv => "Save as CSV",
            Self::Markdown => "Copy as Markdown",
            Self::Command => "Copy command",
        }
    }
}

/// A menu behind one button, for the `menu` of a figure; `on_choose` is told what was chosen. It opens and closes without a script.
pub fn figure_menu(on_choose: &Callback<FigureAction>) -> Html {
    let entries = FigureAction::ALL.into_iter().map(|action| {
        let choose = on_choose.reform(move |_| action);
        html! { <button type="button" key={action.words()} onclick={choose}>{ action.words() }</button> }
    });
    html! {
        <details class="fl-fold fl-menu">
            <summary>{ "Export" }</summary>
            <div>{ for entries }</div>
        </details>
    }
}
