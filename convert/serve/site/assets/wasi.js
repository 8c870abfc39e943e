// Runs the converter (convert/wasi) where the host runs WebAssembly and has no WASI: in browsers, and
// in other hosts of JavaScript. A program gets its arguments, standard input, standard output and
// standard error, a clock and random bytes (WASI preview 1), and no files.

const [ok, badFile, notCapable] = [0, 8, 76]; // errno

/** Is thrown through the program when it ends. */
class Exit {
  constructor(status) { this.status = status; }
}

/**
 * Runs a program, in a fresh instance, until it ends. Standard input, standard output and standard
 * error are of bytes.
 * @param {WebAssembly.Module} module
 * @param {string[]} args without the program's name
 * @param {Uint8Array} stdin
 * @returns {Promise<{status: number, stdout: Uint8Array, stderr: Uint8Array}>}
 */
export async function run(module, args, stdin) {
  const input = { bytes: stdin, read: 0 };
  const outputs = { 1: [], 2: [] };
  const instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: imports(() => instance.exports.memory, ["lineitem", ...args], input, outputs),
  });
  let status = 0;
  try {
    instance.exports._start();
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    status = error.status;
  }
  return { status, stdout: joined(outputs[1]), stderr: joined(outputs[2]) };
}

/**
 * Converts one document.
 * @param {WebAssembly.Module} module
 * @param {Uint8Array} document
 * @param {{filename?: string, evidence?: boolean}} options
 * @returns {Promise<string>} the answer, one line of JSON
 * @throws {Error} that says in a sentence why it cannot be converted
 */
export async function convert(module, document, { filename = "document.pdf", evidence = false } = {}) {
  const args = [`--filename=${filename}`, `--evidence=${evidence}`, "-"];
  const { status, stdout, stderr } = await run(module, args, document);
  const text = bytes => new TextDecoder().decode(bytes);
  if (status !== 0) {
    const prefix = `lineitem: ${filename}: `, [said] = text(stderr).split("\n"); // below may be a trace of calls
    throw new Error((said.startsWith(prefix) ? said.slice(prefix.length) : said) || `the converter ended with status ${status}`);
  }
  return text(stdout);
}

// imports are the functions that a program made by Go calls. memory gives its memory as it is now.
function imports(memory, args, input, outputs) {
  const view = () => new DataView(memory().buffer);
  const bytes = (at, length) => new Uint8Array(memory().buffer, at, length);
  // each calls f with each buffer of a list, until f returns less than the buffer holds, and returns the sum.
  const each = (list, count, f) => {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const buffer = bytes(view().getUint32(list + 8 * i, true), view().getUint32(list + 8 * i + 4, true));
      const n = f(buffer);
      sum += n;
      if (n < buffer.length) break;
    }
    return sum;
  };
  const encoded = args.map(text => new TextEncoder().encode(text + "\0"));
  const none = () => badFile;
  return {
    args_sizes_get(count, size) {
      view().setUint32(count, encoded.length, true);
      view().setUint32(size, encoded.reduce((sum, text) => sum + text.length, 0), true);
      return ok;
    },
    args_get(pointers, at) {
      for (const [i, text] of encoded.entries()) {
        view().setUint32(pointers + 4 * i, at, true);
        bytes(at, text.length).set(text);
        at += text.length;
      }
      return ok;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return ok;
    },
    environ_get: () => ok,
    clock_time_get(clock, precision, at) {
      const ms = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
      return ok;
    },
    random_get(at, length) {
      const most = 65536; // of getRandomValues
      for (let done = 0; done < length; done += most) crypto.getRandomValues(bytes(at + done, Math.min(most, length - done)));
      return ok;
    },
    fd_read(fd, list, count, read) {
      if (fd !== 0) return badFile;
      view().setUint32(read, each(list, count, buffer => {
        const part = input.bytes.subarray(input.read, input.read + buffer.length);
        buffer.set(part);
        input.read += part.length;
        return part.length;
      }), true);
      return ok;
    },
    fd_write(fd, list, count, written) {
      if (!outputs[fd]) return badFile;
      view().setUint32(written, each(list, count, buffer => {
        outputs[fd].push(buffer.slice());
        return buffer.length;
      }), true);
      return ok;
    },
    fd_fdstat_get(fd, at) {
      if (fd > 2) return badFile;
      bytes(at, 24).fill(0);
      const characterDevice = 2;
      view().setUint8(at, characterDevice);
      view().setBigUint64(at + 8, ~0n, true); // all rights
      return ok;
    },
    // Nothing is ever waited for: a program that sleeps looks at the clock again.
    poll_oneoff(subscriptions, events, count, ready) {
      for (let i = 0; i < count; i++) {
        const event = events + 32 * i;
        bytes(event, 32).fill(0);
        bytes(event, 8).set(bytes(subscriptions + 48 * i, 8)); // whose it is
        view().setUint8(event + 10, view().getUint8(subscriptions + 48 * i + 8)); // its kind
      }
      view().setUint32(ready, count, true);
      return ok;
    },
    sched_yield: () => ok,
    proc_exit(status) { throw new Exit(status); },
    fd_close: () => ok,
    fd_fdstat_set_flags: () => ok,
    fd_prestat_get: none,
    fd_prestat_dir_name: none,
    fd_pread: none,
    path_filestat_get: () => notCapable,
    path_open: () => notCapable,
  };
}

// joined is one array of all bytes.
function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
