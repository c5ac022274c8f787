//! The model: a tree of contexts with the bytes that followed each, that can forget what it read last.

/// The longest context, in bytes.
pub const MOST_ORDER: u8 = 16;

/// How many changes a model learns before it is full: with those of a last byte below 2²³, after which the lists would double. One that is
/// full goes on predicting and learns nothing more, so with the contexts, of which each is a change, it takes 300 MB at most beside the
/// text. A byte makes up to two changes for each length of a context: with contexts of five bytes 700 kB and more are learned.
const MOST_CHANGES: usize = (1 << 23) - 64;

/// No node.
const NONE: u32 = u32::MAX;

/// Kinds of contexts that only one byte has followed so far, told apart by how often it did: once, twice, …, this often or more.
const MOST_SEEN: usize = 8;

/// Prediction by partial matching with exclusion (Cleary and Witten, 1984; exclusion as in Moffat, 1990), updating only contexts
/// at least as long as the one that knew the byte.
///
/// A context in which several bytes were seen gives a byte seen c of n times (2c − 1) / 2n, and the q kinds of bytes together leave
/// q / 2n for what is new (method D; Howard, 1993). A context in which only one was seen is trusted as far as such contexts have been right
/// so far, (right + ½) / (asked + 1), counted by its length and by how often it saw the byte (the idea of secondary escape
/// estimation; Bloom, 1998).
#[derive(Clone, Debug)]
pub(crate) struct Model {
    order: usize,
    /// How many changes it learns, and at most a byte's more.
    most_changes: usize,
    nodes: Vec<Node>,
    /// For each length of a context up to what there is, the node of the last bytes.
    active: Vec<u32>,
    text: Vec<u8>,
    /// How often contexts with one known byte were asked and were right, by length and times seen.
    trust: Vec<Trust>,
    /// What was changed, in order.
    changes: Vec<Change>,
    /// How many changes there were before each byte of the text that was learned.
    marks: Vec<usize>,
}

/// A context; its children are the bytes that followed it.
#[derive(Clone, Copy, Debug)]
struct Node {
    byte: u8,
    count: u32,
    first_child: u32,
    next_sibling: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Trust {
    asked: u32,
    right: u32,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    /// The last node was made, the first child of this one.
    Made(u32),
    /// A node was seen once more.
    Counted(u32),
    /// A context with one known byte was asked and was right or not.
    Asked { place: u8, right: bool },
}

/// What a context says of the bytes that no longer context knew.
enum Says {
    /// Nothing: it knows no other byte.
    Nothing,
    /// It knows one byte only, that of this child.
    One(u32),
    /// It knows `kinds` of bytes, seen `total` times together.
    Several { total: u64, kinds: u32 },
}

/// The bytes that longer contexts knew and that therefore do not come.
struct Excluded([u64; 4]);

impl Excluded {
    fn has(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] & (1 << (byte & 63)) != 0
    }

    fn add(&mut self, byte: u8) {
        self.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }

    fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

impl Model {
    /// An empty model.
    pub(crate) fn new(order: u8) -> Self {
        Self::bounded(order, MOST_CHANGES)
    }

    /// An empty model that is full after so many changes.
    pub(crate) fn bounded(order: u8, most_changes: usize) -> Self {
        let order = usize::from(order.min(MOST_ORDER));
        Self {
            order,
            most_changes,
            nodes: vec![Node {
                byte: 0,
                count: 0,
                first_child: NONE,
                next_sibling: NONE,
            }],
            active: vec![0],
            text: Vec::new(),
            trust: vec![Trust::default(); (order + 1) * MOST_SEEN],
            changes: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// What was read and not forgotten.
    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    /// How likely this byte comes next; over all 256 bytes these add up to 1.
    pub(crate) fn probability(&self, byte: u8) -> f64 {
        let mut excluded = Excluded([0; 4]);
        let mut left = 1.0;
        for (length, context) in self.active.iter().enumerate().rev() {
            match self.says(*context, &excluded) {
                Says::Nothing => continue,
                Says::One(child) => {
                    let node = self.nodes[child as usize];
                    let trust = self.trust[usize::from(trust_place(length, node.count))];
                    let right = (f64::from(trust.right) + 0.5) / (f64::from(trust.asked) + 1.0);
                    if node.byte == byte {
                        return left * right;
                    }
                    left *= 1.0 - right;
                }
                Says::Several { total, kinds } => {
                    // Counts of a text are far below 2⁵³.
                    let twice = 2.0 * total as f64;
                    let child = self.child(*context, byte);
                    if child != NONE && !excluded.has(byte) {
                        let count = f64::from(self.nodes[child as usize].count);
                        return left * (2.0 * count - 1.0) / twice;
                    }
                    left *= f64::from(kinds) / twice;
                }
            }
            self.exclude(*context, &mut excluded);
        }
        left / f64::from(256 - excluded.count())
    }

    /// Reads a byte and learns from it, unless the model is full.
    pub(crate) fn read(&mut self, byte: u8) {
        if self.changes.len() < self.most_changes {
            self.learn(byte);
        }
        // The contexts of a full model may be shorter: none of them knows the byte, or not all do.
        let active = self.active.iter().take(self.order);
        let longer = active
            .map(|context| self.child(*context, byte))
            .take_while(|node| *node != NONE);
        self.active = std::iter::once(0).chain(longer).collect();
        self.text.push(byte);
    }

    /// Learns that a byte comes next.
    fn learn(&mut self, byte: u8) {
        self.marks.push(self.changes.len());
        let mut excluded = Excluded([0; 4]);
        for length in (0..self.active.len()).rev() {
            let context = self.active[length];
            let child = self.child(context, byte);
            if let Says::One(only) = self.says(context, &excluded) {
                self.ask(length, only, byte);
            }
            if child != NONE {
                self.nodes[child as usize].count += 1;
                self.changes.push(Change::Counted(child));
                return;
            }
            self.exclude(context, &mut excluded);
            self.make(context, byte);
        }
    }

    /// Forgets all but the first bytes that it read.
    pub(crate) fn go_back_to(&mut self, length: usize) {
        if length >= self.text.len() {
            return;
        }
        // Of what a full model read nothing was learned.
        let mark = self.marks.get(length).copied();
        while mark.is_some_and(|mark| self.changes.len() > mark) {
            match self.changes.pop() {
                Some(Change::Made(parent)) => {
                    if let Some(node) = self.nodes.pop() {
                        self.nodes[parent as usize].first_child = node.next_sibling;
                    }
                }
                Some(Change::Counted(node)) => self.nodes[node as usize].count -= 1,
                Some(Change::Asked { place, right }) => {
                    let trust = &mut self.trust[usize::from(place)];
                    trust.asked -= 1;
                    trust.right -= u32::from(right);
                }
                None => break,
            }
        }
        self.marks.truncate(length);
        self.text.truncate(length);
        self.active.clear();
        for context in 0..=self.order.min(length) {
            let mut node = 0;
            for byte in &self.text[length - context..] {
                node = self.child(node, *byte);
                if node == NONE {
                    return;
                }
            }
            self.active.push(node);
        }
    }

    fn child(&self, context: u32, byte: u8) -> u32 {
        let mut child = self.nodes[context as usize].first_child;
        while child != NONE && self.nodes[child as usize].byte != byte {
            child = self.nodes[child as usize].next_sibling;
        }
        child
    }

    fn says(&self, context: u32, excluded: &Excluded) -> Says {
        let (mut total, mut kinds, mut only) = (0, 0, NONE);
        let mut child = self.nodes[context as usize].first_child;
        while child != NONE {
            let node = self.nodes[child as usize];
            if !excluded.has(node.byte) {
                total += u64::from(node.count);
                kinds += 1;
                only = child;
            }
            child = node.next_sibling;
        }
        match kinds {
            0 => Says::Nothing,
            1 => Says::One(only),
            _ => Says::Several { total, kinds },
        }
    }

    fn exclude(&self, context: u32, excluded: &mut Excluded) {
        let mut child = self.nodes[context as usize].first_child;
        while child != NONE {
            excluded.add(self.nodes[child as usize].byte);
            child = self.nodes[child as usize].next_sibling;
        }
    }

    fn ask(&mut self, length: usize, only: u32, byte: u8) {
        let node = self.nodes[only as usize];
        let place = trust_place(length, node.count);
        let right = node.byte == byte;
        let trust = &mut self.trust[usize::from(place)];
        trust.asked += 1;
        trust.right += u32::from(right);
        self.changes.push(Change::Asked { place, right });
    }

    /// Makes the child of a context that does not know the byte; nothing where nodes have no numbers left.
    fn make(&mut self, context: u32, byte: u8) {
        let Ok(made) = u32::try_from(self.nodes.len()) else {
            return;
        };
        self.nodes.push(Node {
            byte,
            count: 1,
            first_child: NONE,
            next_sibling: self.nodes[context as usize].first_child,
        });
        self.nodes[context as usize].first_child = made;
        self.changes.push(Change::Made(context));
    }
}

/// A place among [`Model::trust`], which are at most 17 · 8.
fn trust_place(length: usize, count: u32) -> u8 {
    let seen = (count.max(1) as usize).min(MOST_SEEN) - 1;
    u8::try_from(length * MOST_SEEN + seen).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(order: u8, text: &str) -> Model {
        let mut model = Model::new(order);
        text.bytes().for_each(|byte| model.read(byte));
        model
    }

    /// By hand, order 1 after "abac": the context "c" is new, and so says nothing; the empty one has seen a twice, b and c once.
    #[test]
    fn says_what_a_calculation_by_hand_says() {
        let model = model(1, "abac");
        for (byte, expected) in [
            (b'a', 3.0 / 8.0),
            (b'b', 1.0 / 8.0),
            (b'c', 1.0 / 8.0),
            (b'x', 3.0 / 8.0 / 253.0),
        ] {
            let probability = model.probability(byte);
            assert!((probability - expected).abs() < 1e-15, "{probability}");
        }
    }

    /// Order 1 after "aaaa": the context "a" has seen nothing else. Two such contexts were asked before: of one sight once (right)
    /// and of two sights once (right); this one has three sights, a kind that was never asked.
    #[test]
    fn trusts_a_context_with_one_byte_as_far_as_such_contexts_were_right() {
        let after_four = model(1, "aaaa");
        assert!((after_four.probability(b'a') - 0.5).abs() < 1e-15);
        // After b for the second time: contexts of one byte seen once were asked before it and right.
        let after_b = model(1, "abab");
        // "b" → a seen once; asked before: "a" → b seen once, right: (1 + ½) / (1 + 1).
        assert!((after_b.probability(b'a') - 0.75).abs() < 1e-15);
    }

    #[cfg(not(target_arch = "wasm32"))]
    mod properties {
        use proptest::prelude::*;

        use super::*;

        proptest! {
            /// After whatever was read, also after going back, the probabilities of all bytes are positive and add up to 1.
            #[test]
            fn probabilities_add_up_to_one(
                order in 0..8_u8,
                most_changes in prop::sample::select(vec![0, 50, MOST_CHANGES]),
                text in prop::collection::vec(0..4_u8, 0..80),
                back in 0..80_usize,
                more in prop::collection::vec(any::<u8>(), 0..20),
            ) {
                let mut model = Model::bounded(order, most_changes);
                for byte in text {
                    model.read(byte);
                }
                model.go_back_to(back);
                for byte in more {
                    model.read(byte);
                }
                let all: Vec<f64> = (0..=255).map(|byte| model.probability(byte)).collect();
                prop_assert!(all.iter().all(|probability| *probability > 0.0));
                prop_assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-12);
                // A byte's own changes are made to the end.
                let most = most_changes + 2 * (usize::from(order) + 1);
                prop_assert!(model.changes.len() < most && model.nodes.len() <= most);
                prop_assert!(model.marks.len() <= most_changes.min(100));
            }
        }
    }
}
