import assert from 'node:assert/strict';
import type test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '#storage/store/store.ts';

/** Counts the changes that a store reports. */
export async function countChanges(t: test.TestContext, store: Store) {
  const seen = { changes: 0 };
  t.after(await store.onChange(() => seen.changes++));
  return seen;
}

/** Waits for something to hold; how long that took, in milliseconds. */
export async function waitFor(condition: () => boolean | Promise<boolean>, limitMs: number) {
  const started = performance.now();
  while (!(await condition())) {
    assert.ok(performance.now() - started < limitMs, `not within ${limitMs} ms`);
    await sleep(10);
  }
  return performance.now() - started;
}
