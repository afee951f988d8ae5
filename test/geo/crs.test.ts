import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import proj4 from 'proj4';
import { knownEpsg, toWgs84 } from '../../src/geo/crs.ts';

test('the four coordinate systems of Greek data are taken, others are not', () => {
  assert.deepEqual(knownEpsg, [2100, 3857, 4258, 4326]);
  assert.equal(toWgs84(32634), undefined);
});

test('one place in Athens is the same from each of them', () => {
  const cases: [number, [number, number]][] = [
    [4326, [23.7348, 37.9755]],
    [4258, [23.7348, 37.9755]],
    [3857, [2642145.85008, 4575965.36246]],
    [2100, [476558.70866, 4202841.94192]],
  ];
  for (const [epsg, position] of cases) {
    const [longitude, latitude] = toWgs84(epsg)!(position);
    assert.ok(Math.abs(longitude - 23.7348) < 1e-7, `${epsg}: ${longitude}`);
    assert.ok(Math.abs(latitude - 37.9755) < 1e-7, `${epsg}: ${latitude}`);
  }
});

test('Web Mercator is as proj4 has it', () => {
  const metres = fc.double({ min: -2e7, max: 2e7, noNaN: true });
  const proj = proj4('EPSG:3857', 'EPSG:4326');
  fc.assert(
    fc.property(metres, metres, (x, y) => {
      const [longitude, latitude] = toWgs84(3857)!([x, y]);
      const [wantedLongitude, wantedLatitude] = proj.forward([x, y]);
      assert.ok(Math.abs(longitude - wantedLongitude!) < 1e-9);
      assert.ok(Math.abs(latitude - wantedLatitude!) < 1e-9);
    }),
  );
});
