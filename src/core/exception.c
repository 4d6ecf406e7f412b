/* Throwing from C.
 *
 * An exception is made as Java would: allocate, run the constructor (which fills in the trace), set self->pending. Two
 * kinds are made without running Java, because there may be no stack or no memory for it: StackOverflowError and
 * OutOfMemoryError get their fields set directly. A few OutOfMemoryErrors are prepared at boot for when not even that
 * fits. */
#include "core/exception.h"
#include "core/alloc.h"
#include "core/call.h"
#include "core/jstring.h"
#include "log/log.h"
#include "log/log_history.h"
#include "model/meta_binding.h"
#include "model/options.h"
#include "model/service_binding.h"
#include "model/vm.h"
#include "os/os_proc.h"
#include "thread/events.h"
#include "thread/probe_points.h"
#include "thread/refs.h"
#include "thread/thread_contract.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- ordinary exceptions ---- */
static struct method *constructor(struct class *c, const char *desc)
{
    return class_find_method_here(c, SYM(init), symbol_from_cstr(desc));
}

static void make_and_throw(struct thread *self, struct class *c, struct object *message, struct object *cause)
{
    if (!class_init(self, c)) return;
    struct object *e = object_new(self, c);
    if (!e) return;
    struct method *m = NULL;
    slot args[3] = { slot_of_ref(e), slot_of_ref(message), slot_of_ref(cause) };
    bool cause_given = false;
    if (message && cause && (m = constructor(c, "(Ljava/lang/String;Ljava/lang/Throwable;)V"))) cause_given = true;
    if (!m && message) m = constructor(c, "(Ljava/lang/String;)V");
    if (!m && message && (m = constructor(c, "(Ljava/lang/Object;)V"))) {} /* AssertionError */
    if (!m && !message && cause && (m = constructor(c, "(Ljava/lang/Throwable;)V"))) {
        cause_given = true;
        args[1] = args[2];
    }
    if (!m) m = constructor(c, "()V");
    if (!m) {
        /* A throwable without any of these constructors: its fields are set here. */
        throwable_fill_trace(self, e);
        if (message) heap_store_ref(e, WKF(Throwable_detailMessage), message);
    } else {
        java_call(self, m, args);
        if (self->pending) return;
    }
    if (cause && !cause_given) {
        slot init[2] = { slot_of_ref(e), slot_of_ref(cause) };
        java_call(self, WKM(Throwable_initCause), init);
        if (self->pending) return;
    }
    self->pending = e;
}

static void tell(const struct class *c)
{
    history_note_name(HISTORY_EXCEPTIONS, "Exception ", c->name->bytes);
    if (LOG_ENABLED(info, exceptions)) {
        char n[256];
        LOG(info, exceptions, "VM throws %s", class_external_name(c, n, sizeof n));
    }
}

static void throw_format(struct thread *self, struct class *c, struct object *cause, const char *fmt, va_list va)
{
    MAY_COLLECT(self);
    struct object *message = NULL;
    self->pending = NULL;
    tell(c);
    if (fmt) {
        char fixed[1024], *text = fixed;
        va_list again;
        va_copy(again, va);
        int n = vsnprintf(fixed, sizeof fixed, fmt, va);
        if (n >= (int)sizeof fixed) {
            text = malloc((size_t)n + 1);
            if (text) vsnprintf(text, (size_t)n + 1, fmt, again);
        }
        va_end(again);
        if (text)
            message = string_from_mutf8(self, text);
        else
            throw_no_c_memory(self);
        if (text != fixed) free(text);
        if (!message) return; /* its OutOfMemoryError is pending */
    }
    make_and_throw(self, c, message, cause);
    SOMETHING_PENDING(self);
}

void throw_text(struct thread *self, struct class *c, const char *text)
{
    MAY_COLLECT(self);
    self->pending = NULL;
    tell(c);
    struct object *message = string_from_mutf8(self, text);
    if (!message) return;
    make_and_throw(self, c, message, NULL);
    SOMETHING_PENDING(self);
}

void throw_new(struct thread *self, struct class *c, const char *fmt, ...)
{
    va_list va;
    va_start(va, fmt);
    throw_format(self, c, NULL, fmt, va);
    va_end(va);
}

void throw_with_cause(struct thread *self, struct class *c, struct object *cause, const char *fmt, ...)
{
    va_list va;
    va_start(va, fmt);
    throw_format(self, c, cause, fmt, va);
    va_end(va);
}

void throw_name(struct thread *self, const char *class_name, const char *fmt, ...)
{
    struct class *c = meta_binding.boot_class(self, symbol_from_cstr(class_name));
    if (!c) return;
    va_list va;
    va_start(va, fmt);
    throw_format(self, c, NULL, fmt, va);
    va_end(va);
}

void throw_object(struct thread *self, struct object *throwable)
{
    IN_STATE(self, VM);
    IS_OBJECT_OR_NULL(throwable);
    if (throwable)
        self->pending = throwable;
    else
        throw_new(self, WK(NullPointerException), NULL);
}

/* ---- the two that run no Java ---- */
enum { PREPARED = 8 };
static jobject prepared_errors[PREPARED]; /* OutOfMemoryError: Java heap space, without a trace */
static jobject heap_space_text;
static _Atomic u32 prepared_used;
static _Atomic bool first_seen;

static struct object *without_trace[FAST_THROWS]; /* exception_visit_pinned keeps them alive and in place */

static bool prepare_without_trace(struct thread *self)
{
    struct class *classes[FAST_THROWS] = { [FAST_NULL] = WK(NullPointerException),
                                           [FAST_INDEX] = WK(ArrayIndexOutOfBoundsException),
                                           [FAST_DIVISOR] = WK(ArithmeticException),
                                           [FAST_STORE] = WK(ArrayStoreException),
                                           [FAST_CAST] = WK(ClassCastException) };
    for (u32 i = 0; i < FAST_THROWS; i++) {
        if (!class_init(self, classes[i])) return false;
        struct object *e = object_alloc_slow(self, classes[i], classes[i]->type.instance_size, true);
        if (!e) return false;
        without_trace[i] = e;
    }
    return true;
}
struct object *exception_without_trace(enum fast_throw which) { return without_trace[which]; }
void exception_visit_pinned(struct heap_visitor *v)
{
    WORLD_STOPPED();
    v->conservative(v, without_trace, without_trace + FAST_THROWS);
}

bool exception_prepare(struct thread *self)
{
    if (!throwable_prepare(self)) return false;
    struct object *text = string_intern_mutf8(self, "Java heap space");
    if (!text) return false;
    heap_space_text = ref_global(text);
    for (int i = 0; i < PREPARED; i++) {
        struct object *e = object_new(self, WK(OutOfMemoryError));
        if (!e) return false;
        heap_store_ref(e, WKF(Throwable_detailMessage), text);
        prepared_errors[i] = ref_global(e);
    }
    return prepare_without_trace(self);
}

enum { EXHAUSTED_ERROR = 1, EXHAUSTED_HEAP = 2, EXHAUSTED_THREADS = 4 };

/* -XX:OnOutOfMemoryError: commands between semicolons; %p is the process. */
static void run_commands(const char *commands, const char *what)
{
    printf("#\n# java.lang.OutOfMemoryError: %s\n# -XX:OnOutOfMemoryError=\"%s\"\n", what, commands);
    for (const char *at = commands; *at;) {
        at += strspn(at, "; ");
        size_t n = strcspn(at, ";");
        char text[1024];
        if (n && n < sizeof text / 2) {
            os_proc_expand_pid(text, sizeof text, at, n);
            printf("#   Executing /bin/sh -c \"%s\"...\n", text);
            fflush(stdout);
            if (os_proc_shell(text) < 0) printf("os::fork_and_exec failed: %s\n", strerror(errno));
        }
        at += n;
    }
    fflush(stdout);
}

/* Does what the user has requested for the first OutOfMemoryError. */
static void react_to_exhaustion(struct thread *self, int flags, const char *what)
{
    if (event_on(EV_RESOURCE_EXHAUSTED) && hooks.resource_exhausted && stack_has_room(self))
        hooks.resource_exhausted(self, flags, what);
    bool no = false;
    if ((flags & EXHAUSTED_THREADS) || !atomic_compare_exchange_strong(&first_seen, &no, true)) return;
    if (options.heap_dump_on_oom && service_binding.dump_heap) {
        printf("java.lang.OutOfMemoryError: %s\n", what);
        service_binding.dump_heap(self);
    }
    if (options.on_oom) run_commands(options.on_oom, what);
    if (options.crash_on_oom) VM_FATAL("OutOfMemory encountered: %s", what);
    if (options.exit_on_oom) {
        printf("Terminating due to java.lang.OutOfMemoryError: %s\n", what);
        fflush(NULL);
        _Exit(3);
    }
}

void throw_out_of_memory(struct thread *self, const char *what)
{
    throw_resource_exhausted(self, EXHAUSTED_ERROR | EXHAUSTED_HEAP, what);
}
void throw_no_c_memory(struct thread *self) { throw_resource_exhausted(self, EXHAUSTED_ERROR, "C heap space"); }
void throw_out_of_metadata(struct thread *self, const char *what)
{
    throw_resource_exhausted(self, EXHAUSTED_ERROR, what);
}
void throw_array_too_large(struct thread *self)
{
    throw_resource_exhausted(self, EXHAUSTED_ERROR, "Requested array size exceeds VM limit");
}

void throw_resource_exhausted(struct thread *self, int flags, const char *what)
{
    MAY_COLLECT(self);
    self->pending = NULL;
    react_to_exhaustion(self, flags, what);
    self->pending = NULL;
    struct class *c = WK(OutOfMemoryError);
    struct object *e = c ? heap_alloc(&self->heap, &c->type, c->type.instance_size) : NULL;
    if (!e && c) e = heap_alloc_reserve(&c->type, c->type.instance_size);
    if (e && UNLIKELY(c->type.told)) probe_tell(self, PROBE_ALLOCATED, e, c->type.instance_size);
    if (!e) {
        if (!prepared_errors[0]) vm_exit_during_init("java.lang.OutOfMemoryError: %s", what);
        self->pending = ref_get(prepared_errors[atomic_fetch_add(&prepared_used, 1) % PREPARED]);
        return;
    }
    bool heap_space = !strcmp(what, "Java heap space");
    struct object *text = heap_space && heap_space_text ? ref_get(heap_space_text) : NULL;
    if (!text && self->exception_depth == 0) {
        self->exception_depth++; /* a second failure below keeps the first one's error, without a message */
        text = string_from_mutf8(self, what);
        self->pending = NULL;
        self->exception_depth--;
    }
    if (text) heap_store_ref(e, WKF(Throwable_detailMessage), text);
    if (self->exception_depth == 0) {
        self->exception_depth++;
        throwable_fill_trace(self, e);
        self->exception_depth--;
    }
    self->pending = e;
}

void throw_stack_overflow(struct thread *self)
{
    MAY_COLLECT(self);
    struct class *c = WK(StackOverflowError);
    if (!c) vm_exit_during_init("The thread stack size specified (-Xss) is too small for the start of this VM");
    self->pending = NULL;
    struct object *e = object_new(self, c);
    if (!e) return;
    throwable_fill_trace(self, e);
    self->pending = e;
}

/* ---- printing ---- */
void exception_print(struct thread *self, struct object *throwable)
{
    MAY_CALL_OUT(self);
    IS_OBJECT(throwable);
    self->pending = NULL;
    fflush(stdout);
    jobject keep = ref_local(self, throwable);
    slot args[1] = { slot_of_ref(throwable) };
    java_call_virtual(self, WKM(Throwable_printStackTrace), args);
    if (self->pending) {
        char n[512];
        self->pending = NULL;
        fprintf(stderr, "%s: the trace could not be printed\n",
                class_external_name(object_class(ref_get(keep)), n, sizeof n));
    }
    ref_delete_local(self, keep);
}
