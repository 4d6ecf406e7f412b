#!/usr/bin/env python3
"""Reads the object file of tools/gen_stencils.py's C and writes its functions as a table of pieces to be copied, with the places to be filled in.

    stencils.py OBJECT --out FILE.c [--list]

Nothing of the file is believed: every offset and count is checked, and a section, relocation or name that this does not know is an error that names it.
docs/stencils.md says what the kinds of holes are.
"""
import argparse
import os
import re
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "gen"))
import bytecode_model  # noqa: E402
import gen_stencils  # noqa: E402

SHT_PROGBITS, SHT_SYMTAB, SHT_STRTAB, SHT_RELA = 1, 2, 3, 4
SHF_ALLOC, SHF_EXECINSTR, SHF_WRITE, SHF_TLS = 2, 4, 1, 0x400
RELOCATIONS = {  # number: (name, bytes, relative); 32 is extended with zeros, 32S with its sign
    1: ("R_X86_64_64", 8, False), 2: ("R_X86_64_PC32", 4, True), 4: ("R_X86_64_PLT32", 4, True), 10: ("R_X86_64_32", 4, False), 11: ("R_X86_64_32S", 4, False),
    9: ("R_X86_64_GOTPCREL", 4, True), 41: ("R_X86_64_GOTPCRELX", 4, True), 42: ("R_X86_64_REX_GOTPCRELX", 4, True)}
BY_GOT = {"R_X86_64_GOTPCREL", "R_X86_64_GOTPCRELX", "R_X86_64_REX_GOTPCRELX"}
FORMS = {"R_X86_64_64": "FAR", "R_X86_64_32": "ABSOLUTE", "R_X86_64_32S": "SIGNED"}
VALUES = {"u8": "VALUE_U8", "i8": "VALUE_I8", "u16": "VALUE_U16", "i16": "VALUE_I16", "i32": "VALUE_I32"}
RELATIVE_HOLES = {"NEXT", "BRANCH", "PAD"}
SINGLE = RELATIVE_HOLES | {"LEAVE", "SP", "RECEIVER", "ENTRY", "CLASS", "METHOD", "AUX", "POOL", "STATIC", "SITE", "PROFILE", "ENTRIES", "LOCALS_AT", "FRAME_AT", "LIMIT_AT"}
SPECIAL = ("entry_0", "entry_1", "entry_2", "entry_3", "entry_all", "entry_lock_receiver", "entry_lock_class", "none__M", "none__T", "poll__M", "poll__T", "count__taken", "count__behind",
           "seen__M", "seen__T", "seen__L", "chosen_table__M", "chosen_table__T", "chosen_table__L", "chosen_lookup__M", "chosen_lookup__T", "chosen_lookup__L", "heat__M", "heat__T",
           "move__TM", "move__MT", "move__LM", "move__LT", "move__CM", "move__CT", "return_locked__void", "return_locked__T", "return_locked__wide", "return_told__void", "return_told__T", "return_told__wide",
           "return_probed__void", "return_probed__T", "return_probed__wide", "probe__M",
           "probe_count__M", "probe_counted__M", "return_counted__void", "return_counted__T", "return_counted__wide")
JUMP, JUMP_BYTES = 0xE9, 5
CODE, REST = ".text.stencil_", ".text.rest.stencil_"  # sections of one function: what runs as a rule, what does not (tools/split_stencils.py)
IGNORED = (".comment", ".note.", ".llvm_addrsig", ".debug_", ".rela.debug_", ".strtab", ".symtab", ".shstrtab")


class StencilError(Exception):
    pass


class Section:
    def __init__(self, name, kind, flags, data, link, info):
        self.name, self.kind, self.flags, self.data, self.link, self.info = name, kind, flags, data, link, info


class Symbol:
    def __init__(self, name, section, value, size):
        self.name, self.section, self.value, self.size = name, section, value, size  # section 0: not defined here


class Elf:
    """An ELF64 relocatable file for x86-64, little-endian."""

    def __init__(self, data):
        self.data = data
        header = self.unpack("<16sHHIQQQIHHHHHH", 0, "the header")
        ident, kind, machine = header[:3]
        if ident[:4] != b"\x7fELF" or ident[4:6] != b"\x02\x01" or (kind, machine) != (1, 62):
            raise StencilError("no relocatable ELF64 file for x86-64")
        at, size, count, names = header[6], header[11], header[12], header[13]
        if size != 64:
            raise StencilError(f"section headers of {size} bytes")
        heads = [self.unpack("<IIQQQQIIQQ", at + i * 64, f"section header {i}") for i in range(count)]
        if names >= count:
            raise StencilError(f"section names are in section {names} of {count}")
        strings = self.part(heads[names], names)
        self.sections = [Section(text(strings, h[0]), h[1], h[2], self.part(h, i), h[6], h[7]) for i, h in enumerate(heads)]
        self.symbols = self.read_symbols()

    def unpack(self, form, at, what):
        if at + struct.calcsize(form) > len(self.data):
            raise StencilError(f"{what} lies outside of the file")
        return struct.unpack_from(form, self.data, at)

    def part(self, head, index):
        if head[1] in (0, 8):  # SHT_NULL, SHT_NOBITS
            return b""
        if head[4] + head[5] > len(self.data):
            raise StencilError(f"section {index} lies outside of the file")
        return self.data[head[4]:head[4] + head[5]]

    def section(self, index, what):
        if not 0 < index < len(self.sections):
            raise StencilError(f"{what}: there is no section {index}")
        return self.sections[index]

    def read_symbols(self):
        tables = [s for s in self.sections if s.kind == SHT_SYMTAB]
        if len(tables) != 1:
            raise StencilError(f"{len(tables)} symbol tables")
        table = tables[0]
        strings = self.section(table.link, "names of symbols").data
        found = []
        for name, info, _, section, value, size in records("<IBBHQQ", table):
            if section and section < 0xFF00 and value + size > len(self.section(section, "a symbol").data):
                raise StencilError(f"{text(strings, name)} ends outside of its section")
            found.append(Symbol(text(strings, name), section, value, size))
        return found

    def relocations(self, target):
        """(offset, name, bytes, relative, symbol, addend) in the section with that index, in order."""
        found = []
        for s in self.sections:
            if s.kind != SHT_RELA or s.info != target:
                continue
            where = self.sections[target]
            for offset, info, addend in records("<QQq", s):
                number, symbol = info & 0xFFFFFFFF, info >> 32
                if number not in RELOCATIONS:
                    raise StencilError(f"{where.name}+{offset:#x}: relocation {number} is not known")
                name, width, relative = RELOCATIONS[number]
                if offset + width > len(where.data):
                    raise StencilError(f"{where.name}+{offset:#x}: {name} ends outside of the section")
                if symbol >= len(self.symbols):
                    raise StencilError(f"{where.name}+{offset:#x}: there is no symbol {symbol}")
                found.append((offset, name, width, relative, self.symbols[symbol], addend))
        found.sort(key=lambda r: r[0])
        for a, b in zip(found, found[1:]):
            if a[0] + a[2] > b[0]:
                raise StencilError(f"{self.sections[target].name}+{b[0]:#x}: two relocations at one place")
        return found


def text(strings, at):
    end = strings.find(b"\0", at)
    if end < 0 or at > len(strings):
        raise StencilError("a name lies outside of its table")
    return strings[at:end].decode("ascii", "replace")


def records(form, section):
    size = struct.calcsize(form)
    if len(section.data) % size:
        raise StencilError(f"{section.name} is cut off")
    return struct.iter_unpack(form, section.data)


class Hole:
    """Four bytes, or eight of a FAR one. form: RELATIVE to their own address, ABSOLUTE, or SIGNED (absolute, extended with its sign)."""

    def __init__(self, offset, kind, form, at, addend):
        self.offset, self.kind, self.form, self.at, self.addend = offset, kind, form, at, addend

    def key(self):
        return (self.offset, self.kind, self.form, self.at, self.addend)


class Stencil:
    """Code of `size` bytes, and behind it the rest, which is laid elsewhere. Holes count on from the one to the other."""

    def __init__(self, name, code, holes, rest=b""):
        self.name, self.code, self.holes, self.size = name, code + rest, holes, len(code)
        own = [h for h in holes if h.offset < len(code)]
        last = own[-1] if own else None
        self.falls = bool(last and last.kind == "NEXT" and last.addend == -4 and last.offset == len(code) - 4 and len(code) >= JUMP_BYTES
                          and code[-JUMP_BYTES] == JUMP)


class Extractor:
    """Makes stencils of an Elf, and gathers what they share: symbols of the VM, and constants."""

    def __init__(self, elf):
        self.elf = elf
        self.symbols = []        # names of functions and variables of the VM
        self.data = b""          # all sections of constants, one behind the other
        self.places = {}         # section index: where it starts in data
        self.stencils = {}       # by name
        for index, s in enumerate(elf.sections):
            self.look_at(index, s)
        for index, s in enumerate(elf.sections):
            if s.flags & SHF_EXECINSTR and s.data and not s.name.startswith(REST):
                self.extract(index, s)
        for name in [s.name for s in elf.sections if s.name.startswith(REST)]:
            if name[len(REST):] not in self.stencils:
                raise StencilError(f"{name}: there is nothing that it is the rest of")

    def look_at(self, index, s):
        if not s.name or s.name.startswith(IGNORED):
            return
        if s.kind == SHT_RELA:
            if not self.elf.section(s.info, s.name).flags & SHF_EXECINSTR:
                raise StencilError(f"{s.name}: only code may have relocations")
        elif s.name.startswith(".rodata") and s.kind == SHT_PROGBITS and not s.flags & (SHF_WRITE | SHF_TLS):
            self.data += b"\0" * (-len(self.data) % 64)
            self.places[index] = len(self.data)
            self.data += s.data
        elif s.data and not (s.name.startswith(".text") and s.flags & SHF_EXECINSTR):
            raise StencilError(f"section {s.name} is not known")

    def extract(self, index, s):
        here = [y for y in self.elf.symbols if y.section == index and y.size]
        if len(here) != 1 or here[0].value or here[0].size != len(s.data) or not here[0].name.startswith("stencil_"):
            raise StencilError(f"{s.name} is not one function named stencil_…")
        name = here[0].name[len("stencil_"):]
        rests = [i for i, r in enumerate(self.elf.sections) if r.name == REST + name]
        parts = {index: "HOT"} | {i: "COLD" for i in rests[:1]}
        rest = self.elf.sections[rests[0]].data if rests else b""
        holes = [self.hole(s, parts, *r) for r in self.elf.relocations(index)]
        for r in self.elf.relocations(rests[0]) if rests else []:
            hole = self.hole(self.elf.sections[rests[0]], parts, *r)
            hole.offset += len(s.data)
            holes.append(hole)
        self.stencils[name] = Stencil(name, s.data, holes, rest)

    def hole(self, s, parts, offset, name, _, relative, symbol, addend):
        where = f"{s.name}+{offset:#x}: {name} {symbol.name}"
        if symbol.section in parts and relative and name not in BY_GOT:
            return Hole(offset, parts[symbol.section], "RELATIVE", 0, addend + symbol.value)
        if symbol.section:
            if symbol.section not in self.places or not relative or name in BY_GOT:
                raise StencilError(f"{where}: what is defined here can only be a constant, and near")
            return Hole(offset, "DATA", "RELATIVE", 0, addend + self.places[symbol.section] + symbol.value)
        if name in BY_GOT:
            return Hole(offset, "ADDRESS", "RELATIVE", self.symbol(symbol.name), addend)
        if not symbol.name.startswith("hole_"):
            if name != "R_X86_64_PLT32":
                raise StencilError(f"{where}: a symbol of the VM is called, or its address loaded")
            return Hole(offset, "FUNCTION", "RELATIVE", self.symbol(symbol.name), addend)
        kind, at = self.kind_of(symbol.name, where)
        if (kind in RELATIVE_HOLES) != relative:
            raise StencilError(f"{where}: it cannot be {'relative' if relative else 'absolute'}")
        if (kind == "STATIC") != (name == "R_X86_64_64"):
            raise StencilError(f"{where}: eight bytes are for the address of a static field, and for nothing else")
        form = "RELATIVE" if relative else FORMS[name]
        return Hole(offset, kind, form, at, addend)

    @staticmethod
    def kind_of(name, where):
        m = re.fullmatch(r"hole_(?:(value)_(\d{1,3})_(\w+)|(local|pc|input|home|stack)_(\d{1,3})|(\w+))", name)
        if m and m[1] and m[3] in VALUES:
            return VALUES[m[3]], int(m[2])
        if m and m[4]:
            return m[4].upper(), int(m[5])
        if m and m[6] and m[6] == m[6].lower() and m[6].upper() in SINGLE:
            return m[6].upper(), 0
        raise StencilError(f"{where}: not a name of a hole")

    def symbol(self, name):
        if not re.fullmatch(r"[A-Za-z_]\w*", name):
            raise StencilError(f"'{name}' is not a name in C")
        if name not in self.symbols:
            self.symbols.append(name)
        return self.symbols.index(name)


# ---- C ----
def array(values, per_line=24):
    return [f"    {', '.join(values[i:i + per_line])}," for i in range(0, len(values), per_line)]


def write_c(found, ops):
    """ops: the instructions of running copies that stencils are made for."""
    out = ["/* Written by tools/stencils.py. Do not edit. */", "", '#include "exec/stencil/stencil_code.h"', ""]
    code, holes, values = b"", [], {}
    for s in found.stencils.values():
        values[s.name] = f"{{{len(code)}, {len(holes)}, {s.size}, {len(s.code) - s.size}, {len(s.holes)}, {'true' if s.falls else 'false'}, {place_code(s.name)}}}"
        code += s.code
        holes += s.holes
    out.append("const struct stencil stencil_special[STENCIL_SPECIALS] = {")
    for name in SPECIAL:
        if name not in values:
            raise StencilError(f"stencil_{name} is missing")
        out.append(f"    [STENCIL_{name.upper()}] = {values[name]},")
    out += ["};", "const struct stencil stencil_variants[] = {"]
    table, count = [], 0
    names = {n.rpartition("__")[0]: [] for n in values if n not in SPECIAL}
    for name in values:
        if name not in SPECIAL:
            names[name.rpartition("__")[0]].append(name)
    for op in sorted(ops, key=lambda o: o.number):
        variants = names.pop(op.name, [])
        if variants:
            table.append(f"    [{op.number}] = {{{count}, {len(variants)}, {facts(op)}}},")
            out += [f"    {values[v]}, /* {v} */" for v in variants]
            count += len(variants)
    for name in names:
        raise StencilError(f"stencil_{name} belongs to no instruction")
    out += ["};", "const struct stencil_op stencil_ops[256] = {", *table, "};"]
    out += ["const struct stencil_hole stencil_holes[] = {"]
    out += [f"    {{{h.offset}, STENCIL_{h.kind}, STENCIL_{h.form}, {h.at}, {h.addend}}}," for h in holes]
    out += ["};", "const u8 stencil_bytes[] = {", *array([str(b) for b in code]), "};"]
    out += ["", *(f'extern const u8 vm_{n}[] __asm__("{n}");' for n in found.symbols)]
    out += ["const void *const stencil_symbols[] = {", *array([f"vm_{n}" for n in found.symbols], 4), "    NULL,", "};"]
    out += [f"const u32 stencil_symbol_count = {len(found.symbols)}, stencil_data_size = {len(found.data)};",
            "const u8 stencil_data[] = {", *array([str(b) for b in found.data or b"\0"]), "};", ""]
    return "\n".join(out)


def place_code(name):
    """Two bits for each input, the deepest lowest: as enum stencil_place."""
    letters = name.rpartition("__")[2] if "__" in name else ""
    return sum("MTLC".find(c) << 2 * i for i, c in enumerate(letters)) if set(letters) <= set("MTLC") else 0


def facts(op):
    """Inputs, which of them take two slots, slots of the output, and how it may go on."""
    inputs = [v for v in op.inputs if v.kind]
    wide = sum(1 << i for i, v in enumerate(inputs) if bytecode_model.TYPES[v.kind][1] == 2)
    slots = sum(bytecode_model.TYPES[v.kind][1] for v in op.outputs if v.kind)
    flags = [f"STENCIL_{f}" for f, holds in (("LEAVES", gen_stencils.leaves(op)), ("CALLS", "call" in op.effects), ("SHUFFLES", len(op.outputs) > 1)) if holds]
    return f"{len(inputs)}, {wide}, {slots}, {' | '.join(flags) or 0}"


def listing(found):
    lines = []
    for s in sorted(found.stencils.values(), key=lambda s: s.name):
        holes = " ".join(f"{h.offset}:{h.kind.lower()}{'+' + str(h.at) if h.at else ''}" for h in s.holes)
        lines.append(f"{s.name}\t{s.size}\t{len(s.code) - s.size}\t{'falls' if s.falls else '-'}\t{holes}")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("object")
    parser.add_argument("--out")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    try:
        with open(arguments.object, "rb") as f:
            found = Extractor(Elf(f.read()))
        c = write_c(found, gen_stencils.with_stencils(bytecode_model.read()))
    except (OSError, StencilError, bytecode_model.DefinitionError) as e:
        print(f"{arguments.object}: {e}", file=sys.stderr)
        return 1
    if arguments.list:
        print(listing(found))
    if arguments.out:
        with open(arguments.out, "w", encoding="utf-8") as f:
            f.write(c)
    return 0


if __name__ == "__main__":
    sys.exit(main())
