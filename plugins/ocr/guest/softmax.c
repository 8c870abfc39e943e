#include "softmax.h"

#include "guest.h"

// e to the x for x <= 0, good to 3 in 10^7: the whole part of the exponent of 2
// by the bits of the result, the rest by a Taylor polynomial.
INLINE v128_t exponential(v128_t x) {
#define SPLAT(value) wasm_f32x4_splat(value)
  v128_t t = wasm_f32x4_max(wasm_f32x4_mul(x, SPLAT(1.44269504f)), SPLAT(-126)); // log2 e
  v128_t whole = wasm_f32x4_nearest(t);
  v128_t f = wasm_f32x4_mul(wasm_f32x4_sub(t, whole), SPLAT(0.693147181f)); // ln 2
  v128_t p = SPLAT(1 / 720.f);
  static const float coefficients[] = {1 / 120.f, 1 / 24.f, 1 / 6.f, 1 / 2.f, 1, 1};
  for (int i = 0; i < 6; i++) p = wasm_f32x4_add(wasm_f32x4_mul(p, f), SPLAT(coefficients[i]));
#undef SPLAT
  v128_t exponent = wasm_i32x4_add(wasm_i32x4_trunc_sat_f32x4(whole), wasm_i32x4_splat(127));
  return wasm_f32x4_mul(p, wasm_i32x4_shl(exponent, 23));
}

// The greatest of the scores.
static float greatest(const float *scores, int classes) {
  v128_t most = wasm_f32x4_splat(scores[0]);
  int i = 0;
  for (; i + 4 <= classes; i += 4) most = wasm_f32x4_pmax(most, wasm_v128_load(scores + i));
  float m = wasm_f32x4_extract_lane(most, 0);
  m = wasm_f32x4_extract_lane(most, 1) > m ? wasm_f32x4_extract_lane(most, 1) : m;
  m = wasm_f32x4_extract_lane(most, 2) > m ? wasm_f32x4_extract_lane(most, 2) : m;
  m = wasm_f32x4_extract_lane(most, 3) > m ? wasm_f32x4_extract_lane(most, 3) : m;
  for (; i < classes; i++) m = scores[i] > m ? scores[i] : m;
  return m;
}

bool softmax(const float *scores, int classes, float sure, Frame probabilities) {
  float most = greatest(scores, classes);
  int whole = classes / 4 * 4, size = round_up(classes, 4);
  v128_t sums = {0};
  for (int i = 0; i < whole; i += 4) {
    v128_t e = exponential(wasm_f32x4_sub(wasm_v128_load(scores + i), wasm_f32x4_splat(most)));
    wasm_v128_store(probabilities + i, e);
    sums = wasm_f32x4_add(sums, e);
  }
  if (whole < size) {
    for (int i = whole; i < size; i++) probabilities[i] = i < classes ? scores[i] - most : -1000;
    v128_t e = exponential(wasm_v128_load(probabilities + whole));
    wasm_v128_store(probabilities + whole, e);
    sums = wasm_f32x4_add(sums, e);
  }
  float sum = wasm_f32x4_extract_lane(sums, 0) + wasm_f32x4_extract_lane(sums, 1) + wasm_f32x4_extract_lane(sums, 2) +
              wasm_f32x4_extract_lane(sums, 3);
  if (probabilities[BLANK] / sum > sure) return false;
  for (int i = 0; i < size; i += 4)
    wasm_v128_store(probabilities + i, wasm_f32x4_div(wasm_v128_load(probabilities + i), wasm_f32x4_splat(sum)));
  return true;
}
