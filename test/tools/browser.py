"""Chromium without a window, driven over two pipes by its DevTools protocol: messages are JSON, a NUL ends each.

    with Browser(program, scratch) as browser:
        page = browser.open(path or address, width, height)
        page.evaluate("document.title")
        page.click("#whole")
        page.wait("document.querySelector('tr')")
        page.problems, page.requests
"""
import base64
import json
import os
import select
import shutil
import subprocess
import time

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
PATIENCE_S = 120
WAIT_S = 30
KEYS = {"Escape": 27, "Backspace": 8, "Enter": 13, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}


class BrowserError(Exception):
    pass


def find_browser():
    """Path of a Chromium, or None."""
    return next((path for name in PROGRAMS if (path := shutil.which(name))), None)


class Browser:
    def __init__(self, program, scratch):
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()
        self.log = open(os.path.join(scratch, "browser.log"), "wb")  # pylint: disable=consider-using-with
        arguments = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                     "--disable-background-networking", "--disable-component-update", "--disable-sync",
                     "--force-device-scale-factor=1", "--hide-scrollbars", "--remote-debugging-pipe",
                     f"--user-data-dir={os.path.join(scratch, 'browser')}", "about:blank"]

        def place_pipes():
            # The browser reads from 3 and writes to 4. Both go over numbers that neither pipe can have.
            os.dup2(to_browser, 100)
            os.dup2(from_browser, 101)
            os.dup2(100, 3)
            os.dup2(101, 4)

        self.child = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,  # pylint: disable=consider-using-with,subprocess-popen-preexec-fn
                                      close_fds=False, preexec_fn=place_pipes)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.number = 0
        self.events = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.child.kill()
        self.child.wait()
        os.close(self.write_end)
        os.close(self.read_end)
        self.log.close()

    def receive(self):
        """The next message."""
        end = time.monotonic() + PATIENCE_S
        while b"\0" not in self.buffer:
            if not select.select([self.read_end], [], [], max(0, end - time.monotonic()))[0]:
                raise BrowserError(f"the browser said nothing for {PATIENCE_S} seconds")
            data = os.read(self.read_end, 1 << 16)
            if not data:
                raise BrowserError("the browser ended")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def download_to(self, folder):
        """What pages save goes there without a question."""
        self.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)

    def open(self, path, width=1200, height=800, dark=False):
        return Page(self, path, width, height, dark)


class Page:
    """A page in a tab of its own. problems: what its console shows and what its script throws; requests: addresses asked for."""

    def __init__(self, browser, path, width, height, dark):
        self.browser = browser
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        browser.events.clear()
        self.call("Page.navigate", url=path if "://" in path else "file://" + path)
        while not any(e.get("method") == "Page.loadEventFired" and e.get("sessionId") == self.session for e in browser.events):
            browser.events.append(browser.receive())

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def _events(self, method):
        return [e["params"] for e in self.browser.events if e.get("method") == method and e.get("sessionId") == self.session]

    @property
    def problems(self):
        self.evaluate("0")  # what came before this answer is in `events`
        lines = [e["exceptionDetails"].get("exception", {}).get("description", e["exceptionDetails"]["text"])
                 for e in self._events("Runtime.exceptionThrown")]
        lines += [f"{e['type']}: {e['args']}" for e in self._events("Runtime.consoleAPICalled")]
        return lines + [f"{e['entry']['level']}: {e['entry']['text']}" for e in self._events("Log.entryAdded")]

    @property
    def requests(self):
        self.evaluate("0")
        return [e["request"]["url"] for e in self._events("Network.requestWillBeSent")]

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise BrowserError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def click(self, expression):
        """Presses and releases the mouse in the middle of an element: a selector, or an expression that gives one."""
        find = f"document.querySelector({json.dumps(expression)})" if expression[0] in "#." else expression
        x, y = self.evaluate(f"(() => {{ const e = {find}; e.scrollIntoView({{block: 'center'}}); "
                             "const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()")
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="none" if kind == "mouseMoved" else "left",
                      clickCount=int(kind != "mouseMoved"))

    def type(self, selector, text):
        """Replaces what is in a field."""
        self.evaluate(f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.focus(); e.select(); }})()")
        if text:
            self.call("Input.insertText", text=text)
        else:
            self.press("Backspace")

    def press(self, key):
        """A key by its name, or a character."""
        code = KEYS.get(key)
        more = {"code": key, "windowsVirtualKeyCode": code} if code else {"text": key}
        if key == "Enter":
            more["text"] = "\r"
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, **more)
            more.pop("text", None)

    def wait(self, expression, what=None):
        """Until an expression is true; its value. The page looks each 20 ms."""
        # What is thrown in between is told at the end: elements come and go.
        answer = self.evaluate(f"""new Promise(done => {{
            const end = performance.now() + {WAIT_S * 1000};
            let thrown = '';
            const look = () => {{
                let v = null;
                try {{ v = ({expression}); thrown = ''; }} catch (e) {{ thrown = String(e); }}
                if (v) done([v.nodeType ? true : v]);
                else if (performance.now() > end) done(thrown);
                else setTimeout(look, 20);
            }};
            look();
        }})""")
        if not isinstance(answer, list):
            raise BrowserError(f"{what or expression}: not within {WAIT_S} seconds. {answer}")
        return answer[0]

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def close(self):
        self.call("Page.close")

    def picture(self):
        """The bytes of a PNG of what the window shows."""
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", optimizeForSpeed=False)["data"])
