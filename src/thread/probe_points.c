/* See probe_points.h. */
#include "thread/probe_points.h"

_Atomic u32 probe_points_on;
struct probe_points probe_points;
