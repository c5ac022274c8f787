use faultline_stats::{FitData, FitRow, Layout};

/// One row of the propagation paper's Table 3: depth, right steps in the teacher-forced and in the free arm, steps.
pub(crate) type Row = (u32, u64, u64, u64);

/// `llama-3.1-8b-instant`.
pub(crate) const LLAMA: [Row; 5] = [
    (1, 42, 42, 60),
    (2, 83, 71, 120),
    (4, 156, 95, 260),
    (6, 223, 70, 390),
    (8, 100, 32, 184),
];

/// `allam-2-7b`.
pub(crate) const ALLAM: [Row; 4] = [
    (1, 32, 32, 60),
    (2, 46, 42, 120),
    (4, 111, 54, 260),
    (6, 114, 36, 240),
];

pub(crate) fn fit_data(layout: Layout, rows: &[Row], syntactic_share: f64) -> FitData {
    let rows = rows
        .iter()
        .map(|&(depth, p, g, n)| FitRow {
            depth,
            p: p as f64 / n as f64,
            syntactic_share,
            successes: g,
            trials: n,
        })
        .collect();
    FitData::new(layout, rows).unwrap()
}

/// The first model's sixty tasks of depth 2, as right steps of (teacher-forced, free). Its 49 free errors, 35 of them
/// at the last step, and the replies that both arms share leave only this arrangement.
pub(crate) fn llama_depth_two() -> Vec<[u32; 2]> {
    [([2, 2], 25), ([1, 1], 21), ([1, 0], 12), ([0, 0], 2)]
        .into_iter()
        .flat_map(|(row, times)| std::iter::repeat_n(row, times))
        .collect()
}

/// Rows of depth, p, share of syntactic errors, successes and trials.
pub(crate) fn mixed(rows: [(u32, f64, f64, u64, u64); 3]) -> Vec<FitRow> {
    rows.map(|(depth, p, syntactic_share, successes, trials)| FitRow {
        depth,
        p,
        syntactic_share,
        successes,
        trials,
    })
    .to_vec()
}
