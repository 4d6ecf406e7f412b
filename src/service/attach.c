/* The attach listener, for jcmd, jstack, jmap, jinfo and com.sun.tools.attach.
 *
 * A tool creates the file .attach_pidN (in our working folder or /tmp) and sends SIGQUIT. The VM then listens on the
 * socket /tmp/.java_pidN, which only its user can open. One request for each connection: five strings that end with
 * NUL, the protocol's version "1", the command and three arguments. The answer is a number and a newline, then the
 * command's text, then the end of the stream. The peer must be our user or root. */
#include "core/exception.h"
#include "core/thread_life.h"
#include "jdk/jvm.h"
#include "jvmti/core/ti.h"
#include "log/log.h"
#include "model/flags.h"
#include "model/options.h"
#include "model/vm.h"
#include "os/os_file.h"
#include "os/os_local_socket.h"
#include "os/os_proc.h"
#include "os/os_signal.h"
#include "service/management.h"
#include "service/management_int.h"
#include "thread/events.h"
#include "thread/vmentry.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    ARGUMENTS = 3,
    NAME_MAX_LENGTH = 16,
    ARGUMENT_MAX_LENGTH = 1024,
    LINE_MAX_LENGTH = 20000, /* of jcmd: the text of a probe is longer than HotSpot's limit */
    REQUEST_MAX = 2 + NAME_MAX_LENGTH + 1 + LINE_MAX_LENGTH + 1 + (ARGUMENTS - 1) * (ARGUMENT_MAX_LENGTH + 1)
};

struct request {
    char text[REQUEST_MAX];
    const char *name, *args[ARGUMENTS];
};

static char socket_path[OS_LOCAL_PATH_MAX];
/* written by the dispatcher thread before the listener thread starts, and by that when it ends */
static _Atomic int listener = -1;

/* ---- commands: write their text to `out` and return the result number ---- */

/* Prints the pending exception of a command for the tool. Returns false if there is none. */
static bool tell_pending(JNIEnv *env, FILE *out)
{
    jthrowable problem = (*env)->ExceptionOccurred(env);
    if (!problem) return false;
    (*env)->ExceptionClear(env);
    jmethodID m = (*env)->GetMethodID(env, (*env)->GetObjectClass(env, problem), "toString", "()Ljava/lang/String;");
    jstring s = m ? (*env)->CallObjectMethod(env, problem, m) : NULL;
    const char *text = s ? (*env)->GetStringUTFChars(env, s, NULL) : NULL;
    fprintf(out, "%s\n", text ? text : "the command failed");
    if (text) (*env)->ReleaseStringUTFChars(env, s, text);
    (*env)->ExceptionClear(env);
    return true;
}

static jint run_jcmd(JNIEnv *env, const char *line, FILE *out)
{
    bool known = mm_run_command(env, line, out);
    return !tell_pending(env, out) && known ? JNI_OK : JNI_ERR;
}

/* Agents in Java need their module in the boot layer before libinstrument looks up its classes. */
static bool load_instrument_module(JNIEnv *env, FILE *out)
{
    if (mm_load_module(env, "java.instrument")) return true;
    (*env)->ExceptionClear(env);
    fputs("Module java.instrument could not be loaded\n", out);
    return false;
}

bool attach_load_agent(JNIEnv *env, const char *agent, bool absolute, const char *text, FILE *out)
{
    if (!strcmp(agent, "instrument") && !load_instrument_module(env, out)) return false;
    jint result = 0;
    char error[2048];
    if (!ti_attach_agent(agent, absolute, text, &result, error, sizeof error)) {
        fprintf(out, "%s\n", error);
        return false;
    }
    (*env)->ExceptionClear(env);
    fprintf(out, "return code: %d\n", result);
    return true;
}

static jint run_load(JNIEnv *env, const struct request *r, FILE *out)
{
    return attach_load_agent(env, r->args[0], !strcmp(r->args[1], "true"), *r->args[2] ? r->args[2] : NULL, out)
               ? JNI_OK
               : JNI_ERR;
}

static jint run_properties(JNIEnv *env, const char *method, FILE *out)
{
    mm_print_properties(env, method, out);
    return tell_pending(env, out) ? JNI_ERR : JNI_OK;
}

static jint run_print_flag(const char *name, FILE *out)
{
    const struct vm_flag *f = vm_flag_find(name);
    if (!f) {
        fprintf(out, "no such flag '%s'\n", name);
        return JNI_ERR;
    }
    vm_flag_print(f, out);
    fputc('\n', out);
    return JNI_OK;
}

/* Only manageable flags may change while the VM runs. */
static jint run_set_flag(const char *name, const char *value, FILE *out)
{
    struct vm_flag *f = vm_flag_find(name);
    char why[FLAG_WHY];
    const char *problem;
    if (!f)
        fprintf(out, "no such flag '%s'\n", name);
    else if (!vm_flag_is_manageable(f))
        fprintf(out, "flag '%s' cannot be changed\n", name);
    else if ((problem = mm_change_flag(f, value, FLAG_ATTACH, why)))
        fprintf(out, "%s\n", problem);
    else
        return JNI_OK;
    return JNI_ERR;
}

/* Arguments: the file, "-live" (the default) or "-all", how much to compress (nothing: not at all). */
static jint run_dump_heap(JNIEnv *env, const struct request *r, FILE *out)
{
    char line[ARGUMENT_MAX_LENGTH + 64];
    if (!*r->args[0]) {
        fputs("No dump file specified\n", out);
        return JNI_ERR;
    }
    if (*r->args[2]) {
        char *end;
        unsigned long long level = strtoull(r->args[2], &end, 10);
        bool number = isdigit((unsigned char)*r->args[2]) && !*end;
        if (!number) fprintf(out, "Invalid compress level: [%s]\n", r->args[2]);
        if (number && (level < 1 || level > 9)) fprintf(out, "Compression level out of range (1-9): %llu\n", level);
        if (!number || level < 1 || level > 9) return JNI_ERR;
    }
    snprintf(line, sizeof line, "GC.heap_dump %s%s%s \"%s\"", strcmp(r->args[1], "-all") ? "" : "-all ",
             *r->args[2] ? "-gz=" : "", r->args[2], r->args[0]);
    return run_jcmd(env, line, out);
}

/* Arguments: "-live" (the default) or "-all", a file, how many threads may count. */
static jint run_inspect_heap(JNIEnv *env, const struct request *r, FILE *out)
{
    const char *line = strcmp(r->args[0], "-all") ? "GC.class_histogram" : "GC.class_histogram -all";
    if (!*r->args[1]) return run_jcmd(env, line, out);
    FILE *file = fopen(r->args[1], "w");
    if (!file) {
        fprintf(out, "Fail to open file: %s\n", r->args[1]);
        return JNI_ERR;
    }
    jint result = run_jcmd(env, line, file);
    bool whole = !ferror(file);
    whole &= fclose(file) == 0;
    fprintf(out, whole ? "Heap inspection file created: %s\n" : "Fail to write file: %s\n", r->args[1]);
    return whole ? result : JNI_ERR;
}

/* Arguments: "-l", "-e", in one or several. */
static jint run_thread_dump(JNIEnv *env, const struct request *r, FILE *out)
{
    bool locks = false, extended = false;
    for (int i = 0; i < ARGUMENTS; i++) {
        locks |= strchr(r->args[i], 'l') != NULL;
        extended |= strchr(r->args[i], 'e') != NULL;
    }
    char line[32];
    snprintf(line, sizeof line, "Thread.print%s%s", locks ? " -l" : "", extended ? " -e" : "");
    return run_jcmd(env, line, out);
}

static void post_data_dump(JNIEnv *env)
{
    VM_ENTRY(env);
    if (event_on(EV_DATA_DUMP)) hooks.data_dump(self);
    VM_RETURN_VOID();
}

static jint run_data_dump(JNIEnv *env)
{
    if (options.reduce_signals)
        post_data_dump(env);
    else
        os_signal_send(SIGQUIT); /* as for a request on the terminal; the request file is gone by now */
    return JNI_OK;
}

/* The listener answers while the VM still comes up: a start that hangs can be looked at. An agent is for the live phase
 * (JVM TI, "Agent Start-Up"), and so is what needs the system class loader. */
static bool is_for_live_phase(const struct request *r)
{
    return !strcmp(r->name, "load") || (!strcmp(r->name, "jcmd") && mm_command_is_for_live_phase(r->args[0]));
}

static jint run(JNIEnv *env, const struct request *r, FILE *out)
{
    const char *n = r->name;
    if (is_for_live_phase(r) && !vm_wait_for_live()) {
        fputs("The VM ends\n", out);
        return JNI_ERR;
    }
    if (!strcmp(n, "jcmd")) return run_jcmd(env, r->args[0], out);
    if (!strcmp(n, "load")) return run_load(env, r, out);
    if (!strcmp(n, "threaddump")) return run_thread_dump(env, r, out);
    if (!strcmp(n, "inspectheap")) return run_inspect_heap(env, r, out);
    if (!strcmp(n, "properties")) return run_properties(env, "serializePropertiesToByteArray", out);
    if (!strcmp(n, "agentProperties")) return run_properties(env, "serializeAgentPropertiesToByteArray", out);
    if (!strcmp(n, "printflag")) return run_print_flag(r->args[0], out);
    if (!strcmp(n, "datadump")) return run_data_dump(env);
    if (!strcmp(n, "dumpheap")) return run_dump_heap(env, r, out);
    if (!strcmp(n, "setflag")) return run_set_flag(r->args[0], r->args[1], out);
    fprintf(out, "Operation %s not recognized!\n", n);
    return JNI_ERR;
}

/* ---- the connection ---- */

/* Returns false if the peer has closed the connection, or does not follow the protocol; then `problem` is the result to
 * send, or 0. */
static bool read_request(int fd, struct request *r, int *problem)
{
    size_t have = 0, strings = 0;
    *problem = 0;
    while (strings < 2 + ARGUMENTS) {
        if (have == sizeof r->text) return false;
        i64 n = os_file_read(fd, r->text + have, sizeof r->text - have);
        if (n <= 0) return false;
        for (size_t i = have; i < have + (size_t)n; i++) strings += r->text[i] == 0;
        have += (size_t)n;
        if (strings >= 1 && strcmp(r->text, "1")) {
            *problem = 101; /* the protocol's number for a version we do not speak */
            return false;
        }
    }
    const char *p = r->text + strlen(r->text) + 1;
    r->name = p;
    if (strlen(p) > NAME_MAX_LENGTH) return false;
    bool jcmd = !strcmp(p, "jcmd");
    for (int i = 0; i < ARGUMENTS; i++) {
        p += strlen(p) + 1;
        r->args[i] = p;
        if (strlen(p) > (jcmd && i == 0 ? LINE_MAX_LENGTH : ARGUMENT_MAX_LENGTH)) return false;
    }
    return true;
}

static void send_result(int fd, int result)
{
    char head[32];
    (void)os_local_send(fd, head, (size_t)snprintf(head, sizeof head, "%d\n", result));
}
/* In one piece: the VM may end at any time, and half an answer tells nothing. */
static void send_answer(int fd, int result, const char *text, size_t size)
{
    char head[32];
    size_t n = (size_t)snprintf(head, sizeof head, "%d\n", result);
    char *all = malloc(n + size);
    if (all) {
        memcpy(all, head, n);
        memcpy(all + n, text, size);
    }
    (void)os_local_send(fd, all ? all : head, all ? n + size : n);
    if (!all) (void)os_local_send(fd, text, size);
    free(all);
}
static void answer(JNIEnv *env, int fd, const struct request *r)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    jint result = out ? run(env, r, out) : JNI_ERR;
    bool whole = out && !ferror(out);
    if (out) whole &= fclose(out) == 0;
    if (!whole && result == JNI_OK) result = JNI_ERR; /* no memory for the text: do not send a part of it */
    send_answer(fd, result, text ? text : "", text ? size : 0);
    free(text);
}

/* ---- commands that wait ---- */

/* A command that waits has a thread of its own, so that other tools are answered meanwhile. */
enum { WAITING_MOST = 8 };
static _Atomic u32 waiting;
struct handed {
    int fd;
    struct request *r;
};
static void answer_handed(struct thread *self, void *arg)
{
    struct handed *h = arg;
    JNIEnv *env = thread_env(self);
    self->serves = true;
    thread_to_native(self);
    if ((*env)->PushLocalFrame(env, 64) == 0) {
        answer(env, h->fd, h->r);
        (*env)->PopLocalFrame(env, NULL);
    }
    (*env)->ExceptionClear(env);
    os_local_close(h->fd);
    thread_from_native(self);
    free(h->r);
    free(h);
    atomic_fetch_sub(&waiting, 1);
}
/* Returns false if the listener has to answer. Else it has neither the connection nor the request any more. */
static bool hand_over(JNIEnv *env, int fd, struct request *r)
{
    if (strcmp(r->name, "jcmd") != 0 || !mm_command_waits(r->args[0])) return false;
    struct handed *h = malloc(sizeof *h);
    if (!h) return false;
    *h = (struct handed){ fd, r };
    VM_ENTRY(env);
    bool started = atomic_fetch_add(&waiting, 1) < WAITING_MOST;
    if (started) {
        struct object *t = jvm_new_system_thread(self, "Attach Request", 9);
        started = t && thread_start_vm(self, t, answer_handed, h, false);
        self->pending = NULL;
    }
    if (!started) {
        atomic_fetch_sub(&waiting, 1);
        free(h);
    }
    VM_RETURN(started);
}

static void serve(JNIEnv *env, int fd)
{
    struct request *r = malloc(sizeof *r);
    int problem = 0;
    bool read = r && read_request(fd, r, &problem); /* without memory the peer sees the connection end */
    if (read && hand_over(env, fd, r)) return;
    if (read)
        answer(env, fd, r);
    else if (problem)
        send_result(fd, problem);
    free(r);
    os_local_close(fd);
}

static void listen_for_requests(struct thread *self, void *unused)
{
    JNIEnv *env = thread_env(self);
    self->serves = true;
    thread_to_native(self);
    for (;;) {
        int fd = os_local_accept(listener);
        if (fd < 0) break;
        if ((*env)->PushLocalFrame(env, 64) == 0) {
            if (os_local_peer_is_ours(fd))
                serve(env, fd);
            else
                os_local_close(fd);
            (*env)->ExceptionClear(env);
            (*env)->PopLocalFrame(env, NULL);
        } else
            os_local_close(fd);
    }
    /* For example no descriptors: the next tool gets a new listener, as on HotSpot, and none waits at this socket. */
    LOG(warning, os, "Attach listener: cannot accept: %s", strerror(errno));
    (void)os_file_remove(socket_path);
    os_file_close(listener);
    listener = -1;
    thread_from_native(self);
}

/* ---- starting ---- */

static void remove_socket(void) { (void)os_file_remove(socket_path); }

/* Removes the socket of a killed process with the same number, which tools would take for a listener. */
void attach_init(void)
{
    snprintf(socket_path, sizeof socket_path, "/tmp/.java_pid%d", os_pid());
    if (!options.disable_attach && os_file_exists(socket_path)) remove_socket();
}

static bool open_socket(void)
{
    int fd = os_local_listen(socket_path);
    if (fd >= 0) listener = fd;
    return fd >= 0;
}

static bool request_file_exists(void)
{
    char path[64];
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s.attach_pid%d", i ? "/tmp/" : "", os_pid());
        if (os_file_is_ours(path)) return true;
    }
    return false;
}

void attach_start(struct thread *self)
{
    if (listener >= 0) return; /* a second tool made a request before it saw the socket */
    if (!open_socket()) {
        LOG(warning, os, "Attach listener: cannot open %s: %s", socket_path, strerror(errno));
        return;
    }
    struct object *t = jvm_new_system_thread(self, "Attach Listener", 9);
    if (t && thread_start_vm(self, t, listen_for_requests, NULL, false)) {
        atexit(remove_socket);
        return;
    }
    os_file_close(listener);
    listener = -1;
    remove_socket();
    if (self->pending) {
        struct object *e = self->pending;
        self->pending = NULL;
        exception_print(self, e);
    }
}

bool attach_requested(struct thread *self)
{
    if (options.disable_attach || !request_file_exists()) return false;
    attach_start(self);
    return true;
}
