import assert from 'node:assert/strict';
import test from 'node:test';
import geodesic from 'geographiclib-geodesic';
import { openCoast } from '#domain/zones/sea-distance.ts';
import { corners } from '../geo/square.ts';
import { squareAt } from './generated.ts';

const wgs84 = geodesic.Geodesic.WGS84;
const metres = (x: number, y: number, toX: number, toY: number) =>
  wgs84.Inverse(y, x, toY, toX).s12!;

/** An island of three degrees with a lake, and a small one in the east. */
const island = [squareAt(22, 37, 3), squareAt(23.4, 38.4, 0.1)];
const islet = [squareAt(25.5, 38, 0.01)];
const within = { west: 21, south: 36, east: 26, north: 41 };
const seaAt = openCoast({ type: 'MultiPolygon', coordinates: [island, islet] }, within);

test('the sea is as far as the nearest coast, which a lake is not', () => {
  const close = (x: number, y: number, expected: number) => {
    const found = seaAt(x, y)!;
    // The nearest position of a meridian is a little further north.
    assert.ok(Math.abs(found - expected) < 0.5, `${x} ${y}: ${found}, expected ${expected}`);
  };
  close(22.01, 38, metres(22.01, 38, 22, 38));
  close(23, 37.3, metres(23, 37.3, 23, 37));
  close(24.4, 38.4, metres(24.4, 38.4, 25, 38.4));
  close(23.395, 37.9, metres(23.395, 37.9, 23.395, 37));
  close(25.505, 38.002, metres(25.505, 38.002, 25.505, 38));
  assert.equal(seaAt(25.2, 38), 0, 'no land is there');
  assert.ok(seaAt(23.45, 38.45)! > 100_000, 'in the lake');
});

test('beyond the box the coast is not known, its border counts', () => {
  for (const [x, y] of corners('20.9 38, 26.1 38, 23 35.9, 23 41.1')) {
    assert.equal(seaAt(x, y), undefined);
  }
  assert.equal(seaAt(21, 36), 0);
  assert.equal(seaAt(26, 41), 0);
});

test('no coast within 256 km is not known either', () => {
  const far = openCoast({ type: 'Polygon', coordinates: [squareAt(10, 30, 15)] }, within);
  assert.equal(far(21.5, 38), undefined);
  assert.ok(far(24, 38)! > 80_000);
});
