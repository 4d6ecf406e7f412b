"""package_main: everything behind `./x install` and `./x dist`.

    package_main.py install [--prefix DIR] [--build DIR]     copies the built Argus to DIR (default: /usr/local)
    package_main.py dist [--out DIR] [--build DIR]           argus-VERSION-linux-x86_64.tar.gz and argus-jvm_VERSION_amd64.deb in DIR (default: build/dist)

What is installed comes from the install rules of CMakeLists.txt, without debugging information. The same build gives the same bytes: entries are sorted, belong
to root, and carry the time of the commit (or SOURCE_DATE_EPOCH). docs/packages.md says what goes where and why.
"""
import argparse
import gzip
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import version_header  # noqa: E402

DEB = os.path.join(ROOT, "tools", "package", "deb")
BINARIES = ("bin/argus", "lib/argus/libjvm.so", "lib/argus/agents/liblens.so")
LIMIT = 15 << 20  # bytes of the tarball


class Failure(Exception):
    """What is wrong, in a line."""


def run(*command):
    r = subprocess.run(command, capture_output=True, text=True, check=False)
    if r.returncode:
        raise Failure(f"{' '.join(command[:3])}...: {(r.stderr or r.stdout).strip().splitlines()[-1]}")
    return r.stdout


def stage(build, prefix):
    """The installed files below `prefix`, stripped of debugging information; names of functions stay, for crash reports and perf."""
    run("cmake", "--install", build, "--prefix", prefix)
    for name in BINARIES:
        run("llvm-strip-19", "--strip-debug", os.path.join(prefix, name))


def time_of_commit():
    if os.environ.get("SOURCE_DATE_EPOCH"):
        return int(os.environ["SOURCE_DATE_EPOCH"])
    log = version_header.git(ROOT, "log", "-1", "--format=%ct")
    return int(log.stdout) if log.returncode == 0 else 0


def files_of(top):
    """[(path below top, path)], sorted; folders too."""
    found = []
    for at, folders, files in os.walk(top):
        found += [(os.path.relpath(os.path.join(at, name), top), os.path.join(at, name)) for name in folders + files]
    return sorted(found)


def tar_bytes(top, name_of, when):
    """A tar archive of the folder `top`; name_of(path below top) is the name in the archive."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for short, path in files_of(top):
            info = tarfile.TarInfo(name_of(short))
            info.mtime, info.uname, info.gname = when, "root", "root"
            if os.path.islink(path):
                info.type, info.linkname, info.mode = tarfile.SYMTYPE, os.readlink(path), 0o777
                tar.addfile(info)
            elif os.path.isdir(path):
                info.type, info.mode = tarfile.DIRTYPE, 0o755
                tar.addfile(info)
            else:
                info.size, info.mode = os.path.getsize(path), 0o755 if os.access(path, os.X_OK) else 0o644
                with open(path, "rb") as f:
                    tar.addfile(info, f)
    return out.getvalue()


def packed(data, when):
    return gzip.compress(data, 9, mtime=when)


def write(path, data):
    with open(path, "wb") as f:
        f.write(data)


def read(path):
    with open(path, "rb") as f:
        return f.read()


def make_tarball(prefix, out, version, when):
    name = f"argus-{version}-linux-x86_64"
    data = packed(tar_bytes(prefix, lambda short: f"{name}/{short}", when), when)
    path = os.path.join(out, name + ".tar.gz")
    write(path, data)
    if len(data) > LIMIT:
        raise Failure(f"{path} has {len(data)} bytes, {LIMIT} are meant")
    return path


def to_debian(prefix, top, when):
    """The files of the installation where Debian wants them, and what Debian's policy asks for."""
    usr = os.path.join(top, "usr")
    shutil.copytree(prefix, usr)
    man, doc = os.path.join(usr, "share", "man", "man1", "argus.1"), os.path.join(usr, "share", "doc", "argus")
    write(man + ".gz", packed(read(man), when))
    os.remove(man)
    os.rename(os.path.join(usr, "share", "zsh", "site-functions"), os.path.join(usr, "share", "zsh", "vendor-completions"))
    os.rename(doc, doc + "-jvm")
    os.rename(os.path.join(doc + "-jvm", "LICENSE"), os.path.join(doc + "-jvm", "copyright"))
    change = os.path.join(doc + "-jvm", "CHANGELOG.md")
    write(os.path.join(doc + "-jvm", "changelog.gz"), packed(read(change), when))
    os.remove(change)


def control_files(top, version):
    """name: text of the files that dpkg reads and runs."""
    size = sum(os.path.getsize(path) for _, path in files_of(top) if os.path.isfile(path))
    sums = "".join(f"{hashlib.md5(read(path)).hexdigest()}  {short}\n" for short, path in files_of(top) if os.path.isfile(path))
    texts = {name: read(os.path.join(DEB, name)).decode() for name in sorted(os.listdir(DEB))}
    texts["control"] = texts["control"].replace("@VERSION@", version).replace("@SIZE@", str((size + 1023) // 1024))
    return {**texts, "md5sums": sums}


def ar_bytes(members, when):
    """An archive of ar(1): [(name, bytes)]."""
    out = b"!<arch>\n"
    for name, data in members:
        out += f"{name:<16}{when:<12}{0:<6}{0:<6}{'100644':<8}{len(data):<10}`\n".encode() + data + (b"\n" if len(data) % 2 else b"")
    return out


def make_deb(prefix, out, version, when):
    with tempfile.TemporaryDirectory() as work:
        top, control = os.path.join(work, "data"), os.path.join(work, "control")
        to_debian(prefix, top, when)
        os.makedirs(control)
        for name, text in control_files(top, version).items():
            write(os.path.join(control, name), text.encode())
            os.chmod(os.path.join(control, name), 0o755 if text.startswith("#!") else 0o644)
        members = [("debian-binary", b"2.0\n"), ("control.tar.gz", packed(tar_bytes(control, lambda short: "./" + short, when), when)),
                   ("data.tar.gz", packed(tar_bytes(top, lambda short: "./" + short, when), when))]
    path = os.path.join(out, f"argus-jvm_{version}_amd64.deb")
    write(path, ar_bytes(members, when))
    return path


def dist(build, out):
    """The paths of the packages."""
    when, version = time_of_commit(), version_header.version()
    os.makedirs(out, exist_ok=True)
    with tempfile.TemporaryDirectory() as prefix:
        stage(build, prefix)
        return [make_tarball(prefix, out, version, when), make_deb(prefix, out, version, when)]


def main():
    p = argparse.ArgumentParser(prog="x", description="installation and packages of Argus")
    p.add_argument("command", choices=["install", "dist"])
    p.add_argument("--prefix", default="/usr/local", help="install: where to (default /usr/local)")
    p.add_argument("--out", default=os.path.join(ROOT, "build", "dist"), help="dist: where to (default build/dist)")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    args = p.parse_args()
    try:
        if args.command == "install":
            stage(args.build, os.path.abspath(args.prefix))
            print(f"x: installed to {args.prefix}; try {os.path.join(args.prefix, 'bin', 'argus')} doctor")
        else:
            for path in dist(args.build, os.path.abspath(args.out)):
                print(f"{hashlib.sha256(read(path)).hexdigest()}  {path}")
    except (Failure, OSError) as e:
        print(f"x: {e}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
