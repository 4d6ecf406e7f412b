/* Constants that are the same in every chunk: kinds, causes, states. Their numbers are the VM's own; readers know them
 * by their text. */
#include "bytecode/bytecode.h"
#include "jfr/jfr_int.h"

struct constant {
    u32 key;
    const char *text;
};
static const struct constant frame_types[] = {
    { 0, "Interpreted" }, { 1, "JIT compiled" }, { 2, "Inlined" }, { 3, "Native" }
};
static const struct constant thread_states[] = {
    { 0x0, "STATE_NEW" },       { 0x2, "STATE_TERMINATED" },       { 0x5, "STATE_RUNNABLE" },
    { 0xe1, "STATE_SLEEPING" }, { 0x191, "STATE_IN_OBJECT_WAIT" }, { 0x1a1, "STATE_IN_OBJECT_WAIT_TIMED" },
    { 0x291, "STATE_PARKED" },  { 0x2a1, "STATE_PARKED_TIMED" },   { 0x401, "STATE_BLOCKED_ON_MONITOR_ENTER" },
};

static const struct constant whens[] = { { 0, "Before GC" }, { 1, "After GC" } };
static const struct constant collectors[] = { { 0, "Argus Young" }, { 1, "Argus Old" } };
static const struct constant flag_origins[] = {
    { 0, "Default" },    { 1, "Command line" }, { 2, "Environment variable" }, { 3, "Config file" },
    { 4, "Management" }, { 5, "Ergonomic" },    { 6, "Attach on demand" },
};
static const struct constant reference_types[] = { { REF_SOFT, "Soft reference" },
                                                   { REF_WEAK, "Weak reference" },
                                                   { REF_FINAL, "Final reference" },
                                                   { REF_PHANTOM, "Phantom reference" } };
static const struct constant metadata_types[] = { { RECORDER_METADATA, "Metadata" },
                                                  { RECORDER_METADATA_CLASSES, "Class" } };
static const struct constant metadata_objects[] = { { 0, "Class" } };
static const struct constant threshold_updaters[] = { { 0, "compute_new_size" } };
static const struct constant narrow_modes[] = { { 0, "32-bit" }, { 1, "Zero based" } };

static const struct constant inflate_causes[] = { { 0, "VM Internal" },
                                                  { 1, "Monitor Enter" },
                                                  { 2, "Monitor Wait" },
                                                  { 3, "Monitor Notify" },
                                                  { 4, "Monitor Hash Code" } };
static const struct constant compilers[] = { { 1, "stencils" }, { 2, "optimizer" } };
static const struct constant code_blobs[] = { { 0, "CodeCache" } };

/* HotSpot's words for the same things. An instruction's number is its code. */
static const struct constant deoptimization_reasons[] = { { RECORDER_DEOPT_UNLOADED, "unloaded" },
                                                          { RECORDER_DEOPT_CHECK, "class_check" },
                                                          { RECORDER_DEOPT_PREDICATE, "predicate" },
                                                          { RECORDER_DEOPT_UNSTABLE_IF, "unstable_if" } };
static const struct constant deoptimization_actions[] = { { 0, "none" }, { 1, "reinterpret" } };

static const struct constant root_systems[] = { { JFR_SYSTEM_UNKNOWN, "<unknown>" },
                                                { JFR_SYSTEM_THREADS, "Threads" },
                                                { JFR_SYSTEM_THREAD_OBJECTS, "Thread OopStorage" },
                                                { JFR_SYSTEM_JNI, "JNI Global" },
                                                { JFR_SYSTEM_CLASSES, "Class Loader Data" },
                                                { JFR_SYSTEM_VM, "VM Global" } };
static const struct constant root_types[] = { { JFR_ROOT_UNKNOWN, "<unknown>" },
                                              { JFR_ROOT_STACK, "Stack Variable" },
                                              { JFR_ROOT_LOCAL, "Local JNI Handle" },
                                              { JFR_ROOT_GLOBAL, "Global JNI Handle" },
                                              { JFR_ROOT_OBJECT, "Global Object Handle" } };

static const struct {
    const char *type;
    const struct constant *constants;
    u32 count;
} statics[] = {
    { "jdk.types.FrameType", frame_types, ARRAY_LEN(frame_types) },
    { "jdk.types.ThreadState", thread_states, ARRAY_LEN(thread_states) },
    { "jdk.types.GCWhen", whens, ARRAY_LEN(whens) },
    { "jdk.types.GCName", collectors, ARRAY_LEN(collectors) },
    { "jdk.types.FlagValueOrigin", flag_origins, ARRAY_LEN(flag_origins) },
    { "jdk.types.ReferenceType", reference_types, ARRAY_LEN(reference_types) },
    { "jdk.types.MetadataType", metadata_types, ARRAY_LEN(metadata_types) },
    { "jdk.types.MetaspaceObjectType", metadata_objects, ARRAY_LEN(metadata_objects) },
    { "jdk.types.GCThresholdUpdater", threshold_updaters, ARRAY_LEN(threshold_updaters) },
    { "jdk.types.NarrowOopMode", narrow_modes, ARRAY_LEN(narrow_modes) },
    { "jdk.types.InflateCause", inflate_causes, ARRAY_LEN(inflate_causes) },
    { "jdk.types.CompilerType", compilers, ARRAY_LEN(compilers) },
    { "jdk.types.CodeBlobType", code_blobs, ARRAY_LEN(code_blobs) },
    { "jdk.types.DeoptimizationReason", deoptimization_reasons, ARRAY_LEN(deoptimization_reasons) },
    { "jdk.types.DeoptimizationAction", deoptimization_actions, ARRAY_LEN(deoptimization_actions) },
    { "jdk.types.OldObjectRootSystem", root_systems, ARRAY_LEN(root_systems) },
    { "jdk.types.OldObjectRootType", root_types, ARRAY_LEN(root_types) },
};

static u32 put_causes(struct jfr_out *to)
{
    i64 type = jfr_type_id("jdk.types.GCCause");
    u32 count = 0;
    while (heap_cause_name((enum heap_cause)count)) count++;
    if (type < 0) return 0;
    jfr_put_number(to, (u64)type);
    jfr_put_number(to, count);
    for (u32 i = 0; i < count; i++) {
        jfr_put_number(to, i);
        jfr_put_utf8(to, heap_cause_name((enum heap_cause)i));
    }
    return 1;
}

static u32 put_instructions(struct jfr_out *to)
{
    i64 type = jfr_type_id("jdk.types.Bytecode");
    if (type < 0) return 0;
    jfr_put_number(to, (u64)type);
    jfr_put_number(to, OP_jsr_w + 1);
    for (u32 i = 0; i <= OP_jsr_w; i++) {
        jfr_put_number(to, i);
        jfr_put_utf8(to, bytecode_info[i].name);
    }
    return 1;
}

u32 jfr_static_pools(struct jfr_out *to)
{
    u32 n = put_causes(to) + put_instructions(to);
    for (size_t i = 0; i < ARRAY_LEN(statics); i++) {
        i64 type = jfr_type_id(statics[i].type);
        if (type < 0) continue;
        n++;
        jfr_put_number(to, (u64)type);
        jfr_put_number(to, statics[i].count);
        for (u32 k = 0; k < statics[i].count; k++) {
            jfr_put_number(to, statics[i].constants[k].key);
            jfr_put_utf8(to, statics[i].constants[k].text);
        }
    }
    return n;
}
