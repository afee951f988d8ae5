import assert from 'node:assert/strict';
import test from 'node:test';
import { operations } from './description.ts';
import { naughtyStrings } from './hostile-values.ts';
import { openSubject, tryRequests } from './run.ts';

const seed = Number(process.env.KTIMA_TEST_SEED ?? 1);

/** Sends `count` requests, or KTIMA_TEST_REQUESTS, and tests each response against the description. */
export function testRequests(usual: number): void {
  const count = Number(process.env.KTIMA_TEST_REQUESTS ?? usual);
  test(`${count} valid and broken requests get the described responses, and never a 5xx`, async t => {
    const subject = await openSubject();
    t.after(subject.close);
    t.diagnostic(`${naughtyStrings.length} strings of a list that is not part of the project`);
    const statuses = new Map<string, Set<number>>();
    await tryRequests(subject, { count, seed }, ({ operation: { name } }, { status }) => {
      statuses.set(name, (statuses.get(name) ?? new Set()).add(status));
    });
    for (const { name } of operations) {
      const seen = statuses.get(name) ?? new Set();
      assert.ok(seen.has(200) || seen.has(204), `${name} had something to tell`);
      assert.ok(
        [400, 405].some(status => seen.has(status)),
        `${name} refused something`,
      );
    }
    assert.doesNotMatch(subject.log(), /"level":50/, 'nothing went wrong unseen');
  });
}
