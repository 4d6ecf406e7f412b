/* Finding the JDK and our own files. */
#include "launcher/jdk.h"
#include "jdk_release.h"
#include "launcher/verb.h"
#include "os/os_file.h"
#include "os/os_folder.h"
#include "os/os_proc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool path_exists(const char *dir, const char *name)
{
    char p[PATH_MAX];
    return (size_t)snprintf(p, sizeof p, "%s/%s", dir, name) < sizeof p && os_file_exists(p);
}

bool path_join(char out[PATH_MAX], const char *dir, const char *name)
{
    if (snprintf(out, PATH_MAX, "%s/%s", dir, name) < PATH_MAX) return true;
    complain("%s/%s: the path is too long", dir, name);
    return false;
}

/* The value of KEY="value" in DIR/release; empty if it is missing. */
static void release_value(const char *dir, const char *key, char *out, size_t size)
{
    char p[PATH_MAX + 16], line[1024];
    size_t n = strlen(key);
    *out = 0;
    snprintf(p, sizeof p, "%s/release", dir);
    FILE *f = fopen(p, "r");
    if (!f) return;
    while (!*out && fgets(line, sizeof line, f))
        if (!strncmp(line, key, n) && !strncmp(line + n, "=\"", 2))
            snprintf(out, size, "%.*s", (int)strcspn(line + n + 2, "\"\n"), line + n + 2);
    fclose(f);
}

/* Fills in `out` if `dir` is a JDK of our release. Otherwise out->version is its version, if it has one. */
static bool take(struct jdk *out, const char *dir, const char *why)
{
    *out = (struct jdk){ 0 };
    if (!dir || !*dir || strlen(dir) >= sizeof out->home) return false;
    release_value(dir, "JAVA_VERSION", out->version, sizeof out->version);
    if (!path_exists(dir, "lib/modules") || !path_exists(dir, "bin/java")) {
        *out->version = 0;
        return false;
    }
    size_t n = strlen(JDK_RELEASE_TEXT);
    if (strncmp(out->version, JDK_RELEASE_TEXT, n) != 0 || (out->version[n] && out->version[n] != '.')) return false;
    release_value(dir, "IMPLEMENTOR", out->vendor, sizeof out->vendor);
    snprintf(out->home, sizeof out->home, "%s", dir);
    snprintf(out->why, sizeof out->why, "%s", why);
    return true;
}

static bool take_matched(void *out, const char *dir)
{
    return !take(out, dir, "the first of its release in /usr/lib/jvm");
}

/* The JDK that the java of PATH belongs to. */
static bool take_from_path(struct jdk *out)
{
    const char *rest = getenv("PATH");
    while (rest && *rest) {
        char java[PATH_MAX], real[PATH_MAX];
        int n = (int)strcspn(rest, ":");
        bool fits = (size_t)snprintf(java, sizeof java, "%.*s/java", n, rest) < sizeof java;
        if (fits && n && os_file_real_path(java, real, sizeof real)) {
            for (int up = 0; up < 2; up++) {
                char *slash = strrchr(real, '/');
                if (slash) *slash = 0;
            }
            return take(out, real, "the java of PATH belongs to it");
        }
        rest += n + (rest[n] == ':');
    }
    return false;
}

bool jdk_look(struct jdk *out, char *remark, size_t size)
{
    static const char *const variables[] = { "ARGUS_JDK", "JAVA_HOME" };
    static const char *const patterns[] = { "/usr/lib/jvm/java-" JDK_RELEASE_TEXT "-openjdk-*", "/usr/lib/jvm/*" };
    *remark = 0;
    for (int i = 0; i < 2; i++) {
        const char *v = getenv(variables[i]);
        if (!v || !*v) continue;
        if (take(out, v, i ? "JAVA_HOME names it" : "ARGUS_JDK names it")) return true;
        const char *what = *out->version ? "version " : "not a JDK";
        if (i == 0) {
            snprintf(remark, size, "%s=%s is %s%s", variables[i], v, what, out->version);
            return false;
        }
        snprintf(remark, size, "passing over %s=%s (%s%s)", variables[i], v, what, out->version);
    }
    for (int i = 0; i < 2; i++) {
        *out = (struct jdk){ 0 };
        os_folder_match(patterns[i], take_matched, out);
        if (*out->home) return true;
    }
    return take_from_path(out);
}

bool jdk_find(struct jdk *out)
{
    char remark[PATH_MAX + 128];
    bool found = jdk_look(out, remark, sizeof remark);
    if (*remark) complain("%s%s", remark, found ? "" : "; let it name a JDK " JDK_RELEASE_TEXT ", or unset it");
    const char *named = getenv("ARGUS_JDK");
    if (!found && !(named && *named)) complain(JDK_MISSING);
    return found;
}

bool jdk_find_part(char *out, size_t size, const char *const *places, const char *name)
{
    char self[PATH_MAX], try[2 * PATH_MAX];
    if (!os_program_path(self, sizeof self)) return false;
    *strrchr(self, '/') = 0;
    for (; *places; places++) {
        snprintf(try, sizeof try, "%s/%s/%s", self, *places, name);
        if (os_file_exists(try) && os_file_real_path(try, out, size)) return true;
    }
    return false;
}

bool jdk_find_vm(char *out, size_t size)
{
    static const char *const places[] = { "../argus", "../lib/argus", ".", NULL };
    char self[PATH_MAX];
    if (jdk_find_part(out, size, places, "libjvm.so")) {
        *strrchr(out, '/') = 0;
        return true;
    }
    if (!os_program_path(self, sizeof self)) *self = 0;
    char *slash = strrchr(self, '/');
    if (slash) *slash = 0;
    complain("libjvm.so is not beside this command (%s); unpack or install all of Argus together", self);
    return false;
}
