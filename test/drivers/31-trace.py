#!/usr/bin/env python3
"""-Xlog:jvmti and -Xcheck:jvmti: what the trace of test/jvmti/Tracing says in both forms and through filters, what is said of each misuse in test/jvmti/Misuse, that
neither changes what the program does, and that bad options are refused."""
# Runs beside other drivers, about 8 s.
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

# What `-Xlog:jvmti=debug` shows of Tracing on the main thread, without times and addresses.
TRACE = r"""
[main] env 0: AddCapabilities(capabilities_ptr=[can_tag_objects, can_get_source_debug_extension, can_access_local_variables, can_generate_breakpoint_events, can_retransform_classes, can_generate_sampled_object_alloc_events]) NONE
[main] env 0: SetEventCallbacks(callbacks=[ClassFileLoadHook, Breakpoint, SampledObjectAlloc], size_of_callbacks=296) NONE
[main] env 0: CreateRawMonitor(name="the lock") NONE monitor_ptr="the lock"
[main] env 0: GetPhase() NONE phase_ptr=LIVE
[main] env 0: GetClassSignature(klass=LTracing;) NONE signature_ptr="LTracing;", generic_ptr=NULL
[main] env 0: GetClassMethods(klass=LTracing;) NONE method_count_ptr=8, methods_ptr=[Tracing.<init>()V, Tracing.ask(Ljava/lang/Class;Ljava/lang/Object;Ljava/lang/Thread;)V, Tracing.stopAt(Ljava/lang/Class;)V, Tracing.again(Ljava/lang/Class;)V, Tracing.failures(Ljava/lang/Class;)V, Tracing.extensions()V, Tracing.sample(Ljava/lang/Thread;Z)V, Tracing.work(ILjava/lang/String;)I, Tracing.main([Ljava/lang/String;)V, Tracing.lambda$main$0()V, Tracing.<clinit>()V]
[main] env 0: GetMethodName(method=Tracing.work(ILjava/lang/String;)I, signature_ptr=NULL, generic_ptr=NULL) NONE name_ptr="work"
[main] env 0: GetClassFields(klass=LTracing;) NONE field_count_ptr=1, fields_ptr=[Tracing.count:I]
[main] env 0: GetFieldName(klass=LTracing;, field=Tracing.count:I, signature_ptr=NULL, generic_ptr=NULL) NONE name_ptr="count"
[main] env 0: SetTag(object=Ljava/lang/String; "a \"quoted\" text*, tag=77) NONE
[main] env 0: GetTag(object=Ljava/lang/String; "a \"quoted\" text*) NONE tag_ptr=77
[main] env 0: GetThreadInfo(thread="main") NONE info_ptr={name="main", priority=5, is_daemon=false, thread_group="main", context_class_loader=Ljdk/internal/loader/ClassLoaders$AppClassLoader;}
[main] env 0: GetThreadState(thread=NULL) NONE thread_state_ptr=ALIVE|RUNNABLE
[main] env 0: GetStackTrace(thread="main", start_depth=0, max_frame_count=4) NONE frame_buffer=[{method=Tracing.ask(Ljava/lang/Class;Ljava/lang/Object;Ljava/lang/Thread;)V, location=-1}, {method=Tracing.main([Ljava/lang/String;)V, location=7}], count_ptr=2
[main] env 0: GetTopThreadGroups() NONE group_count_ptr=1, groups_ptr=["system"]
[main] env 0: GetSystemProperty(property="java.vm.specification.version") NONE value_ptr="17"
[main] env 0: GetCapabilities() NONE capabilities_ptr=[can_tag_objects, can_get_source_debug_extension, can_access_local_variables, can_generate_breakpoint_events, can_retransform_classes, can_generate_sampled_object_alloc_events]
[main] env 0: SetBreakpoint(method=Tracing.work(ILjava/lang/String;)I, location=0) NONE
[main] env 0: SetEventNotificationMode(mode=ENABLE, event_type=Breakpoint, event_thread=NULL) NONE
[main] env 0: > event Breakpoint(thread="main", method=Tracing.work(ILjava/lang/String;)I, location=0)
[main] env 0:   GetLocalInt(thread="main", depth=0, slot=0) NONE value_ptr=5
[main] env 0:   GetLocalObject(thread="main", depth=0, slot=1) NONE value_ptr=Ljava/lang/String; "abc"
[main] env 0: < event Breakpoint
[main] env 0: > RetransformClasses(class_count=1, classes=[LTracing;])
[main] env 0:   event ClassFileLoadHook(class_being_redefined=LTracing;, loader=Ljdk/internal/loader/ClassLoaders$AppClassLoader;, name="Tracing", protection_domain=Ljava/security/ProtectionDomain;, class_data_len=N, class_data=0x*) new_class_data_len=N, new_class_data=0x*
[main] env 0: < RetransformClasses NONE
[main] env 0: GetSourceDebugExtension(klass=LTracing;) ABSENT_INFORMATION
[main] env 0: SetBreakpoint(method=Tracing.work(ILjava/lang/String;)I, location=1000) INVALID_LOCATION
[main] env 0: GetSystemProperty(property="no.such.property") NOT_AVAILABLE
"""

# One pattern for what -Xcheck:jvmti says of each thing that Misuse does: what, then what stands below it.
MISUSE = [
    (r"GetAllThreads: not allowed in the start phase, but in the live phase \(WRONG_PHASE\)", r"environment 1, start phase, thread \"main\", in the callback of VMStart", r"called from on_start\+"),
    (r"ClassFileLoadHook: new_class_data has not been allocated by the tool interface", r"in the callback of ClassFileLoadHook", r"the callback is on_file \(libmisuse.so\+0x"),
    (r"SetSystemProperty: not allowed in the live phase, but in the OnLoad phase \(WRONG_PHASE\)", r"called from Java_Misuse_calls\+", r"at Misuse.calls\(Native Method\)", r"at Misuse.main\(Misuse.java:19\)"),
    (r"GetTag: environment 0 does not possess can_tag_objects \(MUST_POSSESS_CAPABILITY\)",),
    (r"SetEventNotificationMode: environment 0 does not possess can_generate_single_step_events \(MUST_POSSESS_CAPABILITY\)",),
    (r"GetTag: argument 1, object, is NULL \(INVALID_OBJECT\)",),
    (r"GetTag: argument 1, object=no reference 0x[0-9a-f]+, is not a reference to a live object \(INVALID_OBJECT\)",),
    (r"GetTag: argument 2, tag_ptr, is NULL \(NULL_POINTER\)",),
    (r"GetThreadState: argument 1, thread=Ljava/lang/String; \"x\", is not a java.lang.Thread \(INVALID_THREAD\)",),
    (r"GetMethodName: argument 1, method=no id 0x[0-9a-f]+, is not a method \(INVALID_METHODID\)",),
    (r"GetFieldName: argument 2, field=no id 0x[0-9a-f]+, is not a field of the class \(INVALID_FIELDID\)",),
    (r"GetClassSignature: argument 1, klass=Ljava/lang/String; \"x\", is not a class.* \(INVALID_CLASS\)",),
    (r"SetBreakpoint: argument 2, location=12345, is not the start of an instruction of the method \(INVALID_LOCATION\)",),
    (r"GetLocalInt: argument 3, slot=99, is not a variable there \(INVALID_SLOT\)",),
    (r"GetLocalInt: argument 2, depth=-1, is not a value that is allowed \(ILLEGAL_ARGUMENT\)",),
    (r"ResumeThread: argument 1, thread=\"main\", is not suspended \(THREAD_NOT_SUSPENDED\)",),
    (r"SetEventNotificationMode: argument 2, event_type=12, is not an event \(INVALID_EVENT_TYPE\)",),
    (r"RawMonitorExit: argument 1, monitor=\"other\", has not been entered by this thread \(NOT_MONITOR_OWNER\)",),
    (r"RawMonitorNotify: argument 1, monitor=0x[0-9a-f]+, is not a raw monitor \(INVALID_MONITOR\)",),
    (r"GetObjectHashCode: argument 1, object, is NULL \(INVALID_OBJECT\)",),
    (r"MethodEntry: the callback returns with more local references than JNI promises room for \(16\)", r"the callback is on_entry"),
    (r"Breakpoint: the callback returns with raw monitor \"left\" entered", r"the callback is on_breakpoint", r"entered from on_breakpoint\+", r"at Misuse.hit\(Misuse.java:\d+\)"),
    (r"Breakpoint: the callback returns with an exception pending: java.lang.IllegalStateException",),
    (r"MethodExit: the callback returns without PopLocalFrame for its PushLocalFrame",),
    (r"GetPhase: not callback-safe, called in the callback of GarbageCollectionStart", r"called from on_gc_start"),
    (r"GetAllThreads: not callback-safe, called in the callback of ObjectFree", r"called from on_free"),
    (r"GetTag: not callback-safe, called in the heap callback of IterateThroughHeap", r"called from on_object"),
    (r"GetAllThreads: called on a thread that is not attached to the VM \(UNATTACHED_THREAD\)", r"unattached thread"),
    (r"raw monitor \"other\" is still entered when its thread ends", r"unattached thread", r"entered from unattached\+"),
    (r"raw monitor \"own\" is still entered when its thread ends", r"thread \"attached\"", r"entered from attached\+"),
    (r"Deallocate: argument 1, mem=0x[0-9a-f]+, has been deallocated before", r"called from Java_Misuse_memory\+", r"deallocated from Java_Misuse_memory\+"),
    (r"Deallocate: argument 1, mem=0x[0-9a-f]+, has not been allocated by the tool interface",),
    (r"DisposeEnvironment: at its end environment 0 has 1 block of Allocate \(100 bytes\) that has not been deallocated", r"allocated from Java_Misuse_memory\+"),
    (r"DisposeEnvironment: at its end environment 0 has 1 block of GetClassSignature that has not been deallocated",),
    (r"GetPhase: environment 0 has been disposed of \(INVALID_ENVIRONMENT\)", r"called from Java_Misuse_dispose\+"),
    (r"at the end of the VM environment 1 has 1 block of GetThreadInfo that has not been deallocated", r"allocated from Java_Misuse_memory\+"),
    (r"GetObjectHashCode: argument 1, object, is NULL \(INVALID_OBJECT\): 3 more times, from again\+",),
]


class Runner:
    def __init__(self, build, jdk):
        self.build, self.jdk, self.passed, self.failed = os.path.abspath(build), jdk, 0, 0
        self.folder = tempfile.TemporaryDirectory(prefix="argus-trace-")

    def report(self, name, problem):
        if problem:
            self.failed += 1
            print(f"FAIL trace {name}: {problem}", flush=True)
        else:
            self.passed += 1
            print(f"PASS trace {name}", flush=True)

    def run(self, program, options, args=()):
        classes = os.path.join(self.folder.name, program)
        if not os.path.isdir(classes):
            source = os.path.join(ROOT, "test", "jvmti", program, f"{program}.java")
            subprocess.run([os.path.join(self.jdk, "bin", "javac"), "-g", "-proc:none", "-d", classes, source], check=True)
        agent = os.path.join(self.build, "test-agents", program, {"Tracing": "libtracer.so", "Misuse": "libmisuse.so", "EntryChecks": "libnegative.so=all"}[program])
        r = vmrun.run([os.path.join(self.jdk, "bin", "java"), f"-XXaltjvm={self.build}/argus"] + options + [f"-agentpath:{agent}", "-cp", classes, program, *args],
                      cwd=self.folder.name, env=vmrun.clean_env(argus=True), timeout=120)
        return r.code, r.out.decode("utf-8", "replace"), r.err.decode("utf-8", "replace")

    def lines(self, options, args=(), program="Tracing"):
        """Lines of the trace, without times, and what the run printed."""
        path = os.path.join(self.folder.name, "trace.log")
        code, out, err = self.run(program, [o.replace("FILE", f"file={path}") for o in options], args)
        if code:
            raise ValueError(f"exit {code}: {err.strip()[:300]}")
        with open(path, encoding="utf-8", errors="replace") as f:
            return f.read().splitlines(), out


def plain(line):
    line = re.sub(r", \d+\.\d us$", "", line)
    line = re.sub(r"0x[0-9a-f]{6,}", "0x*", line)
    line = re.sub(r"(class_data_len)=\d+", r"\1=N", line)
    return re.sub(r"text[^\"]*\"", "text*", line)


def difference(want, got):
    for i in range(max(len(want), len(got))):
        w, g = (want[i] if i < len(want) else "(end)"), (got[i] if i < len(got) else "(end)")
        if w != g:
            return f"line {i + 1}: want {w!r}, got {g!r}"
    return None


def as_text(r):
    lines, _ = r.lines(["-Xlog:jvmti=debug:FILE:none", "-XX:JVMTITraceFilter=thread:main,-function:GetErrorName,-function:GetMethodName,-function:*Extension?*,-function:IsClassU*,-function:DumpHeap,-event:Sampled*,-function:*Interval"])
    want = [line for line in TRACE.strip().split("\n") if "GetMethodName" not in line]
    got = [plain(line) for line in lines if "ENABLE, event_type=ClassFile" not in line and "event_type=Sampled" not in line and "DISABLE" not in line]
    got = [g for g in got if not g.startswith("environment")]
    # SetBreakpoint comes again after the retransformation
    again = [i for i, g in enumerate(got) if g.startswith("[main] env 0: SetBreakpoint") and "location=0" in g]
    if len(again) != 2:
        return f"{len(again)} SetBreakpoint"
    del got[again[1]]
    bytes_count = [i for i, g in enumerate(got) if "method_count_ptr" in g]
    got[bytes_count[0]] = re.sub(r"method_count_ptr=\d+", "method_count_ptr=8", got[bytes_count[0]])
    return difference(want, got)


def nesting(r):
    """At level trace every call has a line before and one after, properly nested in each thread."""
    lines, _ = r.lines(["-Xlog:jvmti=trace:FILE:none"])
    open_calls, count = {}, 0
    for line in lines:
        m = re.match(r"\[(.*?)\] env \d+: ( *)([<>]) (event )?(\w+)", line)
        if not m:
            if line.startswith("environment"):
                continue
            return f"no line before and after: {line[:100]}"
        stack = open_calls.setdefault(m[1], [])
        if m[3] == ">":
            if len(m[2]) != 2 * len(stack):
                return f"indented by {len(m[2])} at depth {len(stack)}: {line[:100]}"
            stack.append(m[5])
            count += 1
        elif not stack or stack.pop() != m[5]:
            return f"ends what has not begun: {line[:100]}"
    left = [s for s in open_calls.values() if s]
    return f"left open: {left}" if left else None if count > 60 and any("RawMonitorEnter" in line for line in lines) else f"only {count}"


def as_json(r):
    for level in ("debug", "trace"):
        lines, _ = r.lines([f"-Xlog:jvmti={level}:FILE:uptime,tid,tags:format=json,filesize=0"])
        records = [json.loads(line) for line in lines]
        begun, kinds = {}, {}
        for rec in records:
            kinds[rec["type"]] = kinds.get(rec["type"], 0) + 1
            if rec["tags"] != ["jvmti"] or not isinstance(rec["uptime"], float) or not isinstance(rec["tid"], int):
                return f"decorations: {rec}"
            if rec["type"] == "begin":
                begun[rec["id"]] = rec
            elif rec["type"] == "end":
                start = begun.pop(rec["id"], None)
                if not start or start.get("function") != rec.get("function") or start.get("event") != rec.get("event"):
                    return f"end without begin: {rec}"
            elif rec["type"] in ("call", "event") and level == "trace":
                return f"complete at level trace: {rec}"
        if begun:
            return f"{level}: never ended: {begun}"
        made = [x["args"]["object"] for x in records if x.get("event") == "SampledObjectAlloc" and "args" in x]
        if "Ljava/lang/String; (being made)" not in made:
            return f"no string in the making: {made[:5]}"
        tag = next(x for x in records if x.get("function") == "GetTag" and "args" in x)
        if tag["args"]["object"] != 'Ljava/lang/String; "a \\"quoted\\" text\u00e9\U0001f600"' or tag["thread"] != "main" or tag["env"] != 0:
            return f"GetTag: {tag}"
        local = next(x for x in records if x.get("function") == "GetLocalInt")
        around = next(x for x in records if x.get("id") == local["in"]) if "in" in local else None
        if not around or around.get("event") != "Breakpoint" or around["args"]["method"] != "Tracing.work(ILjava/lang/String;)I":
            return f"GetLocalInt is not in its event: {local}"
        frames = next(x for x in records if x.get("function") == "GetStackTrace" and "results" in x)["results"]["frame_buffer"]
        if frames[1] != {"method": "Tracing.main([Ljava/lang/String;)V", "location": 7}:
            return f"frames: {frames}"
        if level == "debug" and {"call", "event", "begin", "end", "environment"} - set(kinds):
            return f"kinds: {kinds}"
    return None


def filters(r):
    cases = {
        "function:*Breakpoint": lambda n: set(n) == {"SetBreakpoint"},
        "function:*Breakpoint,event:Breakpoint": lambda n: set(n) == {"SetBreakpoint", "Breakpoint"} and n["Breakpoint"] == 2,
        "event:Breakpoint,thread:main": lambda n: n == {"Breakpoint": 1},
        "event:*,thread:other*": lambda n: n == {"Breakpoint": 1},
        "-event:*": lambda n: "Breakpoint" not in n and "GetTag" in n,
        "-function:Get*,-thread:other thread": lambda n: "GetTag" not in n and n["Breakpoint"] == 1 and "SetTag" in n,
        "env:1": lambda n: not n,
        "env:0,function:GetTa?": lambda n: n == {"GetTag": 1},
        "-env:0": lambda n: not n,
        "function:IsClassUnloadingEnabled": lambda n: n == {"IsClassUnloadingEnabled": 1},
    }
    for text, good in cases.items():
        lines, _ = r.lines(["-Xlog:jvmti=debug:FILE:none", f"-XX:JVMTITraceFilter={text}"])
        names = {}
        for line in lines:
            m = re.match(r"\[.*?\] env \d+: *(?:> )?(?:event )?(\w+)", line)
            if m:
                names[m[1]] = names.get(m[1], 0) + 1
        if not good(names):
            return f"{text}: {names}"
    return None


def levels(r):
    info, _ = r.lines(["-Xlog:jvmti:FILE:none"])
    names = [re.sub(r"^.*?: |\(.*", "", line) for line in info]
    want = ["environment 0 created, version 0x300b0000", "AddCapabilities", "SetEventCallbacks", "SetEventNotificationMode", "SetEventNotificationMode", "SetEventNotificationMode",
            "GetSourceDebugExtension", "SetBreakpoint", "GetSystemProperty", "DumpHeap", "SetExtensionEventCallback", "SetExtensionEventCallback",
            "SetEventNotificationMode", "SetEventNotificationMode"]
    problem = difference(want, names)
    if problem:
        return "info: " + problem
    both, _ = r.lines(["-Xlog:jvmti:FILE:none", "-Xlog:jvmti=debug:stdout:none:format=json"])
    return None if both == [line for line in both if line] and len(both) == len(info) else "two outputs with levels of their own"


def unchanged(r):
    """Neither option changes what the program prints."""
    for program in ("Tracing", "Misuse"):
        _, want, err = r.run(program, [])
        if err:
            return f"{program} off: {err[:200]}"
        for options in (["-Xlog:jvmti=trace:file=x.log"], ["-Xcheck:jvmti"], ["-Xcheck:jvmti", "-Xlog:jvmti=trace:file=x.log::format=json"]):
            code, out, _ = r.run(program, options)
            if code or out != want:
                return f"{program} with {options}: exit {code}, {difference(want.splitlines(), out.splitlines())}"
    return None


def misuse(r):
    code, out, err = r.run("Misuse", ["-Xcheck:jvmti"], ["twice"])
    if code or out.split()[-1:] != ["PASS"]:
        return f"exit {code}, {err[-300:]}"
    told = []
    for line in err.splitlines():
        if line.startswith("JVM TI misuse: "):
            told.append([line[len("JVM TI misuse: "):]])
        elif line.startswith("\t") and told:
            told[-1].append(line[1:])
        else:
            return f"not of the form: {line!r}"
    for first, *below in MISUSE:
        found = [t for t in told if re.match(first, t[0])]
        if not found:
            return f"not told: {first}"
        for pattern in below:
            if not any(re.search(pattern, line) for line in found[0][1:]):
                return f"{found[0]} lacks {pattern}"
    for t in told:
        if not any(re.match(first, t[0]) for first, *_ in MISUSE) and not re.match(r"\d+ kinds, \d+ times in all|Get(ThreadState|Phase|AllThreads): not callback-safe|.*more times?, from", t[0]):
            return f"not expected: {t}"
    return None


def everything_wrong(r):
    """EntryChecks: each function with each thing wrong in each phase, through environments that are traced and checked: the same answers, and each is told."""
    _, want, _ = r.run("EntryChecks", [])
    path = os.path.join(r.folder.name, "e.jsonl")
    code, out, err = r.run("EntryChecks", ["-Xcheck:jvmti", f"-Xlog:jvmti=trace:file={path}:none:format=json,filesize=0"])
    if code or out != want:
        return f"exit {code}, {difference(want.splitlines(), out.splitlines())}"
    with open(path, encoding="utf-8") as f:
        records = [json.loads(line) for line in f]
    told = {tuple(m) for m in re.findall(r"^JVM TI misuse: (\w+): .*\((\w+)\)$", err, re.M)}
    silent = {"NONE", "THREAD_NOT_ALIVE", "NOT_AVAILABLE", "CLASS_NOT_PREPARED", "NATIVE_METHOD", "OPAQUE_FRAME", "NO_MORE_FRAMES", "DUPLICATE", "NOT_FOUND", "INTERNAL",
              "THREAD_SUSPENDED", "ABSENT_INFORMATION", "INVALID_CLASS_FORMAT", "OUT_OF_MEMORY"}
    answered = {(x["function"], x["error"]) for x in records if x["type"] == "end" and "function" in x and x["error"] not in silent}
    if len(answered) < 600 or answered - told:
        return f"{len(answered)} errors, not told: {sorted(answered - told)[:5]}"
    return None


def innocent(r):
    """A good agent hears of what its program asks for on purpose, and of nothing else."""
    code, _, err = r.run("Tracing", ["-Xcheck:jvmti"])
    told = [line for line in err.splitlines() if line.startswith("JVM TI misuse: ")]
    if code or [t for t in told if "INVALID_LOCATION" not in t and "DumpHeap" not in t and "in all" not in t]:
        return f"exit {code}, {told}"
    return None


def refused(r):
    cases = [
        (["-XX:JVMTITraceFilter=Breakpoint"], 1, r"Invalid -XX:JVMTITraceFilter: 'Breakpoint' is not"),
        (["-XX:JVMTITraceFilter=function:Nonsense"], 1, r"Invalid -XX:JVMTITraceFilter: there is no function 'Nonsense'"),
        (["-XX:JVMTITraceFilter=event:GetTag"], 1, r"Invalid -XX:JVMTITraceFilter: there is no event 'GetTag'"),
        (["-XX:JVMTITraceFilter=method:x"], 1, r"Invalid -XX:JVMTITraceFilter: 'method' is not function, event, thread or env"),
        (["-XX:JVMTITraceFilter=env:x"], 1, r"Invalid -XX:JVMTITraceFilter: environment 'x' is not a number"),
        (["-XX:JVMTITraceFilter"], 1, r"Improperly specified VM option"),
        (["-Xlog:jvmti:stdout::format=xml"], 1, r"Invalid -Xlog option"),
        (["-Xcheck:jvmtii"], 1, r"Unrecognized option: -Xcheck:jvmtii"),
        (["-Xlog:help"], 0, r"-XX:JVMTITraceFilter="),
    ]
    for options, want, pattern in cases:
        code, out, err = r.run("Tracing", options)
        if code != want or not re.search(pattern, out + err):
            return f"{options}: exit {code}, {(out + err)[:200]!r}"
    return None


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--build", default="build")
    ap.add_argument("--filter", default="")
    args = ap.parse_args()
    r = Runner(args.build, vmrun.find_jdk())
    for case in (as_text, nesting, as_json, filters, levels, unchanged, misuse, everything_wrong, innocent, refused):
        name = case.__name__.replace("_", " ")
        if re.search(args.filter, f"trace {name}"):
            try:
                r.report(name, case(r))
            except (ValueError, OSError, StopIteration, KeyError) as e:
                r.report(name, f"{type(e).__name__} {e}")
    print(f"{r.passed} passed, {r.failed} failed")
    return 1 if r.failed else 0


if __name__ == "__main__":
    sys.exit(main())
