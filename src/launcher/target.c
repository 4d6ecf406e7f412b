/* The client side of the attach protocol. The VM's side is src/service/attach.c. */
#include "launcher/target.h"
#include "launcher/verb.h"
#include "os/os_file.h"
#include "os/os_local_socket.h"
#include "os/os_process.h"
#include "os/os_time.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIGNAL_QUIT = 3,
    PATIENCE_MS = 10000, /* how long a VM may take to open its socket */
    BIRTH_MS = 3000,     /* a younger process may still become a VM */
    YOUTH_MS = 15000,    /* a younger VM may still begin to listen: the machine may be busy */
    ARGUMENT_MAX = 1024, /* the limit of both VMs */
    COMMAND_MAX = 20000  /* Argus: of the first argument of jcmd */
};

bool target_is_vm(struct target *t, int pid)
{
    *t = (struct target){ .pid = pid };
    if (!os_process_maps(pid, "libjvm.so", t->libjvm, sizeof t->libjvm)) return false;
    t->own_pid = os_process_own_number(pid);
    return true;
}

/* Waits a little if the process has just started. False if it is old enough or gone. */
static bool is_younger(int pid, int ms)
{
    int64_t age = os_process_age_ms(pid);
    return age >= 0 && age < ms && os_process_pause(20);
}

bool target_find(struct target *t, const char *word)
{
    char *end, user[64], name[32];
    long pid = strtol(word, &end, 10);
    if (*end || end == word || pid <= 0 || pid > INT_MAX) {
        complain("%s is not the number of a process; `argus ps` lists the Java VMs", word);
        return false;
    }
    if (!os_process_exists((int)pid)) {
        complain("there is no process %ld; `argus ps` lists the Java VMs", pid);
        return false;
    }
    if (!os_process_is_ours((int)pid, user, sizeof user)) {
        complain("process %ld belongs to %s; try again as this user or as root", pid, *user ? user : "another user");
        return false;
    }
    while (!target_is_vm(t, (int)pid))
        if (!is_younger((int)pid, BIRTH_MS)) break;
    if (*t->libjvm) return true;
    os_process_name((int)pid, name, sizeof name);
    complain("process %ld (%s) is not a Java VM; `argus ps` lists those that are", pid, name);
    return false;
}

/* The process is Argus if its libjvm.so contains Argus's name of itself. */
bool target_is_argus(const struct target *t)
{
    static const char name[] = "Argus 64-Bit VM";
    char path[PATH_MAX + 32];
    size_t size;
    if (!os_process_file(path, sizeof path, t->pid, t->libjvm)) return false;
    const char *data = os_file_map(path, &size), *at = data, *end = data + size;
    bool found = false;
    while (data && !found && (size_t)(end - at) >= sizeof name &&
           (at = memchr(at, *name, (size_t)(end - at) - sizeof name + 1)))
        found = !memcmp(at++, name, sizeof name);
    if (data) os_file_unmap(data, size);
    return found;
}

const char *target_vm_name(const struct target *t) { return target_is_argus(t) ? "Argus" : "HotSpot"; }

static bool file_of(const struct target *t, char *out, size_t size, const char *folder, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s%d", folder, name, t->own_pid);
    return os_process_file(out, size, t->pid, path);
}

static bool name_socket(const struct target *t, char path[OS_LOCAL_PATH_MAX])
{
    return file_of(t, path, OS_LOCAL_PATH_MAX, "/tmp", ".java_pid");
}

/* Makes the request file where the VM looks for it: its working folder, else /tmp. The file must belong to the user of
 * the VM or to root. */
static bool make_request_file(const struct target *t, char *path, size_t size)
{
    snprintf(path, size, "/proc/%d/cwd/.attach_pid%d", t->pid, t->own_pid);
    int fd = os_file_create(path, OS_FILE_REPLACE, 0600);
    if (fd < 0 && file_of(t, path, size, "/tmp", ".attach_pid")) fd = os_file_create(path, OS_FILE_REPLACE, 0600);
    if (fd < 0) {
        complain("%s: %s; the file asks the VM to listen, so make room there or let it be written", path,
                 strerror(errno));
        return false;
    }
    os_file_close(fd);
    return true;
}

/* Makes the VM listen. False after a message. */
static bool wake(const struct target *t, const char *socket)
{
    char path[PATH_MAX];
    while (!os_process_catches(t->pid, SIGNAL_QUIT)) {
        if (is_younger(t->pid, YOUTH_MS)) continue;
        complain("process %d does not listen; was it started with -Xrs?", t->pid);
        return false;
    }
    if (!make_request_file(t, path, sizeof path)) return false;
    int64_t end = os_time_monotonic_ns() + PATIENCE_MS * OS_NS_PER_MS;
    bool there = false, sent = os_process_send_quit(t->pid);
    while (sent && !(there = os_file_exists(socket)) && os_time_monotonic_ns() < end)
        if (!os_process_pause(20) || !os_process_exists(t->pid)) break;
    (void)os_file_remove(path);
    if (!there)
        complain("process %d does not answer; was it started with -XX:+DisableAttachMechanism, or is it stuck?",
                 t->pid);
    return there;
}

static int connect_to(const struct target *t)
{
    char socket[OS_LOCAL_PATH_MAX];
    if (os_process_is_stopped(t->pid)) {
        complain("process %d is stopped; `kill -CONT %d` lets it go on", t->pid, t->pid);
        return -1;
    }
    if (!name_socket(t, socket)) return -1;
    int fd = os_file_exists(socket) ? os_local_connect(socket) : -1;
    if (fd >= 0) return fd;
    (void)os_file_remove(socket); /* left by a killed process with this id */
    if (!wake(t, socket)) return -1;
    fd = os_local_connect(socket);
    if (fd < 0) complain("%s: %s; its owner and root alone may connect", socket, strerror(errno));
    return fd;
}

static bool send_text(int fd, const char *text)
{
    return os_local_send(fd, text ? text : "", text ? strlen(text) + 1 : 1);
}

/* Sends a request and writes the text of the answer to `out`. False after a line. */
static bool ask(const struct target *t, int *result, FILE *out, const char *command, const char *first,
                const char *second, const char *third)
{
    const char *words[] = { "1", command, first, second, third };
    for (int i = 2; i < 5; i++) {
        int most = i == 2 && !strcmp(command, "jcmd") ? COMMAND_MAX : ARGUMENT_MAX;
        if (!words[i] || strlen(words[i]) <= (size_t)most) continue;
        complain("%.40s...: a VM takes no argument of more than %d bytes; use a shorter %s", words[i], most,
                 most == COMMAND_MAX ? "text" : "path");
        return false;
    }
    int fd = connect_to(t);
    if (fd < 0) return false;
    bool ok = true;
    for (int i = 0; i < 5; i++) ok = ok && send_text(fd, words[i]);
    char data[8192], number[16];
    size_t digits = 0;
    bool in_number = true;
    for (int64_t n; ok && (n = os_file_read(fd, data, sizeof data)) != 0;) {
        if (n < 0) {
            if (errno == EINTR) continue;
            break;
        }
        size_t at = 0;
        for (; in_number && at < (size_t)n; at++) {
            in_number = data[at] != '\n';
            if (in_number && digits + 1 < sizeof number) number[digits++] = data[at];
        }
        fwrite(data + at, 1, (size_t)n - at, out);
    }
    os_local_close(fd);
    number[digits] = 0;
    if (ok && !in_number && digits) {
        *result = atoi(number);
        return true;
    }
    complain("process %d ended the connection without an answer; does it still run?", t->pid);
    return false;
}

char *target_ask(const struct target *t, int *result, const char *command, const char *first, const char *second,
                 const char *third)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) {
        complain("out of memory");
        return NULL;
    }
    bool answered = ask(t, result, out, command, first, second, third);
    if (fclose(out) == 0 && answered) return text;
    free(text);
    return NULL;
}

int target_refused(const struct target *t, char *text)
{
    size_t n = strlen(text);
    while (n && text[n - 1] == '\n') text[--n] = 0;
    for (char *p = text; *p; p++)
        if (*p == '\n') *p = ' ';
    return complain("process %d: %.800s", t->pid, n ? text : "refused without a reason");
}

bool target_load_agent(const struct target *t, const char *agent, bool is_path, const char *options)
{
    int result, code = -1;
    char *text = target_ask(t, &result, "load", agent, is_path ? "true" : "false", options);
    if (!text) return false;
    bool answered = sscanf(text, "return code: %d", &code) == 1 || (result == 0 && sscanf(text, "%d", &code) == 1);
    bool loaded = result == 0 && answered && code == 0;
    if (!loaded && answered)
        complain(
            "process %d: %s answered %d from Agent_OnAttach; is it loaded already? Its standard error may say more",
            t->pid, agent, code);
    else if (!loaded)
        (void)target_refused(t, text);
    free(text);
    return loaded;
}
