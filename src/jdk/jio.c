/* The printf family for the class library's C code, so that an embedder's vfprintf hook gets its output. */
#include "jdk/jvm_exports.h"
#include "model/options.h"

/* Like C's, but returns -1 if the text was cut or there is no room at all; always terminated if there is room. */
JNIEXPORT int jio_vsnprintf(char *str, size_t count, const char *fmt, va_list args)
{
    if ((ptrdiff_t)count <= 0) return -1;
    int n = vsnprintf(str, count, fmt, args);
    return n >= 0 && (size_t)n >= count ? -1 : n;
}

JNIEXPORT int jio_snprintf(char *str, size_t count, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    int n = jio_vsnprintf(str, count, fmt, args);
    va_end(args);
    return n;
}

JNIEXPORT int jio_vfprintf(FILE *f, const char *fmt, va_list args)
{
    return options.vfprintf_hook ? options.vfprintf_hook(f, fmt, args) : vfprintf(f, fmt, args);
}

JNIEXPORT int jio_fprintf(FILE *f, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    int n = jio_vfprintf(f, fmt, args);
    va_end(args);
    return n;
}

JNIEXPORT int jio_printf(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    int n = jio_vfprintf(stdout, fmt, args);
    va_end(args);
    return n;
}
