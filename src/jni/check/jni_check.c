/* -Xcheck:jni: the parts that all checks share, and the report of misuse. */
#include "jni/check/jni_check.h"
#include "jni/jni_fatal.h"
#include "tool/threads_dump.h"

static void warn_unchecked(struct jni_check *c)
{
    printf("WARNING in native method: JNI call made without checking exceptions when required to from %s\n",
           c->self->jni_unchecked);
    thread_print_stack(c->self);
    fflush(stdout);
}

void jni_check_warn(struct jni_check *c, const char *words)
{
    printf("WARNING in native method: %s\n", words);
    thread_print_stack(c->self);
    fflush(stdout);
}

void jni_check_fatal(struct jni_check *c, const char *words)
{
    IN_STATE(c->self, VM);
    jni_fatal(c->self, words);
}

static void look_at_exceptions(struct jni_check *c)
{
    if (c->self->pending) jni_check_warn(c, "JNI call made with exception pending");
    if (!c->unchecked) return;
    warn_unchecked(c);
    jni_check_unchecked(c, false); /* reported once */
}

void jni_check_begin(struct jni_check *c, JNIEnv *env, const char *function, u32 allowed)
{
    struct thread *self = thread_self();
    if (!self) jni_fatal(NULL, "Using JNIEnv in non-Java thread");
    IN_STATE(self, NATIVE);
    *c = (struct jni_check){ self, function, self->context, ref_frame_marked(self) };
    thread_from_native(self);
    if (thread_of_env(env) != self) jni_check_fatal(c, "Using JNIEnv in the wrong thread");
    if (self->jni_critical && !(allowed & JNI_WHILE_CRITICAL)) {
        puts("Warning: Calling other JNI functions in the scope of Get/ReleasePrimitiveArrayCritical or "
             "Get/ReleaseStringCritical");
        fflush(stdout);
    }
    if (!(allowed & JNI_WHILE_PENDING)) look_at_exceptions(c);
    if (allowed & JNI_CHECKS) jni_check_unchecked(c, false);
}

void jni_check_end(struct jni_check *c)
{
    IN_STATE(c->self, VM);
    thread_return_to_native(c->self, &c->outer);
}

void jni_check_unchecked(struct jni_check *c, bool unchecked)
{
    c->unchecked = unchecked;
    ref_frame_mark(c->self, unchecked);
}

void jni_check_call_made(struct jni_check *c)
{
    c->self->jni_unchecked = c->function;
    jni_check_unchecked(c, true);
}
