#include "network.h"

#include "guest.h"
#include "kernels.h"
#include "weights.h"

typedef struct {
  const LayerEntry *entry;
  Window window;    // of all kinds but depthwise; its stride depends on the input
  int blocks;       // of output channels
  int16_t *weights; // packed
  float *factors, *offsets; // one per channel of all blocks
} Layer;

static Layer layers[MAX_LAYERS];
static int conv_layers; // the first ones

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
    for (int run = 0; run < l->window.runs; run++)
      for (int input = 0; input < l->window.length; input += 2) {
        int first = weight_index(e, run, input), second = weight_index(e, run, input + 1);
        for (int o = output; o < output + BLOCK; o++) {
          *to++ = o < e->outputs && first >= 0 ? weights[o * each + first] : 0;
          *to++ = o < e->outputs && second >= 0 ? weights[o * each + second] : 0;
        }
      }
}

// Depthwise kernels are widened by zeros to as many pairs of steps.
enum { PAIRS = 4, BORDER = 2 * PAIRS };

// Lays out weights as depthwise reads them: [channel / 8][pair][channel % 8][2].
static void pack_depthwise(Layer *l, const int8_t *weights) {
  int channels = l->entry->outputs, taps = l->entry->columns;
  int16_t *to = l->weights;
  for (int block = 0; block < channels; block += BLOCK)
    for (int pair = 0; pair < PAIRS; pair++)
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
      if (e->columns > 2 * PAIRS) __builtin_trap();
      l->weights = take((size_t)2 * PAIRS * e->outputs * sizeof *l->weights);
      pack_depthwise(l, w);
      continue;
    }
    l->window = (Window){.runs = e->columns, .length = round_up(e->rows * e->inputs, 8)};
    l->weights = take((size_t)l->blocks * BLOCK * l->window.runs * l->window.length * sizeof *l->weights);
    pack(l, w);
  }
}

// Positions that are computed together: what they read, and a block's weights,
// stay in the nearest cache.
enum { TILE = 32 };

typedef struct {
  int count;
  const int16_t *from[TILE + POSITIONS]; // where the windows begin
  void *to[TILE];                        // where the channels of the positions go
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

INLINE void dense(const Layer *l, Window window, Tile *tile, Finish *finish) {
  // What is beyond the end reads the last position again.
  for (int i = 0; i < POSITIONS; i++) tile->from[tile->count + i] = tile->from[tile->count - 1];
  const int16_t *w = l->weights;
  for (int channel = 0; channel < l->blocks * BLOCK; channel += BLOCK, w += window.runs * window.length * BLOCK) {
    const float *factors = l->factors + channel, *offsets = l->offsets + channel;
    for (int p = 0; p < tile->count; p += POSITIONS) {
      v128_t sums[2 * POSITIONS];
      dot_block(tile->from + p, w, window, sums);
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
  for (int column = 0; column < out.columns; column++)
    for (int row = 0; row < out.rows; row++) {
      tile.from[tile.count] = corner + column * e->column_stride * in.column_stride + row * e->row_stride * in.row_stride;
      tile.to[tile.count++] = out.origin + column * out.column_stride + row * out.row_stride;
      bool last = column == out.columns - 1 && row == out.rows - 1;
      if (tile.count < TILE && !last) continue;
      dense(l, window, &tile, activate);
      tile.count = 0;
    }
}

// in has steps of zeros before its first one and after its last: BORDER.
static void depthwise(const Layer *l, const int16_t *in, int steps, int16_t *out) {
  int channels = l->entry->outputs;
  in -= l->entry->columns / 2 * channels;
  for (int tile = 0; tile < steps; tile += TILE) {
    int end = min_int(tile + TILE, steps);
    for (int c = 0; c < channels; c += BLOCK) {
      const float *factors = l->factors + c, *offsets = l->offsets + c;
      v128_t w[2 * PAIRS];
      for (int i = 0; i < 2 * PAIRS; i++) w[i] = wasm_v128_load(l->weights + 2 * PAIRS * c + 8 * i);
      for (int t = tile; t < end; t++) {
        const int16_t *a = in + t * channels + c;
        v128_t low = {0}, high = {0};
        for (int i = 0; i < 2 * PAIRS; i += 2, a += 2 * channels) {
          v128_t x = wasm_v128_load(a), y = wasm_v128_load(a + channels);
          DOT(low, wasm_i16x8_shuffle(x, y, 0, 8, 1, 9, 2, 10, 3, 11), w[i]);
          DOT(high, wasm_i16x8_shuffle(x, y, 4, 12, 5, 13, 6, 14, 7, 15), w[i + 1]);
        }
        wasm_v128_store(out + t * channels + c, quantize(low, high, factors, offsets, 0));
      }
    }
  }
}

// A tile of steps, each of which reads its own inputs alone.
INLINE Tile steps_tile(const int16_t *in, int inputs, void *out, int out_size, int first, int steps) {
  Tile tile = {.count = min_int(TILE, steps - first)};
  for (int i = 0; i < tile.count; i++) {
    tile.from[i] = in + (first + i) * inputs;
    tile.to[i] = (char *)out + (first + i) * out_size;
  }
  return tile;
}

// Adds to what is in out, the block's input.
static void pointwise(const Layer *l, const int16_t *in, int steps, int16_t *out) {
  for (int t = 0; t < steps; t += TILE) {
    Tile tile = steps_tile(in, l->entry->inputs, out, l->entry->outputs * sizeof *out, t, steps);
    dense(l, l->window, &tile, add);
  }
}

static void head(const Layer *l, const int16_t *in, int steps, float *out, int stride) {
  for (int t = 0; t < steps; t += TILE) {
    Tile tile = steps_tile(in, l->entry->inputs, out, stride * sizeof *out, t, steps);
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
