"""Recomputes with SciPy and NumPy what it reads from standard input, and exits with 1 if anything disagrees."""

import itertools
import json
import sys

import numpy as np
from scipy import stats

worst = {}
failures = []


def compare(what, found, expect, tolerance, scale=1.0):
    error = abs(found - expect) / max(abs(scale), 1e-300)
    worst[what] = max(worst.get(what, 0.0), error)
    if not error <= tolerance:
        failures.append(f"{what}: {found} against {expect}, error {error:.3g} over {tolerance:.3g}")


def exact_intervals(cases):
    for case in cases:
        k, n, level = case["k"], case["n"], case["level"]
        lower = lambda tail: stats.beta.ppf(tail, k, n - k + 1) if k > 0 else 0.0
        upper = lambda tail: stats.beta.isf(tail, k + 1, n - k) if k < n else 1.0
        for what, found, expect in (
            ("Clopper-Pearson", case["lo"], lower((1 - level) / 2)),
            ("Clopper-Pearson", case["hi"], upper((1 - level) / 2)),
            ("one-sided bound", case["upper"], upper(1 - level)),
        ):
            compare(what, found, expect, 1e-9, expect or 1.0)
        other = stats.binomtest(k, n)
        # This one solves to an absolute tolerance of its own.
        exact = other.proportion_ci(level, method="exact")
        compare("Clopper-Pearson by another way", case["lo"], exact.low, 1e-8)
        compare("Clopper-Pearson by another way", case["hi"], exact.high, 1e-8)
        score = other.proportion_ci(level, method="wilson")
        compare("Wilson", case["wilson"][0], score.low, 1e-12)
        compare("Wilson", case["wilson"][1], score.high, 1e-12)


def betas(cases):
    for case in cases:
        a, b, q = case["a"], case["b"], case["q"]
        expect = stats.beta.ppf(q, a, b)
        compare("beta quantile", case["quantile"], expect, 1e-9, expect)
        expect = stats.beta.cdf(case["x"], a, b)
        compare("beta distribution", case["cdf"], expect, 1e-9, expect)


def normals(cases):
    for case in cases:
        compare("normal quantile", case["quantile"], stats.norm.ppf(case["q"]), 1e-13, abs(case["quantile"]) + 1)


def differences(cases):
    for case in cases:
        (k1, n1), (k2, n2) = case["first"], case["second"]
        p1, p2 = k1 / n1, k2 / n2
        error = np.sqrt(p1 * (1 - p1) / n1 + p2 * (1 - p2) / n2)
        reach = stats.norm.ppf((1 + case["level"]) / 2) * error
        compare("Wald", case["z"], (p1 - p2) / error, 1e-12, case["z"])
        compare("Wald", case["lo"], max(p1 - p2 - reach, -1), 1e-12)
        compare("Wald", case["hi"], min(p1 - p2 + reach, 1), 1e-12)


def percentiles(cases):
    for case in cases:
        expect = np.quantile(np.array(case["values"]), case["q"], method="linear")
        compare("percentile", case["percentile"], expect, 0.0)


def bootstraps(cases):
    for case in cases:
        rows = np.array(case["rows"], dtype=np.int64)
        rng = np.random.default_rng(20260101)
        n, resamples = len(rows), case["resamples"]
        sums = np.array([rows[rng.integers(0, n, n)].sum(axis=0) for _ in range(resamples)])
        loss = np.sort(1 - sums[:, 1] / sums[:, 0])
        for q, found in ((0.055, case["lo"]), (0.945, case["hi"])):
            # The error of a quantile of a sample is √(q(1 − q)/B) / density, twice over since both ends are sampled.
            density = 0.02 / (np.quantile(loss, q + 0.01) - np.quantile(loss, q - 0.01))
            error = np.sqrt(2 * q * (1 - q) / resamples) / density
            compare("bootstrap, in Monte Carlo errors", found, np.quantile(loss, q), 5.0, error)


def poisoned(layout, rows, r_syn, r_sem):
    """The mean poisoned mass of each row, from all three states of the chain."""
    clean, syn, sem = np.ones_like(r_syn * r_sem), 0.0, 0.0
    masses = []
    for depth, p, share, _, _ in rows:
        if layout == "inside-each-depth":
            clean, syn, sem = np.ones_like(r_syn * r_sem), 0.0, 0.0
        steps = depth if layout == "inside-each-depth" else 1
        mass = 0.0
        for _ in range(steps):
            mass = mass + (syn + sem) / steps
            clean, syn, sem = (
                clean * p + syn * r_syn + sem * r_sem,
                clean * (1 - p) * share + syn * (1 - r_syn),
                clean * (1 - p) * (1 - share) + sem * (1 - r_sem),
            )
        masses.append(mass)
    return masses


def integral(case, ends, moments, points=56):
    """Integrals of density × moments over [0, ends], by one Gauss-Legendre panel an axis where nothing narrows it."""
    x, w = np.polynomial.legendre.leggauss(points)
    axes = [((x + 1) / 2 * end, w / 2 * end) for end in ends]
    severity, r_syn, r_sem = np.meshgrid(*(a[0] for a in axes), indexing="ij", sparse=True)
    weight = axes[0][1][:, None, None] * axes[1][1][None, :, None] * axes[2][1][None, None, :]
    log = 0.0
    for row, mass in zip(case["rows"], poisoned(case["layout"], case["rows"], r_syn, r_sem)):
        _, p, _, k, n = row
        g = p * (1 - severity * mass)
        log = log + stats.binom.logpmf(k, n, g) if np.ndim(mass) else log
    density = weight * np.exp(log)
    return [np.sum(density * moment(severity, r_syn, r_sem)) for moment in moments]


def fits(cases):
    one = [lambda a, b, c: 1.0]
    powers = [
        (lambda a, b, c, i=i, j=j, k=k: a**i * b**j * c**k)
        for i, j, k in itertools.product(range(3), repeat=3)
        if i + j + k <= 2
    ]
    names = [e for e in itertools.product(range(3), repeat=3) if sum(e) <= 2]
    for case in cases:
        values = dict(zip(names, integral(case, (1, 1, 1), powers)))
        total = values[0, 0, 0]
        axis = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
        mean = [values[e] / total for e in axis]
        second = lambda i, j: values[tuple(a + b for a, b in zip(axis[i], axis[j]))] / total - mean[i] * mean[j]
        for i in range(3):
            found = case["marginals"][i]
            compare("posterior mean", found["mean"], mean[i], 1e-7)
            compare("posterior sd", found["sd"], np.sqrt(second(i, i)), 1e-6)
            for end, q in (("lo", 0.055), ("hi", 0.945)):
                ends = [1.0, 1.0, 1.0]
                ends[i] = found[end]
                compare("posterior interval", integral(case, ends, one)[0] / total, q, 1e-6)
        for i, found in ((1, case["correlations"][0]), (2, case["correlations"][1])):
            expect = second(0, i) / np.sqrt(second(0, 0) * second(i, i))
            compare("posterior correlation", found, expect, 1e-5)


def kappas(cases):
    for case in cases:
        cells = np.array(case["table"], dtype=float)
        n, size = cells.sum(), len(cells)

        def kappa(shares):
            shares = shares.reshape(size, size)
            chance = shares.sum(axis=1) @ shares.sum(axis=0)
            return (np.trace(shares) - chance) / (1 - chance)

        shares = (cells / n).ravel()
        compare("kappa", case["value"], kappa(shares), 1e-12)
        # The delta method by numeric derivatives of kappa by the shares, which are multinomial.
        step = 1e-6
        nudge = np.eye(len(shares)) * step
        slope = np.array([(kappa(shares + by) - kappa(shares - by)) / (2 * step) for by in nudge])
        variance = (shares @ slope**2 - (shares @ slope) ** 2) / n
        compare("kappa's standard error", case["standard_error"], np.sqrt(variance), 1e-6)


def spearmans(cases):
    for case in cases:
        expect = stats.spearmanr(*zip(*case["pairs"]))
        compare("Spearman", case["rho"], expect.statistic, 1e-12)
        compare("Spearman's p-value", case["p"], expect.pvalue, 1e-9, expect.pvalue)


def effects(cases):
    for case in cases:
        first, second = 2 * np.arcsin(np.sqrt(case["rates"]))
        compare("Cohen's h", case["h"], first - second, 1e-14)


def numpy_bootstraps(cases):
    for case in cases:
        values = np.array(case["values"], dtype=float)
        rng = np.random.default_rng(case["seed"])
        means = [rng.choice(values, size=len(values), replace=True).mean() for _ in range(case["resamples"])]
        for q, found in ((2.5, case["lo"]), (97.5, case["hi"])):
            compare("NumPy's draws", found, np.percentile(means, q), 1e-12)


data = json.load(sys.stdin)
for check in (
    exact_intervals, betas, normals, differences, percentiles, bootstraps, fits, kappas, spearmans, effects, numpy_bootstraps
):
    assert data[check.__name__], check.__name__
    check(data[check.__name__])
for what, error in worst.items():
    print(f"{what}: largest error {error:.3g}")
for failure in failures[:20]:
    print("FAILED", failure)
sys.exit(1 if failures else 0)
