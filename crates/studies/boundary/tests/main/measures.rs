//! The quantities, by numbers that were worked out by hand.

use faultline_boundary::{
    Measures, REPLY, action_of, distribution, entropy, joint, sign, surprisal,
};
use faultline_core::TokenScore;
use faultline_stats::sign_test;

fn close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-12, "{one} is not {other}");
}

#[test]
fn a_call_with_three_names_and_a_reply() {
    // A call starts with 3/4. Of the names three have 0.2, 0.1 and 0.1, the others none: shares of 1/2, 1/4 and 1/4.
    let mut names = [f64::NEG_INFINITY; REPLY];
    let [order, cancel, user] = [
        "get_order_details",
        "cancel_pending_order",
        "get_user_details",
    ]
    .map(|name| action_of(name).unwrap());
    names[order] = 0.2_f64.ln();
    names[cancel] = 0.1_f64.ln();
    names[user] = 0.1_f64.ln();
    let actions = distribution(0.75_f64.ln(), &names).unwrap();
    close(actions[order], 0.375);
    close(actions[cancel], 0.1875);
    close(actions[user], 0.1875);
    close(actions[REPLY], 0.25);
    close(actions.iter().sum(), 1.0);
    let expected =
        -(0.375 * 0.375_f64.ln() + 2.0 * 0.1875 * 0.1875_f64.ln() + 0.25 * 0.25_f64.ln());
    close(entropy(&actions), expected);
    let measures = Measures {
        n_tokens: 1,
        s0: 2.0,
        s1: 0.5,
        first_s0: 1.0,
        first_s1: 3.0,
        joint: None,
        actions,
    };
    close(measures.gap(), -1.5);
    close(measures.first_gap(), 2.0);
    assert_eq!(measures.leading(), order);
    let groups = faultline_boundary::ActionGroup::ALL.map(|group| measures.mass(group));
    for (found, expected) in groups.into_iter().zip([0.5625, 0.1875, 0.0, 0.25]) {
        close(found, expected);
    }
}

#[test]
fn the_greatest_entropy_is_the_logarithm_of_seventeen() {
    let names = [-3.0; REPLY];
    let even = distribution((16.0_f64 / 17.0).ln(), &names).unwrap();
    assert_eq!(format!("{:.3}", entropy(&even)), "2.833");
    let mut certain = [0.0; 17];
    certain[3] = 1.0;
    assert_eq!(entropy(&certain).to_string(), "0");
}

#[test]
fn names_of_tiny_probability_still_share_out_and_impossible_ones_do_not() {
    let mut names = [-2000.0; REPLY];
    names[0] = -1999.0;
    let actions = distribution(-0.0, &names).unwrap();
    close(
        actions[0],
        std::f64::consts::E / (std::f64::consts::E + 15.0),
    );
    assert_eq!(distribution(0.0, &[f64::NEG_INFINITY; REPLY]), None);
    assert_eq!(distribution(f64::NAN, &names), None);
    assert_eq!(distribution(0.1, &names), None);
    names[4] = f64::NAN;
    assert_eq!(distribution(0.0, &names), None);
}

#[test]
fn surprisals_are_means_and_what_either_says_alone_leaves_no_joint_signal() {
    let token = |logprob| TokenScore {
        text: "t".into(),
        logprob,
    };
    close(
        surprisal(&[token(-1.0), token(-2.5), token(-0.25)]).unwrap(),
        1.25,
    );
    assert_eq!(surprisal(&[]), None);
    // The policy takes 0.25 off and the trajectory 0.5, apart or together.
    close(joint(2.0 - 0.25 - 0.5, 2.0 - 0.25, 2.0 - 0.5, 2.0), 0.0);
    // Only together they take off 1.
    close(joint(1.0, 2.0, 2.0, 2.0), -1.0);
}

#[test]
fn signs_have_a_tolerance_and_the_test_is_exact() {
    for (difference, expected) in [
        (1e-6, 0),
        (-1e-6, 0),
        (0.0, 0),
        (1.1e-6, 1),
        (-1.1e-6, -1),
        (f64::NAN, 0),
    ] {
        assert_eq!(sign(difference), expected, "{difference}");
    }
    let p = |up, down| sign_test(up, down).map(|p| format!("{p:.1e}"));
    assert_eq!(p(51, 0).as_deref(), Some("8.9e-16"));
    assert_eq!(p(0, 51), p(51, 0));
    // By hand: of four coins at least three alike on a side of its own choice: 2 * (4 + 1) / 16.
    close(sign_test(3, 1).unwrap(), 0.625);
    assert_eq!((sign_test(2, 2), sign_test(0, 0)), (Some(1.0), None));
}
