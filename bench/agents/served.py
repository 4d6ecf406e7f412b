"""A server in steady state under the agents of the market: processor time of a request, without an agent, with each, and with all of them at once.

The server is Shop.java on Tomcat; its clients are a process of their own, always on HotSpot. An agent is there from the start. The first requests warm up.
"""
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import market  # noqa: E402
import programs  # noqa: E402
from run import cell, median, vmrun  # noqa: E402

CLIENTS, WARM, COUNTED = 4, 30_000, 20_000  # requests of each client
AGENTS = ("jacoco", "opentelemetry", "debugger", "profiler")
SETS = {"none": (), **{a: (a,) for a in AGENTS}, "all four": AGENTS}
TARGETS = {name: 0.7 if name != "none" else 0.75 for name in SETS}  # of HotSpot's processor time with the same agents
PROFILER = "linux-x64/libasyncProfiler.so"


class Missing(Exception):
    """Something that the servers need is not there."""


class Servers:
    def __init__(self, jdk, build):
        self.java = os.path.join(jdk, "bin", "java")
        self.lib, self.out = os.path.join(build, "market", "lib"), os.path.join(build, "bench-agents")
        tomcat = programs.Program("tomcat", build, jdk)
        problem = market.fetch(self.lib)
        if problem:
            raise Missing(problem)
        try:
            tomcat.fetch()
        except programs.Problem as e:
            raise Missing(str(e)) from e
        shutil.rmtree(self.out, ignore_errors=True)
        os.makedirs(self.out)
        self.path = ":".join([self.out, *tomcat.words(["{jars}"])])
        r = subprocess.run([os.path.join(jdk, "bin", "javac"), "-g", "-cp", self.path, "-d", self.out, os.path.join(HERE, "Shop.java")], capture_output=True, text=True)
        if r.returncode:
            raise Missing(r.stderr[-1000:])
        with zipfile.ZipFile(market.jar(self.lib, "async-profiler")) as z:
            z.extract(PROFILER, self.out)

    def options(self, agent, work, debugger_port):
        return {"jacoco": f"-javaagent:{market.jar(self.lib, 'org.jacoco.agent')}=destfile={work}/jacoco.exec",
                "opentelemetry": f"-javaagent:{market.jar(self.lib, 'opentelemetry')}",
                "debugger": f"-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:{debugger_port}",
                "profiler": f"-agentpath:{self.out}/{PROFILER}=start,event=itimer,interval=10ms,file={work}/profile.collapsed,collapsed"}[agent]

    def request(self, vm_options, agents):
        """Milliseconds of processor time of the server's process for a request; None if it fails."""
        received = []
        collector = market.Collector(lambda body: received.append(len(body)))
        with tempfile.TemporaryDirectory(prefix="argus-bench-") as work:
            port = free_port()
            command = [self.java, *vm_options, "-Xmx512m", *(self.options(a, work, port) for a in agents), "-cp", self.path, "Shop", "serve"]
            env = vmrun.clean_env(collector.env(), argus=any("altjvm" in o for o in vm_options))
            with open(os.path.join(work, "err"), "wb") as err:
                server = subprocess.Popen(command, cwd=work, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=err)
            try:
                return self.ask(server, port if "debugger" in agents else 0, received if "opentelemetry" in agents else None)
            finally:
                server.stdin.close()
                try:
                    server.wait(60)
                except subprocess.TimeoutExpired:
                    server.kill()
                    server.wait()
                server.stdout.close()
                collector.close()

    def ask(self, server, debugger_port, received):
        port = next((m[1] for m in (re.match(rb"port (\d+)", line) for line in server.stdout) if m), None)
        if not port:
            return None
        jdb = None
        if debugger_port:
            jdb = subprocess.Popen([os.path.join(os.path.dirname(self.java), "jdb"), "-connect", f"com.sun.jdi.SocketAttach:hostname=127.0.0.1,port={debugger_port}"],
                                   stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        r = vmrun.run([self.java, "-cp", self.path, "Shop", "ask", port.decode(), str(CLIENTS), str(WARM), str(COUNTED)], env=vmrun.clean_env(), timeout=300)
        if jdb:
            attached = jdb.poll() is None
            jdb.stdin.close()
            jdb.wait()
            if not attached:
                raise Missing("the debugger did not attach")
        if received is not None and not received:
            raise Missing("the OpenTelemetry agent sent no span")
        m = re.search(rb"request ([\d.]+)", r.out)
        return float(m[1]) if m and r.code == 0 else None


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def table(jdk, build, vms, rounds, quick):
    """{agents: {vm: milliseconds}}, medians. Prints them, each VM beside the first."""
    global WARM, COUNTED
    if quick:
        WARM, COUNTED = 500, 500
    servers = Servers(jdk, build)
    samples = {name: {v: [] for v in vms} for name in SETS}
    for _ in range(rounds):
        for name, agents in SETS.items():
            for v, options in vms.items():
                samples[name][v].append(servers.request(options, agents))
    medians = {name: {v: median(s) for v, s in row.items()} for name, row in samples.items()}
    print("\nA server on Tomcat in steady state under agents of the market: processor time of a request, ms\n")
    print(f"{'agents':16}" + "".join(f"{v:>10}" for v in vms) + (f"{'ratio':>10}" if len(vms) == 2 else ""))
    for name, row in medians.items():
        first, *rest = row.values()
        ratio = first / rest[0] if len(row) == 2 and first and rest[0] else None
        print(f"{name:16}" + "".join(cell(t, 10, 4) for t in row.values()) + (cell(ratio, 10, 2) if len(row) == 2 else ""))
    return medians


def missed(medians):
    """The rows that are above the target, or failed."""
    both = {name: row for name, row in medians.items() if set(row) == {"argus", "hotspot"}}
    return [name for name, row in both.items() if not (row["argus"] and row["hotspot"] and row["argus"] <= TARGETS[name] * row["hotspot"])]
