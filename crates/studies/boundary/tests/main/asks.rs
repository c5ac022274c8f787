//! What is asked, in which words and in which order.

use faultline_core::Case as _;

use crate::support::{asks, cases, trajectory};

/// How many bytes two texts begin with that are the same.
fn shared(one: &str, other: &str) -> usize {
    one.bytes()
        .zip(other.bytes())
        .take_while(|(one, other)| one == other)
        .count()
}

#[test]
fn the_text_is_as_documented() {
    let case = &cases(&[trajectory(1, "pending", true)])[0];
    let all = asks(case);
    let of = |step: u32, attempt: u32| {
        let found = all
            .iter()
            .find(|ask| (ask.0, ask.1) == (step, attempt))
            .unwrap();
        (found.2.context.to_string(), found.2.continuation.clone())
    };
    let (schemas, returned) = of(0, 1);
    assert!(schemas.starts_with("Tools:\n{\"name\":\""), "{schemas}");
    assert_eq!(
        schemas
            .lines()
            .filter(|line| line.starts_with("{\"name\":"))
            .count(),
        16
    );
    assert!(schemas.ends_with("}\n\nReturn:\n"), "{schemas}");
    assert_eq!(returned, case.returned);

    let (whole, same) = of(0, 0);
    assert_eq!(same, returned);
    let after_policy = whole.split_once("\nUser:\n").unwrap().1;
    assert_eq!(
        after_policy,
        "Please cancel what I ordered; I no longer need it.\n\n\
         Agent:\ncall\nfind_user_id_by_name_zip\n{\"first_name\":\"Ada\",\"last_name\":\"Moreau\",\"zip\":\"LS1\"}\n\n\
         Return:\nuser_1\n\n\
         Agent:\ncall\nget_user_details\n{\"user_id\":\"user_1\"}\n\n\
         Return:\n{\"user_id\":\"user_1\",\"payment_methods\":{\"paypal_0000001\":{\"source\":\"paypal\",\"id\":\"paypal_0000001\"}}}\n\n\
         Agent:\ncall\nget_order_details\n{\"order_id\":\"#W0000001\"}\n\n\
         Return:\n"
    );
    assert_eq!(
        of(0, 4),
        (format!("{whole}{returned}\n\nAgent:\n"), "call\n".into())
    );
    let calling = format!("{whole}{returned}\n\nAgent:\ncall\n");
    let names: Vec<String> = (5..21)
        .map(|attempt| {
            let (context, name) = of(0, attempt);
            assert_eq!(context, calling);
            name
        })
        .collect();
    assert!(
        names.iter().all(|name| name.ends_with('\n'))
            && names.contains(&"get_order_details\n".into()),
        "{names:?}"
    );
    assert_eq!(
        of(1, 0),
        (
            format!("{calling}get_product_details\n{{\"product_id\":\"7001\"}}\n\nReturn:\n"),
            "{\"name\": \"Kettle\"}".into()
        )
    );
    let (policy, trajectory) = (of(0, 2).0, of(0, 3).0);
    assert!(
        policy.contains("\nPolicy:\n") && !policy.contains("\nUser:\n"),
        "{policy}"
    );
    assert!(
        !trajectory.contains("\nPolicy:\n") && trajectory.ends_with(after_policy),
        "{trajectory}"
    );
}

/// A server keeps what a request shares with the one before it, so that contexts should grow and seldom go back.
#[test]
fn asks_share_what_they_can_with_the_one_before() {
    let cases = cases(&[trajectory(1, "pending", true)]);
    let mut known = std::collections::BTreeSet::new();
    let (mut last, mut schemas, mut returns) = (String::new(), 0, 0);
    for case in &cases {
        for (_, _, asked) in asks(case) {
            let text = format!("{}{}", asked.context, asked.continuation);
            if !known.insert(text.clone()) {
                continue;
            }
            let common = shared(&last, &text);
            if asked.context.contains("\nPolicy:\n") && asked.context.contains("\nUser:\n") {
                // From the first whole prefix on nothing before the return at the site is ever read again.
                let site = text.find(&cases[0].trajectory.intent).unwrap();
                if schemas > 0 {
                    assert!(common > site, "{}", case.id());
                }
                schemas += 1;
            } else {
                assert_eq!(
                    schemas, 0,
                    "all other contexts come before the whole prefix"
                );
                returns += 1;
            }
            last = text;
        }
    }
    // After the schemas six returns and three later ones, six after the policy and six after the trajectory; per arm four steps of 18 asks.
    assert_eq!((returns, schemas), (9 + 6 + 6, 6 * 4 * 18));
}

#[test]
fn what_other_arms_return_is_none_of_a_case() {
    let all = cases(&[trajectory(1, "pending", true)]);
    let mut alone = all[0].clone();
    alone.others.clear();
    assert_eq!(alone.digest(), all[0].digest());
    let mut other = all[0].clone();
    other.returned.push(' ');
    assert_ne!(other.digest(), all[0].digest());
}
