"""The generated half of the recorder of test/jvmti/Recorder: a function table that counts (function, answer), callbacks that count events.

The hand-written half provides rec_real (the VM's table), rec_count, rec_event, rec_callbacks, rec_set_callbacks, rec_capabilities; the layout of
the counts is in `layout`, for the reader in tools/conformance_main.py too.
"""
from ti_model import Param, read_table

# Words of the shared file: functions by number and answer, events by number, capabilities in the order of the specification.
ANSWERS = 128  # the highest error code is 116; anything out of range counts as the last
FUNCTIONS, EVENTS, CAPABILITIES = 160, 128, 64


def layout():
    """(offset of functions, of events, of capabilities, number of words)"""
    return 0, FUNCTIONS * ANSWERS, FUNCTIONS * ANSWERS + EVENTS, FUNCTIONS * ANSWERS + EVENTS + CAPABILITIES


def event_type(p):
    """The C type of an event's parameter."""
    base = {"uchar": "unsigned char"}.get(p.target, p.target)
    if p.kind == "outptr":
        return base + " *"
    if p.kind == "vmbuf":
        return f"const {base} *"
    if p.kind == "agentbuf":
        return base + " **"
    return p.kind


def declare(c_type, name):
    return c_type + name if c_type.endswith("*") else f"{c_type} {name}"


def function_wrapper(f):
    params = "".join(", " + declare(p.c_type, p.name) for p in f.params) + (", ..." if f.varargs else "")
    args = ", ".join(["env"] + [p.name for p in f.params])
    call = f"rec_real->{f.name}({args})"
    after = ""
    if f.name == "SetEventCallbacks":
        call = f"rec_set_callbacks({args})"
    elif f.name == "AddCapabilities":
        after = " if (answer == JVMTI_ERROR_NONE) rec_capabilities(env);"
    return f"static jvmtiError JNICALL rec_{f.snake}(jvmtiEnv *env{params}) {{ jvmtiError answer = {call};{after} return rec_count({f.num}, answer); }}"


def trampoline(e, row):
    params = [p for p in (Param(t) for t in row["parameters"].split("; ") if t) if not p.implied]
    text = ", ".join(["jvmtiEnv *env"] + [declare(event_type(p), p.name) for p in params])
    args = ", ".join(["env"] + [p.name for p in params])
    return (f"static void JNICALL rec_on_{e.snake}({text}) {{ rec_event({e.num}); const jvmtiEventCallbacks *to = rec_callbacks(env); "
            f"jvmtiEvent{e.name} f = to ? to->{e.name} : NULL; if (f) f({args}); }}")


def header(model):
    functions, events, capabilities, words = layout()
    out = ["/* Written by tools/gen_ti.py from spec/jvmti_*.tsv. */", "",
           f"enum {{ REC_ANSWERS = {ANSWERS}, REC_FUNCTIONS = {functions}, REC_EVENTS = {events}, REC_CAPABILITIES = {capabilities}, REC_WORDS = {words} }};",
           "static jvmtiError rec_count(int function, jvmtiError answer);", "static void rec_event(int event);", "static void rec_capability(int i);",
           "static const jvmtiEventCallbacks *rec_callbacks(jvmtiEnv *env);",
           "static jvmtiError rec_set_callbacks(jvmtiEnv *env, const jvmtiEventCallbacks *callbacks, jint size);",
           "static void rec_capabilities(jvmtiEnv *env);", ""]
    out += [function_wrapper(f) for f in model.functions]
    out += ["", "static const struct jvmtiInterface_1_ rec_table = {"] + [f"    .{f.name} = rec_{f.snake}," for f in model.functions] + ["};", ""]
    rows = {int(r["num"]): r for r in read_table("jvmti_events.tsv")}
    out += [trampoline(e, rows[e.num]) for e in model.events]
    out += ["", "/* A callback for each that the agent set. */", "static void rec_trampolines(const jvmtiEventCallbacks *from, jvmtiEventCallbacks *to)", "{"]
    out += [f"    if (from->{e.name}) to->{e.name} = rec_on_{e.snake};" for e in model.events] + ["}", ""]
    out += ["static void rec_held(const jvmtiCapabilities *held)", "{"]
    out += [f"    if (held->{c['name']}) rec_capability({i});" for i, c in enumerate(model.capabilities)] + ["}", ""]
    return "\n".join(out)
