/* Modules and packages as data (JVMS §5.3.6); the graph and its lock: meta/module.h. */
#ifndef ARGUS_MODEL_MODULE_H
#define ARGUS_MODEL_MODULE_H

#include "model/loader.h"

struct module {
    struct symbol *name; /* NULL: unnamed */
    struct symbol *version, *location;
    struct object *java; /* java.lang.Module; NULL for java.base until defined; root */
    struct loader *loader;
    bool is_open, reads_all_unnamed;
    /* by an agent (module_transformed): then it reads the unnamed modules of the boot and the application loader */
    _Atomic bool transformed;
    struct hashmap *reads; /* struct module* set */
    struct module *next, *next_in_loader;
};
struct package {
    struct symbol *name; /* "java/lang" */
    struct module *module;
    bool exported_all, exported_all_unnamed; /* unqualified; to ALL-UNNAMED */
    struct hashmap *exports;                 /* struct module* set */
    /* boot loader's unnamed module: the directory or jar of its first class; never freed */
    const char *path;
};

#endif
