// The kernels: sums of products of 16-bit activations and weights, exact in 32
// bits, and how they become activations again.
#ifndef KERNELS_H
#define KERNELS_H

#include "guest.h"

// A kernel computes BLOCK channels at a time for each of POSITIONS positions.
enum { BLOCK = 8, POSITIONS = 4 };

// The activations under a kernel at one position: runs of contiguous ones.
typedef struct {
  int runs;
  int length; // of a run: a multiple of 8
  int stride; // from one run to the next, activations
} Window;

// Layout of weights for dot_block: for each block of output channels, each run,
// each pair of inputs in it: the block's channels times the pair.

#define DOT(sum, a, b) (sum = wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(a, b)))

// Sums for 8 channels, two vectors of 4, at each of 4 positions. Eight sums,
// two vectors of weights, four of activations and their product fit into the
// 16 registers of SSE and of Neon's lower half.
INLINE void dot_block(const int16_t *const at[POSITIONS], const int16_t *weights, Window window, v128_t sums[2 * POSITIONS]) {
  const int16_t *a0 = at[0], *a1 = at[1], *a2 = at[2], *a3 = at[3];
  v128_t s00 = {0}, s01 = {0}, s10 = {0}, s11 = {0}, s20 = {0}, s21 = {0}, s30 = {0}, s31 = {0};
  int skip = window.stride - window.length;
  for (int run = window.runs; run > 0; run--) {
    for (int n = window.length; n > 0; n -= 8) {
      v128_t x0 = wasm_v128_load(a0), x1 = wasm_v128_load(a1), x2 = wasm_v128_load(a2), x3 = wasm_v128_load(a3);
#define PAIR(i)                                                                          \
  {                                                                                      \
    v128_t w0 = wasm_v128_load(weights + 16 * i), w1 = wasm_v128_load(weights + 16 * i + 8); \
    v128_t x = wasm_i32x4_shuffle(x0, x0, i, i, i, i);                                   \
    DOT(s00, x, w0), DOT(s01, x, w1);                                                    \
    x = wasm_i32x4_shuffle(x1, x1, i, i, i, i);                                          \
    DOT(s10, x, w0), DOT(s11, x, w1);                                                    \
    x = wasm_i32x4_shuffle(x2, x2, i, i, i, i);                                          \
    DOT(s20, x, w0), DOT(s21, x, w1);                                                    \
    x = wasm_i32x4_shuffle(x3, x3, i, i, i, i);                                          \
    DOT(s30, x, w0), DOT(s31, x, w1);                                                    \
  }
      PAIR(0) PAIR(1) PAIR(2) PAIR(3)
#undef PAIR
      a0 += 8, a1 += 8, a2 += 8, a3 += 8, weights += 64;
    }
    a0 += skip, a1 += skip, a2 += skip, a3 += skip;
  }
  sums[0] = s00, sums[1] = s01, sums[2] = s10, sums[3] = s11;
  sums[4] = s20, sums[5] = s21, sums[6] = s30, sums[7] = s31;
}

// Scaled sums: product and sum rounded one after the other, to nearest.
INLINE v128_t scale(v128_t sums, const float *factors, const float *offsets) {
  v128_t product = wasm_f32x4_mul(wasm_f32x4_convert_i32x4(sums), wasm_v128_load(factors));
  return wasm_f32x4_add(product, wasm_v128_load(offsets));
}

// Rounds to the nearest integers, ties to even, saturated to [low, 32767]. To
// what is added here the integers are what floats of that size can tell apart,
// so that the sum is rounded to them; this takes half the time of nearest and
// trunc_sat on x86.
INLINE v128_t round_to_int(v128_t x, float low) {
  v128_t clamped = wasm_f32x4_pmin(wasm_f32x4_pmax(x, wasm_f32x4_splat(low)), wasm_f32x4_splat(32767));
  v128_t sum = wasm_f32x4_add(clamped, wasm_f32x4_splat(0x1.8p23f));
  return wasm_i32x4_sub(sum, wasm_i32x4_splat(0x4B400000)); // the bits of 0x1.8p23
}

// The activations of 8 channels from their sums, at least low.
INLINE v128_t quantize(v128_t low_sums, v128_t high_sums, const float *factors, const float *offsets, float low) {
  return wasm_i16x8_narrow_i32x4(round_to_int(scale(low_sums, factors, offsets), low),
                                 round_to_int(scale(high_sums, factors + 4, offsets + 4), low));
}

INLINE v128_t relu(v128_t x) { return wasm_i16x8_max(x, wasm_i16x8_const_splat(0)); }

#endif
