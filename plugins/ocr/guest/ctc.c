#include "ctc.h"

#include "guest.h"
#include "weights.h"

enum { MAX_CLASSES = 1024, BLANK = 0 };

static uint32_t runes[MAX_CLASSES];

// The alphabet is well-formed UTF-8 (RFC 3629).
void ctc_load(void) {
  if (HEADER->classes > MAX_CLASSES) __builtin_trap();
  const uint8_t *p = weights_file + HEADER->alphabet;
  for (int32_t class = 1; class < HEADER->classes; class++) {
    uint32_t rune = *p++;
    int more = rune < 0x80 ? 0 : rune < 0xE0 ? 1 : rune < 0xF0 ? 2 : 3;
    if (more > 0) rune &= 0x3F >> more;
    for (; more > 0; more--) rune = rune << 6 | (*p++ & 0x3F);
    runes[class] = rune;
  }
}

// The class with the highest score, of several the first.
static int best(const float *scores, int classes) {
  int best = 0;
  for (int i = 1; i < classes; i++)
    if (scores[i] > scores[best]) best = i;
  return best;
}

// e to the x for x <= 0, good to 3 in 10^7: a Taylor polynomial of 2^f, and the
// rest of the exponent by its bits.
static float exponential(float x) {
  float t = x * 1.44269504f; // log2 e
  if (t < -126) return 0;
  float whole = __builtin_nearbyintf(t), f = (t - whole) * 0.693147181f; // ln 2
  float p = 1 + f * (1 + f * (1 / 2.f + f * (1 / 6.f + f * (1 / 24.f + f * (1 / 120.f + f * (1 / 720.f))))));
  union {
    int32_t bits;
    float value;
  } power = {.bits = ((int32_t)whole + 127) << 23};
  return p * power.value;
}

// The class's share by softmax; it is the one with the highest score.
static float probability(const float *scores, int classes, int class) {
  float sum = 0;
  for (int i = 0; i < classes; i++) sum += exponential(scores[i] - scores[class]);
  return 1 / sum;
}

// The best path: the best class of each prediction, repeats made one, blanks
// left out. A character reaches over the columns of its predictions, and its
// confidence is the highest probability among them.
uint32_t ctc_decode(Scores s, int width, Glyph *glyphs) {
  int classes = HEADER->classes, each = HEADER->predictions, columns = HEADER->stride / each;
  int before = BLANK;
  uint32_t n = 0;
  for (int i = 0; i * columns < width; i++) {
    const float *scores = s.scores + i / each * s.stride + i % each * classes;
    int class = best(scores, classes);
    if (class != BLANK) {
      float p = probability(scores, classes, class);
      if (class != before) glyphs[n++] = (Glyph){.rune = runes[class], .x0 = i * columns};
      Glyph *g = &glyphs[n - 1];
      g->x1 = min_int((i + 1) * columns, width);
      if (p > g->confidence) g->confidence = p;
    }
    before = class;
  }
  return n;
}
