/* java.h: the java launcher of a JDK with our libjvm.so. */
#ifndef ARGUS_LAUNCHER_JAVA_H
#define ARGUS_LAUNCHER_JAVA_H

#include "launcher/jdk.h"

/* The words of a command, ended by NULL, and the storage for words that the caller does not own. */
struct java {
    char program[PATH_MAX], vm_option[PATH_MAX + 16];
    char **words;
};

/* Builds java -XXaltjvm=..., the option `extra` (NULL: none), then `words` (ended by NULL). `extra` and `words` must
 * outlive it. False after a message: no JDK, no VM, no memory. The caller frees java->words. */
bool java_command(struct java *java, const struct jdk *jdk, const char *vm, char *extra, char *const *words);

#endif
