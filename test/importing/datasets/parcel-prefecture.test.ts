import assert from 'node:assert/strict';
import test from 'node:test';
import { openUnitPositions } from '#domain/geocoder/municipality-of.ts';
import { contradictionMetres } from '#domain/property/contradictions.ts';
import { prefectureOf } from '#domain/property/greece.ts';
import { parcelPoint, parcelPosition } from '#domain/property/parcels.ts';
import { farFromPrefecture, parcelsCheckedBy } from '#importing/datasets/parcel-dataset.ts';
import type { FeatureReader } from '#importing/readers/reader.ts';
import { openTally } from '#importing/report.ts';
import { objectionTo } from '#importing/result-checks.ts';
import { national } from '../../geocoder/national.ts';
import { seeded } from '../../seeded.ts';
import { degrees, polygon } from './parcel-rows.ts';

test('a parcel far from the prefecture of its code is kept and noted', () => {
  const notes: string[] = [];
  const reader = { epsg: 4326 } as FeatureReader;
  const toParcel = parcelsCheckedBy(national).open(reader, {}, (reason, detail) =>
    notes.push(`${reason}: ${detail}`),
  );
  const codeAt = (KAEK: string, east: number, north: number) => {
    const geometry = polygon(degrees.map(([x, y]) => [x + east, y + north]));
    return toParcel({ number: 1, properties: { KAEK }, geometry }).kaek;
  };
  assert.equal(codeAt('050681726003', 0, 0), '050681726003');
  assert.equal(codeAt('190681726003', -0.79, 2.65), '190681726003');
  assert.deepEqual(notes, []);
  assert.equal(codeAt('050681726003', -0.79, 2.65), '050681726003');
  assert.equal(codeAt('999999999999', 1.7, -2.1), '999999999999');
  assert.deepEqual(notes, [
    'the parcel lies far from the prefecture of its code; is the coordinate system right?: ' +
      '050681726003: the prefecture 05, Αττικής, lies 269 km away',
    'the code is not one of a prefecture (01 to 51): 999999999999',
  ]);
});

test('a note is made exactly if the position of a parcel contradicts its prefecture', () => {
  let isNoted = false;
  const toParcel = parcelsCheckedBy(national).open({ epsg: 4326 } as FeatureReader, {}, () => {
    isNoted = true;
  });
  const positionsOf = openUnitPositions(national);
  const random = seeded(11);
  const counts = { noted: 0, onlyBySize: 0 };
  for (let number = 1; number <= 2_000; number++) {
    const KAEK = `${String(1 + Math.floor(random() * 6)).padStart(2, '0')}0681726003`;
    const size = 10 ** (-3 + 3 * random());
    const [x, y] = [20.5 + 4 * random(), 37 + 2.5 * random()];
    const corners = degrees.map(([east, north]): [number, number] => [
      x + (east - degrees[0]![0]) * size * 1_000,
      y + (north - degrees[0]![1]) * size * 1_000,
    ]);
    isNoted = false;
    const parcel = toParcel({ number, properties: { KAEK }, geometry: polygon(corners) });
    const positions = positionsOf(prefectureOf(KAEK)!.regionalUnits);
    const isFar = contradictionMetres(parcelPosition(parcel), positions) !== undefined;
    assert.equal(isNoted, isFar, `${KAEK} at ${x}, ${y}`);
    const point = { ...parcelPoint(parcel), accuracyMetres: 0 };
    const isPointFar = contradictionMetres(point, positions) !== undefined;
    if (isFar) counts.noted++;
    else if (isPointFar) counts.onlyBySize++;
  }
  assert.ok(counts.noted > 100 && counts.noted < 1_900, `${counts.noted} are far`);
  assert.ok(counts.onlyBySize > 0, 'some fit only because they are large');
});

test('a file is refused if most of its parcels, and not only a few, are far from their prefecture', () => {
  const objection = (far: number, right: number) => {
    const tally = openTally();
    for (let i = 0; i < far; i++) tally.note(farFromPrefecture, 'plots.shp, record 1');
    tally.keep(far + right);
    const change = { before: {}, added: {} };
    return objectionTo({ layer: 'parcels', tally, change }, { maxRefusedShare: 0 }, true);
  };
  assert.equal(objection(9, 0), undefined);
  assert.equal(objection(10, 10), undefined);
  assert.match(objection(10, 9)!, /^10 of 19 parcels lie far .* Check --srid, or give --allow-far/);
});
