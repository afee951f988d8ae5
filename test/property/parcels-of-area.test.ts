import assert from 'node:assert/strict';
import test from 'node:test';
import type { Parcel } from '#domain/property/parcels.ts';
import { type ParcelFinder, parcelsOfArea } from '#domain/property/parcels-of-area.ts';
import { areaOfBox } from '#domain/property/search-area.ts';
import { squareAt } from '../zones/generated.ts';

const area = areaOfBox({ west: 23, south: 38, east: 24, north: 39 });
const codeOf = (number: number) => String(number).padStart(12, '0');
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

/** A parcel of the area; each tenth is outside of it. */
const parcel = (code: string, corners = 5): Parcel => {
  const ring = squareAt(code.endsWith('0') ? 25 : 23.5, 38.5, 0.001);
  const more = Array.from({ length: corners - ring.length }, () => ring.at(-1)!);
  const geometry = { type: 'Polygon', coordinates: [[...ring, ...more]] } as const;
  return { kaek: code, areaM2: 1, geometry };
};

/** Reads all batches over parcels in the order of their codes; `byCode`: by a list of candidates. */
async function read(count: number, byCode: boolean, { after = '', corners = 5 } = {}) {
  const codes = numbers(count).map(codeOf);
  const finder: ParcelFinder = {
    parcelCodesIn: async (_, behind) => (byCode ? codes.filter(code => code > behind) : undefined),
    parcelsOfCodes: async list => list.map(code => parcel(code, corners)),
    parcelsAlong: async (_, behind, rows) => {
      const found = codes.filter(code => code > behind).slice(0, rows);
      const end = found.at(-1) === codes.at(-1) ? undefined : found.at(-1);
      return { parcels: found.map(code => parcel(code, corners)), end };
    },
  };
  const batches = await Array.fromAsync(parcelsOfArea(finder, area, after));
  return {
    codes: batches.flatMap(({ found }) => found.map(({ kaek }) => kaek)),
    rows: batches.map(({ rows }) => rows),
    ends: batches.map(({ end }) => end),
  };
}

for (const byCode of [true, false]) {
  const how = byCode ? 'by a list of codes' : 'along the codes';

  test(`parcels of an area are read in batches that double, ${how}`, async () => {
    const { codes, rows, ends } = await read(1_600, byCode);
    const inside = numbers(1_600).filter(number => number % 10 > 0);
    assert.deepEqual(codes, inside.map(codeOf));
    assert.deepEqual(rows, [16, 32, 64, 128, 256, 512, 512, 512]);
    assert.deepEqual(
      ends.slice(0, 3),
      [15, 47, 111].map(number => codeOf(number)),
    );
    assert.equal(ends.at(-1), undefined);
  });

  test(`they are read after one of them, ${how}`, async () => {
    const { codes, ends } = await read(25, byCode, { after: codeOf(20) });
    assert.deepEqual(codes, [21, 22, 23, 24].map(codeOf));
    assert.deepEqual(ends, [undefined]);
  });

  test(`batches of long outlines become small, ${how}`, async () => {
    assert.deepEqual((await read(20, byCode, { corners: 2_000 })).rows, [16, 4]);
    assert.deepEqual((await read(20, byCode, { corners: 20_001 })).rows, [16, 4]);
    assert.deepEqual((await read(30, byCode, { corners: 1_250 })).rows, [16, 32]);
  });
}

test('no candidate gives one empty batch', async () => {
  assert.deepEqual(await read(0, true), { codes: [], rows: [16], ends: [undefined] });
});
