//! Intervals, bootstrap, agreement, Markov recurrence, Bayesian fit.
