/* classfile_write.c: restores the bytes of a class file from the parsed form. The texts of the constant pool, more than
 * half of many files, are symbols already; the rest of the file is kept unchanged. */
#include "classfile/classfile.h"

/* The bytes of the entry after its tag. */
static u32 entry_size(const struct cf_const *e)
{
    switch (e->tag) {
    case CP_UTF8: return 2u + e->u.utf8->len;
    case CP_LONG:
    case CP_DOUBLE: return 8;
    case CP_CLASS:
    case CP_STRING:
    case CP_METHOD_TYPE: return 2;
    case CP_METHOD_HANDLE: return 3;
    default: return 4;
    }
}

static u8 *write_u2(u8 *to, u32 v)
{
    to[0] = (u8)(v >> 8);
    to[1] = (u8)v;
    return to + 2;
}

static u8 *write_u4(u8 *to, u32 v) { return write_u2(write_u2(to, v >> 16), v & 0xffff); }

static void write_entry(const struct cf_const *e, u8 *to)
{
    switch (e->tag) {
    case CP_UTF8: memcpy(write_u2(to, e->u.utf8->len), e->u.utf8->bytes, e->u.utf8->len); break;
    case CP_INTEGER:
    case CP_FLOAT: write_u4(to, e->u.u4); break;
    case CP_LONG:
    case CP_DOUBLE: write_u4(write_u4(to, (u32)(e->u.u8_ >> 32)), (u32)e->u.u8_); break;
    case CP_CLASS:
    case CP_STRING:
    case CP_METHOD_TYPE: write_u2(to, e->u.index); break;
    case CP_METHOD_HANDLE:
        *to = (u8)e->u.pair.a;
        write_u2(to + 1, e->u.pair.b);
        break;
    default: write_u2(write_u2(to, e->u.pair.a), e->u.pair.b); break;
    }
}

u32 classfile_pool_size(const struct classfile *cf)
{
    u32 n = 0;
    for (u32 i = 1; i < cf->cp_count; i++)
        if (cf->cp[i].tag) n += 1 + entry_size(&cf->cp[i]);
    return n;
}

void classfile_write_pool(const struct classfile *cf, u8 *to)
{
    for (u32 i = 1; i < cf->cp_count; i++) {
        const struct cf_const *e = &cf->cp[i];
        if (!e->tag) continue; /* the second of a long or double */
        *to++ = e->tag;
        write_entry(e, to);
        to += entry_size(e);
    }
}

enum { HEAD = 10 }; /* magic, versions, count of constants */

u32 classfile_size(const struct classfile *cf) { return HEAD + classfile_pool_size(cf) + cf->rest.len; }

void classfile_write(const struct classfile *cf, u8 *to)
{
    u8 *pool = write_u2(write_u2(write_u2(write_u4(to, 0xCAFEBABE), cf->minor), cf->major), cf->cp_count);
    VM_ASSERT(pool == to + HEAD);
    classfile_write_pool(cf, pool);
    memcpy(pool + classfile_pool_size(cf), cf->rest.at, cf->rest.len);
}
