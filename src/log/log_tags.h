/* log_tags.h: the tag sets of messages, and all tag names that -Xlog accepts.
 *
 * A tag set is one line here: its C name for LOG() and the tags as they are printed. Names are HotSpot's if it has the
 * same kind of message. */
#ifndef ARGUS_LOG_LOG_TAGS_H
#define ARGUS_LOG_LOG_TAGS_H

/* clang-format off */
#define LOG_TAG_SETS(X) \
    X(arguments, "arguments") X(attach, "attach") X(class_data, "class,data") X(class_init, "class,init") \
    X(class_load, "class,load") X(class_load_placeholders, "class,load,placeholders") \
    X(class_loader_constraints, "class,loader,constraints") \
    X(class_nestmates, "class,nestmates") X(class_path, "class,path") X(class_preorder, "class,preorder") \
    X(class_resolve, "class,resolve") X(class_unload, "class,unload") X(codecache, "codecache") X(condy, "condy") \
    X(constantpool, "constantpool") X(defaultmethods, "defaultmethods") X(exceptions, "exceptions") X(gc, "gc") \
    X(gc_alloc, "gc,alloc") X(gc_cpu, "gc,cpu") X(gc_ergo, "gc,ergo") X(gc_heap, "gc,heap") \
    X(gc_heap_exit, "gc,heap,exit") X(gc_init, "gc,init") X(gc_marking, "gc,marking") X(gc_phases, "gc,phases") \
    X(gc_ref, "gc,ref") X(gc_start, "gc,start") X(gc_sweep, "gc,sweep") X(gc_task, "gc,task") X(gc_tlab, "gc,tlab") \
    X(gc_verify, "gc,verify") X(handshake, "handshake") X(heap, "heap") X(init, "init") X(interpreter, "interpreter") \
    X(itables, "itables") X(jit_compilation, "jit,compilation") X(jit_data, "jit,data") X(jfr, "jfr") \
    X(jfr_dcmd, "jfr,dcmd") X(jfr_event, "jfr,event") X(jfr_metadata, "jfr,metadata") \
    X(jfr_setting, "jfr,setting") X(jfr_start, "jfr,start") X(jfr_startup, "jfr,startup") \
    X(jfr_system, "jfr,system") X(jfr_system_bytecode, "jfr,system,bytecode") \
    X(jfr_system_event, "jfr,system,event") X(jfr_system_metadata, "jfr,system,metadata") \
    X(jfr_system_parser, "jfr,system,parser") X(jfr_system_setting, "jfr,system,setting") \
    X(jfr_system_streaming, "jfr,system,streaming") X(jfr_system_throttle, "jfr,system,throttle") \
    X(jni, "jni") \
    X(jni_resolve, "jni,resolve") X(jvmti, "jvmti") X(jvmti_table, "jvmti,table") X(library, "library") \
    X(load, "load") X(logging, "logging") X(membername, "membername") X(methodhandles, "methodhandles") \
    X(module, "module") X(module_load, "module,load") X(monitor, "monitor") X(monitorinflation, "monitorinflation") \
    X(bytecode, "bytecode") X(oops, "oops") X(os, "os") X(os_thread, "os,thread") X(redefine, "redefine") \
    X(redefine_class, "redefine,class") X(resolve, "resolve") X(safepoint, "safepoint") X(stacktrace, "stacktrace") \
    X(stackwalk, "stackwalk") X(startuptime, "startuptime") X(stringtable, "stringtable") \
    X(symboltable, "symboltable") X(thread, "thread") X(verification, "verification") X(vmoperation, "vmoperation") \
    X(vtables, "vtables")
/* clang-format on */

#endif
