/* redefine_refusals.c: why redefinitions were refused, for -Xlog:redefine+class and the report. */
#include "base/text.h"
#include "meta/meta_int.h"
#include "os/os_sync.h"

#include <stdarg.h>
#include <stdio.h>

enum { KEPT_REFUSALS = 32, REFUSAL = 400 };
static struct os_mutex lock = OS_MUTEX_INIT; /* a leaf */
static char refusals[KEPT_REFUSALS][REFUSAL] GUARDED_BY(lock);
static u32 refused GUARDED_BY(lock); /* all that ever were */

enum redefine_status redefine_refuse(const struct class *c, enum redefine_status s, const char *fmt, ...)
{
    char why[REFUSAL];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(why, sizeof why, fmt, ap);
    va_end(ap);
    LOG(info, redefine_class, "refused %s: %s", c->name->bytes, why);
    os_mutex_lock(&lock);
    snprintf(refusals[refused++ % KEPT_REFUSALS], REFUSAL, "%.200s: %s", c->name->bytes, why);
    os_mutex_unlock(&lock);
    return s;
}

void redefine_add_refusals(struct text *to)
{
    os_mutex_lock(&lock);
    u32 n = refused < KEPT_REFUSALS ? refused : KEPT_REFUSALS;
    text_printf(to, "Refused: %u\n", refused);
    for (u32 i = refused - n; i < refused; i++) text_printf(to, "  %s\n", refusals[i % KEPT_REFUSALS]);
    os_mutex_unlock(&lock);
}
