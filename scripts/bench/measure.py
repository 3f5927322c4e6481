"""Runs a command to its end; prints seconds and the largest sum of resident memory of it and its descendants, as JSON."""
import json, os, subprocess, sys, time

PAGE = os.sysconf("SC_PAGE_SIZE")


def tree(pid):
    found, left = [], [pid]
    while left:
        one = left.pop()
        found.append(one)
        try:
            for task in os.listdir(f"/proc/{one}/task"):
                with open(f"/proc/{one}/task/{task}/children") as children:
                    left += [int(child) for child in children.read().split()]
        except OSError:
            pass
    return found


def resident(pid):
    total = 0
    for one in tree(pid):
        try:
            with open(f"/proc/{one}/statm") as statm:
                total += int(statm.read().split()[1]) * PAGE
        except OSError:
            pass
    return total


begin = time.perf_counter()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
peak = 0
while process.poll() is None:
    peak = max(peak, resident(process.pid))
    time.sleep(0.02)
seconds = time.perf_counter() - begin
if process.returncode != 0:
    sys.exit(process.stderr.read().decode()[-2000:])
print(json.dumps({"seconds": seconds, "megabytes": peak / 1e6}))
