"""Rows of rows.csv that are alike in name, town and year, found by comparing all pairs."""
import csv
import json
import unicodedata


def plain(text):
    letters = unicodedata.normalize("NFD", text.lower())
    letters = "".join(c for c in letters if not unicodedata.category(c).startswith("M"))
    letters = letters.replace("ß", "ss").replace("ø", "o")
    kept = "".join(c for c in letters if c.isalnum() or c.isspace())
    return " ".join(kept.split()) or text.strip()


def distance(a, b):
    above = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        here = [i]
        for j, y in enumerate(b, 1):
            here.append(min(above[j] + 1, here[-1] + 1, above[j - 1] + (x != y)))
        above = here
    return above[-1]


def allowed(length):
    return 0 if length < 4 or length > 200 else 1 if length < 8 else 2


def between(method, one, other):
    """Edits between two texts; None where there are too many."""
    if one == "" or other == "":
        return 0 if one == other else None
    if method == "exact":
        return 0 if one == other else None
    one, other = plain(one), plain(other)
    if one == other:
        return 0
    edits = distance(one, other)
    return edits if method == "near" and edits <= allowed(min(len(one), len(other))) else None


def alike(method, most, one, other):
    if one["year"] != other["year"]:
        return False
    edits = [between(method, one[name], other[name]) for name in ("name", "town")]
    return None not in edits and sum(edits) <= most


def clusters(rows, method, most):
    parents = list(range(len(rows)))

    def root(i):
        while parents[i] != i:
            i = parents[i]
        return i

    for i in range(len(rows)):
        for j in range(i):
            if alike(method, most, rows[i], rows[j]):
                parents[root(i)] = root(j)
    groups = {}
    for i in range(len(rows)):
        groups.setdefault(root(i), []).append(i + 1)
    return sorted(group for group in groups.values() if len(group) > 1)


with open("rows.csv", encoding="utf-8", newline="") as file:
    rows = list(csv.DictReader(file))
asked = [("exact", 0), ("normalised", 0), ("near", 1), ("near", 2), ("near", 3)]
print(json.dumps([[method, most, clusters(rows, method, most)] for method, most in asked]))
