import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { Histogram, Registry } from 'prom-client';
import { durationHistogram } from '../../src/watch/durations.ts';

const name = 'test_duration_seconds';
const buckets = [
  0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

test('durations are told as prom-client’s own histogram tells them', async () => {
  const seconds = fc.oneof(
    fc.constantFrom(...buckets),
    fc.double({ min: 0, max: 20, noNaN: true }),
  );
  const answers = fc.array(fc.tuple(fc.constantFrom('/a/', '/b/'), seconds), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(answers, async list => {
      const [ours, theirs] = [new Registry(), new Registry()];
      const help = 'How long it took';
      const open = durationHistogram(ours, name, help);
      const oracle = new Histogram({
        name,
        help,
        buckets,
        labelNames: ['route'],
        registers: [theirs],
      });
      const adders = new Map<string, (value: number) => void>();
      for (const [route, value] of list) {
        if (!adders.has(route)) adders.set(route, open({ route }));
        adders.get(route)!(value);
        oracle.observe({ route }, value);
      }
      assert.deepEqual(linesOf(await ours.metrics()), linesOf(await theirs.metrics()));
    }),
    { numRuns: 50 },
  );
});

/** The order of labels does not matter, nor where the sums stand. */
function linesOf(text: string): string[] {
  const sorted = text.replaceAll(/\{(.*?)\}/g, (_, labels: string) => {
    return `{${labels.split(',').sort().join(',')}}`;
  });
  return sorted.split('\n').filter(Boolean).sort();
}
