//! How wide a text is about, and how labels keep out of each other's way. No font is asked: the answers are the same everywhere.

/// The size of ticks, counts and values, in pixels: the smallest there is.
pub(crate) const SMALL: f64 = 12.0;
/// The size of labels, in pixels.
pub(crate) const LABEL: f64 = 13.0;
/// The size by which a bold label is measured.
pub(crate) const BOLD: f64 = LABEL * 1.12;

/// The width of a text in pixels at a font size, estimated for a common sans serif; errs to the wide side.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(letter_width).sum::<f64>() * size
}

fn letter_width(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | '\'' | '|' | '.' | ',' | ':' | ';' | '!' => 0.32,
        'f' | 'r' | 't' | ' ' | '(' | ')' | '[' | ']' | '/' | '-' | '"' => 0.41,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' | '—' => 0.99,
        '&' | '#' | '+' | '=' | '<' | '>' | '±' | '×' | '−' | '≤' | '≥' => 0.84,
        'A'..='Z' => 0.72,
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' => 0.0,
        '\u{1100}'..='\u{11ff}'
        | '\u{2e80}'..='\u{d7af}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{1f000}'.. => 1.05,
        _ => 0.63,
    }
}

/// The text, cut with an ellipsis where it is wider than `max` pixels.
pub(crate) fn fit(text: &str, size: f64, max: f64) -> String {
    // A text longer than this is cut in any drawing; measuring stops there.
    const LONGEST: usize = 400;
    let head: String = text.chars().take(LONGEST).collect();
    if head.len() == text.len() && width(text, size) <= max {
        return head;
    }
    let mut room = max - width("…", size);
    let mut cut = String::new();
    for letter in head.chars() {
        room -= letter_width(letter) * size;
        if room < 0.0 {
            break;
        }
        cut.push(letter);
    }
    format!("{}…", cut.trim_end())
}

/// A name, cut in its middle where it is wider than `max` pixels: names of one figure often begin alike and differ at their ends.
pub(crate) fn fit_name(name: &str, size: f64, max: f64) -> String {
    // Enough of either end of any name that fits a drawing.
    const LONGEST: usize = 200;
    let letters: Vec<char> = name.chars().take(2 * LONGEST).collect();
    if letters.len() < 2 * LONGEST && width(name, size) <= max {
        return name.into();
    }
    let room = max - width("…", size);
    let mut wide = 0.0;
    let fits = |letter: &char, wide: &mut f64, most: f64| {
        *wide += letter_width(*letter) * size;
        *wide <= most
    };
    let tail: Vec<char> = name.chars().rev().take(LONGEST).collect();
    let tail: Vec<char> = tail
        .into_iter()
        .take_while(|letter| fits(letter, &mut wide, room * 0.6))
        .collect();
    let mut wide = tail.iter().map(|letter| letter_width(*letter) * size).sum();
    let head: String = letters
        .iter()
        .take_while(|letter| fits(letter, &mut wide, room))
        .collect();
    let tail: String = tail.into_iter().rev().collect();
    format!("{}…{}", head.trim_end(), tail.trim_start())
}

/// The text in at most `lines` lines of at most `max` pixels, broken at spaces, hyphens and the settings of a model's name, and cut
/// with an ellipsis at the end.
pub(crate) fn wrap(text: &str, size: f64, max: f64, lines: usize) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for (word, gap) in pieces(text) {
        let joined = out.last().map(|line| format!("{line}{gap}{word}"));
        match joined {
            Some(joined) if out.len() >= lines.max(1) || width(&joined, size) <= max => {
                // Beyond the last line all is gathered in it, and cut below.
                if joined.len() < 2000
                    && let Some(last) = out.last_mut()
                {
                    *last = joined;
                }
            }
            _ => out.push(word.into()),
        }
    }
    out.iter().map(|line| fit(line, size, max)).collect()
}

/// A name in two lines where it is too wide for one and two hold it whole; else in one, cut in its middle.
pub(crate) fn wrap_name(name: &str, size: f64, max: f64) -> Vec<String> {
    let lines = wrap(name, size, max, 2);
    if width(name, size) > max && lines.iter().all(|line| !line.ends_with('…')) {
        lines
    } else {
        vec![fit_name(name, size, max)]
    }
}

/// Where a text may be broken: after spaces and hyphens, and before the settings of `sim:noisy?p=0.7&syntax=0.1`. Each piece with
/// what joins it to the one before.
fn pieces(text: &str) -> impl Iterator<Item = (&str, &'static str)> {
    text.split_whitespace().flat_map(|word| {
        let parts = word.split_inclusive(['-', '?', '&']).enumerate();
        parts.map(|(place, part)| (part, if place == 0 { " " } else { "" }))
    })
}

/// Places near `wanted` that are at least `gap` apart and inside `lo..=hi`, in the same order as given; the sum of squared
/// moves is least (isotonic regression). Where there is no room for the gap, the gap shrinks.
pub(crate) fn spread(wanted: &[f64], gap: f64, lo: f64, hi: f64) -> Vec<f64> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|a, b| wanted[*a].total_cmp(&wanted[*b]));
    let steps = (wanted.len() - 1).max(1) as f64;
    let gap = gap.min((hi - lo).max(0.0) / steps);
    // Blocks of labels that touch: the sum of their wishes and how many they are.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (place, index) in order.iter().enumerate() {
        blocks.push((wanted[*index] - gap * place as f64, 1));
        while let [.., before, last] = blocks[..] {
            if before.0 / before.1 as f64 <= last.0 / last.1 as f64 {
                break;
            }
            blocks.truncate(blocks.len() - 2);
            blocks.push((before.0 + last.0, before.1 + last.1));
        }
    }
    let top = (hi - gap * (wanted.len() - 1) as f64).max(lo);
    let means = blocks
        .iter()
        .flat_map(|(sum, count)| std::iter::repeat_n(sum / *count as f64, *count));
    let mut out = vec![0.0; wanted.len()];
    for ((place, index), mean) in order.iter().enumerate().zip(means) {
        out[*index] = mean.clamp(lo, top) + gap * place as f64;
    }
    out
}

/// Which of some labels along a line, given as centre and width in order, can be shown with `gap` pixels between: every label,
/// every second, every third, and so on, the first always among them.
pub(crate) fn thin(labels: &[(f64, f64)], gap: f64) -> Vec<bool> {
    let clear = |step: usize| {
        let mut end = f64::NEG_INFINITY;
        labels.iter().step_by(step).all(|(centre, wide)| {
            let free = centre - wide / 2.0 >= end;
            end = centre + wide / 2.0 + gap;
            free
        })
    };
    let step = (1..labels.len())
        .find(|step| clear(*step))
        .unwrap_or(labels.len().max(1));
    (0..labels.len()).map(|place| place % step == 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_text_fits() {
        for text in [
            "",
            "teacher-forced",
            "a name that is longer than any column of a figure",
            "模型的名字很长很长很长",
        ] {
            for max in [20.0, 60.0, 400.0] {
                let cut = fit(text, SMALL, max);
                assert!(
                    width(&cut, SMALL) <= max.max(width("…", SMALL)),
                    "{text} at {max}: {cut}"
                );
                assert!(
                    width(text, SMALL) > max || cut == text,
                    "{text} is cut although it fits {max}"
                );
            }
        }
    }

    #[test]
    fn a_cut_name_keeps_both_ends() {
        let name = "sim:agent,fabricate=0.2,doubt=0.3 · wrong type";
        for max in [60.0, 120.0, 200.0] {
            let cut = fit_name(name, LABEL, max);
            assert!(width(&cut, LABEL) <= max, "{cut}");
            assert!(cut.starts_with("si") && cut.ends_with("pe"), "{cut}");
        }
        assert_eq!(fit_name(name, LABEL, 900.0), name);
        assert_eq!(fit_name("", LABEL, 0.0), "");
        assert_eq!(fit_name("abc", LABEL, 1.0), "…");
        assert!(fit_name(&"模".repeat(9000), LABEL, 99.0).chars().count() < 10);
    }

    #[test]
    fn a_wrapped_text_keeps_its_words_until_there_is_no_room() {
        assert_eq!(
            wrap("free-running agent", LABEL, 105.0, 2),
            ["free-running", "agent"]
        );
        assert_eq!(wrap("free-running", LABEL, 200.0, 2), ["free-running"]);
        assert_eq!(wrap("free-running", LABEL, 70.0, 2), ["free-", "running"]);
        assert_eq!(
            wrap("sim:noisy?p=0.7&syntax=0.1", LABEL, 130.0, 2),
            ["sim:noisy?p=0.7&", "syntax=0.1"]
        );
        assert!(wrap("", LABEL, 90.0, 2).is_empty());
        let cut = wrap("one two three four five six", LABEL, 40.0, 2);
        assert_eq!(cut.len(), 2);
        assert!(cut[1].ends_with('…'), "{cut:?}");
    }

    #[test]
    fn a_wrapped_name_is_whole_or_keeps_both_ends() {
        let name = "sim:noisy?p=0.7&syntax=0.1, depth 8";
        assert_eq!(wrap_name(name, LABEL, 900.0), [name]);
        assert_eq!(
            wrap_name(name, LABEL, 200.0),
            ["sim:noisy?p=0.7&", "syntax=0.1, depth 8"]
        );
        let cut = wrap_name(name, LABEL, 100.0);
        assert_eq!(cut.len(), 1);
        assert!(
            cut[0].starts_with("sim") && cut[0].ends_with('8'),
            "{cut:?}"
        );
        assert_eq!(wrap_name("", LABEL, 100.0), [""]);
    }

    #[test]
    fn spread_labels_keep_apart_inside_and_in_order() {
        let cases: [&[f64]; 5] = [
            &[50.0],
            &[50.0, 50.0],
            &[1.0, 2.0, 3.0, 90.0],
            &[99.0, 98.0, 97.0],
            &[5.0; 30],
        ];
        for wanted in cases {
            let placed = spread(wanted, 14.0, 0.0, 100.0);
            let mut sorted = placed.clone();
            sorted.sort_by(f64::total_cmp);
            let gap = 14.0_f64.min(100.0 / (wanted.len().max(2) - 1) as f64);
            assert!(
                sorted.windows(2).all(|pair| pair[1] - pair[0] > gap - 1e-9),
                "{wanted:?}: {placed:?}"
            );
            assert!(
                sorted.iter().all(|at| (-1e-9..=100.0 + 1e-9).contains(at)),
                "{wanted:?}: {placed:?}"
            );
        }
        assert_eq!(
            spread(&[10.0, 80.0], 14.0, 0.0, 100.0),
            [10.0, 80.0],
            "what is free stays"
        );
        assert_eq!(
            spread(&[50.0, 50.0], 14.0, 0.0, 100.0),
            [43.0, 57.0],
            "both give way"
        );
        assert!(spread(&[], 14.0, 0.0, 100.0).is_empty());
    }

    #[test]
    fn crowded_labels_are_thinned_evenly() {
        let near: Vec<(f64, f64)> = (0..9).map(|at| (f64::from(at) * 10.0, 16.0)).collect();
        assert_eq!(
            thin(&near, 4.0),
            [true, false, true, false, true, false, true, false, true]
        );
        assert!(
            thin(&[(0.0, 10.0), (40.0, 10.0)], 4.0)
                .iter()
                .all(|kept| *kept)
        );
        assert!(thin(&[], 4.0).is_empty());
        assert_eq!(thin(&[(0.0, 50.0), (1.0, 50.0)], 4.0), [true, false]);
    }
}
