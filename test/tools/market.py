"""The agents of the market that test/market pins: where they are, and how they are fetched."""
import hashlib
import http.server
import os
import shutil
import subprocess
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCES = os.path.join(ROOT, "test", "market")
COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies"


def checksums():
    with open(os.path.join(SOURCES, "artifacts.sha256")) as f:
        return dict(reversed(line.split()) for line in f)


def jar(lib, start):
    """The path of the artifact whose name begins so."""
    return next(os.path.join(lib, name) for name in checksums() if name.startswith(start))


def wrong_files(lib):
    """Names of artifacts that are not there or not what was pinned."""
    wrong = []
    for name, want in checksums().items():
        try:
            with open(os.path.join(lib, name), "rb") as f:
                good = hashlib.sha256(f.read()).hexdigest() == want
        except OSError:
            good = False
        if not good:
            wrong.append(name)
    return wrong


def fetch(lib):
    """Returns what went wrong, or None."""
    if not wrong_files(lib):
        return None
    shutil.rmtree(lib, ignore_errors=True)
    mvn = shutil.which("mvn")
    if not mvn:
        return "mvn is not installed"
    r = subprocess.run([mvn, "-q", "-B", "-f", os.path.join(SOURCES, "pom.xml"), COPY, "-DexcludeTransitive=true", f"-DoutputDirectory={lib}"],
                       stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if r.returncode:
        return "Maven could not fetch the agents: " + r.stdout[-500:]
    wrong = wrong_files(lib)
    return f"not what artifacts.sha256 asks for: {', '.join(wrong)}" if wrong else None


class Collector:
    """Takes spans, as OTLP over HTTP, on a port of its own. `take` gets the bytes of each message."""

    def __init__(self, take):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if self.path == "/v1/traces":
                    take(body)
                self.send_response(200)
                self.send_header("Content-Type", "application/x-protobuf")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.endpoint = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def env(self):
        """The environment in which the OpenTelemetry agent tells this collector."""
        return {"OTEL_SERVICE_NAME": "shop", "OTEL_EXPORTER_OTLP_ENDPOINT": self.endpoint, "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf",
                "OTEL_METRICS_EXPORTER": "none", "OTEL_LOGS_EXPORTER": "none", "OTEL_BSP_SCHEDULE_DELAY": "100"}

    def close(self):
        self.server.shutdown()
        self.server.server_close()
