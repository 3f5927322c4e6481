"""Questions that need several steps: tables joined, changes from month to month, ranks in groups,
corrections for many tests."""
import numpy as np
import pandas as pd
import statsmodels.formula.api as smf
from asking import asks
from scipy import stats
from sklearn.decomposition import PCA
from sklearn.linear_model import LinearRegression
from sklearn.preprocessing import StandardScaler
from statsmodels.stats.anova import anova_lm
from statsmodels.stats.multitest import multipletests


@asks("Which customers ordered in January but not in February?")
def _(orders):
    month = orders.ordered_at.dt.month
    return {"customers": sorted(set(orders.customer_id[month == 1])
        - set(orders.customer_id[month == 2]))}


@asks("In which month did the revenue (quantity times unit price, of all orders) fall most against "
    "the month before, and by how much?")
def _(orders):
    revenue = (orders.quantity * orders.unit_price).groupby(orders.ordered_at.dt.month).sum()
    change = revenue.diff()
    return {"month": change.idxmin(), "fall": -change.min()}


@asks("How many customers have never ordered anything?")
def _(orders, customers):
    return {"customers": (~customers.customer_id.isin(orders.customer_id)).sum()}


@asks("What is the revenue (quantity times unit price) of delivered orders by the country of the "
    "customer? Give it for DE and FR.")
def _(orders, customers):
    both = orders[orders.status == "delivered"].merge(customers, on="customer_id")
    sums = (both.quantity * both.unit_price).groupby(both.country).sum()
    return {"DE": sums["DE"], "FR": sums["FR"]}


@asks("What profit (quantity times unit price minus cost) did each supplier's products make with "
    "orders that were not cancelled?")
def _(orders, products):
    both = orders[orders.status != "cancelled"].merge(products, on="product")
    return (both.quantity * (both.unit_price - both.cost)).groupby(both.supplier).sum().to_dict()


@asks("Which products were never ordered?")
def _(orders, products):
    return {"products": sorted(set(products["product"]) - set(orders["product"]))}


@asks("How many days pass on average between a customer's first and second order, over the customers "
    "with at least two orders (with the time of day, as a fraction of days)?")
def _(orders):
    times = orders.sort_values("ordered_at").groupby("customer_id").ordered_at
    gaps = times.nth(1) - times.nth(0).reindex(times.nth(1).index)
    return {"days": (gaps.dt.total_seconds() / 86400).mean()}


@asks("Which share of the revenue (quantity times unit price) comes from the tenth of the customers "
    "who spend most (a tenth of those who ordered, rounded up to whole customers)?")
def _(orders):
    spent = (orders.quantity * orders.unit_price).groupby(orders.customer_id).sum()
    return {"share": spent.nlargest(int(np.ceil(len(spent) / 10))).sum() / spent.sum()}


@asks("What is the second best selling product (by pieces) in each channel? Of products with equally many "
    "pieces the first by name counts first.")
def _(orders):
    sums = orders.groupby(["channel", "product"]).quantity.sum().reset_index()
    ranks = sums.sort_values(["quantity", "product"], ascending=[False, True]).groupby("channel").nth(1)
    return ranks["product"].to_dict()


@asks("Of the customers whose first order was in the first quarter, what share ordered again in "
    "the fourth quarter?")
def _(orders):
    first = orders.groupby("customer_id").ordered_at.min().dt.quarter
    early = first.index[first == 1]
    late = orders.customer_id[orders.ordered_at.dt.quarter == 4].unique()
    return {"share": pd.Index(early).isin(late).mean()}


@asks("Is the treatment effect on week 12 still there when age is taken into account? Give the plain "
    "difference of the means (treatment minus placebo), the difference adjusted for age, and the "
    "p of the adjusted one.")
def _(trial):
    means = trial.groupby("arm").week_12.mean()
    fit = smf.ols("week_12 ~ arm + age", trial).fit()
    return {"plain": means["treatment"] - means["placebo"],
        "adjusted": fit.params["arm[T.treatment]"], "p": fit.pvalues["arm[T.treatment]"]}


@asks("Does the effect of the treatment on week 12 depend on sex? Give F and p of the interaction in "
    "a two-way analysis of variance of arm and sex (type 2).")
def _(trial):
    found = anova_lm(smf.ols("week_12 ~ arm * sex", trial).fit(), typ=2).loc["arm:sex"]
    return {"F": found["F"], "p": found["PR(>F)"]}


@asks("At which site is the difference between placebo and treatment at week 12 largest (means, "
    "placebo minus treatment), and how large is it there?")
def _(trial):
    means = trial.pivot_table(values="week_12", index="site", columns="arm")
    gap = means["placebo"] - means["treatment"]
    return {"site": gap.idxmax(), "difference": gap.max()}


@asks("If missing values at week 12 are filled with week 8, and those still missing with week 4, "
    "what are the mean values at week 12 in the two arms?")
def _(trial):
    return trial.week_12.fillna(trial.week_8).fillna(trial.week_4).groupby(trial.arm).mean() \
        .to_dict()


@asks("Compare the mean of q1 to q6 (99 as missing, respondents with at least one answer) between "
    "departments: which department has the highest and which the lowest mean, and what are F and p "
    "of a one-way analysis of variance?")
def _(survey):
    score = survey[[f"q{i}" for i in range(1, 7)]].replace(99, np.nan).mean(axis=1)
    groups = score.groupby(survey.department)
    F, p = stats.f_oneway(*[one.dropna() for _, one in groups])
    return {"highest": groups.mean().idxmax(), "lowest": groups.mean().idxmin(), "F": F, "p": p}


@asks("Which of the questions q1 to q6 has the largest share of 99, and which the lowest mean "
    "without 99?")
def _(survey):
    items = survey[[f"q{i}" for i in range(1, 7)]]
    return {"most 99": items.eq(99).mean().idxmax(),
        "lowest mean": items.replace(99, np.nan).mean().idxmin()}


@asks("Does the recommendation (without 99) depend on tenure when the department is taken into "
    "account? Give the coefficient of tenure and the F of the department (type 2).")
def _(survey):
    fit = smf.ols("recommend ~ tenure_years + department", survey[survey.recommend != 99]).fit()
    return {"tenure": fit.params["tenure_years"], "F": anova_lm(fit, typ=2).F["department"]}


@asks("From when to when was the longest gap in the data of the lab sensor, and how many hours lie "
    "between the two readings?")
def _(sensors):
    times = sensors.time[sensors.sensor == "lab"].sort_values().reset_index(drop=True)
    last = times.diff().idxmax()
    return {"from": times[last - 1].isoformat(), "to": times[last].isoformat(),
        "hours": times.diff().max().total_seconds() / 3600}


@asks("After temperatures below -20 or above 45 are taken out, how do the daily mean temperatures of "
    "hall and roof correlate?")
def _(sensors):
    good = sensors[sensors.temperature.between(-20, 45)]
    days = good.pivot_table(values="temperature", index=good.time.dt.date, columns="sensor")
    return {"r": days["hall"].corr(days["roof"])}


@asks("By how much does the battery of each sensor fall per day (slope of a straight line over time, "
    "in volts a day)?", close=1e-5)
def _(sensors):
    days = (sensors.time - pd.Timestamp("2026-03-01")).dt.total_seconds() / 86400
    return {name: stats.linregress(days[part.index], part.battery).slope
        for name, part in sensors.groupby("sensor")}


@asks("What is the standard deviation of the daily log returns of each symbol (log of close over the "
    "close of the trading day before)?")
def _(prices):
    returns = np.log(prices.close).groupby(prices.symbol).diff()
    return returns.groupby(prices.symbol).std().to_dict()


@asks("How do the daily log returns of AURA and BOLT correlate?")
def _(prices):
    closes = prices.pivot(index="date", columns="symbol", values="close")
    returns = np.log(closes).diff()
    return {"r": returns["AURA"].corr(returns["BOLT"])}


@asks("What was the largest drawdown of BOLT, from a highest close so far down to a later close, in "
    "percent of the high, and on which day was its bottom?")
def _(prices):
    closes = prices[prices.symbol == "BOLT"].set_index("date").close
    fall = 100 * (closes / closes.cummax() - 1)
    return {"drawdown": -fall.min(), "day": str(fall.idxmin().date())}


@asks("On how many days was the close of CRUX above its moving average of the last 20 trading days "
    "(the day included, only days with 20 closes)?")
def _(prices):
    closes = prices[prices.symbol == "CRUX"].close
    return {"days": (closes > closes.rolling(20).mean()).sum()}


@asks("Which department lost the largest share of its people within three years of being hired "
    "(within 1095 days), and what is the share of all its employees?")
def _(staff):
    soon = (staff.left - staff.hired).dt.days.le(1095)
    shares = soon.groupby(staff.department).mean()
    return {"department": shares.idxmax(), "share": shares.max()}


@asks("How many employees earn more than one and a half times the median salary of their own "
    "department?")
def _(staff):
    middle = staff.groupby("department").salary.transform("median")
    return {"employees": (staff.salary > 1.5 * middle).sum()}


@asks("How many sessions are there in the web log, if a session of an address ends after 30 minutes "
    "without a request (a gap of more than 30 minutes begins a new one)?")
def _(weblog):
    gaps = weblog.sort_values("time").groupby("ip").time.diff()
    return {"sessions": (gaps.isna() | (gaps > pd.Timedelta(minutes=30))).sum()}


@asks("Do the schools North and South differ in reading, writing and maths after the course? Give the "
    "three p values of Welch t tests, corrected by Holm.")
def _(students):
    north, south = (students[students.school == name] for name in ("North", "South"))
    p = [stats.ttest_ind(north[name], south[name], equal_var=False)[1]
        for name in ("reading", "writing", "math_after")]
    reading, writing, maths = multipletests(p, method="holm")[1]
    return {"reading": reading, "writing": writing, "maths": maths}


@asks("Which student ranks first in maths after the course within each school? Give the student "
    "numbers for East and North (of several with the highest score the lowest number).")
def _(students):
    best = students.sort_values(["math_after", "student"], ascending=[False, True])
    first = best.groupby("school").student.first()
    return {"East": first["East"], "North": first["North"]}


@asks("In how many months was the mean price above 60 euros, and which month had the largest "
    "difference between the mean price of 18:00 to 20:59 and of 2:00 to 4:59?")
def _(energy):
    month, hour = energy.hour.dt.month, energy.hour.dt.hour
    evening = energy.price_eur[hour.between(18, 20)].groupby(month).mean()
    night = energy.price_eur[hour.between(2, 4)].groupby(month).mean()
    return {"months": (energy.price_eur.groupby(month).mean() > 60).sum(),
        "largest difference": (evening - night).idxmax()}


@asks("How much does the demand rise with each degree below 15 (the larger of 0 and 15 minus the "
    "temperature), with the hour of the day as groups? Give the slope and R squared.")
def _(energy):
    energy["cold"] = (15 - energy.temperature).clip(lower=0)
    energy["of_day"] = energy.hour.dt.hour.astype(str)
    fit = smf.ols("demand_mw ~ cold + of_day", energy).fit()
    return {"slope": fit.params["cold"], "R squared": fit.rsquared}


@asks("By how many percent did the revenue of each region grow from 2023 to 2025, and which region "
    "shrank?")
def _(sales):
    years = sales.pivot_table(values="revenue", index="region", columns=sales.month.str[:4],
        aggfunc="sum")
    growth = 100 * (years["2025"] / years["2023"] - 1)
    return {**growth.to_dict(), "shrank": growth.index[growth < 0][0]}


@asks("In which month did the total revenue fall most against the same month of the year before, in "
    "percent, or rise least if it never fell, and by how much did it change?")
def _(sales):
    months = sales.groupby("month").revenue.sum()
    change = 100 * (months / months.shift(12) - 1)
    return {"month": change.idxmin(), "percent": change.min()}


@asks("What is the total amount in euros of the invoices of 2025's third quarter, each invoice number "
    "counted once?")
def _(invoices):
    once = invoices.drop_duplicates("Invoice No")
    amount = once.Amount.str.replace("[€. ]", "", regex=True).str.replace(",", ".").astype(float)
    quarter = pd.to_datetime(once.Date, format="%d.%m.%Y").dt.quarter
    return {"euros": amount[quarter == 3].sum()}


@asks("What share of the invoices (each number counted once) is paid, if Yes, yes and Y mean that it "
    "is, and what is the median amount in euros of those that are not?")
def _(invoices):
    once = invoices.drop_duplicates("Invoice No")
    paid = once["Paid?"].str.lower().str.startswith("y")
    amount = once.Amount.str.replace("[€. ]", "", regex=True).str.replace(",", ".").astype(float)
    return {"share": paid.mean(), "median": amount[~paid].median()}


@asks("Which three metabolites differ most between cases and controls by Welch's t test, and how many "
    "of the 120 have p below 0.05 after Bonferroni?")
def _(metabolites):
    names = [f"m{i:03d}" for i in range(1, 121)]
    case = metabolites.group == "case"
    p = pd.Series([stats.ttest_ind(metabolites[name][case], metabolites[name][~case],
        equal_var=False, nan_policy="omit")[1] for name in names], names)
    return {"metabolites": list(p.nsmallest(3).index), "significant": (p * 120 < 0.05).sum()}


@asks("What share of the variance of m001 to m010 do the first two principal components explain "
    "(standardised, rows with a missing value left out)?")
def _(metabolites):
    some = metabolites[[f"m{i:03d}" for i in range(1, 11)]].dropna()
    shares = PCA().fit(StandardScaler().fit_transform(some)).explained_variance_ratio_
    return {"first": shares[0], "first two": shares[:2].sum()}


@asks("How many different patients were admitted again within 30 days of a discharge, that is: have "
    "two stays of which the one admitted later begins 0 to 30 days after the discharge of the other?")
def _(stays):
    start, end = (pd.to_datetime(stays[name], format="%d/%m/%Y")
        for name in ("admitted", "discharged"))
    rows = pd.DataFrame({"patient": stays.patient, "start": start, "end": end, "stay": stays.stay})
    both = rows.merge(rows, on="patient")
    both = both[(both.stay_x != both.stay_y) & (both.start_y > both.start_x)]
    days = (both.start_y - both.end_x).dt.days
    return {"patients": both.patient[days.between(0, 30)].nunique()}


@asks("Which body mass does a linear model of flipper length and species predict for a Chinstrap "
    "penguin with a flipper of 200 mm, and how much of the variance does it explain (R squared)?")
def _(penguins):
    some = penguins.dropna(subset=["flipper_length_mm", "body_mass_g"])
    given = pd.get_dummies(some.species)[["Chinstrap", "Gentoo"]].assign(x=some.flipper_length_mm)
    model = LinearRegression().fit(given.values, some.body_mass_g)
    return {"mass": model.predict([[1, 0, 200]])[0],
        "R squared": model.score(given.values, some.body_mass_g)}


@asks("Which country's life expectancy rose most between 1952 and 2007, in which continent does it "
    "lie, and by how many years did it rise?")
def _(gapminder):
    years = gapminder.pivot(index="country", columns="year", values="lifeExp")
    rise = years[2007] - years[1952]
    best = rise.idxmax()
    return {"country": best, "years": rise.max(),
        "continent": gapminder.continent[gapminder.country == best].iloc[0]}
