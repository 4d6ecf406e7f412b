"""Transcripts in pages: an indented block that begins with `$ ` is a session of a shell, its commands and what they print.

    $ command
    line of its output
    [...]              any number of lines; within a line any text
    $ next command

A fenced block whose first line names a file after the language (```c agent.c) is that file: it is written before the commands run.

All commands of a page run in one bash, in order. The lines of the page have to come in the page's order, each command's before those of the next, with
others between them only where [...] says so. Lines that a process in the background prints come when they come: after a command that ends with & lines may
come later. Numbers that differ from run to run are those with a unit or a point (`12.3 MB`, `4 ms`, `97.4 %`) and the numbers of processes; all others count.
"""
import os
import re
import signal
import subprocess

COMMAND = re.compile(r"^\$ (.*)$")
UNITS = "ns|us|ms|s|seconds|KB|MB|GB|kB|%|million|samples"
LOOSE = [(re.compile(r"\b(process|pid|PID) \d+"), r"\1 #"), (re.compile(rf"(?<![\w.])\d[\d,]*(?:\.\d+)?(?= (?:{UNITS})(?!\w))"), "#"),
         (re.compile(r"(?<![\w.])\d+\.\d+(?![\w.])"), "#"), (re.compile(r"\b127\.0\.0\.1:\d+|\bport \d+"), "port #"), (re.compile(r"^ *\d{2,7}(?=  \w)"), "#"),
         (re.compile(r"\b\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?"), "DATE"), (re.compile(r"[ \t]+"), " ")]


def fenced(text):
    """[(language, name or "", text)] of the fenced blocks of a page."""
    found = re.findall(r"^```(\w+)(?: +(\S+))?\n(.*?)^```$", text, re.M | re.S)
    return [(language, name, body) for language, name, body in found]


def write_files(text, folder):
    for _, name, body in fenced(text):
        if name:
            with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
                f.write(body)


def blocks(text):
    """The indented blocks of a page from their first command on: lists of (line number, text)."""
    found, block = [], []
    for number, line in enumerate([*text.splitlines(), "end"], 1):
        if line.startswith("    ") or (block and not line.strip()):
            block.append((number, line[4:]))
            continue
        while block and not block[-1][1].strip():
            block.pop()
        first = next((i for i, (_, inner) in enumerate(block) if COMMAND.match(inner)), None)
        if first is not None:
            found.append(block[first:])
        block = []
    return found


def steps(block):
    """[(line number, command, [wanted lines])]; a command that ends with a backslash goes on in the next line."""
    out = []
    for number, line in block:
        match = COMMAND.match(line)
        if match:
            out.append([number, match.group(1), []])
        elif out and not out[-1][2] and out[-1][1].endswith("\\"):
            out[-1][1] += "\n" + line
        elif line.strip() or out[-1][2]:
            out[-1][2].append(line)
    for step in out:
        while step[2] and not step[2][-1].strip():
            step[2].pop()
    return [tuple(step) for step in out]


def loose(line):
    for pattern, replacement in LOOSE:
        line = pattern.sub(replacement, line)
    return line.strip()


def matches(wanted, got):
    return re.fullmatch(".*".join(re.escape(part) for part in wanted.split("[...]")), got) is not None


def first_missing(wanted, got):
    """The first wanted line that is not where it has to be, or None. Blank lines do not count."""
    wanted = [loose(w) for w in wanted if w.strip()]
    got = [loose(g) for g in got if g.strip()]
    at, gap = 0, False
    for w in wanted:
        if w == "[...]":
            gap = True
            continue
        while gap and at < len(got) and not matches(w, got[at]):
            at += 1
        if at >= len(got) or not matches(w, got[at]):
            return w
        at, gap = at + 1, False
    return None if gap or at == len(got) else "(end; but there is: " + got[at] + ")"


def script_of(all_steps):
    """Each command after a line that marks it. From the first command in the background on, the lines that the page shows after a command are waited for,
    as far as they have no number that differs."""
    out, background = ["exec 2>&1"], False
    for n, (_, command, wanted) in enumerate(all_steps):
        background |= is_background(command)
        out += [f"echo @@{n}", command, "true" if is_background(command) else "echo @@code $?"]
        for line in wanted if background else ():
            part = max(line.split("[...]"), key=len).strip()
            if part and loose(part) == part:
                out.append(f"until_seen @@{n} " + "'" + part.replace("'", "'\\''") + "'")
    return "\n".join(out) + "\n"


def is_background(command):
    return command.rstrip().endswith("&")


def run(page_text, folder, env, seconds, log, shell=("bash",), log_inside=None):
    """What is wrong with the transcripts of a page, as a list of texts. Commands run in `folder`; `log` is a file for what they print. `shell` starts a bash,
    perhaps in another root, where the log is called `log_inside`."""
    all_steps = [step for block in blocks(page_text) for step in steps(block)]
    if not all_steps:
        return ["the page has no transcript"]
    # after the command's own mark: an earlier command may have printed the same
    prelude = f"until_seen() {{ until sed -n \"/^$1\\$/,\\$p\" {log_inside or log} | grep -qsF -- \"$2\"; do sleep 0.05; done; }}\n"
    with open(log, "wb") as f:
        p = subprocess.Popen([*shell, "-c", prelude + script_of(all_steps)], cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=f, stderr=subprocess.STDOUT,
                             start_new_session=True)
        try:
            p.wait(seconds)
        except subprocess.TimeoutExpired:
            p.kill()
            return [f"no end after {seconds} s: {tail(log)}"]
        finally:
            end_group(p.pid)
    with open(log, encoding="utf-8", errors="replace") as f:
        return judge(all_steps, f.read())


def end_group(pid):
    """What a transcript has left in the background."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def tail(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        return f.read()[-400:]


def judge(all_steps, text):
    parts = re.split(r"^@@(\d+)\n", text, flags=re.M)
    printed = {int(n): part for n, part in zip(parts[1::2], parts[2::2])}
    # A process in the background may print at any time: its lines are looked for in all that was printed, in order.
    background = any(is_background(command) for _, command, _ in all_steps)
    faults = []
    for n, (number, command, wanted) in enumerate(all_steps):
        got = printed.get(n, "").splitlines()
        codes = [line.split()[1] for line in got if line.startswith("@@code ")]
        got = [line for line in got if not line.startswith("@@code ")]
        if n not in printed:
            faults.append(f"line {number}: `{command}` was not reached")
            break
        if background:
            lines = [loose(line) for line in text.splitlines()]
            missing = next((w for w in map(loose, wanted) if w and w != "[...]" and not any(matches(w, line) for line in lines)), None)
        else:
            missing = first_missing(wanted, got)
        if missing is not None:
            faults.append(f"line {number}: `{command}` does not print {missing!r}, it prints {got[:60]}")
        if codes and codes[0] != "0" and not wanted:
            faults.append(f"line {number}: `{command}` ends with exit code {codes[0]}: {got[-3:]}")
    return faults
