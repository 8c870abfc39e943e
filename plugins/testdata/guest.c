// A recognizer that reads one x in each strip, and everything that can be wrong
// with one: build sets the macros.
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(#name)))

#ifndef VERSION
#define VERSION 1
#endif
#ifndef HEIGHT
#define HEIGHT 32
#endif
#ifndef START // when it is started
#define START
#endif
#ifndef READ // before it has read
#define READ
#endif
#ifndef ROOM
#define ROOM pixels
#endif
#ifndef RESULT
#define RESULT &result
#endif
#ifndef COUNT
#define COUNT 1
#endif
#ifndef RUNE
#define RUNE 'x'
#endif
#ifndef X0
#define X0 0
#endif
#ifndef X1
#define X1 width
#endif
#ifndef CONFIDENCE
#define CONFIDENCE 0.5f
#endif
#ifndef RECOGNIZE // the name of the export
#define RECOGNIZE recognize
#endif

static uint8_t pixels[8192 * 32];

static struct {
  uint32_t count;
  struct {
    uint32_t rune;
    float x0, x1, confidence;
  } glyphs[4];
} result;

int recurse(volatile int n) { return n == 0 ? 0 : recurse(n + 1) + n; }

#ifdef IMPORT
__attribute__((import_module("env"), import_name("puts"))) int IMPORT(const char *);
#endif

EXPORT(_initialize) void initialize(void) { START; }
EXPORT(ocr_version) int32_t ocr_version(void) { return VERSION; }
EXPORT(strip_height) int32_t strip_height(void) { return HEIGHT; }
EXPORT(strip) void *strip(int32_t width) {
  (void)width, (void)pixels;
  return ROOM;
}

#define EXPORT_AS(name) EXPORT(name)
EXPORT_AS(RECOGNIZE) void *recognize(int32_t width) {
  READ;
  result.count = COUNT;
  for (int i = 0; i < 4; i++) {
    result.glyphs[i].rune = RUNE;
    result.glyphs[i].x0 = X0;
    result.glyphs[i].x1 = X1;
    result.glyphs[i].confidence = CONFIDENCE;
  }
  return RESULT;
}
