import assert from 'node:assert/strict';
import test from 'node:test';
import { areaOfBox } from '#domain/property/search-area.ts';
import { toKindSources } from '#domain/zones/zone-answer.ts';
import { zonesOfArea } from '#domain/zones/zones-of-area.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { floods, squareAt, zonesWith } from './generated.ts';

/** Two sources of forty squares each, one beside the other, and one of another kind. */
async function openZones(of = 'flood') {
  const store = openSqliteStore(':memory:', () => new Date('2026-06-15T09:00:00Z'));
  const load = (source: string, kind: string, south: number) => {
    const squares = Array.from({ length: 40 }, (_, i) => {
      return { type: 'Polygon', coordinates: [squareAt(22 + i / 10, south, 0.05)] } as const;
    });
    const rows = zonesWith(squares, { kind: { ...floods, kind }, covers: null });
    const provenance = { source, origin: 'test', checksum: '00', licence: 'none' };
    return replaceRows(store, 'zones', provenance, rows);
  };
  await load('a', 'flood', 38);
  await load('b', 'noise', 38);
  await load('c', 'flood', 38);
  const all = toKindSources(await store.zoneSources());
  const sources = all.filter(({ kind }) => kind.kind === of).sort((a, b) => a.id - b.id);
  const read = async (...[area, after]: [Parameters<typeof zonesOfArea>[2]?, number[]?]) => {
    const place = after && { source: sources[after[0]!]!.id, number: after[1]! };
    const batches = await Array.fromAsync(zonesOfArea(store, sources, area, place));
    const zones = batches.flatMap(({ found }) => found);
    const found = zones.map(({ zone, source }) => `${source.source}${zone.number}`);
    const ends = batches.map(({ end }) => end?.split('-')[1]);
    return { found, rows: batches.map(({ rows }) => rows), ends };
  };
  return { read };
}

const numbers = (source: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `${source}${from + i}`);

test('all zones of a kind come by source and number, in batches that double', async () => {
  const { read } = await openZones();
  const { found, rows, ends } = await read();
  assert.deepEqual(found, [...numbers('a', 1, 40), ...numbers('c', 1, 40)]);
  assert.deepEqual(rows, [16, 24, 40]);
  assert.deepEqual(ends, ['16', '40', undefined]);
  const { read: readOne } = await openZones('noise');
  assert.deepEqual((await readOne()).ends, ['16', undefined], 'of one source');
});

test('zones come after one of them', async () => {
  const { read } = await openZones();
  assert.deepEqual((await read(undefined, [0, 38])).found, ['a39', 'a40', ...numbers('c', 1, 40)]);
  assert.deepEqual((await read(undefined, [1, 38])).found, ['c39', 'c40']);
  assert.deepEqual((await read(undefined, [1, 40])).found, []);
});

test('zones of an area are those that meet it', async () => {
  const { read } = await openZones();
  const box = (west: number, east: number, south = 38.01) =>
    areaOfBox({ west, south, east, north: south + 0.01 });
  assert.deepEqual((await read(box(22.51, 22.71))).found, ['a6', 'a7', 'a8', 'c6', 'c7', 'c8']);
  assert.deepEqual((await read(box(22.51, 22.71), [0, 7])).found, ['a8', 'c6', 'c7', 'c8']);
  assert.deepEqual((await read(box(22.51, 22.71, 38.06))).found, [], 'beside all');
  assert.deepEqual((await read(box(22.56, 22.59))).found, [], 'between two');
  const wide = areaOfBox({ west: 0, south: 0, east: 24.01, north: 80 });
  assert.deepEqual((await read(wide)).found, [...numbers('a', 1, 21), ...numbers('c', 1, 21)]);
});
