"""Extension functions and events of JVM TI: spec/jvmti_extension_*.tsv as C. The wrappers of the functions are those of all others (gen_ti.py, ti_observe.py);
here are the tables that GetExtensionFunctions and GetExtensionEvents show, and how arguments come out of "..."."""

PARAM_KINDS = {"outptr": "OUT", "outbuf": "OUT_BUF", "inptr": "IN_PTR", "inbuf": "IN_BUF", "allocbuf": "ALLOC_BUF"}
PARAM_TYPES = {"jboolean": "JBOOLEAN", "jint": "JINT", "jlong": "JLONG", "jthread": "JTHREAD", "jclass": "JCLASS", "jmethodID": "JMETHODID", "char": "CCHAR",
               "JNIEnv": "JNIENV"}


def declare(c_type, name):
    return c_type + name if c_type.endswith("*") else f"{c_type} {name}"


def arguments(params, names=None, last="tienv"):
    """C lines that read the parameters behind "...", as C promotes them."""
    if not params:
        return []
    out = ["va_list va;", f"va_start(va, {last});"]
    for i, p in enumerate(params):
        promoted = "int" if p.enum or p.c_type == "jboolean" else p.c_type
        cast = f"({p.c_type.strip()})" if promoted != p.c_type else ""
        out.append(f"{declare(p.c_type, names[i] if names else p.name)} = {cast}va_arg(va, {promoted.strip()});")
    return out + ["va_end(va);"]


def param_rows(owner, params):
    rows = []
    for p in params:
        kind = PARAM_KINDS.get(p.kind, "IN")
        kind_type = "JINT" if p.enum else PARAM_TYPES.get(p.base if p.target else p.kind, "CVOID")
        null_ok = p.nullable or p.marks.get("null") == "current"
        rows.append(f'    {{ "{p.name}", JVMTI_KIND_{kind}, JVMTI_TYPE_{kind_type}, {"JNI_TRUE" if null_ok else "JNI_FALSE"} }},')
    return [f"static const struct ti_extension_param {owner}[] = {{"] + rows + ["};"] if rows else []


def header(model, banner):
    out = [banner, "/* Extension functions as agents call them, and what is told of them and of the extension events. */", "#ifndef ARGUS_TI_EXTENSIONS_H",
           "#define ARGUS_TI_EXTENSIONS_H", '#include "jvmti/extension/ti_extension.h"', ""]
    out += [f"jvmtiError JNICALL ti_extension_{f.snake}(jvmtiEnv *tienv, ...);" for f in model.extensions]
    out += ["", "/* Traced and checked (ti_observed.c). */"]
    out += [f"jvmtiError JNICALL ti_extension_observed_{f.snake}(jvmtiEnv *tienv, ...);" for f in model.extensions if not f.in_signals]
    out += [f"void JNICALL ti_extension_observed_event_{e.num}(jvmtiEnv *tienv, ...);" for e in model.extension_events]
    out += ["", "/* One for each id. */", f"enum {{ TI_EXTENSION_FUNCTIONS = {sum(len(f.ids) for f in model.extensions)} }};",
            "extern const struct ti_extension_function ti_extension_functions[TI_EXTENSION_FUNCTIONS];", "/* extension_event_index */",
            "enum ti_extension_event_index {", *[f"    TI_EXT_{e.const} = {e.num}," for e in model.extension_events], "};",
            f'_Static_assert(TI_EXTENSION_EVENTS == {len(model.extension_events)}, "ti_int.h");',
            "extern const struct ti_extension_event ti_extension_events[TI_EXTENSION_EVENTS];", "", "#endif", ""]
    return "\n".join(out)


def source(model, banner):
    out = [banner, '#include "ti_extensions.h"', ""]
    for f in model.extensions:
        out += param_rows(f"params_{f.snake}", f.params)
        if f.told_errors:
            out.append(f"static const jvmtiError errors_{f.snake}[] = {{ {', '.join('JVMTI_ERROR_' + e for e in f.told_errors)} }};")
    for e in model.extension_events:
        out += param_rows(f"params_event_{e.num}", e.all_params)
    out += ["", "const struct ti_extension_function ti_extension_functions[TI_EXTENSION_FUNCTIONS] = {"]
    for f in model.extensions:
        observed = f"ti_extension_{f.snake}" if f.in_signals else f"ti_extension_observed_{f.snake}"
        params, errors = (f"{what}_{f.snake}" if rows else "NULL" for what, rows in (("params", f.params), ("errors", f.told_errors)))
        out += [f'    {{ ti_extension_{f.snake}, {observed}, "{i}", "{f.about}", {len(f.params)}, {len(f.told_errors)}, {params}, {errors} }},' for i in f.ids]
    out += ["};", "", "const struct ti_extension_event ti_extension_events[TI_EXTENSION_EVENTS] = {"]
    out += [f'    [TI_EXT_{e.const}] = {{ ti_extension_observed_event_{e.num}, "{e.id}", "{e.about}", {len(e.all_params)}, params_event_{e.num} }},' for e in model.extension_events]
    return "\n".join(out + ["};", ""])
