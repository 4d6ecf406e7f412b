"""include/argus/jvmti_extensions.h: the extensions for agents, typed (spec/jvmti_extension_*.tsv). It compiles alone as C11 and as C++17 and needs nothing of
Argus to be linked or to run: what a VM does not have is missing in the structure."""
import textwrap

HEAD = """/* argus/jvmti_extensions.h: what Argus offers to JVM TI agents beyond the specification. C11, C++17.
 *
 *     struct argus_extensions x;
 *     if (argus_extensions(jvmti, &x) == JVMTI_ERROR_NONE && x.missing_count == 0) ...
 *     error = argus_GetOSThreadID(&x, thread, &number);
 *
 * An agent that includes this header runs on every VM. On a VM that lacks an extension, HotSpot for one, its pointer is
 * NULL (an event's index is -1), `missing` names it, and its function answers JVMTI_ERROR_NOT_AVAILABLE.
 *
 * All functions answer JVMTI_ERROR_INVALID_ENVIRONMENT, JVMTI_ERROR_WRONG_PHASE (they work in the start and the live
 * phase, where nothing else is said) and JVMTI_ERROR_UNATTACHED_THREAD beside the errors that are listed. Memory that
 * they give, a message with an error too, goes back with Deallocate. docs/extensions.md says more about each. */
"""

LOADER = """
/* Fills in `out`, also when it answers an error. The error is that of GetExtensionFunctions, whose failure makes all
 * functions missing, or else that of GetExtensionEvents, whose failure makes all events missing. Call it in any phase,
 * once for each environment. */
static inline jvmtiError argus_extensions(jvmtiEnv *jvmti, struct argus_extensions *out)
{
    static const char *const function_ids[ARGUS_EXTENSION_FUNCTIONS] = {
@FUNCTION_IDS@
    };
    static const char *const event_ids[ARGUS_EXTENSION_EVENTS] = {
@EVENT_IDS@
    };
    jvmtiExtensionFunction *const functions[ARGUS_EXTENSION_FUNCTIONS] = {
@FUNCTION_PLACES@
    };
    jint *const events[ARGUS_EXTENSION_EVENTS] = {
@EVENT_PLACES@
    };
    jvmtiExtensionFunctionInfo *f = NULL;
    jvmtiExtensionEventInfo *e = NULL;
    jint f_count = 0, e_count = 0, i, j;
    jvmtiError error, last;
    memset(out, 0, sizeof *out);
    out->jvmti = jvmti;
    for (j = 0; j < ARGUS_EXTENSION_EVENTS; j++) *events[j] = -1;
    error = ARGUS_TI_CALL(jvmti, GetExtensionFunctions)(jvmti, &f_count, &f);
    for (i = 0; error == JVMTI_ERROR_NONE && i < f_count; i++) {
        for (j = 0; j < ARGUS_EXTENSION_FUNCTIONS; j++)
            if (strcmp(f[i].id, function_ids[j]) == 0) *functions[j] = f[i].func;
        argus_give_back_params(jvmti, f[i].params, f[i].param_count);
        argus_give_back(jvmti, f[i].errors);
        argus_give_back(jvmti, f[i].short_description);
        argus_give_back(jvmti, f[i].id);
    }
    argus_give_back(jvmti, f);
    last = ARGUS_TI_CALL(jvmti, GetExtensionEvents)(jvmti, &e_count, &e);
    for (i = 0; last == JVMTI_ERROR_NONE && i < e_count; i++) {
        for (j = 0; j < ARGUS_EXTENSION_EVENTS; j++)
            if (strcmp(e[i].id, event_ids[j]) == 0) *events[j] = e[i].extension_event_index;
        argus_give_back_params(jvmti, e[i].params, e[i].param_count);
        argus_give_back(jvmti, e[i].short_description);
        argus_give_back(jvmti, e[i].id);
    }
    argus_give_back(jvmti, e);
    for (j = 0; j < ARGUS_EXTENSION_FUNCTIONS; j++)
        if (*functions[j] == NULL) out->missing[out->missing_count++] = function_ids[j];
    for (j = 0; j < ARGUS_EXTENSION_EVENTS; j++)
        if (*events[j] < 0) out->missing[out->missing_count++] = event_ids[j];
    return error != JVMTI_ERROR_NONE ? error : last;
}
"""

HELPERS = """
#ifdef __cplusplus
#define ARGUS_TI_CALL(jvmti, name) (jvmti)->functions->name
#else
#define ARGUS_TI_CALL(jvmti, name) (*(jvmti))->name
#endif

static inline void argus_give_back(jvmtiEnv *jvmti, void *memory)
{
    if (memory != NULL) ARGUS_TI_CALL(jvmti, Deallocate)(jvmti, (unsigned char *)memory);
}

static inline void argus_give_back_params(jvmtiEnv *jvmti, jvmtiParamInfo *params, jint count)
{
    jint i;
    for (i = 0; i < count; i++) argus_give_back(jvmti, params[i].name);
    argus_give_back(jvmti, params);
}
"""


def declare(p):
    c_type = p.c_type
    return c_type + p.name if c_type.endswith("*") else f"{c_type} {p.name}"


def event_name(e):
    return "".join(part.capitalize() for part in e.const.split("_"))


def wrapped(text):
    """A comment of at most 120 columns."""
    return "\n".join(f"{'/* ' if i == 0 else ' * '}{line}" for i, line in enumerate(textwrap.wrap(text, 114))) + " */"


def comment(f):
    text = f.about + "."
    if f.in_signals:
        text += " May be called from a signal handler."
    for p in f.params:
        if p.nullable:
            text += f" `{p.name}` may be NULL."
        elif p.marks.get("null") == "current":
            text += f" `{p.name}` NULL: the calling thread."
    if f.phase != "start":
        text += {"live": " In the live phase alone.", "any": " In any phase."}[f.phase]
    if f.capabilities:
        text += " Needs " + ", ".join(f.capabilities) + "."
    if f.told_errors:
        text += " Errors: " + ", ".join(f.told_errors) + "."
    return wrapped(text)


def broken(first, args):
    """What begins with `first` and has parameters up to its end, broken into lines."""
    whole = [arg.replace(" ", "\0") for arg in args]  # a break never parts a type from its name
    text = first.replace(" ", "\0") + ", ".join(whole) + ")"
    return textwrap.fill(text, 110, subsequent_indent=" " * min(len(first), 50), break_long_words=False).replace("\0", " ")


def head(name, args):
    """The head of a function, its parameters broken into lines."""
    return broken(f"static inline jvmtiError {name}(", args) + "\n{\n"


def call(f):
    names = "".join(", " + p.name for p in f.params)
    return (head(f"argus_{f.name}", ["const struct argus_extensions *x", *(declare(p) for p in f.params)]) +
            f"    if (x->{f.name} == NULL) return JVMTI_ERROR_NOT_AVAILABLE;\n    return x->{f.name}(x->jvmti{names});\n}}\n")


def event(e):
    args = ["jvmtiEnv *jvmti", *(("JNIEnv *jni" if p.target == "JNIEnv" else declare(p)) for p in e.all_params)]
    name = event_name(e)
    return (f"\n{wrapped(e.about + '. NULL turns the event off.')}\n" + broken(f"typedef void(JNICALL *argus_{name}_callback)(", args) + ";\n"
            + head(f"argus_set_{name}_callback", ["const struct argus_extensions *x", f"argus_{name}_callback callback"]) +
            f"    const jvmtiExtensionEvent plain = (jvmtiExtensionEvent)callback;\n"
            f"    if (x->{name} < 0) return JVMTI_ERROR_NOT_AVAILABLE;\n"
            f"    return ARGUS_TI_CALL(x->jvmti, SetExtensionEventCallback)(x->jvmti, x->{name}, plain);\n}}\n")


def rows(items, form):
    return "\n".join("        " + form.format(item) + "," for item in items)


def source(model, banner):
    functions, events = model.extensions, model.extension_events
    out = [banner, HEAD, "#ifndef ARGUS_JVMTI_EXTENSIONS_H\n#define ARGUS_JVMTI_EXTENSIONS_H\n\n#include <jvmti.h>\n#include <string.h>\n\n",
           f"enum {{ ARGUS_EXTENSION_FUNCTIONS = {len(functions)}, ARGUS_EXTENSION_EVENTS = {len(events)} }};\n\n", "struct argus_extensions {\n",
           "    jvmtiEnv *jvmti; /* the environment that they belong to */\n", "    /* Functions; NULL: missing. Call them through argus_NAME below, which checks the types. */\n",
           *[f"    jvmtiExtensionFunction {f.name};\n" for f in functions], "    /* The extension_event_index of events; -1: missing. */\n", *[f"    jint {event_name(e)};\n" for e in events],
           "    jint missing_count;\n    const char *missing[ARGUS_EXTENSION_FUNCTIONS + ARGUS_EXTENSION_EVENTS]; /* ids */\n};\n", HELPERS]
    loader = LOADER
    for mark, text in (("@FUNCTION_IDS@", rows([f.ids[0] for f in functions], '"{}"')), ("@EVENT_IDS@", rows([e.id for e in events], '"{}"')),
                       ("@FUNCTION_PLACES@", rows([f.name for f in functions], "&out->{}")), ("@EVENT_PLACES@", rows([event_name(e) for e in events], "&out->{}"))):
        loader = loader.replace(mark, text)
    out.append(loader)
    out += [f"\n{comment(f)}\n{call(f)}" for f in functions]
    out += [event(e) for e in events]
    return "".join(out) + "\n#endif\n"
