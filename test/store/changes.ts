import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for something to hold; how long that took, in milliseconds. */
export async function waitFor(condition: () => boolean | Promise<boolean>, limitMs: number) {
  const started = performance.now();
  while (!(await condition())) {
    assert.ok(performance.now() - started < limitMs, `not within ${limitMs} ms`);
    await sleep(10);
  }
  return performance.now() - started;
}
