#!/usr/bin/env python3
"""The live page in a browser: its views, keys, probes by a click, saving, and what it says when something is wrong.
test/tools/mock_page.py serves it, about a program with 10,000 threads, deadlocks and hostile names; then a VM does, about
test/livepage/Shop.java.

    44-livepage-browser.py --picture FILE     a picture for the README

Runs Chromium, which 41-page.py says how to get.
"""
# Runs beside other drivers, about 125 s.
import argparse
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import browser  # noqa: E402
import mock_page  # noqa: E402
import vmrun  # noqa: E402

SIZE, PICTURE = (1280, 800), (1200, 700)
VIEWS = {"1": "Overview", "2": "Threads", "3": "Flame graph", "4": "Methods", "5": "Heap", "6": "Locks", "7": "Collections", "8": "Code", "9": "Classes", "0": "Probes"}
CART = "com.acme.shop.cart.Cart"
PNG = b"\x89PNG\r\n\x1a\n"
# Text that is hard to read: elements whose own text has less contrast to what lies behind it than 4.5 to 1 (3 to 1 where it is large).
CONTRAST = """(() => {
    const rgb = c => { const m = c.match(/[\\d.]+/g).map(Number); return c.startsWith('color(srgb') ? [m[0] * 255, m[1] * 255, m[2] * 255, m[3] ?? 1] : [m[0], m[1], m[2], m[3] ?? 1]; };
    const light = ([r, g, b]) => { const f = v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
    const bad = [];
    for (const e of document.querySelectorAll('body *')) {
        if (e.closest('[hidden], dialog:not([open]), svg, :disabled, #toast, .skip') || !e.getClientRects().length) continue;
        if (![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) continue;
        let behind = e;
        while (behind && rgb(getComputedStyle(behind).backgroundColor)[3] < 1) behind = behind.parentElement;
        const style = getComputedStyle(e), a = light(rgb(style.color)), b = light(rgb(getComputedStyle(behind || document.body).backgroundColor));
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < (parseFloat(style.fontSize) >= 18 ? 3 : 4.5)) bad.push(e.className + ' "' + e.textContent.slice(0, 30) + '" ' + ratio.toFixed(2));
    }
    return [...new Set(bad)];
})()"""


class Failed(Exception):
    pass


def expect(what, want, got):
    if want != got:
        raise Failed(f"{what}: expected {want!r}, got {got!r}")


def shown(view):
    """A selector for what is inside the view that is open."""
    return f"document.querySelector('.view:not([hidden])').querySelector({json.dumps(view)})"


def text(page, selector):
    return page.evaluate(f"({shown(selector)} || {{textContent: null}}).textContent")


def texts(page, selector):
    return page.evaluate(f"[...document.querySelector('.view:not([hidden])').querySelectorAll({json.dumps(selector)})].filter(e => e.getClientRects().length).map(e => e.textContent)")


def go(page, view):
    page.evaluate(f"location.hash = {json.dumps('#' + view)}")
    page.wait(f"!document.getElementById('view-{view.split('/')[0]}').hidden")


def wait_rows(page, at_least=1):
    page.wait(f"[...document.querySelectorAll('.view:not([hidden]) .row')].filter(r => !r.hidden).length >= {at_least}")


def button(words, root=".view:not([hidden])"):
    return f"[...document.querySelectorAll({json.dumps(root + ' button')})].find(b => b.textContent === {json.dumps(words)} && b.getClientRects().length)"


def column(page, name):
    """The texts of a column of the table in sight, from above."""
    return page.evaluate(f"""(() => {{
        const view = document.querySelector('.view:not([hidden])');
        const k = [...view.querySelectorAll('.thead > *')].findIndex(c => c.textContent === {json.dumps(name)});
        return [...view.querySelectorAll('.row')].filter(r => !r.hidden).sort((a, b) => a.index - b.index).map(r => r.children[k].textContent);
    }})()""")


def requested(mock, what, since=0):
    return [r for r in mock.requests[since:] if r.split("?")[0] == what]


# ---- tests: each has a page of its own; `mock` is new where `alone` says so ----

def test_opens(page, mock):
    page.wait("document.getElementById('link').textContent === 'live'")
    expect("heading", "Overview", text(page, "h1"))
    page.wait("document.title.includes('com.acme.shop.Main (4711)')")
    expect("command", "com.acme.shop.Main --port 8080 --profile production", page.evaluate("document.getElementById('command').textContent"))
    expect("views", list(VIEWS.values()), page.evaluate("[...document.querySelectorAll('#views a span:first-of-type')].map(e => e.textContent)"))
    page.wait("document.querySelectorAll('.chart').length === 12 && [...document.querySelectorAll('.chart .figure')].every(e => e.textContent !== '\\u2013')")
    figures = page.evaluate("Object.fromEntries([...document.querySelectorAll('.chart')].map(c => [c.querySelector('figcaption').textContent, c.querySelector('.figure').textContent]))")
    expect("threads", "60", figures["Threads"])
    expect("classes", "900", figures["Classes"])
    if not re.fullmatch(r"[\d.]+ MB/s", figures["Allocation"]) or not re.fullmatch(r"[\d.]+%", figures["Processor"]):
        raise Failed(f"figures {figures}")
    page.wait("[...document.querySelectorAll('.busiest li')].filter(r => !r.hidden).length === 8")
    expect("a place for the token", [], [r for r in mock.requests if "token=" in r and not r.startswith("GET /?token=")])


def test_views(page, _mock):
    """Every view, by its key; nothing moves while its figures change."""
    page.evaluate("new PerformanceObserver(list => { for (const e of list.getEntries()) (window.shifts ||= []).push(e); }).observe({ type: 'layout-shift' })")
    for key, title in VIEWS.items():
        page.press(key)
        page.wait(f"document.querySelector('.view:not([hidden]) h1').textContent === {json.dumps(title)}")
        if title not in ("Overview", "Flame graph", "Probes"):
            wait_rows(page, 4)
        if title == "Flame graph":
            page.wait("document.querySelectorAll('.f').length > 20")
        page.wait("document.querySelector('#views a[aria-current=page]').textContent.includes(" + json.dumps(title) + ")")
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        page.evaluate("window.shifts = []")
        seen = page.evaluate("document.getElementById('facts').textContent")
        for _ in range(2):  # two beats
            seen = page.wait(f"document.getElementById('facts').textContent !== {json.dumps(seen)} && document.getElementById('facts').textContent")
        moved = page.evaluate("window.shifts.flatMap(e => e.sources.map(s => s.node && (s.node.className || s.node.nodeName)))")
        expect(f"{title}: what moved", [], [m for m in moved if m != "row"])


def test_threads(page, mock):
    go(page, "threads")
    wait_rows(page, 20)
    page.click(shown(".thead button"))
    names = column(page, "Thread")
    expect("by name", sorted(names, key=str.lower), names)
    page.click(shown(".thead button"))
    names = column(page, "Thread")
    expect("by name, down", sorted(names, key=str.lower, reverse=True), names)
    expect("its mark", "descending", page.evaluate(shown(".thead > *") + ".getAttribute('aria-sort')"))
    page.type("#view-threads .search", "transfer")
    page.wait("[...document.querySelectorAll('#view-threads .row')].filter(r => !r.hidden).length === 2")
    expect("states", ["blocked", "blocked"], column(page, "State"))
    page.click("#view-threads .row")
    page.wait(shown(".frames li"))
    expect("name", "transfer-2", text(page, ".detail h2"))
    if "com.acme.billing.Account@77b2 held by thread 102" not in text(page, ".detail .facts"):
        raise Failed(text(page, ".detail .facts"))
    expect("frames", "jdk.internal.misc.Unsafe.park\u00a0native", texts(page, ".frames li")[0])
    before = len(requested(mock, "GET /api/thread"))
    page.click(shown(".detail .facts a"))
    page.wait("document.querySelector('#view-threads .detail h2').textContent === 'transfer-1'")
    page.press("Escape")
    page.wait("document.querySelector('#view-threads .detail').hidden")
    if len(requested(mock, "GET /api/thread")) == before:
        raise Failed("the second thread was not asked for")


def test_thread_ended(page, mock):
    go(page, "threads/159")
    page.wait(shown(".frames li"))
    mock.threads = 50
    page.wait("document.querySelector('#view-threads .detail').textContent.includes('This thread has ended')")
    go(page, "threads/999")
    page.wait("document.querySelector('#view-threads .detail').textContent.includes('There is no thread 999')")
    return {"404"}


def test_keyboard(page, _mock):
    page.press("2")
    wait_rows(page, 20)
    page.press("/")
    expect("focus", "Search threads", page.evaluate("document.activeElement.placeholder"))
    page.call("Input.insertText", text="http-worker")
    page.wait("[...document.querySelectorAll('#view-threads .row')].every(r => r.hidden || r.textContent.includes('http-worker'))")
    page.press("Enter")
    page.press("j")
    page.press("ArrowDown")
    page.press("k")
    expect("cursor", 1, page.evaluate(shown(".row.cursor") + ".index"))
    page.press("Enter")
    page.wait(shown(".frames"))
    page.press("Escape")
    page.wait("document.querySelector('#view-threads .detail').hidden")
    page.press("Escape")
    page.wait("document.querySelector('#view-threads .search').value === ''")
    page.press("?")
    page.wait("document.getElementById('help').open")
    page.press("Escape")
    page.wait("!document.getElementById('help').open")
    page.press("s")
    page.wait("document.getElementById('saving').open")
    page.press("2")
    page.press("Escape")
    page.wait("!document.getElementById('saving').open")
    theme = page.evaluate("document.documentElement.dataset.theme")
    page.press("t")
    expect("theme", {"light": "dark", "dark": "light"}[theme], page.evaluate("document.documentElement.dataset.theme"))
    page.press("t")
    page.press("p")
    expect("state", "paused", page.evaluate("document.getElementById('link').textContent"))
    page.press("p")
    expect("state", "live", page.evaluate("document.getElementById('link').textContent"))


def test_many(page, mock):
    """10,000 threads and 50,000 classes: only what is in sight is there."""
    for view, many, last in (("threads", 10_000, None), ("classes", 50_000, mock.class_name(49_999))):
        go(page, view)
        wait_rows(page, 20)
        page.wait(f"document.querySelector('.view:not([hidden]) .table').getAttribute('aria-rowcount') === '{many}'")
        page.press("G")
        page.wait(f"[...document.querySelectorAll('.view:not([hidden]) .row')].some(r => !r.hidden && r.index === {many - 1} && r.firstChild.textContent.length > 3)")
        if last:
            expect("last class", last, column(page, "Class")[-1])
        rows = page.evaluate("document.querySelectorAll('.view:not([hidden]) .row').length")
        if rows > 80:
            raise Failed(f"{rows} rows are there")
        page.evaluate(f"{shown('.tbody')}.scrollTop = {many // 2 * 24}")
        page.wait(f"[...document.querySelectorAll('.view:not([hidden]) .row')].some(r => !r.hidden && r.index === {many // 2} && r.firstChild.textContent.length > 3)")
    page.press("2")
    page.wait(button("Thread"))
    page.click(button("Thread"))
    page.wait(f"[...document.querySelectorAll('#view-threads .row')].some(r => !r.hidden && r.index === 0 && r.firstChild.textContent === {json.dumps(mock_page.HOSTILE_THREAD)})")
    page.type("#view-threads .search", "worker-00123")
    page.wait("document.querySelector('#view-threads .note').textContent.startsWith('0 of 10,000') || column_done()".replace("column_done()", "document.querySelector('#view-threads .note').textContent.startsWith('1 of 10,000')"))


def test_flame(page, mock):
    go(page, "flame")
    page.wait("document.querySelectorAll('.f').length > 20")
    wide = "document.querySelector('.flamegraph').clientWidth"
    name = "java.lang.Thread.run"
    find = f"[...document.querySelectorAll('.f')].find(g => g.textContent === {json.dumps(name)})"
    page.click(find)
    page.wait(f"Math.abs({find}.firstChild.width.baseVal.value - {wide}) < 2")
    expect("what is told", name, text(page, ".frametold .name"))
    page.press("Escape")
    page.wait(f"{find}.firstChild.width.baseVal.value < {wide} * 0.95")
    page.type("#view-flame .search", "com.acme")
    page.wait("document.querySelectorAll('.f.hit').length > 0")
    if not re.match(r"\d+ frames match, [\d.]+% of the samples", text(page, ".flameline .remark")):
        raise Failed(text(page, ".flameline .remark"))
    page.press("Escape")
    page.press("Escape")
    page.evaluate("document.querySelector('.flamegraph').focus()")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp"):
        page.press(key)
    chosen = page.wait("document.querySelector('.f.chosen') && document.querySelector('.frametold .name').textContent")
    page.press("Enter")
    page.wait(f"[...document.querySelectorAll('.f.above')].length > 0 && document.querySelector('.frametold .name').textContent === {json.dumps(chosen)}")
    for mode, sent in (("Wall clock", "wall"), ("Allocation", "alloc")):
        page.click(button(mode))
        page.wait("document.querySelectorAll('.f').length > 20")
        if f"mode={sent}" not in requested(mock, "GET /api/flame")[-1]:
            raise Failed(requested(mock, "GET /api/flame")[-1])
    go(page, "threads/102")
    page.wait(button("Flame graph"))
    page.click(button("Flame graph"))
    page.wait("document.querySelector('#view-flame select').value === '102' && document.querySelector('.flamegraph').textContent.includes('Nothing was allocated')")
    if "thread=102" not in requested(mock, "GET /api/flame")[-1]:
        raise Failed(requested(mock, "GET /api/flame")[-1])


def test_names_lead_to_classes(page, _mock):
    for view in ("methods", "code", "heap"):
        go(page, view)
        wait_rows(page, 4)
        page.type(f"#view-{view} .search", "cart.cart")
        row = f"[...document.querySelectorAll('#view-{view} .row')].find(r => r.textContent.includes({json.dumps(CART)}))"
        page.wait(row)
        page.click(row)
        page.wait(f"location.hash === '#classes/3' && document.querySelector('#view-classes .detail h2').textContent === {json.dumps(CART)}")
    go(page, "methods")
    page.type("#view-methods .search", "")
    page.click("[...document.querySelectorAll('#view-methods .row')].find(r => r.textContent.includes('java.math'))")
    page.wait("document.getElementById('toast').textContent === 'There is no class java.math.BigDecimal to open.'")
    return {"404"}


def test_click_sets_probe(page, mock):
    go(page, "classes/3")
    method = "[...document.querySelectorAll('.method')].find(m => m.textContent.startsWith('add('))"
    page.wait(method)
    page.click(f"{method}.querySelector('.methodname')")
    page.wait("document.querySelector('.card .figure')")
    expect("text", f"method:{CART}.add:entry {{ @n = count() }}", mock.probes[1].text)
    first = page.wait("Number(document.querySelector('.card .figure').firstChild.textContent.replaceAll(',', '')) > 100 && document.querySelector('.card .figure').firstChild.textContent")
    page.wait(f"document.querySelector('.card .figure').firstChild.textContent !== {json.dumps(first)}")
    page.wait(f"{method}.querySelector('.mark').textContent.replaceAll(',', '') > 100")
    page.wait(r"/^\+13\d\/s$/.test(document.querySelector('.card .rate').textContent)")
    overload = "[...document.querySelectorAll('.method')].find(m => m.textContent.startsWith('total(double'))"
    page.click(f"{overload}.querySelector('.methodname')")
    page.click(f"{overload}.querySelector('.lines button')")
    page.wait("document.querySelectorAll('.card').length === 3")
    line = page.evaluate(f"Number({overload}.querySelector('.lines button').title.match(/\\d+/)[0])")
    expect("texts", [f"method:{CART}.total(D)J:entry {{ @n = count() }}", f"line:{CART}:{line} {{ @n = count() }}"], [mock.probes[n].text for n in (2, 3)])
    page.wait(f"{overload}.querySelector('.lines .probed').textContent.match(/^{line}: \\d+/)")
    for kind, made in (("Time", ":return { @us = hist(elapsed / 1000) }"), ("Callers", ":entry { @from[stack(6)] = count() }"), ("Argument", ":entry { @with[class(arg0)] = count() }"),
                       ("Threads", ":entry { @by[thread] = count() }"), ("Throws", ":throw { @n[class(ex)] = count() }")):
        page.click(button(kind))
        page.click(f"{method}.querySelector('.methodname')")
        page.wait(f"document.querySelector('#view-classes .editor textarea').value.endsWith({json.dumps(made)})")
        page.wait(f"[...document.querySelectorAll('.card .probetext')].some(e => e.textContent.endsWith({json.dumps(made)}))")
    page.wait("document.querySelectorAll('.histogram .bucket').length >= 5")
    page.wait("document.querySelector('.card details summary')")
    if not page.evaluate(f"[...document.querySelectorAll('.card .key.string')].some(e => e.textContent.startsWith({json.dumps(mock_page.HOSTILE_THREAD)}))"):
        raise Failed("the keys of the threads are not there")
    # Removing, and a change of the text.
    page.click("[...document.querySelectorAll('.card')].find(c => c.dataset.probe === '2').querySelectorAll('button')[2]")
    page.wait("!document.querySelector('.card[data-probe=\"2\"]')")
    expect("removed", [2], mock.removed)
    page.click("[...document.querySelectorAll('.card')].find(c => c.dataset.probe === '1').querySelectorAll('button')[1]")
    page.type("#view-classes .editor textarea", f"method:{CART}.add:return {{ @ns = avg(elapsed) }}")
    page.click(button("Set in place of 1"))
    page.wait("document.querySelector('.card[data-probe=\"9\"]') && !document.querySelector('.card[data-probe=\"1\"]')")
    expect("removed", [2, 1], mock.removed)
    if not page.evaluate(f"{method} && [...document.querySelectorAll('.methodname')].find(b => b.textContent.startsWith('each(')).disabled"):
        raise Failed("a method without code can be clicked")
    # What this tab has set is its own when it is loaded again.
    page.call("Page.reload")
    page.wait("document.querySelectorAll('.card').length === 7 && document.querySelector('.card .figure')")
    page.press("0")
    page.wait("document.querySelector('#view-probes .note').textContent.startsWith('7 probes, 7 of this page')")


def test_probe_text(page, mock):
    page.press("0")
    page.wait(shown("textarea"))
    page.type("#view-probes textarea", "method:a.Bé.c:entry {\n  @x = sum(é + wrong)\n}")
    page.click(button("Set probe"))
    page.wait("document.querySelector('#view-probes .error').textContent.startsWith('line 2, column 17: there is no value wrong')")
    expect("what is marked", "w", page.evaluate("(e => e.value.slice(e.selectionStart, e.selectionEnd))(document.querySelector('#view-probes textarea'))"))
    told = text(page, ".error").split("\n")
    expect("the place", told[1].index("wrong"), told[2].index("^"))
    page.type("#view-probes textarea", "nonsense")
    page.click(button("Set probe"))
    page.wait("document.querySelector('#view-probes .error').textContent.startsWith('line 1, column 1: a place is wanted')")
    expect("probes", {}, mock.probes)
    page.type("#view-probes textarea", "throw:* { @[class(ex), stack(3)] = count(); print(ex) }")
    page.call("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13, modifiers=2)
    page.wait("document.querySelector('#view-probes .card .output').textContent.includes('line 1\\n')")
    if not text(page, ".card .output").startswith(mock_page.HOSTILE_CLASS + " line 0\n"):
        raise Failed(text(page, ".card .output"))
    # Another client's probe is read only when that is asked for: a reading takes its output.
    mock.probes[50] = mock_page.Probe(50, "begin { print(nsecs) }", mock.time)
    page.wait("document.querySelector('.card[data-probe=\"50\"]')")
    expect("readings", [], [r for r in mock.requests if "probe?id=50" in r])
    page.click(button("Read"))
    page.wait("document.querySelector('.card[data-probe=\"50\"] .output').textContent.includes('line 0')")
    del mock.probes[50]
    page.wait("!document.querySelector('.card[data-probe=\"50\"]')")
    return {"422", "404"}


def test_save(page, _mock, folder=None):
    def save(what):
        return f"document.querySelector('#saving button[data-what={what}]')"
    for what, name in (("json", "argus.json"), ("folded", "stacks.folded"), ("pprof", "profile.pb.gz"), ("hprof", "heap.hprof")):
        there = set(os.listdir(folder))
        page.click("#save")
        page.type("#saving input", "1")
        page.click(save(what))
        if what == "hprof":
            page.wait("document.querySelector('#saving .warning').textContent.startsWith('The program stands still') && !document.querySelector('#saving .warning').hidden")
            expect("the dialog is open", True, page.evaluate("document.getElementById('saving').open"))
            page.click(save(what))
        page.wait("!document.getElementById('saving').open")
        expect("file", name, new_file(page, folder, there))
        with open(os.path.join(folder, name), encoding="utf-8") as f:
            expect(name, what + (" 1" if what in ("folded", "pprof") else " "), f.read().rstrip("\n"))
    page.click("#save")
    expect("the question is asked again", True, page.evaluate("document.querySelector('#saving .warning').hidden"))


def test_gone(page, mock):
    go(page, "threads")
    wait_rows(page, 20)
    mock.stop()
    page.wait("document.getElementById('link').textContent === 'gone'")
    page.wait("document.getElementById('banner').textContent.startsWith('The program has ended, or its page was stopped.')")
    wait_rows(page, 20)
    mock.run()
    page.wait("document.getElementById('link').textContent === 'live' && document.getElementById('banner').hidden")
    mock.stop()
    page.wait("document.getElementById('link').textContent === 'gone'")
    mock.pid = 4712
    mock.run()
    page.wait("document.getElementById('banner').textContent.startsWith('Another program answers here now (process 4712).')")
    return {"ERR_"}


def test_token(page, mock):
    page.wait("document.getElementById('link').textContent === 'live'")
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{mock.port}/?token=ffffffffffffffffffffffffffffffff").close()
        raise Failed("the page came with a wrong token")
    except urllib.error.HTTPError as e:
        expect("status", 401, e.code)
        e.close()
    mock.token = "f" * 32
    page.wait("document.getElementById('link').textContent === 'refused'")
    page.wait("document.getElementById('banner').textContent.startsWith('The token in this address is not that of the program')")
    asked = len(mock.requests)
    page.wait(f"performance.now() > {page.evaluate('performance.now()') + 2500}")
    expect("what is asked with a wrong token", {"GET /api/now"}, {r.split("?")[0] for r in mock.requests[asked:]})
    return {"401"}


def test_silent(page, mock):
    page.wait("document.getElementById('link').textContent === 'live'")
    mock.going.clear()
    page.wait("document.getElementById('banner').textContent.startsWith('The program has not answered for 10 seconds.')")
    mock.going.set()
    page.wait("document.getElementById('link').textContent === 'live' && document.getElementById('banner').hidden")


def test_error(page, mock):
    """One question that fails holds up no other."""
    mock.answers["/api/heap"] = (503, {"error": "the heap is being collected <b>now</b>"})
    go(page, "heap")
    page.wait("document.querySelector('#view-heap .note').textContent === 'the heap is being collected <b>now</b>'")
    expect("state", "live", page.evaluate("document.getElementById('link').textContent"))
    mock.answers["/api/heap"] = (200, b"no json")
    page.wait("document.querySelector('#view-heap .note').textContent === 'the answer of heap is no JSON'")
    del mock.answers["/api/heap"]
    wait_rows(page, 20)
    return {"503"}


def test_pause(page, mock):
    go(page, "threads")
    wait_rows(page, 20)
    page.click("#pause")
    expect("state", "paused", page.evaluate("document.getElementById('link').textContent"))
    before, facts = len(requested(mock, "GET /api/threads")), page.evaluate("document.getElementById('facts').textContent")
    page.wait(f"performance.now() > {page.evaluate('performance.now()') + 2500}")
    # One may have been on its way.
    if len(requested(mock, "GET /api/threads")) > before + 1:
        raise Failed("threads were asked for while the page was paused")
    expect("figures", facts, page.evaluate("document.getElementById('facts').textContent"))
    page.click("#pause")
    page.wait(f"document.getElementById('facts').textContent !== {json.dumps(facts)}")


def test_themes(page, _mock):
    ask = "getComputedStyle(document.body).backgroundColor"
    first = page.evaluate(ask)
    page.click("#theme")
    second = page.evaluate(ask)
    if first == second:
        raise Failed(f"both themes are {first}")
    page.call("Page.reload")
    page.wait(f"{ask} === {json.dumps(second)}")
    page.click("#theme")
    expect("the first theme again", first, page.evaluate(ask))
    page.evaluate("localStorage.clear()")


def test_hostile(page, _mock):
    go(page, "classes/1")
    page.wait(f"document.querySelector('#view-classes .detail h2').textContent === {json.dumps(mock_page.HOSTILE_CLASS)}")
    go(page, "threads/101")
    page.wait(f"document.querySelector('#view-threads .detail h2').textContent === {json.dumps(mock_page.HOSTILE_THREAD)}")
    for view in ("heap", "locks", "flame"):
        go(page, view)
        page.wait(f"document.querySelector('#view-{view}').textContent.includes({json.dumps(mock_page.HOSTILE_CLASS if view != 'flame' else 'all')})")
    expect("elements of the names", 0, page.evaluate("document.querySelectorAll('img').length"))
    expect("scripts", 1, page.evaluate("document.querySelectorAll('script').length"))


def test_readable(page, _mock):
    """Contrast in both themes, and a name for whatever can be pressed or typed into."""
    go(page, "classes/3")
    page.wait(shown(".methodname"))
    page.click(shown(".methodname"))
    page.wait(shown(".card .figure"))
    for _ in range(2):
        for view in ("overview", "threads/102", "flame", "methods", "heap", "locks", "gc", "code", "classes/3", "probes"):
            go(page, view)
            if view not in ("overview", "flame", "probes"):
                wait_rows(page, 1)
            expect(f"{view}: hard to read", [], page.evaluate(CONTRAST))
            unnamed = page.evaluate("[...document.querySelectorAll('button, input, select, textarea, a, [role=grid], [role=region]')].filter(e => e.getClientRects().length && "
                                    "!(e.textContent.trim() || e.getAttribute('aria-label') || e.title)).map(e => e.outerHTML)")
            expect(f"{view}: without a name", [], unnamed)
        page.click("#theme")
    page.evaluate("localStorage.clear()")


def test_narrow(page, _mock):
    """A telephone: nothing is wider than the window, and details take the list's place."""
    for view in ("overview", "threads", "threads/102", "flame", "methods", "heap", "locks", "gc", "code", "classes", "classes/3", "probes"):
        go(page, view)
        page.wait(shown(".row, .chart, .f, .editor"))
        wide = page.evaluate("[document.scrollingElement.scrollWidth, ...[...document.querySelectorAll('main, .view:not([hidden]), .detail')].filter(e => e.getClientRects().length).map(e => e.scrollWidth - e.clientWidth + 400)]")
        expect(f"{view}: widths", [400] * len(wide), wide)
        if "/" in view:
            expect("the list is in sight", False, page.evaluate(f"{shown('.table')}.getClientRects().length > 0"))


def test_dead_browser_store(page, _mock):
    """A browser that keeps nothing for pages: they work without."""
    page.call("Page.addScriptToEvaluateOnNewDocument", source="for (const s of ['localStorage', 'sessionStorage']) Object.defineProperty(window, s, { get() { throw new Error('no'); } });")
    page.call("Page.reload")
    go(page, "classes/3")
    page.wait(shown(".methodname"))
    page.click("#theme")
    page.click(shown(".methodname"))
    page.wait(shown(".card .figure"))


# ---- tests with a VM: each has a page of its own ----

ORDER = "com.acme.shop.Shop$Order"


class Shop:
    """test/livepage/Shop.java on Argus, with its page from the start."""

    def __init__(self, jdk, build, classes):
        command = [os.path.join(jdk, "bin", "java"), f"-XXaltjvm={os.path.join(build, 'argus')}", "-XX:ArgusPage=127.0.0.1:0", "-Xmx96m", "-cp", classes, "com.acme.shop.Shop"]
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=vmrun.clean_env(argus=True))
        self.url = self.child.stderr.readline().strip()
        if not re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[0-9a-f]{32}", self.url):
            raise Failed(f"the page's address is {self.url!r}")
        self.port = int(self.url.split(":")[2].split("/")[0])
        expect("the program", "ready\n", self.child.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.child.kill()
        self.child.communicate()

    def orders(self, n):
        """Places orders; how many there were, as the program says."""
        self.child.stdin.write(f"orders {n}\n")
        self.child.stdin.flush()
        return int(self.child.stdout.readline())

    def end(self):
        self.child.stdin.write("exit\n")
        self.child.stdin.flush()
        self.child.wait(timeout=60)


def open_class(page, name):
    go(page, "classes")
    page.type("#view-classes .search", name)
    rows = "[...document.querySelectorAll('#view-classes .row')].filter(r => !r.hidden)"
    row = f"{rows}.find(r => r.firstChild.textContent === {json.dumps(name)})"
    page.wait(f"{row} && {rows}.every(r => r.firstChild.textContent.includes({json.dumps(name)}))")  # it may be in the whole list, too, and move
    page.click(row)
    page.wait(f"document.querySelector('#view-classes .detail h2').textContent === {json.dumps(name)}")


def live_views(page, shop):
    for key, title in VIEWS.items():
        page.press(key)
        page.wait(f"document.querySelector('.view:not([hidden]) h1').textContent === {json.dumps(title)}")
        if title not in ("Overview", "Flame graph", "Collections", "Locks", "Probes"):
            wait_rows(page, 5)
        if title == "Flame graph":
            page.wait("document.querySelectorAll('.f').length > 10 && document.querySelector('.flamegraph').textContent.includes('checkout')")
    page.press("1")
    page.wait("[...document.querySelectorAll('.chart .figure')].every(e => e.textContent !== '\\u2013')")
    figure = page.evaluate("Object.fromEntries([...document.querySelectorAll('.chart')].map(c => [c.querySelector('figcaption').textContent, c.querySelector('.figure').textContent]))")
    if figure["Processor"] == "0.0%" or figure["Allocation"].startswith("0 B"):
        raise Failed(f"figures {figure}")
    page.wait(f"document.getElementById('facts').textContent.startsWith('pid {shop.child.pid} ')")


def live_threads(page, _shop):
    go(page, "threads")
    wait_rows(page, 5)
    page.type("#view-threads .search", "checkout-")
    page.wait("[...document.querySelectorAll('#view-threads .row')].filter(r => !r.hidden).length === 4")
    page.click(shown(".thead button"))
    expect("threads", [f"checkout-{n}" for n in (1, 2, 3, 4)], column(page, "Thread"))
    page.click("#view-threads .row")
    page.wait("document.querySelector('#view-threads .frames').lastChild.textContent.startsWith('java.lang.Thread.run')")
    page.wait("document.querySelector('#view-threads .frames').textContent.includes('com.acme.shop.Shop.serve')")


def live_probe(page, shop):
    """What a click counts is what the program counts: at a method, at a line, by caller."""
    before = shop.orders(1)  # the class is loaded now
    open_class(page, ORDER)
    method = "[...document.querySelectorAll('.method')].find(m => m.textContent.startsWith('place('))"
    page.wait(method)
    page.click(f"{method}.querySelector('.methodname')")
    page.wait("document.querySelectorAll('.card').length === 1")
    page.click(f"{method}.querySelector('.lines button')")
    page.wait("document.querySelectorAll('.card').length === 2")
    for kind in ("Callers", "Argument", "Threads"):
        page.click(button(kind))
        page.click(f"{method}.querySelector('.methodname')")
        page.wait(f"document.querySelectorAll('.card').length === {3 + ('Callers', 'Argument', 'Threads').index(kind)}")
    for n in (1, 40_000, 123_456):
        placed = shop.orders(n) - before
        # Stacks and names of threads have a budget: hits beyond it are left out, and the card says how many.
        page.wait(f"""[...document.querySelectorAll('.card')].filter(c => {{
            const number = text => Number(text.replaceAll(',', ''));
            const left_out = c.querySelector('.losses').textContent.match(/([\\d,]+) left out/);
            return number(c.querySelector('.map .figure').firstChild.textContent) + (left_out ? number(left_out[1]) : 0) === {placed};
        }}).length === 5""", f"five figures of {placed}")
        page.wait(f"[...document.querySelectorAll('.card .map .figure')].filter(e => e.firstChild.textContent === '{placed:,}').length >= 3", f"three exact figures of {placed}")
    if "main" not in page.evaluate("document.querySelector('.cards').textContent") or "com.acme.shop.Shop.orders" not in page.evaluate("document.querySelector('.cards').textContent"):
        raise Failed(page.evaluate("document.querySelector('.cards').textContent"))
    for left in (4, 3, 2, 1, 0):
        page.click(button("Remove"))
        page.wait(f"document.querySelectorAll('.card').length === {left}")
    shop.orders(10)


def live_probe_text(page, _shop):
    page.press("0")
    page.wait("!document.getElementById('view-probes').hidden")
    page.type("#view-probes textarea", "method:com.acme.shop.Shop$Nobody.x:entry {\n  @n = count()\n}")
    page.click(button("Set probe"))
    page.wait("document.querySelector('#view-probes .error').textContent.includes('line 1, column ')")
    page.type("#view-probes textarea", "throw:com.acme.shop.* { @[class(ex), stack(3)] = count() }")
    page.click(button("Set probe"))
    page.wait("document.querySelector('#view-probes .card').textContent.includes('OutOfStock')")
    page.wait("document.querySelector('#view-probes .card details').textContent.includes('com.acme.shop.Shop$Stock.take')")
    page.type("#view-probes textarea", "interval:ms:100 { print(nsecs) }")
    page.click(button("Set probe"))
    page.wait("document.querySelector('#view-probes .card .output').textContent.split('\\n').length > 3")
    page.type("#view-probes textarea", "method:com.acme.shop.Shop.checkout:return { @us = hist(elapsed / 1000) }")
    page.click(button("Set probe"))
    page.wait("document.querySelectorAll('#view-probes .histogram .bucket').length > 0")
    return {"422"}


def live_heap(page, _shop):
    go(page, "heap")
    page.type("#view-heap .search", "java.math.BigDecimal")
    page.wait("document.querySelector('#view-heap .row:not([hidden])').textContent.includes('java.math.BigDecimal')")


def live_save(page, _shop, folder=None):
    wanted = {"json": rb"\{", "folded": rb"[^\n]+ \d+\n", "pprof": rb"\x1f\x8b|\x0a", "hprof": rb"JAVA PROFILE 1\.0\.2\0"}
    for what, begins in wanted.items():
        there = set(os.listdir(folder))
        page.click("#save")
        page.type("#saving input", "3")
        for _ in range(2 if what == "hprof" else 1):
            page.click(f"document.querySelector('#saving button[data-what={what}]')")
        name = new_file(page, folder, there)
        with open(os.path.join(folder, name), "rb") as f:
            data = f.read()
        if not re.match(begins, data):
            raise Failed(f"{what}: {name} begins with {data[:60]!r}")
        if what == "json":
            json.loads(data)


def new_file(page, folder, there):
    """The name of a file that was saved, when it is whole."""
    end = time.monotonic() + browser.WAIT_S
    while time.monotonic() < end:
        new = [n for n in set(os.listdir(folder)) - there if not n.endswith(".crdownload")]
        if new:
            return new[0]
        page.evaluate("new Promise(done => setTimeout(done, 20))")
    raise Failed("nothing was saved")


def live_wrong_token(page, shop):
    """In the browser, too, there is nothing to see without the token."""
    page.call("Page.navigate", url=f"http://127.0.0.1:{shop.port}/?token={'0' * 32}")
    page.wait("document.body.textContent.includes('token')")
    expect("views", 0, page.evaluate("document.querySelectorAll('nav').length"))
    return {"401"}


def live_end(page, shop):
    go(page, "threads")
    wait_rows(page, 5)
    shop.end()
    page.wait("document.getElementById('link').textContent === 'gone'")
    page.wait("document.getElementById('banner').textContent.startsWith('The program has ended, or its page was stopped.')")
    wait_rows(page, 5)
    return {"ERR_"}


ALONE = {"thread-ended": {}, "many": {"threads": 10_000, "classes": 50_000}, "click-sets-probe": {}, "probe-text": {}, "gone": {}, "token": {}, "silent": {}, "error": {}}


def take_picture(program, jdk, build, scratch, path):
    """The page with probes on a class of the shop, for the README."""
    with browser.Browser(program, scratch) as b, Shop(jdk, build, compile_shop(jdk, scratch)) as shop:
        page = b.open(shop.url, *PICTURE)
        open_class(page, "com.acme.shop.Shop$Cart")
        page.type("#view-classes .search", "com.acme")
        page.wait("document.querySelectorAll('.methodname').length === 3")
        total = "[...document.querySelectorAll('.method')].find(m => m.textContent.startsWith('total('))"
        for kind, place in (("Callers", ".methodname"), ("Time", ".methodname"), ("Count", ".lines button:nth-child(2)")):
            page.click(button(kind))
            page.click(f"{total}.querySelector({json.dumps(place)})")
        page.wait("document.querySelectorAll('.card').length === 3 && document.querySelectorAll('.bucket').length > 2 && document.querySelector('.card .rate')")
        page.wait(f"performance.now() > {page.evaluate('performance.now()') + 8000}")
        page.evaluate("document.activeElement.blur()")
        data = page.picture()
        expect("size of the picture", PICTURE, png_size(data))
        with open(path, "wb") as f:
            f.write(data)


def png_size(data):
    if data[:8] != PNG:
        raise Failed("the picture is no PNG")
    return struct.unpack(">II", data[16:24])


def check_console(page, origin, allowed):
    """The console is empty but for requests that have to fail, and nothing was asked of another host."""
    expect("problems", [], [p for p in page.problems if not any(a in p for a in allowed or ())])
    expect("other hosts", [], [r for r in page.requests if not r.startswith((origin, "data:"))])


def compile_shop(jdk, scratch):
    classes = os.path.join(scratch, "classes")
    subprocess.run([os.path.join(jdk, "bin", "javac"), "-g", "-d", classes, os.path.join(ROOT, "test", "livepage", "Shop.java")], check=True)
    return classes


def cases(program, jdk, build, scratch):
    """Name and function without arguments of each test."""
    with browser.Browser(program, scratch) as b, mock_page.MockPage() as common:
        def run(test, mock, dark=False, size=SIZE):
            folder = tempfile.mkdtemp(dir=scratch)
            b.download_to(folder)
            page = b.open(mock.url, *size, dark=dark)
            try:
                allowed = test(page, mock, folder) if test in (test_save, live_save) else test(page, mock)
                check_console(page, f"http://127.0.0.1:{mock.port}/", allowed)
            finally:
                page.close()

        def alone(test, how):
            with mock_page.MockPage(**how) as mock:
                run(test, mock)

        for key, test in list(globals().items()):
            name = key.removeprefix("test_").replace("_", "-")
            if not key.startswith("test_"):
                continue
            if name in ALONE:
                yield name, lambda test=test, how=ALONE[name]: alone(test, how)
            elif name == "narrow":
                yield name, lambda test=test: run(test, common, size=(400, 800))
            else:
                yield name, lambda test=test: run(test, common)
        yield "dark", lambda: run(lambda p, _: expect("theme", "dark", p.evaluate("document.documentElement.dataset.theme")), common, dark=True)
        with Shop(jdk, build, compile_shop(jdk, scratch)) as shop:
            for key, test in list(globals().items()):
                if key.startswith("live_"):
                    yield key.replace("_", "-"), lambda test=test: run(test, shop)

    def picture():
        new, there = os.path.join(scratch, "page.png"), os.path.join(ROOT, "docs", "page.png")
        take_picture(program, jdk, build, scratch, new)
        with open(there, "rb") as f:
            expect("size of docs/page.png", PICTURE, png_size(f.read()))
        if max(os.path.getsize(new), os.path.getsize(there)) > 200_000:
            raise Failed("the picture has more than 200 KB")
    yield "picture", picture


def main():
    p = argparse.ArgumentParser(description="the live page in a browser")
    p.add_argument("--build", default=os.path.join(ROOT, "build"), help="build folder with argus/libjvm.so")
    p.add_argument("--filter", default="", help="only tests whose name matches this regular expression")
    p.add_argument("--picture", help="only take a picture for the README, into this file")
    args = p.parse_args()
    if not browser.find_browser():
        subprocess.run([os.path.join(ROOT, "x"), "need", "chromium"], check=False)
    program = browser.find_browser()
    if not program:
        print("FAIL livepage/browser: there is no Chromium, and it could not be installed")
        print("0 passed, 1 failed")
        return 1
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="argus-livepage-", ignore_cleanup_errors=True) as scratch:
        if args.picture:
            take_picture(program, vmrun.find_jdk(), os.path.abspath(args.build), scratch, args.picture)
            return 0
        for name, test in cases(program, vmrun.find_jdk(), os.path.abspath(args.build), scratch):
            if not re.search(args.filter, f"livepage/{name}"):
                continue
            try:
                test()
                passed += 1
                print(f"PASS livepage/{name}", flush=True)
            except (Failed, browser.BrowserError, OSError) as e:
                failed += 1
                print(f"FAIL livepage/{name}: {e}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
