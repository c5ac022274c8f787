//! A mailbox.

use faultline_core::Property;
use serde_json::json;

use super::{LocalTool, figure, one_of, tool};

const SENDERS: [&str; 6] = ["Amara", "Jonas", "Priya", "Mateo", "Ingrid", "Kofi"];
const TOPICS: [&str; 5] = ["offsite", "invoice", "contract", "launch", "maintenance"];

fn message() -> Property {
    Property::id("MSG-", 4).described("The message, such as MSG-2207.")
}

#[expect(clippy::too_many_lines, reason = "one entry for each tool")]
pub(super) fn tools() -> Vec<LocalTool> {
    vec![
        tool(
            "email_ops",
            "classify_email",
            "Classifies a message of the mailbox by one scheme of labels.",
            [
                ("message_id", message()),
                (
                    "scheme",
                    Property::choice(["topic", "urgency", "mood"]).described("Which labels."),
                ),
            ],
            &[
                ("message_id", "the message"),
                ("scheme", "which labels"),
                ("label", "the label"),
                ("confidence_percent", "how sure it is, in percent"),
            ],
            |arguments| {
                let (message, scheme) = (arguments.text("message_id"), arguments.text("scheme"));
                let labels: &[&str] = match scheme {
                    "topic" => &TOPICS,
                    "urgency" => &["urgent", "soon", "whenever"],
                    _ => &["friendly", "neutral", "annoyed"],
                };
                Ok(json!({
                    "message_id": message, "scheme": scheme, "label": one_of("mail/label", &[message, scheme], labels),
                    "confidence_percent": figure("mail/confidence", &[message, scheme], 61, 98),
                }))
            },
        ),
        tool(
            "email_ops",
            "draft_email",
            "Drafts a message to a person about a topic in a tone; nothing is sent.",
            [
                (
                    "recipient",
                    Property::choice(SENDERS).described("Whom it is for."),
                ),
                (
                    "topic",
                    Property::choice(TOPICS).described("What it is about."),
                ),
                (
                    "tone",
                    Property::choice(["formal", "friendly", "brief"]).described("How it sounds."),
                ),
            ],
            &[
                ("recipient", "whom it is for"),
                ("topic", "what it is about"),
                ("tone", "how it sounds"),
                ("draft_id", "the draft"),
                ("subject", "its subject"),
                ("words", "how many words it has"),
            ],
            |arguments| {
                let (to, topic, tone) = (
                    arguments.text("recipient"),
                    arguments.text("topic"),
                    arguments.text("tone"),
                );
                let opening = match tone {
                    "formal" => "Regarding the",
                    "friendly" => "A note on our",
                    _ => "Re:",
                };
                let number = figure("mail/draft", &[to, topic, tone], 1000, 9999);
                Ok(json!({
                    "recipient": to, "topic": topic, "tone": tone, "draft_id": format!("DR-{number}"),
                    "subject": format!("{opening} {topic}"), "words": figure("mail/words", &[to, topic, tone], 35, 190),
                }))
            },
        ),
        tool(
            "email_ops",
            "search_email",
            "Searches the mailbox for messages of a sender in a folder and gives the newest.",
            [
                (
                    "sender",
                    Property::choice(SENDERS).described("Who wrote them."),
                ),
                (
                    "folder",
                    Property::choice(["inbox", "archive", "spam"]).described("Where to look."),
                ),
            ],
            &[
                ("sender", "who wrote them"),
                ("folder", "where they are"),
                ("matches", "how many there are"),
                ("newest_id", "the newest"),
                ("newest_topic", "what the newest is about"),
            ],
            |arguments| {
                let (sender, folder) = (arguments.text("sender"), arguments.text("folder"));
                let number = figure("mail/newest", &[sender, folder], 1000, 9999);
                Ok(json!({
                    "sender": sender, "folder": folder, "matches": figure("mail/matches", &[sender, folder], 1, 40),
                    "newest_id": format!("MSG-{number}"),
                    "newest_topic": one_of("mail/topic", &[sender, folder], &TOPICS),
                }))
            },
        ),
        tool(
            "email_ops",
            "summarize_email",
            "Summarizes a message of the mailbox with one point in view.",
            [
                ("message_id", message()),
                (
                    "focus",
                    Property::choice(["decisions", "deadlines", "numbers"])
                        .described("The point in view."),
                ),
            ],
            &[
                ("message_id", "the message"),
                ("focus", "the point in view"),
                ("sender", "who wrote it"),
                ("summary", "the summary"),
            ],
            |arguments| {
                let (message, focus) = (arguments.text("message_id"), arguments.text("focus"));
                let topic = one_of("mail/about", &[message], &TOPICS);
                let days = figure("mail/days", &[message, focus], 2, 28);
                Ok(json!({
                    "message_id": message, "focus": focus, "sender": one_of("mail/sender", &[message], &SENDERS),
                    "summary": format!("On {focus}: the {topic} is due in {days} days."),
                }))
            },
        ),
    ]
}
