#!/usr/bin/env python3
"""Writes as C what is particular to the JDK release: the tables of spec/jdkN (docs/releases.md).

    gen_jdk.py --outputs        names of the files it writes
    gen_jdk.py --out DIR        writes them
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "gen"))
import release  # noqa: E402

FLAG_KINDS = {"bool": "FLAG_BOOL", "ccstr": "FLAG_STRING", "ccstrlist": "FLAG_STRING", "double": "FLAG_DOUBLE", "size_t": "FLAG_SIZE"}


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def facts_header(facts):
    """release.tsv: a macro for each row; text stays text, numbers and lists of numbers are not quoted."""
    out = ["#ifndef ARGUS_JDK_RELEASE_H", "#define ARGUS_JDK_RELEASE_H"]
    for name, value in facts.items():
        number = all(part.strip().isdigit() for part in value.split(","))
        out.append(f"#define JDK_{name.upper()} {value if number else quoted(value)}")
    out.append(f"#define JDK_RELEASE_TEXT {quoted(facts['release'])}")
    return out + ["#endif"]


def check_ids(tables):
    """Faults: an id that stands twice in its enumeration, a member of a class that is not in classes.tsv."""
    classes = [row["id"] for row in tables["classes"]]
    groups = {"classes": classes, "fields and injected": [r["id"] for r in tables["fields"] + tables["injected"]],
              "methods": [r["id"] for r in tables["methods"]], "symbols": [r["id"] for r in tables["symbols"]]}
    for name, ids in groups.items():
        for twice in sorted({i for i in ids if ids.count(i) > 1}):
            yield f"{name}: {twice} stands twice"
    for name in ("fields", "injected", "methods"):
        for row in tables[name]:
            if row["class"] not in classes:
                yield f"{name}: {row['id']} is of {row['class']}, which classes.tsv does not have"
    for row in tables["boot_order"]:
        if row["class"] not in classes:
            yield f"boot_order: {row['class']} is not in classes.tsv"


def enumeration(name, prefix, ids, count):
    return [f"enum {name} {{"] + [f"    {prefix}{i}," for i in ids] + [f"    {count}", "};"]


def wellknown_header(t):
    out = ["#ifndef ARGUS_JDK_WELLKNOWN_H", "#define ARGUS_JDK_WELLKNOWN_H"]
    out += enumeration("wk_class_id", "wk_", [r["id"] for r in t["classes"]], "WK_CLASS_COUNT")
    out += enumeration("wk_field_id", "wkf_", [r["id"] for r in t["fields"] + t["injected"]], "WK_FIELD_COUNT")
    out += enumeration("wk_method_id", "wkm_", [r["id"] for r in t["methods"]], "WK_METHOD_COUNT")
    out += enumeration("wk_symbol_id", "wks_", [r["id"] for r in t["symbols"]], "WK_SYMBOL_COUNT")
    out.append(f"enum {{ WK_INJECTED_COUNT = {len(t['injected'])} }};")
    return out + ["#endif"]


def members(name, rows):
    out = [f"const struct wk_member {name}[] = {{"]
    out += [f"    {{ wk_{r['class']}, {quoted(r['name'])}, {quoted(r['descriptor'])} }}," for r in rows]
    return out + ["};"]


def wellknown_source(t):
    out = ['#include "model/wellknown.h"', "", "const char *const wk_class_names[] = {"]
    out += [f"    {quoted(r['name'])}," for r in t["classes"]] + ["};"]
    out += members("wk_field_table", t["fields"]) + members("wk_method_table", t["methods"])
    out += ["const struct wk_injected wk_injected_table[] = {"]
    out += [f"    {{ wk_{r['class']}, wkf_{r['id']}, {r['bytes']}, {r['reference']} }}," for r in t["injected"]]
    out += ["};", "const char *const wk_symbol_texts[] = {"]
    return out + [f"    {quoted(r['text'])}," for r in t["symbols"]] + ["};"]


def boot_order_header(rows):
    """For each step a list of classes in the order of the table."""
    steps = {}
    for row in rows:
        steps.setdefault(row["step"], []).append(row["class"])
    out = ["#ifndef ARGUS_JDK_BOOT_ORDER_H", "#define ARGUS_JDK_BOOT_ORDER_H", '#include "model/wellknown.h"']
    for step, classes in steps.items():
        out.append(f"static const u16 boot_{step}[] = {{ " + ", ".join("wk_" + c for c in classes) + " };")
    return out + ["#endif"]


def flags(rows):
    texts = ("name", "type", "kind", "default", "low", "high")
    return ["{ %s, %s, GROUP_%s, 0, 0, 0 }," % (", ".join(quoted(r[c]) for c in texts), FLAG_KINDS.get(r["type"], "FLAG_INT"),
                                                 r["kind"].split(" ")[-1].replace("lp64_", "")) for r in sorted(rows, key=lambda r: r["name"])]


def counters(rows):
    """Macros: a number that a function reads, a text that stays ("=text"), the text of a cause."""
    out = []
    for r in rows:
        name, value = quoted(r["name"]), r["value"]
        if r["units"] != "STRING":
            out.append(f"COUNTER({name}, {value}, PERF_{r['units']}, PERF_{r['variability']})")
        elif value.startswith("="):
            out.append(f"COUNTER_TEXT({name}, {quoted(value[1:])})")
        else:
            out.append(f"COUNTER_CHANGING({name}, {value})")
    return out


RECORDED = {"long": "i64", "int": "i64", "short": "i64", "byte": "i64", "constant": "u32", "boolean": "bool", "float": "double", "double": "double", "string": "const char *",
            "class": "struct class *", "thread": "struct thread *", "method": "struct method *", "loader": "struct loader *", "module": "struct module *", "package": "struct package *",
            "trace": "u64", "thread!": "u64", "operation": "const char *", "phase": "const char *"}
RECORDED_AS = {"constant": "number", "short": "number", "int": "number", "long": "number", "byte": "number", "boolean": "number", "float": "real", "double": "real", "string": "text",
               "class": "cls", "thread": "thread", "method": "method", "loader": "loader", "module": "module", "package": "package", "trace": "number", "thread!": "number", "operation": "text", "phase": "text"}


def began_and_ended(shape):
    return "began, ended" if "e" in shape else "began, 0" if "d" in shape else "0, 0"


def recorded_events(rows):
    """jfr_events.tsv: an enumeration, the rows as text (the VM compares them with the JDK's metadata when it starts to record), and a typed function for each event. Shape: d the event has a
    duration, e likewise and the caller says when it ended, t a thread, T likewise and the caller says which one, s a stack, 2 without its two newest
    frames."""
    out = ["enum recorder_event {"] + [f"    RECORDER_{r['id']}," for r in rows] + ["    RECORDER_EVENT_COUNT", "};"]
    out += ["#define RECORDER_EVENTS(X) \\"] + [f"    X({r['id']}, {quoted('jdk.' + r['id'])}, {quoted(r['shape'])}, {quoted(r['fields'])}) \\" for r in rows] + [""]
    for r in rows:
        fields = [f.split(":") for f in r["fields"].split()]
        name = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", r["id"]).lower()
        parameters = ["struct thread *self"] + ["i64 began"] * ("d" in r["shape"] or "e" in r["shape"]) + ["i64 ended"] * ("e" in r["shape"]) + ["struct thread *of"] * ("T" in r["shape"])
        for field, kind in fields:
            c = RECORDED[kind]
            parameters.append(f"{c}{'' if c.endswith('*') else ' '}{field.replace('.', '_')}_")
        values = ", ".join("{ .%s = %s%s_ }" % (RECORDED_AS[k], "(u64)" if RECORDED_AS[k] == "number" else "", f.replace(".", "_")) for f, k in fields)
        out += [f"static inline void recorder_{name}({', '.join(parameters)})", "{", f"    const union recorder_value v[] = {{ {values} }};",
                f"    recorder.emit(self, RECORDER_{r['id']}, {began_and_ended(r['shape'])}, {'of' if 'T' in r['shape'] else 'self'}, v);", "}"]
    return out


def files(folder=None):
    """{name: lines}"""
    t = {name: release.read(name, folder) for name in
         ("jfr_events", "classes", "fields", "injected", "methods", "symbols", "boot_order", "vm_flags", "deprecated_flags", "log_tags", "annotations", "counters")}
    faults = list(check_ids(t))
    if faults:
        raise SystemExit("\n".join(faults))
    return {
        "jdk_release.h": facts_header(release.facts(folder)),
        "jdk_wellknown.h": wellknown_header(t),
        "jdk_wellknown.c": wellknown_source(t),
        "jdk_boot_order.h": boot_order_header(t["boot_order"]),
        "jdk_vm_flags.inc": flags(t["vm_flags"]),
        "jdk_deprecated_flags.inc": ["{ %s, %s }," % (quoted(r["flag"]), r["version"]) for r in t["deprecated_flags"]],
        "jdk_counters.inc": counters(t["counters"]),
        "jdk_annotations.inc": ["{ %s, CFA_%s }," % (quoted(r["descriptor"]), r["meaning"]) for r in t["annotations"]],
        "recorder_events.h": recorded_events(t["jfr_events"]),
        "jdk_log_tags.inc": [quoted(tag) + "," for tag in sorted(r["tag"] for r in t["log_tags"])],
    }


OUTPUTS = ("jdk_release.h", "jdk_wellknown.h", "jdk_wellknown.c", "jdk_boot_order.h", "jdk_vm_flags.inc", "jdk_deprecated_flags.inc",
           "jdk_annotations.inc", "jdk_counters.inc", "jdk_log_tags.inc", "recorder_events.h")


def write(folder):
    for name, lines in files().items():
        text = f"/* Written by tools/gen_jdk.py from spec/jdk{release.release()}/. */\n" + "\n".join(lines) + "\n"
        path = os.path.join(folder, name)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as f:
                if f.read() == text:
                    continue
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)


def main():
    if "--outputs" in sys.argv:
        print("\n".join(OUTPUTS))
    else:
        write(sys.argv[sys.argv.index("--out") + 1])
    return 0


if __name__ == "__main__":
    sys.exit(main())
