"""suites_main: `./x suites [GROUP...]`, OpenJDK's own tests of this release on Argus, with HotSpot as the oracle.

The tests come from Debian's source package of OpenJDK 17, jtreg from Debian's package; both are unpacked into build/suites at the first run. HotSpot is asked
about each test that fails on Argus, once: its answers are kept. The table at the end has a line for each group:
passed (on Argus), known (test/suites/known.tsv says why not, or it is of a kind that is not run), fail on both, flawed (on Argus alone), not run.
The exit code is 1 if a test is flawed or a line of known.tsv is not true.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import suites  # noqa: E402
import suites_tree  # noqa: E402
import vmrun  # noqa: E402


def argus_image(build, folder, jdk):
    """A JDK whose VM is a copy of the Argus of `build`: a VM that a test starts is Argus too, and the next build does not change it."""
    suites_tree.command([os.path.join(build, "bin", "argus"), "image", folder], env={**os.environ, "ARGUS_JDK": jdk})
    place = os.path.join(folder, "lib", "argus")
    vm = os.path.realpath(place)
    os.remove(place)
    shutil.copytree(vm, place)
    return folder


class Runner:
    def __init__(self, args, tree, image, reasons):
        self.args, self.tree, self.image, self.reasons = args, tree, image, reasons
        self.counted, self.false = {}, []

    def answers(self, vm, group):
        return suites.Answers(os.path.join(self.tree.folder, "answers", vm.name, group.name + ".json"))

    def ask(self, vm, group, tests):
        """Runs tests on a VM and keeps what came of them, after each one."""
        answers = self.answers(vm, group)
        progress = suites.Progress(group.name, vm.name, len(tests))

        def each(test, status, why):
            answers.put(test, status, why)
            answers.save()
            progress.step(test, status, why)
        if tests:
            print(f"  {group.name} on {vm.name}: {len(tests)} tests", file=sys.stderr, flush=True)
            suites.Jtreg(self.tree, group, vm, self.args).run(tests, each)
        return answers.tests

    def run(self, group):
        a = self.args
        argus = suites.VM("argus" if a.variant == "release" else "argus-" + a.variant, self.image, group.options + a.options)
        hotspot = suites.VM("hotspot", self.tree.jdk, [])
        self.tree.natives(group.suite, group.paths + group.natives, a.jobs)
        root = self.tree.suite(group.suite)
        listed = [t for t in suites.Jtreg(self.tree, group, hotspot, a).list() if re.search(a.only, t)]
        unfit = {t: self.reasons.of_description(suites.description(root, t)) for t in listed}
        chosen = [t for t in listed if not unfit[t]]
        mine, oracle = self.answers(argus, group).tests, self.answers(hotspot, group).tests
        if not a.no_run:
            todo = [t for t in chosen if t in mine and mine[t][0] != "passed"] if a.rerun else [t for t in chosen if not (a.missing and t in mine)]
            mine = self.ask(argus, group, todo)
            failed = [t for t in chosen if t in mine and mine[t][0] != "passed"]
            oracle = self.ask(hotspot, group, chosen if a.hotspot else [t for t in failed if t not in oracle and t not in self.reasons.known])
        self.counted[group.name] = {t: suites.judge(t, mine.get(t), oracle.get(t), self.reasons, unfit[t]) for t in listed}
        for test, column in self.counted[group.name].items():
            if column == "flawed":
                print(f"FLAWED {group.name}: {test}: {mine[test][1]}", flush=True)
        self.false += [f"{group.name}: {t}" for t in suites.stale({t for t in self.reasons.known if t in chosen}, mine)]

    def verdict(self):
        print(suites.table(self.counted))
        for test in self.false:
            print(f"PASSES, though known.tsv says why it cannot: {test}")
        unknown = suites.unknown(self.reasons.known, [self.tree.suite(s) for s in ("hotspot", "jdk")])
        for test in unknown:
            print(f"known.tsv names {test}, which no suite has")
        flawed = sum(1 for columns in self.counted.values() for c in columns.values() if c == "flawed")
        print(f"{flawed} unexplained")
        return 1 if flawed or self.false or unknown else 0


def main():
    groups = suites.Group.all()
    p = argparse.ArgumentParser(prog="x suites", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("groups", nargs="*", metavar="GROUP", help=f"default: all ({', '.join(groups)})")
    p.add_argument("--build", default=os.path.join(ROOT, "build"), help="folder of the release build (default build)")
    p.add_argument("--variant", default="release", help="run this build of Argus (debug, asan, …), which has to be there")
    p.add_argument("--only", default="", metavar="REGEX", help="only tests with a name that matches")
    p.add_argument("--jobs", type=int, default=int(os.environ.get("ARGUS_JOBS") or os.cpu_count()), help="tests at a time")
    p.add_argument("--timeout", type=float, default=2, help="factor of the tests' own time limits (default 2)")
    p.add_argument("--rerun", action="store_true", help="only tests that did not pass the last time")
    p.add_argument("--missing", action="store_true", help="only tests without an answer: goes on with a run that was ended")
    p.add_argument("--hotspot", action="store_true", help="ask HotSpot about every test anew")
    p.add_argument("--no-run", action="store_true", help="only the table, from the answers that are there")
    words = sys.argv[1:]
    at = words.index("--") if "--" in words else len(words)
    args = p.parse_args(words[:at])
    args.options = words[at + 1:]
    for name in set(args.groups) - set(groups):
        p.error(f"no group {name}")
    build = os.path.abspath(args.build)
    folder = os.path.join(build, "suites")
    os.makedirs(folder, exist_ok=True)
    try:
        tree = suites_tree.Tree(folder, vmrun.find_jdk())
        tree.fetch()
        print(f"  suites: tests of {suites_tree.PACKAGE} {tree.version()}", file=sys.stderr)
        with tempfile.TemporaryDirectory(prefix="image-", dir=folder) as image:
            argus_image(build if args.variant == "release" else os.path.join(build, args.variant), os.path.join(image, "jdk"), tree.jdk)
            runner = Runner(args, tree, os.path.join(image, "jdk"), suites.Reasons.read())
            for name in args.groups or groups:
                runner.run(groups[name])
    except (suites_tree.Problem, ValueError, subprocess.SubprocessError) as e:
        sys.exit(f"x suites: {e}")
    return runner.verdict()


if __name__ == "__main__":
    sys.exit(main())
