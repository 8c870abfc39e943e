// The kernels: sums of products of 16-bit activations and weights, exact in 32
// bits, and how they become activations again.
#ifndef KERNELS_H
#define KERNELS_H

#include "guest.h"

// A kernel computes BLOCK channels at a time for each of POSITIONS positions. It
// takes MOST pairs of inputs in one go as long as there are so many, then LEAST.
enum { BLOCK = 8, POSITIONS = 4, MOST = 16, LEAST = 4 };

// A panel holds what a kernel reads at POSITIONS positions: for each pair of
// inputs, for each position, a vector of the pair four times over. The kernel
// then shuffles no vectors, which in some runtimes takes more than the products,
// and one panel serves all blocks of channels.
enum { PANEL_PAIR = POSITIONS * 16 }; // bytes of a pair

// Layout of weights for dot_block: for each block of output channels, each pair
// of inputs: the block's channels times the pair.
enum { WEIGHTS_PAIR = BLOCK * 2 * 2 }; // bytes of a pair

// Has these be computed before what follows, so that few values are alive.
#define KEEP(a, b) __asm__ volatile("" : "+r"(a), "+r"(b))

#define DOT(sum, a, b) (sum = wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(a, b)))

// The vector at so many bytes from p on, and the storing of one there. The bytes
// are the constant offset of the instruction: the compiler makes them so only
// where it knows that the sum does not wrap. A runtime that checks the bounds of
// each access need do so but once for all from one pointer, if the highest comes
// first; the order is kept.
#define LOAD(p, bytes)                                                                                         \
  ({                                                                                                           \
    v128_t v_;                                                                                                 \
    __asm__ volatile("local.get %1\n v128.load %2\n local.set %0" : "=r"(v_) : "r"(p), "i"(bytes) : "memory"); \
    v_;                                                                                                        \
  })
#define STORE(p, bytes, v) \
  __asm__ volatile("local.get %0\n local.get %2\n v128.store %1" : : "r"(p), "i"(bytes), "r"(v) : "memory")

#define DOT_POSITION(i, p, low, high)                     \
  {                                                       \
    v128_t x = LOAD(panel, PANEL_PAIR * (i) + 16 * (p));  \
    DOT(low, x, w0), DOT(high, x, w1);                    \
    KEEP(low, high);                                      \
  }
#define DOT_PAIR(i)                                     \
  {                                                     \
    v128_t w1 = LOAD(weights, WEIGHTS_PAIR * (i) + 16); \
    v128_t w0 = LOAD(weights, WEIGHTS_PAIR * (i));      \
    DOT_POSITION(i, 3, s30, s31)                        \
    DOT_POSITION(i, 2, s20, s21)                        \
    DOT_POSITION(i, 1, s10, s11)                        \
    DOT_POSITION(i, 0, s00, s01)                        \
  }
#define DOT_PAIRS(i) DOT_PAIR(i + 3) DOT_PAIR(i + 2) DOT_PAIR(i + 1) DOT_PAIR(i)

// Sums over so many pairs, a multiple of LEAST, for 8 channels, two vectors of
// 4, at each of 4 positions. Eight sums, two vectors of weights, one of the
// panel and the products fit into the 16 registers of SSE.
INLINE void dot_block(const char *panel, const char *weights, int pairs, v128_t sums[2 * POSITIONS]) {
  v128_t s00 = {0}, s01 = {0}, s10 = {0}, s11 = {0}, s20 = {0}, s21 = {0}, s30 = {0}, s31 = {0};
  for (; pairs >= MOST; pairs -= MOST) {
    DOT_PAIRS(12) DOT_PAIRS(8) DOT_PAIRS(4) DOT_PAIRS(0)
    panel += PANEL_PAIR * MOST, weights += WEIGHTS_PAIR * MOST;
  }
  for (; pairs > 0; pairs -= LEAST) {
    DOT_PAIRS(0)
    panel += PANEL_PAIR * LEAST, weights += WEIGHTS_PAIR * LEAST;
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
