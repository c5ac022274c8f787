//! Tasks at the generated desk: what somebody wants, in prose, and the calls that a good agent makes for it.

mod draft;
mod kinds;
mod words;

use faultline_core::Stream;
use serde_json::{Map, Value};

use self::{draft::Draft, kinds::Kind};
use super::{Database, User};

/// The desk with the data and the tasks of a seed.
///
/// ```
/// use faultline_toolbox::desk::{Desk, GeneratedDesk};
///
/// let generated = GeneratedDesk::new(0);
/// let task = generated.task(0);
/// let mut desk = Desk::open(generated.data());
/// for call in &task.calls {
///     desk.call(&call.tool, &call.arguments.clone().into()).expect("every reference call is one that the desk allows");
/// }
/// ```
#[derive(Clone, Debug)]
pub struct GeneratedDesk {
    seed: u64,
    data: Database,
}

/// A task: an intent and the reference calls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeskTask {
    /// The id, such as `desk-007`.
    pub id: String,
    /// The user's id.
    pub user: String,
    /// What the user says of it all, in the first person.
    pub intent: String,
    /// The calls that a good agent makes, in order; none where policy alone answers.
    pub calls: Vec<DeskCall>,
}

/// A call of a reference sequence.
#[derive(Clone, Debug, PartialEq)]
pub struct DeskCall {
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub arguments: Map<String, Value>,
}

impl GeneratedDesk {
    /// The desk of a seed.
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            data: Database::generate(seed),
        }
    }

    /// What the desk keeps when an episode begins.
    pub fn data(&self) -> &Database {
        &self.data
    }

    /// The task of this place, of which there is no last. It depends on the place and the seed alone.
    pub fn task(&self, index: u32) -> DeskTask {
        let numbers = [self.seed, index.into()];
        let mut stream = Stream::named("desk/task", &numbers);
        let kind = Kind::draw(&mut stream);
        let users: Vec<&User> = self.data.users.values().collect();
        let start = usize::try_from(stream.below(users.len() as u64)).unwrap_or(0);
        let id = format!("desk-{index:03}");
        // What one user's orders do not allow, another's do; and everybody has an address that can change.
        let mut kinds = [kind, Kind::Profile].into_iter();
        let drafted = kinds.find_map(|kind| {
            let mut attempts = (0..).zip(users.iter().cycle().skip(start).take(users.len()));
            attempts.find_map(|(attempt, user)| {
                let stream = Stream::named("desk/draft", &[self.seed, index.into(), attempt]);
                let mut draft = Draft::new(&self.data, user, stream);
                kind.plan(&mut draft)?;
                Some(draft.finish(&id))
            })
        });
        // A generated desk has users, so there is a task.
        drafted.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
