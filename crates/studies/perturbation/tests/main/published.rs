//! The paper's tables, as far as one follows from another.

use faultline_perturbation::FamilyCounts;

/// Records of a family at a severity.
const TRIALS: [[u64; 4]; 4] = [
    [48, 144, 144, 144],
    [48, 192, 192, 192],
    [48, 192, 192, 192],
    [48, 144, 144, 144],
];

/// A model: its cells of Tables 17 to 23 in thousandths, and its row of Table 5 (clean, overall, A, B, C, D, heavy macro).
type Model = (&'static str, [[u64; 4]; 4], [&'static str; 7]);

const MODELS: [Model; 7] = [
    (
        "claude-sonnet-4-6",
        [
            [1000, 1000, 972, 931],
            [1000, 974, 870, 510],
            [1000, 661, 625, 417],
            [1000, 972, 708, 556],
        ],
        [
            "1.000", "0.766", "0.968", "0.785", "0.568", "0.745", "0.583",
        ],
    ),
    (
        "deepseek-v4-flash",
        [
            [1000, 1000, 972, 903],
            [979, 953, 839, 557],
            [750, 406, 370, 182],
            [979, 1000, 521, 326],
        ],
        [
            "0.927", "0.669", "0.958", "0.783", "0.319", "0.616", "0.475",
        ],
    ),
    (
        "deepseek-v4-pro",
        [
            [1000, 1000, 924, 854],
            [1000, 990, 885, 552],
            [1000, 719, 589, 229],
            [1000, 1000, 729, 514],
        ],
        [
            "1.000", "0.749", "0.926", "0.809", "0.512", "0.748", "0.516",
        ],
    ),
    (
        "gemini-2.5-flash",
        [
            [958, 986, 875, 806],
            [958, 901, 823, 375],
            [979, 635, 495, 130],
            [958, 958, 431, 556],
        ],
        [
            "0.964", "0.664", "0.889", "0.700", "0.420", "0.648", "0.436",
        ],
    ),
    (
        "gemini-2.5-pro",
        [
            [1000, 979, 903, 819],
            [1000, 932, 875, 438],
            [979, 693, 562, 188],
            [938, 958, 486, 465],
        ],
        [
            "0.979", "0.692", "0.900", "0.748", "0.481", "0.637", "0.454",
        ],
    ),
    (
        "gpt-5.4-mini",
        [
            [1000, 1000, 840, 729],
            [979, 969, 875, 500],
            [979, 703, 641, 167],
            [979, 938, 618, 569],
        ],
        [
            "0.984", "0.712", "0.856", "0.781", "0.503", "0.708", "0.469",
        ],
    ),
    (
        "qwen-plus",
        [
            [1000, 1000, 944, 847],
            [1000, 984, 896, 526],
            [1000, 526, 417, 198],
            [1000, 854, 729, 556],
        ],
        [
            "1.000", "0.706", "0.931", "0.802", "0.380", "0.713", "0.507",
        ],
    ),
];

/// The count whose share a cell prints.
fn count(thousandths: u64, trials: u64) -> u64 {
    let count = (thousandths * trials + 500) / 1000;
    let shown = count as f64 / trials as f64;
    let printed = thousandths as f64 / 1000.0;
    assert!(
        (shown - printed).abs() <= 0.0005 + 1e-9,
        "{printed} is no share of {trials}"
    );
    count
}

#[test]
fn tables_17_to_23_give_every_rate_of_table_5() {
    for (model, cells, printed) in MODELS {
        let mut counts = FamilyCounts {
            trials: TRIALS,
            ..FamilyCounts::default()
        };
        for (family, cells) in cells.iter().enumerate() {
            for (severity, cell) in cells.iter().enumerate() {
                counts.successes[family][severity] = count(*cell, TRIALS[family][severity]);
            }
        }
        let board = counts.board();
        let [a, b, c, d] = board.robust;
        let found = [board.clean, board.overall, a, b, c, d, board.heavy_macro];
        for (found, printed) in found.into_iter().zip(printed) {
            let (found, printed) = (found.unwrap(), printed.parse::<f64>().unwrap());
            assert!(
                (found - printed).abs() <= 0.0005 + 1e-9,
                "{model}: {found}, printed {printed}"
            );
        }
        assert_eq!(
            board.drop[2],
            board.clean.zip(c).map(|(clean, c)| clean - c)
        );
    }
}

#[test]
fn a_mean_that_lacks_a_condition_is_undefined() {
    let mut counts = FamilyCounts {
        trials: TRIALS,
        ..FamilyCounts::default()
    };
    counts.trials[2][1] = 0;
    let board = counts.board();
    assert_eq!((board.robust[2], board.overall), (None, None));
    assert!(board.robust[0].is_some() && board.heavy_macro.is_some());
}
