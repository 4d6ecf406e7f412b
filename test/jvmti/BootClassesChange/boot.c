#include "redefine_several.h"
