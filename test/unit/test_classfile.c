/* The class file parser on bytes: a small class is described rightly, every cut and every damaged byte is survived, and
 * the messages are HotSpot's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "classfile/verify.h"
#include "model/class.h"

struct buf {
    u8 b[2048];
    size_t n;
};
static void u1(struct buf *o, unsigned v) { o->b[o->n++] = (u8)v; }
static void u2(struct buf *o, unsigned v)
{
    u1(o, v >> 8);
    u1(o, v & 255);
}
static void u4(struct buf *o, u32 v)
{
    u2(o, v >> 16);
    u2(o, v & 0xffff);
}
static void utf(struct buf *o, const char *s)
{
    u1(o, CP_UTF8);
    u2(o, (unsigned)strlen(s));
    for (; *s; s++) u1(o, (u8)*s);
}

/* class a/B extends java/lang/Object { static final int K = 7; void m(long, String[]) { return; } } */
static void build(struct buf *o)
{
    o->n = 0;
    u4(o, 0xCAFEBABE);
    u2(o, 0);
    u2(o, 61);
    u2(o, 15);
    utf(o, "a/B"); /* 1 */
    u1(o, CP_CLASS);
    u2(o, 1);                   /* 2 */
    utf(o, "java/lang/Object"); /* 3 */
    u1(o, CP_CLASS);
    u2(o, 3);                /* 4 */
    utf(o, "K");             /* 5 */
    utf(o, "I");             /* 6 */
    utf(o, "ConstantValue"); /* 7 */
    u1(o, CP_INTEGER);
    u4(o, 7);                          /* 8 */
    utf(o, "m");                       /* 9 */
    utf(o, "(J[Ljava/lang/String;)V"); /* 10 */
    utf(o, "Code");                    /* 11 */
    utf(o, "LineNumberTable");         /* 12 */
    u1(o, CP_LONG);
    u4(o, 1);
    u4(o, 2); /* 13, 14 */
    u2(o, ACC_PUBLIC | ACC_SUPER);
    u2(o, 2);
    u2(o, 4);
    u2(o, 0);
    u2(o, 1);
    u2(o, ACC_STATIC | ACC_FINAL);
    u2(o, 5);
    u2(o, 6);
    u2(o, 1);
    u2(o, 7);
    u4(o, 2);
    u2(o, 8);
    u2(o, 1);
    u2(o, 0);
    u2(o, 9);
    u2(o, 10);
    u2(o, 1);
    u2(o, 11);
    u4(o, 2 + 2 + 4 + 1 + 2 + 2 + 12);
    u2(o, 0);
    u2(o, 4);
    u4(o, 1);
    u1(o, 0xb1);
    u2(o, 0);
    u2(o, 1);
    u2(o, 12);
    u4(o, 6);
    u2(o, 1);
    u2(o, 0);
    u2(o, 42);
    u2(o, 0);
}

static enum cf_error parse(const u8 *b, size_t n, const char *name, struct classfile **cf, char *msg)
{
    static struct arena a;
    arena_destroy(&a);
    arena_init(&a, 0);
    struct cf_options opt = { .expected_name = name ? symbol_from_cstr(name) : NULL };
    const char *m = NULL;
    u8 *exact = malloc(n ? n : 1); /* so that a sanitizer sees a read past the end */
    memcpy(exact, b, n);
    enum cf_error e = classfile_parse(&a, exact, n, &opt, cf, &m);
    memset(exact, 0xdb, n); /* nothing of what was parsed lies in it */
    free(exact);
    if (e != CF_OK) assert_non_null(m);
    if (msg) strcpy(msg, m ? m : "");
    return e;
}

/* class a/B with a constant of every kind. */
static void build_every_constant(struct buf *o)
{
    static const u8 rest[] = {
        CP_CLASS,     0,    1,  CP_STRING, 0,  1,                          /* 2, 3 */
        CP_INTEGER,   0x80, 1,  2,         3,  CP_FLOAT, 0x7f, 0xc0, 0, 1, /* 4, 5 */
        CP_LONG,      0x81, 2,  3,         4,  5,        6,    7,    8, CP_DOUBLE,
        0x7f,         0xf8, 0,  0,         0,  0,        0,    9, /* 6, 8 */
        CP_NAME_TYPE, 0,    11, 0,         12,                    /* 10 */
    };
    o->n = 0;
    u4(o, 0xCAFEBABE);
    u2(o, 3);
    u2(o, 55);
    u2(o, 25);
    utf(o, "a/B");
    memcpy(o->b + o->n, rest, sizeof rest);
    o->n += sizeof rest;
    utf(o, "f\xc0\x80\xc3\xa4"); /* 11: a zero in two bytes */
    utf(o, "I");                 /* 12 */
    u1(o, CP_FIELD);
    u4(o, 2 << 16 | 10); /* 13 */
    utf(o, "()V");       /* 14 */
    u1(o, CP_METHOD_TYPE);
    u2(o, 14); /* 15 */
    u1(o, CP_METHOD_HANDLE);
    u1(o, 2);
    u2(o, 13); /* 16 */
    u1(o, CP_NAME_TYPE);
    u4(o, 11 << 16 | 14); /* 17 */
    u1(o, CP_METHOD);
    u4(o, 2 << 16 | 17); /* 18 */
    u1(o, CP_IMETHOD);
    u4(o, 2 << 16 | 17); /* 19 */
    u1(o, CP_INDY);
    u4(o, 17); /* 20 */
    u1(o, CP_DYNAMIC);
    u4(o, 10);                  /* 21 */
    utf(o, "BootstrapMethods"); /* 22 */
    utf(o, "java/lang/Object"); /* 23 */
    u1(o, CP_CLASS);
    u2(o, 23); /* 24 */
    u2(o, ACC_PUBLIC | ACC_SUPER);
    u2(o, 2);
    u2(o, 24);
    for (int none = 0; none < 3; none++) u2(o, 0);
    u2(o, 1);
    u2(o, 22);
    u4(o, 8);
    u2(o, 1);
    u2(o, 16);
    u2(o, 1);
    u2(o, 4);
}

static void writes_what_it_read(void **state)
{
    struct buf o[2];
    build(&o[0]);
    build_every_constant(&o[1]);
    for (int i = 0; i < 2; i++) {
        struct classfile *cf;
        u8 out[sizeof o->b];
        char msg[400];
        if (parse(o[i].b, o[i].n, "a/B", &cf, msg) != CF_OK) fail_msg("%s", msg);
        assert_int_equal(classfile_size(cf), o[i].n);
        classfile_write(cf, out);
        assert_memory_equal(out, o[i].b, o[i].n);
        assert_int_equal(classfile_pool_size(cf), o[i].n - 10 - cf->rest.len);
    }
}

static void describes_a_class(void **state)
{
    struct buf o;
    struct classfile *cf;
    build(&o);
    assert_int_equal(parse(o.b, o.n, "a/B", &cf, NULL), CF_OK);
    assert_string_equal(cf->this_name->bytes, "a/B");
    assert_string_equal(cf->super_name->bytes, "java/lang/Object");
    assert_int_equal(cf->cp[13].u.u8_, (1ull << 32) | 2);
    assert_int_equal(cf->cp[14].tag, 0);
    assert_int_equal(cf->field_count, 1);
    assert_int_equal(cf->fields[0].const_index, 8);
    assert_int_equal(cf->method_count, 1);
    assert_int_equal(cf->methods[0].code.len, 1);
    assert_int_equal(cf->methods[0].lines[0].line, 42);
    assert_true(cf->methods[0].lines_sorted);
    assert_int_equal(cf->methods[0].extra->parameter_count, -1);
    assert_int_equal(desc_arg_slots(cf->methods[0].desc), 3);
    assert_int_equal(desc_arg_count(cf->methods[0].desc), 2);
    assert_int_equal(desc_return_kind(cf->methods[0].desc), 'V');
}

static void every_cut_is_refused(void **state)
{
    struct buf o;
    struct classfile *cf;
    build(&o);
    for (size_t n = 0; n < o.n; n++) assert_int_equal(parse(o.b, n, NULL, &cf, NULL), CF_FORMAT);
}

static enum verify_answer any_assignable(void *ctx, struct symbol *to, struct symbol *from) { return VERIFY_YES; }
static bool no_super(void *ctx, struct symbol *cls) { return false; }
static enum verify_answer not_protected(void *ctx, struct symbol *cls, struct symbol *name, struct symbol *desc,
                                        bool method)
{
    return VERIFY_NO;
}

static enum verify_result verify(const struct classfile *cf, char *msg)
{
    struct arena a;
    arena_init(&a, 0);
    struct verify_env env = { NULL, any_assignable, no_super, not_protected };
    const char *m = NULL;
    enum verify_result r = classfile_verify(&a, cf, &env, &m);
    if (r == VERIFY_BAD || r == VERIFY_FORMAT || r == VERIFY_MAP_FORMAT) assert_non_null(m);
    if (msg) strcpy(msg, m ? m : "");
    arena_destroy(&a);
    return r;
}

static void every_damaged_byte_is_survived(void **state)
{
    struct buf o;
    struct classfile *cf;
    build(&o);
    for (size_t i = 0; i < o.n; i++) {
        u8 was = o.b[i];
        for (unsigned v = 0; v < 256; v++) {
            o.b[i] = (u8)v;
            if (parse(o.b, o.n, NULL, &cf, NULL) == CF_OK) (void)verify(cf, NULL);
        }
        o.b[i] = was;
    }
}

static void messages_are_the_known_ones(void **state)
{
    struct buf o;
    struct classfile *cf;
    char msg[512];
    build(&o);
    assert_int_equal(parse(o.b, o.n, "B", &cf, msg), CF_NO_CLASS_DEF);
    assert_string_equal(msg, "B (wrong name: a/B)");
    o.b[0] = 0;
    assert_int_equal(parse(o.b, o.n, "a/B", &cf, msg), CF_FORMAT);
    assert_string_equal(msg, "Incompatible magic value 16693950 in class file a/B");
    build(&o);
    o.b[7] = 62;
    assert_int_equal(parse(o.b, o.n, "a/B", &cf, msg), CF_VERSION);
    assert_string_equal(msg, "a/B has been compiled by a more recent version of the Java Runtime (class file version "
                             "62.0), this version of the Java "
                             "Runtime only recognizes class file versions up to 61.0");
    build(&o);
    u1(&o, 0);
    assert_int_equal(parse(o.b, o.n, "a/B", &cf, msg), CF_FORMAT);
    assert_string_equal(msg, "Extra bytes at the end of class file a/B");
    assert_int_equal(parse(o.b, 20, "a/B", &cf, msg), CF_FORMAT);
    assert_string_equal(msg, "Truncated class file");
}

static void verifier_says_where_and_why(void **state)
{
    struct buf o;
    struct classfile *cf;
    char msg[1024];
    build(&o);
    assert_int_equal(parse(o.b, o.n, "a/B", &cf, NULL), CF_OK);
    assert_int_equal(verify(cf, NULL), VERIFY_OK);
    ((u8 *)cf->methods[0].code.at)[0] = 0x57; /* pop of an empty stack */
    assert_int_equal(verify(cf, msg), VERIFY_BAD);
    assert_string_equal(msg,
                        "Operand stack underflow\nException Details:\n  Location:\n    a/B.m(J[Ljava/lang/String;)V "
                        "@0: pop\n  Reason:\n"
                        "    Attempt to pop empty stack.\n  Current Frame:\n    bci: @0\n    flags: { }\n"
                        "    locals: { 'a/B', long, long_2nd, '[Ljava/lang/String;' }\n    stack: { }\n  Bytecode:\n"
                        "    0000000: 57                                     \n");
}

static void descriptors(void **state)
{
    static const char *const good[] = { "I", "[[J", "La;", "La/b/C$d;", "[Ljava/lang/Object;" };
    static const char *const bad[] = { "", "V", "L", "L;", "La", "La//b;", "La.b;", "[", "II", "[V", "La;I", "(I)V" };
    for (u32 i = 0; i < ARRAY_LEN(good); i++) assert_true(desc_is_field(symbol_from_cstr(good[i])));
    for (u32 i = 0; i < ARRAY_LEN(bad); i++) assert_false(desc_is_field(symbol_from_cstr(bad[i])));
    static const char *const mgood[] = { "()V", "(I)I", "(La;[[DJ)[La;" };
    static const char *const mbad[] = { "", "()", "(V)V", "()VV", "(I", "I", "(La)V" };
    for (u32 i = 0; i < ARRAY_LEN(mgood); i++) assert_true(desc_is_method(symbol_from_cstr(mgood[i])));
    for (u32 i = 0; i < ARRAY_LEN(mbad); i++) assert_false(desc_is_method(symbol_from_cstr(mbad[i])));
}

/* The same answers with and without a search by halves, also where entries have the same bci. */
static void lines_of_a_sorted_table(void **state)
{
    (void)state;
    for (u32 n = 1; n <= 20; n++) {
        struct cf_line lines[20];
        struct cf_method of = { .lines = lines, .line_count = n };
        struct method m = { .cf = &of };
        for (u32 i = 0, bci = n % 3; i < n; i++, bci += (i * 7 + n) % 3)
            lines[i] = (struct cf_line){ (u16)bci, (u16)(100 + i) };
        for (i32 bci = -1; bci < 50; bci++) {
            of.lines_sorted = false;
            i32 line = method_line(&m, bci);
            of.lines_sorted = true;
            assert_int_equal(method_line(&m, bci), line);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(describes_a_class),           cmocka_unit_test(lines_of_a_sorted_table),
        cmocka_unit_test(every_cut_is_refused),        cmocka_unit_test(every_damaged_byte_is_survived),
        cmocka_unit_test(messages_are_the_known_ones), cmocka_unit_test(verifier_says_where_and_why),
        cmocka_unit_test(writes_what_it_read),         cmocka_unit_test(descriptors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
