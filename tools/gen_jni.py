#!/usr/bin/env python3
"""Writes the checked JNI table of -Xcheck:jni from spec/jni_functions.tsv.

    jni_checked.c    a wrapper for each function that checks the call and makes it through the plain table

A row of the table is a function, or with `*` in its name a family of them, one for each type that `types` says; `*` is the type elsewhere too.
Parameters are name:type[mark]; the type says how a parameter is checked, the mark what else is good or wanted (src/jni/check/jni_check.h). Flags:

    pending      may be called with an exception pending
    critical     may be called in a critical region
    checks       looks for a pending exception
    unchecked    leaves one that the caller has to look for
    frame        pushes or pops a frame of local references
    region       begins or ends a region that is critical for some strings
    out:KIND     hands a buffer out
    back:KIND    takes a buffer back
"""
import csv
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PRIMITIVE = ["Boolean", "Byte", "Char", "Short", "Int", "Long", "Float", "Double"]
TYPES = {"": [""], "primitive": PRIMITIVE, "field": ["Object", *PRIMITIVE], "call": ["Object", *PRIMITIVE, "Void"]}
KINDS = {"Boolean": "Z", "Byte": "B", "Char": "C", "Short": "S", "Int": "I", "Long": "J", "Float": "F", "Double": "D", "Object": "L"}
ARRAY_KINDS = {f"j{t.lower()}Array": KINDS[t] for t in PRIMITIVE}
HEAD = """/* Written by tools/gen_jni.py from spec/jni_functions.tsv. */
#include "jni/check/jni_check.h"
#include <stdarg.h>
"""


def c_type(text, of):
    name = "void" if of == "Void" else "j" + of.lower()
    return re.sub(r"\*$", "*", text.replace("* *", name + " *").replace("*Array", name + "Array")) if text != "*" else name


class Parameter:
    def __init__(self, text, of):
        self.name, rest = text.split(":", 1)
        match = re.fullmatch(r"([^\[]*?)(?:\[(\w+)\])?", rest)
        self.type, self.mark = c_type(match[1], of), match[2] or ""
        if rest == "*" and of == "Object":
            self.mark = "null"

    @property
    def declaration(self):
        return self.type + self.name if self.type.endswith("*") else f"{self.type} {self.name}"

    def check(self):
        """The call that checks it by itself; None: nothing to check. Classes and objects of a method or field id are checked with it."""
        kind = {"null": "JNI_OR_NULL", "primitive": "JNI_OR_PRIMITIVE", "throwable": "JNI_THROWABLE", "global": "JNI_GLOBAL", "weak": "JNI_WEAK",
                "local": "JNI_LOCAL"}.get(self.mark, "0")
        if self.mark == "class":
            return f"jni_check_class_name(&c, {self.name})"
        if self.mark == "capacity":
            return f"jni_check_capacity(&c, {self.name})"
        if self.type in ("jobject", "jweak"):
            return f"jni_check_object(&c, {self.name}, {kind})"
        if self.type == "jclass":
            return f"jni_check_class(&c, {self.name}, {kind})"
        if self.type == "jthrowable":
            return f"jni_check_thrown(&c, {self.name})"
        if self.type == "jstring":
            return f"jni_check_string(&c, {self.name})"
        if self.type in ("jarray", "jobjectArray", *ARRAY_KINDS):
            wanted = {"jarray": "P" if self.mark == "primitive" else "*", "jobjectArray": "L"}.get(self.type) or ARRAY_KINDS[self.type]
            return f"jni_check_array(&c, {self.name}, '{wanted}')"
        return None


class Function:
    def __init__(self, row, of):
        self.name = row["name"].replace("*", of)
        self.result = c_type(row["result"], of)
        texts = [t for t in row["parameters"].split("; ") if t]
        self.dots = texts[-1:] == ["..."]
        self.params = [Parameter(t, of) for t in texts if t != "..."]
        self.flags, self.of = row["flags"].split(), of
        self.kind = KINDS.get(of, "V")

    def of_type(self, wanted):
        return next((p for p in self.params if p.type == wanted), None)

    def flag(self, prefix):
        return next((f.split(":")[1] for f in self.flags if f.startswith(prefix + ":")), None)

    def checks(self):
        method, field = self.of_type("jmethodID"), self.of_type("jfieldID")
        clazz, obj = self.of_type("jclass"), next((p for p in self.params if p.name == "object"), None)
        together = [p for p in (clazz, obj) if p and (method or field)]
        out = []
        if method:
            form = {"": "INSTANCE", "static": "STATIC", "new": "NEW", "either": "EITHER"}[method.mark]
            out.append(f"jni_check_call(&c, {clazz.name if clazz else 'NULL'}, {obj.name if obj else 'NULL'}, method, JNI_CALL_{form})")
            if clazz and clazz.mark != "null":
                out.insert(0, f"jni_check_class(&c, {clazz.name}, 0)")
        if field and field.mark == "either":
            out.append(f"jni_check_field_of(&c, clazz, {field.name}, is_static)")
        elif field:
            out.append(f"jni_check_{field.mark or 'instance'}_field(&c, {(clazz or obj).name}, {field.name}, '{self.kind}')")
        if self.dots or self.of_type("va_list"):
            out.append("jni_check_arguments(&c, method, arguments)")
        if self.of_type("const jvalue *"):
            out.append("jni_check_values(&c, method, arguments)")
        out += [p.check() for p in self.params if p not in together and p.check()]
        return [x + ";" for x in out]

    def call(self):
        names = ", ".join(["env", *[p.name for p in self.params], *(["arguments"] if self.dots else [])])
        return f"jni_table.{self.name}{'V' if self.dots else ''}({names})"

    def before(self):
        out = self.checks()
        if "region" in self.flags and self.result == "void":
            out.append("jni_check_region_ended(&c, string);")
        back = self.flag("back")
        if back:
            of, buffer = self.params[0].name, self.params[1]
            mode = "mode" if self.of_type("jint") else "0"
            out.append(f"{buffer.name} = jni_check_take_back(&c, {of}, (void *){buffer.name}, {mode}, JNI_BUFFER_{back});")
        return out

    def after(self):
        out = []
        if self.flag("out"):
            out.append(f"result = jni_check_hand_out(&c, {self.params[0].name}, (void *)result, is_copy, JNI_BUFFER_{self.flag('out')});")
        if "region" in self.flags and self.result != "void":
            out.append("if (result) jni_check_region_begun(&c, string);")
        if "unchecked" in self.flags:
            out.append("jni_check_call_made(&c);")
        if "frame" in self.flags:
            out.append("jni_check_unchecked(&c, c.unchecked);")
        return out

    def wrapper(self):
        params = ", ".join(["JNIEnv *env", *[p.declaration for p in self.params], *(["..."] if self.dots else [])])
        allowed = " | ".join(n for f, n in (("pending", "JNI_WHILE_PENDING"), ("critical", "JNI_WHILE_CRITICAL"), ("checks", "JNI_CHECKS")) if f in self.flags)
        space = "" if self.result.endswith("*") else " "
        out = [f"static {self.result}{space}JNICALL checked_{self.name}({params})", "{", "    struct jni_check c;",
               f'    jni_check_begin(&c, env, "{self.name}", {allowed or 0});']
        if self.dots:
            out += ["    va_list arguments;", f"    va_start(arguments, {self.params[-1].name});"]
        out += ["    " + x for x in self.before()]
        out.append("    jni_check_end(&c);")
        out.append("    " + ("" if self.result == "void" else f"{self.result}{space}result = ") + self.call() + ";")
        if self.dots:
            out.append("    va_end(arguments);")
        out += ["    " + x for x in self.after()]
        if self.result != "void":
            out.append("    return result;")
        return "\n".join(out + ["}", ""])


def functions():
    with open(os.path.join(ROOT, "spec", "jni_functions.tsv"), encoding="utf-8") as f:
        rows = list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [Function(row, of) for row in rows for of in TYPES[row["types"]]]


def checked():
    every = functions()
    out = [HEAD] + [f.wrapper() for f in every]
    out.append("struct JNINativeInterface_ jni_checked_table = {")
    out += [f"    .{f.name} = checked_{f.name}," for f in every]
    return "\n".join(out + ["};", ""])


def main():
    if sys.argv[1:] == ["--outputs"]:
        print("jni_checked.c")
        return
    with open(os.path.join(sys.argv[sys.argv.index("--out") + 1], "jni_checked.c"), "w", encoding="utf-8") as f:
        f.write(checked())


main()
