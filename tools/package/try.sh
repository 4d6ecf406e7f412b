#!/bin/bash
# try.sh: uses an installed Argus: a jar, lens, a debugger that comes late, an example agent against the installed header, jcmd, the Java
# home of the package. The first thing that is not right ends it with a line and exit code 1. test/drivers/39-packages.py and
# tools/fresh_root.sh --package run it in roots where the package is installed. Wants a JDK with headers and a C compiler.
set -euo pipefail

fail() { echo "try: $*" >&2; exit 1; }
expect() { # expect PATTERN COMMAND...: its output has a line that matches
    local pattern=$1 out; shift
    out=$("$@" 2>&1) || fail "$* ends with exit code $?: $out"
    grep -q -- "$pattern" <<<"$out" || fail "$* does not print $pattern: $out"
}

work=$(mktemp -d)
trap 'kill "${subject:-}" 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
jdk=$(readlink -f /usr/lib/jvm/java-17-openjdk-amd64)
home=/usr/lib/jvm/java-17-argus-amd64
compiler=$(command -v cc || command -v clang-19) || fail "no C compiler"

expect '^Argus runs programs here' argus doctor
expect '^argus [0-9]' argus version

cat >Main.java <<'JAVA'
public class Main {
    public static void main(String[] args) throws Exception {
        System.out.println("on " + System.getProperty("java.vm.name") + " in " + System.getProperty("java.home"));
        if (args.length > 0) Thread.sleep(Long.parseLong(args[0]));
    }
}
JAVA
"$home/bin/javac" Main.java
"$home/bin/jar" cfe main.jar Main Main.class
expect '^on Argus 64-Bit VM in' argus -jar main.jar
expect "^on Argus 64-Bit VM in $home\$" "$home/bin/java" -jar main.jar
expect '^==== lens: main.jar' argus lens -- -jar main.jar
[ -s argus-lens/lens.html ] || fail "lens made no page"

argus -cp . Main 600000 >out &
subject=$!
expect '"main"' argus threads $subject
expect 'Argus 64-Bit VM version' "$jdk/bin/jcmd" $subject VM.version
address=$(argus debug $subject | sed -n 's/^  jdb *jdb -attach //p')
[ -n "$address" ] || fail "argus debug names no address"
expect 'main *sleeping' "$jdk/bin/jdb" -attach "$address" <<<$'threads\nquit'

cp -r /usr/share/argus/examples/calls agent
flags=-I/usr/include
if command -v pkg-config >/dev/null; then flags=$(PKG_CONFIG_PATH= pkg-config --cflags argus) || fail "pkg-config does not know argus"; fi
# shellcheck disable=SC2086
"$compiler" -shared -fPIC -I"$jdk/include" -I"$jdk/include/linux" $flags agent/calls.c -o libcalls.so
expect '^1 LMain;main$' argus -agentpath:./libcalls.so=Main -cp . Main
echo "try: the installed Argus works"
