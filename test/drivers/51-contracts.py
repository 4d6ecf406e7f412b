#!/usr/bin/env python3
"""Assertions find bugs: each of those that src/boot/planted_bugs.c holds ends the debug build with the words of its contract, and a run without one executes
assertions of every kind that a small program can come to. A release build contains neither bugs nor assertions.
"""
# Runs beside other drivers, about 3 s.
import argparse
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import variants  # noqa: E402
import vmrun  # noqa: E402

PROGRAM = """
public class Contracts {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { synchronized (Contracts.class) { System.gc(); } });
        t.start();
        t.join();
        System.out.println("done");
    }
}
"""
# The bug, and what the assertion says.
BUGS = {
    "lock_not_held": "contract broken in count_locked: lock held:",
    "event_with_world_stopped": "it has stopped the world",
    "reference_over_collection": "contract broken in ref_local: is an object or NULL:",
    "call_with_exception_pending": "contract broken in java_call: nothing pending:",
    "collection_in_native_state": "contract broken in vm_collect: may collect: not in state VM",
    "collection_under_lock": "contract broken in vm_collect: may collect: it holds a lock",
    "collection_where_forbidden": "contract broken in vm_collect: may collect: a caller relies on that no collection happens",
    "walk_while_world_runs": "contract broken in heap_walk: world stopped:",
    "list_without_lock": "contract broken in thread_is_live: threads locked:",
    "lock_in_handler": "contract broken in threads_lock: not in a signal handler:",
    "frame_of_another_thread": "contract broken in ref_push_frame: on its own thread:",
}
KINDS = ["assertion", "lock held", "lock not held", "no lock held", "in state VM", "in state BLOCKED", "world stopped", "world runs", "may collect", "may call out",
         "nothing pending", "is an object", "is an object or NULL", "threads locked", "on its own thread", "not in a signal handler"]


def bugs_of_source():
    with open(os.path.join(ROOT, "src", "boot", "planted_bugs.c"), encoding="utf-8") as f:
        return set(re.findall(r'\{ "(\w+)", \1 \}', f.read()))


def planted(run, name):
    result = run({"ARGUS_PLANT": name})
    text = (result.err + result.out).decode(errors="replace")
    if vmrun.code_name(result.code) != "SIGABRT":
        return f"ended with {vmrun.code_name(result.code)}, want SIGABRT"
    return None if BUGS[name] in text else f"the assertion does not say {BUGS[name]!r}: {vmrun.tail(text.encode(), 5)}"


def graph_faults_of_source():
    with open(os.path.join(ROOT, "src", "exec", "opt", "opt_plant.c"), encoding="utf-8") as f:
        return [*re.findall(r"^    FAULT(?:_OF_PLACES)?\((\w+)\),$", f.read(), re.M), "operand_missing:unnoted"]


def planted_in_graph(run, name):
    """The verifier of the optimizer's graphs ends the VM with method, pass, and node or block. `name:unnoted`: a fault of the last pass, and the verifier looks once."""
    text = (lambda r: r.err + r.out)(run({"ARGUS_PLANT_GRAPH": name})).decode(errors="replace")
    found = re.search(rf"the graph of \S+ is not sound after {'the last pass' if ':' in name else '(?:number|allocate)'}: (node \d+ \(\w+\) in )?block \d+: \w", text)
    return None if found else f"the verifier says nothing of it: {vmrun.tail(text.encode(), 5)}"


def counts(text):
    """{kind: (executed, places reached, places)} of what ARGUS_CONTRACTS prints."""
    found = re.findall(r"^contract: (.+?) +(\d+) executed at (\d+) of (\d+) places$", text, re.M)
    return {kind: (int(ran), int(reached), int(places)) for kind, ran, reached, places in found}


def counted(run):
    result = run({"ARGUS_CONTRACTS": "1"})
    if result.code or b"done" not in result.out:
        return f"ended with {vmrun.code_name(result.code)}"
    table = counts(result.err.decode(errors="replace"))
    missing = [kind for kind in KINDS if not table.get(kind, (0, 0, 0))[0]]
    return f"no assertion of the kinds {', '.join(missing)} was executed" if missing else None


def without(run):
    """The release build."""
    result = run({"ARGUS_PLANT": "lock_not_held", "ARGUS_CONTRACTS": "1"})
    text = result.err.decode(errors="replace")
    return "a release build knows of contracts" if result.code or "contract" in text else None


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="", help="only tests whose name matches this regular expression")
    args = p.parse_args()
    jdk, build = vmrun.find_jdk(), os.path.abspath(args.build)
    debug = os.path.basename(build) == "debug"
    if variants.is_variant(build) and not debug:
        print("0 passed, 0 failed")
        return 0
    cases = {"contracts/list": lambda: None if bugs_of_source() == set(BUGS) else f"other bugs than those of the source: {bugs_of_source() ^ set(BUGS)}"}
    with tempfile.TemporaryDirectory(prefix="argus-contracts-") as folder:
        def runner(place):
            def options(graph):
                return ["-XX:ArgusStencilThreshold=2", "-XX:ArgusProfileEnough=2", *(["-XX:+ArgusVerifyLast"] if ":" in graph else [])] if graph else []
            return lambda env: vmrun.run([os.path.join(jdk, "bin", "java"), f"-XXaltjvm={place}/argus", *options(env.get("ARGUS_PLANT_GRAPH")), "-cp", folder, "Contracts"],
                                         cwd=folder, env=vmrun.clean_env(env, argus=True), timeout=60)
        slow = [f"contracts/{name}" for name in [*BUGS, *(f"graph-{name}" for name in graph_faults_of_source()), "counted"]]
        run = runner(build if debug else None)
        if not debug and any(re.search(args.filter, name) for name in slow):
            run = runner(variants.build_variant("debug"))
        for name in BUGS:
            cases[f"contracts/{name}"] = lambda name=name: planted(run, name)
        for name in graph_faults_of_source():
            cases[f"contracts/graph-{name}"] = lambda name=name: planted_in_graph(run, name)
        cases["contracts/counted"] = lambda: counted(run)
        if not debug:
            cases["contracts/release"] = lambda: without(runner(build))
        with open(os.path.join(folder, "Contracts.java"), "w", encoding="utf-8") as f:
            f.write(PROGRAM)
        subprocess.run([os.path.join(jdk, "bin", "javac"), "-d", folder, os.path.join(folder, "Contracts.java")], check=True)
        passed = failed = 0
        for name, case in cases.items():
            if not re.search(args.filter, name):
                continue
            reason = case()
            passed, failed = passed + (not reason), failed + bool(reason)
            print(f"FAIL {name}: {reason}" if reason else f"PASS {name}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
