#include "exec/native/native_binding.h"

struct native_binding native_binding;
