"""check_calls: who calls whom among the rooms of src/, read out of the object files, not out of the includes.

    check_calls.py [--build DIR]           one line for each fault; exit 1 if there was any
    check_calls.py --print [--build DIR]   the rooms from low to high, what each calls, and the largest cycle of files in each

A room is a folder of src/ that tools/layers.tsv names, lowest first. An arrow is a symbol that one object file asks for and another one
defines. Faults: an arrow to a higher room (calls upward go through tables of functions that the higher room fills), a cycle of
more than LARGEST_CYCLE files (OF_ROOM: of some rooms) inside a room, an object file whose room the table does not know.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import check_layers  # noqa: E402
from graph import cycles_of  # noqa: E402

LARGEST_CYCLE = 5
OF_ROOM = {"exec": 2, "meta": 9}  # meta: the files of one redefinition
DEFINED = set("TDBRVWC")

def read_nm(text, name_of):
    """({symbol: file}, {file: set of undefined symbols}) of `llvm-nm --format=posix -A` output."""
    defined, wanted = {}, collections.defaultdict(set)
    for line in text.splitlines():
        path, _, rest = line.partition(": ")
        fields = rest.split()
        if len(fields) < 2:
            continue
        if fields[1] == "U":
            wanted[name_of(path)].add(fields[0])
        elif fields[1] in DEFINED:
            defined.setdefault(fields[0], name_of(path))
    return defined, wanted

def arrows_of(defined, wanted):
    """{caller: {callee: set of symbols}} between files."""
    arrows = collections.defaultdict(dict)
    for file, symbols in wanted.items():
        for symbol in symbols:
            target = defined.get(symbol)
            if target and target != file:
                arrows[file].setdefault(target, set()).add(symbol)
    return arrows

class Plan:
    """The rooms as tools/layers.tsv has them, and the files and arrows as the build has them."""

    def __init__(self, layers, generated, arrows):
        self.layers, self.generated, self.arrows = layers, generated, arrows
        self.files = sorted(set(arrows) | {callee for callees in arrows.values() for callee in callees})

    def room_of(self, file):
        if file.startswith("gen/"):
            return next((room for prefix, room in self.generated.items() if file[4:].startswith(prefix)), None)
        return check_layers.layer_of(file, self.layers)

    def between_rooms(self):
        """{(room, room): {(caller file, symbol)}}"""
        found = collections.defaultdict(set)
        for caller, callees in self.arrows.items():
            for callee, symbols in callees.items():
                pair = self.room_of(caller), self.room_of(callee)
                if pair[0] != pair[1]:
                    found[pair] |= {(caller, symbol) for symbol in symbols}
        return found

    def cycles(self, room):
        inside = [file for file in self.files if self.room_of(file) == room]
        return cycles_of(inside, lambda file: [c for c in sorted(self.arrows.get(file, ())) if self.room_of(c) == room])

    def faults(self):
        for file in self.files:
            if self.room_of(file) not in self.layers:
                yield f"{file}: tools/layers.tsv has no room for it"
                return
        for (low, high), uses in sorted(self.between_rooms().items()):
            if self.layers[low] < self.layers[high]:
                for caller, symbol in sorted(uses):
                    yield f"{caller} asks for {symbol}, which is in the higher room {high}"
        for room in self.layers:
            for cycle in self.cycles(room):
                if len(cycle) > OF_ROOM.get(room, LARGEST_CYCLE):
                    yield f"{room}: a cycle of {len(cycle)} files: {' '.join(os.path.basename(file) for file in cycle)}"

    def show(self):
        arrows = self.between_rooms()
        for room in sorted(self.layers, key=self.layers.get):
            files = [file for file in self.files if self.room_of(file) == room]
            if not files:
                continue
            largest = max((len(cycle) for cycle in self.cycles(room)), default=0)
            print(f"{room}: {len(files)} files, largest cycle {largest}")
            for (caller, callee), uses in sorted(arrows.items(), key=lambda item: -len(item[1])):
                if caller == room:
                    print(f"    {len({symbol for _, symbol in uses}):4} symbols of {callee}")
        rising = sum(len(uses) for (a, b), uses in arrows.items() if self.layers[a] < self.layers[b])
        print(f"{len(arrows)} arrows between {len(self.layers)} rooms, {rising} uses of a higher room")

def objects_of(build):
    """The object files of the VM. The build's own list: a folder keeps the objects of sources that are gone."""
    top = os.path.join(build, "CMakeFiles", "argus_objects.dir") + os.sep
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as f:
        paths = [os.path.join(build, re.search(r" -o (\S+)", entry["command"]).group(1)) for entry in json.load(f)]
    return sorted(path for path in paths if path.startswith(top))

def file_of(path):
    """The source of an object file: relative to src/, or gen/NAME."""
    path = path[path.index("argus_objects.dir/") + len("argus_objects.dir/"):-2]
    return path[4:] if path.startswith("src/") else path[path.index("gen/"):]

def read_build(build):
    """Arrows between the object files of the VM."""
    nm = subprocess.run(["llvm-nm-19", "-A", "--format=posix", *objects_of(build)], capture_output=True, text=True, check=True)
    return arrows_of(*read_nm(nm.stdout, file_of))

def plan_of(root, build):
    table = os.path.join(root, "tools", "layers.tsv")
    return Plan(check_layers.read_layers(table), check_layers.read_generated(table), read_build(build))

def faults(root, build):
    yield from plan_of(root, build).faults()

def main():
    p = argparse.ArgumentParser(description="arrows between the rooms of src/, from the object files")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--print", action="store_true", help="print the rooms and their arrows")
    args = p.parse_args()
    plan = plan_of(ROOT, args.build)
    if args.print:
        plan.show()
    found = list(plan.faults())
    for fault in found:
        print(fault)
    return 1 if found else 0

if __name__ == "__main__":
    sys.exit(main())
