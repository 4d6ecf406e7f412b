/* unit.h: cmocka with what it needs included before it. */
#ifndef ARGUS_TEST_UNIT_H
#define ARGUS_TEST_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#endif
