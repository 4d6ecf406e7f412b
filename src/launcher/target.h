/* target.h: queries a Java VM in another process through the attach protocol of HotSpot and Argus.
 *
 * We create the file .attach_pidN and send SIGQUIT; the VM then listens at the socket /tmp/.java_pidN. A request is
 * five strings, each with its NUL: "1", the command, three arguments. The answer is a number, a newline and a text.
 * SIGQUIT ends a process that does not expect it, so it is sent only to a process that is surely a VM. */
#ifndef ARGUS_LAUNCHER_TARGET_H
#define ARGUS_LAUNCHER_TARGET_H

#include <limits.h>
#include <stdbool.h>

struct target {
    int pid, own_pid; /* for us, and for the process itself */
    char libjvm[PATH_MAX];
};

/* Is this process a Java VM that we may talk to? False after a line that gives the reason and advice. */
bool target_find(struct target *t, const char *pid);
/* As target_find, without messages. */
bool target_is_vm(struct target *t, int pid);
bool target_is_argus(const struct target *t);
/* Its VM in a word: "Argus", "HotSpot" for any other. */
const char *target_vm_name(const struct target *t);

/* Sends a request. The answer's number goes to *result (0: done, else refused), its text to memory that the caller
 * frees. NULL arguments are empty. Returns NULL after a message if the process did not answer. */
char *target_ask(const struct target *t, int *result, const char *command, const char *first, const char *second,
                 const char *third);
/* Prints all lines of a refusal as one line. Returns EXIT_FAILED. Modifies `text`. */
int target_refused(const struct target *t, char *text);
/* Loads a native agent. The file must be visible to both processes. False after a message. */
bool target_load_agent(const struct target *t, const char *agent, bool is_path, const char *options);

#endif
