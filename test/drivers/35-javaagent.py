#!/usr/bin/env python3
"""-javaagent: through the JDK's own libinstrument: the transcript of test/javaagent on Argus must equal HotSpot's."""
import argparse
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

MANIFEST = "Premain-Class: TheAgent\nCan-Redefine-Classes: true\nCan-Retransform-Classes: true\nCan-Set-Native-Method-Prefix: true\n"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--build", default="build")
    p.add_argument("--jdk", default=os.environ.get("JAVA_HOME") or "/usr/lib/jvm/java-17-openjdk-amd64")
    p.add_argument("--filter", default="")
    a = p.parse_args()
    if not re.search(a.filter, "javaagent"):
        print("0 passed, 0 failed")
        return 0
    build = os.path.abspath(a.build)
    out = os.path.join(build, "test-javaagent")
    os.makedirs(out, exist_ok=True)
    tool = lambda name: os.path.join(a.jdk, "bin", name)  # noqa: E731
    source = os.path.join(ROOT, "test", "javaagent")
    subprocess.run([tool("javac"), "-d", out] + sorted(os.path.join(source, f) for f in os.listdir(source) if f.endswith(".java")), check=True)
    with open(os.path.join(out, "manifest"), "w") as f:
        f.write(MANIFEST)
    classes = sorted(f for f in os.listdir(out) if f.startswith("TheAgent") and f.endswith(".class"))
    subprocess.run([tool("jar"), "cfm", "agent.jar", "manifest"] + classes, cwd=out, check=True)
    texts = []
    for argus in (False, True):
        command = [tool("java")] + ([f"-XXaltjvm={build}/argus"] if argus else []) + ["-javaagent:agent.jar=opt", "-cp", ".", "JavaAgentMain"]
        r = subprocess.run(command, cwd=out, env=vmrun.clean_env(argus=argus), capture_output=True, text=True, timeout=60)
        texts.append((r.returncode, r.stdout))
    if texts[0] == texts[1] and texts[0][0] == 0:
        print("PASS javaagent\n1 passed, 0 failed")
        return 0
    print(f"FAIL javaagent: HotSpot {texts[0]}, Argus {texts[1]}\n0 passed, 1 failed")
    return 1


if __name__ == "__main__":
    sys.exit(main())
