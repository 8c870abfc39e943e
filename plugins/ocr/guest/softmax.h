// Scores to probabilities.
#ifndef SOFTMAX_H
#define SOFTMAX_H

#include "beam.h"

// Writes the probabilities of the classes. Those between the last class and the
// next multiple of 4 become 0.
void softmax(const float *scores, int classes, Frame probabilities);

#endif
