/* Reads the table as async-profiler does. */
#include <dlfcn.h>
#include <jni.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *libjvm(void) { return dlopen("libjvm.so", RTLD_LAZY | RTLD_NOLOAD); }

static uintptr_t symbol(const char *name)
{
    uintptr_t *at = dlsym(libjvm(), name);
    return at ? *at : 0;
}

/* Where the field of a structure is; -1: the table does not have it. */
static int64_t offset_of(const char *type, const char *field)
{
    uintptr_t row = symbol("gHotSpotVMStructs"), stride = symbol("gHotSpotVMStructEntryArrayStride");
    uintptr_t type_at = symbol("gHotSpotVMStructEntryTypeNameOffset");
    uintptr_t field_at = symbol("gHotSpotVMStructEntryFieldNameOffset");
    uintptr_t offset_at = symbol("gHotSpotVMStructEntryOffsetOffset");
    for (; row && stride; row += stride) {
        const char *t = *(const char **)(row + type_at), *f = *(const char **)(row + field_at);
        if (!t || !f) break;
        if (!strcmp(t, type) && !strcmp(f, field)) return *(int *)(row + offset_at);
    }
    return -1;
}

JNIEXPORT jstring JNICALL Java_VmStructs_id(JNIEnv *env, jclass self)
{
    (void)self;
    jclass c = (*env)->FindClass(env, "java/lang/Thread");
    jmethodID current = (*env)->GetStaticMethodID(env, c, "currentThread", "()Ljava/lang/Thread;");
    jfieldID eetop = (*env)->GetFieldID(env, c, "eetop", "J");
    jobject thread = (*env)->CallStaticObjectMethod(env, c, current);
    const char *vm_thread = (const char *)(uintptr_t)(*env)->GetLongField(env, thread, eetop);
    int64_t os = offset_of("JavaThread", "_osthread"), id = offset_of("OSThread", "_thread_id");
    if (os < 0 || id < 0) return (*env)->NewStringUTF(env, "not in the table");
    const char *os_thread = *(const char *const *)(vm_thread + os);
    return (*env)->NewStringUTF(env, *(const int *)(os_thread + id) == syscall(SYS_gettid) ? "right" : "wrong");
}

/* Older profilers take a symbol's value for its distance from the beginning of the file. */
static int look(struct dl_phdr_info *info, size_t size, void *apart)
{
    (void)size;
    if (!info->dlpi_name || !strstr(info->dlpi_name, "libjvm.so")) return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type == PT_LOAD && (p->p_flags & PF_X) && p->p_vaddr != p->p_offset) *(int *)apart = 1;
    }
    return 0;
}
JNIEXPORT jstring JNICALL Java_VmStructs_segments(JNIEnv *env, jclass self)
{
    (void)self;
    int apart = 0;
    dl_iterate_phdr(look, &apart);
    return (*env)->NewStringUTF(env, apart ? "addresses differ from places in the file"
                                           : "addresses are places in the file");
}
