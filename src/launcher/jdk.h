/* jdk.h: finds the JDK that this command uses, and its own libjvm.so. */
#ifndef ARGUS_LAUNCHER_JDK_H
#define ARGUS_LAUNCHER_JDK_H

#include "jdk_release.h"
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct jdk {
    char home[PATH_MAX];
    char version[64]; /* JAVA_VERSION of its release file */
    char vendor[128]; /* IMPLEMENTOR; may be empty */
    char why[160];    /* "ARGUS_JDK says so" */
};

#define JDK_MISSING \
    "no JDK " JDK_RELEASE_TEXT " found; set ARGUS_JDK or JAVA_HOME, or install openjdk-" JDK_RELEASE_TEXT \
    "-jdk-headless"

/* Tries ARGUS_JDK, JAVA_HOME, the folders of distributions, the java of PATH, in this order. `remark` (terminated) says
 * why ARGUS_JDK is unusable (then nothing else is tried), or which JAVA_HOME was skipped; else it is empty. */
bool jdk_look(struct jdk *out, char *remark, size_t size);
/* As jdk_look, with the remark as a line on standard error. False after a line with advice. */
bool jdk_find(struct jdk *out);
/* The folder of our libjvm.so, absolute: ../argus/, ../lib/argus/ or . from the command. False after a line. */
bool jdk_find_vm(char *out, size_t size);
/* The real path of `name` in the first of `places` that has it. Places are folders as seen from the folder of the
 * command; the list ends with NULL. False: none has it. */
bool jdk_find_part(char *out, size_t size, const char *const *places, const char *name);

/* dir/name. False after a line: the path is too long. */
bool path_join(char out[PATH_MAX], const char *dir, const char *name);
bool path_exists(const char *dir, const char *name);

#endif
