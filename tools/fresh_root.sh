#!/bin/bash
# fresh_root.sh: prove that a fresh Debian 12 needs nothing but git. Makes a bookworm root with debootstrap, adds git, clones this
# repository's HEAD into it and runs ./x there.
#
#   tools/fresh_root.sh DIR [X ARGUMENTS...]      default: x run, then x test
#   tools/fresh_root.sh --package DIR             instead: installs the package of build/dist (./x dist) there and uses it
#
# DIR is made if it is not there and reused if it is (delete it for a really fresh start; --base DIR only makes the root).
# Needs root, debootstrap and the right to mount. apt's sources, network settings and added certificates are this machine's.
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
die() { echo "fresh_root: $*" >&2; exit 2; }
say() { echo "fresh_root: $*" >&2; }

[ "$(id -u)" = 0 ] || die "must be root"
# In a name space of its own what is mounted below goes with this process, however it ends.
[ -n "${FRESH_ROOT_ALONE:-}" ] || FRESH_ROOT_ALONE=1 exec unshare --mount -- bash "$0" "$@"

base_only= package=
if [ "${1:-}" = --base ]; then base_only=1; shift; fi
if [ "${1:-}" = --package ]; then package=1; shift; fi
[ $# -ge 1 ] || die "usage: fresh_root.sh [--base|--package] DIR [x arguments]"
command -v debootstrap >/dev/null || die "debootstrap is missing (apt-get install debootstrap)"
root=$(readlink -m "$1"); shift
case "$root" in /|/usr*|/etc*|/home|/root) die "not into $root" ;; esac

mirror=$(sed -n 's/^URIs: *\([^ ]*\)$/\1/p; s/^deb \(\[[^]]*\] \)\?\(http[^ ]*\) bookworm .*/\2/p' \
    /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null | head -1 || true)
mirror=${mirror:-http://deb.debian.org/debian}

if [ ! -f "$root/etc/debian_version" ]; then
    say "making a bookworm root in $root from $mirror"
    mkdir -p "$(dirname "$root")"
    debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.log" 2>&1 || { tail -20 "$root.log" >&2; die "debootstrap failed"; }
    rm -f "$root.log"
fi

# The machine's apt settings: Debian's own archives and how to reach them.
if [ -f /etc/apt/sources.list.d/debian.sources ]; then
    rm -f "$root/etc/apt/sources.list"
    cp /etc/apt/sources.list.d/debian.sources "$root/etc/apt/sources.list.d/"
elif [ -f /etc/apt/sources.list ]; then
    cp /etc/apt/sources.list "$root/etc/apt/sources.list"
fi
apt-config dump | grep -E '^Acquire::(http|https|Check-|Retries|ForceIPv4)' >"$root/etc/apt/apt.conf.d/99host" || true
# Certificates that were added to the machine belong to its way into the network. ca-certificates takes them up when it is installed.
if compgen -G '/usr/local/share/ca-certificates/*.crt' >/dev/null; then
    mkdir -p "$root/usr/local/share/ca-certificates"
    cp -L /usr/local/share/ca-certificates/*.crt "$root/usr/local/share/ca-certificates/"
fi
cp -L /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
cp -L /etc/hosts "$root/etc/hosts" 2>/dev/null || true

mounted=()
cleanup() {
    local i
    for ((i = ${#mounted[@]} - 1; i >= 0; i--)); do umount "${mounted[i]}" 2>/dev/null || umount -l "${mounted[i]}" || true; done
}
trap cleanup EXIT
attach() { mount "$@" && mounted+=("${!#}"); }
attach -t proc proc "$root/proc"
attach -t sysfs sysfs "$root/sys"
attach -t tmpfs -o mode=755 tmpfs "$root/dev"
for node in null zero full random urandom tty; do
    touch "$root/dev/$node"
    attach --bind "/dev/$node" "$root/dev/$node"
done
mkdir -p "$root/dev/shm" "$root/dev/pts"
ln -sfn /proc/self/fd "$root/dev/fd"
attach -t tmpfs tmpfs "$root/dev/shm"
attach -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -sfn pts/ptmx "$root/dev/ptmx"

inside() {
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 ${http_proxy:+http_proxy="$http_proxy"} \
        ${https_proxy:+https_proxy="$https_proxy"} ${no_proxy:+no_proxy="$no_proxy"} ${ARGUS_JOBS:+ARGUS_JOBS="$ARGUS_JOBS"} \
        chroot "$root" "$@"
}

if [ -n "$package" ]; then
    say "installing the package"
    rm -f "$root"/tmp/argus-jvm_*.deb
    cp "$here"/build/dist/argus-jvm_*_amd64.deb "$here/tools/package/try.sh" "$root/tmp/" || die "no package: ./x dist makes it"
    install() { inside env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "$@" >/dev/null; }
    mkdir -p "$root/usr/share/man/man1"
    inside apt-get -qq update
    inside /bin/bash -c 'apt-get -qq -y --no-install-recommends install /tmp/argus-jvm_*_amd64.deb' >/dev/null
    say "adding what the agent and the debugger need: a compiler, a whole JDK"
    install gcc libc6-dev pkg-config openjdk-17-jdk-headless
    inside /bin/bash /tmp/try.sh </dev/null
    exit
fi
if ! [ -x "$root/usr/bin/git" ]; then
    say "adding git"
    inside apt-get -qq update
    inside env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install git >/dev/null
fi
if [ -n "$base_only" ]; then say "the root is ready"; exit 0; fi

if [ -x "$root/usr/sbin/update-ca-certificates" ]; then inside update-ca-certificates >/dev/null 2>&1; fi

say "cloning $(git -C "$here" rev-parse --short HEAD)"
rm -rf "$root/root/argus" "$root/root/argus.bundle"
git -C "$here" bundle create -q "$root/root/argus.bundle" HEAD
inside git -c advice.detachedHead=false clone -q /root/argus.bundle /root/argus
rm -f "$root/root/argus.bundle"

in_tree() { inside /bin/bash -c 'cd /root/argus && exec "$@"' x "$@" </dev/null; }
if [ $# -gt 0 ]; then
    in_tree ./x "$@"
else
    in_tree ./x run
    in_tree ./x test
fi
