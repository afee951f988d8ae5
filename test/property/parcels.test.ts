import assert from 'node:assert/strict';
import test from 'node:test';
import { fromGreekGrid } from '../../src/geo/greek-grid.ts';
import type { PolygonGeometry, Position } from '../../src/geo/polygon.ts';
import { gridAreaM2, parcelFeature, parcelWkt, parseKaek } from '../../src/property/parcels.ts';

test('a KAEK is understood however it is typed', () => {
  const cases: [string, string][] = [
    ['050681726003', '050681726003'],
    ['050681726003/0/1', '050681726003'],
    ['050681726003/0', '050681726003'],
    [' 05 068 17 26 003 ', '050681726003'],
    ['05-068-17-26-003', '050681726003'],
    ['05.068.17.26.003/0/0', '050681726003'],
    ['05–068–1726003', '050681726003'],
    ['０５０６８１７２６００３', '050681726003'],
    ['12098ΕΚ00029', '12098ΕΚ00029'],
    ['12098EK00029', '12098ΕΚ00029'],
    ['12098εκ00029', '12098ΕΚ00029'],
    ['12098 ek 00029', '12098ΕΚ00029'],
  ];
  for (const [typed, kaek] of cases) assert.equal(parseKaek(typed), kaek, typed);
});

test('what is no KAEK is none', () => {
  const cases = [
    '',
    ' ',
    '05068172600',
    '0506817260031',
    '05068172600A',
    'EK1209800029',
    '12098QQ00029',
    '12098ΕΚ0002',
    '050681726003/0/1/2',
    '050681726003//1',
    '050681726003/a',
    '050681726003/',
    "050681726003' OR 1=1",
    '٠٥٠٦٨١٧٢٦٠٠٣',
    '12098ΕΪ00029',
  ];
  for (const typed of cases) assert.equal(parseKaek(typed), undefined, typed);
});

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
