"""Runs pieces of code, each in a fork of this process, which has loaded their modules once.

An order is a line "folder<tab>script<tab>packages"; the answer is a line "ended <status>". What the code prints is in
script.out and script.err of the folder.
"""

import ast
import importlib
import os
import runpy
import sys
import traceback


def load_modules_of(path):
    """Loads what the code imports; what cannot be loaded fails where the code asks for it."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            try:
                importlib.import_module(name)
            except ImportError:
                pass


def run(folder, script):
    os.chdir(folder)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, ending in ((1, "out"), (2, "err")):
        os.dup2(os.open(f"{script}.{ending}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
    status = 0
    try:
        runpy.run_path(script, run_name="__main__")
    except SystemExit as end:
        status = 0 if end.code is None else end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


for line in iter(sys.stdin.readline, ""):
    folder, script, _ = line.rstrip("\n").split("\t")
    try:
        load_modules_of(os.path.join(folder, script))
    except SyntaxError:
        pass
    child = os.fork()
    if child == 0:
        run(folder, script)
    print("ended", os.waitpid(child, 0)[1], flush=True)
