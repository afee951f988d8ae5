import assert from 'node:assert/strict';
import test from 'node:test';
import { openWayPacker, type Way, wayBundles, waysIn } from '#domain/walking/ways.ts';
import { seeded } from '../seeded.ts';

const random = seeded(9);
const whole = (below: number) => Math.floor(random() * below);

const ways: Way[] = Array.from({ length: 500 }, (_, i) => ({
  id: i % 7 === 0 ? -i - 1 : whole(2 ** 40),
  isSteps: random() < 0.3,
  isOffGround: random() < 0.3,
  isArea: random() < 0.3,
  parts: Array.from({ length: 1 + (i % 3) }, () => ({
    nodes: Array.from({ length: 2 + (i % 5) }, () => whole(2 ** 45)),
    points: Array.from({ length: 2 * (2 + (i % 5)) }, () => whole(3.6e9) - 1.8e9),
  })),
}));

test('ways are read as they were packed, in bundles by their ids', () => {
  const packer = openWayPacker();
  for (const way of ways) packer.add(way);
  const bundles = [...packer.take()];
  assert.ok(bundles.length > 10);
  assert.ok(bundles.every(([bundle]) => bundle >= 0 && bundle < wayBundles));
  const byId = (a: Way, b: Way) => a.id - b.id;
  const read = bundles.flatMap(([, content]) => [...waysIn(content)]);
  assert.deepEqual(read.sort(byId), ways.toSorted(byId));
  assert.deepEqual([...packer.take()], []);
});

test('a bundle of another version is not read', () => {
  assert.throws(() => [...waysIn(Uint8Array.of(1))], /expected version 3, got 1/);
});
