/* Throwing from C, stack traces, and messages in HotSpot's words. */
#ifndef ARGUS_CORE_EXCEPTION_H
#define ARGUS_CORE_EXCEPTION_H

#include "model/wellknown.h"
#include "thread/thread.h"

struct heap_visitor;

/* Sets self->pending to a new instance of `c` with the formatted message (modified UTF-8; fmt NULL: no message). If the
 * instance cannot be made, the exception that prevented it is pending. Some exception is always pending afterwards. */
void throw_new(struct thread *self, struct class *c, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* The same with a message that is not a format. */
void throw_text(struct thread *self, struct class *c, const char *text);
/* boot class by name */
void throw_name(struct thread *self, const char *class_name, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void throw_with_cause(struct thread *self, struct class *c, struct object *cause, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void throw_object(struct thread *self, struct object *throwable); /* NULL → NullPointerException */
/* Prepared at boot, needs no allocation (several instances, without traces if none can be filled in). */
void throw_out_of_memory(struct thread *self, const char *what); /* "Java heap space", "Metaspace", … */
/* The same for the memory of classes, which is outside of the Java heap: "Metaspace" or "Compressed class space". */
void throw_out_of_metadata(struct thread *self, const char *what);
/* An array longer than any can be: an OutOfMemoryError although no memory ran out; tools are notified. */
void throw_array_too_large(struct thread *self);
/* Like throw_out_of_memory, with JVM TI's RESOURCE_EXHAUSTED flags (1 an OutOfMemoryError follows, 2 the Java heap, 4
 * threads). */
void throw_resource_exhausted(struct thread *self, int flags, const char *what);
/* For callers of malloc that can report its failure. */
void throw_no_c_memory(struct thread *self);
/* Called before work that takes C memory where a failure cannot be reported (vm_malloc). Returns true if the reserve is
 * spent; then the error is pending. */
WARN_UNUSED static inline bool throw_if_memory_short(struct thread *self)
{
    if (LIKELY(!vm_memory_short())) return false;
    throw_no_c_memory(self);
    return true;
}
void throw_stack_overflow(struct thread *self);
/* Is there room on the calling thread's C stack for VM code to go deeper? */
static inline bool stack_has_room(const struct thread *self)
{
    return LIKELY((char *)__builtin_frame_address(0) >= self->c_stack_limit);
}
/* The same; returns false with StackOverflowError pending. Every recursion whose depth depends on input (class files,
 * options, object graphs) checks it at each level. tools/recursion.tsv says of every other cycle of calls why it ends
 * (docs/threads.md). */
WARN_UNUSED static inline bool stack_check(struct thread *self)
{
    if (stack_has_room(self)) return true;
    throw_stack_overflow(self);
    return false;
}
/* Makes the prepared errors; called once, when String and OutOfMemoryError are initialized. Returns false with an
 * exception pending. */
WARN_UNUSED bool exception_prepare(struct thread *self);
#define THROW(self, wk, ...) throw_new(self, WK(wk), __VA_ARGS__)

/* Exceptions of instructions that throw often (exec/tier/throws.h): one object each for the life of the VM, without
 * message and trace. They never move. */
enum fast_throw { FAST_NULL, FAST_INDEX, FAST_DIVISOR, FAST_STORE, FAST_CAST, FAST_THROWS };
/* Any thread, after exception_prepare; does not collect. */
struct object *exception_without_trace(enum fast_throw which);
/* World stopped, before anything moves: shows these objects as ambiguous roots, so that they stay. */
void exception_visit_pinned(struct heap_visitor *v);

/* Throwable.fillInStackTrace: builds the backtrace object and depth, skipping fillInStackTrace and the throwable's
 * constructors. */
void throwable_fill_trace(struct thread *self, struct object *throwable);
/* Makes the parts that all traces share; called once, by exception_prepare. false: pending. */
WARN_UNUSED bool throwable_prepare(struct thread *self);
i32 throwable_depth(struct object *throwable);
/* Frame i of the trace, 0 is the newest; bci -1 for native methods. Returns false if there is none. */
bool throwable_frame(struct object *throwable, i32 i, struct method **m, i32 *bci);
/* Versions of methods are about to be freed: the trace stores their lines in place of their addresses. World
 * stopped. */
void throwable_forget_versions(struct object *throwable);
/* Was it thrown in a hidden frame (a method handle's), which the trace leaves out? */
bool throwable_hidden_top(struct object *throwable);
/* StackTraceElement.initStackTraceElements / initStackTraceElement. false: pending */
WARN_UNUSED bool throwable_elements(struct thread *self, struct object *elements_array, struct object *throwable);
WARN_UNUSED bool stack_element_init(struct thread *self, struct object *element, struct method *m, i32 bci);
/* NullPointerException.getExtendedNPEMessage; NULL if there is no message (nothing pending). */
struct object *npe_message(struct thread *self, struct object *npe);

/* Prints like Throwable.printStackTrace through Java; falls back to the class name. Clears pending. */
void exception_print(struct thread *self, struct object *throwable);

/* Throws a ClassCastException that names the modules and loaders of the two classes. */
void throw_class_cast(struct thread *self, const struct class *from, const struct class *to);
/* "java.lang.String name(int, p.Foo[])", without the holder. Cut at size, NUL-terminated. */
char *method_signature_text(const struct method *m, char *buf, size_t size);

#endif
