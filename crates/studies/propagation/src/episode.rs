//! One case, asked step by step in its arm.

use faultline_core::{
    Answer, Call, CallFault, Episode, Exchange, Message, Next, Observation, Prompt, Reading, Terms,
    Transcript, Unmeasured,
};

use crate::{
    cases::{Arm, ChainCase},
    execute::Executed,
    opening,
};

/// The longest piece of a failed attempt that stays in the history, in characters.
const LONGEST_ATTEMPT: usize = 2000;

/// How the last error of a step ends, so that whoever reads the history can count the steps.
pub(crate) const SKIPPED: &str = "(this call is skipped)";

/// A chain being worked through.
///
/// The teacher-forced arm sees before each step the right calls and their results; what the model does at a step never reaches
/// the next one, so a step without a reply leaves the others measurable. The free arm sees its own calls and their results, and
/// ends at the first step without a reply. Within a step both have the same number of attempts, and only an attempt that
/// could not be executed is followed by another.
#[derive(Debug)]
pub(crate) struct ChainEpisode {
    case: ChainCase,
    prompt: Prompt,
    reading: faultline_core::ReadingRule,
    gold: Vec<u64>,
    /// The messages before the present step.
    settled: usize,
    held: u64,
    step: u32,
    attempt: u32,
    transcript: Transcript,
}

impl ChainEpisode {
    pub(crate) fn new(case: &ChainCase, terms: &Terms) -> Self {
        let prompt = opening::prompt(case, terms);
        Self {
            gold: case.gold(),
            held: case.start,
            settled: prompt.messages.len(),
            prompt,
            reading: terms.reading,
            case: case.clone(),
            step: 0,
            attempt: 0,
            transcript: Transcript::default(),
        }
    }

    fn over(&self) -> bool {
        self.step == self.case.depth
    }

    fn read(&mut self, request: faultline_core::Digest, reading: Reading) {
        let calls = reading.calls(self.reading).clone();
        let (first, extra) = match calls {
            Ok(mut calls) if !calls.is_empty() => {
                let rest = calls.split_off(1);
                (calls.pop().ok_or(CallFault::NoCall), rest)
            }
            Ok(_) => (Err(CallFault::NoCall), Vec::new()),
            Err(fault) => (Err(fault), Vec::new()),
        };
        let executed = self.case.execute(&first);
        let mut flags = reading.flags;
        if !extra.is_empty() {
            flags.push(format!("extra_calls:{}", extra.len()));
        }
        let error = self.case.error_text(&executed);
        let last = self.attempt >= self.case.retries;
        let text = match (&executed, &error) {
            (Executed::Ran { run, .. }, _) => run.result.to_string(),
            (_, Some(error)) if last => format!("{error} {SKIPPED}"),
            (_, error) => error.clone().unwrap_or_default(),
        };
        self.transcript.exchanges.push(Exchange {
            request: Some(request),
            flags,
            text: reading.text.clone(),
            observation: Some(Observation {
                text: text.clone(),
                is_error: error.is_some(),
            }),
            ..Exchange::new(self.step, self.attempt, Ok(first.clone()))
        });

        if error.is_some() && !last {
            self.say(first.ok(), &extra, &reading.text, &text);
            self.attempt += 1;
            return;
        }
        let spent = match (first, &executed) {
            (Ok(call), Executed::Ran { tool, run }) => Some(Call {
                arguments: self.case.tools[*tool].form.arguments(run.value),
                ..call
            }),
            (first, _) => first.ok(),
        };
        // The step is spent. What was tried before its last attempt leaves the history, and a call that ran stands there in
        // its plainest writing, so that a chain without an error of value is the same history in both arms.
        self.prompt.messages.truncate(self.settled);
        self.attempt = 0;
        match self.case.arm {
            Arm::TeacherForced => self.append_gold(),
            Arm::Free => {
                self.say(spent, &extra, &reading.text, &text);
                if let Executed::Ran { run, .. } = executed {
                    self.held = run.result;
                }
            }
        }
        self.next_step();
    }

    fn unmeasured(&mut self, cause: &Unmeasured) {
        let mut note = |step, attempt| {
            self.transcript
                .exchanges
                .push(Exchange::new(step, attempt, Err(cause.clone())));
        };
        note(self.step, self.attempt);
        match self.case.arm {
            Arm::TeacherForced => {
                self.prompt.messages.truncate(self.settled);
                self.attempt = 0;
                self.append_gold();
                self.next_step();
            }
            Arm::Free => {
                for step in self.step + 1..self.case.depth {
                    note(step, 0);
                }
                self.step = self.case.depth;
            }
        }
    }

    fn next_step(&mut self) {
        self.settled = self.prompt.messages.len();
        self.step += 1;
        self.attempt = 0;
    }

    fn append_gold(&mut self) {
        let held = self.gold[self.step as usize];
        let right = self.case.right_call(self.step, held);
        let call = Call::new(
            &self.case.tools[right.tool].name,
            self.case.right_arguments(self.step, held),
        );
        let result = self.gold[self.step as usize + 1].to_string();
        self.say(Some(call), &[], "", &result);
    }

    /// Appends what the model did and what it is told.
    fn say(&mut self, call: Option<Call>, extra: &[Call], text: &str, told: &str) {
        let Some(call) = call else {
            let mut text: String = text.chars().take(LONGEST_ATTEMPT).collect();
            if text.trim().is_empty() {
                text = "(empty)".into();
            }
            self.prompt.messages.push(Message::Assistant {
                text,
                calls: Vec::new(),
            });
            self.prompt
                .messages
                .push(Message::User { text: told.into() });
            return;
        };
        // Nine letters and digits, which is the form that the strictest provider asks for; ten places an attempt.
        let first_place = self.step as usize * 100 + self.attempt as usize * 10;
        let id = |place: usize| format!("call{:05}", first_place + place);
        let mut calls = vec![Call { id: id(0), ..call }];
        calls.extend(extra.iter().take(8).enumerate().map(|(place, call)| Call {
            id: id(place + 1),
            ..call.clone()
        }));
        let results = calls.iter().enumerate().map(|(place, call)| Message::Tool {
            call_id: call.id.clone(),
            name: call.name.clone(),
            text: if place == 0 {
                told.into()
            } else {
                "error: one call in each reply; this one was not executed".into()
            },
        });
        let results: Vec<Message> = results.collect();
        self.prompt.messages.push(Message::Assistant {
            text: String::new(),
            calls,
        });
        self.prompt.messages.extend(results);
    }
}

impl Episode for ChainEpisode {
    fn poll(&mut self) -> Next<'_> {
        let over = self.over();
        let (prompt, transcript) = (&mut self.prompt, &mut self.transcript);
        Next::in_conversation(over, prompt, transcript, (self.step, self.attempt))
    }

    fn handle(&mut self, answer: Answer) {
        if self.over() {
            return;
        }
        match answer.reading() {
            Ok((request, reading)) => self.read(request, reading),
            Err(cause) => self.unmeasured(&cause),
        }
    }
}
