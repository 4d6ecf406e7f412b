#!/usr/bin/env python3
"""Agents of the market, pinned in test/market/pom.xml: what they make of a program on Argus must be what they make of it on HotSpot.

    jacoco          a JUnit run measured by JaCoCo's agent: the test report, and the coverage report as CSV and XML
    bytebuddy       Byte Buddy's agent attaches to its own VM, redefines and retransforms application and JDK classes
    opentelemetry   a small HTTP service under the OpenTelemetry agent: the spans that arrive at a collector, sent as OTLP over HTTP
    asyncprofiler   async-profiler: calls of a method counted exactly, processor time, allocations and waiting for locks sampled, also by thread and as a recording
    aspectj         load-time weaving: calls, executions, field writes, exceptions, a new interface
    recorder        five agents at once beside a flight recording with all events: JaCoCo, OpenTelemetry, three of Byte Buddy, one of which counts calls
                    of java.util and one changes Throwable: output, reports, spans and the numbers of events

Maven fetches the agents once into <build>/market/lib; artifacts.sha256 says what must arrive. Equal means the bytes of standard output, of reports
and of messages once times, ports, identity hashes and random ids are taken out.
"""
# Runs beside other drivers, about 65 s.
import argparse
import os
import re
import shutil
import subprocess
import sys
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import jfr_check  # noqa: E402
import market as artifacts  # noqa: E402
import protobuf  # noqa: E402
import vmrun  # noqa: E402

SOURCES = artifacts.SOURCES


def spans_of(body):
    """The spans in an ExportTraceServiceRequest: dictionaries of what stays the same from run to run, and the ids that link them."""
    found = []
    for resource_spans in protobuf.messages(body, 1):
        for scope_spans in protobuf.messages(resource_spans, 2):
            scope = protobuf.text(next(protobuf.messages(scope_spans, 1), b""), 1)
            for span in protobuf.messages(scope_spans, 2):
                attributes = {}
                for pair in protobuf.messages(span, 9):
                    value = next(protobuf.messages(pair, 2), b"")
                    attributes[protobuf.text(pair, 1)] = protobuf.text(value, 1) or protobuf.number(value, 3)
                found.append({"scope": scope, "name": protobuf.text(span, 5), "kind": protobuf.number(span, 6), "id": protobuf.raw(span, 2),
                              "parent": protobuf.raw(span, 4), "trace": protobuf.raw(span, 1), "attributes": attributes})
    return found


def span_lines(spans):
    """One line a span, sorted: its chain of parents, and the attributes without ports, threads and agents' versions."""
    by_id = {s["id"]: s for s in spans}
    lines = []
    for s in spans:
        chain, at = [], s
        while at:
            chain.append(f"{at['name']}/{at['kind']}")
            at = by_id.get(at["parent"]) if at["parent"] else None
        kept = {k: re.sub(r":\d+", ":PORT", str(v)) for k, v in s["attributes"].items() if not k.startswith("thread.") and not k.endswith(".port")}
        lines.append(f"{s['scope']} {' < '.join(chain)} {sorted(kept.items())}")
    return "\n".join(sorted(lines)) + f"\n{len({s['trace'] for s in spans})} traces\n"


class Market:
    def __init__(self, build, jdk):
        self.build, self.jdk = build, jdk
        self.lib, self.out = os.path.join(build, "market", "lib"), os.path.join(build, "market", "out")
        shutil.rmtree(self.out, ignore_errors=True)

    def jar(self, start):
        return artifacts.jar(self.lib, start)

    def compile(self, name, *jars):
        out = os.path.join(self.out, name)
        os.makedirs(out, exist_ok=True)
        sources = sorted(os.path.join(SOURCES, name, f) for f in os.listdir(os.path.join(SOURCES, name)) if f.endswith(".java"))
        subprocess.run([os.path.join(self.jdk, "bin", "javac"), "-g", "-cp", ":".join(jars) or ".", "-d", out, *sources], check=True)
        return out

    def java(self, argus, cwd, *options, env=None):
        command = [os.path.join(self.jdk, "bin", "java"), *([f"-XXaltjvm={self.build}/argus"] if argus else []), *options]
        r = vmrun.run(command, cwd=cwd, env=vmrun.clean_env(env, argus=argus), timeout=300)
        if r.timed_out:
            raise AssertionError("did not end:\n" + vmrun.tail(r.err))
        return r

    def both(self, action):
        """action(argus) on HotSpot, then on Argus: a list of (what, bytes). None if all are equal, else the first difference."""
        want, got = action(False), action(True)
        for (what, a), (_, b) in zip(want, got):
            difference = vmrun.first_difference(what, a, b)
            if difference:
                return difference
        empty = [what for what, a in want if not a or a == b"not sampled"]
        return f"HotSpot gave no {empty[0]}: the test is broken" if empty else None

    def jacoco(self):
        out = self.compile("jacoco", self.jar("junit-platform"))

        def run(argus):
            data = os.path.join(self.out, f"jacoco-{argus}.exec")
            r = self.java(argus, out, f"-javaagent:{self.jar('org.jacoco.agent')}=destfile={data},sessionid=one", "-jar", self.jar("junit-platform"), "execute",
                          "-cp", ".", "--scan-classpath", "--disable-banner", "--disable-ansi-colors")
            report = [os.path.join(self.out, f"jacoco-{argus}.{kind}") for kind in ("csv", "xml")]
            self.java(False, out, "-jar", self.jar("org.jacoco.cli"), "report", data, "--classfiles", out, "--csv", report[0], "--xml", report[1])
            texts = [open(f, "rb").read() for f in report]
            order = b"\n".join(sorted(re.sub(rb"after \d+ ms", b"after N ms", r.out).splitlines()))  # Class.getDeclaredMethods has no order
            return [("exit code", b"%d" % r.code), ("test report", order), ("coverage.csv", texts[0]), ("coverage.xml", re.sub(rb"<sessioninfo[^>]*>", b"", texts[1]))]
        return self.both(run)

    def bytebuddy(self):
        path = [self.jar("byte-buddy-1"), self.jar("byte-buddy-agent")]
        out = self.compile("bytebuddy", *path)

        def run(argus):
            r = self.java(argus, out, "-Djdk.attach.allowAttachSelf=true", "-cp", ":".join([".", *path]), "BuddyMain")
            return [("exit code", b"%d" % r.code), ("output", r.out), ("messages", re.sub(rb"@[0-9a-f]+", b"@HASH", r.err))]
        return self.both(run)

    def opentelemetry(self):
        out = self.compile("otel")

        def run(argus):
            spans = []
            collector = artifacts.Collector(lambda body: spans.extend(spans_of(body)))
            try:
                r = self.java(argus, out, f"-javaagent:{self.jar('opentelemetry')}", "-cp", ".", "Service", env=collector.env())
            finally:
                collector.close()
            return [("exit code", b"%d" % r.code), ("output", r.out), ("spans", span_lines(spans).encode() if spans else b"")]
        return self.both(run)

    def asyncprofiler(self):
        out = self.compile("asyncprofiler")
        inside = "linux-x64/libasyncProfiler.so"
        with zipfile.ZipFile(self.jar("async-profiler")) as z:
            z.extract(inside, out)

        def run(argus):
            seen = []
            for event, millis, want in (("Profiled.fib", 0, None), ("itimer", 1500, ("Profiled.main", "Profiled.text", "Profiled.spin")), ("wall", 1500, ("Profiled.main",)), ("alloc", 1500, ("Profiled.text", "byte[]"))):
                report = os.path.join(self.out, f"{event}-{argus}.collapsed")
                r = self.java(argus, out, f"-agentpath:{out}/{inside}=start,event={event},collapsed,file={report}", "-cp", ".", "Profiled", str(millis))
                with open(report, encoding="utf-8") as f:
                    stacks = [line.rsplit(" ", 1) for line in f]
                seen += [(f"{event}: exit code", b"%d" % r.code), (f"{event}: messages", b"\n".join(sorted(r.out.splitlines())) + r.err)]
                if want is None:
                    seen.append((f"{event}: stacks", b"%d" % sum(int(n) for _, n in stacks)))
                else:
                    seen += [(f"{event}: {method}", b"seen" if any(method in stack for stack, _ in stacks) else b"not sampled") for method in want]
            return seen + self.contention(argus, out, f"{out}/{inside}") + self.recording(argus, out, f"{out}/{inside}")
        return self.both(run)

    def contention(self, argus, out, library):
        """Who waits for whom, by thread."""
        seen = []
        for event, want in (("lock", ("Contended.monitor", "Contended.lock", "java.util.concurrent.locks.ReentrantLock$NonfairSync_[i]")), ("wall", ("Contended.busy",))):
            report = os.path.join(self.out, f"threads-{event}-{argus}.collapsed")
            r = self.java(argus, out, f"-agentpath:{library}=start,event={event},threads,collapsed,file={report}", "-cp", ".", "Contended", "1500")
            with open(report, encoding="utf-8") as f:
                stacks = f.read()
            seen += [(f"{event},threads: exit code", b"%d" % r.code), (f"{event},threads: messages", b"\n".join(sorted(r.out.splitlines())) + r.err)]
            seen += [(f"{event},threads: {text}", b"seen" if text in stacks else b"not sampled") for text in want]
            seen += [(f"{event},threads: contender-{i}", b"seen" if f"[contender-{i} tid=" in stacks else b"not sampled") for i in range(3)]
        return seen

    def recording(self, argus, out, library):
        """A recording, read by the JDK's tool."""
        file = os.path.join(self.out, f"all-{argus}.jfr")
        r = self.java(argus, out, f"-agentpath:{library}=start,event=itimer,alloc=100k,lock=10us,jfr,file={file}", "-cp", ".", "Contended", "1500")
        seen = [("jfr: exit code", b"%d" % r.code), ("jfr: messages", b"\n".join(sorted(r.out.splitlines())) + r.err)]
        tool = os.path.join(self.jdk, "bin", "jfr")
        summary = vmrun.run([tool, "summary", file], env=vmrun.clean_env()).out.decode()
        for event in ("jdk.ExecutionSample", "jdk.JavaMonitorEnter", "jdk.ThreadPark"):
            seen.append((f"jfr: {event}", b"seen" if re.search(rf"{event} +[1-9]", summary) else b"not sampled"))
        text = vmrun.run([tool, "print", "--events", "jdk.JavaMonitorEnter", file], env=vmrun.clean_env()).out.decode()
        return seen + [(f"jfr: {t}", b"seen" if t in text else b"not sampled") for t in ('eventThread = "contender-', "Contended.monitor()", "ReentrantLock")]

    def aspectj(self):
        out = self.compile("aspectj", self.jar("aspectjrt"))
        shutil.copytree(os.path.join(SOURCES, "aspectj", "META-INF"), os.path.join(out, "META-INF"))

        def run(argus):
            r = self.java(argus, out, f"-javaagent:{self.jar('aspectjweaver')}", "-cp", ".", "Bank")
            return [("exit code", b"%d" % r.code), ("output", r.out), ("messages", re.sub(rb"@[0-9a-f]+", b"@HASH", r.err))]
        return self.both(run)

    def messages(self, text):
        """Without times, and without HotSpot's words about its archive of classes."""
        return re.sub(rb"20\d\d-\S+ \S+ \+0000", b"TIME", b"\n".join(line for line in text.splitlines() if b"Sharing is only supported" not in line)) or b"none"

    def recorder(self):
        tool = lambda name: os.path.join(self.jdk, "bin", name)  # noqa: E731
        boot = os.path.join(self.out, "hits")
        subprocess.run([tool("javac"), "-d", boot, os.path.join(SOURCES, "recorder", "boot", "Hits.java")], check=True)
        out = self.compile("recorder", boot, self.jar("byte-buddy-1"), self.compile("otel"))
        subprocess.run([tool("jar"), "-c", "-f", os.path.join(out, "hits.jar"), "-C", boot, "."], check=True)
        with open(os.path.join(out, "manifest"), "w") as f:
            f.write("Premain-Class: Agents\nCan-Redefine-Classes: true\nCan-Retransform-Classes: true\n")
        agents = [f"agent-{n}.jar" for n in ("buddy", "coverage", "throwable")]
        for name in agents:
            subprocess.run([tool("jar"), "-c", "-f", name, "-m", "manifest"], cwd=out, check=True)

        def run(argus):
            data, file = (os.path.join(self.out, f"recorder-{argus}.{kind}") for kind in ("exec", "jfr"))
            spans = []
            collector = artifacts.Collector(lambda body: spans.extend(spans_of(body)))
            try:
                r = self.java(argus, out, f"-javaagent:{self.jar('org.jacoco.agent')}=destfile={data},sessionid=one", f"-javaagent:{self.jar('opentelemetry')}",
                              *(f"-javaagent:{name}={name[6:-4]}" for name in agents), "-cp", f".:{self.jar('byte-buddy-1')}:{os.path.join(self.out, 'otel')}", "Beside", file, env=collector.env())
            finally:
                collector.close()
            report = os.path.join(self.out, f"recorder-{argus}.csv")
            self.java(False, out, "-jar", self.jar("org.jacoco.cli"), "report", data, "--classfiles", "Beside.class", "--classfiles", "Beside$Greeter.class", "--csv", report)
            if not os.path.exists(file) or not os.path.exists(report):
                raise AssertionError(f"argus {argus}: exit code {r.code}, no recording or report: {vmrun.tail(r.out + r.err)}")
            counts = self.java(False, out, "-cp", ".", "Counts", file)
            problems = jfr_check.problems(file) if argus else []
            return [("exit code", b"%d" % r.code), ("output", r.out), ("messages", self.messages(r.err)), ("coverage", open(report, "rb").read()),
                    ("spans", span_lines(spans).encode() if spans else b""), ("events", counts.out), ("recording", ("\n".join(problems) or "is sound").encode())]
        return self.both(run)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default="build")
    p.add_argument("--filter", default="")
    a = p.parse_args()
    names = [n for n in ("jacoco", "bytebuddy", "opentelemetry", "asyncprofiler", "aspectj", "recorder") if re.search(a.filter or ".", "market/" + n)]
    passed = 0
    market = Market(os.path.abspath(a.build), vmrun.find_jdk())
    problem = artifacts.fetch(market.lib) if names else None
    for name in names:
        try:
            fault = problem or getattr(market, name)()
        except (AssertionError, subprocess.CalledProcessError, OSError) as e:
            fault = str(e)
        passed += not fault
        print(f"FAIL market/{name}: {fault}" if fault else f"PASS market/{name}", flush=True)
    print(f"{passed} passed, {len(names) - passed} failed")
    return passed != len(names)


if __name__ == "__main__":
    sys.exit(main())
