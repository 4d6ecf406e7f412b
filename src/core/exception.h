/* Throwing from C, stack traces, and the messages HotSpot's users know. */
#ifndef ARGUS_CORE_EXCEPTION_H
#define ARGUS_CORE_EXCEPTION_H

#include "model/wellknown.h"
#include "thread/thread.h"

/* Sets self->pending to a new instance of `c` with the formatted message (modified UTF-8; fmt NULL: no message). When
 * the instance cannot be made, what prevented it is pending instead. Always leaves something pending. */
void throw_new(struct thread *self, struct class *c, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* The same with a message that is there already. */
void throw_text(struct thread *self, struct class *c, const char *text);
/* boot class by name */
void throw_name(struct thread *self, const char *class_name, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void throw_with_cause(struct thread *self, struct class *c, struct object *cause, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void throw_object(struct thread *self, struct object *throwable); /* NULL → NullPointerException */
/* Prepared at boot, no allocation needed (several instances without traces where none can be filled in). */
void throw_out_of_memory(struct thread *self, const char *what); /* "Java heap space", "Metaspace", … */
/* The same for the memory of classes, which is not the Java heap: "Metaspace" or "Compressed class space". */
void throw_out_of_metadata(struct thread *self, const char *what);
/* An array longer than any can be: an OutOfMemoryError, but nothing ran out, and tools are told so. */
void throw_array_too_large(struct thread *self);
/* As throw_out_of_memory, saying what ran out: JVM TI's RESOURCE_EXHAUSTED flags (1 an OutOfMemoryError follows, 2 the
 * Java heap, 4 threads). */
void throw_resource_exhausted(struct thread *self, int flags, const char *what);
/* malloc said no to a caller that can say so. */
void throw_no_c_memory(struct thread *self);
/* Asked before something begins that takes C memory where no one can refuse (vm_malloc). true: the reserve is spent,
 * and the error is pending. */
WARN_UNUSED static inline bool throw_if_memory_short(struct thread *self)
{
    if (LIKELY(!vm_memory_short())) return false;
    throw_no_c_memory(self);
    return true;
}
void throw_stack_overflow(struct thread *self);
/* Is there room on the C stack for VM code to go deeper? Of the calling thread. */
static inline bool stack_has_room(const struct thread *self)
{
    return LIKELY((char *)__builtin_frame_address(0) >= self->c_stack_limit);
}
/* The same; false: StackOverflowError pending. Every recursion whose depth is up to input (class files, options, object
 * graphs) asks in each round. tools/recursion.tsv says of every other cycle of calls why it ends (docs/threads.md). */
WARN_UNUSED static inline bool stack_check(struct thread *self)
{
    if (stack_has_room(self)) return true;
    throw_stack_overflow(self);
    return false;
}
/* Makes the prepared errors; once, when String and OutOfMemoryError are initialized. false: pending. */
WARN_UNUSED bool exception_prepare(struct thread *self);
#define THROW(self, wk, ...) throw_new(self, WK(wk), __VA_ARGS__)

/* What instructions throw where they do so often (exec/tier/throws.h): one object each for the life of the VM, with
 * neither message nor trace. They never move. */
enum fast_throw { FAST_NULL, FAST_INDEX, FAST_DIVISOR, FAST_STORE, FAST_CAST, FAST_THROWS };
/* Any thread, as soon as exception_prepare has run; does not collect. */
struct object *exception_without_trace(enum fast_throw which);

/* Throwable.fillInStackTrace: builds the backtrace object and depth, skipping fillInStackTrace and the throwable's
 * constructors. */
void throwable_fill_trace(struct thread *self, struct object *throwable);
/* Makes what all traces share; once, by exception_prepare. false: pending. */
WARN_UNUSED bool throwable_prepare(struct thread *self);
i32 throwable_depth(struct object *throwable);
/* Frame i of the trace, 0 the newest; bci -1 for native methods. false: there is none. */
bool throwable_frame(struct object *throwable, i32 i, struct method **m, i32 *bci);
/* Versions of methods are about to be freed: the trace keeps their lines instead of their addresses. World stopped. */
void throwable_forget_versions(struct object *throwable);
/* Was it thrown in a hidden frame (a method handle's), which the trace leaves out? */
bool throwable_hidden_top(struct object *throwable);
/* StackTraceElement.initStackTraceElements / initStackTraceElement. false: pending */
WARN_UNUSED bool throwable_elements(struct thread *self, struct object *elements_array, struct object *throwable);
WARN_UNUSED bool stack_element_init(struct thread *self, struct object *element, struct method *m, i32 bci);
/* NullPointerException.getExtendedNPEMessage; NULL when there is nothing to say (pending clear). */
struct object *npe_message(struct thread *self, struct object *npe);

/* Prints like Throwable.printStackTrace through Java; falls back to the class name. Clears pending. */
void exception_print(struct thread *self, struct object *throwable);

/* A ClassCastException that says in which modules and loaders the two classes are. */
void throw_class_cast(struct thread *self, const struct class *from, const struct class *to);
/* "java.lang.String name(int, p.Foo[])", without the holder. Cut at size, NUL-terminated. */
char *method_signature_text(const struct method *m, char *buf, size_t size);

#endif
