/* Diagnostic commands about the heap: collections, histograms, dumps, finalizers. */
#include "core/alloc.h"
#include "core/histogram.h"
#include "meta/loader.h"
#include "meta/module.h"
#include "model/options.h"
#include "os/os_time.h"
#include "service/heap_dump.h"
#include "service/mm_command.h"
#include "thread/safepoint.h"
#include "thread/vmentry.h"
#include <limits.h>
#include <stdlib.h>

void mm_run_gc(JNIEnv *env, const struct command_call *call, FILE *out)
{
    if (options.disable_explicit_gc) {
        fputs("Explicit GC is disabled, no GC has been performed.\n", out);
        return;
    }
    VM_ENTRY(env);
    vm_collect(self, HEAP_CAUSE_TOOL, false);
    VM_RETURN_VOID();
}

void mm_run_finalization(JNIEnv *env, const struct command_call *call, FILE *out)
{
    mm_call_static(env, "java/lang/System", "runFinalization", "()V");
}

void mm_heap_info(JNIEnv *env, const struct command_call *call, FILE *out)
{
    size_t class_used, class_committed;
    mm_class_space(&class_used, &class_committed);
    fprintf(out, " heap            total %zuK, used %zuK, max %zuK\n", heap_committed() / KB, heap_used() / KB,
            heap_max() / KB);
    fprintf(out, " class metadata  total %zuK, used %zuK\n", class_committed / KB, class_used / KB);
    fprintf(out, " collections     %llu, %llu ms\n", (unsigned long long)heap_collections(),
            (unsigned long long)(heap_collection_ns() / (u64)OS_NS_PER_MS));
}

/* ---- class histogram ---- */

void mm_class_histogram(JNIEnv *env, const struct command_call *call, FILE *out)
{
    struct histogram_row *rows;
    u32 n;
    {
        VM_ENTRY(env);
        if (!command_is_set(call, 0)) vm_collect(self, HEAP_CAUSE_TOOL, false); /* only live objects */
        classes_hold();
        safepoint_begin(self, "ClassHistogram");
        rows = histogram_take(&n);
        safepoint_end(self);
        VM_LEAVE();
    }
    u64 instances = 0, bytes = 0;
    fputs(" num     #instances         #bytes  class name "
          "(module)\n-------------------------------------------------------\n",
          out);
    for (u32 i = 0; i < n; i++) {
        char name[1024];
        const struct histogram_row *r = &rows[i];
        const struct module *m = r->c->module;
        fprintf(out, "%4u: %13llu %14llu  %s", i + 1, (unsigned long long)r->instances, (unsigned long long)r->bytes,
                class_external_name(r->c, name, sizeof name));
        if (m && m->name) fprintf(out, " (%s)", m->name->bytes);
        fputc('\n', out);
        instances += r->instances;
        bytes += r->bytes;
    }
    fprintf(out, "Total %13llu %14llu\n", (unsigned long long)instances, (unsigned long long)bytes);
    free(rows);
    classes_release();
}

/* ---- dump ---- */

void mm_heap_dump(JNIEnv *env, const struct command_call *call, FILE *out)
{
    enum { FILENAME, ALL, GZ, OVERWRITE };
    long level = call->values[GZ] ? strtol(call->values[GZ], NULL, 10) : 0;
    if (call->values[GZ] && (level < 1 || level > 9)) {
        fprintf(out, "Compression level out of range (1-9): %ld\n", level);
        return;
    }
    struct heap_dump_request r = { .path = call->values[FILENAME],
                                   .live = !command_is_set(call, ALL),
                                   .overwrite = command_is_set(call, OVERWRITE),
                                   .compression = (int)level };
    char error[256];
    i64 start = os_time_monotonic_ns(), size;
    {
        VM_ENTRY(env);
        size = heap_dump_write(self, &r, error, sizeof error);
        VM_LEAVE();
    }
    fprintf(out, "Dumping heap to %s ...\n", r.path);
    if (size < 0)
        fprintf(out, "Unable to create %s: %s\n", r.path, error);
    else
        fprintf(out, "Heap dump file created [%lld bytes in %.3f secs]\n", (long long)size,
                (double)(os_time_monotonic_ns() - start) / 1e9);
}

/* ---- finalizers ---- */

/* The class library does the counting: entries with a name and a number. */
void mm_finalizer_info(JNIEnv *env, const struct command_call *call, FILE *out)
{
    static const char entry[] = "java/lang/ref/FinalizerHistogram$Entry";
    jobjectArray entries = mm_call_static(env, "java/lang/ref/FinalizerHistogram", "getFinalizerHistogram",
                                          "()[Ljava/lang/ref/FinalizerHistogram$Entry;");
    jclass c = entries ? (*env)->FindClass(env, entry) : NULL;
    jfieldID count = c ? (*env)->GetFieldID(env, c, "instanceCount", "I") : NULL;
    jfieldID name = count ? (*env)->GetFieldID(env, c, "className", "Ljava/lang/String;") : NULL;
    if (!name) return;
    jsize n = (*env)->GetArrayLength(env, entries);
    if (!n) {
        fputs("No instances waiting for finalization found\n", out);
        return;
    }
    fputs("Unreachable instances waiting for finalization\n#instances  class name\n-----------------------\n", out);
    for (jsize i = 0; i < n; i++) {
        jobject e = (*env)->GetObjectArrayElement(env, entries, i);
        jstring s = (*env)->GetObjectField(env, e, name);
        const char *text = s ? (*env)->GetStringUTFChars(env, s, NULL) : NULL;
        if (text) {
            fprintf(out, "%10d  %s\n", (*env)->GetIntField(env, e, count), text);
            (*env)->ReleaseStringUTFChars(env, s, text);
        }
        (*env)->DeleteLocalRef(env, s);
        (*env)->DeleteLocalRef(env, e);
    }
}
