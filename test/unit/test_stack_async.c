/* Stacks that a signal finds: what lies where a frame was is no frame. */
#include "exec/stack/stack_async.h"
#include "model/class_space.h"
#include "unit.h"

static slot stack[256];
static struct thread thread;

struct loaded {
    struct class_holder holder; /* must stay first */
    struct class cls;
    struct method m, *methods[1];
};

static struct loaded *load(void)
{
    struct loaded *l = class_space_new_holder(sizeof *l, 0, false);
    l->cls.methods = l->methods;
    l->cls.method_count = 1;
    l->m.owner = &l->cls;
    l->methods[0] = &l->m;
    return l;
}

/* The number of frames that a signal finds in a stack with one frame, of m. In native code the registers say nothing,
 * so nothing of the context is read. */
static u32 frames_of(const void *m, struct async_frame *out)
{
    struct frame *f = (struct frame *)(void *)&stack[16];
    *f = (struct frame){ .method = (struct method *)(uintptr_t)m, .kind = FRAME_JAVA };
    thread.stack_base = stack;
    thread.stack_end = stack + ARRAY_LEN(stack);
    thread.fp = f;
    atomic_store(&thread.state, THREAD_IN_NATIVE);
    return stack_async_walk(&thread, &stack /* any context */, out, 8);
}

static void a_method_is_told(void **state)
{
    struct async_frame out[8];
    struct loaded *l = load();
    assert_int_equal(frames_of(&l->m, out), 1);
    assert_ptr_equal(out[0].method, &l->m);
    assert_int_equal(stack_async_walk(&thread, NULL, out, 8), 1);
}

static void another_version_is_told(void **state)
{
    struct async_frame out[8];
    struct loaded *l = load();
    struct method *newest = class_holder_alloc(&l->holder, sizeof *newest);
    *newest = l->m;
    newest->previous_version = &l->m;
    l->m.next_version = l->methods[0] = newest;
    assert_int_equal(frames_of(&l->m, out), 1);
    assert_int_equal(frames_of(newest, out), 1);
    /* one that no longer has its place in the table, as methods were deleted before it */
    newest->index = 3;
    assert_int_equal(frames_of(newest, out), 0);
    l->cls.flags |= CLS_REDEFINED;
    assert_int_equal(frames_of(newest, out), 1);
    assert_int_equal(frames_of(&l->m, out), 1);
}

static void what_was_unloaded_is_not(void **state)
{
    struct async_frame out[8];
    struct loaded *l = load();
    struct method *m = &l->m;
    class_space_free(&l->holder, false);
    assert_int_equal(frames_of(m, out), 0);
    struct loaded *other = load(); /* in the same place */
    assert_ptr_equal(other, l);
    other->methods[0] = class_holder_alloc(&other->holder, sizeof *m); /* its method is elsewhere */
    assert_int_equal(frames_of(m, out), 0);
}

static void other_things_in_class_space_are_not(void **state)
{
    struct async_frame out[8];
    struct loaded *l = load();
    assert_int_equal(frames_of(&l->cls, out), 0);
    assert_int_equal(frames_of(&l->holder, out), 0);
    assert_int_equal(frames_of((char *)&l->m + 1, out), 0);
    assert_int_equal(frames_of(NULL, out), 0);
}

int main(void)
{
    class_space_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_method_is_told),
        cmocka_unit_test(another_version_is_told),
        cmocka_unit_test(what_was_unloaded_is_not),
        cmocka_unit_test(other_things_in_class_space_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
