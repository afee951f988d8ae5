import assert from 'node:assert/strict';
import test from 'node:test';
import { naughtyStrings } from './hostile-values.ts';
import { openSubject, tryRequests } from './run.ts';
import { openSlowest, timeAlone } from './slowest.ts';

const count = Number(process.env.KTIMA_TEST_REQUESTS ?? 100_000);
const seed = Number(process.env.KTIMA_TEST_SEED ?? 1);

/** No answer may take longer, but for those that hash a password. */
const slowMs = 100;
const hashing = new Set(['auth login']);

test(`${count} valid and broken requests get the described responses, none of them slowly`, async t => {
  const subject = await openSubject();
  t.after(subject.close);
  t.diagnostic(`seed ${seed}; ${naughtyStrings.length} strings of a list beside the project`);
  const slowest = openSlowest();
  const answers = new Map<string, number>();
  const start = performance.now();
  await tryRequests(subject, { count, seed }, (asked, answer) => {
    slowest.note(asked, answer);
    const kind = `${answer.status} ${asked.faults.length === 0 ? 'good' : 'broken'}`;
    answers.set(kind, (answers.get(kind) ?? 0) + 1);
  });
  t.diagnostic(`${count} requests in ${((performance.now() - start) / 1_000).toFixed(0)} s`);
  for (const [kind, times] of [...answers].sort()) t.diagnostic(`${kind}: ${times}`);
  assert.doesNotMatch(subject.log(), /"level":50/, 'nothing went wrong unseen');

  for (const [name, timed] of slowest.entries()) {
    for (const { asked, ms } of timed) {
      const alone = await timeAlone(subject.send, asked);
      const faults = asked.faults.join(', ') || 'good';
      t.diagnostic(`${name}: ${ms.toFixed(1)} ms, alone ${alone.toFixed(1)} ms (${faults})`);
      assert.ok(alone < slowMs || hashing.has(name), `${name} (${faults}) took ${alone} ms`);
    }
  }
});
