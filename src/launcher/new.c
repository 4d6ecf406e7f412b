/* `argus new agent DIR`: copies the template of an agent. */
#include "launcher/jdk.h"
#include "launcher/verb.h"
#include "os/os_file.h"
#include "os/os_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct copy {
    const char *from, *to;
    bool ok;
};

static bool copy_one(void *arg, const char *name)
{
    struct copy *c = arg;
    char from[PATH_MAX], to[PATH_MAX];
    size_t size;
    c->ok = false;
    if (!path_join(from, c->from, name) || !path_join(to, c->to, name)) return false;
    void *data = os_file_read_all(from, &size);
    c->ok = data && os_file_write_all(to, data, size);
    if (!c->ok) complain_of_folder(data ? to : from);
    free(data);
    return c->ok;
}

int verb_new(const struct words *w)
{
    static const char *const places[] = { "../share/argus", "../../examples", "../../../examples", NULL };
    const char *dir = w->operands[1];
    char template[PATH_MAX];
    if (strcmp(w->operands[0], "agent") != 0) {
        complain("there is no template %s; the one there is: argus new agent DIR", w->operands[0]);
        return EXIT_WRONG;
    }
    if (!jdk_find_part(template, sizeof template, places, "template"))
        return complain("the template is not beside this command; unpack or install all of Argus together");
    if (!os_folder_make(dir, 0777) && (errno != EEXIST || !os_folder_remove(dir) || !os_folder_make(dir, 0777)))
        return complain("%s: %s; name a folder that is not there or is empty", dir, strerror(errno));
    struct copy c = { template, dir, true };
    if (!os_folder_each(template, copy_one, &c)) return complain("%s: %s", template, strerror(errno));
    if (!c.ok) return EXIT_FAILED;
    printf("%s: an agent; %s/README.md says how to build and run it\n", dir, dir);
    return 0;
}
