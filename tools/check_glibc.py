"""check_glibc: does what is shipped run on every Linux with glibc 2.34 or newer?

    check_glibc.py BUILD         one line for each symbol of a later version; exit 1 if there was any

Read out of the version needs (.gnu.version_r) of libjvm.so, the command and the agents. docs/packages.md promises the number.
"""
import os
import re
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from check_hardening import Elf  # noqa: E402

FLOOR = (2, 34)
SHIPPED = ("argus/libjvm.so", "bin/argus", "agents/liblens.so")
SHT_GNU_VERNEED = 0x6FFFFFFE


def text_at(data, offset):
    return data[offset:data.index(b"\0", offset)].decode()


def needs(elf):
    """[(library, version)] that the file asks of other libraries."""
    found = []
    for section in elf.sections:
        if section[1] != SHT_GNU_VERNEED:
            continue
        strings, at = elf.sections[section[6]][4], section[4]
        while True:
            _, count, file, first, following = struct.unpack_from("<HHIII", elf.data, at)
            entry = at + first
            for _ in range(count):
                _, _, _, name, step = struct.unpack_from("<IHHII", elf.data, entry)
                found.append((text_at(elf.data, strings + file), text_at(elf.data, strings + name)))
                entry += step
            if not following:
                break
            at += following
    return found


def too_new(versions, floor=FLOOR):
    for library, version in versions:
        match = re.fullmatch(r"GLIBC_(\d+)\.(\d+)(?:\.\d+)?", version)
        if match and (int(match.group(1)), int(match.group(2))) > floor:
            yield f"wants {version} of {library}; {floor[0]}.{floor[1]} is the newest that is allowed"


def faults(build):
    for name in SHIPPED:
        versions = needs(Elf(os.path.join(build, name)))
        if not versions:
            yield f"{name}: no versions of symbols found"
        for fault in too_new(versions):
            yield f"{name} {fault}"


def main():
    found = list(faults(sys.argv[1]))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
