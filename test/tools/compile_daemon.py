"""The JDK's javac, jar and other tools for drivers, in a JVM that stays warm: CompileDaemon.java says why. One for each thread that asks, started when it first does."""
import atexit
import os
import subprocess
import threading

import vmrun

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "CompileDaemon.java")
own = threading.local()
everyone = []


def tool(jdk, words):
    """Runs [tool, argument...]; gives (exit code, what it says). Paths are relative to where the driver was when this thread asked for the first time."""
    if not hasattr(own, "child"):
        own.child = subprocess.Popen([os.path.join(jdk, "bin", "java"), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", SOURCE],
                                     stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=vmrun.clean_env())
        everyone.append(own.child)
    own.child.stdin.write(("\n".join([str(len(words)), *words]) + "\n").encode())
    own.child.stdin.flush()
    head = own.child.stdout.readline().split()
    if len(head) != 2:
        raise OSError("the compile daemon died")
    return int(head[0]), own.child.stdout.read(int(head[1])).decode(errors="replace")


@atexit.register
def end():
    for child in everyone:
        child.kill()
        child.communicate()
    everyone.clear()
