#!/bin/bash
# reproducible.sh: do two builds of HEAD give the same packages, byte for byte? Clones HEAD twice, into folders of different names, and
# compares what ./x dist makes there without ccache.
#
#   tools/reproducible.sh DIR        a folder for both, made if it is missing
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
[ $# = 1 ] || { echo "usage: reproducible.sh DIR" >&2; exit 2; }
mkdir -p "$1"
top=$(readlink -f "$1")
export CCACHE_DISABLE=1
for name in first another/second; do
    rm -rf "${top:?}/$name"
    mkdir -p "$(dirname "$top/$name")"
    git clone -q "$here" "$top/$name"
    (cd "$top/$name" && ./x dist 2>"$top/$(basename "$name").log") || { tail -20 "$top/$(basename "$name").log" >&2; exit 1; }
done
status=0
for file in "$top"/first/build/dist/*; do
    if cmp "$file" "$top/another/second/build/dist/$(basename "$file")"; then echo "the same: $(basename "$file")"; else status=1; fi
done
exit $status
