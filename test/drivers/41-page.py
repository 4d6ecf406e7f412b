#!/usr/bin/env python3
"""The page of lens in a browser: frames of the flame graph are clicked, tables sorted, names searched, and the console stays
empty. test/lens/Hostile.java has names that would be markup or script if the page took them for such.

Chromium is wanted by this driver alone, so it is this driver that installs it (./x need chromium).

    41-page.py --page FILE --picture FILE     a picture of a page that is there already, for the README
"""
import argparse
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import browser  # noqa: E402
import vmrun  # noqa: E402

SOURCE = os.path.join(ROOT, "test", "lens", "Hostile.java")
SIZE = (1200, 760)
THREADS = ["</script><script>boom()</script>", "<img src=x onerror=boom()>"]
CLASS = "<b onclick=boom()>\"'&amp <i>"
PNG = b"\x89PNG\r\n\x1a\n"


class Failed(Exception):
    pass


def expect(what, want, got):
    if want != got:
        raise Failed(f"{what}: expected {want!r}, got {got!r}")


def frame(name):
    """An expression for the widest frame whose name ends so."""
    return (f"[...document.querySelectorAll('#graph g')].filter(g => g.textContent.endsWith({json.dumps(name)}))"
            ".sort((a, b) => b.firstChild.width.baseVal.value - a.firstChild.width.baseVal.value)[0]")


def width(page, name):
    return page.evaluate(f"{frame(name)}.firstChild.width.baseVal.value")


def tab(title):
    return f"[...document.querySelectorAll('#tabs button')].find(b => b.textContent === {json.dumps(title)})"


def cells(page, column):
    return page.evaluate(f"[...document.querySelectorAll('tbody tr')].map(r => r.children[{column}].dataset.value)")


def test_opens(page):
    expect("title", "lens: Hostile", page.evaluate("document.title"))
    expect("heading", "Hostile", page.evaluate("document.getElementById('title').textContent"))
    expect("tabs", ["Methods", "Allocation", "Locks", "Exceptions", "Threads", "Classes"],
           page.evaluate("[...document.querySelectorAll('#tabs button')].map(b => b.textContent)"))
    if page.evaluate("document.querySelectorAll('#graph g').length") < 5:
        raise Failed("the flame graph is empty")


def test_flame_graph(page):
    whole = width(page, "all")
    before = width(page, "Hostile.work")
    if not 0 < before < whole:
        raise Failed(f"Hostile.work is {before} wide, all of it {whole}")
    page.click(frame("Hostile.work"))
    expect("width of the frame that was clicked", whole, width(page, "Hostile.work"))
    expect("the button that leads back is hidden", False, page.evaluate("document.getElementById('whole').hidden"))
    if "Hostile.work" not in page.evaluate("document.getElementById('details').textContent"):
        raise Failed("the frame under the mouse is not described")
    page.click("#whole")
    expect("width after the way back", before, width(page, "Hostile.work"))
    page.click(frame("Hostile.work"))
    page.press("Escape")
    expect("width after Escape", before, width(page, "Hostile.work"))


def test_search(page):
    rows = len(cells(page, 4))
    page.type("#search", r"Hostile\.f[a-z]+")
    names = set(cells(page, 4))
    if "Hostile.fib(int)" not in names or any(not re.search(r"Hostile\.f[a-z]+", n) for n in names):
        raise Failed(f"rows that match: {sorted(names)[:5]}")
    if page.evaluate("document.querySelectorAll('#graph .hit').length") == 0:
        raise Failed("no frame is marked")
    if not re.match(r"\d+ frames match, ", page.evaluate("document.getElementById('matched').textContent")):
        raise Failed("the share of frames that match is missing")
    page.type("#search", "fib(")  # no regular expression
    expect("rows for text that is no regular expression", ["Hostile.fib(int)"], cells(page, 4))
    page.press("Escape")
    expect("rows after Escape", rows, len(cells(page, 4)))
    expect("frames that are marked after Escape", 0, page.evaluate("document.querySelectorAll('#graph .hit').length"))


def test_sort(page):
    """Every column of every table, up and down."""
    for title in page.evaluate("[...document.querySelectorAll('#tabs button')].map(b => b.textContent)"):
        page.click(tab(title))
        for i in range(page.evaluate("document.querySelectorAll('th').length")):
            numeric = page.evaluate(f"document.querySelectorAll('th')[{i}].className === 'number'")
            orders = set()
            for _ in range(2):
                page.click(f"document.querySelectorAll('th')[{i}]")
                order = page.evaluate(f"document.querySelectorAll('th')[{i}].getAttribute('aria-sort')")
                values = [float(v) if numeric else v for v in cells(page, i)]
                if not values:
                    raise Failed(f"{title} has no rows")
                expect(f"{title}, column {i}, {order}", sorted(values, reverse=order == "descending"), values)
                orders.add(order)
            expect(f"{title}, column {i}: orders", {"ascending", "descending"}, orders)


def test_locks(page):
    page.click(tab("Locks"))
    rows = sorted((kind, name, place.rpartition(":")[0], count) for kind, name, place, count in
                  zip(cells(page, 3), cells(page, 4), cells(page, 5), cells(page, 0)) if place.startswith("Hostile"))
    if ("enter", "java.lang.Object", "Hostile.enter", "1") not in rows or \
            ("wait", "java.lang.Object", "Hostile.main", "1") not in rows:
        raise Failed(f"rows {rows}")


def test_exceptions(page):
    page.click(tab("Exceptions"))
    rows = dict(zip(cells(page, 1), cells(page, 0)))
    expect("IllegalStateException", "100", rows.get("java.lang.IllegalStateException"))


def test_more_rows(page):
    page.click(tab("Methods"))
    expect("rows at first", 100, len(cells(page, 0)))
    page.click("#more")
    if len(cells(page, 0)) <= 100:
        raise Failed("no more rows")


def test_hostile(page):
    page.click(tab("Threads"))
    got = [name for name in cells(page, 4) if "boom" in name]
    expect("threads", sorted(THREADS), sorted(got))
    page.type("#search", "boom")
    page.click(tab("Classes"))
    expect("class", [CLASS], cells(page, 2))
    page.press("Escape")
    expect("elements of the names", 0, page.evaluate("document.querySelectorAll('main img, main i, main [onclick]').length"))
    expect("scripts", 3, page.evaluate("document.querySelectorAll('script').length"))


def test_themes(page):
    ask = "getComputedStyle(document.body).backgroundColor"
    first = page.evaluate(ask)
    page.click("#theme")
    second = page.evaluate(ask)
    if first == second:
        raise Failed(f"both themes are {first}")
    page.click("#theme")
    expect("the first theme again", first, page.evaluate(ask))


def png_size(data):
    if data[:8] != PNG:
        raise Failed("the picture is no PNG")
    return struct.unpack(">II", data[16:24])


def check_console(page, path):
    expect("problems", [], page.problems)
    expect("requests", ["file://" + path], page.requests)


def make_pages(jdk, build, scratch):
    classes = os.path.join(scratch, "classes")
    subprocess.run([os.path.join(jdk, "bin", "javac"), "-g", "-d", classes, SOURCE], check=True)
    pages = {}
    for name, options in (("all", "min=0,times=exact"), ("sampled", "times=sampled"), ("methods-off", "methods=off"), ("nothing", "methods=off,alloc=off,exceptions=off,locks=off,gc=off,classes=off")):
        pages[name] = os.path.join(scratch, name, "lens.html")
        agent = os.path.join(build, "agents", "liblens.so")
        result = vmrun.run([os.path.join(jdk, "bin", "java"), f"-XXaltjvm={os.path.join(build, 'argus')}",
                            f"-agentpath:{agent}=out={os.path.dirname(pages[name])},{options}", "-cp", classes, "Hostile"],
                           env=vmrun.clean_env(argus=True), timeout=300)
        if result.code != 0:
            raise Failed(f"Hostile under lens: {vmrun.code_name(result.code)}\n{vmrun.tail(result.err)}")
    return pages


def show(b, path, picture):
    """Writes a picture of the page in the file `path`, as it is before anything is clicked."""
    page = b.open(path, *SIZE)
    data = page.picture()
    check_console(page, path)
    with open(picture, "wb") as f:
        f.write(data)
    return data


def cases(program, jdk, build, scratch):
    """Name and function without arguments of each test."""
    pages = make_pages(jdk, build, scratch)
    with browser.Browser(program, scratch) as b:
        def on_page(test, name, **how):
            page = b.open(pages[name], *SIZE, **how)
            test(page)
            check_console(page, pages[name])

        for key, test in list(globals().items()):
            if key.startswith("test_"):
                yield key.removeprefix("test_").replace("_", "-"), lambda test=test: on_page(test, "all")
        yield "dark", lambda: on_page(
            lambda p: expect("theme", "dark", p.evaluate("document.documentElement.dataset.theme")), "all", dark=True)
        yield "sampled", lambda: on_page(
            lambda p: expect("graph", True, p.evaluate("document.getElementById('note').textContent.includes('samples of processor time')")), "sampled")
        for name in ("methods-off", "nothing"):
            yield name, lambda name=name: on_page(
                lambda p: expect("frames", 0, p.evaluate("document.querySelectorAll('#graph g').length")), name)

        def picture():
            where = os.path.join(build, "page")
            os.makedirs(where, exist_ok=True)
            expect("size of the picture", SIZE, png_size(show(b, pages["all"], os.path.join(where, "lens.png"))))
            with open(os.path.join(ROOT, "docs", "lens.png"), "rb") as f:
                expect("size of docs/lens.png", SIZE, png_size(f.read()))
        yield "picture", picture


def main():
    p = argparse.ArgumentParser(description="the page of lens in a browser")
    p.add_argument("--build", default=os.path.join(ROOT, "build"), help="build folder with argus/libjvm.so and agents/")
    p.add_argument("--filter", default="", help="only tests whose name matches this regular expression")
    p.add_argument("--page", help="with --picture: a page that is there already")
    p.add_argument("--picture", help="where its picture goes")
    args = p.parse_args()
    if not browser.find_browser():
        subprocess.run([os.path.join(ROOT, "x"), "need", "chromium"], check=False)
    program = browser.find_browser()
    if not program:
        print("FAIL page/browser: there is no Chromium, and it could not be installed")
        print("0 passed, 1 failed")
        return 1
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="argus-page-", ignore_cleanup_errors=True) as scratch:
        if args.page:
            with browser.Browser(program, scratch) as b:
                show(b, os.path.abspath(args.page), args.picture)
            return 0
        for name, test in cases(program, vmrun.find_jdk(), os.path.abspath(args.build), scratch):
            if not re.search(args.filter, f"page/{name}"):
                continue
            try:
                test()
                passed += 1
                print(f"PASS page/{name}", flush=True)
            except (Failed, browser.BrowserError, OSError) as e:
                failed += 1
                print(f"FAIL page/{name}: {e}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
