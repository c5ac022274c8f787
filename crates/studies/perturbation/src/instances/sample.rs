//! Which tools and seed tasks a config takes.

use faultline_core::Stream;
use faultline_toolbox::{LocalTool, local_tools};

use super::seeds::{A_TOOL, Anchor, anchors};
use crate::Config;

/// The places of the sampled tools in the order in which they were drawn. A larger sample begins with the smaller one.
fn drawn(config: &Config) -> Vec<usize> {
    let mut places: Vec<usize> = (0..local_tools().len()).collect();
    Stream::named("perturbation/tools", &[config.seed]).shuffle(&mut places);
    places.truncate(config.tools as usize);
    places
}

/// The tools on offer, in the order of the toolbox.
pub(crate) fn registry(config: &Config) -> Vec<&'static LocalTool> {
    let mut places = drawn(config);
    places.sort_unstable();
    places
        .into_iter()
        .filter_map(|place| local_tools().get(place))
        .collect()
}

/// The seed tasks of the sampled tools: the first of each, then the second of each, then the third.
pub(crate) fn seed_tasks(config: &Config) -> Vec<&'static Anchor> {
    let drawn = drawn(config);
    let mut tasks = Vec::new();
    for number in 0..A_TOOL {
        for place in &drawn {
            let of_tool = |anchor: &&Anchor| (anchor.place, anchor.number) == (*place, number);
            tasks.extend(anchors().iter().find(of_tool));
        }
    }
    tasks
}
