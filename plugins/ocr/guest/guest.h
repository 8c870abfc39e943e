// What all files of the guest share. There is no C library beneath it.
#ifndef GUEST_H
#define GUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wasm_simd128.h>

#define EXPORT(name) __attribute__((export_name(#name)))
#define INLINE static inline __attribute__((always_inline))

INLINE int min_int(int a, int b) { return a < b ? a : b; }
INLINE int max_int(int a, int b) { return a > b ? a : b; }
INLINE int round_up(int n, int multiple) { return (n + multiple - 1) / multiple * multiple; }

// memory.c: memory that grows towards the limit which the host sets.
void *take(size_t bytes);   // aligned to 16 bytes; traps when there is no more
void *mark(void);           // what is taken after this ...
void release(void *marked); // ... is given back by this

#endif
