// The recognizer that is built in: the contract of package plugins.
#include "ctc.h"
#include "guest.h"
#include "network.h"
#include "weights.h"

enum { VERSION = 1, MAX_WIDTH = 8192 };

static void *base;      // what is taken beyond it belongs to one strip
static uint8_t *pixels; // of the strip

EXPORT(_initialize) void initialize(void) {
  network_load();
  ctc_load();
  base = mark();
}

EXPORT(ocr_version) int32_t ocr_version(void) { return VERSION; }

EXPORT(strip_height) int32_t strip_height(void) { return HEADER->height; }

EXPORT(strip) uint8_t *strip(int32_t width) {
  if (width < 1 || width > MAX_WIDTH) __builtin_trap();
  release(base);
  return pixels = take((size_t)width * HEADER->height);
}

typedef struct {
  uint32_t count;
  Glyph glyphs[];
} Result;

static Scores scores;

EXPORT(recognize) Result *recognize(int32_t width) {
  scores = network_run(pixels, width);
  Result *r = take(sizeof *r + (size_t)width * sizeof *r->glyphs);
  r->count = ctc_decode(scores, width, r->glyphs);
  return r;
}

// For tests: where the scores of the last strip are, and how many floats there
// are from one step to the next.
EXPORT(scores) const float *last_scores(void) { return scores.scores; }
EXPORT(scores_stride) int32_t last_stride(void) { return scores.stride; }
