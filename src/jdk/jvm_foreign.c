/* The incubating foreign linker (JEP 412): jdk.internal.invoke.NativeEntryPoint and jdk.internal.foreign.abi.*.
 *
 * The classes initialize; requesting a call or an upcall throws UnsupportedOperationException, as on a platform without
 * a linker. TODO(foreign): generate the adapters of ProgrammableInvoker and the upcall stubs. */
#include "core/exception.h"
#include "jdk/jvm_natives.h"
#include "thread/vmentry.h"

static jlong refuse(JNIEnv *env)
{
    VM_ENTRY(env);
    THROW(self, UnsupportedOperationException, "The foreign linker is not supported by this VM");
    VM_RETURN((jlong)0);
}

static jlong JNICALL vmStorageToVMReg(JNIEnv *env, jclass cls, jint type, jint index) { return refuse(env); }
static jlong JNICALL generateAdapter(JNIEnv *env, jclass cls, jobject abi, jobject layout) { return refuse(env); }
static void JNICALL invokeNative(JNIEnv *env, jclass cls, jlong adapter, jlong buffer) { refuse(env); }
static jboolean JNICALL supportsOptimizedUpcalls(JNIEnv *env, jclass cls) { return JNI_FALSE; }
static jlong JNICALL allocateUpcallStub(JNIEnv *env, jclass cls, jobject handle, jobject abi, jobject layout)
{
    return refuse(env);
}
/* false: no such stub */
static jboolean JNICALL freeUpcallStub0(JNIEnv *env, jclass cls, jlong address) { return JNI_FALSE; }

#define ABI "Ljdk/internal/foreign/abi/ABIDescriptor;"
#define LAYOUT "Ljdk/internal/foreign/abi/BufferLayout;"
static const struct vm_native entry_point[] = {
    { "registerNatives", "()V", vm_register_natives_nothing },
    { "vmStorageToVMReg", "(II)J", vmStorageToVMReg },
};
const struct vm_native_class natives_native_entry_point =
    VM_NATIVE_CLASS("jdk/internal/invoke/NativeEntryPoint", entry_point);

static const struct vm_native invoker[] = {
    { "registerNatives", "()V", vm_register_natives_nothing },
    { "generateAdapter", "(" ABI LAYOUT ")J", generateAdapter },
    { "invokeNative", "(JJ)V", invokeNative },
};
const struct vm_native_class natives_programmable_invoker =
    VM_NATIVE_CLASS("jdk/internal/foreign/abi/ProgrammableInvoker", invoker);

static const struct vm_native upcall_handler[] = {
    { "registerNatives", "()V", vm_register_natives_nothing },
    { "supportsOptimizedUpcalls", "()Z", supportsOptimizedUpcalls },
    { "allocateOptimizedUpcallStub",
      "(Ljava/lang/invoke/MethodHandle;" ABI "Ljdk/internal/foreign/abi/ProgrammableUpcallHandler$CallRegs;)J",
      allocateUpcallStub },
    { "allocateUpcallStub", "(Ljava/lang/invoke/MethodHandle;" ABI LAYOUT ")J", allocateUpcallStub },
};
const struct vm_native_class natives_programmable_upcall_handler =
    VM_NATIVE_CLASS("jdk/internal/foreign/abi/ProgrammableUpcallHandler", upcall_handler);

static const struct vm_native upcall_stubs[] = {
    { "registerNatives", "()V", vm_register_natives_nothing },
    { "freeUpcallStub0", "(J)Z", freeUpcallStub0 },
};
const struct vm_native_class natives_upcall_stubs =
    VM_NATIVE_CLASS("jdk/internal/foreign/abi/UpcallStubs", upcall_stubs);
