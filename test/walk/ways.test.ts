import assert from 'node:assert/strict';
import test from 'node:test';
import { openWayPacker, type Way, wayHeaps, waysIn } from '../../src/land/walk/ways.ts';
import { seeded } from '../seeded.ts';

const random = seeded(9);
const whole = (below: number) => Math.floor(random() * below);

const ways: Way[] = Array.from({ length: 500 }, (_, i) => ({
  id: i % 7 === 0 ? -i - 1 : whole(2 ** 40),
  isSteps: random() < 0.3,
  nodes: Array.from({ length: 2 + (i % 5) }, () => whole(2 ** 45)),
  points: Array.from({ length: 2 * (2 + (i % 5)) }, () => whole(3.6e9) - 1.8e9),
}));

test('ways are read as they were packed, in heaps by their ids', () => {
  const packer = openWayPacker();
  for (const way of ways) packer.add(way);
  const heaps = [...packer.take()];
  assert.ok(heaps.length > 10);
  assert.ok(heaps.every(([heap]) => heap >= 0 && heap < wayHeaps));
  const byId = (a: Way, b: Way) => a.id - b.id;
  const read = heaps.flatMap(([, content]) => [...waysIn(content)]);
  assert.deepEqual(read.sort(byId), ways.toSorted(byId));
  assert.deepEqual([...packer.take()], []);
});

test('a heap of another version is not read', () => {
  assert.throws(() => [...waysIn(Uint8Array.of(2))], /expected version 1, got 2/);
});
