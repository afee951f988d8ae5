import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { nearby } from '#domain/property/places.ts';
import { renderNearby } from '#domain/property/places-json.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { type Address, replaceRows, type Store } from '#storage/store/store.ts';
import { KtimaError } from '#tools/errors.ts';
import { editionOf } from '../edition.ts';
import { drawnMap, drawnParcels, tileAt } from '../map/stored-tiles.ts';
import { places, provenance, rates, road, smallTown } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { randomNumbers } from './random.ts';

const { path: folder } = temporaryFolder();

const kaek = (i: number) => `0506817${String(26_003 + i).padStart(5, '0')}`;
const times = (count: number) => Array.from({ length: count }, (_, i) => i);

const parcels = times(60).map(i => ({
  kaek: kaek(i),
  areaM2: 100.5 + i,
  geometry: {
    type: 'Polygon' as const,
    coordinates: [
      [
        [23.7 + i / 100, 37.9],
        [23.7002 + i / 100, 37.9],
        [23.7002 + i / 100, 37.9002],
        [23.7 + i / 100, 37.9],
      ] as [number, number][],
    ],
  },
}));

const addresses: Address[] = times(120).map(i => ({
  externalId: `way/${i}`,
  street: `Οδός ${i % 7}`,
  houseNumber: String(i),
  postalCode: '10563',
  city: 'Αθήνα',
  municipality: 'Αθηναίων',
  reachMetres: 0,
  latitude: 37.9 + i / 10_000,
  longitude: 23.7,
}));

let whole: Promise<Buffer> | undefined;

/** A database with something in each layer, as the bytes of its file; made once. */
export function wholeDatabase(): Promise<Buffer> {
  whole ??= makeDatabase();
  return whole;
}

async function makeDatabase(): Promise<Buffer> {
  const path = join(folder, 'whole.db');
  const store = openSqliteStore(path);
  await replaceRows(store, 'costs', provenance, [
    ...rates,
    { propertyType: 'house', method: 'ross', usefulLifeYears: 60, residualShare: 0.3 },
  ]);
  const many = times(40).flatMap(i =>
    places.map(p => ({
      ...p,
      external_id: `${p.external_id}-${i}`,
      latitude: p.latitude + i / 1e5,
    })),
  );
  await replaceRows(store, 'places', provenance, many);
  await replaceRows(store, 'parcels', provenance, parcels);
  await replaceRows(store, 'addresses', provenance, addresses);
  await replaceRows(store, 'map', provenance, [road]);
  await store.close();
  return readFileSync(path);
}

/** Runs every query; a result is its text, or the error. */
async function askAll(store: Store): Promise<string[]> {
  const { streetKey } = await import('#domain/geocoder/text/fold.ts');
  const questions: (() => Promise<unknown>)[] = [
    async () => {
      const { costs, places: index, placeJsonBytes } = await editionOf(store, smallTown);
      const near = renderNearby(placeJsonBytes, nearby(index, 38, 23));
      return [[...JSON.stringify(costs)], near.toString()];
    },
    () => store.readCosts(),
    () => store.readStreets(),
    () => store.loadedSources(),
    ...times(7).map(i => () => store.findHouses(streetKey(`Οδός ${i}`, 'Αθηναίων'))),
    () => store.housesAround(37.905, 23.7, 300),
    ...parcels.map(parcel => () => store.findParcel(parcel.kaek)),
    ...times(5).map(i => () => store.parcelsAround(37.9001, 23.7001 + i / 10)),
    ...times(9).map(i => () => drawnParcels(store, tileAt([23.7001 + i / 15, 37.9001], 14))),
    () => drawnMap(store, tileAt([23.7275, 37.9841], 14)),
  ];
  const answers: string[] = [];
  for (const ask of questions) answers.push(await ask().then(a => JSON.stringify(a), refusal));
  return answers;
}

/** Only what has a name of ours may come out: anything else would be a 500. */
function refusal(error: unknown): string {
  assert.ok(error instanceof KtimaError, `no name for ${error}`);
  assert.ok(['UNAVAILABLE', 'BAD_DATA'].includes(error.code), error.code);
  return 'refused';
}

/** What comes of a file: refused at the start, or answers. */
export async function outcome(path: string): Promise<'refused' | string[]> {
  let store: Store | undefined;
  try {
    store = openSqliteStore(path);
    await store.check();
    return await askAll(store);
  } catch (error) {
    return refusal(error) as 'refused';
  } finally {
    await store?.close();
    for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
  }
}

/**
 * Changes one byte of a database, many times, and runs every query. Allowed are a refused start, an
 * error that clients see as 503, and the right result.
 */
export async function holdAgainstFlips(t: TestContext, flips: number, seed: number): Promise<void> {
  const whole = await wholeDatabase();
  const path = join(folder, 'flipped.db');
  writeFileSync(path, whole);
  const right = await outcome(path);
  assert.ok(right !== 'refused' && !right.includes('refused'));
  t.diagnostic(`KTIMA_TEST_SEED=${seed} repeats these changes`);
  const random = randomNumbers(seed);
  const counts = { 'refused at the start': 0, '503 for some': 0, 'all right': 0 };
  for (let i = 0; i < flips; i++) {
    const at = random(whole.length);
    const bytes = Buffer.from(whole);
    bytes[at] = bytes[at]! ^ (1 + random(255));
    writeFileSync(path, bytes);
    const answers = await outcome(path).catch(error => {
      throw new Error(`byte ${at}, seed ${seed}`, { cause: error });
    });
    if (answers === 'refused') {
      counts['refused at the start']++;
      continue;
    }
    for (const [q, answer] of answers.entries()) {
      if (answer !== 'refused') {
        assert.equal(answer, right[q], `byte ${at}, question ${q}, seed ${seed}`);
      }
    }
    counts[answers.includes('refused') ? '503 for some' : 'all right']++;
  }
  t.diagnostic(`${flips} of ${whole.length} bytes: ${JSON.stringify(counts)}`);
}
