import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { PolygonGeometry, Ring } from '../../src/geo/polygon.ts';
import { toWkb } from '../../src/geo/wkb.ts';
import { findPacked, openParcelPacking } from '../../src/property/packed-parcels.ts';
import { type Parcel, parcelWkt } from '../../src/property/parcels.ts';

const triangle = (x: number, y: number): Ring => [
  [x, y],
  [x + 0.001, y],
  [x, y + 0.001],
  [x, y],
];
const plot: PolygonGeometry = { type: 'Polygon', coordinates: [triangle(23.7, 37.9)] };

function pack(parcels: readonly Parcel[], most = parcels.length) {
  const packing = openParcelPacking(most);
  for (const { geometry, ...parcel } of parcels) {
    packing.add({ ...parcel, outline: toWkb(geometry) });
  }
  return packing.packed();
}

const written = (parcel: Parcel) => ({
  kaek: parcel.kaek,
  areaM2: parcel.areaM2,
  wkt: parcelWkt(parcel, 4326),
});

const byCode = (one: Parcel, other: Parcel) => (one.kaek < other.kaek ? -1 : 1);

test('every parcel is found by its code and no other, as it would be written otherwise', () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
  const letters = fc.stringMatching(/^[Α-ΡΣ-Ω]{2}$/);
  const code = fc
    .tuple(digits(5), fc.oneof(digits(2), letters, fc.constant('00')), digits(5))
    .map(parts => parts.join(''));
  const parcel = fc.record({
    kaek: code,
    areaM2: fc.double({ min: 0, max: 1e9, noNaN: true }),
    geometry: fc
      .tuple(fc.double({ min: 19, max: 30, noNaN: true }), fc.boolean())
      .map(([x, isMany]): PolygonGeometry => {
        const rings = [triangle(x, 38), triangle(x + 0.01, 39)];
        return isMany
          ? { type: 'MultiPolygon', coordinates: rings.map(ring => [ring]) }
          : { type: 'Polygon', coordinates: rings };
      }),
  });
  const list = fc.uniqueArray(parcel, { selector: ({ kaek }) => kaek, maxLength: 60 });
  fc.assert(
    fc.property(list, fc.array(code), (parcels, others) => {
      const packed = pack(parcels.toSorted(byCode));
      assert.equal(packed.codes.length, parcels.length, 'numbers are in the order of codes');
      for (const one of parcels) assert.deepEqual(findPacked(packed, one.kaek), written(one));
      const known = new Set(parcels.map(({ kaek }) => kaek));
      for (const kaek of others) {
        if (!known.has(kaek)) assert.equal(findPacked(packed, kaek), undefined);
      }
    }),
    { numRuns: 300 },
  );
});

test('outlines go on in the next chunk when one is full', () => {
  const ring: Ring = Array.from({ length: 100_000 }, (_, i) => [20 + i / 1e5, 38]);
  const parcels = Array.from(
    { length: 12 },
    (_, i): Parcel => ({
      kaek: String(i).padStart(12, '0'),
      areaM2: i,
      geometry: { type: 'Polygon', coordinates: [[[i, i], ...ring]] },
    }),
  );
  const packed = pack(parcels);
  assert.ok(packed.chunks.length > 1);
  for (const parcel of parcels) {
    assert.deepEqual(findPacked(packed, parcel.kaek), written(parcel));
  }
});

test('what cannot be packed is left out, and the rest is there', () => {
  const huge: Ring = Array.from({ length: 600_000 }, () => [20, 38]);
  const parcels: Parcel[] = [
    { kaek: '0', areaM2: 1, geometry: plot },
    { kaek: '000000000001', areaM2: 1, geometry: plot },
    { kaek: '000000000002', areaM2: 2, geometry: { type: 'Polygon', coordinates: [] } },
    { kaek: '000000000003', areaM2: 3, geometry: { type: 'Polygon', coordinates: [huge] } },
    { kaek: '000000000005', areaM2: 5, geometry: plot },
    { kaek: '000000000004', areaM2: 4, geometry: plot },
    { kaek: '00000AA00001', areaM2: 7, geometry: plot },
    { kaek: '0000000000061', areaM2: 7, geometry: plot },
    { kaek: '000000000006', areaM2: 6, geometry: plot },
    { kaek: '000000000007', areaM2: 7, geometry: plot },
  ];
  const packed = pack(parcels, 3);
  const areas = ['1', '2', '3', '4', '5', '6', '7'].map(
    digit => findPacked(packed, digit.padStart(12, '0'))?.areaM2,
  );
  assert.deepEqual(areas, [1, undefined, undefined, undefined, 5, 6, undefined]);
  assert.equal(findPacked(pack([]), '000000000001'), undefined);
});

test('of one code the last counts, and when that is damaged none', () => {
  const packing = openParcelPacking(9);
  const outline = toWkb(plot);
  for (const [digit, areaM2, isWhole] of [
    ['1', 1, true],
    ['2', 1, true],
    ['2', 2, true],
    ['3', 1, true],
    ['3', 2, false],
    ['4', 1, false],
    ['4', 2, true],
    ['5', 1, true],
  ] as const) {
    packing.add({
      kaek: digit.padStart(12, '0'),
      areaM2,
      outline: isWhole ? outline : undefined,
    });
  }
  const areas = ['1', '2', '3', '4', '5'].map(
    digit => findPacked(packing.packed(), digit.padStart(12, '0'))?.areaM2,
  );
  assert.deepEqual(areas, [1, 2, undefined, 2, 1]);
});
