#include "beam.h"

#include "guest.h"

enum {
  BEAM = 4,       // prefixes kept
  CANDIDATES = 8, // classes considered in one prediction
};

static const float CUT = 0.001f; // a class less probable is no candidate

// A text that the frames so far may hold, and how probable it is that they end
// with a blank, or with its last label.
typedef struct {
  uint16_t classes[MAX_FRAMES];
  int length;
  float blank, label;
} Prefix;

INLINE float total(const Prefix *p) { return p->blank + p->label; }

static Prefix kept[BEAM], made[BEAM * (CANDIDATES + 1)];
static int kept_count, made_count;

// The prefix among those made that is p, or p followed by class if there is one.
static Prefix *find(const Prefix *p, int class) {
  int length = p->length + (class != BLANK);
  for (int i = 0; i < made_count; i++) {
    Prefix *m = &made[i];
    if (m->length != length || (class != BLANK && m->classes[length - 1] != class)) continue;
    int n = 0;
    while (n < p->length && m->classes[n] == p->classes[n]) n++;
    if (n == p->length) return m;
  }
  Prefix *m = &made[made_count++];
  for (int i = 0; i < p->length; i++) m->classes[i] = p->classes[i];
  if (class != BLANK) m->classes[length - 1] = class;
  m->length = length;
  m->blank = m->label = 0;
  return m;
}

// The classes that a frame may show.
static int candidates(const Frame frame, int classes, int found[CANDIDATES]) {
  int n = 0;
  for (int class = 0; class < classes; class++) {
    if (frame[class] < CUT) continue;
    int at = n < CANDIDATES ? n++ : CANDIDATES;
    for (; at > 0 && frame[found[at - 1]] < frame[class]; at--)
      if (at < CANDIDATES) found[at] = found[at - 1];
    if (at < CANDIDATES) found[at] = class;
  }
  return n;
}

// Extends all prefixes by a frame.
static void extend(const Frame frame, int classes) {
  int found[CANDIDATES], count = candidates(frame, classes, found);
  made_count = 0;
  for (int i = 0; i < kept_count; i++) {
    Prefix *p = &kept[i];
    for (int j = 0; j < count; j++) {
      int class = found[j];
      float chance = frame[class];
      if (class == BLANK) {
        find(p, BLANK)->blank += total(p) * chance;
      } else if (p->length > 0 && p->classes[p->length - 1] == class) {
        find(p, BLANK)->label += p->label * chance; // the same one goes on
        find(p, class)->label += p->blank * chance;
      } else {
        find(p, class)->label += total(p) * chance;
      }
    }
  }
}

// Keeps the most probable of those made, the first made among equals.
static void keep(void) {
  kept_count = 0;
  float scale = 1;
  while (kept_count < BEAM) {
    Prefix *best = NULL;
    for (int i = 0; i < made_count; i++)
      if (made[i].length >= 0 && total(&made[i]) > 0 && (!best || total(&made[i]) > total(best))) best = &made[i];
    if (!best) break;
    if (kept_count == 0) scale = 1 / total(best); // so that products do not vanish
    Prefix *k = &kept[kept_count++];
    *k = *best;
    k->blank *= scale;
    k->label *= scale;
    best->length = -1; // taken
  }
}

// Where the labels of a text stand: the most probable path through the frames
// (Viterbi). Its states are the labels with a blank before each and at the end.
static void align(const Frame *frames, int count, const Prefix *text, Label *labels) {
  enum { STATES = 2 * MAX_FRAMES + 1 };
  static uint8_t step[MAX_FRAMES][STATES]; // how many states back the path came from
  float now[STATES] = {0}, before[STATES];
  int states = 2 * text->length + 1;
  now[0] = 1;
  for (int f = 0; f < count; f++) {
    __builtin_memcpy(before, now, sizeof now);
    float most = 0;
    for (int s = 0; s < states; s++) {
      int class = s % 2 ? text->classes[s / 2] : BLANK;
      int back = 0;
      if (f > 0 && s > 0 && before[s - 1] > before[s]) back = 1;
      if (f > 0 && s > 1 && s % 2 && text->classes[s / 2 - 1] != class && before[s - 2] > before[s - back]) back = 2;
      // The first frame is the first blank's or the first label's.
      now[s] = (f == 0 ? s < 2 : before[s - back]) * frames[f][class];
      step[f][s] = back;
      most = now[s] > most ? now[s] : most;
    }
    for (int s = 0; s < states; s++) now[s] /= most;
  }
  int s = states - 1;
  if (text->length > 0 && now[s - 1] > now[s]) s--;
  for (int i = 0; i < text->length; i++) labels[i] = (Label){.class = text->classes[i], .last = -1};
  for (int f = count - 1; f >= 0; f--) {
    if (s % 2) {
      Label *l = &labels[s / 2];
      float p = frames[f][l->class];
      l->first = f;
      if (l->last < 0) l->last = f;
      if (p > l->probability) l->probability = p;
    }
    s -= step[f][s];
  }
}

// Takes the best class of each frame, and tells whether no other text can be
// more probable: all texts together have the probability 1, so that one above
// one half is the best.
static bool best_path(const Frame *frames, int count, int classes, Prefix *text) {
  float probability = 1;
  int before = BLANK;
  text->length = 0;
  for (int f = 0; f < count; f++) {
    int best = 0;
    for (int class = 1; class < classes; class++)
      if (frames[f][class] > frames[f][best]) best = class;
    probability *= frames[f][best];
    if (probability <= 0.5f) return false;
    if (best != BLANK && best != before) text->classes[text->length++] = best;
    before = best;
  }
  return true;
}

int beam_search(const Frame *frames, int count, int classes, Label *labels) {
  if (count == 0) return 0;
  if (!best_path(frames, count, classes, &kept[0])) {
    kept[0] = (Prefix){.blank = 1};
    kept_count = 1;
    for (int f = 0; f < count; f++) {
      extend(frames[f], classes);
      keep();
    }
  }
  align(frames, count, &kept[0], labels);
  return kept[0].length;
}
