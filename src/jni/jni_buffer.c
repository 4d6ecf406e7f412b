/* JNI direct buffers. The layout of java.nio.Buffer is looked up once: address and capacity are fields; a buffer is
 * made by a constructor. */
#include "jni/jni_int.h"

static struct class *direct_class, *buffer_class;
static struct method *direct_init;
static struct field *address_field, *capacity_field;

static bool buffers_ready(struct thread *self)
{
    if (__atomic_load_n(&capacity_field, __ATOMIC_ACQUIRE)) return true;
    struct class *d = loader_load_class(self, &boot_loader, symbol_from_cstr("java/nio/DirectByteBuffer"));
    struct class *b = d ? loader_load_class(self, &boot_loader, symbol_from_cstr("java/nio/Buffer")) : NULL;
    if (!b || !class_init(self, b) || !class_init(self, d)) return false;
    direct_class = d;
    buffer_class = b;
    direct_init = method_first_version(class_find_method_here(d, SYM(init), symbol_from_cstr("(JI)V")));
    address_field = class_find_field_here(b, symbol_from_cstr("address"), symbol_from_cstr("J"));
    struct field *cap = class_find_field_here(b, symbol_from_cstr("capacity"), symbol_from_cstr("I"));
    if (!direct_init || !address_field || !cap) {
        throw_new(self, WK(InternalError), "java.nio.Buffer has an unexpected shape");
        return false;
    }
    __atomic_store_n(&capacity_field, cap, __ATOMIC_RELEASE);
    return true;
}

static jobject JNICALL new_direct_byte_buffer(JNIEnv *env, void *address, jlong capacity)
{
    VM_ENTRY(env);
    jobject r = NULL;
    if (capacity < 0 || capacity > INT32_MAX)
        throw_new(self, WK(IllegalArgumentException), "capacity out of range: %lld", (long long)capacity);
    else if (buffers_ready(self)) {
        struct object *o = object_new(self, direct_class);
        if (o) {
            slot args[4] = { slot_of_ref(o), 0, (slot)(uintptr_t)address, slot_of_int((i32)capacity) };
            r = ref_local(self, o);
            java_call(self, direct_init, args);
            if (self->pending) {
                ref_delete_local(self, r);
                r = NULL;
            }
        }
    }
    VM_RETURN(r);
}

/* The buffer if it is a direct one, else NULL. */
static struct object *direct_buffer(struct thread *self, jobject r)
{
    struct object *o = ref_get(r);
    if (!o || !buffers_ready(self) || !object_instance_of(o, buffer_class)) return NULL;
    struct class *marker = loader_load_class(self, &boot_loader, symbol_from_cstr("sun/nio/ch/DirectBuffer"));
    return marker && object_instance_of(o, marker) ? o : NULL;
}

static void *JNICALL get_direct_buffer_address(JNIEnv *env, jobject r)
{
    VM_ENTRY(env);
    struct object *o = direct_buffer(self, r);
    void *p = o ? (void *)(uintptr_t)obj_long(o, address_field->offset) : NULL;
    VM_RETURN(p);
}

static jlong JNICALL get_direct_buffer_capacity(JNIEnv *env, jobject r)
{
    VM_ENTRY(env);
    struct object *o = direct_buffer(self, r);
    jlong n = o ? obj_int(o, capacity_field->offset) : -1;
    VM_RETURN(n);
}

void jni_fill_buffer(struct JNINativeInterface_ *t)
{
    t->NewDirectByteBuffer = new_direct_byte_buffer;
    t->GetDirectBufferAddress = get_direct_buffer_address;
    t->GetDirectBufferCapacity = get_direct_buffer_capacity;
}
