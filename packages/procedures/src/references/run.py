"""Runs the reference programs beside the procedures:

    python3 run.py FOLDER NAME …

FOLDER holds questions.json and the tables as CSV; what the programs of the named folders find is
written there as NAME.python.json.
"""
import importlib.util
import json
import os
import sys
import warnings

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
sys.dont_write_bytecode = True

import common  # noqa: E402
import numpy  # noqa: E402
import pandas  # noqa: E402
import scipy  # noqa: E402

warnings.simplefilter("ignore")
warnings.showwarning = lambda *_, **__: None


def main(folder, names):
    with open(os.path.join(folder, "questions.json"), encoding="utf-8") as file:
        questions = json.load(file)
    failed = 0
    for name in names:
        path = os.path.join(here, "..", name, "reference.py")
        if not os.path.exists(path):
            continue
        common.references.clear()
        spec = importlib.util.spec_from_file_location(f"reference_{name.replace('-', '_')}", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        answers = {}
        for question in questions:
            key = f"{question['operation']}.{question['method']}"
            if key not in common.references:
                continue
            find, _ = common.references[key]
            try:
                rows = (
                    common.Rows(os.path.join(folder, question["table"] + ".csv"), question["input"])
                    if question["table"]
                    else None
                )
                answers[question["id"]] = common.plain(find(question["input"], rows))
            except common.Refused:
                continue
            except Exception as error:
                failed += 1
                import traceback

                print(
                    f"{question['id']}: {error!r} {traceback.extract_tb(error.__traceback__)[-1]}",
                    file=sys.stderr,
                )
        versions = {
            "NumPy": numpy.__version__,
            "SciPy": scipy.__version__,
            "pandas": pandas.__version__,
            **getattr(module, "versions", {}),
        }
        common.write(
            os.path.join(folder, f"{name}.python.json"),
            {
                "versions": versions,
                "by": {key: by for key, (_, by) in common.references.items()},
                "answers": answers,
            },
        )
    return 1 if failed else 0


sys.exit(main(sys.argv[1], sys.argv[2:]))
