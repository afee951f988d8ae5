import assert from 'node:assert/strict';
import test from 'node:test';
import {
  gridAreaM2,
  type Parcel,
  parcelAt,
  parcelFeature,
  parcelPosition,
  parcelSrids,
  parcelWkt,
} from '#domain/property/parcels.ts';
import { fromGreekGrid, toGreekGrid } from '#tools/geo/greek-grid.ts';
import { mapPositions, type PolygonGeometry, type Position } from '#tools/geo/polygon.ts';
import { square as squareAt } from '../geo/square.ts';

/** A rectangle on the Greek Grid, in metres. */
const rectangle = (west: number, south: number, width: number, height: number): Position[] =>
  squareAt(0, 0, 1).map(([x, y]) => [west + x * width, south + y * height]);
const corners = rectangle(476_700, 4_203_000, 20, 30);
const geometry: PolygonGeometry = { type: 'Polygon', coordinates: [corners.map(fromGreekGrid)] };
const parcel = { kaek: '050681726003', areaM2: 600, geometry };

test('an area is measured on the Greek Grid', () => assert.equal(gridAreaM2(geometry), 600));

test('the outline comes in degrees with 7 decimals, longitude first', () => {
  const wkt = parcelWkt(parcel, 4326);
  assert.match(wkt, /^POLYGON \(\((?:23\.\d{7} 37\.\d{7}, ){4}23\.\d{7} 37\.\d{7}\)\)$/);
});

test('on the Greek Grid the coordinates that were loaded come back to the millimetre', () => {
  assert.equal(
    parcelWkt(parcel, 2100),
    'POLYGON ((476700.000 4203000.000, 476720.000 4203000.000, 476720.000 4203030.000, ' +
      '476700.000 4203030.000, 476700.000 4203000.000))',
  );
});

test('as GeoJSON it is a Feature with 9 decimals of a degree or 4 of a metre', () => {
  const feature = parcelFeature(parcel);
  assert.equal(feature.type, 'Feature');
  assert.deepEqual(feature.properties, { kaek: '050681726003', area_m2: 600 });
  const outline = /^{"type":"Polygon","coordinates":\[\[\[23\.\d{8,9},37\.\d{8,9}\],/;
  assert.match(JSON.stringify(feature.geometry), outline);
  const { geometry } = parcel;
  const shifted = mapPositions(geometry, ([x, y]) => [x + 1e-9, y + 1e-9]);
  assert.notDeepEqual(parcelFeature({ ...parcel, geometry: shifted }), feature);
  assert.match(
    JSON.stringify(parcelFeature({ ...parcel, geometry: shifted }, 2100).geometry),
    /^{"type":"Polygon","coordinates":\[\[\[476700\.000\d,4203000\.000\d\],/,
  );
});

/** A square parcel on the Greek Grid, in metres. */
const squareParcel = (kaek: string, size: number): Parcel => {
  const ring = rectangle(476_000, 4_205_000, size, size);
  const geometry = mapPositions({ type: 'Polygon', coordinates: [ring] }, fromGreekGrid);
  return { kaek, areaM2: size * size, geometry };
};

test('of the parcels at a point the smallest is found, and of equal ones the first', () => {
  const [large, small] = [squareParcel('large', 40), squareParcel('small', 20)];
  const at = (x: number, y: number, ...parcels: Parcel[]) => {
    const [longitude, latitude] = fromGreekGrid([476_000 + x, 4_205_000 + y]);
    return parcelAt(parcels, latitude, longitude)?.kaek;
  };
  assert.equal(at(10, 10, large, small), 'small');
  assert.equal(at(10, 10, small, large), 'small');
  assert.equal(at(30, 30, small, large), 'large');
  assert.equal(at(50, 50, small, large), undefined);
  assert.equal(at(10, 10, small, squareParcel('same', 20)), 'small');
});

test('the position of a parcel is as accurate as its corners are far', () => {
  const { latitude, longitude, accuracyMetres } = parcelPosition(squareParcel('a', 40));
  const [x, y] = toGreekGrid([longitude, latitude]);
  const [dx, dy] = [x - 476_000, y - 4_205_000];
  assert.ok(dx > 0 && dx < 40 && dy > 0 && dy < 40);
  const expected = Math.hypot(Math.max(dx, 40 - dx), Math.max(dy, 40 - dy));
  assert.ok(Math.abs(accuracyMetres - expected) < 0.001, `${accuracyMetres}, ${expected}`);
  assert.deepEqual(parcelSrids, [4326, 2100]);
});
