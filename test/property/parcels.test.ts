import assert from 'node:assert/strict';
import test from 'node:test';
import { fromGreekGrid } from '../../src/geo/greek-grid.ts';
import type { PolygonGeometry, Position } from '../../src/geo/polygon.ts';
import { gridAreaM2, parcelFeature, parcelWkt } from '../../src/property/parcels.ts';

const corners: Position[] = [
  [476700, 4203000],
  [476720, 4203000],
  [476720, 4203030],
  [476700, 4203030],
  [476700, 4203000],
];
const geometry: PolygonGeometry = {
  type: 'Polygon',
  coordinates: [corners.map(fromGreekGrid)],
};
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

test('as GeoJSON it is a Feature with the same 7 decimals', () => {
  const feature = parcelFeature(parcel);
  assert.equal(feature.type, 'Feature');
  assert.deepEqual(feature.properties, { kaek: '050681726003', area: 600 });
  assert.match(
    JSON.stringify(feature.geometry),
    /^{"type":"Polygon","coordinates":\[\[\[23\.\d{1,7},37\.\d{1,7}\],/,
  );
});
