// Scores to probabilities.
#ifndef SOFTMAX_H
#define SOFTMAX_H

#include <stdbool.h>

#include "beam.h"

// Reports whether the blank's probability is at most sure, and writes the
// probabilities of the classes if so. Those between the last class and the next
// multiple of 4 become 0.
bool softmax(const float *scores, int classes, float sure, Frame probabilities);

#endif
