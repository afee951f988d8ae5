import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { openSlots } from '#http/server/overload.ts';

test('tasks run in order within the slots, and are rejected when the queue is full', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 4 }),
      fc.scheduler(),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 15 }),
      async (slots, queue, scheduler, fails) => {
        const { run } = openSlots({ slots, queue }, 'things');
        const began: number[] = [];
        let busy = 0;
        const outcomes = fails.map((fail, i) =>
          run(async () => {
            began.push(i);
            assert.ok(++busy <= slots);
            await scheduler.schedule(Promise.resolve());
            busy--;
            if (fail) throw new Error('failed');
            return i;
          }).catch((error: Error & { code?: string }) => error.code ?? error.message),
        );
        await scheduler.waitFor(Promise.all(outcomes));
        const admitted = Math.min(fails.length, slots + queue);
        assert.deepEqual(
          began,
          Array.from({ length: admitted }, (_, i) => i),
        );
        assert.deepEqual(
          await Promise.all(outcomes),
          fails.map((fail, i) => (i >= admitted ? 'BUSY' : fail ? 'failed' : i)),
        );
        assert.equal(await run(async () => 'free again'), 'free again');
      },
    ),
    { numRuns: 200 },
  );
});
