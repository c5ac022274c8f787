use super::*;
use Check::*;
use Failure::*;

/// Family, checks that fail, observed, primary, stage, whether it cascades, whether it violates the boundary.
type Row = (
    Family,
    &'static [Check],
    Failure,
    Failure,
    Stage,
    bool,
    bool,
);

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn every_source_and_every_cascade() {
    let rows: &[Row] = &[
        (
            Family::A,
            &[Presence],
            NoCall,
            NoCall,
            Stage::S1,
            false,
            true,
        ),
        (
            Family::A,
            &[Format],
            SchemaFormatViolation,
            SchemaFormatViolation,
            Stage::S2,
            false,
            true,
        ),
        (
            Family::A,
            &[Name],
            ToolMisselection,
            ToolMisselection,
            Stage::S2,
            false,
            false,
        ),
        (
            Family::A,
            &[Tool],
            ToolMisselection,
            ToolMisselection,
            Stage::S1,
            false,
            false,
        ),
        (
            Family::A,
            &[Tool, Values],
            IncorrectArgument,
            ToolMisselection,
            Stage::S1,
            true,
            false,
        ),
        (
            Family::A,
            &[Tool, Schema, Execution],
            RuntimeFailure,
            ToolMisselection,
            Stage::S1,
            true,
            false,
        ),
        (
            Family::A,
            &[Values],
            IncorrectArgument,
            IncorrectArgument,
            Stage::S3,
            false,
            true,
        ),
        (
            Family::B,
            &[Required, Execution],
            RuntimeFailure,
            MissingArgument,
            Stage::S3,
            true,
            false,
        ),
        (
            Family::B,
            &[Values],
            IncorrectArgument,
            IncorrectArgument,
            Stage::S3,
            false,
            false,
        ),
        (
            Family::B,
            &[Schema, Execution],
            RuntimeFailure,
            SchemaFormatViolation,
            Stage::S2,
            true,
            true,
        ),
        (
            Family::C,
            &[Decision],
            SchemaFormatViolation,
            SchemaFormatViolation,
            Stage::S4,
            false,
            false,
        ),
        (
            Family::C,
            &[Result],
            IncorrectArgument,
            IncorrectArgument,
            Stage::S4,
            false,
            false,
        ),
        (
            Family::C,
            &[Values, Result],
            IncorrectArgument,
            IncorrectArgument,
            Stage::S3,
            false,
            false,
        ),
        (
            Family::C,
            &[Tool, Result],
            IncorrectArgument,
            ToolMisselection,
            Stage::S1,
            true,
            true,
        ),
        (
            Family::D,
            &[Runtime],
            RuntimeFailure,
            RuntimeFailure,
            Stage::S4,
            false,
            false,
        ),
        (
            Family::D,
            &[Runtime, Result],
            IncorrectArgument,
            RuntimeFailure,
            Stage::S4,
            true,
            false,
        ),
        (
            Family::D,
            &[Result],
            IncorrectArgument,
            RuntimeFailure,
            Stage::S4,
            true,
            false,
        ),
        (
            Family::D,
            &[Decision],
            SchemaFormatViolation,
            SchemaFormatViolation,
            Stage::S4,
            false,
            true,
        ),
    ];
    for (family, failed, observed, primary, stage, cascades, violates) in rows {
        let found = attribute(&[*family], failed).expect("a check fails");
        let got = (
            found.observed,
            found.primary,
            found.first_stage,
            found.is_cascade(),
            found.violates_boundary,
        );
        assert_eq!(
            got,
            (*observed, *primary, *stage, *cascades, *violates),
            "{family:?} {failed:?}"
        );
        assert_eq!(
            found.cascade_from,
            cascades.then_some(*stage),
            "{family:?} {failed:?}"
        );
        // The conventions of Table 24.
        let spills = is_spillover(&[*family], &found);
        assert_eq!(
            spills,
            found.is_cascade() && *family != Family::C,
            "{family:?} {failed:?}"
        );
    }
    assert_eq!(attribute(&[Family::C], &[]), None);
}

#[test]
fn a_mixed_pair_may_fail_as_either() {
    let pair = [Family::A, Family::C];
    for (check, violates) in [
        (Tool, false),
        (Result, false),
        (Required, true),
        (Presence, true),
    ] {
        let found = attribute(&pair, &[check]).expect("a check fails");
        assert_eq!(found.violates_boundary, violates, "{check:?}");
    }
}
