#include "network.h"

#include "guest.h"
#include "kernels.h"
#include "weights.h"

// The activations under a kernel at one position: runs of contiguous ones.
typedef struct {
  int runs;
  int length; // of a run, even
  int stride; // from one run to the next, activations
  int pairs;  // of all runs, rounded up to a multiple of LEAST
} Window;

typedef struct {
  const LayerEntry *entry;
  Window window;    // of all kinds but depthwise; its stride depends on the input
  int blocks;       // of output channels
  int16_t *weights; // packed
  float *factors, *offsets; // one per channel of all blocks
} Layer;

static Layer layers[MAX_LAYERS];
static int conv_layers; // the first ones

// The panels of the positions that are computed together. They and a block's
// weights stay in the nearest cache.
enum { PANELS = 24 << 10 }; // bytes, if one panel is not more
static char *panels;

// A map of activations: [column][row][channel], inside a border of zeros.
typedef struct {
  int16_t *origin;        // column 0, row 0
  int columns, rows;
  int column_stride, row_stride; // activations
} Map;

// Where in a channel's weights the one for an input of a run stands, or -1.
static int weight_index(const LayerEntry *e, int run, int input) {
  int row = input / e->inputs, channel = input % e->inputs;
  return row < e->rows ? (row * e->columns + run) * e->inputs + channel : -1;
}

// Lays out weights as dot_block reads them. Those that the network does not
// have are 0.
static void pack(Layer *l, const int8_t *weights) {
  const LayerEntry *e = l->entry;
  int each = e->rows * e->columns * e->inputs;
  int16_t *to = l->weights;
  for (int output = 0; output < l->blocks * BLOCK; output += BLOCK)
    for (int pair = 0; pair < l->window.pairs; pair++) {
      int run = 2 * pair / l->window.length, input = 2 * pair % l->window.length;
      bool beyond = run >= l->window.runs;
      int first = beyond ? -1 : weight_index(e, run, input), second = beyond ? -1 : weight_index(e, run, input + 1);
      for (int o = output; o < output + BLOCK; o++) {
        *to++ = o < e->outputs && first >= 0 ? weights[o * each + first] : 0;
        *to++ = o < e->outputs && second >= 0 ? weights[o * each + second] : 0;
      }
    }
}

// Depthwise kernels are widened by zeros to as many pairs of steps.
enum { TAP_PAIRS = 4, BORDER = 2 * TAP_PAIRS };

// Lays out weights as depthwise reads them: [channel / 8][pair][channel % 8][2].
static void pack_depthwise(Layer *l, const int8_t *weights) {
  int channels = l->entry->outputs, taps = l->entry->columns;
  int16_t *to = l->weights;
  for (int block = 0; block < channels; block += BLOCK)
    for (int pair = 0; pair < TAP_PAIRS; pair++)
      for (int c = block; c < block + BLOCK; c++)
        for (int tap = 2 * pair; tap < 2 * pair + 2; tap++) *to++ = tap < taps ? weights[tap * channels + c] : 0;
}

static float *padded(const float *values, int n, int size) {
  float *p = take(size * sizeof *p);
  for (int i = 0; i < size; i++) p[i] = i < n ? values[i] : 0;
  return p;
}

void network_load(void) {
  const LayerEntry *table = (const LayerEntry *)(weights_file + HEADER->table);
  int most_pairs = 0;
  if (HEADER->version != WEIGHTS_VERSION || HEADER->layers > MAX_LAYERS) __builtin_trap();
  for (int i = 0; i < HEADER->layers; i++) {
    Layer *l = &layers[i];
    const LayerEntry *e = l->entry = table + i;
    const int8_t *w = (const int8_t *)weights_file + e->weights;
    if (e->kind != HEAD && e->outputs % BLOCK != 0) __builtin_trap(); // kernels write whole blocks
    l->blocks = round_up(e->outputs, BLOCK) / BLOCK;
    l->factors = padded((const float *)(weights_file + e->factors), e->outputs, l->blocks * BLOCK);
    l->offsets = padded((const float *)(weights_file + e->offsets), e->outputs, l->blocks * BLOCK);
    if (e->kind == CONV) conv_layers = i + 1;
    if (e->kind == DEPTHWISE) {
      if (e->columns > 2 * TAP_PAIRS) __builtin_trap();
      l->weights = take((size_t)2 * TAP_PAIRS * e->outputs * sizeof *l->weights);
      pack_depthwise(l, w);
      continue;
    }
    int length = round_up(e->rows * e->inputs, 2);
    l->window = (Window){.runs = e->columns, .length = length, .pairs = round_up(e->columns * length / 2, LEAST)};
    l->weights = take((size_t)l->blocks * WEIGHTS_PAIR * l->window.pairs);
    pack(l, w);
    most_pairs = max_int(most_pairs, l->window.pairs);
  }
  panels = take(max_int(PANELS, most_pairs * PANEL_PAIR));
}

// At most so many positions are computed together.
enum { TILE = 32 };

typedef struct {
  int count;
  const int16_t *from[TILE + POSITIONS]; // where the windows begin
  void *to[TILE];            // where the channels of the positions go
} Tile;

// Turns the sums of a position's 8 channels, from channel on, into what is kept.
typedef void Finish(v128_t low, v128_t high, const float *factors, const float *offsets, void *to, int channel);

INLINE void activate(v128_t low, v128_t high, const float *factors, const float *offsets, void *to, int channel) {
  wasm_v128_store((int16_t *)to + channel, quantize(low, high, factors, offsets, 0));
}

// The activation is added to the one that is there.
INLINE void add(v128_t low, v128_t high, const float *factors, const float *offsets, void *to, int channel) {
  int16_t *x = (int16_t *)to + channel;
  v128_t y = quantize(low, high, factors, offsets, -32768);
  wasm_v128_store(x, relu(wasm_i16x8_add_sat(y, wasm_v128_load(x))));
}

INLINE void score(v128_t low, v128_t high, const float *factors, const float *offsets, void *to, int channel) {
  wasm_v128_store((float *)to + channel, scale(low, factors, offsets));
  wasm_v128_store((float *)to + channel + 4, scale(high, factors + 4, offsets + 4));
}

// How many positions of a layer are computed together.
static int tile_size(const Layer *l) {
  int panel = l->window.pairs * PANEL_PAIR;
  return max_int(1, min_int(TILE / POSITIONS, PANELS / panel)) * POSITIONS;
}

// Copies the windows of POSITIONS positions into a panel.
static __attribute__((noinline)) void gather(const int16_t *const from[POSITIONS], Window window, char *panel) {
  const int16_t *from0 = from[0], *from1 = from[1], *from2 = from[2], *from3 = from[3];
#define COPY_PAIR(p, i) \
  STORE(panel, PANEL_PAIR * i + 16 * p, wasm_i8x16_swizzle(x, wasm_i32x4_const_splat(0x03020100 + 0x04040404 * i)));
#define COPY_4_PAIRS(p)                                     \
  {                                                         \
    v128_t x = wasm_v128_load(from##p);                     \
    COPY_PAIR(p, 3) COPY_PAIR(p, 2) COPY_PAIR(p, 1) COPY_PAIR(p, 0) \
  }
  int skip = window.stride - window.length;
  for (int run = window.runs; run > 0; run--) {
    int n = window.length;
    for (; n >= 8; n -= 8) {
      COPY_4_PAIRS(3) COPY_4_PAIRS(2) COPY_4_PAIRS(1) COPY_4_PAIRS(0)
      from0 += 8, from1 += 8, from2 += 8, from3 += 8, panel += 4 * PANEL_PAIR;
    }
    for (; n > 0; n -= 2) {
      STORE(panel, 48, wasm_v128_load32_splat(from3));
      STORE(panel, 32, wasm_v128_load32_splat(from2));
      STORE(panel, 16, wasm_v128_load32_splat(from1));
      STORE(panel, 0, wasm_v128_load32_splat(from0));
      from0 += 2, from1 += 2, from2 += 2, from3 += 2, panel += PANEL_PAIR;
    }
    from0 += skip, from1 += skip, from2 += skip, from3 += skip;
  }
#undef COPY_4_PAIRS
#undef COPY_PAIR
}

INLINE void dense(const Layer *l, Window window, Tile *tile, Finish *finish) {
  int panel = window.pairs * PANEL_PAIR;
  // What is beyond the end reads the last position again.
  for (int i = 0; i < POSITIONS; i++) tile->from[tile->count + i] = tile->from[tile->count - 1];
  for (int p = 0; p < tile->count; p += POSITIONS) gather(tile->from + p, window, panels + p / POSITIONS * panel);
  const char *w = (const char *)l->weights;
  for (int channel = 0; channel < l->blocks * BLOCK; channel += BLOCK, w += window.pairs * WEIGHTS_PAIR) {
    const float *factors = l->factors + channel, *offsets = l->offsets + channel;
    const char *x = panels;
    for (int p = 0; p < tile->count; p += POSITIONS, x += panel) {
      v128_t sums[2 * POSITIONS];
      dot_block(x, w, window.pairs, sums);
      for (int i = 0; i < POSITIONS && p + i < tile->count; i++)
        finish(sums[2 * i], sums[2 * i + 1], factors, offsets, tile->to[p + i], channel);
    }
  }
}

static void conv(const Layer *l, Map in, Map out) {
  const LayerEntry *e = l->entry;
  Window window = l->window;
  window.stride = in.column_stride;
  const int16_t *corner = in.origin - in.column_stride - in.row_stride; // of the first window
  Tile tile = {0};
  int size = tile_size(l);
  for (int column = 0; column < out.columns; column++)
    for (int row = 0; row < out.rows; row++) {
      tile.from[tile.count] = corner + column * e->column_stride * in.column_stride + row * e->row_stride * in.row_stride;
      tile.to[tile.count++] = out.origin + column * out.column_stride + row * out.row_stride;
      bool last = column == out.columns - 1 && row == out.rows - 1;
      if (tile.count < size && !last) continue;
      dense(l, window, &tile, activate);
      tile.count = 0;
    }
}

// Two steps one after the other: for each of 8 channels the pair of its
// activations, as depthwise multiplies them.
enum { STEPS_PAIR = 32 }; // bytes

// What the i-th pair of taps adds to the sums of a step's 8 channels: the pairs
// of steps that it reads begin 2 steps apart.
#define DOT_TAPS(i)                                              \
  {                                                              \
    DOT(high, LOAD(p, 2 * STEPS_PAIR * i + 16), w[2 * i + 1]);   \
    DOT(low, LOAD(p, 2 * STEPS_PAIR * i), w[2 * i]);             \
  }

// in has steps of zeros before its first one and after its last: BORDER.
static void depthwise(const Layer *l, const int16_t *in, int steps, int16_t *out) {
  static v128_t pairs[2 * (TILE + 2 * TAP_PAIRS)];
  int channels = l->entry->outputs;
  in -= l->entry->columns / 2 * channels;
  for (int tile = 0; tile < steps; tile += TILE) {
    int count = min_int(TILE, steps - tile);
    for (int c = 0; c < channels; c += BLOCK) {
      const int16_t *a = in + tile * channels + c;
      v128_t x = wasm_v128_load(a);
      for (int t = 0; t < count + 2 * TAP_PAIRS - 2; t++) {
        a += channels;
        v128_t y = wasm_v128_load(a);
        pairs[2 * t + 1] = wasm_i16x8_shuffle(x, y, 4, 12, 5, 13, 6, 14, 7, 15);
        pairs[2 * t] = wasm_i16x8_shuffle(x, y, 0, 8, 1, 9, 2, 10, 3, 11);
        x = y;
      }
      const float *factors = l->factors + c, *offsets = l->offsets + c;
      v128_t w[2 * TAP_PAIRS];
      for (int i = 0; i < 2 * TAP_PAIRS; i++) w[i] = wasm_v128_load(l->weights + 2 * TAP_PAIRS * c + 8 * i);
      int16_t *to = out + tile * channels + c;
      const char *p = (const char *)pairs;
      for (int t = 0; t < count; t++, p += STEPS_PAIR, to += channels) {
        v128_t low = {0}, high = {0};
        DOT_TAPS(3) DOT_TAPS(2) DOT_TAPS(1) DOT_TAPS(0)
        wasm_v128_store(to, quantize(low, high, factors, offsets, 0));
      }
    }
  }
}

// A tile of steps, each of which reads its own inputs alone.
INLINE Tile steps_tile(const int16_t *in, int inputs, void *out, int out_size, int first, int count) {
  Tile tile;
  tile.count = count;
  for (int i = 0; i < tile.count; i++) {
    tile.from[i] = in + (first + i) * inputs;
    tile.to[i] = (char *)out + (first + i) * out_size;
  }
  return tile;
}

// Adds to what is in out, the block's input.
static void pointwise(const Layer *l, const int16_t *in, int steps, int16_t *out) {
  int size = tile_size(l);
  for (int t = 0; t < steps; t += size) {
    Tile tile = steps_tile(in, l->entry->inputs, out, l->entry->outputs * sizeof *out, t, min_int(size, steps - t));
    dense(l, l->window, &tile, add);
  }
}

static void head(const Layer *l, const int16_t *in, int steps, float *out, int stride) {
  int size = tile_size(l);
  for (int t = 0; t < steps; t += size) {
    Tile tile = steps_tile(in, l->entry->inputs, out, stride * sizeof *out, t, min_int(size, steps - t));
    dense(l, l->window, &tile, score);
  }
}

// What kernels may read, and not use, behind the end of a map.
enum { SLACK = 64 };

static Map new_map(int columns, int rows, int channels) {
  Map m = {.columns = columns, .rows = rows, .row_stride = channels, .column_stride = (rows + 2) * channels};
  size_t size = ((size_t)(columns + 2) * m.column_stride + SLACK) * sizeof *m.origin;
  int16_t *all = take(size);
  __builtin_memset(all, 0, size);
  m.origin = all + m.column_stride + m.row_stride;
  return m;
}

// The strip as the first map: ink is 255, ground is 0.
static Map input(const uint8_t *pixels, int width) {
  int rows = HEADER->height;
  Map m = new_map(round_up(width, HEADER->stride), rows, 1);
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < width; x++) m.origin[x * m.column_stride + y] = 255 - pixels[y * width + x];
  return m;
}

Scores network_run(const uint8_t *pixels, int width) {
  Map map = input(pixels, width);
  const Layer *l = layers, *end = layers + HEADER->layers;
  for (; l < layers + conv_layers - 1; l++) {
    Map next = new_map(map.columns / l->entry->column_stride, map.rows / l->entry->row_stride, l->entry->outputs);
    conv(l, map, next);
    map = next;
  }
  // The rows that are left become channels of the trunk.
  int steps = map.columns / l->entry->column_stride, rows = map.rows / l->entry->row_stride;
  int channels = rows * l->entry->outputs;
  size_t size = (size_t)(steps + 2 * BORDER) * channels * sizeof(int16_t);
  int16_t *trunk = take(size), *inner = take((size_t)steps * channels * sizeof *inner);
  __builtin_memset(trunk, 0, size);
  trunk += BORDER * channels;
  conv(l, map, (Map){.origin = trunk, .columns = steps, .rows = rows, .column_stride = channels, .row_stride = l->entry->outputs});
  for (l++; l < end && l->entry->kind != HEAD; l++) {
    if (l->entry->kind == DEPTHWISE)
      depthwise(l, trunk, steps, inner);
    else
      pointwise(l, inner, steps, trunk);
  }
  int stride = l->blocks * BLOCK;
  float *scores = take((size_t)steps * stride * sizeof *scores);
  head(l, trunk, steps, scores, stride);
  return (Scores){scores, steps, stride};
}
