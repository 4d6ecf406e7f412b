/* os_process.h: other processes: starting them, waiting for them, and querying them. */
#ifndef ARGUS_OS_OS_PROCESS_H
#define ARGUS_OS_OS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- processes that we start ---- */

/* Starts the program at `path`; arguments end with NULL. It ends when we end. SIGINT and SIGQUIT from the terminal go
 * to it and no longer to us. Returns its process id; -1 with errno if it could not be started. */
int os_process_start(const char *path, char *const *arguments);
/* Waits at most `ms` milliseconds (below 0: without limit) for a process that we started. Returns its exit code, or 128
 * plus the number of the signal that ended it; -1 if it still runs. */
int os_process_wait(int pid, int64_t ms);
/* Runs the program to its end. Keeps the first size - 1 bytes of its standard output and standard error in `out`,
 * terminated. Returns the exit code as os_process_wait does; -1 with errno if it could not be started. */
int os_process_run(const char *path, char *const *arguments, char *out, size_t size);

/* ---- any process of the machine ---- */

bool os_process_exists(int pid);
/* Calls take with the id of every visible process until take returns false. */
void os_process_each(bool (*take)(void *arg, int pid), void *arg);
/* Copies the name of the user that the process runs as (the number if the user has no name). Returns whether that is
 * our user or we are root. False with an empty `name` if there is no such process. */
bool os_process_is_ours(int pid, char *name, size_t size);
/* The program's name, at most 15 bytes; empty if there is no such process. */
void os_process_name(int pid, char *out, size_t size);
/* Its arguments separated by blanks, cut at size. False if none can be read. */
bool os_process_command(int pid, char *out, size_t size);
/* Has the process mapped a file of this name? `path` receives the path as that process sees it. False also if we may
 * not look. */
bool os_process_maps(int pid, const char *file, char *path, size_t size);
/* Its id in its own name space: a process in a container has another id there. */
int os_process_own_number(int pid);
/* Does it have a handler for this signal? */
bool os_process_catches(int pid, int signal);
/* Is it stopped, by a signal or a debugger? */
bool os_process_is_stopped(int pid);
/* Milliseconds since it was started; -1: there is no such process. */
int64_t os_process_age_ms(int pid);
/* The path under which we can open a file that the process knows as `path`; it may live in a container. False if it is
 * too long. */
bool os_process_file(char *out, size_t size, int pid, const char *path);
/* Sends SIGQUIT. False with errno. */
bool os_process_send_quit(int pid);

/* Waits `ms` milliseconds. False if SIGINT, SIGTERM or SIGHUP comes before the end. */
bool os_process_pause(int64_t ms);
/* From now on these end only os_process_pause, and a reader that goes away (SIGPIPE) only lets a write fail. */
void os_process_hold_signals(void);

/* A TCP port of the loopback address that is free at the moment: `wanted` if it is free, else any other. 0 if there is
 * none. */
int os_process_free_port(int wanted);

/* ---- limits of this process ---- */

/* -1: no limit. */
int64_t os_limit_address_space(void);
int64_t os_limit_processes(void);
int64_t os_limit_open_files(void);
/* The memory limit of the control group in bytes; -1: no limit, or none that can be read. */
int64_t os_limit_group_memory(void);

#endif
