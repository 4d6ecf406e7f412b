/* `argus image DIR`: a JDK of links whose default VM is Argus. */
#include "launcher/jdk.h"
#include "launcher/verb.h"
#include "os/os_file.h"
#include "os/os_folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static bool refuse(const char *path)
{
    complain_of_folder(path);
    return false;
}

static bool make_link(const char *from, const char *to, const char *name)
{
    char a[PATH_MAX], b[PATH_MAX];
    return path_join(a, from, name) && path_join(b, to, name) && (os_file_link(a, b) || refuse(b));
}

static bool make_copy(const char *from, const char *to, const char *name)
{
    char path[PATH_MAX], target[PATH_MAX], buf[65536];
    if (!path_join(path, from, name) || !path_join(target, to, name)) return false;
    FILE *in = fopen(path, "rb");
    if (!in) return refuse(path);
    FILE *out = fopen(target, "wb");
    bool ok = out != NULL;
    for (size_t n; ok && (n = fread(buf, 1, sizeof buf, in)) > 0;) ok = fwrite(buf, 1, n, out) == n;
    ok = ok && !ferror(in);
    if (out && fclose(out) != 0) ok = false;
    ok = ok && os_file_set_rights(target, 0755);
    fclose(in);
    return ok || refuse(target);
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

/* Calls `make` for every entry of the folder `from` except those in `skip` (ended by NULL). */
static bool for_all(const char *from, const char *to, const char *const *skip,
                    bool make(const char *, const char *, const char *))
{
    struct for_all f = { from, to, skip, make, true };
    return os_folder_each(from, make_entry, &f) ? f.ok : refuse(from);
}

static bool make_folder(const char *dir) { return os_folder_make(dir, 0777) || refuse(dir); }

static bool write_list_of_vms(const char *lib)
{
    char file[PATH_MAX];
    if (!path_join(file, lib, "jvm.cfg")) return false;
    FILE *f = fopen(file, "w");
    if (!f) return refuse(file);
    bool ok = fputs("-argus KNOWN\n-server KNOWN\n-client IGNORE\n", f) >= 0;
    if (fclose(f) != 0) ok = false;
    return ok || refuse(file);
}

/* The launchers find their JDK by their own real path, so the files in bin/ and libjli.so are copies; the rest are
 * links. The VM takes the folder of libjli.so as java.home, so it finds the image. Links name real paths, so that they
 * do not depend on the working folder. */
int verb_image(const struct words *w)
{
    static const char *const own_top[] = { "bin", "lib", NULL },
                             *const own_lib[] = { "jvm.cfg", "libjli.so", "argus", NULL }, *const none[] = { NULL };
    const char *dir = w->operands[0];
    struct jdk jdk;
    char vm[PATH_MAX], bin[PATH_MAX], lib[PATH_MAX], jdk_bin[PATH_MAX], jdk_lib[PATH_MAX], file[PATH_MAX],
        home[PATH_MAX];
    if (!jdk_find(&jdk) || !jdk_find_vm(vm, sizeof vm)) return EXIT_FAILED;
    if (!os_file_real_path(jdk.home, home, sizeof home)) return refuse(jdk.home), EXIT_FAILED;
    if (!os_folder_make(dir, 0777)) {
        if (errno != EEXIST) return refuse(dir), EXIT_FAILED;
        if (!os_folder_remove(dir))
            return complain("%s: %s; name a folder that is not there or is empty", dir, strerror(errno));
        if (!make_folder(dir)) return EXIT_FAILED;
    }
    bool ok = path_join(bin, dir, "bin") && path_join(lib, dir, "lib") && path_join(jdk_bin, home, "bin") &&
              path_join(jdk_lib, home, "lib") && path_join(file, lib, "argus") && make_folder(bin) &&
              make_folder(lib) && for_all(home, dir, own_top, make_link) && for_all(jdk_bin, bin, none, make_copy) &&
              for_all(jdk_lib, lib, own_lib, make_link) && make_copy(jdk_lib, lib, "libjli.so") &&
              (os_file_link(vm, file) || refuse(file)) && write_list_of_vms(lib);
    if (!ok) return EXIT_FAILED;
    printf("%s: a JDK whose default VM is Argus; -server chooses the JDK's own\n", dir);
    return 0;
}
