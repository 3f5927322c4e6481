"""Writes the tables of the suite, its questions and their answers:

    /usr/bin/python3 scripts/questions/suite/answer.py TABLES [SHARED]

TABLES is the folder the generated tables are put into, SHARED that of the tables beside the
repository (../shared/data/datasets). questions.fixtures.json holds what people ask and the names of the
answers; answers.fixtures.json the answers, the code that found them, the date, the versions and the digests
of the tables. Questions whose tables are missing keep their answers of before.
Needs python3-numpy, -pandas, -scipy, -statsmodels, -sklearn.
"""
import hashlib
import json
import platform
import sys
import warnings
from datetime import date
from pathlib import Path

import numpy
import pandas
import scipy
import sklearn
import statsmodels

import tables
from asking import elsewhere, questions, read
import easy, medium, several_steps  # noqa: E401, F401

warnings.simplefilter("ignore")
here = Path(__file__).parent
root = here.parents[2]
folder = sys.argv[1]
shared = sys.argv[2] if len(sys.argv) > 2 else root.parent / "shared/data/datasets"


def plain(value):
    """Numbers, words and lists as JSON has them."""
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, (str, int, float)):
        return value
    return value.item()


def file_name(name):
    return elsewhere.get(name, f"{name}.csv")


def write(name, what):
    with open(here / name, "w", encoding="utf-8") as file:
        json.dump(what, file, indent=1, ensure_ascii=False)
        file.write("\n")


if __name__ == "__main__":
    tables.write(folder)
    stored = here / "answers.fixtures.json"
    before = json.loads(stored.read_text())["answers"] if stored.exists() else {}
    answers, asked = {}, []
    for one in questions:
        given = [read(folder, shared, name) for name in one["tables"]]
        if any(table is None for table in given):
            print(f"{one['id']} keeps its answer: {', '.join(one['tables'])} is not in {shared}.")
            found = before[one["id"]]["answers"]
        else:
            found = {str(name): plain(value) for name, value in one["answer"](*given).items()}
        answers[one["id"]] = {"answers": found, "close": one["close"], "code": one["code"]}
        asked.append({"id": one["id"], "level": one["level"], "question": one["question"],
            "tables": [file_name(name) for name in one["tables"]],
            "answers": {name: "list" if isinstance(value, list) else
                "text" if isinstance(value, str) else "number" for name, value in found.items()}})
    write("questions.fixtures.json", asked)
    write("answers.fixtures.json", {"date": date.today().isoformat(),
        "versions": {"Python": platform.python_version(), "NumPy": numpy.__version__,
            "pandas": pandas.__version__, "SciPy": scipy.__version__,
            "statsmodels": statsmodels.__version__, "scikit-learn": sklearn.__version__},
        "tables": {name: hashlib.sha256(Path(folder, name).read_bytes()).hexdigest()
            for name in tables.tables}, "answers": answers})
    print(f"{len(asked)} questions about {len({t for q in asked for t in q['tables']})} tables.")
