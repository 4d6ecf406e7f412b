/* Profiles that outlive the process: -XX:ArgusProfile=FILE. The file is read at the start and written when the VM ends;
 * methods that are in it are compiled by what it says, sooner.
 *
 * Its content is only a hint: every guess that code is made with is checked where the code runs. The file may be
 * of another program, of other versions of its classes, damaged or hostile: a method is found by its names and a sum of
 * its bytecode, and what does not fit is left out.
 *
 * Numbers are little-endian. Begins with the eight letters ARGUSPF1, the size of what follows and its sum (u32 each);
 * then methods, one behind the other:
 *
 *     u16 lengths of class, name, descriptor; u16 sites; u32 sum of the bytecode; the three names
 *     a site: u16 bci, u8 kind (0 branch, 1 classes), u32 three counters
 *         of classes: two names, each u16 length and bytes; 0: none */
#ifndef ARGUS_EXEC_TIER_PROFILE_FILE_H
#define ARGUS_EXEC_TIER_PROFILE_FILE_H

#include "exec/tier/profile.h"

/* Before the first method runs. What is wrong with the file is said in a warning; a file that is not there is none. */
void profile_file_read(const char *path);
/* Is m in it? */
bool profile_file_has(const struct method *m);
/* Fills p, m's new records, by what the file says of m, if it does. No lock held. */
void profile_file_recall(const struct method *m, struct profile *p);
/* Writes what is known of all methods that enough is known of, and what the file that was read says of others.
 * IN_VM. */
void profile_file_write(const char *path);

#endif
