/* The address of a symbol by its distance from the instruction, where a compiler would take it for a constant. */
#ifndef ARGUS_CPU_NEAR_ADDRESS_H
#define ARGUS_CPU_NEAR_ADDRESS_H

#define NEAR_ADDRESS(variable, symbol) __asm__("leaq " #symbol "(%%rip), %0" : "=r"(variable))

#endif
