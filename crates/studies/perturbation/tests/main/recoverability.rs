//! What the solver says of the packets of the published suite.

use faultline_perturbation::{Config, Severity, Subtype, determines, generate, undetermined};

/// How many of a subtype's packets at a severity the solver calls determined, of 48.
fn determined(subtype: Option<Subtype>, severity: Severity) -> usize {
    let cases = generate(&Config::default()).unwrap();
    let is_it = |case: &faultline_perturbation::PerturbationCase| {
        let instance = &case.instance;
        let is_family = instance.family == Subtype::C2.family();
        is_family && (instance.subtype, instance.severity) == (subtype, severity)
    };
    let packets = cases.filter(is_it);
    let open = packets.filter(|case| {
        let packet = case.instance.packet.as_ref().unwrap();
        determines(packet, &case.instance.gold)
    });
    open.count()
}

#[test]
fn evidence_loss_is_open_where_it_is_heavy_alone() {
    assert_eq!(determined(None, Severity::Clean), 48);
    assert_eq!(determined(Some(Subtype::C2), Severity::Light), 48);
    assert_eq!(determined(Some(Subtype::C2), Severity::Medium), 48);
    let heavy = determined(Some(Subtype::C2), Severity::Heavy);
    assert!(
        heavy < 24,
        "notes that are cut leave most results open: {heavy} are determined"
    );
}

#[test]
fn what_is_open_was_lost() {
    for case in generate(&Config::default()).unwrap() {
        let instance = &case.instance;
        if instance.subtype == Some(Subtype::C2) {
            let packet = instance.packet.as_ref().unwrap();
            for field in undetermined(packet, &instance.gold) {
                assert!(
                    packet.lost.contains(&field),
                    "{}: {field} stands in its place",
                    instance.id
                );
            }
        }
    }
}
