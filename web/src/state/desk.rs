//! Where people label answers: which answers, what was said of them, who says it, and which one is next.

use std::rc::Rc;

use faultline_lab::{AnswerView, Judgement, Label, Problem, Question, label_of};

use super::Load;
use crate::route::{LabelRoute, Source};

/// Answers and what was said of them.
#[derive(Clone, Debug, Default)]
pub struct Desk {
    /// The traces whose answers they are.
    pub source: Option<Source>,
    /// The answers, in the order of their names, which tell nothing of who answered.
    pub answers: Load<Rc<Vec<AnswerView>>>,
    /// The labels, of all annotators and questions, in the order in which they were given.
    pub labels: Rc<Vec<Label>>,
    /// Who labels.
    pub annotator: String,
    /// The answer on view, where one was gone back to; absent for the first that the annotator has not labelled.
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
            ..Self::default()
        };
    }

    /// The answers that are asked about.
    pub fn asked(&self, route: &LabelRoute) -> Vec<&AnswerView> {
        let all = self.answers.ready().into_iter().flat_map(|all| all.iter());
        all.filter(|answer| route.question == Question::Answer || answer.flagged.is_some())
            .take(route.most as usize)
            .collect()
    }

    /// What the annotator said of an answer.
    pub fn said(&self, case: &str, question: Question) -> Option<Judgement> {
        self.said_by(&self.annotator, case, question)
    }

    /// How many of these answers somebody labelled.
    pub fn done_by(&self, annotator: &str, route: &LabelRoute) -> usize {
        let asked = self.asked(route).into_iter();
        asked
            .filter(|answer| {
                self.said_by(annotator, &answer.case, route.question)
                    .is_some()
            })
            .count()
    }

    /// The annotators of which there are labels, by name.
    pub fn annotators(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self
            .labels
            .iter()
            .map(|label| label.annotator.as_str())
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The place of the answer on view; absent where all are labelled.
    pub fn place(&self, route: &LabelRoute) -> Option<usize> {
        let asked = self.asked(route);
        let first = || {
            asked
                .iter()
                .position(|answer| self.said(&answer.case, route.question).is_none())
        };
        self.at.filter(|at| *at < asked.len()).or_else(first)
    }

    /// Notes what the annotator says of the answer on view, and goes on.
    pub fn say(&mut self, route: &LabelRoute, judgement: Judgement) {
        let annotator = self.annotator.trim().to_owned();
        let Some(place) = self.place(route).filter(|_| !annotator.is_empty()) else {
            return;
        };
        let Some(case) = self
            .asked(route)
            .get(place)
            .map(|answer| answer.case.clone())
        else {
            return;
        };
        self.take(vec![label_of(&case, route.question, &annotator, judgement)]);
        // Who went back goes on from there, until an answer without a label comes.
        let next = place + 1;
        let asked = self.asked(route);
        let is_labelled = asked
            .get(next)
            .is_some_and(|answer| self.said(&answer.case, route.question).is_some());
        self.at = (self.at.is_some() && is_labelled).then_some(next);
    }

    /// Goes back to the answer before.
    pub fn go_back(&mut self, route: &LabelRoute) {
        let place = self.place(route).unwrap_or(self.asked(route).len());
        self.at = place.checked_sub(1).or(self.at);
    }

    /// Adds labels; what the same annotator said before of the same answer gives way.
    pub fn take(&mut self, labels: Vec<Label>) {
        let known = Rc::make_mut(&mut self.labels);
        for label in labels {
            known.retain(|other| {
                (&other.case, other.question, &other.annotator)
                    != (&label.case, label.question, &label.annotator)
            });
            known.push(label);
        }
    }

    fn said_by(&self, annotator: &str, case: &str, question: Question) -> Option<Judgement> {
        let annotator = annotator.trim();
        let label = self.labels.iter().find(|label| {
            label.case == case && label.question == question && label.annotator == annotator
        });
        label.map(|label| label.label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn desk(cases: &[&str]) -> Desk {
        let answers = cases.iter().map(|case| AnswerView {
            model: "m".into(),
            case: (*case).into(),
            task: (*case).into(),
            query: "q".into(),
            reference: "r".into(),
            answer: "a".into(),
            flagged: case.starts_with('f').then(|| "It was done.".into()),
        });
        Desk {
            answers: Load::Ready(Rc::new(answers.collect())),
            annotator: "Ada".into(),
            ..Desk::default()
        }
    }

    #[test]
    fn two_annotators_label_in_turn_and_go_back() {
        use Judgement::{Correct, Incorrect, Unclear};
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
        for said in [Correct, Incorrect, Unclear] {
            desk.say(&route, said);
        }
        assert_eq!(desk.place(&route), None, "three of four were asked for");
        desk.say(&route, Correct);
        assert_eq!(desk.labels.len(), 3);
        desk.go_back(&route);
        desk.go_back(&route);
        assert_eq!(desk.place(&route), Some(1));
        desk.say(&route, Correct);
        assert_eq!(
            desk.place(&route),
            Some(2),
            "it goes on from where it went back to"
        );
        desk.say(&route, Unclear);
        assert_eq!((desk.place(&route), desk.labels.len()), (None, 3));
        assert_eq!(desk.said("b", Question::Answer), Some(Correct));

        desk.annotator = " Ben ".into();
        desk.at = None;
        assert_eq!(
            desk.place(&route),
            Some(0),
            "nothing is known of the other's labels"
        );
        desk.say(&route, Incorrect);
        assert_eq!(desk.annotators(), ["Ada", "Ben"]);
        assert_eq!(
            (desk.done_by("Ada", &route), desk.done_by("Ben", &route)),
            (3, 1)
        );
        desk.annotator = " ".into();
        desk.say(&route, Correct);
        assert_eq!(desk.labels.len(), 4, "nobody labels without a name");

        let claims = LabelRoute {
            question: Question::Fabrication,
            ..route
        };
        assert_eq!(desk.asked(&claims).len(), 1);
    }
}
