import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { openSlots } from '#http/server/slots.ts';

const codeOf = (error: Error & { code?: string }) => error.code ?? error.message;

test('tasks of one subject run in order within the slots, and are rejected when the queue is full', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 4 }),
      fc.scheduler(),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 15 }),
      async (slots, queue, scheduler, fails) => {
        const { run } = openSlots({ slots, queue, queueOfOne: queue }, 'things');
        const began: number[] = [];
        let busy = 0;
        const outcomes = fails.map((fail, i) =>
          run('one', async () => {
            began.push(i);
            assert.ok(++busy <= slots);
            await scheduler.schedule(Promise.resolve());
            busy--;
            if (fail) throw new Error('failed');
            return i;
          }).catch(codeOf),
        );
        await scheduler.waitFor(Promise.all(outcomes));
        const admitted = Math.min(fails.length, slots + queue);
        assert.deepEqual(began, [...fails.keys()].slice(0, admitted));
        const expected = fails.map((fail, i) => (i >= admitted ? 'BUSY' : fail ? 'failed' : i));
        assert.deepEqual(await Promise.all(outcomes), expected);
        assert.equal(await run('one', async () => 'free again'), 'free again');
      },
    ),
    { numRuns: 200 },
  );
});

/** Tasks that wait until they are ended by hand. */
function openTasks(limits: Parameters<typeof openSlots>[0]) {
  const slots = openSlots(limits, 'things');
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const outcomes = new Map<string, string>();
  return {
    slots,
    running,
    outcomes,
    begin(name: string, signal?: AbortSignal) {
      const work = () => {
        running.push(name);
        return new Promise<void>(resolve => ends.set(name, resolve));
      };
      void slots.run(name[0]!, work, signal).then(
        () => outcomes.set(name, 'done'),
        error => outcomes.set(name, codeOf(error)),
      );
    },
    async end(name: string) {
      ends.get(name)!();
      running.splice(running.indexOf(name), 1);
      await settled();
    },
  };
}

const settled = () => new Promise<void>(resolve => setImmediate(resolve));

test('subjects take turns, and a free slot goes to the one that has the fewest', async () => {
  const { begin, end, running } = openTasks({ slots: 2, queue: 20 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) begin(name);
  await settled();
  assert.deepEqual(running, ['a1', 'a2']);
  await end('a1');
  assert.deepEqual(running, ['a2', 'b1']);
  await end('b1');
  assert.deepEqual(running, ['a2', 'c1']);
  await end('a2');
  assert.deepEqual(running, ['c1', 'a3']);
  await end('c1');
  assert.deepEqual(running, ['a3', 'b2']);
});

test('a subject has at most its slots and its part of the queue', async () => {
  const { begin, end, running, outcomes, slots } = openTasks({ slots: 4, slotsOfOne: 2, queue: 6 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) begin(name);
  await settled();
  assert.deepEqual(running, ['a1', 'a2']);
  assert.deepEqual([...outcomes], [['a6', 'BUSY']]);
  assert.equal(slots.isFull('a'), true);
  assert.equal(slots.isFull('b'), false);
  begin('b1');
  await settled();
  assert.deepEqual(running, ['a1', 'a2', 'b1']);
  await end('b1');
  assert.deepEqual(running, ['a1', 'a2']);
  await end('a1');
  assert.deepEqual(running, ['a2', 'a3']);
  assert.deepEqual(slots.load(), { slots: 4, queue: 6, busy: 2, waiting: 2 });
});

test('a task whose client left is dropped before it begins', async () => {
  const { begin, end, running, outcomes, slots } = openTasks({ slots: 1, queue: 8 });
  const client = new AbortController();
  begin('a1');
  begin('a2', client.signal);
  begin('a3');
  client.abort(new Error('left'));
  begin('a4', client.signal);
  await settled();
  assert.deepEqual([...outcomes].map(String).sort(), ['a2,left', 'a4,left']);
  assert.equal(slots.load().waiting, 1);
  await end('a1');
  assert.deepEqual(running, ['a3']);
  await end('a3');
  assert.deepEqual(slots.load(), { slots: 1, queue: 8, busy: 0, waiting: 0 });
});
