//! What the generated desk sells, and the words for its people and places.

/// A product before it has variants: its name, the lowest price of one in dollars, and what its variants differ in.
pub(super) struct Good {
    pub(super) name: &'static str,
    pub(super) dollars: i64,
    pub(super) options: &'static [(&'static str, &'static [&'static str])],
}

const fn good(
    name: &'static str,
    dollars: i64,
    options: &'static [(&'static str, &'static [&'static str])],
) -> Good {
    Good {
        name,
        dollars,
        options,
    }
}

const COLOUR: (&str, &[&str]) = ("colour", &["slate", "moss", "ochre", "ivory", "plum"]);

pub(super) const GOODS: [Good; 28] = [
    good(
        "Wool Blanket",
        62,
        &[("size", &["single", "double", "king"]), COLOUR],
    ),
    good(
        "Camp Stove",
        48,
        &[
            ("burners", &["one", "two"]),
            ("fuel", &["gas", "spirit", "multi-fuel"]),
        ],
    ),
    good(
        "Field Binoculars",
        135,
        &[
            ("magnification", &["8x", "10x", "12x"]),
            ("aperture", &["32 mm", "42 mm", "50 mm"]),
        ],
    ),
    good(
        "Bread Bin",
        27,
        &[
            ("material", &["enamel", "bamboo", "steel"]),
            ("lid", &["roll-top", "flat"]),
        ],
    ),
    good("Rain Cape", 44, &[("size", &["S", "M", "L", "XL"]), COLOUR]),
    good(
        "Chess Computer",
        158,
        &[
            ("levels", &["64", "100", "128"]),
            ("board", &["wood", "folding"]),
        ],
    ),
    good(
        "Stand Mixer",
        214,
        &[
            ("bowl", &["3 l", "4 l", "5 l"]),
            ("power", &["500 W", "800 W"]),
            COLOUR,
        ],
    ),
    good(
        "Plant Shelf",
        73,
        &[
            ("tiers", &["2", "3", "4"]),
            ("wood", &["ash", "pine", "walnut"]),
        ],
    ),
    good(
        "Trail Lantern",
        31,
        &[
            ("light", &["warm", "cold"]),
            ("power", &["battery", "crank", "solar"]),
        ],
    ),
    good(
        "Fountain Pen",
        39,
        &[
            ("nib", &["fine", "medium", "broad"]),
            ("filling", &["cartridge", "piston"]),
        ],
    ),
    good(
        "Record Player",
        187,
        &[
            ("drive", &["belt", "direct"]),
            ("speeds", &["two", "three"]),
            ("finish", &["oak", "black"]),
        ],
    ),
    good(
        "Cargo Trousers",
        52,
        &[
            ("waist", &["30", "32", "34", "36"]),
            ("fit", &["slim", "regular"]),
        ],
    ),
    good(
        "Pour-over Set",
        35,
        &[
            ("cups", &["2", "4", "6"]),
            ("material", &["glass", "ceramic"]),
        ],
    ),
    good(
        "Folding Kayak",
        496,
        &[
            ("seats", &["one", "two"]),
            ("length", &["3.2 m", "3.8 m", "4.4 m"]),
        ],
    ),
    good(
        "Desk Fan",
        41,
        &[
            ("speeds", &["3", "5"]),
            ("mount", &["stand", "clip", "wall"]),
        ],
    ),
    good(
        "Toy Railway",
        88,
        &[
            ("gauge", &["N", "H0"]),
            ("set", &["starter", "station", "harbour"]),
        ],
    ),
    good(
        "Linen Shirt",
        46,
        &[
            ("size", &["S", "M", "L", "XL"]),
            ("collar", &["band", "button-down"]),
            COLOUR,
        ],
    ),
    good(
        "Hand Plane",
        67,
        &[
            ("blade", &["steel", "carbide"]),
            ("width", &["38 mm", "50 mm", "60 mm"]),
        ],
    ),
    good(
        "Bicycle Trailer",
        233,
        &[
            ("load", &["30 kg", "45 kg"]),
            ("hitch", &["axle", "seat post"]),
        ],
    ),
    good(
        "Weather Station",
        119,
        &[
            ("sensors", &["3", "5", "7"]),
            ("display", &["paper", "colour"]),
        ],
    ),
    good(
        "Down Pillow",
        58,
        &[
            ("filling", &["soft", "medium", "firm"]),
            ("size", &["standard", "queen"]),
        ],
    ),
    good(
        "Hiking Poles",
        69,
        &[
            ("shaft", &["carbon", "aluminium"]),
            ("lock", &["lever", "twist"]),
            ("length", &["short", "long"]),
        ],
    ),
    good(
        "Label Printer",
        77,
        &[
            ("tape", &["12 mm", "18 mm", "24 mm"]),
            ("link", &["cable", "wireless"]),
        ],
    ),
    good(
        "Cast Iron Pan",
        49,
        &[
            ("diameter", &["20 cm", "24 cm", "28 cm"]),
            ("handle", &["long", "loop"]),
        ],
    ),
    good(
        "Travel Pillow",
        24,
        &[("filling", &["foam", "beads", "air"]), COLOUR],
    ),
    good(
        "Metronome",
        36,
        &[
            ("kind", &["wind-up", "digital"]),
            ("case", &["beech", "maple", "black"]),
        ],
    ),
    good(
        "Garden Bench",
        172,
        &[
            ("seats", &["two", "three"]),
            ("wood", &["teak", "acacia", "larch"]),
        ],
    ),
    good(
        "Slide Projector",
        141,
        &[
            ("lens", &["85 mm", "90 mm"]),
            ("tray", &["50", "80", "100"]),
        ],
    ),
];

pub(super) const FIRST_NAMES: [&str; 32] = [
    "Ada", "Bruno", "Carla", "Dario", "Edda", "Felix", "Greta", "Hugo", "Ines", "Jonas", "Karin",
    "Leo", "Mira", "Nils", "Olga", "Pavel", "Rosa", "Sven", "Tilda", "Umberto", "Vera", "Wim",
    "Yara", "Zoe", "Anton", "Beata", "Cyril", "Dalia", "Emil", "Freya", "Goran", "Helga",
];

pub(super) const LAST_NAMES: [&str; 32] = [
    "Abelard",
    "Brandt",
    "Corvin",
    "Dufour",
    "Eklund",
    "Farkas",
    "Grimaldi",
    "Hobart",
    "Ivanek",
    "Jurado",
    "Kessler",
    "Lindqvist",
    "Moreau",
    "Novotny",
    "Orsini",
    "Petrov",
    "Quist",
    "Rask",
    "Sorel",
    "Tamm",
    "Ulrich",
    "Varga",
    "Weller",
    "Yilmaz",
    "Zeman",
    "Ambrose",
    "Bellamy",
    "Castell",
    "Draper",
    "Ellwood",
    "Fenwick",
    "Garland",
];

pub(super) const STREETS: [&str; 16] = [
    "Mill Lane",
    "Quarry Road",
    "Harbour Street",
    "Linden Avenue",
    "Station Road",
    "Chapel Hill",
    "Orchard Way",
    "Foundry Street",
    "Meadow Close",
    "Lantern Court",
    "Bridge Street",
    "Willow Walk",
    "Granary Row",
    "Signal Road",
    "Heath Drive",
    "Kiln Lane",
];

/// City, state and the first three digits of its zip codes.
pub(super) const CITIES: [(&str, &str, u64); 12] = [
    ("Duluth", "MN", 558),
    ("Savannah", "GA", 314),
    ("Spokane", "WA", 992),
    ("Tulsa", "OK", 741),
    ("Rochester", "NY", 146),
    ("Boise", "ID", 837),
    ("Mobile", "AL", 366),
    ("Dayton", "OH", 454),
    ("Fresno", "CA", 937),
    ("Bangor", "ME", 444),
    ("El Paso", "TX", 799),
    ("Madison", "WI", 537),
];

pub(super) const CARD_BRANDS: [&str; 3] = ["visa", "mastercard", "amex"];
