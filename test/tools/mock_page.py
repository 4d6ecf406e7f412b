"""A server that answers the live page as the VM's does, about a program that is made up: it has as many threads and classes
as a test wants, deadlocks, hostile names, and it fails when it is told to.

    mock_page.py [--threads N] [--classes N]       serves until Ctrl-C, and prints the address

    with MockPage(threads=10000) as mock:
        browser.open(mock.url)
        mock.requests                        paths that were asked for
        mock.stop()                          the program is gone
        mock.token = "…"                     its token is another one
        mock.answers["/api/heap"] = (503, {"error": "…"})
        mock.going.clear()                   it answers nothing until mock.going.set()
"""
import argparse
import http.server
import json
import math
import os
import re
import socket
import sys
import threading
import time
import urllib.parse

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "src", "service", "page", "page.html")
sys.path.insert(0, os.path.join(ROOT, "tools"))
import embed_page  # noqa: E402

TOKEN = "0123456789abcdef0123456789abcdef"
MS, S = 1_000_000, 1_000_000_000
HOSTILE_THREAD = "</script><script>boom()</script>"
HOSTILE_CLASS = "<img src=x onerror=boom()>"
PACKAGES = ("java.lang", "java.util", "java.util.concurrent", "java.io", "com.acme.shop", "com.acme.shop.cart", "com.acme.billing",
            "org.example.web", "org.example.json", "sun.nio.ch")
WORDS = ("Order", "Cart", "Price", "Item", "Index", "Parser", "Writer", "Reader", "Buffer", "Queue", "Task", "Node", "Entry", "Handler", "Client", "Server")
STACK = ("java.lang.Thread.run", "java.util.concurrent.ThreadPoolExecutor$Worker.run", "java.util.concurrent.ThreadPoolExecutor.runWorker",
         "com.acme.shop.Checkout.handle", "com.acme.shop.cart.Cart.total", "com.acme.shop.cart.Price.of", "java.math.BigDecimal.multiply")
CAUSES = {"young": "Allocation", "full": "System.gc()"}
SIGNATURE = re.compile(r"\s*((later\s+|loader\(\d+\)\s+)*(method|line|bci|field|alloc|throw|catch|contend|wait|park|gc|class|thread|interval):[^\s{]+|begin|end)")


def mix(n):
    """A number that looks random and is always the same for n."""
    n = (n ^ 61 ^ (n >> 16)) * 9 & 0xffffffff
    n = (n ^ n >> 4) * 0x27d4eb2d & 0xffffffff
    return n ^ n >> 15


class Probe:
    def __init__(self, number, text, at):
        self.id, self.text, self.at, self.sequence, self.told = number, text, at, 0, 0


class MockPage:
    def __init__(self, threads=60, classes=900, pid=4711, deadlock=True):
        self.threads, self.classes, self.pid, self.deadlock = threads, classes, pid, deadlock
        self.token, self.answers, self.requests, self.probes, self.removed = TOKEN, {}, [], {}, []
        self.start_ms = 1_790_000_000_000
        self.began = time.monotonic() - 3671.5
        self.next_probe = 1
        self.going = threading.Event()
        self.going.set()
        self.document = embed_page.document(PAGE)
        self.policy = embed_page.policy(self.document)
        self.server = None
        self.port = 0

    # ---- the server ----
    def __enter__(self):
        self.run()
        return self

    def __exit__(self, *_):
        self.stop()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/?token={TOKEN}"

    def run(self):
        mock = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):  # pylint: disable=arguments-differ
                pass

            def do_GET(self):
                mock.answer(self, b"")

            def do_POST(self):
                mock.answer(self, self.rfile.read(int(self.headers.get("Content-Length", "0"))))

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def __init__(self, *args):
                self.open = set()
                super().__init__(*args)

            def handle_error(self, request, client_address):  # the browser went away, or `stop` cut it off
                pass

            def process_request(self, request, client_address):
                self.open.add(request)
                super().process_request(request, client_address)

        self.server = Server(("127.0.0.1", self.port), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self):
        if not self.server:
            return
        self.going.set()
        self.server.shutdown()
        self.server.server_close()
        for request in self.server.open:
            try:
                request.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it has ended already
        self.server = None

    def answer(self, handler, body):
        parts = urllib.parse.urlsplit(handler.path)
        q = {k: v[0] for k, v in urllib.parse.parse_qs(parts.query, keep_blank_values=True).items()}
        self.requests.append(handler.command + " " + handler.path)
        self.going.wait()
        given = handler.headers.get("Authorization", "").removeprefix("Bearer ") or q.get("token", "")
        headers = {"Content-Type": "application/json"}
        if given != self.token:
            status, data = 401, {"error": "the token is missing or wrong"}
        elif parts.path in self.answers:
            status, data = self.answers[parts.path]
        elif parts.path == "/":
            status, data = 200, self.document.encode()
            headers = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": self.policy, "Referrer-Policy": "no-referrer"}
        else:
            route = getattr(self, "api_" + parts.path.removeprefix("/api/").replace("/", "_"), None) if parts.path.startswith("/api/") else None
            status, data = route(q, body.decode()) if route else (404, {"error": "there is no " + parts.path})
        if isinstance(data, tuple):
            data, name = data
            headers = {"Content-Type": "application/octet-stream", "Content-Disposition": f'attachment; filename="{name}"'}
        if not isinstance(data, bytes):
            data = json.dumps(data).encode()
        handler.send_response(status)
        for name, value in {**headers, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Content-Length": str(len(data))}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(data)

    # ---- the program ----
    @property
    def time(self):
        return int((time.monotonic() - self.began) * S)

    def api_now(self, _q, _body):
        t = self.time
        s = t / S
        wave = 0.5 + 0.4 * math.sin(s / 9) + 0.1 * math.sin(s * 1.7)
        cycle = s % 4.5 / 4.5
        young = int(s / 4.5)
        return 200, {
            "seq": len(self.requests), "time": t, "wall": self.start_ms + t // MS, "pid": self.pid, "vm": "Argus 0.9 (mock)", "java": "17.0.12",
            "command": "com.acme.shop.Main --port 8080 --profile production", "start": self.start_ms, "processors": 8,
            "cpu": int((s * 3.1 + 14 * math.cos(s / 9) * -1.2) * S), "page_cpu": t // 400, "rss": int(910e6 + 4e6 * math.sin(s / 20)),
            "heap": {"used": int(180e6 + 300e6 * cycle + 20e6 * wave), "committed": 640 << 20, "max": 2 << 30},
            "metaspace": {"used": 61_000_000 + int(s) * 900, "committed": 66_000_000},
            "code": {"used": 18_400_000 + int(s * 400), "max": 240 << 20, "methods": 5180 + int(s / 5)},
            "allocated": int(s * 66e6 + 400e6 * math.sin(s / 9)),
            "gc": [{"name": "young", "count": young, "time": young * 4}, {"name": "full", "count": int(s / 300), "time": int(s / 300) * 61}],
            "stops": {"count": young + 40, "time": young * 4 * MS}, "threads": {"live": self.threads, "daemon": self.threads // 3, "started": self.threads + 41,
                                                                                "peak": self.threads + 3},
            "classes": {"loaded": self.classes, "unloaded": 12}, "exceptions": int(s * 7 + 20 * math.sin(s / 5)), "contended": int(s * 2.5), "compiled": 5200 + int(s / 4)}

    def thread(self, i):
        if i == 0:
            name, state = "main", "TIMED_WAITING"
        elif i == 1:
            name, state = HOSTILE_THREAD, "WAITING"
        elif i in (2, 3) and self.deadlock:
            name, state = f"transfer-{i - 1}", "BLOCKED"
        else:
            kind = ("http-worker", "scheduler", "kafka-consumer", "gc-notifier")[mix(i) % 4]
            name, state = f"{kind}-{i:05d}", ("RUNNABLE", "WAITING", "TIMED_WAITING", "WAITING", "RUNNABLE")[mix(i * 7) % 5]
        share = (0.9 / (1 + i % 97) if state == "RUNNABLE" else 0.002) * (0.6 + 0.4 * (mix(i) % 100) / 100)
        s = self.time / S
        waits = {2: ("com.acme.billing.Account@3f1a", 103), 3: ("com.acme.billing.Account@77b2", 102)}.get(i) if self.deadlock else None
        top = STACK[3 + mix(i) % 4] if state == "RUNNABLE" else "jdk.internal.misc.Unsafe.park"
        return {"id": 100 + i, "name": name, "daemon": i % 3 == 1, "priority": 5, "state": state, "native": state == "RUNNABLE" and mix(i) % 3 == 0,
                "cpu": int(share * s * S), "allocated": int(share * s * 3e7), "blocked": mix(i) % 40, "waited": mix(i) % 9000,
                "lock": waits[0] if waits else None, "owner": waits[1] if waits else None, "top": top}

    def api_threads(self, q, _body):
        search = q.get("search", "").lower()
        found = [t for t in map(self.thread, range(self.threads)) if search in t["name"].lower()]
        key = {"cpu": lambda t: -t["cpu"], "alloc": lambda t: -t["allocated"], "name": lambda t: t["name"], "state": lambda t: t["state"], "id": lambda t: t["id"]}
        if q.get("sort", "cpu") not in key:
            return 400, {"error": f"sort: {q['sort']} is none of {', '.join(key)}"}
        found.sort(key=key[q.get("sort", "cpu")])
        offset = int(q.get("offset", "0"))
        return 200, {"time": self.time, "total": self.threads, "matching": len(found), "threads": found[offset:offset + int(q.get("limit", "200"))]}

    def api_thread(self, q, _body):
        i = int(q["id"]) - 100
        if not 0 <= i < self.threads:
            return 404, {"error": f"there is no thread {q['id']}"}
        t = self.thread(i)
        names = STACK[:4 + mix(i) % 4] if t["state"] == "RUNNABLE" else STACK[:3] + ("java.util.concurrent.locks.LockSupport.park", "jdk.internal.misc.Unsafe.park")
        frames = []
        for depth, name in enumerate(reversed(names)):
            c, m = name.rsplit(".", 1)
            tier = "native" if m == "park" and "Unsafe" in c else ("optimized", "stencils", "interpreted")[mix(depth + len(names)) % 3]
            frames.append({"class": c, "method": m, "desc": "()V", "line": -1 if tier == "native" else 40 + mix(depth) % 200, "bci": depth * 3, "tier": tier,
                           "inlined": tier == "optimized" and depth % 2 == 1, "locks": [t["lock"].replace("3f1a", "77b2x").replace("77b2", "3f1a")[:29]]
                           if t["lock"] and depth == 1 else []})
        return 200, {**t, "frames": frames, "truncated": False}

    def api_locks(self, _q, _body):
        dead = [[{"id": 102, "name": "transfer-1", "waits": "com.acme.billing.Account@3f1a", "owner": 103},
                 {"id": 103, "name": "transfer-2", "waits": "com.acme.billing.Account@77b2", "owner": 102}]] if self.deadlock else []
        s = self.time // S
        return 200, {"deadlocks": dead, "contended": [{"class": c, "count": (k + 1) * s // 3, "ns": (7 - k) * s * 310_000} for k, c in enumerate(
            ("com.acme.shop.cart.Cart", "java.util.Hashtable", "com.acme.billing.Account", HOSTILE_CLASS))]}

    def class_name(self, i):
        if i == 0:
            return HOSTILE_CLASS
        if i <= 3:
            return ("java.lang.String", "com.acme.shop.cart.Cart", "com.acme.shop.Checkout")[i - 1]
        return f"{PACKAGES[mix(i) % len(PACKAGES)]}.{WORDS[mix(i * 3) % 16]}{WORDS[mix(i * 5) % 16]}{i}"

    def api_heap(self, q, _body):
        search, s = q.get("search", "").lower(), self.time / S - 3671
        rows = [("byte[]", 410_233, 61_000_000)] + [(self.class_name(i), mix(i) % 90_000 // (1 + i // 9) + 3, 0) for i in range(min(self.classes, 3000))]
        rows = [{"class": c, "loader": 0 if c.startswith(("java", "sun", "byte")) else 2, "count": n, "bytes": b or n * (16 + mix(n) % 90 // 8 * 8),
                 "growth": int(s * 8000 * (k % 5 - 1)) if k % 3 else 0} for k, (c, n, b) in enumerate(rows) if search in c.lower()]
        rows.sort(key=lambda r: -r[q.get("sort", "bytes")])
        return 200, {"estimated": True, "share": 0.02, "time": self.time, "taken": 2_930_000, "slices": 14, "longest": 410_000,
                     "total": {"count": sum(r["count"] for r in rows), "bytes": sum(r["bytes"] for r in rows)}, "classes": rows[:int(q.get("limit", "200"))]}

    def api_flame(self, q, _body):
        if q.get("thread", "all") != "all" and int(q["thread"]) % 2 == 0:
            return 200, {"samples": 0, "lost": 0, "interval": 5 * MS, "unit": "samples", "tree": {"name": "all", "value": 0, "self": 0, "tier": "", "children": []}}
        tiers = ("optimized", "stencils", "interpreted", "native")
        alloc = q.get("mode") == "alloc"
        s, whole = int(self.time / S), 88_000_000 if alloc else 19_860

        def node(name, value, depth, seed):
            children, left = [], value
            for k in range(3 if depth < 11 else 0):
                part = int(left * (0.35 + (mix(seed * 31 + k + s // 7) % 40) / 100))
                if part < whole // 1000:
                    break
                n = mix(seed * 17 + k)
                child = STACK[depth % len(STACK)] if k == 0 and depth < 7 else f"{self.class_name(n % self.classes)}.{('get', 'put', 'apply', 'run', 'visit')[n % 5]}"
                children.append(node(child, part, depth + 1, n))
                left -= part
            if alloc and depth:
                made = ("java.lang.String", "byte[]", "java.util.HashMap$Node[]")[seed % 3]
                children.append({"name": "new " + made, "value": left, "self": left, "children": []})
                left = 0
            return {"name": name, "value": value, "self": left, "tier": tiers[mix(seed) % 8 % 4 if depth > 3 else 2], "children": children}
        return 200, {"samples": 1986, "lost": 3, "interval": 0 if alloc else 5 * MS, "unit": "bytes" if alloc else "samples", "tree": node("all", whole, 0, 5)}

    def api_methods(self, q, _body):
        rows = [{"class": c, "method": m, "desc": "(Ljava/lang/String;I[J)Z", "self": 700 // (k + 1), "total": 900 // (k + 1) + 40,
                 "tier": ("optimized", "optimized", "stencils", "interpreted", "native")[k % 5]}
                for k, (c, m) in enumerate([n.rsplit(".", 1) for n in STACK] + [(self.class_name(i), "apply") for i in range(80)])]
        return 200, {"samples": 1986, "methods": rows[:int(q.get("limit", "100"))]}

    def api_code(self, q, _body):
        search = q.get("search", "").lower()
        rows = [{"class": self.class_name(i), "method": ("get", "put", "apply")[i % 3], "desc": "(I)J", "tier": "optimized" if mix(i) % 3 else "stencils",
                 "size": 200 + mix(i) % 40_000, "made": (10 + i) * 3 * S, "inlined": mix(i) % 30} for i in range(600)]
        rows = [r for r in rows if search in (r["class"] + "." + r["method"]).lower()]
        rows.sort(key=lambda r: -r["size"] if q.get("sort", "size") == "size" else r["class"])
        return 200, {"total": 600, "methods": rows[:int(q.get("limit", "200"))]}

    def api_classes(self, q, _body):
        search, offset, limit = q.get("search", "").lower(), int(q.get("offset", "0")), int(q.get("limit", "200"))
        found = [i for i in range(self.classes) if not search or search in self.class_name(i).lower()]
        return 200, {"total": self.classes, "matching": len(found), "classes": [
            {"class": self.class_name(i), "loader": mix(i) % 3, "loader_name": ("boot", "platform", "app")[mix(i) % 3], "id": i + 1, "methods": 3 + mix(i) % 30,
             "state": "initialized" if mix(i) % 4 else "linked", "source": "Some.java" if mix(i) % 9 else None} for i in found[offset:offset + limit]]}

    def api_class(self, q, _body):
        if "name" in q:
            found = [i for i in range(self.classes) if self.class_name(i) == q["name"]]
            i = found[0] if found else -1
        else:
            i = int(q["id"]) - 1
        if not 0 <= i < self.classes:
            return 404, {"error": "there is no such class"}
        line, methods = 12, []
        for k, (name, desc, flags) in enumerate((("<init>", "()V", "public"), ("total", "(Ljava/lang/String;I)J", "public"), ("total", "(D)J", "public static"),
                                                 ("add", "(Lcom/acme/shop/Item;)Z", "public synchronized"), ("each", "()V", "public abstract"), ("hash", "(J[B)I", "private native"),
                                                 ("apply", "(II)Ljava/util/List;", "final"))):
            count = 0 if "abstract" in flags or "native" in flags else 1 + mix(i + k) % 40
            methods.append({"name": name, "desc": desc, "flags": flags, "lines": [line + 3 * n for n in range(count)], "native": "native" in flags,
                            "tier": ("optimized", "stencils", "interpreted")[k % 3], "size": 320})
            line += 3 * count + 4
        return 200, {"class": self.class_name(i), "id": i + 1, "loader": mix(i) % 3, "super": "java.lang.Object", "interfaces": ["java.io.Serializable", "java.lang.Iterable"],
                     "source": "Cart.java", "fields": [{"name": "items", "desc": "Ljava/util/Map;", "static": False}, {"name": "SCALE", "desc": "I", "static": True}],
                     "methods": methods}

    def api_gc(self, _q, _body):
        t = self.time
        events = []
        for n in range(max(0, int(t / S / 4.5) - 255), int(t / S / 4.5) + 1):
            full = n % 40 == 7
            events.append({"time": int(n * 4.5 * S), "kind": "full" if full else "young", "cause": CAUSES["full" if full else "young"],
                           "stop": (40 if full else 2) * MS + mix(n) % (3 * MS), "before": 470_000_000 + mix(n) % 30_000_000, "after": 180_000_000 + mix(n + 1) % 9_000_000})
        return 200, {"events": events}

    def api_probe(self, q, body):
        if "id" in q:
            p = self.probes.get(int(q["id"]))
            return (200, self.reading(p)) if p else (404, {"error": f"there is no probe {q['id']}"})
        first = SIGNATURE.match(body)
        if not first:
            return 422, {"error": "line 1, column 1: a place is wanted", "line": 1, "column": 1}
        if "{" not in body:
            return 422, {"error": f"line 1, column {len(body) + 1}: '{{' is wanted before the actions, and the text ends", "line": 1, "column": len(body.encode()) + 1}
        wrong = re.search(r"\bwrong\b", body)
        if wrong:
            before = body[:wrong.start()]
            line, column = before.count("\n") + 1, len(before.rsplit("\n", 1)[-1].encode()) + 1
            return 422, {"error": f"line {line}, column {column}: there is no value wrong", "line": line, "column": column}
        p = Probe(self.next_probe, body, self.time)
        self.next_probe += 1
        self.probes[p.id] = p
        return 200, {"id": p.id}

    def reading(self, p):
        """137 hits a second."""
        now = self.time
        p.sequence += 1
        hits = int((now - p.at) / S * 137)
        maps = []
        for name, keys, kind in re.findall(r"@(\w*)(\[[^=]*\])? = (\w+)\(", p.text):
            if kind == "hist":
                row = {"buckets": [{"from": 1 << k >> 1, "to": 1 << k, "count": n} for k in range(14) if (n := int(hits * math.exp(-(k - 7) ** 2 / 6) / 4.3))]}
            elif kind == "avg":
                row = {"count": hits, "sum": hits * 52}
            else:
                row = {"value": hits if kind == "count" else hits * 40}
            rows = [{"keys": [], **row}]
            if keys:
                values = [("stack", ";".join(reversed(STACK[:7 - k]))) if "stack" in keys else ("class", self.class_name(k)) if "class" in keys else
                          ("string", f"{HOSTILE_THREAD} {k}") for k in range(3)]
                rows = [{"keys": [{"type": t, "value": v}], **{m: n // (k + 2) if isinstance(n, int) else n for m, n in row.items()}} for k, (t, v) in enumerate(values)]
            maps.append({"name": name, "kind": kind, "rows": rows})
        output = ""
        if "print" in p.text:
            output = "".join(f"{HOSTILE_CLASS} line {n}\n" for n in range(p.told, hits // 137))
            p.told = hits // 137
        return {"probe": p.id, "sequence": p.sequence, "monotonic_ns": now, "wall_ns": now, "one_moment": False, "every": 1, "stopped": False, "hits": hits,
                "skipped": 3 if "elapsed" in p.text else 0, "lost_keys": 0, "maps": maps, "output": output}

    def api_probes(self, _q, _body):
        return 200, {"probes": [{"probe": p.id, "sites": 1, "set_monotonic_ns": p.at, "stopped": False, "text": p.text} for p in self.probes.values()]}

    def api_probe_remove(self, q, _body):
        if not self.probes.pop(int(q["id"]), None):
            return 404, {"error": f"there is no probe {q['id']}"}
        self.removed.append(int(q["id"]))
        return 200, {"removed": True}

    def api_save(self, q, _body):
        names = {"folded": "stacks.folded", "pprof": "profile.pb.gz", "json": "argus.json", "hprof": "heap.hprof"}
        if q.get("what") not in names:
            return 400, {"error": "what: one of " + ", ".join(names)}
        return 200, (f"{q['what']} {q.get('seconds', '')}\n".encode(), names[q["what"]])


def main():
    p = argparse.ArgumentParser(description="the live page with a program that is made up")
    p.add_argument("--threads", type=int, default=60)
    p.add_argument("--classes", type=int, default=900)
    args = p.parse_args()
    with MockPage(args.threads, args.classes) as mock:
        print(mock.url, flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
