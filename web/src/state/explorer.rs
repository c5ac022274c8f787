//! A table that has a row for each of many settings, and one of them chosen.
//!
//! Such a table has the column `setting`, which names the setting in words, and after it `operating`, which says `yes` of the one in
//! use. What stands before tells groups of rows apart, the columns between are what can be turned, and those behind are what comes
//! of it.

use std::rc::Rc;

use faultline_report::{Cell, Figure, Mark, Role, Series, Table};

use crate::route::MarkRef;

/// A table of settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Explorer {
    table: Rc<Table>,
    setting: usize,
    operating: usize,
}

/// What can be turned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Its name.
    pub title: String,
    /// What it is, in a few words.
    pub help: String,
    /// The values, in the order of the table.
    pub levels: Vec<String>,
}

impl Explorer {
    /// The table, if it has a row for each setting.
    pub fn of(table: &Rc<Table>) -> Option<Self> {
        let find = |id: &str| table.columns.iter().position(|column| column.id == id);
        let (setting, operating) = (find("setting")?, find("operating")?);
        (setting + 1 < operating && !table.rows.is_empty()).then(|| Self {
            table: Rc::clone(table),
            setting,
            operating,
        })
    }

    /// What can be turned.
    pub fn axes(&self) -> Vec<Axis> {
        let places = self.setting + 1..self.operating;
        places
            .map(|place| {
                let mut levels: Vec<String> = Vec::new();
                for row in &self.table.rows {
                    let level = row[place].to_text();
                    if !levels.contains(&level) {
                        levels.push(level);
                    }
                }
                let column = &self.table.columns[place];
                Axis {
                    title: column.title.clone(),
                    help: column.help.clone(),
                    levels,
                }
            })
            .collect()
    }

    /// The setting in words: the one that is asked for, where there is one of that name, else the one in use.
    pub fn chosen(&self, wanted: Option<&str>) -> String {
        let named = |row: &usize| Some(self.name(*row).as_str()) == wanted;
        let in_use = |row: &usize| self.table.rows[*row][self.operating].to_text() == "yes";
        let rows = 0..self.table.rows.len();
        let row = rows
            .clone()
            .find(named)
            .or_else(|| rows.clone().find(in_use));
        self.name(row.unwrap_or(0))
    }

    /// The place of a setting's value on each axis.
    pub fn levels(&self, setting: &str) -> Vec<usize> {
        let row = (0..self.table.rows.len()).find(|row| self.name(*row) == setting);
        self.levels_of(row.unwrap_or(0), &self.axes())
    }

    /// The setting that has this level on an axis, and on the others what is nearest to what it had.
    pub fn turned(&self, setting: &str, axis: usize, level: usize) -> String {
        let (axes, from) = (self.axes(), self.levels(setting));
        let far = |row: &usize| {
            let levels = self.levels_of(*row, &axes);
            let others = levels.iter().zip(&from).enumerate();
            let others = others.filter(|(place, _)| *place != axis);
            let apart: usize = others.map(|(_, (a, b))| a.abs_diff(*b)).sum();
            (levels[axis].abs_diff(level), apart)
        };
        let nearest = (0..self.table.rows.len()).min_by_key(far);
        self.name(nearest.unwrap_or(0))
    }

    /// What comes of a setting: one row a group, told apart by the columns in which groups differ; counts before rates.
    pub fn outcomes(&self, setting: &str) -> Table {
        let rows = &self.table.rows;
        let differs = |place: &usize| rows.iter().any(|row| row[*place] != rows[0][*place]);
        let is_rate = |place: &usize| rows.iter().any(|row| matches!(row[*place], Cell::Rate(_)));
        let groups = (0..self.setting).filter(differs);
        let outcomes = self.operating + 1..self.table.columns.len();
        let (rates, counts): (Vec<usize>, Vec<usize>) = outcomes.partition(is_rate);
        let places: Vec<usize> = groups.chain(counts).chain(rates).collect();
        let rows = (0..self.table.rows.len()).filter(|row| self.name(*row) == setting);
        Table {
            id: format!("{}_at", self.table.id),
            title: "What comes of it".into(),
            note: String::new(),
            columns: places
                .iter()
                .map(|place| self.table.columns[*place].clone())
                .collect(),
            rows: rows
                .map(|row| {
                    let cell = |place: &usize| self.table.rows[row][*place].clone();
                    places.iter().map(cell).collect()
                })
                .collect(),
        }
    }

    fn name(&self, row: usize) -> String {
        self.table.rows[row][self.setting].to_text()
    }

    fn levels_of(&self, row: usize, axes: &[Axis]) -> Vec<usize> {
        let cells = &self.table.rows[row][self.setting + 1..self.operating];
        let place = |(cell, axis): (&Cell, &Axis)| {
            let text = cell.to_text();
            axis.levels.iter().position(|level| *level == text)
        };
        cells
            .iter()
            .zip(axes)
            .map(|pair| place(pair).unwrap_or(0))
            .collect()
    }
}

/// The figure with the marks of one setting drawn once more, as series of their own at the end.
pub fn with_chosen(figure: &Figure, setting: &str) -> Figure {
    let mut figure = figure.clone();
    let mut chosen: Vec<Series> = Vec::new();
    for series in &figure.series {
        for mark in series.marks.iter().filter(|mark| mark.label == setting) {
            chosen.push(Series {
                label: "chosen".into(),
                role: Role::Free,
                panel: series.panel.clone(),
                marks: vec![Mark::clone(mark)],
            });
        }
    }
    figure.series.extend(chosen);
    figure
}

/// The mark of the figure itself that a mark of [`with_chosen`] repeats.
pub fn original(figure: &Figure, shown: &Figure, mark: MarkRef) -> MarkRef {
    if mark.series < figure.series.len() {
        return mark;
    }
    let found = shown.series.get(mark.series).and_then(|repeated| {
        let label = &repeated.marks.get(mark.mark)?.label;
        let of_panel = figure.series.iter().enumerate();
        of_panel
            .filter(|(_, series)| series.panel == repeated.panel)
            .find_map(|(place, series)| {
                let found = series.marks.iter().position(|mark| mark.label == *label)?;
                Some((place, found))
            })
    });
    match found {
        Some((series, found)) => MarkRef {
            series,
            mark: found,
            ..mark
        },
        None => mark,
    }
}

#[cfg(test)]
mod tests {
    use faultline_report::Column;

    use super::*;

    fn explorer() -> Explorer {
        let columns = ["model", "setting", "a", "b", "operating", "saved"];
        let mut table = Table::new("t", "T", columns.map(|id| Column::new(id, id)));
        for model in ["m", "n"] {
            for (a, b) in [("off", "off"), ("off", "1"), ("2", "off"), ("1", "1 or c")] {
                let in_use = (a, b) == ("2", "off");
                table.push(vec![
                    Cell::text(model),
                    Cell::text(format!("a {a}, b {b}")),
                    Cell::text(a),
                    Cell::text(b),
                    Cell::text(if in_use { "yes" } else { "no" }),
                    Cell::Count(a.len() as u64),
                ]);
            }
        }
        Explorer::of(&Rc::new(table)).unwrap()
    }

    #[test]
    fn a_setting_is_turned_to_the_nearest_there_is() {
        let explorer = explorer();
        let axes = explorer.axes();
        assert_eq!(axes[0].levels, ["off", "2", "1"]);
        assert_eq!(axes[1].levels, ["off", "1", "1 or c"]);
        for (wanted, expected) in [
            (None, "a 2, b off"),
            (Some("a off, b 1"), "a off, b 1"),
            (Some("nothing"), "a 2, b off"),
        ] {
            assert_eq!(explorer.chosen(wanted), expected);
        }
        for (from, axis, level, to) in [
            ("a off, b off", 1, 1, "a off, b 1"),
            ("a 2, b off", 1, 1, "a off, b 1"),
            ("a off, b off", 0, 2, "a 1, b 1 or c"),
            ("a 1, b 1 or c", 1, 0, "a 2, b off"),
            ("a off, b 1", 0, 0, "a off, b 1"),
        ] {
            assert_eq!(
                explorer.turned(from, axis, level),
                to,
                "{from}, {axis}, {level}"
            );
        }
        let outcomes = explorer.outcomes("a 2, b off");
        assert_eq!(outcomes.columns.len(), 2);
        assert_eq!(outcomes.rows.len(), 2);
        assert_eq!(outcomes.rows[1], [Cell::text("n"), Cell::Count(1)]);
    }

    #[test]
    fn the_chosen_mark_is_drawn_once_more_and_leads_to_the_same_records() {
        let series = |panel: &str| Series {
            label: "s".into(),
            role: Role::Gold,
            panel: panel.into(),
            marks: ["x", "y"]
                .map(|label| Mark {
                    label: label.into(),
                    ..Mark::default()
                })
                .into(),
        };
        let figure = Figure {
            id: "f".into(),
            title: String::new(),
            reads_as: String::new(),
            method: String::new(),
            kind: faultline_report::FigureKind::Scatter,
            x_label: String::new(),
            y_label: String::new(),
            y_range: None,
            reference: None,
            series: vec![series("p"), series("q")],
        };
        let shown = with_chosen(&figure, "y");
        assert_eq!(shown.series.len(), 4);
        let mark = |series, mark| MarkRef {
            figure: "f".into(),
            series,
            mark,
        };
        assert_eq!(original(&figure, &shown, mark(3, 0)), mark(1, 1));
        assert_eq!(original(&figure, &shown, mark(0, 0)), mark(0, 0));
    }
}
