"""Tables that the questions of the suite are about, the same at every run:

    /usr/bin/python3 scripts/questions/suite/tables.py DIRECTORY

Needs Python alone; each table has a generator of random numbers of its own, seeded by its name.
"""
import csv
import math
import sys
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random

tables = {}


def table(make):
    """Registers a table: the function is named as its file and gives its header and rows."""
    tables[make.__name__ + ".csv"] = lambda: make(Random(make.__name__))
    return make


def poisson(random, mean):
    """A count by Knuth's method."""
    limit, product, count = math.exp(-mean), random.random(), 0
    while product > limit:
        product *= random.random()
        count += 1
    return count


def yes(random, share):
    return "yes" if random.random() < share else "no"


@table
def products(random):
    kinds = ["kitchen", "garden", "office", "toys"]
    return ["product", "name", "category", "cost", "supplier", "weight_kg"], [
        [f"P{i:02d}", f"{kinds[i % 4].title()} item {i}", kinds[i % 4],
            round(random.uniform(2, 60), 2), random.choice(["Alba", "Boreal", "Cedar"]),
            round(random.uniform(0.1, 9), 1)]
        for i in range(1, 25)
    ]


@table
def customers(random):
    first = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gia", "Hugo", "Ida", "Jon"]
    last = ["Abel", "Brandt", "Costa", "Dubois", "Evers", "Fischer", "Gruber"]
    return ["customer_id", "name", "segment", "country", "birth_date", "signup_date",
        "newsletter"], [
        [f"C{i:04d}", f"{random.choice(first)} {random.choice(last)}",
            random.choices(["private", "business"], [7, 3])[0],
            random.choices(["DE", "FR", "NL", "AT", ""], [5, 3, 2, 2, 1])[0],
            date(1950, 1, 1) + timedelta(random.randrange(20000)),
            date(2020, 1, 1) + timedelta(random.randrange(1820)), yes(random, 0.4)]
        for i in range(1, 301)
    ]


@table
def orders(random):
    rows = []
    weights = [6, 5, 6, 7, 8, 7, 5, 4, 7, 9, 12, 14]
    price = {f"P{i:02d}": round(random.uniform(5, 120), 2) for i in range(1, 23)}
    for _ in range(1400):
        month = random.choices(range(1, 13), weights)[0]
        moment = datetime(2025, month, 1) + timedelta(seconds=random.randrange(28 * 86400))
        product = random.choice(list(price))
        rows.append([moment, f"C{min(270, int(random.expovariate(1 / 90)) + 1):04d}", product,
            random.choices([1, 2, 3, 4, 6], [10, 5, 3, 1, 1])[0], price[product],
            random.choices([0, 0.05, 0.1, 0.2, ""], [10, 3, 3, 2, 2])[0],
            random.choices(["web", "store", "phone"], [6, 3, 1])[0],
            random.choices(["delivered", "returned", "cancelled"], [85, 9, 6])[0]])
    rows.sort(key=lambda row: row[0])
    return ["order_id", "ordered_at", "customer_id", "product", "quantity", "unit_price",
        "discount", "channel", "status"], [[f"O{i:05d}", *row] for i, row in enumerate(rows, 1)]


@table
def trial(random):
    rows = []
    for i in range(1, 261):
        age = round(random.gauss(54, 11))
        arm = "treatment" if random.random() < 0.65 - (age - 54) * 0.008 else "placebo"
        baseline = random.gauss(28, 5) + (age - 54) * 0.12
        gain = 4.2 if arm == "treatment" else 1.1
        weeks = [baseline - gain * share + (age - 54) * 0.1 + random.gauss(0, 3)
            for share in (0.4, 0.75, 1)]
        shown = [round(value, 1) if random.random() > lost else ""
            for value, lost in zip(weeks, (0.02, 0.05, 0.09))]
        better = 1 / (1 + math.exp(-(gain - 3 - (age - 54) * 0.04)))
        rows.append([f"S{i:03d}", random.choice(["Basel", "Lyon", "Turin", "Ghent"]), arm,
            random.choice(["female", "male"]), age, round(random.gauss(76, 12), 1),
            round(baseline, 1), *shown, yes(random, better),
            poisson(random, 1.4 if arm == "treatment" else 0.9)])
    return ["patient", "site", "arm", "sex", "age", "weight_kg", "baseline", "week_4", "week_8",
        "week_12", "responder", "adverse_events"], rows


@table
def survey(random):
    level = {"Sales": 3.4, "Support": 2.9, "Research": 3.9, "Finance": 3.3, "Operations": 3.0}
    comments = ["More home office please", "The canteen is too loud", "Good team, bad software",
        "pay is too low", "Happy here", "Meetings take too long", "Better software, please", ""]
    rows = []
    for i in range(1, 421):
        department = random.choice(list(level))
        mood = random.gauss(level[department], 0.7)
        answers = [99 if random.random() < 0.06 else
            max(1, min(5, round(mood + shift + random.gauss(0, 0.8))))
            for shift in (0, 0.3, -0.2, 0.1, -0.4, 0.2)]
        recommend = 99 if random.random() < 0.05 else max(0, min(10,
            round(2 * mood + random.gauss(0.6, 1.5))))
        rows.append([i, department, random.choice(["f", "m", "d", "f", "m"]),
            round(random.expovariate(1 / 6), 1), *answers, recommend, random.choice(comments)])
    return ["respondent", "department", "gender", "tenure_years", "q1", "q2", "q3", "q4", "q5",
        "q6", "recommend", "comment"], rows


@table
def sensors(random):
    rows = []
    for step in range(30 * 24):
        moment = datetime(2026, 3, 1) + timedelta(hours=step)
        for name, level in (("hall", 19.5), ("lab", 21.2), ("roof", 9.0)):
            if random.random() < 0.03 or (name == "lab" and 300 <= step < 311):
                continue
            swing = 1.2 if name != "roof" else 5
            heat = level + swing * math.sin((step % 24 - 9) * math.pi / 12) + random.gauss(0, 0.6)
            if random.random() < 0.004:
                heat += random.choice([-25, 30])
            rows.append([moment.isoformat(), name, round(heat, 2),
                "" if random.random() < 0.02 else round(60 - heat + random.gauss(0, 4), 1),
                round(3.6 - step * 0.0006 - random.random() * 0.02, 3)])
    return ["time", "sensor", "temperature", "humidity", "battery"], rows


@table
def prices(random):
    rows = []
    level = {"AURA": 40.0, "BOLT": 118.0, "CRUX": 9.5}
    for i in range(365):
        day = date(2025, 1, 1) + timedelta(i)
        if day.weekday() > 4:
            continue
        for symbol in level:
            start = level[symbol]
            drift = {"AURA": 0.0006, "BOLT": -0.0002, "CRUX": 0.001}[symbol]
            level[symbol] = start * math.exp(drift + random.gauss(0, 0.018))
            rows.append([day, symbol, round(start, 2), round(level[symbol], 2),
                random.randrange(10_000, 900_000, 100)])
    return ["date", "symbol", "open", "close", "volume"], rows


@table
def staff(random):
    base = {"Engineering": 68000, "Sales": 54000, "Finance": 60000, "Support": 43000}
    step = {"junior": 0.85, "middle": 1.0, "senior": 1.3, "lead": 1.6}
    rows = []
    for i in range(1, 341):
        department = random.choices(list(base), [8, 6, 3, 5])[0]
        level = random.choices(list(step), [4, 5, 4, 1])[0]
        gender = random.choice(["female", "male"])
        hired = date(2012, 1, 1) + timedelta(random.randrange(5000))
        left = hired + timedelta(random.randrange(200, 3000))
        salary = base[department] * step[level] * (1.03 if gender == "male" else 1)
        rows.append([i, department, level, gender, random.randrange(22, 64), hired,
            left if random.random() < 0.28 and left < date(2025, 12, 31) else "",
            round(salary * random.gauss(1, 0.09), -2),
            "" if random.random() < 0.3 else round(salary * random.uniform(0.02, 0.15), -1),
            random.choices([1, 2, 3, 4, 5], [1, 3, 8, 6, 2])[0],
            random.choice(["true", "false"])])
    return ["employee", "department", "level", "gender", "age", "hired", "left", "salary",
        "bonus", "rating", "remote"], rows


@table
def weblog(random):
    paths = ["/", "/products", "/products/12", "/cart", "/checkout", "/login", "/api/search",
        "/images/logo.png", "/about"]
    moment, rows = datetime(2026, 2, 2), []
    for _ in range(3000):
        rate = 0.4 + math.sin(math.pi * moment.hour / 24) ** 2
        moment += timedelta(seconds=int(random.expovariate(rate / 70)))
        path = random.choices(paths, [9, 7, 5, 3, 2, 3, 6, 8, 1])[0]
        bad = 0.06 if path in ("/checkout", "/api/search") else 0.015
        status = 500 if random.random() < bad else random.choices(
            [200, 304, 404, 302], [80, 10, 4, 6])[0]
        slow = 260 if path.startswith("/api") else 90
        rows.append([moment.strftime("%Y-%m-%d %H:%M:%S"),
            f"10.0.{random.randrange(4)}.{int(random.expovariate(1 / 30)) + 1}",
            "POST" if path in ("/login", "/checkout") and random.random() < 0.6 else "GET",
            path, status, 0 if status == 304 else random.randrange(300, 90_000),
            round(random.lognormvariate(math.log(slow), 0.7), 1)])
    return ["time", "ip", "method", "path", "status", "bytes", "ms"], rows


@table
def students(random):
    rows = []
    schools = {"North": 2, "South": -3, "East": 0, "West": 4, "Lake": -1}
    for i in range(1, 321):
        school = random.choice(list(schools))
        hours = max(0, random.gauss(6, 2.5))
        missed = poisson(random, 4)
        able = random.gauss(0, 7)
        before = 55 + able + schools[school] + hours * 0.8 + random.gauss(0, 6)
        after = before + 3 + hours * 0.5 - missed * 0.4 + random.gauss(0, 5)
        reading = 58 + able * 0.9 + schools[school] + random.gauss(0, 6)
        rows.append([i, school, random.choice(["girl", "boy"]), round(hours, 1), missed,
            yes(random, 0.7), round(before), round(after), round(reading),
            round(reading + random.gauss(1, 5)), "yes" if after > 60 + random.gauss(0, 5) else "no"])
    return ["student", "school", "sex", "study_hours", "absences", "breakfast", "math_before",
        "math_after", "reading", "writing", "passed"], rows


@table
def energy(random):
    rows = []
    for step in range(8760):
        moment = datetime(2025, 1, 1) + timedelta(hours=step)
        season = math.cos((moment.timetuple().tm_yday - 20) * 2 * math.pi / 365)
        heat = 10 - 11 * season + 4 * math.sin((moment.hour - 9) * math.pi / 12) + random.gauss(0, 2)
        work = 260 if moment.weekday() < 5 and 7 <= moment.hour < 20 else 0
        demand = 900 + work + 14 * max(0, 15 - heat) + random.gauss(0, 40)
        price = (demand - 800) * 0.16 + random.gauss(0, 14)
        rows.append([moment.strftime("%Y-%m-%d %H:%M"), round(demand, 1), round(heat, 1),
            "" if random.random() < 0.002 else round(price, 2)])
    return ["hour", "demand_mw", "temperature", "price_eur"], rows


@table
def sales(random):
    rows = []
    size = {"North": 120, "South": 95, "East": 70, "West": 140, "Centre": 60}
    for i in range(36):
        year, month = 2023 + i // 12, i % 12 + 1
        season = 1 + 0.25 * math.sin((month - 4) * math.pi / 6)
        for region in size:
            for line in ("basic", "plus", "premium"):
                share = {"basic": 0.5, "plus": 0.3, "premium": 0.2}[line]
                growth = 1 + i * (0.012 if region != "East" else -0.006)
                revenue = size[region] * 1000 * share * season * growth * random.gauss(1, 0.08)
                units = round(revenue / {"basic": 20, "plus": 45, "premium": 110}[line])
                rows.append([f"{year}-{month:02d}", region, line, round(revenue, 2), units,
                    round(revenue * random.uniform(0.55, 0.75), 2)])
    return ["month", "region", "line", "revenue", "units", "cost"], rows


@table
def invoices(random):
    vendors = ["Nordlicht GmbH", "Sonne & Co", "Weber Druck", "Café Kranz", "Alpen Logistik"]
    rows = []
    for i in range(1, 251):
        euros = f"{random.lognormvariate(6.5, 1.1):,.2f}"
        vendor = random.choice(vendors)
        vendor = random.choice([vendor, vendor, vendor, vendor.upper(), f" {vendor}", f"{vendor} "])
        day = date(2025, 1, 1) + timedelta(random.randrange(365))
        rows.append([f"R-{i:04d}", day.strftime("%d.%m.%Y"), vendor,
            euros.translate(str.maketrans(",.", ".,")) + " €",
            "" if random.random() < 0.2 else f"${random.uniform(1, 2200):,.2f}",
            random.choice(["Yes", "yes", "Y", "No", "no", "N"]),
            f"{random.choice([14, 30, 60])} days"])
    rows += [list(row) for row in random.sample(rows, 10)]
    return ["Invoice No", "Date", "Vendor", "Amount", "Fee", "Paid?", "Terms"], rows


@table
def reviews(random):
    good = ["Love it", "Works great, fast delivery", "Excellent quality", "Great value"]
    middle = ["It is ok", "Battery could be better", "Delivery was slow but works"]
    poor = ["Broken after a week", "Battery died, want a refund", "Terrible, REFUND please"]
    rows = []
    for i in range(1, 321):
        product = random.choice(["lamp", "kettle", "speaker", "drone"])
        stars = random.choices([1, 2, 3, 4, 5], [5, 3, 4, 7, 9] if product != "drone" else
            [8, 5, 4, 3, 3])[0]
        text = random.choice(poor if stars < 3 else middle if stars == 3 else good)
        day = date(2025, 1, 1) + timedelta(random.randrange(365))
        rows.append([i, product, stars, text + random.choice(["", ".", "!", " Thanks"]),
            day.strftime("%b %d, %Y"), poisson(random, 6 - stars), random.choice(["yes", "no"])])
    return ["review", "product", "stars", "text", "posted", "helpful_votes", "verified"], rows


@table
def metabolites(random):
    names = [f"m{i:03d}" for i in range(1, 121)]
    rows = []
    for i in range(1, 81):
        case = i % 2 == 0
        factor = random.gauss(0, 1)
        values = [random.gauss(10 + place % 7, 1.5) + (1.4 if case and place in (6, 41, 76) else 0) +
            (factor * 1.2 if place < 10 else 0) for place in range(120)]
        rows.append([f"X{i:02d}", "case" if case else "control", f"b{i % 3 + 1}",
            *[round(v, 3) if random.random() > 0.01 else "" for v in values]])
    return ["sample", "group", "batch", *names], rows


@table
def stays(random):
    rows = []
    wards = {"surgery": 6, "medicine": 8, "children": 4, "eye": 2}
    for i in range(1, 401):
        ward = random.choice(list(wards))
        start = date(2025, 1, 1) + timedelta(random.randrange(350))
        days = poisson(random, wards[ward])
        rows.append([i, f"N{random.randrange(1, 290):03d}", ward, start.strftime("%d/%m/%Y"),
            (start + timedelta(days)).strftime("%d/%m/%Y") if random.random() > 0.03 else "",
            random.choice(["I21", "J18", "K35", "H25", "S72"]),
            round(400 + days * random.gauss(610, 90), 2), yes(random, 0.35),
            yes(random, 0.1 + days * 0.012)])
    return ["stay", "patient", "ward", "admitted", "discharged", "diagnosis", "cost", "emergency",
        "readmitted"], rows


@table
def visitors(random):
    rows = []
    for i in range(1, 2401):
        variant = random.choice("AB")
        device = random.choices(["phone", "desktop", "tablet"], [6, 3, 1])[0]
        rate = (0.085 if variant == "A" else 0.118) * (1.4 if device == "desktop" else 0.9)
        bought = random.random() < rate
        rows.append([i, variant, device, date(2026, 4, 1) + timedelta(random.randrange(14)),
            int(bought), round(random.lognormvariate(3.4, 0.6), 2) if bought else ""])
    return ["visitor", "variant", "device", "day", "converted", "spent"], rows


@table
def machines(random):
    rows = []
    for i in range(100):
        for shift in ("early", "late", "night"):
            hours = random.choice([6, 7, 8])
            heat = random.gauss(62, 5)
            mean = hours * 0.4 * math.exp(0.03 * (heat - 62) + (0.35 if shift == "night" else 0))
            rows.append([date(2026, 1, 5) + timedelta(i), shift, random.choice(["M1", "M2", "M3"]),
                hours, round(heat, 1), poisson(random, mean)])
    return ["date", "shift", "machine", "hours", "temperature", "defects"], rows


@table
def ratings(random):
    levels = ["low", "middle", "high"]
    rows = []
    for i in range(1, 201):
        first = random.choice(levels)
        second = first if random.random() < 0.7 else random.choice(levels)
        before = yes(random, 0.4)
        rows.append([i, first, second, before, "yes" if random.random() < 0.2 else before])
    return ["item", "rater_1", "rater_2", "before", "after"], rows


def write(folder):
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, make in tables.items():
        header, rows = make()
        with open(Path(folder) / name, "w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([header, *rows])


if __name__ == "__main__":
    write(sys.argv[1])
