import assert from 'node:assert/strict';
import test from 'node:test';
import { fromGreekGrid } from '../../src/geo/greek-grid.ts';
import { mapPositions, type PolygonGeometry, type Position } from '../../src/geo/polygon.ts';
import { gridAreaM2, parcelFeature, parcelWkt } from '../../src/property/parcels.ts';

const corners: Position[] = [
  [476700, 4203000],
  [476720, 4203000],
  [476720, 4203030],
  [476700, 4203030],
  [476700, 4203000],
];
const geometry: PolygonGeometry = { type: 'Polygon', coordinates: [corners.map(fromGreekGrid)] };
const parcel = { kaek: '050681726003', areaM2: 600, geometry };

test('an area is measured on the Greek Grid', () => {
  assert.equal(gridAreaM2(geometry), 600);
});

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
  assert.deepEqual(feature.properties, { kaek: '050681726003', area: 600 });
  assert.match(
    JSON.stringify(feature.geometry),
    /^{"type":"Polygon","coordinates":\[\[\[23\.\d{8,9},37\.\d{8,9}\],/,
  );
  const { geometry } = parcel;
  const shifted = mapPositions(geometry, ([x, y]) => [x + 1e-9, y + 1e-9]);
  assert.notDeepEqual(parcelFeature({ ...parcel, geometry: shifted }), feature);
  assert.match(
    JSON.stringify(parcelFeature({ ...parcel, geometry: shifted }, 2100).geometry),
    /^{"type":"Polygon","coordinates":\[\[\[476700\.000\d,4203000\.000\d\],/,
  );
});
