"""The generated negative tests of the JVM TI entry layer: every function with one thing wrong at a time, and what the tables say it must answer.

The header is included by test/jvmti/EntryChecks/negative.c, which provides struct neg: the environments and a value of each kind, good and bad. A case
calls one function through one thunk. `unsafe` cases pass words that a VM may follow into nowhere: on HotSpot they are asked one VM after the other, each
going on behind the case that ended the one before.
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
        return f"({p.base})(void *)neg_callback"
    if p.kind in ("inptr", "inbuf"):
        return '"x"' if p.base == "char" else f"({p.c_type.strip()})t->zero"
    if p.is_pointer:
        return f"({p.c_type.strip()})t->scratch[{index}]"
    return "0"


def bad_values(f, p):
    """(name of the case, C expression, expected error, unsafe) for each way in which parameter p can be wrong. ANY: whatever error the function lists, or
    NONE, but no crash."""
    h = p.handle
    raw_thread = f.is_raw and h == "jthread"
    if p.null_error:
        yield f"{p.name} NULL", "NULL", p.null_error, False
    if h in ("jthread", "jclass", "jthreadGroup") or (h == "jobject" and p.kind == "ptrtype" and p.name != "initial_object" and p.name != "initiating_loader"):
        # HotSpot takes any object for a thread group or a loader and reads fields that are not there.
        yield f"{p.name} a String", f"({h})t->string", p.bad_handle_error, h == "jthreadGroup" or "loader" in p.name
    if h in ("jthread", "jclass", "jthreadGroup"):
        other = "t->thread" if h == "jclass" else "t->klass"
        yield f"{p.name} a {'Thread' if h == 'jclass' else 'Class'}", f"({h}){other}", p.bad_handle_error, h == "jthreadGroup"
    if h in ("jthread", "jclass", "jobject", "jthreadGroup"):
        yield f"{p.name} a deleted reference", f"({h})t->deleted", p.bad_handle_error, True
        yield f"{p.name} a cleared weak reference", f"({h})t->cleared", p.bad_handle_error, True
        for name, value in (("no reference", "(intptr_t)0x12345678"), ("one", "(intptr_t)1"), ("minus one", "(intptr_t)-1"), ("zeros", "t->zero"),
                            ("a method id", "t->method"), ("a field id", "t->field"), ("an environment", "t->ti"), ("a raw monitor", "t->monitor")):
            yield f"{p.name} {name}", f"({h}){value}", p.bad_handle_error, True
    if h == "jthread":
        state = p.marks.get("started")
        if state == "no":
            yield f"{p.name} alive", "t->thread", "INVALID_THREAD", False
        elif state is None and not raw_thread or raw_thread:
            yield f"{p.name} not started", "t->new_thread", "THREAD_NOT_ALIVE", False
            yield f"{p.name} ended", "t->ended_thread", "THREAD_NOT_ALIVE", False
    if h in ("jmethodID", "jfieldID", "jrawMonitorID"):
        yield f"{p.name} of zeros", f"({h})t->zero", p.bad_handle_error, h == "jfieldID"
        for name, value in (("no address", "(intptr_t)0x12345678"), ("unaligned", "((intptr_t)t->zero + 1)"), ("one", "(intptr_t)1"), ("minus one", "(intptr_t)-1"),
                            ("a reference", "t->object"), ("an environment", "t->ti"),
                            ("a field id" if h == "jmethodID" else "a method id", "t->field" if h == "jmethodID" else "t->method")):
            yield f"{p.name} {name}", f"({h}){value}", p.bad_handle_error, True
    if h in ("jmethodID", "jfieldID"):
        yield f"{p.name} a raw monitor", f"({h})t->monitor", p.bad_handle_error, True
    if h == "jrawMonitorID":
        yield f"{p.name} destroyed", "neg_destroyed(t)", p.bad_handle_error, True
    if h == "jmethodID":
        yield f"{p.name} abstract", "t->abstract_method", "ANY", False
    if h == "jclass" and p.kind != "ptrtype":
        for name in ("primitive", "array", "unprepared"):
            yield f"{p.name} {name}", f"t->{name}_class", "ANY", any(q.handle == "jfieldID" for q in f.params)
    if h == "jfieldID":
        yield f"{p.name} of another class", "t->other_field", "INVALID_FIELDID", False
    if p.marks.get("native") == "error":
        yield f"{p.name} native", "t->native_method", "NATIVE_METHOD", False
    if p.kind == "jframeID":
        yield f"{p.name} negative", "-1", "ILLEGAL_ARGUMENT", False
        yield f"{p.name} very negative", "INT32_MIN", "ILLEGAL_ARGUMENT", False
        yield f"{p.name} below the stack", "1000000", "NO_MORE_FRAMES", False
        yield f"{p.name} far below the stack", "INT32_MAX", "NO_MORE_FRAMES", False
    if p.marks.get("min") == "0":
        yield f"{p.name} negative", "-1", "ILLEGAL_ARGUMENT", False
        yield f"{p.name} very negative", "(jint)0x80000000", "ILLEGAL_ARGUMENT", False
    if p.enum:
        yield f"{p.name} no {p.enum}", f"({p.enum})12345", p.enum_error, False
        yield f"{p.name} negative", f"({p.enum})-1", p.enum_error, False
    if p.kind == "jlocation":
        for name, value in (("negative", "-1"), ("very negative", "INT64_MIN"), ("far away", "INT64_MAX")):
            yield f"{p.name} {name}", value, "INVALID_LOCATION", False
    if p.name == "slot":
        for name, value in (("negative", "-1"), ("very negative", "INT32_MIN"), ("very large", "INT32_MAX"), ("no short", "65536")):
            yield f"{p.name} {name}", value, "ANY", False
    if p.name in ("property", "package_name", "pkg_name", "segment") or f.name == "CreateRawMonitor" and p.name == "name":
        for name, value in (("empty", '""'), ("no UTF-8", '"\\xff\\xc0\\x80\\xed"'), ("very long", "t->long_text")):
            yield f"{p.name} {name}", value, "ANY", False


def check_of(p, bad):
    """Which check of ti_model.Function.checks the bad value runs into; None: it is found later."""
    name, value, error, _ = bad
    if value == "NULL" or error == p.null_error and p.is_pointer:
        return "null"
    if error in ("ANY", "NO_MORE_FRAMES", "INVALID_LOCATION", "INVALID_PRIORITY"):
        return None
    return "native" if error == "NATIVE_METHOD" else "value"


def specials(f):
    """(name, {param: expression}, expected error, unsafe): wrong values that take more than one parameter, or a parameter's own range."""
    return {
        "Allocate": [("size negative", {"size": "-1"}, "ILLEGAL_ARGUMENT", False), ("size very negative", {"size": "INT64_MIN"}, "ILLEGAL_ARGUMENT", False),
                     ("size more than there is", {"size": "INT64_MAX"}, "OUT_OF_MEMORY", False)],
        "SuspendThreadList": [("strangers in the list", {"request_count": "6", "request_list": "t->strangers"}, "NONE", True)],
        "ResumeThreadList": [("strangers in the list", {"request_count": "6", "request_list": "t->strangers"}, "NONE", True)],
        "GetThreadListStackTraces": [("strangers in the list", {"thread_count": "6", "thread_list": "t->strangers"}, "INVALID_THREAD", True),
                                     ("max_frame_count too many", {"thread_count": "1", "thread_list": "&t->thread", "max_frame_count": "INT32_MAX"}, "ANY", True)],
        "GetAllStackTraces": [("max_frame_count too many", {"max_frame_count": "INT32_MAX"}, "ANY", True)],
        "GetStackTrace": [("start_depth very negative", {"start_depth": "INT32_MIN"}, "ILLEGAL_ARGUMENT", False),
                          ("start_depth very large", {"start_depth": "INT32_MAX"}, "ILLEGAL_ARGUMENT", False),
                          ("max_frame_count too many", {"max_frame_count": "INT32_MAX"}, "NONE", False)],
        "RetransformClasses": [("strangers in the list", {"class_count": "6", "classes": "t->strangers"}, "INVALID_CLASS", True)],
        "RedefineClasses": [("strangers in the list", {"class_count": "2", "class_definitions": "t->definitions"}, "INVALID_CLASS", True)],
        "SetNativeMethodPrefixes": [("a prefix NULL", {"prefix_count": "2", "prefixes": "(char **)t->zero"}, "ANY", True)],
        "GetObjectsWithTags": [("tag zero", {"tag_count": "2", "tags": "(const jlong *)t->zero"}, "ILLEGAL_ARGUMENT", False)],
        "RunAgentThread": [(f"priority {n}", {"priority": n}, "INVALID_PRIORITY", False) for n in ("0", "11", "-1", "INT32_MAX", "INT32_MIN")]
        + [("thread ended", {"thread": "t->ended_thread", "priority": "5"}, "ANY", False)],
        "StopThread": [("exception a String", {"exception": "t->string"}, "INVALID_OBJECT", True)],
        "FollowReferences": [("heap_filter all bits", {"heap_filter": "-1"}, "ANY", False)],
        "IterateThroughHeap": [("heap_filter all bits", {"heap_filter": "-1"}, "ANY", False)],
        "SetHeapSamplingInterval": [("sampling_interval negative", {"sampling_interval": "-1"}, "ILLEGAL_ARGUMENT", False),
                                    ("sampling_interval very negative", {"sampling_interval": "INT32_MIN"}, "ILLEGAL_ARGUMENT", False)],
        "SetExtensionEventCallback": [(f"extension_event_index {n}", {"extension_event_index": n}, "ILLEGAL_ARGUMENT", False) for n in ("-1", "INT32_MIN", "INT32_MAX")],
    }.get(f.name, [])


class Case:
    """One call. `phases`: where it must answer `expect`; `wrong`: where it must answer WRONG_PHASE."""

    def __init__(self, name, expect, phases, env="t->ti", values=None, unsafe=False, needs=False, unattached=False, wrong=()):
        self.name, self.expect, self.phases, self.env, self.values, self.unsafe = name, expect, list(phases), env, values or {}, unsafe
        self.needs, self.unattached, self.wrong = needs, unattached, list(wrong)


def cases(f):
    allowed = [ph for ph in PHASES if f.allowed_in(ph)]
    wrong = [ph for ph in PHASES if not f.allowed_in(ph)]
    if wrong:
        yield Case("wrong phase", "WRONG_PHASE", wrong)
    calm = [ph for ph in allowed if ph != "primordial"]  # in the primordial phase only the phase check is tested
    for name, env, unsafe in (("made up", "(jvmtiEnv *)t->fake", False), ("NULL", "NULL", True), ("disposed", "t->disposed", True)):
        yield Case(f"environment {name}", "INVALID_ENVIRONMENT", calm, env=env, unsafe=unsafe, wrong=[ph for ph in wrong if ph != "primordial" and not unsafe])
    if not f.is_raw or f.phase in ("start", "live"):
        yield Case("thread not attached", "UNATTACHED_THREAD", ["live"] if "live" in calm else [], unattached=True)
        told = "UNATTACHED_THREAD" if f.phase in ("start", "live") else "INVALID_ENVIRONMENT"
        yield Case("thread not attached, environment made up", told, ["live"] if "live" in calm else [], env="(jvmtiEnv *)t->fake", unattached=True)
    if f.capabilities:
        yield Case("no capability", "MUST_POSSESS_CAPABILITY", [ph for ph in calm if ph in ("start", "live")], env="t->bare")
    for p in f.params:
        phases = calm
        if p.handle and p.handle != "jrawMonitorID":
            phases = [ph for ph in calm if ph in ("start", "live")]
        if p.name == "segment":  # in OnLoad whatever is given is believed, and the VM starts with it
            phases = ["live"]
        for name, value, error, unsafe in bad_values(f, p):
            late = "ended" in name or "cleared" in name or p.handle == "jthreadGroup"
            where = [ph for ph in phases if ph == "live"] if late else phases
            yield Case(name, error, where, values={p.name: value}, unsafe=unsafe, needs=True, wrong=wrong)
    for name, values, error in two_wrong(f):
        yield Case(name, error, ["live"] if "live" in calm else [], values=values, needs=True)
    for name, values, error, unsafe in specials(f):
        yield Case(name, error, [ph for ph in calm if ph in ("live", "dead")], values=values, unsafe=unsafe, needs=True, wrong=wrong)


def two_wrong(f):
    """(name, {param: expression}, expected error): two parameters are wrong at once, and the order of the checks says which is told."""
    order = {(p.name, check): at for at, (p, check) in enumerate(f.checks)}
    wrong = [(p, name, value, error, order[p.name, check]) for p in f.params for check, (name, value, error, unsafe) in
             ((check_of(p, bad), bad) for bad in bad_values(f, p)) if not unsafe and (p.name, check) in order]
    for i, (p, name, value, error, at) in enumerate(wrong):
        for q, other, other_value, other_error, other_at in wrong[i + 1:]:
            if p is not q and error != other_error:
                yield f"{name}, {other}", {p.name: value, q.name: other_value}, error if at < other_at else other_error


def in_walk(f, c):
    """What the case must answer inside a heap callback, where the world is stopped; None: not asked. Functions that are not callback-safe find no thread there."""
    if c.expect == "WRONG_PHASE" and "live" in c.phases or "live" in c.wrong:
        return "WRONG_PHASE"
    if c.unattached or "live" not in c.phases:
        return None
    if f.is_raw and not f.callback_safe or f.phase in ("any", "onload") and not f.is_raw:
        return "ANY"  # nobody may call it there, and HotSpot does not look whether somebody does
    if f.is_raw:
        return c.expect if c.expect == "INVALID_ENVIRONMENT" or not f.capabilities and not any(p.handle == "jthread" for p in f.params) else "ANY"
    return "UNATTACHED_THREAD"


def header(model):
    out = ["/* Written by tools/gen_ti.py from spec/jvmti_*.tsv. */", "", "enum { " + ", ".join(f"IN_{ph.upper()} = {1 << i}" for i, ph in enumerate(PHASES)) + " };",
           "struct neg_case { const char *function, *name, *expect, *walk; unsigned phases, wrong; int unsafe, unattached; const char *capability; int extension; jvmtiError (*call)(struct neg *t); };", "",
           "/* Extension functions by id; a case's `extension` is the place here, -1: none. Each is looked for once, struct neg keeps it. */",
           "static const char *const neg_extensions[] = {", *[f'    "{f.ids[0]}",' for f in model.extensions], "};", ""]
    table = []
    for f in model.functions + model.extensions:
        extension = model.extensions.index(f) if f in model.extensions else -1
        for i, c in enumerate(cases(f)):
            if not c.phases and not c.wrong:
                continue
            # The function is taken from the good environment's table: the first argument alone is what is wrong.
            args = ", ".join([c.env] + [c.values.get(p.name, good(p, k)) for k, p in enumerate(f.params)])
            thunk = f"neg_{f.num}_{i}"
            call = f"(*t->ti)->{f.name}({args})"
            if extension >= 0:
                args = ", ".join([c.env] + [f"({p.c_type.strip()})({c.values.get(p.name, good(p, k))})" for k, p in enumerate(f.params)])
                call = f"t->extensions[{extension}]({args})"
            out.append(f"static jvmtiError {thunk}(struct neg *t) {{ return {call}; }}")
            capability = f'"{f.capabilities[0]}"' if f.capabilities and c.needs else "NULL"
            phases, wrong = (" | ".join(f"IN_{ph.upper()}" for ph in places) or "0" for places in (c.phases, c.wrong))
            walk = in_walk(f, c)
            walk = f'"{walk}"' if walk else "NULL"
            table.append(f'    {{ "{f.name}", "{c.name}", "{c.expect}", {walk}, {phases}, {wrong}, {int(c.unsafe)}, {int(c.unattached)}, {capability}, {extension}, {thunk} }},')
    out += ["", "static const struct neg_case neg_cases[] = {"] + table + ["};", ""]
    out += ["static int neg_has_capability(const jvmtiCapabilities *c, const char *name)", "{"]
    out += [f'    if (!strcmp(name, "{c["name"]}")) return c->{c["name"]};' for c in model.capabilities]
    out += ["    return 0;", "}", "", "static const char *neg_error_name(jvmtiError e)", "{", "    switch ((int)e) {"]
    out += [f'    case {num}: return "{name.removeprefix("JVMTI_ERROR_")}";' for num, name in model.errors]
    out += ["    default: return \"not an error code\";", "    }", "}", ""]
    return "\n".join(out)
