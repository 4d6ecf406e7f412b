#!/usr/bin/env python3
"""Writes the entry layer of JVM TI from spec/jvmti_*.tsv.

    ti_functions.h        prototypes of the section functions, ti_<snake_name>
    ti_entry.c            a wrapper for each of the 148 functions with every check the tables know, and the function table
    ti_tables.h, .c       names of functions, events, errors and capabilities; what an event and a capability need
    ti_hooks.c            which poster is behind which of the VM's hooks and event points
    ti_shapes.c           what is known of every function and event and its parameters
    ti_observed.c         the table and callbacks of environments that are traced or checked (-Xlog:jvmti, -Xcheck:jvmti)
    include/argus/jvmti_extensions.h  the extensions, typed, for agents
    ti_extensions.h, .c   what GetExtensionFunctions and GetExtensionEvents say, with the functions behind it
    tests/ti_negative.h   the negative tests of the entry layer, for test/jvmti/EntryChecks
    tests/ti_record.h     the recording function table and callbacks, for test/jvmti/Recorder

`gen_ti.py --todo` prints a TODO line for each function, event and capability that no section file implements: the wrapper of such a function
answers NOT_AVAILABLE after its checks, because its section function is a weak symbol.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "gen"))
import ti_extension_header  # noqa: E402
import ti_extensions  # noqa: E402
import ti_model  # noqa: E402
import ti_negative  # noqa: E402
import ti_observe  # noqa: E402
import ti_record  # noqa: E402

BANNER = "/* Written by tools/gen_ti.py from spec/jvmti_*.tsv. */\n"
PHASE_SETS = {"onload": "TI_IN_ONLOAD | TI_IN_LIVE", "onloadOnly": "TI_IN_ONLOAD", "start": "TI_IN_START | TI_IN_LIVE", "live": "TI_IN_LIVE"}


def pointer(c_type, name):
    return c_type + name if c_type.endswith("*") else f"{c_type} {name}"


def section_args(f):
    args = ["struct ti_env *env", "struct thread *self"]
    for p in f.params:
        args.append(pointer(p.c_type if f.is_raw and p.handle == "jthread" else p.inner_type, p.name))
    return ", ".join(args)


def prototypes(model):
    out = [BANNER, "/* What the section files implement: called after every check that the tables know. IN_VM with nothing pending, unless marked raw:",
           " * those are called in whatever state the thread is, `self` may be NULL, and handles of threads are unchecked. */",
           "#ifndef ARGUS_TI_FUNCTIONS_H", "#define ARGUS_TI_FUNCTIONS_H", '#include "jvmti/core/ti_int.h"', ""]
    for f in model.functions + model.extensions:
        out.append(f"jvmtiError {f.section}({section_args(f)});{' /* raw */' if f.is_raw else ''}")
    out += ["", "#endif", ""]
    return "\n".join(out)


CONVERT = {"jthreadGroup": "ti_check_thread_group", "jclass": "ti_check_class", "jmethodID": "ti_check_method", "jobject": "ti_check_object"}


def fail(error):
    return f"{{ err = JVMTI_ERROR_{error}; goto out; }}"


def convert(f, p):
    """The C expression that makes the inner form of the handle p and answers an error."""
    n = p.name
    if p.handle == "jthread":
        return f"{'ti_check_thread_object' if 'started' in p.marks else 'ti_check_thread'}(self, {n}, &{n}_)"
    if p.handle == "jfieldID":
        return f"ti_check_field({p.marks['class']}_, {n}, &{n}_)"
    if p.handle == "jmethodID":
        return f"ti_check_method({n}, &{n}_)"
    if p.bad_handle_error == "INVALID_MODULE":
        return f"ti_check_module(self, {n}, &{n}_)"
    bad = f", JVMTI_ERROR_{p.bad_handle_error}" if p.handle == "jobject" else ""
    return f"{CONVERT[p.handle]}(self, {n}{bad}, &{n}_)"


def check_handle(f, p):
    """The C line that makes the inner form of the handle p."""
    n, made = p.name, f"if ((err = {convert(f, p)}) != JVMTI_ERROR_NONE) goto out;" if p.handle != "jrawMonitorID" and not p.is_raw_thread(f) else ""
    if p.handle == "jrawMonitorID":
        return f"if (!({n}_ = ti_raw_monitor_check({n}))) {fail('INVALID_MONITOR')}"
    if p.is_raw_thread(f):
        return f"{n}_ = {n};"
    if p.marks.get("null") == "current":
        current = "tool_thread_java(self)" if "started" in p.marks else "self"
        return f"if (!{n}) {{ if (!({n}_ = {current})) {fail('INVALID_THREAD')} }}\n    else {made}"
    return f"if (!{n}) {n}_ = NULL;\n    else {made}" if p.nullable else made


def check(f, p, what):
    """The C line of one of the function's checks."""
    n = p.name
    if what == "null":
        return f"if (!{n}) {fail(p.null_error)}"
    if what == "native":
        return f"if (tool_method_is_native({n}_)) {fail('NATIVE_METHOD')}"
    if p.handle:
        return check_handle(f, p)
    if p.enum:
        return f"if (!ti_enum_{p.enum}({n})) {fail(p.enum_error)}"
    return f"if ({n} < 0) {fail('ILLEGAL_ARGUMENT')}"


def attached(f):
    """Which threads may call the function, as an enumerator of ti_int.h."""
    if f.phase not in ("start", "live"):
        return "TI_BY_ANY"
    return "TI_BY_ATTACHED" if f.is_raw else "TI_BY_ENTERING"


def needs_memory(f):
    """False for what gives something back or lets somebody go on: that works when memory is short."""
    return not f.is_raw and "anymemory" not in f.impl and not f.name.startswith(("Clear", "Resume", "Dispose", "Deallocate", "Relinquish", "Destroy", "Interrupt", "Get", "Is", "NotifyFramePop"))


def wrapper(f):
    c_args = "".join(", " + pointer(p.c_type, p.name) for p in f.params) + (", ..." if f.varargs else "")
    inner = [p for p in f.params if p.handle]
    head = [f"static jvmtiError JNICALL entry_{f.snake}(jvmtiEnv *tienv{c_args})", "{"]
    if isinstance(f, ti_model.Extension):
        head = [f"jvmtiError JNICALL ti_extension_{f.snake}(jvmtiEnv *tienv, ...)", "{"] + ["    " + line for line in ti_extensions.arguments(f.params)]
    out = [f"jvmtiError {f.section}({section_args(f)}) __attribute__((weak));", *head,
           "    struct ti_env *env = ti_env_of(tienv);",
           f"    if (UNLIKELY(!env)) return ti_env_refused({PHASE_SETS.get(f.phase, '~0u')}, {attached(f)});"]
    if f.phase != "any":
        out.append(f"    if (UNLIKELY(!ti_env_in(env, {PHASE_SETS[f.phase]}))) return JVMTI_ERROR_WRONG_PHASE;")
    out.append("    struct thread *self = tool_self();")
    if f.is_raw:
        if f.phase in ("start", "live"):
            out.append("    if (UNLIKELY(!self)) return JVMTI_ERROR_UNATTACHED_THREAD;")
    elif f.phase == "any":
        out.append("    if (UNLIKELY(!self && ti_phase_in(TI_IN_LIVE))) return JVMTI_ERROR_UNATTACHED_THREAD;")
        out.append("    bool enter = ti_can_enter(self);")
    else:
        out.append("    if (UNLIKELY(!ti_can_enter(self))) return JVMTI_ERROR_UNATTACHED_THREAD;")
    for c in f.capabilities:
        out.append(f"    if (UNLIKELY(!env->caps.{c})) return JVMTI_ERROR_MUST_POSSESS_CAPABILITY;")
    if "quick" in f.impl: # a short way that needs no state change; it answers false for whatever is not the common case
        quick = ", ".join(["env", "self"] + [p.name for p in f.params])
        out.append(f"    if (LIKELY(ti_quick_{f.snake}({quick}))) return JVMTI_ERROR_NONE;")
    checks = [check(f, p, what) for p, what in f.checks]
    uses_goto = any("goto out" in line for line in checks)
    out.append("    jvmtiError err;")
    for p in inner:
        t = "jthread" if f.is_raw and p.handle == "jthread" else p.inner_type
        out.append(f"    {pointer(t, p.name + '_')};")
    if not f.is_raw:
        if f.phase == "any":
            out += ["    struct object *pending = NULL;", "    if (enter) pending = ti_enter(self);"]
        else:
            out.append("    struct object *pending = ti_enter(self);")
    out += ["    " + line for line in checks]
    if needs_memory(f):
        out.append("    if (UNLIKELY(vm_memory_short())) { err = JVMTI_ERROR_OUT_OF_MEMORY; goto out; }")
        uses_goto = True
    call = ", ".join(["env", "self"] + [p.name + "_" if p in inner else p.name for p in f.params])
    out.append(f"    err = {f.section} ? {f.section}({call}) : JVMTI_ERROR_NOT_AVAILABLE;")
    if uses_goto:
        out.append("out:")
    if not f.is_raw:
        out.append("    if (enter) ti_leave(self, pending);" if f.phase == "any" else "    ti_leave(self, pending);")
    out += ["    return err;", "}", ""]
    return "\n".join(out)


def enum_checks(model):
    used = sorted({p.enum for f in model.functions + model.extensions for p in f.params if p.enum})
    out = []
    for enum in used:
        values = [num for _, num in model.enums[enum]]
        low = min(values)
        if max(values) - low < 64:
            mask = sum(1 << (v - low) for v in values)
            body = f"u64 i = (u64)((i64)v - {low}); return i < 64 && ({mask:#x}ull >> i & 1);"
        else:
            body = "switch ((int)v) { " + " ".join(f"case {v}:" for v in sorted(values)) + " return true; default: return false; }"
        out.append(f"static bool ti_enum_{enum}({enum} v) {{ {body} }}")
    return "\n".join(out)


def entry(model):
    out = [BANNER, "/* The entry layer: checks in HotSpot's order: phase, thread, environment, capability, parameters as ti_model.py orders them; then the section function. */",
           '#include "ti_functions.h"', '#include "ti_tables.h"', '#include "jvmti/core/ti_handles.h"', '#include "jvmti/heap/ti_tag_fast.h"', '#include "ti_extensions.h"', "", "#include <stdarg.h>", "", enum_checks(model), ""]
    out += [wrapper(f) for f in model.functions + model.extensions]
    out.append("struct jvmtiInterface_1_ ti_function_table = {")
    out += [f"    .{f.name} = entry_{f.snake}," for f in model.functions]
    out += ["};", "", "static bool function_exists(u32 num)", "{", "    switch (num) {"]
    out += [f"    case {f.num}: return ti_{f.snake} != NULL;" for f in model.functions]
    out += ["    default: return false;", "    }", "}", "bool ti_function_exists(u32 num) { return function_exists(num); }", ""]
    return "\n".join(out)


def tables_h(model):
    out = [BANNER, "/* The specification's tables, for the code that needs names and relations. */", "#ifndef ARGUS_TI_TABLES_H", "#define ARGUS_TI_TABLES_H",
           '#include "jvmti/core/ti_int.h"', "", "/* NULL: no such number. */",
           "const char *ti_event_name(u32 num);", "const char *ti_error_name(int num); /* \"JVMTI_ERROR_NONE\" */",
           "bool ti_function_exists(u32 num); /* is there a section function behind it */", "",
           "/* The slots of the function table, as the specification numbers them. */",
           "enum ti_function_slot {", *[f"    TI_FN_{f.snake.upper()} = {f.num}," for f in model.functions], "};", "",
           "/* Events as bits: bit n is event TI_EVENT_FIRST + n. */",
           f"enum {{ TI_EVENT_FIRST = {model.events[0].num}, TI_EVENT_LAST = {max(e.num for e in model.events)} }};",
           "#define TI_BIT(event) ((u64)1 << ((event) - TI_EVENT_FIRST))"]

    def mask(pred):
        return f"{sum(1 << (e.num - model.events[0].num) for e in model.events if pred(e)):#x}ull"
    out += [f"#define TI_EVENTS_ALL {mask(lambda e: True)}", f"#define TI_EVENTS_THREAD_FILTERED {mask(lambda e: e.thread_filtered)} /* may be enabled for one thread */",
            f"#define TI_EVENTS_IN_ANY {mask(lambda e: e.phase == 'any')}", f"#define TI_EVENTS_IN_START {mask(lambda e: e.phase in ('any', 'start'))}", "",
            "/* The events that have a poster, ti_post_<snake_name>. (ti_hooks.c) */", "u64 ti_events_posted(void);",
            "/* By event - TI_EVENT_FIRST: the enum event_point behind it; EV_COUNT: none. (ti_hooks.c) */", "extern const u8 ti_event_points[TI_EVENT_SPAN];", "/* The events that need a capability of `caps` that is not there. */", "u64 ti_events_missing_capability(const jvmtiCapabilities *caps);", "",
            "/* Capabilities in the order of jvmtiCapabilities' bits. */", f"enum {{ TI_CAPABILITY_COUNT = {len(model.capabilities)} }};",
            "struct ti_capability { const char *name; u16 functions[12]; u64 events; bool optional_only /* nothing requires it */; };",
            "extern const struct ti_capability ti_capability_table[TI_CAPABILITY_COUNT];",
            "bool ti_capability_get(const jvmtiCapabilities *caps, u32 i);", "void ti_capability_set(jvmtiCapabilities *caps, u32 i, bool on);", "", "#endif", ""]
    return "\n".join(out)


def tables_c(model):
    by_name = {f.name: f.num for f in model.functions}
    ev = {e.name: e.num for e in model.events}
    first = model.events[0].num
    out = [BANNER, '#include "ti_tables.h"', ""]
    out.append("const char *ti_event_name(u32 num)\n{\n    switch (num) {")
    out += [f'    case {e.num}: return "{e.name}";' for e in model.events]
    out.append("    default: return NULL;\n    }\n}")
    out.append("const char *ti_error_name(int num)\n{\n    switch (num) {")
    out += [f'    case {num}: return "{name}";' for num, name in model.errors]
    out.append("    default: return NULL;\n    }\n}")
    out.append("u64 ti_events_missing_capability(const jvmtiCapabilities *caps)\n{\n    u64 m = 0;")
    for e in model.events:
        for c in e.capabilities:
            out.append(f"    if (!caps->{c}) m |= TI_BIT({e.num}); /* {e.name} */")
    out.append("    return m;\n}")
    out.append("const struct ti_capability ti_capability_table[TI_CAPABILITY_COUNT] = {")
    for c in model.capabilities:
        functions = [by_name[n] for n in c["functions_requiring"].split(",") if n]
        events = sum(1 << (ev[n] - first) for n in c["events_requiring"].split(",") if n)
        out.append(f'    {{ "{c["name"]}", {{ {", ".join(map(str, functions)) or 0} }}, {events:#x}ull, {"false" if functions or events else "true"} }},')
    out.append("};")
    out.append("bool ti_capability_get(const jvmtiCapabilities *caps, u32 i)\n{\n    switch (i) {")
    out += [f"    case {i}: return caps->{c['name']};" for i, c in enumerate(model.capabilities)]
    out.append("    default: return false;\n    }\n}")
    out.append("void ti_capability_set(jvmtiCapabilities *caps, u32 i, bool on)\n{\n    switch (i) {")
    out += [f"    case {i}: caps->{c['name']} = on; break;" for i, c in enumerate(model.capabilities)]
    out.append("    }\n}\n")
    return "\n".join(out)


def hooks_c(model):
    """What connects the VM's event points with the posters. A poster is declared with the type of its hook, so the compiler compares the two."""
    hooked = [e for e in model.events if e.hook]
    hooked += [e for e in {e.hook: e for e in model.extension_events}.values() if e.hook]
    out = [BANNER, '#include "jvmti/core/ti_parts.h"', '#include "ti_tables.h"', "", "/* Posters; weak: one that nobody wrote is NULL. */"]
    out += [f"extern __typeof__(*((struct event_hooks *)NULL)->{e.hook}) ti_post_{e.snake} __attribute__((weak));" if e.hook
            else f"extern char ti_post_{e.snake}[] __attribute__((weak)); /* a function; only its being there counts */" for e in model.events]
    out += [f"extern __typeof__(*((struct event_hooks *)NULL)->{e.hook}) ti_post_{e.snake} __attribute__((weak)); /* extension */" for e in hooked
            if e not in model.events]
    out += ["", "void ti_bind_event_hooks(void)", "{", *[f"    hooks.{e.hook} = ti_post_{e.snake};" for e in hooked], "}", ""]
    out += ["u64 ti_events_posted(void)", "{", "    u64 m = 0;", *[f"    if (ti_post_{e.snake}) m |= TI_BIT({e.num}); /* {e.name} */" for e in model.events], "    return m;", "}", ""]
    points = {e.num: e.point for e in model.events}
    first = model.events[0].num
    out += ["const u8 ti_event_points[TI_EVENT_SPAN] = {", *[f"    [{num - first}] = {points.get(num) or 'EV_COUNT'}," for num in range(first, max(points) + 1)], "};", ""]
    return "\n".join(out)


def todo(model):
    """One line for each part of the specification that is missing."""
    done = ti_model.implemented([f.section for f in model.functions + model.extensions])
    lines = [f"{f.name} answers NOT_AVAILABLE" for f in model.functions + model.extensions if f.section not in done]
    posted = ti_model.implemented([f"ti_post_{e.snake}" for e in model.events])
    lines += [f"event {e.name} is never sent" for e in model.events if f"ti_post_{e.snake}" not in posted]
    return lines


OUTPUTS = {"ti_functions.h": prototypes, "ti_entry.c": entry, "ti_tables.h": tables_h, "ti_tables.c": tables_c, "ti_hooks.c": hooks_c,
           "ti_shapes.c": lambda model: ti_observe.shapes_c(model, BANNER), "ti_observed.c": lambda model: ti_observe.source(model, BANNER), "ti_extensions.h": lambda model: ti_extensions.header(model, BANNER), "ti_extensions.c": lambda model: ti_extensions.source(model, BANNER),
           "include/argus/jvmti_extensions.h": lambda model: ti_extension_header.source(model, BANNER),
           "tests/ti_negative.h": ti_negative.header, "tests/ti_record.h": ti_record.header}


def main(argv):
    if "--outputs" in argv:
        print("\n".join(OUTPUTS))
        return 0
    model = ti_model.Model()
    if "--todo" in argv:
        for line in todo(model):
            print(line)
        return 0
    out = argv[argv.index("--out") + 1]
    for name, write in OUTPUTS.items():
        path = os.path.join(out, name)
        text = write(model)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as f:
                if f.read() == text:
                    continue
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
