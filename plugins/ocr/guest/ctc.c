#include "ctc.h"

#include "beam.h"
#include "guest.h"
#include "softmax.h"
#include "weights.h"

static uint32_t runes[MAX_CLASSES];

// The alphabet is well-formed UTF-8 (RFC 3629).
void ctc_load(void) {
  if (HEADER->classes > MAX_CLASSES) __builtin_trap();
  const uint8_t *p = weights_file + HEADER->alphabet;
  for (int class = 1; class < HEADER->classes; class++) {
    uint32_t rune = *p++;
    int more = rune < 0x80 ? 0 : rune < 0xE0 ? 1 : rune < 0xF0 ? 2 : 3;
    if (more > 0) rune &= 0x3F >> more;
    for (; more > 0; more--) rune = rune << 6 | (*p++ & 0x3F);
    runes[class] = rune;
  }
}

// A prediction that surely is blank parts what stands before it from what
// follows: both can be decoded by themselves.
static const float SURE = 0.999f;

static Frame frames[MAX_FRAMES]; // predictions since the last blank that parts

// Decodes the first ones of the frames, which begin with prediction first.
static uint32_t decode(int first, int count, int width, Glyph *glyphs) {
  static Label labels[MAX_FRAMES];
  int columns = HEADER->stride / HEADER->predictions;
  int n = beam_search(frames, count, HEADER->classes, labels);
  for (int i = 0; i < n; i++)
    glyphs[i] = (Glyph){
        .rune = runes[labels[i].class],
        .x0 = (first + labels[i].first) * columns,
        .x1 = min_int((first + labels[i].last + 1) * columns, width),
        .confidence = labels[i].probability,
    };
  return n;
}

// The frame of the later ones that is most likely a blank.
static int likely_blank(void) {
  int best = MAX_FRAMES / 2;
  for (int i = best + 1; i < MAX_FRAMES; i++)
    if (frames[i][BLANK] > frames[best][BLANK]) best = i;
  return best;
}

uint32_t ctc_decode(Scores s, int width, Glyph *glyphs) {
  int each = HEADER->predictions, columns = HEADER->stride / each;
  int predictions = round_up(width, columns) / columns;
  uint32_t n = 0;
  int pending = 0;
  for (int i = 0; i < predictions; i++) {
    softmax(s.scores + i / each * s.stride + i % each * HEADER->classes, HEADER->classes, frames[pending]);
    if (frames[pending][BLANK] > SURE) {
      n += decode(i - pending, pending, width, glyphs + n);
      pending = 0;
    } else if (++pending == MAX_FRAMES) {
      int cut = likely_blank();
      n += decode(i + 1 - pending, cut, width, glyphs + n);
      pending -= cut + 1;
      __builtin_memmove(frames, frames[cut + 1], pending * sizeof *frames);
    }
  }
  return n + decode(predictions - pending, pending, width, glyphs + n);
}
