/* From JNI_CreateJavaVM to the live phase, and back to nothing (facts: libjvm-contract.md, boot order). */
#ifndef ARGUS_RUNTIME_BOOT_H
#define ARGUS_RUNTIME_BOOT_H

#include "runtime/thread.h"

enum vm_phase { VM_NONE, VM_ONLOAD, VM_PRIMORDIAL, VM_START, VM_LIVE, VM_DEAD }; /* JVM TI's phases */
extern _Atomic u32 vm_phase;
extern struct JavaVM_ *vm_java_vm;

/* Upward calls of the boot sequence; later layers fill this in from their *_init before vm_create uses it. */
struct boot_binding {
    void (*init_exec)(void); void (*init_jni)(void); void (*init_jvm)(void); void (*init_tools)(void); void (*init_management)(void);
    void (*start_services)(struct thread *self); /* signal dispatcher, reference handler's needs: after initPhase1 */
    jint (*load_agents)(void);               /* Agent_OnLoad of all, JNI error code */
    void (*unload_agents)(void);
    void (*live)(struct thread *self);           /* after VMInit: what options ask to run in the live VM */
    void (*early_start)(struct thread *self);    /* still VM_PRIMORDIAL: well-known classes are there, none is initialized, no java.lang.Thread */
    void (*phase_changed)(struct thread *self, enum vm_phase p); /* VMStart, VMInit, VMDeath posting */
};
extern struct boot_binding boot;

jint vm_create(const JavaVMInitArgs *args, struct thread **self);
/* DestroyJavaVM: waits for non-daemon threads, runs Shutdown, VMDeath, agents' OnUnload. */
jint vm_destroy(struct thread *self);
/* Runtime.halt / JVM_Halt and System.exit's end: VMDeath, OnUnload, exit hook, exit. */
NORETURN void vm_exit(struct thread *self, int code);
/* During start-up: prints "Error occurred during initialization of VM" and the reason, exits 1. */
NORETURN void vm_exit_during_init(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
const char *vm_version_string(void); /* java.vm.version */
const char *vm_name(void);

#endif
