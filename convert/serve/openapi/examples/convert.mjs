// Converts a purchase order and prints its rows, one JSON object per line:
//
//   LINEITEM_KEY=li_... node convert.mjs order.pdf
//
// LINEITEM_URL is the address of the service.

import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const tries = 4;
const longestWait = 60; // seconds; a day's limit may ask for hours

// convert returns the result, or throws an error that says what went wrong.
async function convert(url, key, path) {
  const form = new FormData();
  form.append("file", await openAsBlob(path), basename(path));
  const headers = {
    Authorization: `Bearer ${key}`,
    Accept: "application/json",
    "Idempotency-Key": randomUUID(), // one for all tries: only one of them is charged
  };
  for (let left = tries - 1; ; left--) {
    const answer = await fetch(`${url}/api/v1/convert`, {
      method: "POST", headers, body: form, signal: AbortSignal.timeout(120_000),
    });
    if (answer.ok) return answer.json();
    // 429 and 503 say when to try again; nothing else gets better by itself.
    const wait = Number(answer.headers.get("Retry-After") ?? 0);
    if (!(wait > 0 && wait <= longestWait) || left === 0) throw await problemOf(answer);
    await answer.body?.cancel();
    await sleep(wait * 1000);
  }
}

// problemOf makes an error of an answer that is not a success.
async function problemOf(answer) {
  if (answer.headers.get("Content-Type") !== "application/problem+json") {
    return new Error(`the service answered ${answer.status}`);
  }
  const { status, code, detail, requestId } = await answer.json();
  return Object.assign(new Error(`${status} ${code}: ${detail} (request ${requestId})`), { status, code });
}

const key = process.env.LINEITEM_KEY, paths = process.argv.slice(2);
if (!key || paths.length !== 1) {
  console.error("usage: LINEITEM_KEY=li_... node convert.mjs order.pdf");
  process.exit(2);
}
try {
  const url = process.env.LINEITEM_URL ?? "http://127.0.0.1:8080";
  const { rows } = await convert(url, key, paths[0]);
  for (const row of rows) console.log(JSON.stringify(row));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
