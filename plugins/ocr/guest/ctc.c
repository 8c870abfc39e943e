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

// Capitals are 18 columns high. No font's characters are as narrow as this,
// from the middle of one to the middle of the next, but for a few.
enum { NARROW = 6 };

static bool may_be_narrow(uint32_t rune) {
  for (const char *p = "!',./:;I`fijlt|"; *p; p++)
    if (rune == (uint8_t)*p) return true;
  return false;
}

// Reports whether b, which follows a, is a once more, as happens where a blank is
// taken to be in the middle of a character.
static bool same_twice(const Glyph *a, const Glyph *b) {
  return a->rune == b->rune && b->x0 + b->x1 - a->x0 - a->x1 < 2 * NARROW && !may_be_narrow(a->rune);
}

// Decodes the first ones of the frames, which begin with prediction first.
// Returns how many glyphs there are now.
static uint32_t decode(int first, int count, int width, Glyph *glyphs, uint32_t n) {
  static Label labels[MAX_FRAMES];
  int columns = HEADER->stride / HEADER->predictions;
  int found = beam_search(frames, count, HEADER->classes, labels);
  for (const Label *l = labels; l < labels + found; l++) {
    Glyph g = {
        .rune = runes[l->class],
        .x0 = (first + l->first) * columns,
        .x1 = min_int((first + l->last + 1) * columns, width),
        .confidence = l->probability,
    };
    if (n > 0 && same_twice(&glyphs[n - 1], &g)) {
      glyphs[n - 1].x1 = g.x1;
      if (g.confidence > glyphs[n - 1].confidence) glyphs[n - 1].confidence = g.confidence;
    } else {
      glyphs[n++] = g;
    }
  }
  return n;
}

// A character less probable than this is not there where a blank is more probable;
// nor a space, of which much is seen between characters set wide.
static const float WEAK = 0.1f, WEAK_SPACE = 0.25f;

// A character whose middle falls between two of the network's steps is weak in
// both: a blank is more probable in each of them. Writes what a frame may show
// of one, and returns how many glyphs that is: none or one.
static uint32_t note_weak(const Frame frame, int x0, int x1, Glyph *weak) {
  if (frame[BLANK] < 0.5f || frame[BLANK] > 1 - WEAK) return 0;
  int best = BLANK + 1;
  for (int class = best + 1; class < HEADER->classes; class++)
    if (frame[class] > frame[best]) best = class;
  if (frame[best] < (runes[best] == ' ' ? WEAK_SPACE : WEAK)) return 0;
  *weak = (Glyph){.rune = runes[best], .x0 = x0, .x1 = x1, .confidence = frame[best]};
  return 1;
}

// Reports whether most of a strip is read surely: what is weak in noise, in logos
// and in remnants of rules is noise as well.
static bool is_print(const Glyph *glyphs, uint32_t n) {
  uint32_t sure = 0;
  for (uint32_t i = 0; i < n; i++) sure += glyphs[i].confidence >= 0.9f;
  return n >= 4 && sure >= 0.8f * n;
}

// Reports whether one of a and b, which follows it, may be the other's edge.
static bool beside(const Glyph *a, const Glyph *b, int columns) {
  return b->x0 - a->x1 < (a->rune == b->rune ? 4 : 1) * columns;
}

// Adds the weak ones among characters that stand between glyphs.
static uint32_t add_weak(const Glyph *weak, uint32_t count, int columns, Glyph *glyphs, uint32_t n) {
  for (const Glyph *w = weak; w < weak + count; w++) {
    const Glyph *next = w + 1;
    if (next < weak + count && next->x0 <= w->x1 + columns && next->confidence > w->confidence) continue;
    uint32_t at = n;
    while (at > 0 && glyphs[at - 1].x0 > w->x0) at--;
    if (at > 0 && beside(&glyphs[at - 1], w, columns)) continue;
    if (at < n && beside(w, &glyphs[at], columns)) continue;
    __builtin_memmove(&glyphs[at + 1], &glyphs[at], (n++ - at) * sizeof *glyphs);
    glyphs[at] = *w;
  }
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
  Glyph *weak = take(predictions * sizeof *weak);
  uint32_t n = 0, weak_count = 0;
  int pending = 0;
  for (int i = 0; i < predictions; i++) {
    const float *scores = s.scores + i / each * s.stride + i % each * HEADER->classes;
    if (!softmax(scores, HEADER->classes, SURE, frames[pending])) {
      n = decode(i - pending, pending, width, glyphs, n);
      pending = 0;
      continue;
    }
    weak_count += note_weak(frames[pending], i * columns, min_int((i + 1) * columns, width), &weak[weak_count]);
    if (++pending == MAX_FRAMES) {
      int cut = likely_blank();
      n = decode(i + 1 - pending, cut, width, glyphs, n);
      pending -= cut + 1;
      __builtin_memmove(frames, frames[cut + 1], pending * sizeof *frames);
    }
  }
  n = decode(predictions - pending, pending, width, glyphs, n);
  return is_print(glyphs, n) ? add_weak(weak, weak_count, columns, glyphs, n) : n;
}
