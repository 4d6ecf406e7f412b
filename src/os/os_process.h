/* os_process.h: other processes: starting them, waiting for them, and what the system tells of them. */
#ifndef ARGUS_OS_OS_PROCESS_H
#define ARGUS_OS_OS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- processes that we start ---- */

/* Starts the program at `path`; arguments end with NULL. It ends when we end. SIGINT and SIGQUIT from the terminal
 * reach it, and no longer us. Its number; -1 with errno: it could not be started. */
int os_process_start(const char *path, char *const *arguments);
/* Waits at most `ms` milliseconds (below 0: as long as it takes) for a process that we started. Its exit code, 128 and
 * the number if a signal ended it; -1: it still runs. */
int os_process_wait(int pid, int64_t ms);
/* Runs the program to its end and keeps the first size - 1 bytes of its standard output and standard error in `out`,
 * terminated. Its exit code, as above; -1 with errno: it could not be started. */
int os_process_run(const char *path, char *const *arguments, char *out, size_t size);

/* ---- any process of the machine ---- */

bool os_process_exists(int pid);
/* Calls take with the number of every process that we can see until it says false. */
void os_process_each(bool (*take)(void *arg, int pid), void *arg);
/* The name of the user that it runs as, its number where the user has no name. Is that our user, or are we root? False
 * too if there is no such process; then `name` is empty. */
bool os_process_is_ours(int pid, char *name, size_t size);
/* The program's name, at most 15 bytes; empty if there is no such process. */
void os_process_name(int pid, char *out, size_t size);
/* Its arguments with blanks between them, cut at size. False: there are none to be seen. */
bool os_process_command(int pid, char *out, size_t size);
/* Has it mapped a file of this name? `path` gets the file's path as that process sees it. False: no, or we may not
 * look. */
bool os_process_maps(int pid, const char *file, char *path, size_t size);
/* Its number in its own name space: a process in a container knows itself by this one. */
int os_process_own_number(int pid);
/* Does it have a handler for this signal? */
bool os_process_catches(int pid, int signal);
/* Is it stopped, by a signal or a debugger? */
bool os_process_is_stopped(int pid);
/* Milliseconds since it was started; -1: there is no such process. */
int64_t os_process_age_ms(int pid);
/* The path of a file that the process knows as `path`, for us: it may live in a container. False: too long. */
bool os_process_file(char *out, size_t size, int pid, const char *path);
/* Sends SIGQUIT. False with errno. */
bool os_process_send_quit(int pid);

/* Waits until `ms` milliseconds have passed (true) or SIGINT or SIGTERM comes (false). */
bool os_process_pause(int64_t ms);

/* A TCP port of the loopback address that is free at the moment: `wanted` if it is, else any; 0: none at all. */
int os_process_free_port(int wanted);

/* ---- limits of this process ---- */

/* -1: no limit. */
int64_t os_limit_address_space(void);
int64_t os_limit_processes(void);
int64_t os_limit_open_files(void);
/* The memory limit of the control group, in bytes; -1: no limit, or none that we can read. */
int64_t os_limit_group_memory(void);

#endif
