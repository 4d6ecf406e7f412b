/* The recorder's state, for all files of the room: is there a recorder, does it record, and to which file? */
#include "jfr/jfr_int.h"

struct jfr_names jfr_names;
_Atomic bool jfr_is_started, jfr_is_recording, jfr_has_chunk;
struct os_mutex jfr_lock = OS_MUTEX_INIT;
struct os_mutex jfr_file_lock = OS_MUTEX_INIT_OUTER;
bool jfr_may_retransform = true;
u64 jfr_unloaded_event_classes;
struct jfr_setting jfr_settings[RECORDER_RESERVED_IDS];
