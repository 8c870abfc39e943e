// The network: a strip's pixels to scores of classes.
#ifndef NETWORK_H
#define NETWORK_H

#include <stdint.h>

enum { MAX_LAYERS = 64 };

// Scores are logits: scores[step * stride + prediction * classes + class].
typedef struct {
  const float *scores;
  int steps, stride;
} Scores;

// Lays out the weights for the kernels. Once, before all else.
void network_load(void);

// Runs the network on a strip: rows of width pixels, 0 ink, 255 ground. The
// scores stay until the memory taken here is released.
Scores network_run(const uint8_t *pixels, int width);

#endif
