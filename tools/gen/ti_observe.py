"""What -Xlog:jvmti and -Xcheck:jvmti need of the tables: the second function table, our callbacks, and a description of every function and event with its
parameters (struct ti_shape of src/jvmti/trace/ti_observe.h)."""
import os
import re

import ti_extensions
import ti_model

# Parameters whose type in the tables says less than the specification.
BITS = {("GetThreadState", "thread_state_ptr"): "jvmtiThreadState", ("GetClassStatus", "status_ptr"): "jvmtiClassStatus",
        ("FollowReferences", "heap_filter"): "jvmtiHeapFilter", ("IterateThroughHeap", "heap_filter"): "jvmtiHeapFilter",
        ("ResourceExhausted", "flags"): "jvmtiResourceExhaustionFlags"}
COUNTS = {("GetAllStackTraces", "stack_info_ptr"): "thread_count_ptr", ("SetNativeMethodPrefixes", "prefixes"): "prefix_count"}
WALKS = {"IterateOverObjectsReachableFromObject", "IterateOverReachableObjects", "IterateOverHeap", "IterateOverInstancesOfClass", "FollowReferences",
         "IterateThroughHeap"}
# What -Xlog:jvmti shows without asking for more: who listens to what.
INFO = {"Capability", "Event Management", "Extension Mechanism"}
INFO_FUNCTIONS = {"DisposeEnvironment"}
INFO_NOT = {"GetPotentialCapabilities", "GetCapabilities", "GetExtensionFunctions", "GetExtensionEvents", "GenerateEvents"}
HANDLES = {"jthread": "THREAD", "jthreadGroup": "GROUP", "jclass": "CLASS", "jobject": "OBJECT", "jmethodID": "METHOD", "jfieldID": "FIELD", "jrawMonitorID": "MONITOR"}
KINDS = {"jint": "INT", "jlong": "LONG", "jfloat": "FLOAT", "jdouble": "DOUBLE", "jboolean": "BOOL", "char": "STRING", "unsigned char": "BYTES", "void": "POINTER",
         "jlocation": "LOCATION", "jvalue": "VALUE", "jvmtiCapabilities": "CAPABILITIES", "jvmtiEventCallbacks": "CALLBACKS", "jvmtiHeapCallbacks": "HEAP_CALLBACKS",
         "jvmtiThreadInfo": "THREAD_INFO", "jvmtiThreadGroupInfo": "GROUP_INFO", "jvmtiFrameInfo": "FRAME", "jvmtiStackInfo": "STACK", "jvmtiLineNumberEntry": "LINE",
         "jvmtiLocalVariableEntry": "VARIABLE", "jvmtiMonitorUsage": "MONITOR_USAGE", "jvmtiMonitorStackDepthInfo": "MONITOR_DEPTH", "jvmtiTimerInfo": "TIMER",
         "jvmtiClassDefinition": "CLASS_DEFINITION", "jvmtiExtensionFunctionInfo": "EXTENSION_FUNCTION", "jvmtiExtensionEventInfo": "EXTENSION_EVENT",
         "jniNativeInterface": "POINTER", "jvmtiAddrLocationMap": "POINTER", "jvmtiError": "ERROR", **HANDLES}
WAYS = {"inptr": "IN", "inbuf": "IN", "vmbuf": "IN", "outptr": "OUT", "outbuf": "OUT", "allocbuf": "ALLOCATED", "allocallocbuf": "ALLOCATED2", "agentbuf": "OUT"}
PHASES = {"any": "any phase", "onload": "the OnLoad and the live phase", "onloadOnly": "the OnLoad phase", "start": "the start and the live phase", "live": "the live phase"}


def c_type(p):
    """As Param.c_type, with what only events have."""
    if p.kind == "vmbuf":
        return "const " + p.base + " *"
    return p.c_type


def describe(owner, params, p):
    """(kind, way, count's name or None, names of an enumeration or None)"""
    kind, way, names = None, WAYS.get(p.kind, "VALUE"), None
    count = COUNTS.get((owner, p.name)) or p.marks.get("outcount") or p.marks.get("incount")
    if (owner, p.name) in BITS:
        kind, names = "BITS", BITS[owner, p.name]
    elif p.handle and way == "VALUE":
        kind = HANDLES[p.handle]
    elif p.enum or (p.target or "").startswith("enum "):
        names = p.enum or p.base
        kind, names = ("ERROR", None) if names == "jvmtiError" else ("ENUM", names)
    elif p.kind == "ptrtype":
        kind = "FUNCTION"
    elif p.kind == "jframeID":
        kind = "INT"
    elif p.kind == "char":
        kind = "CHAR"
    elif way == "VALUE":
        kind = KINDS[p.kind]
    elif p.kind == "agentbuf" and p.base == "char":
        kind, way = "STRING", "IN"
    elif p.kind == "agentbuf" and p.base == "uchar":
        kind, way = "BYTES", "ALLOCATED"
    elif p.kind == "agentbuf":
        kind = "POINTER"
    else:
        kind = KINDS[p.base]
        if way == "IN" and kind == "POINTER":
            way = "VALUE"
        if way == "OUT" and kind == "POINTER" and p.kind == "outptr":  # the address of a native function
            way = "VALUE"
    if kind in ("POINTER", "CALLBACKS", "HEAP_CALLBACKS", "CAPABILITIES") or count not in [q.name for q in params]:
        count = None
    if owner == "Deallocate":
        kind, way, count = "POINTER", "VALUE", None
    return kind, way, count, names


def errors(p, way):
    """What a bad value and NULL answer."""
    bad = p.bad_handle_error if p.handle else p.enum_error if p.enum else "ILLEGAL_ARGUMENT" if p.kind == "jframeID" or p.marks.get("min") == "0" else None
    return bad, p.null_error


def short_names(model, enum):
    if enum == "jvmtiEvent":
        return [(e.num, e.name) for e in model.events]
    rows = model.enums[enum]
    prefix = os.path.commonprefix([name for name, _ in rows])
    prefix = prefix[:prefix.rfind("_") + 1]
    return [(num, name[len(prefix):]) for name, num in rows]


def names_table(model, enum):
    rows = "".join(f'{{ {num}, "{name}" }}, ' for num, name in short_names(model, enum))
    return f"static const struct ti_name names_{enum}[] = {{ {rows}{{ 0, NULL }} }};"


def level(f):
    if (f.category in INFO or f.name in INFO_FUNCTIONS) and f.name not in INFO_NOT:
        return "LOG_info"
    return "LOG_trace" if "notrace" in f.impl else "LOG_debug"


def parameters(model, owner, params, with_errors):
    rows = []
    for p in params:
        kind, way, count, names = describe(owner, params, p)
        bad, null = errors(p, way) if with_errors else (None, None)
        rows.append(f'    {{ "{p.name}", TI_K_{kind}, TI_W_{way}, {[q.name for q in params].index(count) if count else -1}, '
                    f'{"names_" + names if names else "NULL"}, {"JVMTI_ERROR_" + bad if bad else 0}, {"JVMTI_ERROR_" + null if null else 0} }},')
    return rows


def shapes(model):
    out = []
    enums = set()
    rows_of_all = model.functions + model.events + model.extensions + model.extension_events
    for owner, params in [(r.name, r.params) for r in rows_of_all]:
        enums |= {n for n in (describe(owner, params, p)[3] for p in params) if n}
    out += [names_table(model, enum) for enum in sorted(enums)] + [""]
    for what, rows in (("function", model.functions), ("event", model.events), ("extension", model.extensions)):
        for r in rows:
            if r.params:
                out += [f"static const struct ti_parameter {what}_{r.snake}[] = {{"] + parameters(model, r.name, r.params, what != "event") + ["};"]
    for e in model.extension_events:
        out += [f"static const struct ti_parameter extension_event_{e.num}[] = {{"] + parameters(model, e.name, e.params, False) + ["};"]
    for what, rows in (("function", model.functions), ("extension", model.extensions)):
        out.append(f"const struct ti_shape ti_{what}_shapes[] = {{")
        out += [f'    {{ "{f.name}", {f.num}, false, {level(f)}, {str(f.is_raw).lower()}, {str(f.callback_safe).lower()}, {str(f.name in WALKS).lower()}, '
                f'"{PHASES[f.phase]}", "{", ".join(f.capabilities)}", {len(f.params)}, {what + "_" + f.snake if f.params else "NULL"} }},' for f in rows]
        out += ["    { 0 }", "};"]
    out += ["/* By extension_event_index; numbered behind all events of the specification. */", "const struct ti_shape ti_extension_event_shapes[] = {"]
    out += [f'    {{ "{e.name}", {200 + e.num}, true, LOG_debug, false, true, false, "", "", {len(e.params)}, extension_event_{e.num} }},' for e in model.extension_events]
    out += ["    { 0 }", "};", "const struct ti_shape ti_event_shapes[] = {"]
    for e in model.events:
        out.append(f'    {{ "{e.name}", {e.num}, true, LOG_debug, {str(e.restricted).lower()}, {str(not e.restricted).lower()}, false, "", "{", ".join(e.capabilities)}", '
                   f'{len(e.params)}, {"event_" + e.snake if e.params else "NULL"} }},')
    return out + ["    { 0 }", "};", ""]


def word(p):
    t = c_type(p)
    if t == "jvalue":
        return f"(u64){p.name}.j"
    if t in ("jfloat", "jdouble"):
        return f"ti_word_of_{t[1:]}({p.name})"
    if t.endswith("*") or p.handle or p.kind == "ptrtype":
        return f"(u64)(uintptr_t){p.name}"
    return f"(u64)(i64){p.name}"


def array(params):
    return ", ".join(word(p) for p in params) or "0"


def pointer(c, name):
    return c + name if c.endswith("*") else f"{c} {name}"


def function(f, index):
    c_args = "".join(", " + pointer(c_type(p), p.name) for p in f.params) + (", ..." if f.varargs else "")
    call = ", ".join(["tienv"] + [p.name for p in f.params])
    return "\n".join([f"static jvmtiError JNICALL observed_{f.snake}(jvmtiEnv *tienv{c_args})", "{", "    struct ti_observed o;",
                      f"    const u64 args[] = {{ {array(f.params)} }};",
                      f"    if (!ti_observe_call(&o, tienv, &ti_function_shapes[{index}], args, __builtin_return_address(0))) return JVMTI_ERROR_NONE;",
                      f"    return ti_observe_answer(&o, ti_function_table.{f.name}({call}));", "}", ""])


def event(e, index):
    c_args = "".join(", " + pointer(c_type(p), p.name) for p in e.all_params if not p.implied)
    call = ", ".join(["tienv"] + [p.name for p in e.all_params if not p.implied])
    return "\n".join([f"static void JNICALL observed_event_{e.snake}(jvmtiEnv *tienv{c_args})", "{",
                      f"    jvmtiEvent{e.name} callback = (jvmtiEvent{e.name})ti_observed_callback(tienv, {e.num});", "    if (!callback) return;",
                      "    struct ti_observed o;", f"    const u64 args[] = {{ {array(e.params)} }};",
                      f"    ti_observe_event(&o, tienv, &ti_event_shapes[{index}], args, (const void *)callback);", f"    callback({call});",
                      "    ti_observe_event_end(&o);", "}", ""])


def extension(f, index):
    call = ", ".join(["tienv"] + [p.name for p in f.params])
    left = [p for p in f.params if p.marks.get("onerror") == "too"]
    lines = [*ti_extensions.arguments(f.params), "struct ti_observed o;", f"const u64 args[] = {{ {array(f.params)} }};",
             *[f"const void *{p.name}_before = {p.name} ? *{p.name} : NULL;" for p in left],
             f"if (!ti_observe_call(&o, tienv, &ti_extension_shapes[{index}], args, __builtin_return_address(0))) return JVMTI_ERROR_NONE;",
             f"jvmtiError err = ti_extension_{f.snake}({call});",
             *[f"if (err != JVMTI_ERROR_NONE && {p.name} && *{p.name} != {p.name}_before) ti_observe_left(&o, *{p.name});" for p in left],
             "return ti_observe_answer(&o, err);"]
    return "\n".join([f"jvmtiError JNICALL ti_extension_observed_{f.snake}(jvmtiEnv *tienv, ...)", "{", *["    " + line for line in lines], "}", ""])


def extension_event(e):
    names = [f"a{i}" for i in range(len(e.all_params))]
    words = [f"(u64)(uintptr_t){name}" for name, p in zip(names, e.all_params) if p.target != "JNIEnv"]
    lines = [*ti_extensions.arguments(e.all_params, names), f"jvmtiExtensionEvent callback = ti_observed_extension_callback(tienv, {e.num});", "if (!callback) return;",
             "struct ti_observed o;", f"const u64 args[] = {{ {', '.join(words) or 0} }};",
             f"ti_observe_event(&o, tienv, &ti_extension_event_shapes[{e.num}], args, (const void *)callback);", f"callback({', '.join(['tienv'] + names)});",
             "ti_observe_event_end(&o);"]
    return "\n".join([f"void JNICALL ti_extension_observed_event_{e.num}(jvmtiEnv *tienv, ...)", "{", *["    " + line for line in lines], "}", ""])


def shapes_c(model, banner):
    return "\n".join([banner, "/* What is known of every function and event: names, parameters, phases, capabilities. */", '#include "jvmti/trace/ti_observe.h"', "", *shapes(model)])


def source(model, banner):
    out = [banner, "/* The observing function table and callbacks. */", '#include "jvmti/trace/ti_observe.h"', '#include "ti_extensions.h"', "", "#include <stdarg.h>", ""]
    out += [function(f, i) for i, f in enumerate(model.functions)]
    out.append("struct jvmtiInterface_1_ ti_observed_table = {")
    out += [f"    .{f.name} = observed_{f.snake}," for f in model.functions] + ["};", ""]
    out += [event(e, i) for i, e in enumerate(model.events)]
    out += [extension(f, i) for i, f in enumerate(model.extensions) if not f.in_signals]
    out += [extension_event(e) for e in model.extension_events]
    out.append("const jvmtiEventCallbacks ti_observed_callbacks = {")
    out += [f"    .{e.name} = observed_event_{e.snake}," for e in model.events] + ["};", ""]
    return "\n".join(out)
