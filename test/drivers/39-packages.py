#!/usr/bin/env python3
"""The packages: the same bytes twice, a tarball that runs from any folder, and a Debian package that is installed into a root of its own, where every command of
the pages that speak of an installed Argus is run and compared with what the page shows.

The root is this machine's, with a layer over it that takes all writes and ends with the test; the folder of the sources is hidden there, so that nothing but the
package can serve. tools/fresh_root.sh --package does the same in a root that debootstrap makes.
"""
# Runs beside other drivers, about 55 s.
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "test", "tools"), os.path.join(ROOT, "tools")]
import package_main  # noqa: E402
import transcript  # noqa: E402
import vmrun  # noqa: E402

# Pages whose commands run in the root of the package, each in a folder of its own with copies of these files.
PAGES = {"docs/packages.md": ("deb", "tarball"), "README.md": (), **{f"docs/agents/{name}.md": () for name in ("quickstart", "checking", "java", "python")}}

ENTER = r"""
set -e
layers=$1 hidden=$2 shared=$3; shift 3
mount -t tmpfs tmpfs "$layers"
mkdir "$layers/upper" "$layers/scratch" "$layers/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$layers/upper,workdir=$layers/scratch" "$layers/root"
root=$layers/root
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mkdir "$root/mnt/shared"
mount --bind "$shared" "$root/mnt/shared"
mount -t tmpfs tmpfs "$root$hidden"
[ -e "$root/usr/bin/cc" ] || ln -s clang-19 "$root/usr/bin/cc" # the build needs no other compiler
echo 'APT::Get::Assume-Yes "true"; APT::Sandbox::User "root";' >"$root/etc/apt/apt.conf.d/99test"
exec chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive JAVA_HOME="$JAVA_HOME" \
    bash -c 'cd "$1" && shift && exec bash "$@"' enter /mnt/shared/page "$@"
"""


class Failure(Exception):
    """The differences from the expected lines."""


class Packages:
    """The packages of this build, and the folders that cases use."""

    def __init__(self, args):
        self.build, self.timeout, self.jdk = args.build, args.timeout, vmrun.find_jdk()
        self.top = os.path.join(args.build, "test-packages")
        shutil.rmtree(self.top, ignore_errors=True)
        os.makedirs(self.top)
        self.tarball, self.deb = package_main.dist(args.build, os.path.join(self.top, "dist"))

    def folder(self, name):
        path = os.path.join(self.top, name)
        os.makedirs(path)
        return path

    def run(self, words, folder, code=0, env=None):
        r = vmrun.run(words, cwd=folder, env=vmrun.clean_env(env, argus=True), timeout=self.timeout)
        if r.code != code:
            raise Failure(f"{' '.join(words)[-100:]}: exit code {r.code}: {(r.err or r.out).decode(errors='replace')[-400:]}")
        return r.out.decode(errors="replace") + r.err.decode(errors="replace")


def case_same_bytes(p):
    """Packing again, from another folder and with another umask, gives the same; no path of this tree is in what is shipped."""
    again = p.folder("same")
    before, where = os.umask(0o077), os.getcwd()
    os.chdir("/")
    try:
        for one, other in zip((p.tarball, p.deb), package_main.dist(p.build, again)):
            if package_main.read(one) != package_main.read(other):
                raise Failure(f"{os.path.basename(one)} has other bytes the second time")
    finally:
        os.umask(before)
        os.chdir(where)
    prefix = p.folder("stage")
    package_main.stage(p.build, prefix)
    for short, path in package_main.files_of(prefix):
        if os.path.isfile(path) and os.fsencode(ROOT) in package_main.read(path):
            raise Failure(f"{short} names the folder {ROOT}")


def case_tarball(p):
    """From a folder with blanks in its name, and after a move; through a link; with the stock launcher."""
    first = p.folder("a folder")
    p.run(["tar", "xzf", p.tarball], first)
    name = os.listdir(first)[0]
    shutil.move(os.path.join(first, name), os.path.join(p.folder("another one"), name))
    home = os.path.join(p.top, "another one", name)
    argus = os.path.join(home, "bin", "argus")
    out = p.run([argus, "doctor"], p.top)
    if "WRONG" in out or "note   own parts" in out or "Argus runs programs here." not in out:
        raise Failure(out)
    os.symlink(argus, os.path.join(p.top, "link"))
    for words in ([argus, "-version"], [os.path.join(p.top, "link"), "-version"], [os.path.join(p.jdk, "bin", "java"), f"-XXaltjvm={home}/lib/argus", "-version"]):
        if "Argus 64-Bit VM" not in p.run(words, p.top):
            raise Failure(f"{words} runs another VM")
    with open(os.path.join(p.top, "Hello.java"), "w", encoding="utf-8") as f:
        f.write('class Hello { public static void main(String[] a) { System.out.println("hello"); } }\n')
    out = p.run([argus, "lens", "--", "Hello.java"], p.top)
    if "hello" not in out or "==== lens" not in out:
        raise Failure(out)
    p.run([argus, "image", os.path.join(p.top, "image")], p.top)
    if "Argus 64-Bit VM" not in p.run([os.path.join(p.top, "image", "bin", "java"), "-version"], p.top):
        raise Failure("the image runs another VM")


def case_tarball_names(p):
    """What the page lists is there, belongs to root and is in one folder."""
    out = p.run(["tar", "tvzf", p.tarball], p.top)
    for line in out.splitlines():
        if not re.search(r"^[-d]r[-w]x?r-x?r-x?|^[-d]rw", line) or "root/root" not in line:
            raise Failure(line)
    for name in ("bin/argus", "lib/argus/libjvm.so", "lib/argus/agents/liblens.so", "include/argus/jvmti_extensions.h", "share/man/man1/argus.1", "share/argus/template/agent.c",
                 "share/argus/examples/calls/calls.c", "lib/pkgconfig/argus.pc", "share/doc/argus/LICENSE"):
        if not re.search(rf" argus-[\d.]+-linux-x86_64/{re.escape(name)}$", out, re.M):
            raise Failure(f"no {name}")


def page(p, name):
    """Runs the transcripts of a page in the root of the package."""
    shared = p.folder("root-" + name.replace("/", "-"))
    os.makedirs(os.path.join(shared, "page"))
    layers = p.folder("layers-" + name.replace("/", "-"))
    for package in (p.deb, p.tarball):
        shutil.copy(package, os.path.join(shared, "page" if "deb" in PAGES[name] else ""))
    with open(os.path.join(ROOT, name), encoding="utf-8") as f:
        text = f.read()
    transcript.write_files(text, os.path.join(shared, "page"))
    if "deb" not in PAGES[name]:
        text = "    $ dpkg --install /mnt/shared/argus-jvm_*.deb >/dev/null\n    [...]\n\n" + text
    user = [] if os.geteuid() == 0 else ["--map-root-user"]
    shell = ["unshare", "--mount", *user, "sh", "-c", ENTER, "sh", layers, ROOT, shared]
    env = vmrun.clean_env({"JAVA_HOME": p.jdk})
    log = os.path.join(shared, "log")
    faults = transcript.run(text, "/", env, p.timeout, log, shell, "/mnt/shared/log")
    if faults:
        raise Failure("; ".join(faults))


def case_containerfile(p):
    """Its commands but those of apt, in the root of the package."""
    with open(os.path.join(ROOT, "Containerfile"), encoding="utf-8") as f:
        text = f.read()
    if not glob.fnmatch.fnmatch(os.path.basename(p.deb), re.search(r"COPY build/dist/(\S+) ", text).group(1)):
        raise Failure("COPY names another package")
    shared, layers = p.folder("container"), p.folder("layers-container")
    os.makedirs(os.path.join(shared, "page"))
    shutil.copy(p.deb, shared)
    alternatives = re.search(r"^ && (update-java-alternatives .*?) \\$", text, re.M).group(1)
    script = f"dpkg --install /mnt/shared/*.deb && {alternatives} && java -version && ls -d {re.search('JAVA_HOME=(.*)', text).group(1)}/bin/java"
    user = [] if os.geteuid() == 0 else ["--map-root-user"]
    out = p.run(["unshare", "--mount", *user, "sh", "-c", ENTER, "sh", layers, ROOT, shared, "-c", script], "/", env={"JAVA_HOME": p.jdk})
    if "Argus 64-Bit VM" not in out:
        raise Failure(out)


def case_installed(p):
    """tools/package/try.sh: a jar, lens, a debugger that comes late, an agent against the installed header, jcmd."""
    shared, layers = p.folder("installed"), p.folder("layers-installed")
    os.makedirs(os.path.join(shared, "page"))
    shutil.copy(p.deb, shared)
    shutil.copy(os.path.join(ROOT, "tools", "package", "try.sh"), shared)
    user = [] if os.geteuid() == 0 else ["--map-root-user"]
    script = "dpkg --install /mnt/shared/*.deb && bash /mnt/shared/try.sh"
    out = p.run(["unshare", "--mount", *user, "sh", "-c", ENTER, "sh", layers, ROOT, shared, "-c", script], "/", env={"JAVA_HOME": p.jdk})
    if "try: the installed Argus works" not in out:
        raise Failure(out)


CASES = {k[5:].replace("_", "-"): f for k, f in globals().items() if k.startswith("case_")}


def main():
    a = argparse.ArgumentParser(description="the packages of Argus")
    a.add_argument("--build", default=os.path.join(ROOT, "build"))
    a.add_argument("--filter", default="", help="only cases whose name matches this regular expression")
    a.add_argument("--jobs", type=int, default=vmrun.jobs())
    a.add_argument("--timeout", type=float, default=900, help="seconds for each page or command")
    args = a.parse_args()
    args.build = os.path.abspath(args.build)
    cases = {**CASES, **{name.removesuffix(".md"): lambda p, name=name: page(p, name) for name in PAGES}}
    names = [n for n in cases if re.search(args.filter, "packages/" + n)]
    if not names:
        print("0 passed, 0 failed")
        return 0
    packages = Packages(args)

    def run_case(name):
        try:
            cases[name](packages)
        except (Failure, OSError, subprocess.SubprocessError, package_main.Failure) as e:
            return str(e)
        return None

    first = [n for n in names if n == "same-bytes"]  # changes the process's working folder
    reasons = {n: run_case(n) for n in first}
    return vmrun.run_cases("packages", names, lambda n: reasons[n] if n in reasons else run_case(n), args.jobs)


if __name__ == "__main__":
    sys.exit(main())
