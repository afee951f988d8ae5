import assert from 'node:assert/strict';
import test from 'node:test';
import { nearestFinder } from '#domain/geocoder/country/municipality-at.ts';
import { earthPoint } from '#tools/geo/earth.ts';
import { seeded } from '../../seeded.ts';

test('the nearest point within 40 km is found, as by looking at all of them', () => {
  const random = seeded(7);
  const point = () => ({ latitude: 35 + 6 * random(), longitude: 20 + 8 * random() });
  const known = Array.from({ length: 300 }, point);
  const find = nearestFinder(known, i => i);
  const metres = (a: ReturnType<typeof point>, b: ReturnType<typeof point>) => {
    const [p, q] = [earthPoint(a.latitude, a.longitude), earthPoint(b.latitude, b.longitude)];
    return Math.hypot(p.x - q.x, p.y - q.y, p.z - q.z);
  };
  const reached = new Set<number>();
  for (let i = 0; i < 1_000; i++) {
    const at = point();
    const all = known.map(one => metres(one, at));
    const least = Math.min(...all);
    assert.equal(find(at), least < 40_000 ? all.indexOf(least) : undefined, JSON.stringify(at));
    reached.add([5_000, 15_000, 40_000, Number.POSITIVE_INFINITY].findIndex(far => least < far));
  }
  assert.equal(reached.size, 4);
});
