use serde::Serialize;

/// The probability that an interval is meant to cover, strictly between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Level(f64);

impl Level {
    /// 89%, the level of every interval in the propagation study.
    pub const EIGHTY_NINE: Self = Self(0.89);
    /// 95%, the usual level of a one-sided bound.
    pub const NINETY_FIVE: Self = Self(0.95);

    /// A level strictly between 0 and 1; anything else, NaN included, is `None`.
    pub fn new(level: f64) -> Option<Self> {
        (level > 0.0 && level < 1.0).then_some(Self(level))
    }

    /// The level as a number in (0, 1).
    pub fn get(self) -> f64 {
        self.0
    }

    /// The level in whole per cent.
    pub fn percent(self) -> f64 {
        libm::round(self.0 * 100.0)
    }

    /// The two probabilities that an equal-tailed interval of this level cuts at.
    pub fn tails(self) -> (f64, f64) {
        let lower = (1.0 - self.0) / 2.0;
        (lower, 1.0 - lower)
    }
}

/// Two ends and the probability they are meant to cover.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end, in the value's own unit.
    pub lo: f64,
    /// The upper end, in the value's own unit.
    pub hi: f64,
    /// How likely the interval is meant to hold the value, in (0, 1).
    pub level: Level,
}

impl Interval {
    /// `hi − lo`, in the value's own unit: 0 or more.
    pub fn width(&self) -> f64 {
        self.hi - self.lo
    }

    /// Whether a value lies in the interval, its ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.lo <= value && value <= self.hi
    }
}

/// How an interval was made. [`Method::name`] is what a report prints beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Percentile bootstrap over tasks.
    Bootstrap,
    /// Percentile bootstrap over tasks with the draws of NumPy's `default_rng`.
    NumpyBootstrap,
    /// Value ± quantile · standard error, the error by the delta method.
    Delta,
    /// Fisher's transformation of a correlation.
    FisherZ,
    /// Exact two-sided binomial interval by Clopper and Pearson.
    ClopperPearson,
    /// Exact one-sided binomial bound by Clopper and Pearson.
    ExactUpperBound,
    /// Unpooled Wald interval for a difference of two proportions.
    Wald,
    /// Wilson's score interval for one proportion.
    Wilson,
    /// Equal-tailed interval of a posterior integrated on a grid.
    Quadrature,
    /// Equal-tailed interval of a posterior sampled by Markov chains; differs between machines within its Monte Carlo error.
    Nuts,
}

impl Method {
    /// What a report calls it, as words that a level can follow.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bootstrap => "percentile bootstrap over tasks",
            Self::NumpyBootstrap => "percentile bootstrap over tasks, NumPy's draws",
            Self::Delta => "delta method",
            Self::FisherZ => "Fisher's z",
            Self::ClopperPearson => "Clopper-Pearson",
            Self::ExactUpperBound => "one-sided exact binomial",
            Self::Wald => "unpooled Wald",
            Self::Wilson => "Wilson",
            Self::Quadrature => "posterior by quadrature, equal-tailed",
            Self::Nuts => "posterior by NUTS, equal-tailed",
        }
    }

    /// Whether the numbers come from Markov chains and so agree between machines only within their Monte Carlo error.
    pub fn is_sampled(self) -> bool {
        matches!(self, Self::Nuts)
    }
}

/// A value with its interval, its denominator and the method.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The point estimate.
    pub value: f64,
    /// The denominator: how many observations the value rests on.
    pub n: u64,
    /// The interval around the value.
    pub interval: Interval,
    /// How the interval was made, which a report prints beside it.
    pub method: Method,
}
