//! Documents, frequent questions and policies of one house.

use faultline_core::Property;
use serde_json::json;

use super::{LocalTool, figure, one_of, tool};

const DOCUMENT_TOPICS: [&str; 6] = [
    "onboarding",
    "deployment",
    "backup",
    "billing",
    "branding",
    "travel",
];
const QUESTIONS: [&str; 6] = [
    "password reset",
    "late delivery",
    "gift cards",
    "account deletion",
    "size guide",
    "warranty",
];
const POLICIES: [&str; 6] = [
    "returns",
    "refunds",
    "remote work",
    "data retention",
    "expenses",
    "parental leave",
];

#[expect(clippy::too_many_lines, reason = "one entry for each tool")]
pub(super) fn tools() -> Vec<LocalTool> {
    vec![
        tool(
            "search_retrieval",
            "search_document",
            "Searches the internal documents for a topic in one collection and gives the best match.",
            [
                (
                    "topic",
                    Property::choice(DOCUMENT_TOPICS).described("What the document is about."),
                ),
                (
                    "collection",
                    Property::choice(["handbook", "runbooks", "archive"])
                        .described("Where to look."),
                ),
            ],
            &[
                ("topic", "what was looked for"),
                ("collection", "where"),
                ("document_id", "the best match"),
                ("page", "the page of the match"),
                ("snippet", "the sentence that matched"),
            ],
            |arguments| {
                let (topic, collection) = (arguments.text("topic"), arguments.text("collection"));
                let number = figure("document", &[topic, collection], 1000, 9999);
                let days = figure("document/days", &[topic, collection], 2, 60);
                Ok(json!({
                    "topic": topic, "collection": collection, "document_id": format!("DOC-{number}"),
                    "page": figure("document/page", &[topic, collection], 1, 48),
                    "snippet": format!("Steps for {topic} are reviewed every {days} days."),
                }))
            },
        ),
        tool(
            "search_retrieval",
            "search_faq",
            "Searches the frequently asked questions of the help centre and gives the answer for one audience.",
            [
                (
                    "question",
                    Property::choice(QUESTIONS).described("What the question is about."),
                ),
                (
                    "audience",
                    Property::choice(["private", "business"]).described("Whom the answer is for."),
                ),
            ],
            &[
                ("question", "what was asked"),
                ("audience", "whom the answer is for"),
                ("answer", "the answer"),
                ("article_id", "the article it stands in"),
            ],
            |arguments| {
                let (question, audience) = (arguments.text("question"), arguments.text("audience"));
                let ways = [
                    "through the account page",
                    "by phone",
                    "in any branch",
                    "by chat",
                ];
                let way = one_of("faq/way", &[question, audience], &ways);
                let days = figure("faq/days", &[question, audience], 1, 30);
                let number = figure("faq", &[question, audience], 100, 999);
                Ok(json!({
                    "question": question, "audience": audience,
                    "answer": format!("It is settled {way} within {days} days."),
                    "article_id": format!("FAQ-{number}"),
                }))
            },
        ),
        tool(
            "search_retrieval",
            "search_policy",
            "Searches the company policies that are in force in a region and gives the rule.",
            [
                (
                    "policy",
                    Property::choice(POLICIES).described("What the policy is about."),
                ),
                (
                    "region",
                    Property::choice(["EU", "US", "APAC"]).described("Where it is in force."),
                ),
            ],
            &[
                ("policy", "what the policy is about"),
                ("region", "where it is in force"),
                ("limit_days", "the limit in days"),
                ("approver", "who decides"),
                ("version", "the version in force"),
            ],
            |arguments| {
                let (policy, region) = (arguments.text("policy"), arguments.text("region"));
                let approvers = ["team lead", "finance", "people office", "nobody"];
                Ok(json!({
                    "policy": policy, "region": region,
                    "limit_days": figure("policy/days", &[policy, region], 7, 120),
                    "approver": one_of("policy/approver", &[policy, region], &approvers),
                    "version": format!("v{}", figure("policy/version", &[policy, region], 2, 9)),
                }))
            },
        ),
    ]
}
