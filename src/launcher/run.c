/* `argus run` and `argus version`: the java launcher of a JDK with our libjvm.so. */
#include "argus_version.h"
#include "jdk_release.h"
#include "launcher/java.h"
#include "launcher/verb.h"
#include "os/os_proc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool java_command(struct java *java, const struct jdk *jdk, const char *vm, char *extra, char *const *words)
{
    size_t count = 0, at = 0;
    while (words[count]) count++;
    if (!path_join(java->program, jdk->home, "bin/java")) return false;
    snprintf(java->vm_option, sizeof java->vm_option, "-XXaltjvm=%s", vm);
    java->words = calloc(count + 4, sizeof *java->words);
    if (!java->words) {
        complain("out of memory");
        return false;
    }
    java->words[at++] = java->program;
    java->words[at++] = java->vm_option;
    if (extra) java->words[at++] = extra;
    memcpy(java->words + at, words, count * sizeof *words);
    return true;
}

int verb_run(const struct words *w)
{
    struct jdk jdk;
    struct java java;
    char vm[PATH_MAX];
    if (!jdk_find(&jdk) || !jdk_find_vm(vm, sizeof vm) || !java_command(&java, &jdk, vm, NULL, w->operands))
        return EXIT_FAILED;
    (void)os_proc_become(java.program, java.words);
    return complain("%s: %s", java.program, strerror(errno));
}

int verb_version(const struct words *w)
{
    struct jdk jdk;
    printf("argus " ARGUS_VERSION " (" ARGUS_COMMIT "), for JDK " JDK_RELEASE_TEXT "\n");
    if (!jdk_find(&jdk)) return EXIT_FAILED;
    printf("jdk %s%s%s, %s (%s)\n", jdk.version, *jdk.vendor ? ", " : "", jdk.vendor, jdk.home, jdk.why);
    return 0;
}
