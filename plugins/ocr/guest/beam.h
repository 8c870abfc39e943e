// The most probable text of a few predictions, by prefix beam search (Hannun et
// al., First-Pass Large Vocabulary Continuous Speech Recognition, 2014) without
// a language model.
#ifndef BEAM_H
#define BEAM_H

enum {
  BLANK = 0,
  MAX_CLASSES = 512,
  MAX_FRAMES = 64, // predictions searched at once
};

// The probabilities of all classes in one prediction.
typedef float Frame[MAX_CLASSES];

// One character of the text found.
typedef struct {
  int class;
  int first, last;   // predictions that it reaches over, by the most probable path
  float probability; // the highest one of its class among these
} Label;

// Finds at most one label per frame, and returns how many.
int beam_search(const Frame *frames, int count, int classes, Label *labels);

#endif
