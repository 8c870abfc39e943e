// From scores to characters: connectionist temporal classification (Graves et
// al., 2006).
#ifndef CTC_H
#define CTC_H

#include <stdint.h>

#include "network.h"

// One character as the host reads it: see package plugins.
typedef struct {
  uint32_t rune;
  float x0, x1;     // columns of the strip
  float confidence; // in [0, 1]
} Glyph;

// Decodes the alphabet. Once, before all else.
void ctc_load(void);

// Writes the characters of a strip, width columns wide, and returns how many
// there are: at most one for each prediction that begins in the strip.
uint32_t ctc_decode(Scores scores, int width, Glyph *glyphs);

#endif
