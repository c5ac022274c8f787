//! Drawings of a report's figures: for the page as Yew components, for files as SVG and HTML.
//!
//! Geometry is computed once, as plain data, from a [`Figure`](faultline_report::Figure) and a width. The components hand it to the browser, [`figure_svg`] writes a picture that stands alone, and
//! `html_report` (feature `ssr`) a whole report in one file. So a figure is the same everywhere, to the pixel and the word.
//!
//! The crate measures no text, fetches nothing, knows no study, and takes no colour but the tokens of `tokens.css`. Data never becomes
//! markup: names of elements and attributes are fixed in the program, and every value and text is escaped.
//!
//! ```
//! use faultline_charts::{Theme, figure_csv, figure_svg};
//! use faultline_report::{Figure, FigureKind, Mark, Role, Series};
//!
//! let mark = Mark { x: 6.0, y: Some(0.572), lo: Some(0.513), hi: Some(0.628), n: 390, ..Mark::default() };
//! let series = Series { label: "teacher-forced".into(), role: Role::TeacherForced, panel: String::new(), marks: vec![mark] };
//! let figure = Figure {
//!     id: "by_depth".into(), title: "Accuracy by depth".into(), reads_as: String::new(), method: String::new(),
//!     kind: FigureKind::Curve, x_label: "depth".into(), y_label: "p".into(), y_range: Some((0.0, 1.0)), reference: None,
//!     series: vec![series],
//! };
//! assert!(figure_svg(&figure, Theme::Light).contains("teacher-forced, depth 6: p 0.572 [0.513, 0.628], n 390"));
//! assert!(figure_csv(&figure).ends_with(",teacher-forced,teacher_forced,,6,0.572,0.513,0.628,390,\n"));
//! ```
//!
//! | for | use |
//! | --- | --- |
//! | the page (feature `browser`) | `FigureView`, `TableView`, `figure_menu`, [`MarkRef`] |
//! | files | [`figure_svg`], [`figure_csv`], [`figure_table`], [`Theme`] |
//! | reports as HTML (feature `ssr`) | `render_figure`, `html_report` |

mod node;
mod scale;
mod text;
mod tokens;

mod paint;
mod shape;
mod words;

mod draw;
mod svg;
#[cfg(any(feature = "browser", feature = "ssr"))]
mod view;

#[cfg(feature = "ssr")]
mod html;

#[cfg(feature = "browser")]
mod component;

#[cfg(test)]
mod legible;
#[cfg(all(test, feature = "ssr"))]
mod robust;
#[cfg(test)]
mod sample;

#[cfg(feature = "browser")]
pub use crate::component::{
    figure_menu::{FigureAction, figure_menu},
    figure_view::{FigureView, FigureViewProps},
    table_view::{TableView, TableViewProps},
};
#[cfg(feature = "ssr")]
pub use crate::html::{html_report, render_figure};
pub use crate::{
    draw::MarkRef,
    svg::figure_svg,
    tokens::Theme,
    words::{figure_csv, figure_table},
};
