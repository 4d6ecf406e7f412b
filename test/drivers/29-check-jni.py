#!/usr/bin/env python3
"""-Xcheck:jni: each misuse of test/jni/CheckJni is a case, run on both VMs; what the check says, the Java stacks and the exit code must be equal.

Where HotSpot crashes or says nothing about what is wrong, ANSWERS has what Argus says. The cases `pending`, `critical` and `unchecked` call every function
of the table with an exception pending, in a critical region, and after a call whose exception nobody has looked for.
"""
# Runs beside other drivers, about 25 s.
import argparse
import os
import re
import resource
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

SOURCE = os.path.join(ROOT, "test", "jni", "CheckJni", "CheckJni.java")
WHOLE_TABLE = ["correct", "pending", "critical", "unchecked", "returning"]
REFERENCE, CLASS = "Bad global or local ref passed to JNI", "JNI received a class argument that is not a class"
METHOD, STATIC_FIELD = "Wrong object class or methodID passed to JNI call", "Wrong static field ID passed to JNI"
ANSWERS = {
    "null_object": "Null object passed to JNI", "pop_with_bad": REFERENCE, "register_not_class": CLASS, "unregister_not_class": CLASS, "call_field": METHOD,
    "call_static_as_instance": METHOD, "call_bad_argument": REFERENCE, "call_a_bad_argument": REFERENCE, "static_null_class": REFERENCE,
    "new_object_null_class": REFERENCE, "reflect_static_as_instance": "Static field ID passed to JNI", "field_other_class": "Wrong field ID passed to JNI",
    "set_field_bad_value": REFERENCE, "static_field_null": STATIC_FIELD, "static_field_bad": STATIC_FIELD, "set_element_bad": REFERENCE,
    "new_array_not_class": CLASS, "new_array_bad_value": REFERENCE, "release_other_type": "checked_jni_ReleaseLongArrayElements: failed bounds check"}
# HotSpot makes and opens buffers with calls of its own, which its table checks too.
BUFFERS = {"NewDirectByteBuffer", "GetDirectBufferAddress", "GetDirectBufferCapacity"}


def said(result):
    """The lines that tests compare, without addresses; whatever a crash report or a dump of a guard says is left out. Of functions in BUFFERS one report."""
    lines, function = [], ""
    for line in result.out.decode(errors="replace").split("\n"):
        function = line[:-1] if re.fullmatch(r"\w+:", line) else function
        line = re.sub(r"0x[0-9a-f]{16}", "0x#", line)
        if re.match(r"==|end$|more$|\w+:$|\tat |WARNING|Warning|FATAL|checked_jni_|Release", line) and not (function in BUFFERS and line in lines[-3:]):
            lines.append(line)
    return lines


def run(java, options, case):
    env = vmrun.clean_env(argus=any("altjvm" in o for o in options))
    return vmrun.run([java, *options, *case], env=env, timeout=120)


def main():
    p = argparse.ArgumentParser(description="misuses of JNI under -Xcheck:jni on Argus compared with HotSpot")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="", help="only cases whose name matches this regular expression")
    p.add_argument("--jobs", type=int, default=vmrun.jobs())
    args = p.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    build, jdk = os.path.abspath(args.build), vmrun.find_jdk()
    folder, java = os.path.join(build, "test-jni", "CheckJni"), os.path.join(jdk, "bin", "java")
    classes = os.path.join(folder, "classes")
    os.makedirs(classes, exist_ok=True)
    subprocess.run([os.path.join(jdk, "bin", "javac"), "-d", classes, SOURCE], check=True)
    command = ["-Xcheck:jni", "-cp", classes, "CheckJni", os.path.join(folder, "libcheckjni.so")]
    argus = [f"-XXaltjvm={build}/argus"]
    listed = run(java, command[1:], ["cases"]).out.decode()

    def case(name):
        name = name.split("/")[1]
        got = run(java, argus + command, [name])
        if name in ANSWERS:
            expected = f"FATAL ERROR in native method: {ANSWERS[name]}"
            wrong = expected not in said(got) or vmrun.code_name(got.code) != "SIGABRT"
            return f"want {expected!r}, exit {vmrun.code_name(got.code)}\n" + vmrun.tail(got.out) if wrong else None
        want = run(java, ["-XX:+UseSerialGC", *command], [name])
        if name == "throw_null":  # HotSpot warns and crashes
            return None if got.code == 0 and said(want)[:4] == said(got)[:4] else vmrun.tail(got.out)
        if want.code != got.code:
            return f"exit {vmrun.code_name(got.code)}, want {vmrun.code_name(want.code)}\n" + vmrun.tail(got.out)
        return vmrun.first_difference("what was said", "\n".join(said(want)).encode(), "\n".join(said(got)).encode())

    names = ["check-jni/" + n for n in WHOLE_TABLE + re.findall(r"^case (\w+)", listed, re.M)]
    return vmrun.run_cases("jni", [n for n in names if re.search(args.filter, "jni/" + n)], case, args.jobs)


sys.exit(main())
