"""Questions for a test, a model, a table by groups, or a derived column."""
import numpy as np
import pandas as pd
import statsmodels.api as sm
import statsmodels.formula.api as smf
from asking import asks
from scipy import stats
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.oneway import anova_oneway
from statsmodels.stats.power import TTestIndPower
from statsmodels.tsa.stattools import acf, adfuller


@asks("In which month of 2025 was the revenue of delivered orders highest, and how much was it? "
    "Revenue is quantity times unit price times one minus the discount; a discount that is not "
    "recorded is none.")
def _(orders):
    done = orders[orders.status == "delivered"]
    revenue = done.quantity * done.unit_price * (1 - done.discount.fillna(0))
    months = revenue.groupby(done.ordered_at.dt.month).sum()
    return {"month": months.idxmax(), "revenue": months.max()}


@asks("What share of the orders is returned, by channel?")
def _(orders):
    return orders.status.eq("returned").groupby(orders.channel).mean().to_dict()


@asks("On which day of the week do most orders come in, and how many?")
def _(orders):
    days = orders.ordered_at.dt.day_name().value_counts()
    return {"day": days.index[0], "orders": days.iloc[0]}


@asks("How many customers placed ten orders or more?")
def _(orders):
    return {"customers": (orders.customer_id.value_counts() >= 10).sum()}


@asks("Which are the five products of which most pieces were ordered?")
def _(orders):
    return {"products": list(orders.groupby("product").quantity.sum().nlargest(5).index)}


@asks("Is the channel related to whether an order is delivered, returned or cancelled? Give "
    "chi-square, its degrees of freedom and p.")
def _(orders):
    chi, p, df, _ = stats.chi2_contingency(pd.crosstab(orders.channel, orders.status))
    return {"chi-square": chi, "degrees of freedom": df, "p": p}


@asks("How many customers signed up in each of the years 2022 and 2023?")
def _(customers):
    years = customers.signup_date.dt.year.value_counts()
    return {"2022": years[2022], "2023": years[2023]}


@asks("Do business customers take the newsletter more often than private ones? Give both shares "
    "and the p of Fisher's exact test.")
def _(customers):
    counts = pd.crosstab(customers.segment, customers.newsletter)
    shares = customers.newsletter.eq("yes").groupby(customers.segment).mean()
    return {"business": shares["business"], "private": shares["private"],
        "p": stats.fisher_exact(counts)[1]}


@asks("Do the two arms of the trial differ at week 12? Give the difference of the means, "
    "treatment minus placebo, and the p of Welch's t test.")
def _(trial):
    x, y = (trial.week_12[trial.arm == arm].dropna() for arm in ("treatment", "placebo"))
    return {"difference": x.mean() - y.mean(), "p": stats.ttest_ind(x, y, equal_var=False)[1]}


@asks("What is the effect of the treatment on week 12, with age and baseline held constant, and "
    "its 95% confidence interval?")
def _(trial):
    fit = smf.ols("week_12 ~ arm + age + baseline", trial).fit()
    low, high = fit.conf_int().loc["arm[T.treatment]"]
    return {"effect": fit.params["arm[T.treatment]"], "low": low, "high": high}


@asks("How does the treatment change the odds of being a responder, age held constant (odds "
    "ratio of treatment against placebo)?", close=1e-5)
def _(trial):
    trial["event"] = trial.responder.eq("yes").astype(int)
    fit = smf.logit("event ~ arm + age", trial).fit(disp=0)
    return {"odds ratio": np.exp(fit.params["arm[T.treatment]"])}


@asks("Do patients change between baseline and week 12 in the placebo arm? Give the mean change, "
    "week 12 minus baseline, and the p of the paired t test.")
def _(trial):
    placebo = trial[trial.arm == "placebo"].dropna(subset=["week_12"])
    return {"change": (placebo.week_12 - placebo.baseline).mean(),
        "p": stats.ttest_rel(placebo.week_12, placebo.baseline)[1]}


@asks("How many adverse events does a patient have on average, by arm, and what is the p of a "
    "Mann-Whitney test between the arms (normal approximation, with correction for continuity)?",
    close=1e-5)
def _(trial):
    x, y = (trial.adverse_events[trial.arm == arm] for arm in ("treatment", "placebo"))
    return {"treatment": x.mean(), "placebo": y.mean(),
        "p": stats.mannwhitneyu(x, y, method="asymptotic")[1]}


@asks("What share of the answers to q1 is 4 or 5, by department, ignoring 99?")
def _(survey):
    asked = survey[survey.q1 != 99]
    return asked.q1.ge(4).groupby(asked.department).mean().to_dict()


@asks("What is the average of q3 when 99 counts as missing?")
def _(survey):
    return {"mean": survey.q3.replace(99, np.nan).mean()}


@asks("What is the net promoter score of the company? (Share of 9 and 10 minus share of 0 to 6 in "
    "'recommend', in percentage points, without 99.)")
def _(survey):
    score = survey.recommend[survey.recommend != 99]
    return {"score": 100 * (score.ge(9).mean() - score.le(6).mean())}


@asks("How many respondents mention software in their comment, and what is their median tenure?")
def _(survey):
    some = survey[survey.comment.str.contains("software", case=False, na=False)]
    return {"respondents": len(some), "median": some.tenure_years.median()}


@asks("How reliable are the six questions q1 to q6 as one scale (Cronbach's alpha), if respondents "
    "with a 99 in any of them are left out?")
def _(survey):
    items = survey[[f"q{i}" for i in range(1, 7)]].replace(99, np.nan).dropna()
    return {"alpha": 6 / 5 * (1 - items.var().sum() / items.sum(axis=1).var())}


@asks("What is the mean temperature of each sensor in the afternoon, from 12:00 to 17:59?")
def _(sensors):
    some = sensors[sensors.time.dt.hour.between(12, 17)]
    return some.groupby("sensor").temperature.mean().to_dict()


@asks("How many temperatures of the hall sensor lie more than 3 standard deviations from the "
    "sensor's mean?")
def _(sensors):
    hall = sensors.temperature[sensors.sensor == "hall"]
    return {"values": ((hall - hall.mean()).abs() > 3 * hall.std()).sum()}


@asks("On which day was the mean temperature of the roof lowest, and what was it?")
def _(sensors):
    roof = sensors[sensors.sensor == "roof"]
    days = roof.groupby(roof.time.dt.date).temperature.mean()
    return {"day": str(days.idxmin()), "mean": days.min()}


@asks("Which symbol had the largest average daily swing, measured as the absolute difference of "
    "close and open in percent of open, and how large was it?")
def _(prices):
    swing = (100 * (prices.close - prices.open).abs() / prices.open).groupby(prices.symbol).mean()
    return {"symbol": swing.idxmax(), "swing": swing.max()}


@asks("What was the average closing price of each symbol in the fourth quarter?")
def _(prices):
    return prices[prices.date.dt.quarter == 4].groupby("symbol").close.mean().to_dict()


@asks("Is the closing price of AURA a random walk? Give the statistic and p of an augmented "
    "Dickey-Fuller test with a constant and 2 lagged differences.")
def _(prices):
    statistic, p = adfuller(prices.close[prices.symbol == "AURA"], maxlag=2, autolag=None)[:2]
    return {"statistic": statistic, "p": p}


@asks("What is the gap between the median salaries of men and women in each department (men minus "
    "women)?")
def _(staff):
    middle = staff.pivot_table(values="salary", index="department", columns="gender",
        aggfunc="median")
    return (middle["male"] - middle["female"]).to_dict()


@asks("Do salaries differ between men and women when department and level are taken into account? "
    "Give the coefficient of male and its p.")
def _(staff):
    fit = smf.ols("salary ~ gender + department + level", staff).fit()
    return {"coefficient": fit.params["gender[T.male]"], "p": fit.pvalues["gender[T.male]"]}


@asks("How many people have left, and how many years did they stay on average (a year being 365.25 "
    "days)?")
def _(staff):
    gone = staff[staff.left.notna()]
    return {"people": len(gone), "years": ((gone.left - gone.hired).dt.days / 365.25).mean()}


@asks("Does the mean salary differ between departments? Give F and p of Welch's analysis of "
    "variance.")
def _(staff):
    found = anova_oneway(staff.salary, staff.department, use_var="unequal")
    return {"F": found.statistic, "p": found.pvalue}


@asks("What is the 90th percentile of the salary at each level?")
def _(staff):
    return staff.groupby("level").salary.quantile(0.9).to_dict()


@asks("What is the 95th percentile of the response time for each path, for requests with status "
    "200 only? Give it for /checkout and /api/search.")
def _(weblog):
    slow = weblog[weblog.status == 200].groupby("path").ms.quantile(0.95)
    return {"/checkout": slow["/checkout"], "/api/search": slow["/api/search"]}


@asks("Which path has the highest share of status 500, and what is the share?")
def _(weblog):
    shares = weblog.status.eq(500).groupby(weblog.path).mean()
    return {"path": shares.idxmax(), "share": shares.max()}


@asks("At which hour of the day do most requests arrive, and how many?")
def _(weblog):
    hours = weblog.time.dt.hour.value_counts()
    return {"hour": hours.index[0], "requests": hours.iloc[0]}


@asks("How many requests and how many megabytes (a million bytes) did the busiest address cause, "
    "and which address is it?")
def _(weblog):
    by = weblog.groupby("ip").bytes.agg(["count", "sum"])
    busiest = by["count"].idxmax()
    return {"address": busiest, "requests": by["count"].max(),
        "megabytes": by["sum"][busiest] / 1e6}


@asks("By how many points did the maths score improve on average, by school?")
def _(students):
    return (students.math_after - students.math_before).groupby(students.school).mean().to_dict()


@asks("How do study hours and absences go together with the maths score after the course? Give "
    "both coefficients and R squared of a linear model.")
def _(students):
    fit = smf.ols("math_after ~ study_hours + absences", students).fit()
    return {"study_hours": fit.params["study_hours"], "absences": fit.params["absences"],
        "R squared": fit.rsquared}


@asks("How do reading and writing correlate when study hours are held constant?")
def _(students):
    x, y = (smf.ols(f"{name} ~ study_hours", students).fit().resid
        for name in ("reading", "writing"))
    return {"partial correlation": np.corrcoef(x, y)[0, 1]}


@asks("What share of the students passed, of those with and of those without breakfast, and is the "
    "difference significant (p of the chi-square test without correction)?")
def _(students):
    shares = students.passed.eq("yes").groupby(students.breakfast).mean()
    counts = pd.crosstab(students.breakfast, students.passed)
    return {"with": shares["yes"], "without": shares["no"],
        "p": stats.chi2_contingency(counts, correction=False)[1]}


@asks("What is the mean demand on working days (Monday to Friday) and at weekends?")
def _(energy):
    means = energy.demand_mw.groupby(energy.hour.dt.dayofweek < 5).mean()
    return {"working days": means[True], "weekends": means[False]}


@asks("Which month had the highest total demand, and what was it?")
def _(energy):
    months = energy.groupby(energy.hour.dt.month).demand_mw.sum()
    return {"month": months.idxmax(), "demand": months.max()}


@asks("How closely does the demand of an hour follow that of the hour before (autocorrelation at "
    "lag 1), and that of the same hour the day before (lag 24)?")
def _(energy):
    found = acf(energy.demand_mw, nlags=24)
    return {"lag 1": found[1], "lag 24": found[24]}


@asks("What was the revenue of each region in 2025?")
def _(sales):
    return sales[sales.month.str.startswith("2025")].groupby("region").revenue.sum().to_dict()


@asks("Which region and line had the highest margin over all months ((revenue - cost) / revenue of "
    "the totals), and what was it?")
def _(sales):
    sums = sales.groupby(["region", "line"])[["revenue", "cost"]].sum()
    margin = 1 - sums.cost / sums.revenue
    return {"region": margin.idxmax()[0], "line": margin.idxmax()[1], "margin": margin.max()}


@asks("What is the sum of the fees in dollars?")
def _(invoices):
    return {"dollars": invoices.Fee.str.replace("[$,]", "", regex=True).astype(float).sum()}


@asks("Which vendor has the most invoice rows once case and spaces around the names are ignored, "
    "and how many?")
def _(invoices):
    names = invoices.Vendor.str.strip().str.lower().value_counts()
    return {"vendor": names.index[0], "rows": names.iloc[0]}


@asks("Is the number of stars related to the number of helpful votes (Spearman's rho)?")
def _(reviews):
    return {"rho": reviews.stars.corr(reviews.helpful_votes, method="spearman")}


@asks("How long is a stay on average, by ward, in days from admission to discharge?")
def _(stays):
    start, end = (pd.to_datetime(stays[name], format="%d/%m/%Y")
        for name in ("admitted", "discharged"))
    return (end - start).dt.days.groupby(stays.ward).mean().to_dict()


@asks("Does variant B convert better than A? Give the difference B minus A and the p of the test "
    "of two proportions (chi-square without correction).")
def _(visitors):
    shares = visitors.groupby("variant").converted.mean()
    counts = pd.crosstab(visitors.variant, visitors.converted)
    return {"difference": shares["B"] - shares["A"],
        "p": stats.chi2_contingency(counts, correction=False)[1]}


@asks("How many visitors does each variant need to find a difference of d = 0.1 with 80 % power at "
    "the 5 % level, by a two-sided t test?")
def _():
    return {"visitors": np.ceil(TTestIndPower().solve_power(0.1, power=0.8, alpha=0.05))}


@asks("How do temperature and the shift change the number of defects? Give the coefficients of "
    "temperature and of night (against early) of a Poisson regression with both.", close=1e-5)
def _(machines):
    fit = smf.glm("defects ~ temperature + Q('shift')", machines,
        family=sm.families.Poisson()).fit()
    return {"temperature": fit.params["temperature"], "night": fit.params["Q('shift')[T.night]"]}


@asks("How well do the two raters agree? Give the share of equal ratings and Cohen's kappa.")
def _(ratings):
    counts = pd.crosstab(ratings.rater_1, ratings.rater_2)
    return {"equal": (ratings.rater_1 == ratings.rater_2).mean(),
        "kappa": cohens_kappa(counts).kappa}
