import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import fc from 'fast-check';
import geodesic from 'geographiclib-geodesic';
import { readLand } from '../../console/build/land.ts';
import { el } from '../../console/src/language/el.ts';
import { circleAround } from '../../console/src/map/circle.ts';
import { metresPerDegree } from '../../console/src/map/earth.ts';
import { gridLines } from '../../console/src/map/grid.ts';
import { measure } from '../../console/src/map/measure.ts';
import { geometryOf, readOutline } from '../../console/src/parcel/outline.ts';
import { sidesOf } from '../../console/src/parcel/sides.ts';
import { kindNames } from '../../console/src/places/kinds.ts';
import { pointInPolygon } from '../../src/geo/inside.ts';
import type { PolygonGeometry, Position } from '../../src/geo/polygon.ts';
import { toWkt } from '../../src/geo/wkt.ts';
import { placeTypes } from '../../src/property/place-types.ts';

const wgs84 = geodesic.Geodesic.WGS84;

test('the circles have their radius, to a tenth of a percent', () => {
  for (const radius of [1_000, 2_000, 10_000]) {
    for (const [longitude, latitude] of circleAround([23.7348, 37.9755], radius)) {
      const { s12 } = wgs84.Inverse(37.9755, 23.7348, latitude, longitude);
      assert.ok(Math.abs(s12! - radius) < radius / 1_000, `${radius}: ${s12}`);
    }
  }
});

test('the sides of a parcel equal the geodesic to a millimetre', () => {
  const outline = readOutline(
    'POLYGON ((23.7362000 37.9868000, 23.7363579 37.9868561, 23.7362585 37.9870315, 23.7361006 37.9869754, 23.7362000 37.9868000))',
  )!;
  const sides = sidesOf(outline);
  assert.equal(sides.length, 4);
  for (const { from, to, metres } of sides) {
    assert.ok(Math.abs(wgs84.Inverse(from[1], from[0], to[1], to[0]).s12! - metres) < 0.001);
  }
});

test('a measured line has the length and area of the ellipsoid', () => {
  const square: Position[] = [
    [23, 38],
    [23.01, 38],
    [23.01, 38.01],
    [23, 38.01],
  ];
  assert.deepEqual(measure([]), { metres: 0, squareMetres: undefined });
  assert.equal(measure(square.slice(0, 2)).squareMetres, undefined);
  const { metres, squareMetres } = measure(square);
  const { east, north } = metresPerDegree(38.005);
  assert.ok(Math.abs(metres - (2 * east + north) / 100) < 0.1, `${metres}`);
  assert.ok(Math.abs(squareMetres! / ((east * north) / 1e4) - 1) < 1e-5, `${squareMetres}`);
  // The direction of the line does not matter.
  assert.ok(Math.abs(measure(square.toReversed()).squareMetres! - squareMetres!) < 0.01);
});

test('outlines of the service are read, and other text is not', () => {
  const ring = '(23 38, 24 38, 24 39, 23 38)';
  assert.deepEqual(readOutline(`POLYGON (${ring})`), readOutline(`MULTIPOLYGON ((${ring}))`));
  assert.equal(readOutline(`POLYGON (${ring}, ${ring})`)![0]!.length, 2);
  assert.deepEqual(geometryOf(readOutline(`POLYGON (${ring})`)!).coordinates.length, 1);
  for (const wkt of ['', 'POINT (1 2)', 'POLYGON ((1 2', 'POLYGON ((a b))']) {
    assert.equal(readOutline(wkt), undefined, wkt);
  }
});

test('every sample parcel that the service writes is read to the last digit', () => {
  const sample = JSON.parse(readFileSync('data/parcels.geojson', 'utf8')) as {
    features: { geometry: PolygonGeometry }[];
  };
  for (const { geometry } of sample.features) {
    const wkt = toWkt(geometry, 7);
    assert.equal(
      toWkt(geometryOf(readOutline(wkt)!), 7),
      wkt.replace(/^POLYGON (.+)$/, 'MULTIPOLYGON ($1)'),
    );
  }
});

test('the grid has few lines and round labels in any view', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -170, max: 170, noNaN: true }),
      fc.double({ min: -60, max: 60, noNaN: true }),
      fc.double({ min: 0.0005, max: 20, noNaN: true }),
      (west, south, size) => {
        const lines = gridLines([west, south, west + size, south + size]);
        assert.ok(lines.length >= 2 && lines.length <= 30, `${lines.length}`);
        for (const { label } of lines) assert.match(label, /^−?\d{1,3}°( \d{1,2}′( \d{1,2}″)?)?$/);
      },
    ),
  );
  const labels = gridLines([23.5, 37.5, 24.5, 38.5]).map(({ label }) => label);
  assert.ok(labels.includes('23° 30′') && labels.includes('38°'));
});

test('every kind of place has a symbol and a name', () => {
  assert.deepEqual([...kindNames].sort(), [...placeTypes].sort());
  assert.deepEqual(Object.keys(el.kinds).sort(), [...placeTypes].sort());
});

test('the background contains Greece with its islands, in closed rings', () => {
  const { land, greece, borders } = readLand();
  assert.ok(greece.coordinates.length > 60);
  assert.ok(borders.coordinates.length > 5);
  for (const ring of [...land.coordinates, ...greece.coordinates].flat()) {
    assert.deepEqual(ring[0], ring.at(-1));
  }
  const isLand = (longitude: number, latitude: number) =>
    pointInPolygon([longitude, latitude], land as unknown as PolygonGeometry);
  assert.ok(isLand(23.73, 37.99) && isLand(25.1, 35.2) && isLand(22, 40.5));
  assert.ok(!isLand(25, 38) && !isLand(20, 36));
});
