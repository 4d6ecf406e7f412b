#!/usr/bin/env python3
"""-javaagent: through the JDK's own libinstrument: the transcripts of test/javaagent on Argus must equal HotSpot's."""
# Runs beside other drivers, about 3 s.
import argparse
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

CAN = "Can-Redefine-Classes: true\nCan-Retransform-Classes: true\nCan-Set-Native-Method-Prefix: true\n"
ASM = ["--add-exports", "java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED"]

# name: agent class, main class, options of the VM
CASES = {
    "javaagent": ("TheAgent", "JavaAgentMain", []),
    "javaagent/renamed": ("RenamedNatives", "RenamedNatives", ["-XX:+AllowRedefinitionToAddDeleteMethods", *ASM]),
}


def problem(build, jdk, out, agent, main, options):
    """None, or how the two VMs differ."""
    def tool(name):
        return os.path.join(jdk, "bin", name)
    with open(os.path.join(out, "manifest"), "w") as f:
        f.write(f"Premain-Class: {agent}\n{CAN}")
    classes = sorted(f for f in os.listdir(out) if f.startswith(agent) and f.endswith(".class"))
    subprocess.run([tool("jar"), "cfm", f"{agent}.jar", "manifest"] + classes, cwd=out, check=True)
    texts = []
    for argus in (False, True):
        command = [tool("java")] + ([f"-XXaltjvm={build}/argus"] if argus else []) + options + [f"-javaagent:{agent}.jar=opt", "-cp", ".", main]
        r = subprocess.run(command, cwd=out, env=vmrun.clean_env(argus=argus), capture_output=True, text=True, timeout=60)
        texts.append((r.returncode, r.stdout, r.stderr))
    if texts[0][:2] == texts[1][:2] and texts[0][0] == 0:
        return None
    return f"HotSpot {texts[0]}, Argus {texts[1]}"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--build", default="build")
    p.add_argument("--jdk", default=os.environ.get("JAVA_HOME") or "/usr/lib/jvm/java-17-openjdk-amd64")
    p.add_argument("--filter", default="")
    a = p.parse_args()
    chosen = [name for name in CASES if re.search(a.filter, name)]
    failed = 0
    if chosen:
        build = os.path.abspath(a.build)
        out = os.path.join(build, "test-javaagent")
        os.makedirs(out, exist_ok=True)
        source = os.path.join(ROOT, "test", "javaagent")
        sources = sorted(os.path.join(source, f) for f in os.listdir(source) if f.endswith(".java"))
        subprocess.run([os.path.join(a.jdk, "bin", "javac"), "-nowarn", *ASM, "-d", out] + sources, check=True)
        for name in chosen:
            found = problem(build, a.jdk, out, *CASES[name])
            failed += found is not None
            print(f"FAIL {name}: {found}" if found else f"PASS {name}", flush=True)
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
