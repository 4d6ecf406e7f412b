#include "model/exec_binding.h"

struct exec_binding exec;
