//! The address of one case, and of what was replied to it.

use faultline_lab::CaseSpec;

use super::Route;
use crate::query::Query;

/// The page of one case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InstanceRoute {
    /// Which case, and what was replied.
    pub spec: CaseSpec,
    /// Whether it stands alone, not beside the clean one.
    pub alone: bool,
}

impl InstanceRoute {
    /// Another case of the same suite, to which nothing is replied yet.
    pub fn of_case(&self, case: &str) -> Route {
        Route::Instance(Self {
            spec: CaseSpec {
                case: case.into(),
                replies: Vec::new(),
                ..self.spec.clone()
            },
            ..self.clone()
        })
    }

    pub(super) fn from_query(mut query: Query) -> Self {
        let settings = query.take_prefixed("set.");
        let replies = (0_u32..).map_while(|place| query.take(&format!("reply.{place}")));
        let replies = replies.collect();
        Self {
            spec: CaseSpec {
                study: query.take("study").unwrap_or_default(),
                settings,
                case: query.take("case").unwrap_or_default(),
                replies,
            },
            alone: query.take("alone").is_some(),
        }
    }

    pub(super) fn put_into(&self, query: &mut Query) {
        let spec = &self.spec;
        query.put_unless(&String::new(), "study", &spec.study);
        for (key, value) in &spec.settings {
            query.put(&format!("set.{key}"), value);
        }
        query.put_unless(&String::new(), "case", &spec.case);
        if self.alone {
            query.put("alone", "1");
        }
        for (place, reply) in spec.replies.iter().enumerate() {
            query.put(&format!("reply.{place}"), reply);
        }
    }
}
