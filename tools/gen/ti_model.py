"""The JVM TI tables of spec/ as Python objects, and what follows from them: C names, C types, checks.

Notation of parameters (column `parameters` of spec/jvmti_functions.tsv): `name:kind`, joined by "; ".
    outptr(T)                       written by the function; must not be NULL
    inptr(T), inbuf[..](T)          read by the function
    outbuf[incount=a](T)            the caller's buffer of `a` elements
    allocbuf[..](T)                 where the address of memory goes that the caller frees with Deallocate
    agentbuf(T)                     where a pointer of the agent goes
    ptrtype(T)                      a pointer-like value: handle or function
    enum T, jint, jint[min=0], …    values; enum T[bad=E]: a value outside T answers E
    jthread[null=current]           NULL stands for the current thread; [null=pointer]: NULL is NULL_POINTER; [started=maybe]: need not be alive; [started=no]: must not be
    jclass[method=m]                not in the C signature: implied by the method m
    jmethodID[native=error]         a native method answers NATIVE_METHOD
    jfieldID[class=k]               a field of class k
    jframeID[thread=t]              a frame depth
A `?` at the end allows NULL.

Columns `point` and `hook` of spec/jvmti_events.tsv: the VM's event point that is open while somebody wants the event, and the member of struct event_hooks
(thread/events.h) that its poster is bound to. Empty: boot/ tells of phases by itself.

Column `impl`: innative (called without entering the VM), quick (has a short way, src/jvmti/heap/ti_tag_fast.h), notrace (housekeeping: -Xlog:jvmti shows it at level trace only), anymemory (not refused when memory
is short), signal (may be called from signal handlers; an extension).

spec/jvmti_extension_functions.tsv has the same notation; `allocbuf[onerror=too]` is written when the function fails, too. An extension's `ids` are its names for
GetExtensionFunctions, and its section function is ti_ext_<snake_name>.
"""
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def snake(name):
    """SetJNIFunctionTable -> set_jni_function_table"""
    s = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name)
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", s).lower()


def read_table(name):
    with open(os.path.join(ROOT, "spec", name), encoding="utf-8") as f:
        lines = f.read().splitlines()
    head = lines[0].split("\t")
    return [dict(zip(head, line.split("\t") + [""] * len(head))) for line in lines[1:] if line]


class Param:
    def __init__(self, text):
        self.name, spec = text.split(":", 1)
        self.nullable = spec.endswith("?")
        if self.nullable:
            spec = spec[:-1]
        m = re.fullmatch(r"(enum \w+|\w+)((?:\[[^\]]*\])*)(?:\((.*)\))?", spec)
        if not m:
            raise ValueError(f"cannot read parameter {text!r}")
        self.kind, marks, self.target = m.group(1), m.group(2), m.group(3)
        self.marks = dict(x.split("=", 1) for x in re.findall(r"\[([^\]]*)\]", marks))
        if self.target:  # what stands in brackets may have marks of its own: jthread[..], jmethodID[class=klass]
            self.target = re.sub(r"\[[^\]]*\]", "", self.target)

    @property
    def implied(self):
        """Not in the C signature."""
        return (self.kind == "jclass" and "method" in self.marks) or self.kind == "varargs"

    @property
    def enum(self):
        """The enum type of a value parameter, or None."""
        return self.kind[5:] if self.kind.startswith("enum ") else None

    @property
    def handle(self):
        """jthread, jclass, … if the parameter is one handle, also when it is written as a pointer-like value."""
        kind = self.target if self.kind == "ptrtype" else self.kind
        return kind if kind in ("jthread", "jthreadGroup", "jclass", "jobject", "jmethodID", "jfieldID", "jrawMonitorID") else None

    @property
    def base(self):
        t = self.target or ""
        return {"uchar": "unsigned char"}.get(t, t[5:] if t.startswith("enum ") else t)

    @property
    def c_type(self):
        k, b = self.kind, self.base
        if self.enum:
            return self.enum
        if k == "jframeID":
            return "jint"
        if k == "ptrtype":
            return b
        if k in ("outptr", "outbuf"):
            return b + " *"
        if k in ("inptr", "inbuf"):
            return "const " + b + " *"
        if k in ("allocbuf", "agentbuf"):
            return b + " **"
        if k == "allocallocbuf":
            return b + " ***"
        return k

    @property
    def is_pointer(self):
        """A plain pointer (no handle): NULL where not allowed is NULL_POINTER."""
        return self.kind in ("outptr", "inptr", "inbuf", "outbuf", "allocbuf", "allocallocbuf", "agentbuf") or (self.kind == "ptrtype" and not self.handle)

    @property
    def inner_type(self):
        """What a section function gets."""
        h = self.handle
        if h == "jthread":
            return "struct object *" if "started" in self.marks else "struct thread *"
        return {"jthreadGroup": "struct object *", "jclass": "struct class *", "jobject": "struct object *", "jmethodID": "struct method *",
                "jfieldID": "struct field *", "jrawMonitorID": "struct ti_raw_monitor *"}.get(h, self.c_type)

    @property
    def is_late(self):
        """Looked at after what needs no look at the heap (Function.checks)."""
        return bool(self.enum) or self.handle in ("jobject", "jthreadGroup") or self.handle == "jclass" and self.kind == "ptrtype" or "started" in self.marks

    def is_raw_thread(self, f):
        """A jthread of a function that does not enter the VM: the section function looks at it."""
        return f.is_raw and self.handle == "jthread"

    @property
    def bad_handle_error(self):
        """What a reference of the wrong kind in this parameter answers."""
        by_name = {"module": "INVALID_MODULE", "to_module": "INVALID_MODULE", "class_loader": "ILLEGAL_ARGUMENT"}
        if self.kind == "ptrtype" and self.name in by_name:
            return by_name[self.name]
        return {"jthread": "INVALID_THREAD", "jthreadGroup": "INVALID_THREAD_GROUP", "jclass": "INVALID_CLASS", "jobject": "INVALID_OBJECT",
                "jmethodID": "INVALID_METHODID", "jfieldID": "INVALID_FIELDID", "jrawMonitorID": "INVALID_MONITOR"}[self.handle]

    @property
    def null_error(self):
        """What NULL answers; None where it is allowed."""
        if self.nullable or self.marks.get("null") == "current":
            return None
        if self.is_pointer or self.kind == "ptrtype" or self.marks.get("null") == "pointer":
            return "NULL_POINTER"
        return self.bad_handle_error if self.handle else None

    @property
    def enum_error(self):
        if "bad" in self.marks:
            return self.marks["bad"]
        return "INVALID_EVENT_TYPE" if self.enum == "jvmtiEvent" else "ILLEGAL_ARGUMENT"


class Function:
    def __init__(self, row):
        self.num, self.name, self.category, self.phase = int(row["num"]), row["name"], row.get("category", ""), row["phase"]
        self.snake = snake(self.name)
        self.callback_safe = row["callbacksafe"] == "safe"
        self.impl = row["impl"].split()
        self.section = f"ti_{self.snake}"  # the function that means it
        self.capabilities = [c for c in row["required_capabilities"].split(",") if c and not c.startswith("<")]
        self.optional = [c for c in row.get("optional_capabilities", "").split(",") if c]
        self.all_params = [Param(p) for p in row["parameters"].split("; ") if p]
        self.params = [p for p in self.all_params if not p.implied]
        self.varargs = any(p.kind == "varargs" for p in self.all_params)
        self.errors = [e.removeprefix("JVMTI_ERROR_") for e in row["errors"].split(",") if e]

    def param(self, name):
        return next(p for p in self.params if p.name == name)

    @property
    def checks(self):
        """What the wrapper checks, in this order: (parameter, check), where a check is `null` (NULL where it is not allowed), `value` or `native`. The
        specification has no order, so it is HotSpot's: from left to right, but objects and enumerations behind everything else, the mode of an event last."""
        first, late, last = [], [], []
        for p in self.params:
            into = last if p.enum == "jvmtiEventMode" else late if p.is_late or p.is_raw_thread(self) else first
            if p.null_error:
                (first if p.is_pointer or p.kind == "ptrtype" else into).append((p, "null"))
            if p.handle or p.enum or p.kind == "jframeID" or p.marks.get("min") == "0":
                into.append((p, "value"))
            if p.marks.get("native") == "error":
                into.append((p, "native"))
        return first + late + last

    @property
    def is_raw(self):
        """Called without entering the VM: the callback-safe functions (they must work where the world is stopped), and those marked innative."""
        return self.callback_safe or "innative" in self.impl

    @property
    def listed(self):
        """The errors that the specification lists for this function: its own, those its parameters imply, and of the universal ones those that
        its phase and callers allow. NONE is not among them."""
        found = list(self.errors)
        for p in self.params:
            if p.kind == "jlocation":
                found.append("INVALID_LOCATION")
            if p.handle and (p.kind != "ptrtype" or not self.errors):
                found.append(p.bad_handle_error)
            if p.handle == "jthread" and p.marks.get("started") is None and p.kind != "ptrtype":
                found.append("THREAD_NOT_ALIVE")
            if p.null_error:
                found.append(p.null_error)
            if p.kind == "jframeID":
                found += ["ILLEGAL_ARGUMENT", "NO_MORE_FRAMES"]
            if p.enum:
                found.append(p.enum_error)
            if p.marks.get("min") == "0":
                found.append("ILLEGAL_ARGUMENT")
            if p.marks.get("native") == "error":
                found.append("NATIVE_METHOD")
        if self.capabilities:
            found.append("MUST_POSSESS_CAPABILITY")
        if self.phase != "any":
            found.append("WRONG_PHASE")
        if (not self.is_raw or self.phase in ("start", "live")) and self.phase != "onloadOnly":  # nobody can be attached in OnLoad
            found.append("UNATTACHED_THREAD")
        return list(dict.fromkeys(found + ["INVALID_ENVIRONMENT"]))

    def allowed_in(self, phase):
        """phase: onload, primordial, start, live or dead."""
        return {"any": True, "onload": phase in ("onload", "live"), "onloadOnly": phase == "onload", "start": phase in ("start", "live"),
                "live": phase == "live"}[self.phase]


class Extension(Function):
    """An extension function (spec/jvmti_extension_functions.tsv): found by its ids, called with C's "..."."""
    UNIVERSAL = ("WRONG_PHASE", "UNATTACHED_THREAD", "INVALID_ENVIRONMENT")

    def __init__(self, row):
        super().__init__(row)
        self.section = f"ti_ext_{self.snake}"
        self.ids, self.about = row["ids"].split(","), row["about"]

    @property
    def in_signals(self):
        """Called from signal handlers: nothing may be written, so nobody watches it."""
        return "signal" in self.impl

    @property
    def told_errors(self):
        """What GetExtensionFunctions lists: all but what any function may answer."""
        return [e for e in self.listed if e in self.errors or e not in self.UNIVERSAL]


class ExtensionEvent:
    """A row of spec/jvmti_extension_events.tsv; its number is the extension_event_index."""

    def __init__(self, row):
        self.num, self.name, self.const, self.id, self.phase, self.about = int(row["num"]), row["name"], row["const"], row["id"], row["phase"], row["about"]
        self.snake = snake(self.name)
        self.point, self.hook = row["point"], row["hook"]
        self.all_params = [Param(p) for p in row["parameters"].split("; ") if p]
        self.params = [p for p in self.all_params if p.target != "JNIEnv"]


class Event:
    def __init__(self, row):
        self.num, self.name, self.const, self.phase = int(row["num"]), row["name"], row["const"], row["phase"]
        self.snake = snake(self.name)
        self.thread_filtered = row["thread_filtered"] == "yes"
        self.point, self.hook = row["point"], row["hook"]
        caps = row["capabilities"]
        self.capabilities = [] if caps.startswith("opt:") else [c for c in caps.split(",") if c]
        self.all_params = [Param(p) for p in row["parameters"].split("; ") if p]
        self.params = [p for p in self.all_params if not p.implied and p.target != "JNIEnv"]

    @property
    def restricted(self):
        """Its callback may use callback-safe functions only."""
        return self.name in ("GarbageCollectionStart", "GarbageCollectionFinish", "ObjectFree")


class Model:
    def __init__(self):
        self.functions = [Function(r) for r in read_table("jvmti_functions.tsv")]
        self.events = [Event(r) for r in read_table("jvmti_events.tsv")]
        self.extensions = [Extension(r) for r in read_table("jvmti_extension_functions.tsv")]
        self.extension_events = [ExtensionEvent(r) for r in read_table("jvmti_extension_events.tsv")]
        self.capabilities = [r for r in read_table("jvmti_capabilities.tsv")]
        self.errors = [(int(r["num"]), r["name"]) for r in read_table("jvmti_errors.tsv")]
        self.enums = {}
        self.enum_kind = {}
        for r in read_table("jvmti_enums.tsv"):
            self.enums.setdefault(r["enum"], []).append((r["name"], int(r["num"], 0)))
            self.enum_kind[r["enum"]] = r["kind"]
        self.enums["jvmtiEvent"] = [(e.const, e.num) for e in self.events]
        self.enums["jvmtiError"] = [(name, num) for num, name in self.errors]


def implemented(names):
    """Which of the C functions `names` have a definition in a source file of src/jvmti/."""
    text = ""
    for folder, _, files in os.walk(os.path.join(ROOT, "src", "jvmti")):
        for file in sorted(files):
            if file.endswith(".c"):
                with open(os.path.join(folder, file), encoding="utf-8") as f:
                    text += f.read()
    defined = set(re.findall(r"^[\w *]*?\b(ti_\w+)\([^;{}]*\)\s*\n?\{", text, re.M))
    defined |= set(re.findall(r"^TI_\w+\((ti_\w+)", text, re.M))  # families of functions that a macro defines
    return {n for n in names if n in defined}
