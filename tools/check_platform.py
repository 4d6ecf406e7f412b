"""check_platform: Linux is in os/ alone, assembly in cpu/ alone.

    check_platform.py [--build DIR]    one line for each fault; exit 1 if there was any

Faults below src/: a header that is neither ours, nor ISO C's, nor of a library outside the system (JDK, zlib), included outside
os/; assembly, a builtin for one processor, or an instruction put together from an opcode, outside cpu/; and in the object files, which no way of including escapes, a function
that is not ISO C's and that none of our own files defines, asked for outside os/. tools/platform.tsv lists what may stay, and why: a row
that nothing needs is a fault too.
"""
import argparse
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import check_calls  # noqa: E402
import check_layers  # noqa: E402

TABLE = os.path.join("tools", "platform.tsv")

# ISO C17, 7.1.2, less signal.h and time.h: nearly all that is used of those two is POSIX's.
ISO_HEADERS = {f"{name}.h" for name in """assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp stdalign stdarg stdatomic stdbool stddef
    stdint stdio stdlib stdnoreturn string tgmath threads uchar wchar wctype""".split()}
PROCESSOR_HEADERS = {"cpuid.h", "immintrin.h"}  # the compiler's own, for cpu/
LIBRARY_HEADERS = {"jni.h", "jvmti.h", "jvmticmlr.h", "jmm.h", "classfile_constants.h", "zlib.h"}

# What of ISO C's library a virtual machine may want; clang makes bcmp of memcmp.
ISO_FUNCTIONS = set("""abort atexit calloc malloc realloc free aligned_alloc exit _Exit getenv qsort bsearch strtod strtof strtol strtoll strtoul strtoull
    atoi bcmp memchr memcmp memcpy memmove memset strcat strchr strcmp strcpy strcspn strerror strlen strncat strncmp strncpy strpbrk strrchr strspn strstr
    fclose feof ferror fflush fgetc fgets fopen fprintf fputc fputs fread fscanf fseek ftell fwrite getc printf putc putchar puts remove rename rewind
    setvbuf snprintf sprintf sscanf stderr stdin stdout ungetc vfprintf vprintf vsnprintf vsprintf
    isalnum isalpha isdigit isspace isxdigit tolower toupper
    acos asin atan atan2 cbrt ceil cos cosh exp expm1 fabs floor fma fmaf fmod fmodf hypot log log10 log10l log1p pow rint sin sinh sqrt tan tanh""".split())
# What the compiler and the C library's headers make of such calls.
DISGUISES = re.compile(r"^(?:__isoc\d+_(?P<scan>\w+)|__(?P<checked>\w+)_chk|__errno_location|__ctype_b_loc|__ctype_tolower_loc|__ctype_toupper_loc|__stack_chk_fail"
                       r"|__cpu_model|__cpu_features2|__cxa_\w+|__tls_get_addr|_GLOBAL_OFFSET_TABLE_|__start_\w+|__stop_\w+|__(?:a|ub|t)san_\w+|__sanitizer_\w+)$")

INCLUDE = re.compile(r"^\s*#\s*include\s+<([^>]+)>", re.M)
ENCODING = re.compile(r"\bx_(?:byte|u32|rex|mem|reg|mem_index|rip)(?=\()")  # what x86_emit.h and x86_asm.h make instructions of, opcode by opcode
ASSEMBLY = re.compile(r"\b(?:asm|__asm__|__asm|__builtin_ia32_\w+|__builtin_cpu_\w+)\b")
NOT_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)


def read_table(text):
    """{(file, name): why}"""
    rows = [line.split("\t") for line in text.splitlines() if line.strip() and not line.startswith("#")]
    assert rows[0] == ["file", "name", "why"], rows[0]
    return {(file, name): why for file, name, why in rows[1:]}


def without_comments(text):
    """The text with comments and strings blanked; lines stay where they are. Includes in quotes are of no interest here."""
    return NOT_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def faults_of(path, text):
    """(line, name, fault) of one file, path relative to src/."""
    code = without_comments(text)
    room = path.split("/")[0]
    if room != "os":
        for match in INCLUDE.finditer(code):
            if match.group(1) not in ISO_HEADERS | LIBRARY_HEADERS and not (room == "cpu" and match.group(1) in PROCESSOR_HEADERS):
                yield code.count("\n", 0, match.start(1)) + 1, match.group(1), f"<{match.group(1)}> is a header of the system, which is for os/ alone"
    if room != "cpu":
        for match in ASSEMBLY.finditer(code):
            yield code.count("\n", 0, match.start()) + 1, match.group(), f"{match.group()}: what one processor has is for cpu/ alone"
        for match in ENCODING.finditer(code):
            yield code.count("\n", 0, match.start()) + 1, match.group(), f"{match.group()}: the encoding of an instruction is for cpu/ alone, which has it by its name"


def is_iso(symbol):
    match = DISGUISES.match(symbol)
    if not match:
        return symbol in ISO_FUNCTIONS
    inner = match.group("scan") or match.group("checked")
    return inner is None or inner in ISO_FUNCTIONS


def calls_of(defined, wanted):
    """(file, symbol) for all that files outside os/ ask the system for."""
    for file, symbols in sorted(wanted.items()):
        if not file.startswith("os/"):
            for symbol in sorted(symbols):
                if symbol not in defined and not is_iso(symbol):
                    yield file, symbol


def judge(table, texts, calls):
    """Faults of the files [(path, text)] and of the calls [(file, symbol)]."""
    used = set()

    def allowed(file, name):
        found = {(file, name), ("*", name)} & table.keys()
        used.update(found)
        return bool(found)

    for path, text in texts:
        for line, name, fault in faults_of(path, text):
            if not allowed(path, name):
                yield f"src/{path}:{line}: {fault}"
    for file, symbol in calls:
        if not allowed(file, symbol):
            yield f"{file} calls {symbol}, which is the system's and for os/ alone"
    for file, name in sorted(table.keys() - used):
        yield f"{TABLE}: {file} needs no {name}"


def read_files(root):
    for path in check_layers.sources(root, (".c", ".h", ".def", ".inc")):
        with open(os.path.join(root, "src", path), encoding="utf-8") as f:
            yield path, f.read()


def read_calls(build):
    """The VM's object files and the launcher's."""
    top = os.path.join(build, "CMakeFiles", "argus.dir", "src", "launcher")
    launcher = [os.path.join(top, name) for name in sorted(os.listdir(top)) if name.endswith(".o")]
    nm = subprocess.run(["llvm-nm-19", "-A", "--format=posix", *check_calls.objects_of(build), *launcher], capture_output=True, text=True, check=True)
    name_of = lambda path: f"launcher/{os.path.basename(path)[:-2]}" if "argus.dir/" in path else check_calls.file_of(path)
    return calls_of(*check_calls.read_nm(nm.stdout, name_of))


def faults(root, build):
    with open(os.path.join(root, TABLE), encoding="utf-8") as f:
        table = read_table(f.read())
    yield from judge(table, read_files(root), read_calls(build))


def main():
    p = argparse.ArgumentParser(description="Linux in os/ alone, assembly in cpu/ alone")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    args = p.parse_args()
    found = list(faults(ROOT, args.build))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
