import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runInOrder } from '#features/portfolio/batches.ts';

async function* numbers(count: number, taken: { jobs: number }): AsyncGenerator<number> {
  for (let i = 0; i < count; i++) {
    taken.jobs = i + 1;
    yield i;
  }
}

test('results come in the order of the jobs, whatever time each takes', async () => {
  let started = 0;
  let closed = 0;
  const start = () => {
    started++;
    return {
      run: async (job: number) => {
        await sleep((job * 7) % 5);
        return job * 10;
      },
      close: async () => void closed++,
    };
  };
  assert.deepEqual(
    await Array.fromAsync(runInOrder(numbers(50, { jobs: 0 }), start, 3)),
    Array.from({ length: 50 }, (_, i) => i * 10),
  );
  assert.deepEqual([started, closed], [3, 3]);
});

test('no more jobs are read than the runners queue, and few jobs start few runners', async () => {
  const taken = { jobs: 0 };
  let started = 0;
  const start = () => {
    started++;
    return { run: async (job: number) => job, close: async () => {} };
  };
  for await (const result of runInOrder(numbers(100, taken), start, 2)) {
    assert.ok(taken.jobs - result <= 4);
  }
  started = 0;
  await Array.fromAsync(runInOrder(numbers(1, taken), start, 8));
  assert.equal(started, 1);
});

test('a failure ends the run and closes every runner', async () => {
  let closed = 0;
  const start = () => ({
    run: async (job: number) => {
      if (job === 5) throw new Error('the disk is gone');
      return job;
    },
    close: async () => void closed++,
  });
  const all = Array.fromAsync(runInOrder(numbers(50, { jobs: 0 }), start, 2));
  await assert.rejects(all, /the disk is gone/);
  assert.equal(closed, 2);
});
