// The weights file: train/export.py describes it byte by byte.
#ifndef WEIGHTS_H
#define WEIGHTS_H

#include <stdint.h>

enum { WEIGHTS_VERSION = 1 };

enum kind { CONV = 1, DEPTHWISE, POINTWISE, HEAD };

typedef struct {
  uint8_t magic[4];
  int32_t version, size;
  int32_t height;      // of a strip, pixels
  int32_t stride;      // columns of a strip per step
  int32_t predictions; // per step
  int32_t classes;     // the blank, which is class 0, included
  int32_t layers;
  int32_t alphabet;      // offset
  int32_t alphabet_size; // bytes
  int32_t table;         // offset
  int32_t unused;
} Header;

typedef struct {
  int32_t kind;
  int32_t inputs, outputs; // channels
  int32_t rows, columns;   // of the kernel
  int32_t row_stride, column_stride;
  int32_t residual;                  // 1: add the block's input
  int32_t weights, factors, offsets; // offsets in the file
  int32_t unused;
} LayerEntry;

extern const uint8_t weights_file[];

#define HEADER ((const Header *)weights_file)

#endif
