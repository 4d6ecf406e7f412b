/* The constants of a redefined class's annotations (annotation_pool.c). */
#ifndef ARGUS_MODEL_ANNOTATION_POOL_H
#define ARGUS_MODEL_ANNOTATION_POOL_H

#include "model/class.h"

/* Called before c's class file is replaced for the first time; later calls do nothing. World stopped. */
void annotation_pool_start(struct class *c);
void annotation_pool_free(struct class *c);

/* Kinds of Runtime(In)visible…Annotations attributes, by their structure. */
enum annotation_kind { ANNOTATIONS, ANNOTATIONS_PARAMETERS, ANNOTATIONS_DEFAULT, ANNOTATIONS_TYPE };

/* Rewrites the attribute's bytes (a copy) to indices for annotation_constant. Returns false if they are malformed or
 * too many; then the bytes are invalid. */
bool annotation_translate(const struct class *c, const struct classfile *from, enum annotation_kind kind, u8 *bytes,
                          u32 len);
/* The UTF8, INTEGER, LONG, FLOAT or DOUBLE (or, of the first class file, any constant) at an index of translated
 * bytes. */
bool annotation_constant(const struct class *c, u32 index, struct cf_const *out);

#endif
