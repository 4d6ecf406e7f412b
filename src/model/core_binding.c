#include "model/core_binding.h"

struct core_binding core_binding;
