//! A solver that reads a query and the schemas of the tools, and calls them as an agent would. It knows the words of the
//! language, not the generator: what it can't find in the query it can't ask for.

mod calendar;
mod knowledge;
mod medical;
mod retail;
mod text;
mod weather;

use faultline_core::PropertyKind;
use faultline_toolbox::World;
use serde_json::Value;

use self::text::Text;

/// How a domain's questions are worked out.
type Solve = fn(&mut Agent);

/// The calls that it makes, in order.
pub(crate) fn solve(query: &str, world: World) -> Vec<(String, Value)> {
    let mut agent = Agent {
        text: Text::new(query),
        world,
        calls: Vec::new(),
    };
    let domains: [(&str, Solve); 5] = [
        ("get_weather", weather::solve),
        ("list_events", calendar::solve),
        ("get_record", medical::solve),
        ("lookup", knowledge::solve),
        ("get_order", retail::solve),
    ];
    for (tool, solve) in domains {
        if agent.world.tool(tool).is_some() {
            solve(&mut agent);
        }
    }
    agent.calls
}

struct Agent {
    text: Text,
    world: World,
    calls: Vec<(String, Value)>,
}

impl Agent {
    /// Calls a tool. An error ends nothing: what comes of it will not fit.
    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.world.call(tool, &arguments);
        self.calls.push((tool.into(), arguments));
        result.unwrap_or_else(|error| error.to_value())
    }

    /// Where the query names options of a parameter: each place with the option.
    fn named(&self, tool: &str, parameter: &str) -> Vec<String> {
        let properties = &self.world.tool(tool).unwrap().parameters.properties;
        let property = properties.iter().find(|(name, _)| name == parameter);
        let PropertyKind::Choice(options) = &property.unwrap().1.kind else {
            panic!("{parameter} of {tool} is no choice");
        };
        let mut found: Vec<(usize, &String)> = options
            .iter()
            .flat_map(|option| {
                self.text
                    .places(option)
                    .into_iter()
                    .map(move |at| (at, option))
            })
            .collect();
        found.sort_unstable();
        found
            .into_iter()
            .map(|(_, option)| option.clone())
            .collect()
    }
}

/// The items without those that came before.
fn distinct(items: Vec<String>) -> Vec<String> {
    let mut seen = Vec::new();
    for item in items {
        if !seen.contains(&item) {
            seen.push(item);
        }
    }
    seen
}

/// The first item with the greatest number in a member.
fn greatest<'a>(items: &'a [Value], member: &str) -> &'a Value {
    let mut best = &items[0];
    for item in items {
        if item[member].as_f64() > best[member].as_f64() {
            best = item;
        }
    }
    best
}
