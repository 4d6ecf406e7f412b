#!/usr/bin/env python3
"""The live page's server, asked by a client of its own: who is let in, hostile requests, slow and many clients, programs in trouble, and numbers, each
of which equals the program's own beans or jcmd.

test/livepage/Watched.java is watched; it does and tells what the driver writes to its standard input.
"""
import argparse
import contextlib
import importlib.util
import json
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

SOURCE = os.path.join(ROOT, "test", "livepage", "Watched.java")
URL = re.compile(r"^http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})$", re.M)


class Failure(Exception):
    """The differences from what is expected."""


def equal(want, got, what):
    if want != got:
        raise Failure(f"{what}: expected {want!r}, got {got!r}")


def within(low, value, high, what):
    if not low <= value <= high:
        raise Failure(f"{what}: {value} is not from {low} to {high}")


def until(condition, what, seconds=30):
    """Waits for what comes by itself; its value."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise Failure(f"{what} did not come")
        time.sleep(0.02)
    return value


# ---- a client ----


class Connection:
    """One connection, which reads answers byte by byte as HTTP/1.1 says they are."""

    def __init__(self, page, seconds=30):
        self.page = page
        self.file = b""
        if page.path:
            self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self.socket.settimeout(seconds)
            self.socket.connect(page.path)
        else:
            self.socket = socket.create_connection(("127.0.0.1", page.port), seconds)

    def send(self, data):
        self.socket.sendall(data)

    def more(self):
        data = self.socket.recv(65536)
        if not data:
            raise EOFError
        self.file += data

    def line(self):
        while b"\r\n" not in self.file:
            self.more()
        line, _, self.file = self.file.partition(b"\r\n")
        return line.decode("latin-1")

    def exactly(self, n):
        while len(self.file) < n:
            self.more()
        data, self.file = self.file[:n], self.file[n:]
        return data

    def answer(self, head=False):
        """Status, fields with names in lower case, body."""
        first = self.line()
        m = re.match(r"HTTP/1\.1 (\d\d\d) \S", first)
        if not m:
            raise Failure(f"the answer begins with {first!r}")
        fields = {}
        while line := self.line():
            name, _, value = line.partition(":")
            fields[name.lower()] = value.strip()
        if fields.get("transfer-encoding") == "chunked":
            body = b""
            while n := int(self.line(), 16):
                body += self.exactly(n)
                equal("", self.line(), "the end of a chunk")
            equal("", self.line(), "the end of all chunks")
        else:
            body = b"" if head else self.exactly(int(fields.get("content-length", "0")))
        return int(m[1]), fields, body

    def request(self, path, method="GET", body=b"", token=True, fields=()):
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.page.host}", *fields]
        if token:
            lines.append(f"Authorization: Bearer {self.page.token}")
        if body:
            lines.append(f"Content-Length: {len(body)}")
        self.send("\r\n".join([*lines, "", ""]).encode() + body)
        return self.answer(method == "HEAD")

    def ended(self):
        """Nothing comes any more but the end."""
        try:
            while True:
                self.more()
        except (EOFError, ConnectionResetError):
            return True
        except TimeoutError:
            return False

    def close(self):
        self.socket.close()


class Page:
    """The address of a page, and its JSON."""

    def __init__(self, url=None, path=None, token=None):
        self.path = path
        self.port, self.token = (int(url[1]), url[2]) if url else (0, token)
        self.host = f"127.0.0.1:{self.port}" if url else "localhost"
        self.connection = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.connection:
            self.connection.close()

    def ask(self, path, **how):
        """An answer by the connection that is kept; a new one if the server has ended it."""
        for _ in range(2):
            if not self.connection:
                self.connection = Connection(self)
            try:
                answer = self.connection.request(path, **how)
                if answer[1].get("connection") == "close":
                    self.connection.close()
                    self.connection = None
                return answer
            except (EOFError, ConnectionError):
                self.connection.close()
                self.connection = None
        raise Failure(f"{path}: no answer")

    def get(self, path, status=200, **how):
        got, fields, body = self.ask(path, **how)
        if got != status:
            raise Failure(f"{path}: expected {status}, got {got}: {body[:300]!r}")
        equal("application/json", fields["content-type"], f"{path}: type")
        return json.loads(body)


# ---- the program ----


class Program:
    """Watched on Argus."""

    def __init__(self, setup, options, heap="64m"):
        self.setup = setup
        self.errors = tempfile.TemporaryFile("w+")  # noqa: SIM115
        command = [os.path.join(setup.jdk, "bin", "java"), f"-XXaltjvm={setup.build}/argus", f"-Xmx{heap}", *options, "-cp", setup.classes, "Watched"]
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True, start_new_session=True,
                                      env=vmrun.clean_env(argus=True), encoding="utf-8")
        self.pid = self.child.pid
        equal("ready\n", self.child.stdout.readline(), "the program's first line")

    def tell(self, line):
        """Writes a line and reads the answer's lines."""
        self.start(line)
        lines = []
        while (got := self.child.stdout.readline().rstrip("\n")) != "end":
            if not got and self.child.poll() is not None:
                raise Failure(f"the program ended at {line!r}: {self.error_text()}")
            lines.append(got)
        return lines

    def start(self, line):
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()

    def error_text(self):
        self.errors.seek(0)
        return self.errors.read()

    def page(self):
        return Page(until(lambda: URL.search(self.error_text()), "the URL on standard error"))

    def jcmd(self, *words):
        result = vmrun.run([os.path.join(self.setup.jdk, "bin", "jcmd"), str(self.pid), *words], env=vmrun.clean_env(), timeout=self.setup.timeout)
        return (result.out + result.err).decode()

    def end(self):
        vmrun.signal_group(self.pid, signal.SIGKILL)
        self.child.wait()
        self.child.stdin.close()
        self.child.stdout.close()
        self.errors.close()


class Setup:
    """What all cases use."""

    def __init__(self, args):
        self.jdk = vmrun.find_jdk()
        self.build = args.build
        self.timeout = args.timeout
        self.folder = tempfile.mkdtemp(prefix="argus-livepage-")
        self.classes = os.path.join(self.folder, "classes")
        subprocess.run([os.path.join(self.jdk, "bin", "javac"), "-g", "-d", self.classes, SOURCE], check=True, timeout=120)

    @contextlib.contextmanager
    def watched(self, *options, heap="64m"):
        program = Program(self, options or ("-XX:ArgusPage=127.0.0.1:0",), heap)
        try:
            yield program
        finally:
            program.end()

    @contextlib.contextmanager
    def page(self, heap="64m"):
        with self.watched(heap=heap) as program, program.page() as page:
            yield program, page


# ---- who is let in ----


def case_token(setup):
    with setup.page() as (_, page):
        wrong = [page.token[:-1], page.token + "0", "0" * 32, "", page.token.upper() if page.token.upper() != page.token else "x", page.token[:16] + "\t" * 16]
        for path in ("/", "/api/now", "/nothing"):
            status, fields, body = page.ask(path, token=False)
            equal(401, status, f"{path} without a token")
            if path == "/":
                equal("text/html; charset=utf-8", fields["content-type"], "for a person who opens the address")
                equal(True, b"argus page PID" in body and page.token.encode() not in body, "the page that says so")
            else:
                equal(["error"], list(json.loads(body)), f"{path}: the body")
            equal("close", fields["connection"], f"{path}: the connection")
            for t in wrong:
                equal(401, page.ask(path, token=False, fields=[f"Authorization: Bearer {t}"])[0], f"{path} with the token {t!r}")
                if not re.search(r"\s", t):
                    equal(401, page.ask(f"{path}?token={t}", token=False)[0], f"{path} with ?token={t!r}")
        equal(401, page.ask("/api/now", token=False, fields=[f"Authorization: Basic {page.token}"])[0], "another scheme")
        equal(401, page.ask(f"/api/now?xtoken={page.token}", token=False)[0], "another parameter")
        equal(401, page.ask(f"/api/now?token=0&token={page.token}", token=False)[0], "the first parameter counts")
        equal(200, page.ask(f"/api/now?a=b&token={page.token}", token=False)[0], "?token=")
        status, fields, body = page.ask(f"/?token={page.token}", token=False)
        equal((200, "text/html; charset=utf-8"), (status, fields["content-type"]), "the page")
        if not body.lower().startswith(b"<!doctype html>") or page.token.encode() in body or re.search(rb"^@[\w.]+@$", body, re.M):
            raise Failure(f"the page: {body[:200]!r}")
        for name, value in (("cache-control", "no-store"), ("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"),
                            ("x-frame-options", "DENY")):
            equal(value, fields[name], name)
        if not re.match(r"default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; connect-src 'self'; img-src data:; ", fields["content-security-policy"]):
            raise Failure(f"the policy is {fields['content-security-policy']}")


def case_host(setup):
    with setup.page() as (_, page):
        bearer = f"Authorization: Bearer {page.token}"
        for host, want in ((f"127.0.0.1:{page.port}", 200), (f"localhost:{page.port}", 200), (f"LocalHost:{page.port}", 200), (f"[::1]:{page.port}", 200),
                           ("127.0.0.1", 403), ("localhost", 403), (f"127.0.0.1:{page.port + 1}", 403), (f"evil.example:{page.port}", 403),
                           (f"127.0.0.1.evil.example:{page.port}", 403), (f"127.0.0.1:{page.port}x", 403), (f"127.0.0.1:{2**64 + page.port}", 403),
                           (f"127.0.0.1:0{page.port}", 200), ("127.0.0.1:", 403), ("", 403), (f"x@127.0.0.1:{page.port}", 403)):
            connection = Connection(page)
            connection.send(f"GET /api/now HTTP/1.1\r\nHost: {host}\r\n{bearer}\r\n\r\n".encode())
            equal(want, connection.answer()[0], f"Host: {host}")
            connection.close()
        for origin, want in ((f"http://127.0.0.1:{page.port}", 200), (f"http://localhost:{page.port}", 200), ("http://evil.example", 403), ("null", 403),
                             (f"https://127.0.0.1:{page.port}", 403), ("http://127.0.0.1:1", 403)):
            equal(want, page.ask("/api/now", fields=[f"Origin: {origin}"])[0], f"Origin: {origin}")


def case_places(setup):
    """Where it listens: options that are refused, a Unix socket with its rights, what is in its way."""
    for value in ("", "8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "0.0.0.0:0", "127.0.0.1:1x", "unix:", "unix:relative", "unix:/no/such/folder/x",
                  "unix:/" + "x" * 200, f"unix:{setup.folder}", "localhost:0"):
        result = vmrun.run([os.path.join(setup.jdk, "bin", "java"), f"-XXaltjvm={setup.build}/argus", f"-XX:ArgusPage={value}", "-version"],
                           env=vmrun.clean_env(argus=True), timeout=setup.timeout)
        text = (result.out + result.err).decode()
        if value == "":
            continue
        if result.code != 1 or "-XX:ArgusPage=" not in text:
            raise Failure(f"-XX:ArgusPage={value}: exit code {result.code}: {text}")
    path = os.path.join(setup.folder, "page socket")
    with setup.watched(f"-XX:ArgusPage=unix:{path}") as program:
        line = until(lambda: re.search(r"token=([0-9a-f]{32}) on the socket (.*)\n", program.error_text()), "the line on standard error")
        equal(path, line[2], "the socket's path")
        equal(0o600, stat.S_IMODE(os.stat(path).st_mode), "the socket's rights")
        with Page(path=path, token=line[1]) as page:
            equal(program.pid, page.get("/api/now")["pid"], "pid")
            page.host = "evil.example"
            equal(403, page.ask("/api/now")[0], "a wrong host")
        equal("the page has ended", program.jcmd("Page.stop").splitlines()[-1], "Page.stop")
        equal(False, os.path.exists(path), "the socket is there after Page.stop")
        with open(path, "w", encoding="utf-8") as f:
            f.write("mine")
        if "no page:" not in program.jcmd("Page.start", f"-socket='{path}'"):
            raise Failure("a file was replaced by a socket")
        os.remove(path)
        program.jcmd("Page.start", f"-socket='{path}'")
        equal(True, stat.S_ISSOCK(os.stat(path).st_mode), "a socket")
        program.start("exit 3")
        equal(3, program.child.wait(60), "exit code")
        equal(False, os.path.exists(path), "the socket is there after the program's end")


def case_commands(setup):
    """Page.start, Page.status, Page.stop, and the lease."""
    with setup.watched("-Xshare:auto") as program:
        equal("no page", program.jcmd("Page.status").splitlines()[-1], "Page.status without a page")
        equal("no page", program.jcmd("Page.stop").splitlines()[-1], "Page.stop without a page")
        url = program.jcmd("Page.start").splitlines()[-1]
        equal(url, program.jcmd("Page.start", "-port=1").splitlines()[-1], "a second start")
        with Page(URL.match(url)) as page:
            now = page.get("/api/now")
            equal(program.pid, now["pid"], "pid")
            equal([url, "1 requests answered, 0 refused"], program.jcmd("Page.status").splitlines()[-2:], "Page.status")
            equal("the page has ended", program.jcmd("Page.stop").splitlines()[-1], "Page.stop")
            equal(True, page.connection.ended(), "the connection has ended")
            try:
                Connection(page).close()
                raise Failure("the port is still open")
            except ConnectionRefusedError:
                pass
        again = program.jcmd("Page.start", f"-port={page.port}").splitlines()[-1]
        equal(page.port, int(URL.match(again)[1]), "the same port")
        if URL.match(again)[2] == page.token:
            raise Failure("a second page has the token of the first")
        program.jcmd("Page.stop")
        for words in (["-port=65536"], ["-port=x"], ["-lease=-1"], ["-socket=relative"], ["-nothing=1"]):
            if "http" in program.jcmd("Page.start", *words):
                raise Failure(f"Page.start {words} was taken")
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            answer = program.jcmd("Page.start", f"-port={taken.getsockname()[1]}")
            if "no page: no socket to listen on: Address already in use" not in answer:
                raise Failure(f"a port that is taken: {answer}")
        with Page(URL.search(program.jcmd("Page.start", "-lease=2"))) as page:
            for _ in range(6):  # requests keep it alive
                page.get("/api/now")
                time.sleep(0.5)
            until(lambda: "no page" in program.jcmd("Page.status"), "the end of the lease", 15)


def case_verb(setup):
    """argus page PID: stays until Ctrl-C, ends the page; killed: the lease ends it."""
    argus = os.path.join(setup.build, "bin", "argus")
    with setup.watched("-Xshare:auto") as program:
        def begin(*words):
            child = subprocess.Popen([argus, "page", str(program.pid), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=vmrun.clean_env())
            return child, URL.match(child.stdout.readline())
        child, url = begin()
        with Page(url) as page:
            equal(program.pid, page.get("/api/now")["pid"], "pid")
        child.send_signal(signal.SIGINT)
        equal(0, child.wait(30), "exit code after Ctrl-C")
        equal("no page", program.jcmd("Page.status").splitlines()[-1], "after Ctrl-C")
        child, url = begin()
        time.sleep(11)  # it renews its lease
        with Page(url) as page:
            page.get("/api/now")
        child.kill()
        child.wait()
        until(lambda: "no page" in program.jcmd("Page.status"), "the end of the lease", 20)
        child, url = begin("--keep")
        equal(0, child.wait(30), "exit code of --keep")
        program.jcmd("Page.stop")
        child, url = begin("--port", "0")
        program.start("exit 0")
        equal(1, child.wait(30), "exit code when the program ends")
        equal(f"argus: process {program.pid} has ended\n", child.stderr.read(), "the message")
    for words in (["page", "1", "--port", "x"], ["page", "1", "--socket", "relative"], ["page", "1", "--port", "1", "--socket", "/x"], ["page"]):
        equal(2, vmrun.run([argus, *words], env=vmrun.clean_env(), timeout=30).code, f"argus {words}")


# ---- hostile clients ----

GOOD = "GET /api/now HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\r\n"
# What is sent, and the status of the answer; None: the connection ends without one.
HOSTILE = [
    (GOOD, 200),
    ("HEAD /api/now HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\r\n", 200),
    ("GET /api/now HTTP/1.0\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\r\n", 200),
    ("GET /api/now HTTP/1.1\r\nhOsT:{host}\r\nAUTHORIZATION: \t Bearer {token} \t\r\n\r\n", 200),
    ("\r\n\r\n", 400),
    ("\r\n" + GOOD, 400),
    ("GET\r\n\r\n", 400),
    ("GET /api/now\r\n\r\n", 400),
    (" /api/now HTTP/1.1\r\n\r\n", 400),
    ("GET  /api/now HTTP/1.1\r\nHost: {host}\r\n\r\n", 400),
    ("GET /api/now HTTP/1.1 \r\nHost: {host}\r\n\r\n", 400),
    ("GET /api/now HTTP/2.0\r\nHost: {host}\r\n\r\n", 505),
    ("GET /api/now HTTP/1.2\r\nHost: {host}\r\n\r\n", 505),
    ("GET /api/now HTTP/11\r\nHost: {host}\r\n\r\n", 400),
    ("GET /api/now XTTP/1.1\r\nHost: {host}\r\n\r\n", 400),
    ("GET api/now HTTP/1.1\r\nHost: {host}\r\n\r\n", 400),
    ("GET http://{host}/api/now HTTP/1.1\r\nHost: {host}\r\n\r\n", 400),
    ("OPTIONS * HTTP/1.1\r\nHost: {host}\r\n\r\n", 400),
    ("CONNECT {host} HTTP/1.1\r\nHost: {host}\r\n\r\n", 400),
    ("PUT /api/now HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\r\n", 405),
    ("G\x00T /api/now HTTP/1.1\r\nHost: {host}\r\n\r\n", 400),
    ("GET /api/now\x7f HTTP/1.1\r\nHost: {host}\r\n\r\n", 400),
    ("GET /api/\xe9 HTTP/1.1\r\nHost: {host}\r\n\r\n", 400),
    ("GET /api/now HTTP/1.1\nHost: {host}\n\n\r\n\r\n", 400),
    ("GET /api/now HTTP/1.1\r\nHost: {host}\rX: y\r\n\r\n", 400),
    ("GET /api/now HTTP/1.1\r\n\r\n", 400),
    ("GET /api/now HTTP/1.1\r\nHost: {host}\r\nHost: {host}\r\n\r\n", 400),
    ("GET /api/now HTTP/1.1\r\nHost : {host}\r\n\r\n", 400),
    ("GET /api/now HTTP/1.1\r\nHost: {host}\r\n folded\r\n\r\n", 400),
    ("GET /api/now HTTP/1.1\r\nHost: {host}\r\n: empty\r\n\r\n", 400),
    ("GET /api/now HTTP/1.1\r\nHost: {host}\r\nno colon\r\n\r\n", 400),
    ("GET /api/now HTTP/1.1\r\nHost: {host}\r\nX: \x01\r\n\r\n", 400),
    ("GET /api/now HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nAuthorization: Bearer {token}\r\n\r\n", 400),
    ("POST /api/probe HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 501),
    ("POST /api/probe HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx", 400),
    ("POST /api/probe HTTP/1.1\r\nHost: {host}\r\nContent-Length: -1\r\n\r\n", 400),
    ("POST /api/probe HTTP/1.1\r\nHost: {host}\r\nContent-Length: +1\r\n\r\n", 400),
    ("POST /api/probe HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1, 1\r\n\r\n", 400),
    ("POST /api/probe HTTP/1.1\r\nHost: {host}\r\nContent-Length:\r\n\r\n", 400),
    ("POST /api/probe HTTP/1.1\r\nHost: {host}\r\nContent-Length: 65537\r\n\r\n", 413),
    ("POST /api/probe HTTP/1.1\r\nHost: {host}\r\nContent-Length: 18446744073709551617\r\n\r\n", 413),
    ("POST /api/now HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nContent-Length: 1\r\n\r\nx", 405),
    ("GET /api/probe/remove?id=1 HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\r\n", 405),
    ("GET /" + "a" * 8200 + " HTTP/1.1\r\n", 431),
    ("GET /api/now HTTP/1.1\r\n" + "X: y\r\n" * 2000, 431),
    ("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + "\x00" * 300 + "\r\n\r\n", 400),
]
PATHS = ["/..", "/../", "/../../etc/passwd", "/api/../api/now", "/api//now", "//api/now", "/api/now/", "/api/now/x", "/api/%6eow", "/%2e%2e/etc/passwd", "/api/now%00",
         "/api", "/api/", "/API/NOW", "/page.js", "/favicon.ico", "/api/now;x", "/api/now#x"]
PARAMETERS = ["/api/threads?sort=nothing", "/api/threads?limit=-1", "/api/threads?limit=x", "/api/threads?limit=99999999999999999999", "/api/threads?limit=%", "/api/threads?limit=%1",
              "/api/threads?limit=%zz", "/api/threads?limit=1%00", "/api/threads?limit=10001", "/api/threads?limit=", "/api/threads?offset=1e3", "/api/threads?search=" + "a" * 300,
              "/api/threads?sort=" + "cpu" * 30, "/api/threads?limit=+1", "/api/threads?limit", "/api/thread?id=x", "/api/probe?id=4294967296"]


def case_hostile(setup):
    with setup.page() as (_, page):
        for text, want in HOSTILE:
            data = text.replace("{host}", page.host).replace("{token}", page.token).encode("latin-1")
            for step in (len(data), 1 if len(data) < 400 else 7):  # whole, and in pieces
                connection = Connection(page)
                try:
                    for i in range(0, len(data), step):
                        connection.send(data[i:i + step])
                    status, fields, _ = connection.answer(text.startswith("HEAD"))
                    equal(want, status, f"{text[:100]!r} in steps of {step}")
                    if status != 200:
                        equal("close", fields["connection"] if status not in (405,) else "close", f"{text[:100]!r}: the connection")
                except (BrokenPipeError, ConnectionResetError):
                    raise Failure(f"{text[:100]!r}: no answer") from None
                finally:
                    connection.close()
        for path in PATHS:
            equal(404, page.ask(path)[0], path)
        for path in PARAMETERS:
            equal(400, page.ask(path)[0], path)
        equal(404, page.ask("/api/thread?id=99999")[0], "a thread that is not there")
        equal(program_is_well(page), True, "the page afterwards")


def program_is_well(page):
    return page.get("/api/now")["threads"]["live"] > 0


def case_pipelining(setup):
    with setup.page() as (_, page):
        connection = Connection(page)
        fields = f"Host: {page.host}\r\nAuthorization: Bearer {page.token}\r\n\r\n"
        paths = [f"/api/threads?limit={i}" for i in range(100)]
        sender = threading.Thread(target=connection.send, args=("".join(f"GET {p} HTTP/1.1\r\n{fields}" for p in paths).encode(),))
        sender.start()
        for i, p in enumerate(paths):
            status, _, body = connection.answer()
            equal((200, min(i, json.loads(body)["matching"])), (status, len(json.loads(body)["threads"])), p)
        sender.join()
        # a body that looks like a request is none
        inner = f"GET /api/now HTTP/1.1\r\n{fields}"
        connection.send(f"POST /api/probe HTTP/1.1\r\nContent-Length: {len(inner)}\r\n{fields}{inner}GET /nothing HTTP/1.1\r\n{fields}".encode())
        equal([422, 404], [connection.answer()[0] for _ in range(2)], "a request in a body, and one behind it")
        # what comes behind a request that is refused is not read
        connection.send(f"GET /api/now HTTP/1.1\r\nHost: evil\r\n\r\nGET /api/now HTTP/1.1\r\n{fields}".encode())
        equal(403, connection.answer()[0], "a wrong host")
        equal((True, b""), (connection.ended(), connection.file), "the end")
        connection.close()
        # 100 Continue
        connection = Connection(page)
        connection.send(f"POST /api/probe HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 8\r\n{fields}".encode())
        equal("HTTP/1.1 100 Continue", connection.line(), "the first line")
        equal("", connection.line(), "the second line")
        connection.send(b"nonsense")
        equal(422, connection.answer()[0], "the answer")
        connection.close()


def case_slow(setup):
    """Readers that do not read, writers that do not write: they are dropped after ten seconds, and nobody else notices."""
    with setup.page() as (program, page):
        program.tell("many 500")
        request = f"GET /api/threads?limit=10000 HTTP/1.1\r\nHost: {page.host}\r\nAuthorization: Bearer {page.token}\r\n\r\n".encode()
        readers = []
        for _ in range(8):
            c = Connection(page)
            c.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            c.socket.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                for _ in range(20000):
                    c.socket.send(request)
            readers.append(c)
        writers = [Connection(page) for _ in range(8)]
        for w in writers[4:]:
            w.send(request[:50])
        began, most, asked = time.monotonic(), 0, 0
        gone = [False] * len(writers)
        while time.monotonic() - began < 13:
            before = time.monotonic()
            page.get("/api/now")
            most, asked = max(most, time.monotonic() - before), asked + 1
            for i, w in enumerate(writers):
                w.socket.setblocking(False)
                with contextlib.suppress(BlockingIOError):
                    gone[i] = gone[i] or w.socket.recv(1) == b""
            time.sleep(0.05)
        within(0, most, 2, "the longest answer to another client in seconds")
        equal([True] * len(writers), gone, "writers that are gone")
        for c in readers:
            c.socket.setblocking(True)
            c.socket.settimeout(10)
            equal(True, c.ended(), "a reader is gone")
            c.close()


def case_rate(setup):
    """A thousand requests a second by eight clients for two seconds, and the program goes on."""
    with setup.page() as (program, page):
        program.tell("work")
        each, problems = 250, []

        def client():
            try:
                with Page((None, str(page.port), page.token)) as mine:
                    for _ in range(each):
                        mine.get("/api/now")
            except Exception as e:  # noqa: BLE001
                problems.append(repr(e))
        before, began = page.get("/api/now"), time.monotonic()
        clients = [threading.Thread(target=client) for _ in range(8)]
        for c in clients:
            c.start()
        for c in clients:
            c.join()
        seconds, after = time.monotonic() - began, page.get("/api/now")
        equal([], problems, "problems of clients")
        equal(8 * each + 1, after["seq"] - before["seq"], "answers")
        a_request = (after["page_cpu"] - before["page_cpu"]) / (8 * each)
        within(0, a_request, 1_000_000, "processor time of a request in ns")
        print(f"livepage/rate: {8 * each / seconds:.0f} requests a second, {a_request / 1000:.0f} us of processor time each")


def case_connections(setup):
    with setup.page() as (_, page):
        strangers = [Connection(page) for _ in range(64)]
        mine = [Connection(page) for _ in range(64)]  # each takes the place of a stranger
        for round_ in range(3):
            for c in mine:
                c.send(f"GET /api/now HTTP/1.1\r\nHost: {page.host}\r\nAuthorization: Bearer {page.token}\r\n\r\n".encode())
            for i, c in enumerate(mine):
                equal(200, c.answer()[0], f"connection {i}, round {round_}")
        more = Connection(page)
        equal(503, more.answer()[0], "the 65th connection")
        more.close()
        for s in strangers:
            equal(True, s.ended(), "a stranger is gone")
            s.close()
        mine[0].close()
        until(lambda: page.ask("/api/now")[0] == 200, "a free place")
        for c in mine:
            c.close()


# ---- programs in trouble ----


def case_deadlock(setup):
    with setup.page() as (program, page):
        program.tell("deadlock")

        def stuck():
            threads = {t["name"]: t for t in page.get("/api/threads?search=t")["threads"]}
            return threads if all(threads.get(n, {}).get("state") == "BLOCKED" for n in ("left", "right")) else None
        threads = until(stuck, "the deadlock")
        equal(threads["right"]["id"], threads["left"]["owner"], "the owner of what left wants")
        equal(threads["left"]["id"], threads["right"]["owner"], "the owner of what right wants")
        equal("Watched.lambda$run$5", re.sub(r"\d+$", "5", threads["left"]["top"]), "top")
        equal(1, len(page.get(f"/api/thread?id={threads['left']['id']}")["frames"][0]["locks"]), "locks that left has")
        circle = page.get("/api/locks")["deadlocks"]
        want = [sorted((t["id"], t["name"], t["lock"], t["owner"]) for t in threads.values() if t["name"] in ("left", "right"))]
        equal(want, [sorted((t["id"], t["name"], t["waits"], t["owner"]) for t in c) for c in circle], "deadlocks")


def case_memory(setup):
    """The heap is full and stays so; the page has no object to make."""
    with setup.page(heap="16m") as (program, page):
        program.start("fill")
        until(lambda: page.get("/api/now")["heap"]["used"] > 15 << 20, "a full heap")
        for _ in range(20):
            equal("main", page.get("/api/threads?search=main")["threads"][0]["name"], "a thread")
            frames = page.get("/api/thread?id=1")["frames"]
            equal("main", frames[-1]["method"], "the last frame")


def case_collections(setup):
    """System.gc() without end."""
    with setup.page() as (program, page):
        program.tell("collect")
        first = page.get("/api/now")
        until(lambda: page.get("/api/now")["gc"][1]["count"] > first["gc"][1]["count"] + 50, "fifty collections")
        for _ in range(50):
            page.get("/api/threads")
            page.get("/api/thread?id=1")
        after = page.get("/api/now")
        within(1, after["stops"]["count"] - first["stops"]["count"], 10**9, "stops")


def case_ends(setup):
    """The program ends while it is watched."""
    with setup.page() as (program, page):
        idle, busy = Connection(page), Connection(page)
        idle.request("/api/now")
        program.start("exit 7")
        try:
            while True:
                busy.request("/api/threads")
        except (EOFError, ConnectionError):
            pass
        equal(True, idle.ended(), "the connection has ended")
        equal(7, program.child.wait(60), "exit code")


# ---- numbers ----


def case_numbers(setup):
    with setup.page() as (program, page):
        program.tell("gc")
        threads = [json.loads(line) for line in program.tell("threads")]
        counts, threads = threads[0], {t["id"]: t for t in threads[1:]}
        program.tell("figures")  # loads classes
        figures, now = json.loads(program.tell("figures")[0]), page.get("/api/now")
        equal(figures["pid"], now["pid"], "pid")
        equal("Watched", now["command"], "command")
        equal(figures["processors"], now["processors"], "processors")
        within(0, now["start"] - figures["start"], 0, "the start's distance in ms")
        equal(figures["heap"], now["heap"]["max"], "heap's maximum")
        within(0, now["heap"]["used"] - figures["used"], 8 << 20, "heap used since")
        equal(figures["loaded"], now["classes"]["loaded"], "classes loaded")
        equal(figures["unloaded"], now["classes"]["unloaded"], "classes unloaded")
        equal(figures["gc"], now["gc"], "collections")
        equal(counts, {k: now["threads"][k] for k in counts}, "threads")
        listed = page.get("/api/threads?sort=id&limit=1000")
        equal((len(threads), len(threads), sorted(threads)), (listed["total"], listed["matching"], [t["id"] for t in listed["threads"]]), "threads of the list")
        for t in listed["threads"]:
            bean = threads[t["id"]]
            for key in ("name", "state", "blocked", "waited", "daemon", "priority", "lock", "owner"):
                if key in ("waited", "state") and t["name"] == "main":
                    continue  # it waits for the driver
                equal(bean[key], t[key], f"{t['name']!r}: {key}")
            within(0, t["allocated"] - bean["allocated"], 8 << 20, f"{t['name']!r}: bytes since")
            within(-10_000_000, t["cpu"] - bean["cpu"], 1_000_000_000, f"{t['name']!r}: processor time since")
            if t["state"] in ("WAITING", "TIMED_WAITING"):
                got = page.get(f"/api/thread?id={t['id']}")
                mine = [" ".join([f"{f['class']}.{f['method']} {f['line']}", *[lock.partition("@")[0] for lock in f["locks"]]]) for f in got["frames"]]
                equal(program.tell(f"stack {t['id']}"), mine, f"{t['name']!r}: stack")
                equal(f"{got['frames'][0]['class']}.{got['frames'][0]['method']}", t["top"], f"{t['name']!r}: top")
        before = page.get("/api/now")["exceptions"]
        program.tell("throws 1000")
        within(1, page.get("/api/now")["exceptions"] - before, 3000, "exceptions")


def case_lists(setup):
    """Sorting, searching, parts of the list; one more thread than the list has places."""
    with setup.page() as (program, page):
        program.tell("many 300")
        total = page.get("/api/threads?limit=0")["total"]
        found = page.get("/api/threads?search=MANY-&sort=name&limit=1000")
        equal((total, 300), (found["total"], found["matching"]), "threads that match")
        names = [t["name"] for t in found["threads"]]
        equal(sorted(f"many-{i}" for i in range(300)), names, "sorted by name")
        parts = [t["name"] for i in range(0, 300, 70) for t in page.get(f"/api/threads?search=many&sort=name&limit=70&offset={i}")["threads"]]
        equal(names, parts, "in parts")
        equal([], page.get("/api/threads?offset=100000")["threads"], "behind the end")
        equal(200, len(page.get("/api/threads")["threads"]), "without a limit")
        for sort in ("cpu", "alloc", "state", "id"):
            key = {"alloc": "allocated"}.get(sort, sort)
            values = [t[key] for t in page.get(f"/api/threads?sort={sort}&limit=1000&search=many")["threads"]]
            equal(sorted(values, reverse=sort in ("cpu", "alloc")), values, f"sorted by {sort}")


def case_classes(setup):
    """Against the bean, and against javap."""
    with setup.page() as (program, page):
        program.tell("figures")
        figures = json.loads(program.tell("figures")[0])
        listed = page.get("/api/classes?limit=10000")
        equal((figures["loaded"], figures["loaded"], figures["loaded"]), (listed["total"], listed["matching"], len(listed["classes"])), "classes")
        equal(len(listed["classes"]), len({c["id"] for c in listed["classes"]}), "ids")
        parts = [c["id"] for i in range(0, listed["total"], 300) for c in page.get(f"/api/classes?limit=300&offset={i}")["classes"]]
        equal([c["id"] for c in listed["classes"]], parts, "in parts")
        found = {c["class"]: c for c in page.get("/api/classes?search=java.lang.string&limit=1000")["classes"]}
        equal(sorted(c["class"] for c in listed["classes"] if "java.lang.string" in c["class"].lower()), sorted(found), "search")
        equal((1, "bootstrap", "String.java", "initialized"), tuple(found["java.lang.String"][k] for k in ("loader", "loader_name", "source", "state")), "String")
        equal(("app", "Watched.java"), tuple(page.get("/api/class?name=Watched")[k] for k in ("loader_name", "source")), "Watched")
        equal("bootstrap", page.get("/api/class?name=java.util.HashMap&loader=1")["loader_name"], "by name and loader")
        for path in ("/api/class", "/api/class?id=0", "/api/class?id=4294967295", "/api/class?name=no.Such", "/api/class?name=Watched&loader=1"):
            page.get(path, status=404)
        got = page.get(f"/api/class?id={page.get('/api/class?name=Watched')['id']}")
        text = vmrun.run([os.path.join(setup.jdk, "bin", "javap"), "-p", "-s", "-l", "-cp", setup.classes, "Watched"], env=vmrun.clean_env(), timeout=60).out.decode()
        methods, fields, last = [], [], None
        for line in text.splitlines()[2:]:
            if m := re.match(r"  (\S.*?)(\(.*\).*)?;$", line):
                last = m[1].split()[-1] if m[1] != "static {}" else "<clinit>"
                is_method = m[2] is not None or last == "<clinit>"
                last = "<init>" if last == "Watched" else last
                (methods if is_method else fields).append([last, None, []])
            elif m := re.match(r"    descriptor: (\S+)", line):
                (methods if m[1].startswith("(") else fields)[-1][1] = m[1]
            elif m := re.match(r"      line (\d+): ", line):
                methods[-1][2].append(int(m[1]))
        equal([(n, d, sorted(set(lines))) for n, d, lines in methods], [(m["name"], m["desc"], m["lines"]) for m in got["methods"]], "methods")
        equal([(n, d) for n, d, _ in fields], [(f["name"], f["desc"]) for f in got["fields"]], "fields")
        equal(("java.lang.Object", []), (got["super"], got["interfaces"]), "supertypes")
        equal("public static", next(m["flags"] for m in got["methods"] if m["name"] == "main"), "flags of main")
        equal(["java.io.Serializable", "java.lang.Comparable", "java.lang.CharSequence"], page.get("/api/class?name=java.lang.String")["interfaces"][:3], "interfaces")
        hidden = page.get("/api/classes?search=$$Lambda")["classes"]
        within(1, len(hidden), 1000, "hidden classes")
        for c in hidden:
            if not re.search(r"\$\$Lambda\$\d+/0x[0-9a-f]+$", c["class"]):
                raise Failure(f"a hidden class is {c['class']}")
            page.get(f"/api/class?id={c['id']}")


def case_code(setup):
    """Against Compiler.codelist, whose code level 1 is stencils, 4 the optimizer."""
    with setup.page() as (program, page):
        program.tell("work")

        def same():
            theirs = sorted((m[1], int(m[3], 16) - int(m[2], 16)) for m in re.finditer(
                r"^\d+ [14] 0 (\S+?)\(.* \[0x\w+, 0x(\w+) - 0x(\w+)\]$", program.jcmd("Compiler.codelist"), re.M))
            got = page.get("/api/code?limit=10000")
            mine = sorted((f"{m['class']}.{m['method']}", m["size"]) for m in got["methods"])
            return got if theirs == mine and any(m["tier"] == "optimized" for m in got["methods"]) else None
        got = until(same, "the same code in both lists")
        sizes = [m["size"] for m in got["methods"]]
        equal(sorted(sizes, reverse=True), sizes, "sorted by size")
        names = [(m["class"], m["method"]) for m in page.get("/api/code?sort=name&limit=10000")["methods"]]
        equal(sorted(names), names, "sorted by name")
        fib = page.get("/api/code?search=watched.fib")
        equal({("Watched", "fib", "(I)I")}, {(m["class"], m["method"], m["desc"]) for m in fib["methods"]}, "search")
        within(1, max(m["inlined"] for m in fib["methods"]), 1000, "calls that fib took in")
        within(0, fib["methods"][0]["made"], fib["time"], "made")
        method = next(m for m in page.get("/api/class?name=Watched")["methods"] if m["name"] == "fib")
        equal("optimized", method["tier"], "fib's tier")
        equal(True, method["size"] in [m["size"] for m in fib["methods"]], "fib's size")

        def frame():
            worker = page.get("/api/threads?search=worker")["threads"][0]["id"]
            frames = page.get(f"/api/thread?id={worker}")["frames"]
            return any(f["tier"] == "optimized" and f["method"] == "fib" for f in frames)
        until(frame, "an optimized frame of fib")


def nodes_of(tree):
    """All nodes, each with its parent; what a parent has is what it has itself and what its children have."""
    todo, found = [(tree, None)], []
    while todo:
        node, parent = todo.pop()
        found.append((node, parent))
        equal(node["value"], node["self"] + sum(c["value"] for c in node["children"]), f"{node['name']}: samples")
        todo += [(c, node) for c in node["children"]]
    return found


def case_flame(setup):
    with setup.page() as (program, page):
        program.tell("work")

        def enough(path, count):
            got = page.get(path)
            return got if got["samples"] >= count else None
        flame = until(lambda: enough("/api/flame?seconds=60", 100), "a hundred samples")
        within(10_000_000, flame["interval"], 1_000_000_000, "interval")
        nodes = nodes_of(flame["tree"])
        weight = flame["tree"]["value"]  # a sample stands for all periods since the thread's last one
        equal(("all", "samples"), (flame["tree"]["name"], flame["unit"]), "the root")
        within(flame["samples"], weight, 2 * flame["samples"], "weight of the samples")
        work = sum(n["value"] for n, parent in nodes if n["name"] == "Watched.fib" and parent["name"] != "Watched.fib")
        within(0.8 * weight, work, weight, "samples in fib")
        if not any(n.get("tier") == "optimized" for n, _ in nodes if n["name"] == "Watched.fib"):
            raise Failure("no sample of fib in optimized code")
        methods = page.get("/api/methods?seconds=60")["methods"]
        equal(("Watched", "fib", "(I)I"), tuple(methods[0][k] for k in ("class", "method", "desc")), "the hottest method")
        within(methods[0]["self"], methods[0]["total"], 10**6, "its total")
        threads = {t["name"]: t["id"] for t in page.get("/api/threads?limit=100")["threads"]}
        equal(0, page.get(f"/api/flame?thread={threads['owner']}")["samples"], "samples of a thread that waits")
        equal(1, len(page.get("/api/flame?limit=1&seconds=60&thread=all")["tree"]["children"]) and 1, "all threads")
        wall = until(lambda: enough(f"/api/flame?mode=wall&seconds=60&thread={threads['parked']}", 5), "samples of a parked thread")
        names = {n["name"] for n, _ in nodes_of(wall["tree"])}
        equal(True, {"Watched.holdAndPark", "java.util.concurrent.locks.ReentrantLock.lock"} <= names, "its frames")
        for path in ("/api/flame?mode=x", "/api/flame?seconds=0", "/api/flame?seconds=61", "/api/flame?thread=x", "/api/methods?limit=x"):
            page.get(path, status=400)
        equal(True, "Page Sampler" in program.jcmd("Thread.print"), "there is a thread that takes samples")
        until(lambda: "Page Sampler" not in program.jcmd("Thread.print"), "the end of that thread", 25)
        equal(0, page.get("/api/flame?seconds=60")["samples"], "samples afterwards")


def case_bursts(setup):
    """A program that works for a thirtieth of the time, by its own clock."""
    with setup.page() as (program, page):
        program.tell("bursts")
        thread = next(t["id"] for t in page.get("/api/threads?limit=100")["threads"] if t["name"] == "bursts")
        flame = until(lambda: (lambda a: a if a["samples"] >= 5 else None)(page.get(f"/api/flame?seconds=60&thread={thread}")), "five samples", 60)
        if flame["tree"]["value"] < flame["samples"]:
            raise Failure(f"{flame['samples']} samples weigh {flame['tree']['value']}")


def case_allocation(setup):
    with setup.page() as (program, page):
        path = "/api/flame?seconds=60&mode=alloc"

        def begun():
            program.tell("allocate 20")
            return page.get(path)["samples"]
        until(begun, "a sample of allocation")
        before = page.get(path)["tree"]["value"]
        program.tell("allocate 1000")
        flame = page.get(path)
        equal(("bytes", 0), (flame["unit"], flame["interval"]), "the unit")
        made, whole = flame["tree"]["value"] - before, 1000 * 1000 * 1016
        within(0.9 * whole, made, 1.1 * whole, "bytes")
        if flame["samples"] > 20_000:
            raise Failure(f"{flame['samples']} samples are too many")
        arrays = [n for n, parent in nodes_of(flame["tree"]) if n["name"] == "new byte[]" and parent["name"] == "Watched.run"]
        within(0.9 * whole, sum(n["value"] for n in arrays), flame["tree"]["value"], "bytes of arrays")
        equal(set(), {"tier", "children"} & {k for n in arrays for k, v in n.items() if v}, "a class has no tier and no callees")
        methods = page.get("/api/methods?seconds=60&mode=alloc")["methods"]
        equal(("Watched", "run"), tuple(methods[0][k] for k in ("class", "method")), "the method that allocates most")
        _, _, folded = page.ask("/api/save?what=folded&seconds=60&mode=alloc")
        stacks = dict(line.rsplit(" ", 1) for line in folded.decode().splitlines())
        within(0.9 * whole, max(int(n) for s, n in stacks.items() if s.endswith("Watched.run;byte[]")), 1.3 * whole, "bytes in folded stacks")
        strings = [v.decode() for number, v in driver("18-probes").fields(page.ask("/api/save?what=pprof&seconds=60&mode=alloc")[2]) if number == 6]
        equal(True, {"alloc_space", "bytes", "byte[]"} <= set(strings), "strings of the profile")
        page.get("/api/flame?mode=allocs", status=400)


def driver(name):
    """Another driver as a module."""
    spec = importlib.util.spec_from_file_location(re.sub(r"\W", "_", name), os.path.join(ROOT, "test", "drivers", name + ".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def case_save(setup):
    with setup.page() as (program, page):
        program.tell("work")
        until(lambda: page.get("/api/flame?seconds=60")["samples"] > 50, "fifty samples")
        flame, (status, fields, body) = page.get("/api/flame?seconds=60"), page.ask("/api/save?what=folded&seconds=60")
        equal((200, "text/plain; charset=utf-8"), (status, fields["content-type"]), "folded")
        equal(True, re.fullmatch(rf'attachment; filename="argus-{program.pid}-\d{{8}}-\d{{6}}\.folded"', fields["content-disposition"]) is not None, "its name")
        lines = [re.fullmatch(r"((?:[^; ]+;)*Watched\.fib) (\d+)|(\S+) (\d+)", line) for line in body.decode().splitlines()]
        equal(True, all(lines) and any(m[1] for m in lines), "lines of stacks")
        within(flame["tree"]["value"], sum(int(m[2] or m[4]) for m in lines), flame["tree"]["value"] + 500, "samples")
        reader = driver("18-probes")
        _, fields, body = page.ask("/api/save?what=pprof&seconds=60")
        equal(True, fields["content-disposition"].endswith('.pb"'), "the name of the profile")
        profile = list(reader.fields(body))
        strings = [v.decode() for number, v in profile if number == 6]
        equal(True, {"samples", "Watched.fib"} <= set(strings), "strings of the profile")
        whole = json.loads(page.ask("/api/save?what=json&seconds=60")[2])
        equal(["now", "threads", "heap", "gc", "locks", "code", "probes", "flame"], list(whole), "parts of json")
        equal(program.pid, whole["now"]["pid"], "pid")
        program.tell("nodes 3000 5")
        _, fields, body = page.ask("/api/save?what=hprof")
        equal("chunked", fields["transfer-encoding"], "how the dump comes")
        path = os.path.join(setup.folder, "saved.hprof")
        with open(path, "wb") as f:
            f.write(body)
        equal(6000, driver("45-attach").hprof_counts(path)["Watched$Node"], "nodes of the dump")
        equal([], [n for n in os.listdir("/tmp") if n.startswith(f"argus-page-{program.pid}-")], "files that are left")
        for path, want in (("/api/save?what=nothing", 400), ("/api/save?what=folded&seconds=x", 400), ("/api/save?what=pprof&seconds=0", 400)):
            equal(want, page.ask(path)[0], path)
        equal(405, page.ask("/api/save?what=hprof", method="HEAD")[0], "HEAD")


def case_gc(setup):
    with setup.page() as (program, page):
        for _ in range(3):
            program.tell("gc")
        program.tell("allocate 200")
        figures = json.loads(program.tell("figures")[0])
        events = page.get("/api/gc")["events"]
        for kind, collector in (("young", 0), ("full", 1)):
            mine = [e for e in events if e["kind"] == kind]
            equal(figures["gc"][collector]["count"], len(mine), f"{kind} collections")
            within(figures["gc"][collector]["time"], sum(e["stop"] for e in mine) / 1e6 + 1, figures["gc"][collector]["time"] + 100, f"{kind}: ms")
        equal(3, len([e for e in events if e["cause"] == "System.gc()"]), "System.gc()")
        times = [e["time"] for e in events]
        equal(sorted(times), times, "their order")
        history = re.findall(r"GC (\d+) \((young|full), (.*)\) heap (\d+)K->(\d+)K", program.jcmd("VM.info"))
        equal([(k, c, int(b), int(a)) for _, k, c, b, a in history][-len(events):],
              [(e["kind"], e["cause"], e["before"] // 1024, e["after"] // 1024) for e in events][-len(history):], "VM.info")


def histogram(program):
    """Counts and bytes by class, dead objects too."""
    rows = re.findall(r"^ *\d+: +(\d+) +(\d+)  (\S+)", program.jcmd("GC.class_histogram", "-all"), re.M)
    return {java_name(name): (int(count), int(size)) for count, size, name in rows}


def java_name(name):
    """int[] for [I."""
    dimensions = len(name) - len(name.lstrip("["))
    if not dimensions:
        return name
    kinds = {"B": "byte", "C": "char", "D": "double", "F": "float", "I": "int", "J": "long", "S": "short", "Z": "boolean"}
    rest = name[dimensions:]
    return (rest[1:-1] if rest[0] == "L" else kinds[rest]) + "[]" * dimensions


def by_class(reading):
    sums = {}
    for c in reading["classes"]:
        count, size = sums.get(c["class"], (0, 0))
        sums[c["class"]] = (count + c["count"], size + c["bytes"])
    return sums


def case_heap(setup):
    """A small heap whole, as the histogram that stops the world counts it: what is the same before and after is the same in between."""
    with setup.page() as (program, page):
        program.tell("nodes 5000 10")
        histogram(program)
        before, reading, after = histogram(program), page.get("/api/heap?limit=10000"), histogram(program)
        equal((False, 1), (reading["estimated"], reading["share"]), "estimated, share")
        mine = by_class(reading)
        same = {name: row for name, row in before.items() if after.get(name) == row}
        within(250, len(same), 10000, "classes that have not changed")
        equal(same, {name: mine.get(name) for name in same}, "objects and bytes")
        equal(10000, mine["Watched$Node"][0], "nodes")
        equal(sum(c["bytes"] for c in reading["classes"]), reading["total"]["bytes"], "the sum of bytes")
        first = page.get("/api/heap?search=watched$node&sort=growth")["classes"]
        equal([("Watched$Node", 10000, 0)], [(c["class"], c["count"], c["growth"]) for c in first], "search")
        program.tell("nodes 200 10000")  # large ones
        equal(("Watched$Node", 400 * 16), tuple(page.get("/api/heap?search=watched$node")["classes"][0][k] for k in ("class", "growth")), "growth")
        ints = page.get("/api/heap?sort=growth&limit=1")["classes"][0]
        equal("int[]", ints["class"], "the class that grew most")
        within(200 * 40016, ints["growth"], 200 * 40016 + 10000, "its growth")


def case_large_heap(setup):
    """A part of a large heap stands for it; nobody is stopped, and no slice is long."""
    with setup.page(heap="700m") as (program, page):
        program.tell("nodes 4000000 2")
        stops = page.get("/api/now")["stops"]["count"]
        readings = [page.get("/api/heap") for _ in range(10)]
        exact = histogram(program)["Watched$Node"][0]
        within(0, page.get("/api/now")["stops"]["count"] - stops, 3, "stops")
        for r in readings:
            equal(True, r["estimated"], "estimated")
            within(0.001, r["share"], 0.9, "share")
        mean = sum(by_class(r)["Watched$Node"][0] for r in readings) / len(readings)
        within(0.8 * exact, mean, 1.2 * exact, "nodes by ten estimates")
        slices = sorted(r["longest"] for r in readings)
        within(0, slices[0], 1_000_000, "the longest slice of the shortest reading in ns")
        print(f"livepage/large_heap: share {readings[-1]['share']:.4f}, {readings[-1]['taken'] / 1e6:.1f} ms in {readings[-1]['slices']} slices, "
              f"the longest {slices[len(slices) // 2] / 1e3:.0f} us")


def case_locks(setup):
    with setup.page() as (program, page):
        equal(([], []), (page.get("/api/locks")["deadlocks"], page.get("/api/locks")["contended"]), "locks at first")
        before = page.get("/api/now")["contended"]
        program.tell("contend 20")
        after = page.get("/api/now")["contended"]
        row = next(r for r in page.get("/api/locks")["contended"] if r["class"] == "[I")
        within(4, row["count"], 80, "entries that had to wait")
        within(row["count"], after - before, row["count"] + 20, "of all monitors")
        within(20_000_000, row["ns"], 60_000_000_000, "nanoseconds")
        equal([], page.get("/api/locks")["deadlocks"], "deadlocks")


def case_probe(setup):
    with setup.page() as (program, page):
        program.tell("hits 1000")
        text = b"method:Watched.hit:entry { @n = count(); @sum = sum(arg0) }"
        number = page.get("/api/probe", method="POST", body=text)["id"]
        program.tell("hits 100")
        got = page.get(f"/api/probe?id={number}")
        equal((100, 100, 4950), (got["hits"], values_of(got, "n"), values_of(got, "sum")), "what was counted")
        program.tell("hits 10")
        delta = page.get(f"/api/probe?id={number}&delta=1")
        equal(110, values_of(delta, "n"), "the first delta")
        program.tell("hits 5")
        equal(5, values_of(page.get(f"/api/probe?id={number}&delta=1"), "n"), "the second delta")
        listed = page.get("/api/probes")["probes"]
        equal([(number, True)], [(p["probe"], p["mine"]) for p in listed], "probes")
        foreign = int(re.search(r"probe (\d+)", program.jcmd("Probe.add", "gc:full { @a = count() }"))[1])
        equal([(number, True), (foreign, False)], [(p["probe"], p["mine"]) for p in page.get("/api/probes")["probes"]], "probes")
        equal({"removed": True}, page.get(f"/api/probe/remove?id={number}", method="POST"), "removing")
        page.get(f"/api/probe/remove?id={number}", method="POST", status=404)
        page.get(f"/api/probe?id={number}", status=404)
        page.get("/api/probe", status=404)
        error = page.get("/api/probe", method="POST", body=b"method:Watched.hit:entry { @n = nothing }", status=422)
        equal((1, 33), (error["line"], error["column"]), "the place of an error")
        for body in (b"", b"\0", b"\xff\xfe{", b"{" * 60000, b"x" * 65536, "é\n{".encode()):
            page.get("/api/probe", method="POST", body=body, status=422)
        equal(True, program_is_well(page), "the page afterwards")


def values_of(reading, name):
    """The one value of a map without keys."""
    for m in reading["maps"]:
        if m["name"].lstrip("@") == name:
            return m["rows"][0]["value"] if "rows" in m else m["value"]
    raise Failure(f"no {name} in {reading}")


CASES = {name[5:]: function for name, function in sorted(globals().items()) if name.startswith("case_")}


def main():
    p = argparse.ArgumentParser(description="the live page's server")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="", help="only cases whose name matches this regular expression")
    p.add_argument("--jobs", type=int, default=vmrun.jobs())
    p.add_argument("--timeout", type=float, default=120, help="seconds for each command")
    args = p.parse_args()
    args.build = os.path.abspath(args.build)
    names = [n for n in CASES if re.search(args.filter, "livepage/" + n)]
    if not names:
        print("0 passed, 0 failed")
        return 0
    setup = Setup(args)

    def run_case(name):
        try:
            CASES[name](setup)
        except (Failure, OSError, EOFError, LookupError, ValueError, TypeError, subprocess.SubprocessError) as e:
            return f"{type(e).__name__}: {e}"
        return None

    try:
        return vmrun.run_cases("livepage", names, run_case, args.jobs)
    finally:
        shutil.rmtree(setup.folder)


if __name__ == "__main__":
    sys.exit(main())
