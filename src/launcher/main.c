/* The `argus` command: the stock launcher of a JDK 17 with our libjvm.so.
 *
 *   argus ARGS…             exec <jdk>/bin/java -XXaltjvm=<directory of our libjvm.so> ARGS…
 *   argus image DIR         makes DIR a JDK of links whose default VM is Argus (usable as JAVA_HOME)
 *
 * The JDK: ARGUS_JDK, then JAVA_HOME, then Debian's /usr/lib/jvm/java-17-openjdk-*. Our library lies at ../argus/ or ../lib/argus/ from here. */
#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool exists(const char *dir, const char *name)
{
    char p[PATH_MAX];
    return (size_t)snprintf(p, sizeof p, "%s/%s", dir, name) < sizeof p && access(p, F_OK) == 0;
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
        if (sscanf(line, "JAVA_VERSION=\"%63[^\"]\"", v) == 1) { snprintf(out, size, "%s", v); break; }
    fclose(f);
}

static bool is_jdk17(const char *dir)
{
    char v[64];
    if (!dir || !*dir || !exists(dir, "lib/modules") || !exists(dir, "bin/java")) return false;
    version_of(dir, v, sizeof v);
    return !strcmp(v, "17") || !strncmp(v, "17.", 3);
}

/* A JDK 17, or NULL after saying what was looked at. */
static const char *find_jdk(void)
{
    static char found[PATH_MAX];
    static const char *const variables[] = { "ARGUS_JDK", "JAVA_HOME" };
    for (int i = 0; i < 2; i++) {
        const char *v = getenv(variables[i]);
        if (!v || !*v) continue;
        if (is_jdk17(v)) return v;
        char ver[64];
        version_of(v, ver, sizeof ver);
        if (i == 0) {
            fprintf(stderr, "argus: %s=%s is %s%s; a JDK 17 is needed\n", variables[i], v, *ver ? "version " : "not a JDK", ver);
            return NULL;
        }
        fprintf(stderr, "argus: passing over %s=%s (%s%s)\n", variables[i], v, *ver ? "version " : "not a JDK", ver);
    }
    glob_t g;
    if (glob("/usr/lib/jvm/java-17-openjdk-*", 0, NULL, &g) == 0) {
        for (size_t i = 0; i < g.gl_pathc; i++)
            if (is_jdk17(g.gl_pathv[i])) {
                snprintf(found, sizeof found, "%s", g.gl_pathv[i]);
                globfree(&g);
                return found;
            }
        globfree(&g);
    }
    fprintf(stderr, "argus: no JDK 17 found; set ARGUS_JDK or JAVA_HOME, or install openjdk-17-jdk-headless\n");
    return NULL;
}

/* The directory of our libjvm.so. */
static bool find_vm(char *out, size_t size)
{
    static const char *const places[] = { "../argus", "../lib/argus", "." };
    char self[PATH_MAX], try[PATH_MAX + 32];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0) return false;
    self[n] = 0;
    *strrchr(self, '/') = 0;
    for (size_t i = 0; i < 3; i++) {
        snprintf(try, sizeof try, "%s/%s", self, places[i]);
        char real[PATH_MAX];
        if (exists(try, "libjvm.so") && realpath(try, real)) return (size_t)snprintf(out, size, "%s", real) < size;
    }
    fprintf(stderr, "argus: libjvm.so is not beside this command (%s)\n", self);
    return false;
}

static bool link_to(const char *target_dir, const char *dir, const char *name)
{
    char from[PATH_MAX], to[PATH_MAX];
    if ((size_t)snprintf(from, sizeof from, "%s/%s", target_dir, name) >= sizeof from || (size_t)snprintf(to, sizeof to, "%s/%s", dir, name) >= sizeof to) return false;
    if (symlink(from, to) == 0) return true;
    fprintf(stderr, "argus: %s: %s\n", to, strerror(errno));
    return false;
}

/* Links every entry of `from` into `to`, but those named in `skip` (NULL-terminated). */
static bool link_all(const char *from, const char *to, const char *const *skip)
{
    DIR *d = opendir(from);
    if (!d) { fprintf(stderr, "argus: %s: %s\n", from, strerror(errno)); return false; }
    bool ok = true;
    for (struct dirent *e; ok && (e = readdir(d)) != NULL;) {
        bool skipped = !strcmp(e->d_name, ".") || !strcmp(e->d_name, "..");
        for (const char *const *s = skip; *s && !skipped; s++) skipped = !strcmp(*s, e->d_name);
        if (!skipped) ok = link_to(from, to, e->d_name);
    }
    closedir(d);
    return ok;
}

static bool copy_file(const char *from, const char *to, mode_t mode)
{
    FILE *a = fopen(from, "rb"), *b = a ? fopen(to, "wb") : NULL;
    if (!b) { fprintf(stderr, "argus: %s: %s\n", a ? to : from, strerror(errno)); if (a) fclose(a); return false; }
    char buf[65536];
    size_t n;
    bool ok = true;
    while ((n = fread(buf, 1, sizeof buf, a)) > 0) ok = ok && fwrite(buf, 1, n, b) == n;
    fclose(a);
    return fclose(b) == 0 && ok && chmod(to, mode) == 0;
}

/* The launcher finds its JDK by its own real path, so bin/java and libjli must be copies; the rest are links. */
static int make_image(const char *dir)
{
    const char *jdk = find_jdk();
    char vm[PATH_MAX], p[PATH_MAX + 64], q[PATH_MAX + 64];
    if (!jdk || !find_vm(vm, sizeof vm)) return 1;
    if (mkdir(dir, 0777) != 0) {
        fprintf(stderr, "argus: %s: %s\n", dir, strerror(errno));
        return 1;
    }
    static const char *const top[] = { "bin", "lib", NULL }, *const lib[] = { "jvm.cfg", "server", "libjli.so", "modules", "libjava.so", "argus", NULL }, *const none[] = { NULL };
    (void)none;
    snprintf(p, sizeof p, "%s/bin", dir);
    if (mkdir(p, 0777) != 0) return 1;
    snprintf(q, sizeof q, "%s/lib", dir);
    if (mkdir(q, 0777) != 0) return 1;
    if (!link_all(jdk, dir, top)) return 1;
    char from[PATH_MAX + 64];
    snprintf(from, sizeof from, "%s/bin", jdk);
    DIR *d = opendir(from);
    if (!d) return 1;
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        if (e->d_name[0] == '.') continue;
        char a[PATH_MAX + 512], b[PATH_MAX + 512];
        snprintf(a, sizeof a, "%s/%s", from, e->d_name);
        snprintf(b, sizeof b, "%s/%s", p, e->d_name);
        if (!copy_file(a, b, 0755)) { closedir(d); return 1; }
    }
    closedir(d);
    snprintf(from, sizeof from, "%s/lib", jdk);
    if (!link_all(from, q, lib) || !link_to(from, q, "modules") || !link_to(from, q, "libjava.so")) return 1;
    char a[PATH_MAX + 128], b[PATH_MAX + 128];
    snprintf(a, sizeof a, "%s/libjli.so", from);
    snprintf(b, sizeof b, "%s/libjli.so", q);
    if (!copy_file(a, b, 0755)) return 1;
    snprintf(b, sizeof b, "%s/argus", q);
    if (symlink(vm, b) != 0) return 1;
    snprintf(b, sizeof b, "%s/server", q);
    snprintf(a, sizeof a, "%s/server", from);
    if (symlink(a, b) != 0) return 1;
    snprintf(b, sizeof b, "%s/jvm.cfg", q);
    FILE *f = fopen(b, "w");
    if (!f) return 1;
    fputs("-argus KNOWN\n-server KNOWN\n-client IGNORE\n", f);
    if (fclose(f) != 0) return 1;
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
    execv(java, args);
    fprintf(stderr, "argus: %s: %s\n", java, strerror(errno));
    return 1;
}
