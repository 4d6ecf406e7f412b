/* Profiles that outlive the process: -XX:ArgusProfile=FILE. The file is read at the start and written when the VM ends.
 * Methods in it are compiled sooner, with its profiles.
 *
 * The content is only a hint: generated code checks every guess. The file may be from another program, from other
 * versions of its classes, damaged or hostile. So a method is found by its names and a checksum of its bytecode, and
 * entries that do not fit are ignored.
 *
 * Numbers are little-endian. The file begins with the eight letters ARGUSPF1, the size of the rest and its checksum
 * (u32 each); then methods, one after the other:
 *
 *     u16 lengths of class, name, descriptor; u16 sites; u32 sum of the bytecode; the three names
 *     a site: u16 bci, u8 kind (0 branch, 1 classes), u32 three counters
 *         for classes: two names, each u16 length and bytes; length 0: none */
#ifndef ARGUS_EXEC_TIER_PROFILE_FILE_H
#define ARGUS_EXEC_TIER_PROFILE_FILE_H

#include "exec/tier/profile.h"

/* Called before the first method runs. Warns about a faulty file; a missing one is no fault. */
void profile_file_read(const char *path);
/* Is m in the file? */
bool profile_file_has(const struct method *m);
/* Fills p, m's new records, from the file, if m is in it. No lock held. */
void profile_file_recall(const struct method *m, struct profile *p);
/* Writes the profiles of all methods whose profile is enough, and those of other methods from the file that was read.
 * IN_VM. */
void profile_file_write(const char *path);

#endif
