/* java.h: the java launcher of a JDK with our libjvm.so. */
#ifndef ARGUS_LAUNCHER_JAVA_H
#define ARGUS_LAUNCHER_JAVA_H

#include "launcher/jdk.h"

/* The words of a command, ended by NULL, and the room for those that are not the caller's. */
struct java {
    char program[PATH_MAX], vm_option[PATH_MAX + 16];
    char **words;
};

/* java -XXaltjvm=..., the option `extra` (NULL: none), then `words` (ended by NULL). `extra` and `words` have to
 * outlive it. False after a line: no JDK, no VM, no memory. The caller frees java->words. */
bool java_command(struct java *java, const struct jdk *jdk, const char *vm, char *extra, char *const *words);

#endif
