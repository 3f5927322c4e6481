from common import *


def upper_t(p, df):
    """Upper quantile of Student's t."""
    return -t_quantile(p, df)


def power_of_t(groups):
    def of(ask):
        alternative = ask["alternative"]

        def power(n, effect, alpha):
            df = (n - 1) * groups
            effect = {"two_sided": abs(effect), "less": -effect, "greater": effect}[alternative]
            shift = math.sqrt(n / groups) * effect
            critical = upper_t(alpha / 2 if alternative == "two_sided" else alpha, df)
            upper = noncentral_t_cdf(-critical, df, -shift)
            return (
                upper + noncentral_t_cdf(-critical, df, shift)
                if alternative == "two_sided"
                else upper
            )

        return power

    return of


def power_of_proportions(groups):
    def of(ask):
        alternative = ask["alternative"]

        def power(n, effect, alpha):
            effect = {"two_sided": abs(effect), "less": -effect, "greater": effect}[alternative]
            shift = effect * math.sqrt(n / groups)
            if alternative != "two_sided":
                return stats.norm.sf(stats.norm.isf(alpha) - shift)
            critical = stats.norm.isf(alpha / 2)
            return stats.norm.sf(critical - shift) + stats.norm.sf(critical + shift)

        return power

    return of


def power_of_correlation(ask):
    alternative = ask["alternative"]

    def power(n, effect, alpha):
        r = {"two_sided": abs(effect), "less": -effect, "greater": effect}[alternative]
        t = upper_t(alpha / 2 if alternative == "two_sided" else alpha, n - 2)
        critical, shift = np.arctanh(math.sqrt(t * t / (t * t + n - 2))), np.arctanh(r) + r / (
            2 * (n - 1)
        )
        upper = stats.norm.sf((critical - shift) * math.sqrt(n - 3))
        return (
            upper + stats.norm.sf((critical + shift) * math.sqrt(n - 3))
            if alternative == "two_sided"
            else upper
        )

    return power


def power_of_anova(ask):
    k = ask["groups"]
    return lambda n, effect, alpha: 1 - noncentral_f_cdf(
        stats.f.isf(alpha, k - 1, (n - 1) * k), k - 1, (n - 1) * k, k * n * effect * effect
    )


def power_of_chi_square(ask):
    df = ask["df"]
    return lambda n, effect, alpha: 1 - noncentral_chi2_cdf(
        stats.chi2.isf(alpha, df), df, n * effect * effect
    )


def root(f, low, high):
    return optimize.brentq(f, low, high, xtol=1e-13, rtol=1e-14)


def design(method, power_of, least, most, by):
    """pwr's definition of the power, and the figure that was left out found by its root."""

    def find(ask, _):
        power = power_of(ask)
        n, effect, alpha, wanted = (
            ask.get("n"),
            ask.get("effect"),
            ask.get("alpha"),
            ask.get("power"),
        )
        if "p1" in ask:
            effect = 2 * math.asin(math.sqrt(ask["p1"])) - 2 * math.asin(math.sqrt(ask["p2"]))
        if None not in (n, effect, wanted):
            alpha = root(lambda a: power(n, effect, a) - wanted, 1e-12, 1 - 1e-12)
        alpha = 0.05 if alpha is None else alpha
        if n is None:
            high = 2.0 * least
            while power(high, effect, alpha) < wanted:
                high *= 2
                if high > 1e9:
                    raise Refused
            n = root(lambda size: power(size, effect, alpha) - wanted, high / 2, high)
        if effect is None:
            effect = root(lambda size: power(n, size, alpha) - wanted, 1e-9, min(most, 5))
        wanted = power(n, effect, alpha) if wanted is None else wanted
        to = max(2 * n, least + 10)
        x = [least + (to - least) * i / 40 for i in range(41)]
        return {
            "said": [math.ceil(n - 1e-9)],
            "n": n,
            "effect": effect,
            "alpha": alpha,
            "power": wanted,
            "picture": {
                "x": x,
                "y": [power(size, effect, alpha) for size in x],
                "at": {"x": n, "y": wanted},
            },
        }

    reference("calculatePower", method, by=by)(find)


design("two_sample_t", power_of_t(2), 2, 100, "pwr’s definition, the noncentral t by its integral")
design("one_sample_t", power_of_t(1), 2, 100, "pwr’s definition, the noncentral t by its integral")
design("paired_t", power_of_t(1), 2, 100, "pwr’s definition, the noncentral t by its integral")
design("anova", power_of_anova, 2, 100, "pwr’s definition, the noncentral F as a mixture by SciPy")
design("two_proportions", power_of_proportions(2), 2, math.pi, "pwr’s definition, SciPy norm")
design("one_proportion", power_of_proportions(1), 2, math.pi, "pwr’s definition, SciPy norm")
design("correlation", power_of_correlation, 4, 0.999999, "pwr’s definition, SciPy t and norm")
design(
    "chi_square",
    power_of_chi_square,
    2,
    100,
    "pwr’s definition, the noncentral χ² as a mixture by SciPy",
)
