"""check_hardening: is what the build makes hardened as Debian hardens HotSpot's libjvm.so? Read out of the ELF files themselves.

    check_hardening.py BUILD         prints one line for each fault; exit 1 if there was any

libjvm.so and the launcher: all of the GOT is read-only once relocation is done (full RELRO), nothing is bound later, no memory is both writable and
executable, the stack is not executable, nothing relocates code. The objects: functions with arrays have a canary, calls of the C library that write to
memory of known size are checked; the interpreter's handlers have neither.
"""
import glob
import os
import struct
import sys

PT_LOAD, PT_DYNAMIC, PT_GNU_STACK, PT_GNU_RELRO = 1, 2, 0x6474E551, 0x6474E552
PF_X, PF_W = 1, 2
DT_TEXTREL, DT_RPATH, DT_RUNPATH, DT_FLAGS, DT_FLAGS_1, DT_PLTGOT, DT_BIND_NOW = 22, 15, 29, 30, 0x6FFFFFFB, 3, 24
DF_BIND_NOW, DF_TEXTREL, DF_1_NOW, DF_1_PIE = 8, 4, 1, 0x08000000
SHT_SYMTAB, SHT_DYNSYM, ET_DYN = 2, 11, 3
CANARY = "__stack_chk_fail"
# C that runs between handlers and their registers: CMakeLists.txt, interp_sources.
BARE = ("/src/exec/interp/", "/src/exec/tier/stencil_tier", "/src/exec/opt/emit/opt_leave", "/src/exec/native/native_call", "/src/exec/invoke/linker_entry",
        "/src/jdk/jvm_leaf", "/gen/interp_")


class Elf:
    """What is asked of a 64-bit little-endian ELF file: program headers, the dynamic section, undefined symbols."""

    def __init__(self, path):
        with open(path, "rb") as f:
            self.data = f.read()
        if self.data[:6] != b"\x7fELF\x02\x01":
            raise ValueError(f"{path} is no 64-bit little-endian ELF file")
        self.type, = struct.unpack_from("<H", self.data, 16)
        phoff, shoff = struct.unpack_from("<QQ", self.data, 32)
        phsize, phnum, shsize, shnum = struct.unpack_from("<HHHH", self.data, 54)
        # kind, flags, offset, address, physical, size in the file, size in memory, alignment
        self.segments = [struct.unpack_from("<IIQQQQQQ", self.data, phoff + i * phsize) for i in range(phnum)]
        # name, kind, flags, address, offset, size, link, info, alignment, entry size
        self.sections = [struct.unpack_from("<IIQQQQIIQQ", self.data, shoff + i * shsize) for i in range(shnum)]

    def segment(self, kind):
        return next((s for s in self.segments if s[0] == kind), None)

    def dynamic(self):
        found, at = {}, self.segment(PT_DYNAMIC)
        for offset in range(at[2], at[2] + at[5], 16) if at else ():
            tag, value = struct.unpack_from("<QQ", self.data, offset)
            if not tag:
                break
            found[tag] = value
        return found

    def undefined(self):
        names = set()
        for kind, offset, size, link in ((s[1], s[4], s[5], s[6]) for s in self.sections):
            if kind not in (SHT_SYMTAB, SHT_DYNSYM):
                continue
            text = self.sections[link][4]
            for at in range(offset, offset + size, 24):
                name, _, _, section = struct.unpack_from("<IBBH", self.data, at)
                if name and section == 0:
                    names.add(self.data[text + name:self.data.index(b"\0", text + name)].decode().split("@")[0])
        return names


def image_faults(path, program=False, search_path=False):
    """`program`: it is started, not loaded. `search_path`: it may name a folder for libraries (sanitizers' run-time)."""
    elf, name = Elf(path), os.path.basename(path)
    dynamic, relro, stack = elf.dynamic(), elf.segment(PT_GNU_RELRO), elf.segment(PT_GNU_STACK)
    if elf.type != ET_DYN or (program and not dynamic.get(DT_FLAGS_1, 0) & DF_1_PIE):
        yield f"{name} lies at a fixed address"
    if not relro:
        yield f"{name} has no segment that is made read-only"
    if not (dynamic.get(DT_FLAGS, 0) & DF_BIND_NOW or dynamic.get(DT_FLAGS_1, 0) & DF_1_NOW or DT_BIND_NOW in dynamic):
        yield f"{name} binds symbols when they are first used, so its GOT stays writable"
    elif relro and DT_PLTGOT in dynamic and not relro[3] <= dynamic[DT_PLTGOT] < relro[3] + relro[6]:
        yield f"{name} has its GOT outside of what is made read-only"
    if not stack or stack[1] & PF_X:
        yield f"{name} asks for an executable stack"
    if any(s[0] == PT_LOAD and s[1] & PF_W and s[1] & PF_X for s in elf.segments):
        yield f"{name} has memory that is writable and executable"
    if DT_TEXTREL in dynamic or dynamic.get(DT_FLAGS, 0) & DF_TEXTREL:
        yield f"{name} relocates its code"
    if not search_path and (DT_RPATH in dynamic or DT_RUNPATH in dynamic):
        yield f"{name} names a folder where its libraries are looked for"


def is_checked(name):
    return name.startswith("__") and name.endswith("_chk")


def object_faults(objects, fortified):
    """objects: {path: undefined names}. Not every object has an array on its stack; most do."""
    bare = {path: names for path, names in objects.items() if any(part in path for part in BARE)}
    rest = {path: names for path, names in objects.items() if path not in bare}
    if not bare or not rest:
        yield "no objects of the build were found"
        return
    for path, names in sorted(bare.items()):
        if CANARY in names:
            yield f"{os.path.basename(path)} has a canary between handlers"
    if sum(CANARY in names for names in rest.values()) * 4 < len(rest):
        yield "functions with arrays on their stack have no canary"
    if fortified and sum(any(map(is_checked, names)) for names in rest.values()) * 4 < len(rest):
        yield "calls of the C library are not checked (_FORTIFY_SOURCE)"


def faults(build):
    variant = os.path.basename(os.path.abspath(build))
    sanitized = variant in ("asan", "tsan")
    for path, program in ((os.path.join(build, "argus", "libjvm.so"), False), (os.path.join(build, "bin", "argus"), True)):
        yield from image_faults(path, program, search_path=sanitized)
    folder = os.path.join(build, "CMakeFiles", "argus_objects.dir")
    objects = glob.glob(os.path.join(folder, "**", "*.o"), recursive=True)
    yield from object_faults({path: Elf(path).undefined() for path in objects}, not sanitized)


def main(argv):
    if len(argv) != 2:
        sys.exit("usage: check_hardening.py BUILD")
    found = list(faults(argv[1]))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
