#include "model/service_binding.h"

struct service_binding service_binding;
