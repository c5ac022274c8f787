//! Where people label: what is asked of which items, what was said of them, who says it, and which one is next.

use std::rc::Rc;

use faultline_lab::{Agreement, Label, LabelItem, LabelSheet, Problem, QuestionInfo};

use super::Load;
use crate::route::{LabelRoute, Source};

/// Items and what was said of them.
#[derive(Clone, Debug, Default)]
pub struct Desk {
    /// The traces whose records they are of.
    pub source: Option<Source>,
    /// The questions, and the items of the one that is asked.
    pub sheet: Load<Rc<LabelSheet>>,
    /// The question that `sheet` was asked for.
    pub sheet_of: Option<String>,
    /// The labels, of all annotators and questions, in the order in which they were given.
    pub labels: Rc<Vec<Label>>,
    /// How far annotators agreed when that was asked for last.
    pub agreed: Rc<Vec<Agreement>>,
    /// The labels that it was asked for.
    pub agreed_of: Rc<Vec<Label>>,
    /// How often it was asked for without an answer yet.
    pub agreeing: u32,
    /// Who labels.
    pub annotator: String,
    /// The item on view, where one was gone back to; absent for the first that the annotator has not labelled.
    pub at: Option<usize>,
    /// What could not be read of a file of labels.
    pub problems: Rc<Vec<Problem>>,
    /// Whether it is asked if all labels are to go.
    pub clears: bool,
}

impl Desk {
    /// Takes the labels that this browser keeps of these traces.
    pub fn lay(&mut self, source: Source, labels: Vec<Label>) {
        *self = Self {
            source: Some(source),
            labels: Rc::new(labels),
            annotator: std::mem::take(&mut self.annotator),
            agreeing: self.agreeing,
            ..Self::default()
        };
    }

    /// Forgets what is asked, which is to be asked for again.
    pub fn forget_sheet(&mut self) {
        self.sheet = Load::Idle;
        self.sheet_of = None;
    }

    /// The question that is asked.
    pub fn question(&self) -> Option<&QuestionInfo> {
        self.sheet.ready()?.asked()
    }

    /// The items that are asked about.
    pub fn asked(&self, route: &LabelRoute) -> &[LabelItem] {
        let items = self.sheet.ready().map_or(&[][..], |sheet| &sheet.items);
        &items[..items.len().min(route.most as usize)]
    }

    /// What the annotator said of an item.
    pub fn said(&self, case: &str) -> Option<&str> {
        self.said_by(&self.annotator, case)
    }

    /// How many of these items somebody labelled.
    pub fn done_by(&self, annotator: &str, route: &LabelRoute) -> usize {
        let asked = self.asked(route).iter();
        asked
            .filter(|item| self.said_by(annotator, &item.case).is_some())
            .count()
    }

    /// The annotators of which there are labels, by name.
    pub fn annotators(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for label in self.labels.iter() {
            let name = label.annotator.as_str();
            if let Err(place) = names.binary_search(&name) {
                names.insert(place, name);
            }
        }
        names
    }

    /// Forgets how far annotators agree, which is to be asked for again.
    pub fn forget_agreement(&mut self) {
        self.agreed = Rc::default();
        self.agreed_of = Rc::default();
    }

    /// Whether what is known of the agreement is of the labels as they are.
    pub fn is_agreed(&self) -> bool {
        self.agreeing == 0 && self.agreed_of == self.labels
    }

    /// How far annotators agree, as far as that is known by now: every two of them.
    pub fn agreements(&self) -> &[Agreement] {
        if self.annotators().len() < 2 {
            return &[];
        }
        &self.agreed
    }

    /// The place of the item on view; absent where all are labelled.
    pub fn place(&self, route: &LabelRoute) -> Option<usize> {
        let asked = self.asked(route);
        let first = || {
            asked
                .iter()
                .position(|item| self.said(&item.case).is_none())
        };
        self.at.filter(|at| *at < asked.len()).or_else(first)
    }

    /// Notes what the annotator says of the item on view, and goes on.
    pub fn say(&mut self, route: &LabelRoute, label: &str) {
        let annotator = self.annotator.trim().to_owned();
        let Some(place) = self.place(route).filter(|_| !annotator.is_empty()) else {
            return;
        };
        let case = self.asked(route).get(place).map(|item| item.case.clone());
        let question = self.question().map(|question| question.name.clone());
        let Some((case, question)) = case.zip(question) else {
            return;
        };
        self.take(vec![Label {
            case,
            question,
            annotator,
            label: label.into(),
            note: String::new(),
        }]);
        // Who went back goes on from there, until an item without a label comes.
        let next = place + 1;
        let is_labelled = self
            .asked(route)
            .get(next)
            .is_some_and(|item| self.said(&item.case).is_some());
        self.at = (self.at.is_some() && is_labelled).then_some(next);
    }

    /// Goes back to the item before.
    pub fn go_back(&mut self, route: &LabelRoute) {
        let place = self.place(route).unwrap_or(self.asked(route).len());
        self.at = place.checked_sub(1).or(self.at);
    }

    /// Adds labels; what the same annotator said before of the same item gives way.
    pub fn take(&mut self, labels: Vec<Label>) {
        let known = Rc::make_mut(&mut self.labels);
        for label in labels {
            known.retain(|other| {
                (&other.case, &other.question, &other.annotator)
                    != (&label.case, &label.question, &label.annotator)
            });
            known.push(label);
        }
    }

    fn said_by(&self, annotator: &str, case: &str) -> Option<&str> {
        let annotator = annotator.trim();
        let question = self.question()?;
        let label = self.labels.iter().find(|label| {
            label.case == case && label.question == question.name && label.annotator == annotator
        });
        label.map(|label| label.label.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn desk(cases: &[&str]) -> Desk {
        let items = cases.iter().map(|case| LabelItem {
            case: (*case).into(),
            task: (*case).into(),
            parts: Vec::new(),
        });
        let question = |name: &str| QuestionInfo {
            name: name.into(),
            ..QuestionInfo::default()
        };
        let sheet = LabelSheet {
            questions: vec![question("answer"), question("other")],
            question: "answer".into(),
            items: items.collect(),
            ..LabelSheet::default()
        };
        Desk {
            sheet: Load::Ready(Rc::new(sheet)),
            annotator: "Ada".into(),
            ..Desk::default()
        }
    }

    #[test]
    fn two_annotators_label_in_turn_and_go_back() {
        let route = LabelRoute {
            most: 3,
            ..LabelRoute::default()
        };
        let mut desk = desk(&["a", "b", "f", "z"]);
        assert_eq!(desk.place(&route), Some(0));
        desk.go_back(&route);
        assert_eq!(
            desk.place(&route),
            Some(0),
            "there is none before the first"
        );
        for said in ["yes", "no", "unclear"] {
            desk.say(&route, said);
        }
        assert_eq!(desk.place(&route), None, "three of four were asked for");
        desk.say(&route, "yes");
        assert_eq!(desk.labels.len(), 3);
        desk.go_back(&route);
        desk.go_back(&route);
        assert_eq!(desk.place(&route), Some(1));
        desk.say(&route, "yes");
        assert_eq!(
            desk.place(&route),
            Some(2),
            "it goes on from where it went back to"
        );
        desk.say(&route, "unclear");
        assert_eq!((desk.place(&route), desk.labels.len()), (None, 3));
        assert_eq!(desk.said("b"), Some("yes"));

        desk.annotator = " Ben ".into();
        desk.at = None;
        assert_eq!(
            desk.place(&route),
            Some(0),
            "nothing is known of the other's labels"
        );
        desk.say(&route, "no");
        assert_eq!(desk.annotators(), ["Ada", "Ben"]);
        assert_eq!(
            (desk.done_by("Ada", &route), desk.done_by("Ben", &route)),
            (3, 1)
        );
        desk.annotator = " ".into();
        desk.say(&route, "yes");
        assert_eq!(desk.labels.len(), 4, "nobody labels without a name");

        // What was said to one question says nothing to another.
        let mut sheet = LabelSheet::clone(desk.sheet.ready().unwrap());
        sheet.question = "other".into();
        desk.sheet = Load::Ready(Rc::new(sheet));
        assert_eq!(desk.done_by("Ada", &route), 0);
    }
}
