"""The generated negative tests of the JVM TI entry layer: every function with one thing wrong at a time, and what the tables say it must answer.

The header is included by test/jvmti/EntryChecks/negative.c, which provides struct neg: the environments and a value of each kind, good and bad. A case
calls one function through one thunk. `unsafe` cases pass words that a VM may follow into nowhere: they run on Argus only.
"""

PHASES = ["onload", "primordial", "start", "live", "dead"]


def good(p, index):
    """A C expression for an argument with which parameter p passes its checks."""
    h = p.handle
    if p.nullable:
        return "NULL"
    if h == "jthread":
        return "t->new_thread" if p.marks.get("started") == "no" else "t->thread"
    if h == "jobject":
        return {"module": "t->module", "to_module": "t->module", "exception": "t->exception"}.get(p.name, "t->object")
    if h:
        return {"jthreadGroup": "t->group", "jclass": "t->klass", "jmethodID": "t->method", "jfieldID": "t->field", "jrawMonitorID": "t->monitor"}[h]
    if p.enum:
        return {"jvmtiEvent": "JVMTI_EVENT_VM_INIT", "jvmtiEventMode": "JVMTI_DISABLE", "jvmtiError": "JVMTI_ERROR_NONE",
                "jvmtiHeapObjectFilter": "JVMTI_HEAP_OBJECT_EITHER", "jvmtiVerboseFlag": "JVMTI_VERBOSE_OTHER"}[p.enum]
    if p.kind == "ptrtype":
        return f"({p.base})neg_callback"
    if p.kind in ("inptr", "inbuf"):
        return '"x"' if p.base == "char" else f"({p.c_type.strip()})t->zero"
    if p.is_pointer:
        return f"({p.c_type.strip()})t->scratch[{index}]"
    return "0"


def bad_values(f, p):
    """(name of the case, C expression, expected error, unsafe) for each way in which parameter p can be wrong."""
    h = p.handle
    raw_thread = f.is_raw and h == "jthread"
    if p.null_error:
        yield f"{p.name} NULL", "NULL", p.null_error, False
    if h in ("jthread", "jclass", "jthreadGroup") or (h == "jobject" and p.kind == "ptrtype" and p.name != "initial_object" and p.name != "initiating_loader"):
        # HotSpot takes any object for a thread group or a loader and reads fields that are not there.
        yield f"{p.name} a String", f"({h})t->string", p.bad_handle_error, h == "jthreadGroup" or "loader" in p.name
    if h in ("jthread", "jclass", "jobject", "jthreadGroup"):
        yield f"{p.name} a deleted reference", f"({h})t->deleted", p.bad_handle_error, True
        yield f"{p.name} no reference", f"({h})(intptr_t)0x12345678", p.bad_handle_error, True
    if h == "jthread":
        state = p.marks.get("started")
        if state == "no":
            yield f"{p.name} alive", "t->thread", "INVALID_THREAD", False
        elif state is None and not raw_thread or raw_thread:
            yield f"{p.name} not started", "t->new_thread", "THREAD_NOT_ALIVE", False
            yield f"{p.name} ended", "t->ended_thread", "THREAD_NOT_ALIVE", False
    if h in ("jmethodID", "jfieldID", "jrawMonitorID"):
        yield f"{p.name} of zeros", f"({h})t->zero", p.bad_handle_error, h == "jfieldID"
        yield f"{p.name} no address", f"({h})(intptr_t)0x12345678", p.bad_handle_error, True
        yield f"{p.name} unaligned", f"({h})((intptr_t)t->zero + 1)", p.bad_handle_error, True
    if h == "jfieldID":
        yield f"{p.name} of another class", "t->other_field", "INVALID_FIELDID", False
    if p.marks.get("native") == "error":
        yield f"{p.name} native", "t->native_method", "NATIVE_METHOD", False
    if p.kind == "jframeID":
        yield f"{p.name} negative", "-1", "ILLEGAL_ARGUMENT", False
        yield f"{p.name} below the stack", "1000000", "NO_MORE_FRAMES", False
    if p.marks.get("min") == "0":
        yield f"{p.name} negative", "-1", "ILLEGAL_ARGUMENT", False
        yield f"{p.name} very negative", "(jint)0x80000000", "ILLEGAL_ARGUMENT", False
    if p.enum:
        yield f"{p.name} no {p.enum}", f"({p.enum})12345", p.enum_error, False
        yield f"{p.name} negative", f"({p.enum})-1", p.enum_error, False


def cases(f):
    """(case name, environment, {param: expression}, expected error, phases, unsafe, needs capability, thread unattached)"""
    allowed = [ph for ph in PHASES if f.allowed_in(ph)]
    wrong = [ph for ph in PHASES if not f.allowed_in(ph)]
    if wrong:
        yield "wrong phase", "t->ti", {}, "WRONG_PHASE", wrong, False, False, False
    calm = [ph for ph in allowed if ph != "primordial"]  # in the primordial phase only the phase check is tested
    yield "environment made up", "(jvmtiEnv *)t->fake", {}, "INVALID_ENVIRONMENT", [ph for ph in calm if ph in ("live", "onload")], False, False, False
    yield "environment NULL", "NULL", {}, "INVALID_ENVIRONMENT", ["live"] if "live" in calm else [], True, False, False
    yield "environment disposed", "t->disposed", {}, "INVALID_ENVIRONMENT", ["live"] if "live" in calm else [], True, False, False
    if not f.is_raw or f.phase in ("start", "live"):
        yield "thread not attached", "t->ti", {}, "UNATTACHED_THREAD", ["live"] if "live" in calm else [], False, False, True
    if f.capabilities:
        yield "no capability", "t->bare", {}, "MUST_POSSESS_CAPABILITY", [ph for ph in calm if ph in ("start", "live")], False, False, False
    for p in f.params:
        phases = calm
        if p.handle and p.handle != "jrawMonitorID":
            phases = [ph for ph in calm if ph in ("start", "live")]
        for name, value, error, unsafe in bad_values(f, p):
            where = [ph for ph in phases if ph == "live"] if "ended" in name else phases
            yield name, "t->ti", {p.name: value}, error, where, unsafe, True, False


def header(model):
    out = ["/* Written by tools/gen_ti.py from spec/jvmti_*.tsv. */", "", "enum { " + ", ".join(f"IN_{ph.upper()} = {1 << i}" for i, ph in enumerate(PHASES)) + " };",
           "struct neg_case { const char *function, *name, *expect; unsigned phases; int unsafe, unattached; const char *capability; jvmtiError (*call)(struct neg *t); };", ""]
    table = []
    for f in model.functions:
        for i, (name, env, values, error, phases, unsafe, needs, unattached) in enumerate(cases(f)):
            if not phases:
                continue
            # The function is taken from the good environment's table: the first argument alone is what is wrong.
            args = ", ".join([env] + [values.get(p.name, good(p, k)) for k, p in enumerate(f.params)])
            thunk = f"neg_{f.num}_{i}"
            out.append(f"static jvmtiError {thunk}(struct neg *t) {{ return (*t->ti)->{f.name}({args}); }}")
            capability = f'"{f.capabilities[0]}"' if f.capabilities and needs else "NULL"
            mask = " | ".join(f"IN_{ph.upper()}" for ph in phases)
            table.append(f'    {{ "{f.name}", "{name}", "{error}", {mask}, {int(unsafe)}, {int(unattached)}, {capability}, {thunk} }},')
    out += ["", "static const struct neg_case neg_cases[] = {"] + table + ["};", ""]
    out += ["static int neg_has_capability(const jvmtiCapabilities *c, const char *name)", "{"]
    out += [f'    if (!strcmp(name, "{c["name"]}")) return c->{c["name"]};' for c in model.capabilities]
    out += ["    return 0;", "}", "", "static const char *neg_error_name(jvmtiError e)", "{", "    switch ((int)e) {"]
    out += [f'    case {num}: return "{name.removeprefix("JVMTI_ERROR_")}";' for num, name in model.errors]
    out += ["    default: return \"not an error code\";", "    }", "}", ""]
    return "\n".join(out)
