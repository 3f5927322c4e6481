"""Questions that one look-up, count or figure answers."""
from asking import asks


@asks("How many orders were cancelled?")
def _(orders):
    return {"orders": (orders.status == "cancelled").sum()}


@asks("How many pieces were ordered over the web in all?")
def _(orders):
    return {"pieces": orders.quantity[orders.channel == "web"].sum()}


@asks("How many different customers have placed an order?")
def _(orders):
    return {"customers": orders.customer_id.nunique()}


@asks("What is the median unit price over all order lines?")
def _(orders):
    return {"median": orders.unit_price.median()}


@asks("For what share of the orders is the discount not recorded?")
def _(orders):
    return {"share": orders.discount.isna().mean()}


@asks("How many of our customers are businesses?")
def _(customers):
    return {"customers": (customers.segment == "business").sum()}


@asks("Which country do most of our customers live in, and how many live there?")
def _(customers):
    counts = customers.country.value_counts()
    return {"country": counts.index[0], "customers": counts.iloc[0]}


@asks("What are the mean and the standard deviation of the patients' age in the trial?")
def _(trial):
    return {"mean": trial.age.mean(), "standard deviation": trial.age.std()}


@asks("How many patients have no measurement at week 12?")
def _(trial):
    return {"patients": trial.week_12.isna().sum()}


@asks("Which department has the most respondents in the survey, and how many?")
def _(survey):
    counts = survey.department.value_counts()
    return {"department": counts.index[0], "respondents": counts.iloc[0]}


@asks("What is the highest temperature that the roof sensor reported?")
def _(sensors):
    return {"temperature": sensors.temperature[sensors.sensor == "roof"].max()}


@asks("What was the highest closing price of BOLT?")
def _(prices):
    return {"close": prices.close[prices.symbol == "BOLT"].max()}


@asks("What do people in Engineering earn on average?")
def _(staff):
    return {"salary": staff.salary[staff.department == "Engineering"].mean()}


@asks("How many employees work remotely?")
def _(staff):
    return {"employees": staff.remote.sum()}


@asks("On which day was the first of the employees hired?")
def _(staff):
    return {"day": str(staff.hired.min().date())}


@asks("How many requests ended with status 500?")
def _(weblog):
    return {"requests": (weblog.status == 500).sum()}


@asks("Which path was requested most often, and how many times?")
def _(weblog):
    counts = weblog.path.value_counts()
    return {"path": counts.index[0], "requests": counts.iloc[0]}


@asks("What is the average maths score after the course at the school Lake?")
def _(students):
    return {"mean": students.math_after[students.school == "Lake"].mean()}


@asks("How closely do study hours and the maths score after the course correlate (Pearson)?")
def _(students):
    return {"r": students.study_hours.corr(students.math_after)}


@asks("What is the average price of electricity over the year?")
def _(energy):
    return {"price": energy.price_eur.mean()}


@asks("In how many hours was the price of electricity below zero?")
def _(energy):
    return {"hours": (energy.price_eur < 0).sum()}


@asks("How many rows does the list of invoices have, and how many different invoice numbers?")
def _(invoices):
    return {"rows": len(invoices), "numbers": invoices["Invoice No"].nunique()}


@asks("How many stars does the drone get on average?")
def _(reviews):
    return {"stars": reviews.stars[reviews["product"] == "drone"].mean()}


@asks("How many reviews ask for a refund, however the word is written?")
def _(reviews):
    return {"reviews": reviews.text.str.contains("refund", case=False).sum()}


@asks("How many columns has the table of metabolites, and what is the mean of m042?")
def _(metabolites):
    return {"columns": metabolites.shape[1], "mean": metabolites.m042.mean()}


@asks("What does a hospital stay cost on average, and what does the dearest one cost?")
def _(stays):
    return {"mean": stays.cost.mean(), "dearest": stays.cost.max()}


@asks("What share of the stays were emergencies?")
def _(stays):
    return {"share": (stays.emergency == "yes").mean()}


@asks("What share of the visitors of variant A and of variant B converted?")
def _(visitors):
    shares = visitors.groupby("variant").converted.mean()
    return {"A": shares["A"], "B": shares["B"]}


@asks("How many defects were there on the night shift in all?")
def _(machines):
    return {"defects": machines.defects[machines["shift"] == "night"].sum()}


@asks("What is the mean flipper length of Gentoo penguins?")
def _(penguins):
    return {"length": penguins.flipper_length_mm[penguins.species == "Gentoo"].mean()}
