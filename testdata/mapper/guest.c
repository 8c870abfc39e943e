// A mapper without any library, and everything that can be wrong with one: build
// sets MAIN, which is what it does.
#include <stddef.h>
#include <stdint.h>

#define WASI(name) __attribute__((import_module("wasi_snapshot_preview1"), import_name(#name)))

typedef struct {
  const void *data;
  uint32_t size;
} vec;

WASI(fd_read) uint16_t fd_read(int fd, const vec *, uint32_t count, uint32_t *size);
WASI(fd_write) uint16_t fd_write(int fd, const vec *, uint32_t count, uint32_t *size);
WASI(fd_close) uint16_t fd_close(int fd);
WASI(proc_exit) _Noreturn void proc_exit(uint32_t status);
WASI(clock_time_get) uint16_t clock_time_get(uint32_t clock, uint64_t precision, uint64_t *time);
WASI(random_get) uint16_t random_get(void *, uint32_t size);
WASI(sched_yield) uint16_t sched_yield(void);
WASI(poll_oneoff) uint16_t poll_oneoff(const void *in, void *out, uint32_t count, uint32_t *events);
WASI(args_sizes_get) uint16_t args_sizes_get(uint32_t *count, uint32_t *size);
WASI(environ_sizes_get) uint16_t environ_sizes_get(uint32_t *count, uint32_t *size);
WASI(path_open)
uint16_t path_open(int fd, uint32_t look, const char *path, uint32_t length, uint32_t flags, uint64_t rights,
                   uint64_t inherit, uint32_t fdflags, int *opened);
WASI(fd_prestat_get) uint16_t fd_prestat_get(int fd, void *prestat);
WASI(sock_accept) uint16_t sock_accept(int fd, uint32_t flags, int *accepted);
WASI(sock_send) uint16_t sock_send(int fd, const vec *, uint32_t count, uint32_t flags, uint32_t *size);
#ifdef FOREIGN
__attribute__((import_module("env"), import_name("puts"))) int puts(const char *);
__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_teleport"))) int fd_teleport(int);
#endif
#ifdef MISTYPED
__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_sync"))) uint64_t mistyped(uint64_t);
#endif

// All that stands on standard input, and its size.
static char input[1 << 20];
static uint32_t size;

static void read_all(void) {
  uint32_t n;
  do {
    vec v = {input + size, sizeof input - size};
    if (fd_read(0, &v, 1, &n)) proc_exit(70);
    size += n;
  } while (n > 0);
}

static void write_all(int fd, const char *s, uint32_t length) {
  while (length > 0) {
    vec v = {s, length};
    uint32_t n;
    if (fd_write(fd, &v, 1, &n)) return;
    s += n;
    length -= n;
  }
}

static uint32_t length(const char *s) {
  uint32_t n = 0;
  while (s[n]) n++;
  return n;
}

static void say(const char *s) { write_all(1, s, length(s)); }
static void complain(const char *s) { write_all(2, s, length(s)); }

static void say_number(uint64_t n) {
  char digits[20], *at = digits + sizeof digits;
  do *--at = '0' + n % 10;
  while (n /= 10);
  write_all(1, at, digits + sizeof digits - at);
}

// Begins and goes on with an answer of one row.
static int columns;
static struct {
  const char *key;
  uint64_t value;
} cells[16];

static void cell(const char *key, uint64_t value) {
  cells[columns].key = key;
  cells[columns++].value = value;
}

static void answer(void) {
  say("{\"columns\":[");
  for (int i = 0; i < columns; i++) {
    say(i ? ",{\"key\":\"" : "{\"key\":\""), say(cells[i].key), say("\",\"label\":\"\"}");
  }
  say("],\"rows\":[{");
  for (int i = 0; i < columns; i++) {
    say(i ? ",\"" : "\""), say(cells[i].key), say("\":\""), say_number(cells[i].value), say("\"");
  }
  say("}]}\n");
}

// Where the value that begins at i ends.
static uint32_t value_end(uint32_t i) {
  int depth = 0;
  for (; i < size; i++) {
    switch (input[i]) {
    case '"':
      for (i++; i < size && input[i] != '"'; i++) i += input[i] == '\\';
      break;
    case '{':
    case '[':
      depth++;
      break;
    case '}':
    case ']':
      depth--;
    }
    if (depth == 0) return i + 1;
  }
  return size;
}

// Answers the columns, rows and evidence that it was given.
static void pass(void) {
  read_all();
  uint32_t i = 1;
  int wrote = 0;
  while (i < size && input[i] == '"') {
    uint32_t name = i, colon = value_end(i), end = colon + 1;
    if (input[end] >= '0' && input[end] <= '9') {
      while (input[end] != ',') end++;
    } else {
      end = value_end(end);
    }
    char c = input[name + 1];
    if (c == 'c' || c == 'r' || c == 'e') {
      write_all(1, wrote++ ? "," : "{", 1);
      write_all(1, input + name, end - name);
    }
    i = end + 1;
  }
  say("}");
}

static void mirror(void) {
  read_all();
  write_all(1, input, size);
}

// Answers what it can learn of the world.
static void world(void) {
  read_all();
  uint64_t sum = 14695981039346656037u, real, monotonic, random;
  for (uint32_t i = 0; i < size; i++) sum = (sum ^ (uint8_t)input[i]) * 1099511628211u;
  clock_time_get(0, 1, &real), clock_time_get(1, 1, &monotonic);
  random_get(&random, sizeof random);
  uint32_t args, environ, bytes;
  args_sizes_get(&args, &bytes), environ_sizes_get(&environ, &bytes);
  cell("sum", sum), cell("real", real), cell("monotonic", monotonic), cell("random", random);
  cell("args", args), cell("environ", environ);
  answer();
}

// Answers the errors that it gets when it tries to leave.
static void leave(void) {
  int fd;
  uint32_t n;
  char prestat[8];
  vec v = {"x", 1};
  cell("file", path_open(3, 0, "etc/passwd", 10, 0, ~0ull, ~0ull, 0, &fd));
  cell("above", path_open(3, 0, "../x", 4, 1, ~0ull, ~0ull, 0, &fd));
  cell("stdin", path_open(0, 0, "x", 1, 1, ~0ull, ~0ull, 0, &fd));
  cell("folder", fd_prestat_get(3, prestat));
  cell("accept", sock_accept(3, 0, &fd));
  cell("send", sock_send(1, &v, 1, 0, &n));
  cell("write", fd_write(3, &v, 1, &n));
  answer();
}

// Sleeps for an hour, on a clock and while it waits for standard input, and
// answers how many seconds went by.
static void nap(void) {
  struct {
    uint64_t user;
    uint8_t tag;
    _Alignas(8) uint32_t clock;
    uint64_t timeout, precision;
    uint16_t flags;
  } hour = {0, 0, 1, 3600000000000u, 0, 0};
  char event[32];
  uint32_t events;
  uint64_t before, after;
  clock_time_get(1, 1, &before);
  poll_oneoff(&hour, event, 1, &events);
  clock_time_get(1, 1, &after);
  cell("seconds", (after - before) / 1000000000);
  answer();
}

// Nests calls without an end, on the stack of the calls alone.
__attribute__((noinline)) static uint32_t deep(uint32_t n) {
  if (n == 0) return sched_yield();
  return deep(n + 1) * 31 ^ n;
}

// Nests calls without an end, each with variables in memory.
__attribute__((noinline)) static int recurse(volatile int n) { return n == 0 ? 0 : recurse(n + 1) + n; }

// Calls without a loop and never nested deeply, but for years.
__attribute__((noinline)) static uint32_t tree(uint32_t n) {
  if (n == 0) return size++;
  uint32_t left = tree(n - 1);
  return left / (tree(n - 1) | 1);
}

static void grow(void) {
  while (__builtin_wasm_memory_grow(0, 16) != (size_t)-1) {
  }
}

static void flood(int fd) {
  static char text[64 << 10];
  for (uint32_t i = 0; i < sizeof text; i++) text[i] = i % 64 == 63 ? '\n' : 'a' + i % 26;
  for (;;) write_all(fd, text, sizeof text);
}

static void fill(void) {
  uint32_t end = __builtin_wasm_memory_grow(0, 900) + 900;
  for (;;) __builtin_memset(input + sizeof input, 1, (end << 16) - (uint32_t)(input + sizeof input));
}

__attribute__((export_name(ENTRY))) void start(void) { MAIN; }
