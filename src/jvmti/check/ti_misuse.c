/* -Xcheck:jvmti: reports an agent's misuse on standard error. ti_check_calls.c finds it.
 *
 *     JVM TI misuse: SetBreakpoint: argument 1, method, is NULL (INVALID_METHODID)
 *     environment 0, live phase, thread "main", in the callback of ClassPrepare
 *     called from on_prepare+0x2b (libtool.so+0x15b0)
 *     at Main.work(Main.java:12)
 *
 * The same misuse at the same place is reported once; the number of repetitions is reported at the end. */
#include "base/text.h"
#include "jvmti/trace/ti_observe.h"
#include "tool/tool_frame.h"

#include <stdarg.h>

#include "os/os_dl.h"

enum { FRAMES_MAX = 64 };

struct told {
    struct told *next;
    char *words;
    const void *caller;
    u64 again;
};
static struct os_mutex told_lock = OS_MUTEX_INIT;
static struct told *all_told GUARDED_BY(told_lock), **told_end GUARDED_BY(told_lock) = &all_told;

static bool told_before(const char *words, const void *caller)
{
    os_mutex_lock(&told_lock);
    struct told *t = all_told;
    while (t && (t->caller != caller || strcmp(t->words, words) != 0)) t = t->next;
    bool before = t != NULL;
    if (t)
        t->again++;
    else {
        t = vm_calloc(1, sizeof *t);
        t->words = vm_strdup(words);
        t->caller = caller;
        *told_end = t;
        told_end = &t->next;
    }
    os_mutex_unlock(&told_lock);
    return before;
}

/* "on_prepare+0x2b (libtool.so+0x15b0)" */
static void place(struct text *t, const void *p)
{
    char symbol[256], library[256];
    size_t offset, in_library;
    if (!os_dl_place(p, symbol, sizeof symbol, &offset, library, sizeof library, &in_library)) {
        text_printf(t, "0x%llx", (unsigned long long)(uintptr_t)p);
        return;
    }
    if (*symbol && offset)
        text_printf(t, "%s+0x%zx (%s+0x%zx)", symbol, offset, library, in_library);
    else if (*symbol)
        text_printf(t, "%s (%s+0x%zx)", symbol, library, in_library);
    else
        text_printf(t, "%s+0x%zx", library, in_library);
}

const char *ti_misuse_phase_name(void)
{
    switch (atomic_load(&vm_phase)) {
    case VM_NONE:
    case VM_ONLOAD: return "OnLoad";
    case VM_PRIMORDIAL: return "primordial";
    case VM_START: return "start";
    case VM_LIVE: return "live";
    default: return "dead";
    }
}

static void java_stack(struct text *t, struct thread *self)
{
    u32 n = 0;
    for (struct frame *f = tool_frame_at(self, 0); f; f = tool_frame_next(f), n++) {
        if (n == FRAMES_MAX) {
            text_add(t, "\t...\n");
            return;
        }
        char name[512];
        const struct method *m = tool_frame_method(f);
        const char *source = tool_class_source_file(tool_method_class(m));
        text_printf(t, "\tat %s.%s(", tool_class_external_name(tool_method_class(m), name, sizeof name),
                    tool_method_name(m));
        i32 line = tool_frame_is_java(f) ? tool_method_line(m, tool_frame_bci(f)) : -1;
        if (tool_method_is_native(m))
            text_add(t, "Native Method)\n");
        else if (!source)
            text_add(t, "Unknown Source)\n");
        else if (line < 0)
            text_printf(t, "%s)\n", source);
        else
            text_printf(t, "%s:%d)\n", source, line);
    }
}

/* The call or event that encloses it: for a call the one that it was made in, for an event itself. */
static const struct ti_observed *surroundings(const struct ti_observed *o) { return o->shape->event ? o : o->outer; }

void ti_misuse(const struct ti_observed *o, const char *origin_words, const void *origin, const char *fmt, ...)
{
    char room[2048], name[64];
    struct text words, t;
    text_init(&words, NULL, 0);
    if (o) text_printf(&words, "%s: ", o->shape->name);
    va_list args;
    va_start(args, fmt);
    char said[1024];
    vsnprintf(said, sizeof said, fmt, args);
    va_end(args);
    text_add(&words, said);
    if (told_before(text_string(&words), o ? o->caller : origin)) {
        text_free(&words);
        return;
    }
    text_init(&t, room, sizeof room);
    text_printf(&t, "JVM TI misuse: %s\n\t", text_string(&words));
    struct thread *self = tool_self();
    struct object *pending = NULL;
    bool entered = ti_can_enter(self);
    if (entered) pending = ti_enter(self);
    ti_value_thread_name(self, entered, name, sizeof name);
    if (o && o->env) text_printf(&t, "environment %u, ", o->env->index);
    text_printf(&t, "%s phase, %sthread%s%s%s", ti_misuse_phase_name(), self ? "" : "unattached ", self ? " \"" : "",
                self ? name : "", self ? "\"" : "");
    const struct ti_observed *in = o ? surroundings(o) : NULL;
    if (in) text_printf(&t, ", in the %s %s", in->shape->event ? "callback of" : "heap callback of", in->shape->name);
    text_add(&t, "\n");
    if (o) {
        text_add(&t, o->shape->event ? "\tthe callback is " : "\tcalled from ");
        place(&t, o->caller);
        text_add(&t, "\n");
    }
    if (origin) {
        text_printf(&t, "\t%s ", origin_words);
        place(&t, origin);
        text_add(&t, "\n");
    }
    /* In the VM with the world stopped (callbacks of collections and heap walks) the thread's own frames do not change
     * either. */
    if (o && self && (entered || tool_in_vm(self))) java_stack(&t, self);
    if (entered) ti_leave(self, pending);
    fputs(text_string(&t), stderr);
    fflush(stderr);
    text_free(&t);
    text_free(&words);
}

void ti_misuse_summary(void)
{
    os_mutex_lock(&told_lock);
    u64 kinds = 0, again = 0;
    for (const struct told *t = all_told; t; t = t->next) {
        kinds++;
        again += t->again;
    }
    struct text line;
    for (const struct told *t = all_told; t; t = t->next) {
        if (!t->again) continue;
        text_init(&line, NULL, 0);
        text_printf(&line, "JVM TI misuse: %s: %llu more time%s, from ", t->words, (unsigned long long)t->again,
                    t->again == 1 ? "" : "s");
        place(&line, t->caller);
        fprintf(stderr, "%s\n", text_string(&line));
        text_free(&line);
    }
    os_mutex_unlock(&told_lock);
    if (kinds)
        fprintf(stderr, "JVM TI misuse: %llu kind%s, %llu time%s in all\n", (unsigned long long)kinds,
                kinds == 1 ? "" : "s", (unsigned long long)(kinds + again), kinds + again == 1 ? "" : "s");
}
