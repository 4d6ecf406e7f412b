/* The `argus` command: the stock launcher of a JDK with our libjvm.so.
 *
 *   argus ARGS…             exec <jdk>/bin/java -XXaltjvm=<directory of our libjvm.so> ARGS…
 *   argus image DIR         makes DIR a JDK of links whose default VM is Argus (usable as JAVA_HOME)
 *
 * The JDK: ARGUS_JDK, then JAVA_HOME, then Debian's /usr/lib/jvm/java-N-openjdk-*. Our library lies at ../argus/ or
 * ../lib/argus/ from here. */
#include "jdk_release.h"
#include "os/os_file.h"
#include "os/os_folder.h"
#include "os/os_proc.h"
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool exists(const char *dir, const char *name)
{
    char p[PATH_MAX];
    return (size_t)snprintf(p, sizeof p, "%s/%s", dir, name) < sizeof p && os_file_exists(p);
}

/* "17.0.21" from DIR/release; empty when it does not say. */
static void version_of(const char *dir, char *out, size_t size)
{
    char p[PATH_MAX], line[1024], v[64];
    *out = 0;
    snprintf(p, sizeof p, "%s/release", dir);
    FILE *f = fopen(p, "r");
    if (!f) return;
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "JAVA_VERSION=\"%63[^\"]\"", v) == 1) {
            snprintf(out, size, "%s", v);
            break;
        }
    fclose(f);
}

static bool is_right_jdk(const char *dir)
{
    char v[64];
    if (!dir || !*dir || !exists(dir, "lib/modules") || !exists(dir, "bin/java")) return false;
    version_of(dir, v, sizeof v);
    size_t n = strlen(JDK_RELEASE_TEXT);
    return !strncmp(v, JDK_RELEASE_TEXT, n) && (!v[n] || v[n] == '.');
}

/* Keeps the first that is right in `found` (PATH_MAX bytes). */
static bool take_right_jdk(void *found, const char *dir)
{
    if (is_right_jdk(dir)) snprintf(found, PATH_MAX, "%s", dir);
    return !*(char *)found;
}

/* A JDK of the release, or NULL after saying what was looked at. */
static const char *find_jdk(void)
{
    static char found[PATH_MAX];
    static const char *const variables[] = { "ARGUS_JDK", "JAVA_HOME" };
    for (int i = 0; i < 2; i++) {
        const char *v = getenv(variables[i]);
        if (!v || !*v) continue;
        if (is_right_jdk(v)) return v;
        char ver[64];
        version_of(v, ver, sizeof ver);
        if (i == 0) {
            fprintf(stderr, "argus: %s=%s is %s%s; a JDK " JDK_RELEASE_TEXT " is needed\n", variables[i], v,
                    *ver ? "version " : "not a JDK", ver);
            return NULL;
        }
        fprintf(stderr, "argus: passing over %s=%s (%s%s)\n", variables[i], v, *ver ? "version " : "not a JDK", ver);
    }
    *found = 0;
    os_folder_match("/usr/lib/jvm/java-" JDK_RELEASE_TEXT "-openjdk-*", take_right_jdk, found);
    if (*found) return found;
    fprintf(stderr, "argus: no JDK " JDK_RELEASE_TEXT
                    " found; set ARGUS_JDK or JAVA_HOME, or install openjdk-" JDK_RELEASE_TEXT "-jdk-headless\n");
    return NULL;
}

/* The directory of our libjvm.so. */
static bool find_vm(char *out, size_t size)
{
    static const char *const places[] = { "../argus", "../lib/argus", "." };
    char self[PATH_MAX], try[PATH_MAX + 32];
    if (!os_program_path(self, sizeof self)) return false;
    *strrchr(self, '/') = 0;
    for (size_t i = 0; i < 3; i++) {
        snprintf(try, sizeof try, "%s/%s", self, places[i]);
        char real[PATH_MAX];
        if (exists(try, "libjvm.so") && os_file_real_path(try, real, sizeof real))
            return (size_t)snprintf(out, size, "%s", real) < size;
    }
    fprintf(stderr, "argus: libjvm.so is not beside this command (%s)\n", self);
    return false;
}

static bool path_join(char out[PATH_MAX], const char *dir, const char *name)
{
    if (snprintf(out, PATH_MAX, "%s/%s", dir, name) < PATH_MAX) return true;
    fprintf(stderr, "argus: %s/%s: the path is too long\n", dir, name);
    return false;
}

static bool complain(const char *path)
{
    fprintf(stderr, "argus: %s: %s\n", path, strerror(errno));
    return false;
}

static bool make_link(const char *from, const char *to, const char *name)
{
    char a[PATH_MAX], b[PATH_MAX];
    return path_join(a, from, name) && path_join(b, to, name) && (os_file_link(a, b) || complain(b));
}

static bool make_copy(const char *from, const char *to, const char *name)
{
    char path[PATH_MAX], target[PATH_MAX], buf[65536];
    if (!path_join(path, from, name) || !path_join(target, to, name)) return false;
    FILE *in = fopen(path, "rb");
    if (!in) return complain(path);
    FILE *out = fopen(target, "wb");
    bool ok = out != NULL;
    for (size_t n; ok && (n = fread(buf, 1, sizeof buf, in)) > 0;) ok = fwrite(buf, 1, n, out) == n;
    ok = ok && !ferror(in);
    if (out && fclose(out) != 0) ok = false;
    ok = ok && os_file_set_rights(target, 0755);
    fclose(in);
    return ok || complain(target);
}

struct for_all {
    const char *from, *to, *const *skip;
    bool (*make)(const char *from, const char *to, const char *name);
    bool ok;
};

static bool make_entry(void *arg, const char *name)
{
    struct for_all *f = arg;
    for (const char *const *s = f->skip; *s; s++)
        if (!strcmp(*s, name)) return true;
    return f->ok = f->make(f->from, f->to, name);
}

/* Does `make` with every entry of the folder `from` but those named in `skip` (NULL at its end). */
static bool for_all(const char *from, const char *to, const char *const *skip,
                    bool make(const char *, const char *, const char *))
{
    struct for_all f = { from, to, skip, make, true };
    return os_folder_each(from, make_entry, &f) ? f.ok : complain(from);
}

/* The launchers find their JDK by their own real path, so what lies in bin/ and libjli.so are copies; the rest are
 * links. The VM looks for java.home where it finds libjli.so, that is in the image. DIR may exist if it is empty. */
static int make_image(const char *dir)
{
    static const char *const own_top[] = { "bin", "lib", NULL },
                             *const own_lib[] = { "jvm.cfg", "libjli.so", "argus", NULL }, *const none[] = { NULL };
    const char *jdk = find_jdk();
    char vm[PATH_MAX], bin[PATH_MAX], lib[PATH_MAX], jdk_bin[PATH_MAX], jdk_lib[PATH_MAX], file[PATH_MAX],
        jdk_real[PATH_MAX];
    if (!jdk || !find_vm(vm, sizeof vm)) return 1;
    if (!os_file_real_path(jdk, jdk_real, sizeof jdk_real))
        return complain(jdk), 1; /* links must not depend on where this was called */
    jdk = jdk_real;
    if (!os_folder_make(dir, 0777) && (errno != EEXIST || !os_folder_remove(dir) || !os_folder_make(dir, 0777)))
        return complain(dir), 1;
    if (!path_join(bin, dir, "bin") || !path_join(lib, dir, "lib") || !path_join(jdk_bin, jdk, "bin") ||
        !path_join(jdk_lib, jdk, "lib"))
        return 1;
    if (!os_folder_make(bin, 0777)) return complain(bin), 1;
    if (!os_folder_make(lib, 0777)) return complain(lib), 1;
    if (!for_all(jdk, dir, own_top, make_link) || !for_all(jdk_bin, bin, none, make_copy) ||
        !for_all(jdk_lib, lib, own_lib, make_link))
        return 1;
    if (!make_copy(jdk_lib, lib, "libjli.so")) return 1;
    if (!path_join(file, lib, "argus")) return 1;
    if (!os_file_link(vm, file)) return complain(file), 1;
    if (!path_join(file, lib, "jvm.cfg")) return 1;
    FILE *f = fopen(file, "w");
    if (!f) return complain(file), 1;
    fputs("-argus KNOWN\n-server KNOWN\n-client IGNORE\n", f);
    if (fclose(f) != 0) return complain(file), 1;
    printf("%s: a JDK whose default VM is Argus; -server chooses the JDK's own\n", dir);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc >= 2 && !strcmp(argv[1], "image")) {
        if (argc != 3) {
            fprintf(stderr, "usage: argus image DIR\n");
            return 2;
        }
        return make_image(argv[2]);
    }
    const char *jdk = find_jdk();
    char vm[PATH_MAX], java[PATH_MAX + 16], option[PATH_MAX + 16];
    if (!jdk || !find_vm(vm, sizeof vm)) return 1;
    snprintf(java, sizeof java, "%s/bin/java", jdk);
    snprintf(option, sizeof option, "-XXaltjvm=%s", vm);
    char **args = calloc((size_t)argc + 2, sizeof *args);
    if (!args) return 1;
    args[0] = java;
    args[1] = option;
    for (int i = 1; i < argc; i++) args[i + 1] = argv[i];
    (void)os_proc_become(java, args);
    complain(java);
    return 1;
}
