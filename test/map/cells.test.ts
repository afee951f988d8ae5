import assert from 'node:assert/strict';
import test from 'node:test';
import type { Cell, CellFeature } from '#domain/map/cell-feature.ts';
import { codesIn, readCell } from '#domain/map/decode-cells.ts';
import { detailAt, finestDetail, mapLevel } from '#domain/map/detail.ts';
import { baseTile, parcelLevel } from '#domain/map/draw-tile.ts';
import { type CellLevel, cellsOfTile } from '#domain/map/map-cells.ts';
import { boxOf } from '#domain/map/map-feature.ts';
import { openCellPacker } from '#domain/map/pack-cells.ts';
import { streetLinesAround } from '#domain/map/street-lines-around.ts';
import { finestZoom, type TileId, tileBox, tilesPerRow } from '#domain/map/tile-scheme.ts';
import { type Box, boxesOverlap } from '#tools/geo/box.ts';
import { nearestOnLine } from '#tools/geo/earth.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { corners } from '../geo/square.ts';
import { randomNumbers } from '../store/random.ts';

const house: CellFeature = {
  ...{ layer: 'building', kind: 'building', name: null, nameEn: null, ref: null },
  ...{ minZoom: 0, rank: 0, code: '', geometry: { type: 'Point', coordinates: [23.7, 37.9] } },
};

function pack(features: readonly CellFeature[], level: CellLevel, mostBytes?: number): Cell[] {
  const packer = openCellPacker(mostBytes);
  const cells: Cell[] = [];
  for (const feature of features) {
    packer.add(feature, level);
    if (packer.isFull()) cells.push(...packer.take());
  }
  return [...cells, ...packer.take()];
}

function candidates(cells: readonly Cell[], tile: TileId, level: CellLevel) {
  return cellsOfTile(tile, level)
    .flatMap(number => cells.filter(({ cell }) => cell === number))
    .flatMap(cell => readCell(cell, tile, level));
}

const random = randomNumbers(51);
const share = () => random(1e9) / 1e9;

/** Lines of all lengths, many of them across the edges of large squares. */
function randomFeatures(count: number): CellFeature[] {
  return Array.from({ length: count }, (_, i) => {
    const [west, south] = i % 5 === 0 ? [22.5, 38.8] : [19 + share() * 9, 35 + share() * 6];
    const size = 30 * 10 ** (-6 * share());
    const coordinates = [
      [west - size * share(), south - size * share()],
      [west + size * share(), south + size * share()],
    ] as const;
    const layer = i % 2 ? 'road' : 'rail';
    return { ...house, layer, code: `${i}`, geometry: { type: 'LineString', coordinates } };
  });
}

/** A tile that holds or neighbours a position. */
function tileNear(
  [longitude, latitude]: readonly [number, number],
  z: number,
  off = random(2),
): TileId {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const count = tilesPerRow(z);
  const at = (part: number) => Math.min(count - 1, Math.max(0, Math.floor(part * count) + off));
  return { z, x: at(longitude / 360 + 0.5), y: at(0.5 - Math.atanh(sine) / (2 * Math.PI)) };
}

const widened = ({ west, east, south, north }: Box, margin: number): Box => ({
  ...{ west: west - margin, east: east + margin },
  ...{ south: south - margin, north: north + margin },
});

test('a tile finds each feature whose box overlaps it once, as by looking at all', () => {
  const features = randomFeatures(400);
  for (const level of [...[0, 1, 2, finestDetail].map(mapLevel), parcelLevel]) {
    const cells = pack(features, level);
    for (let query = 0; query < 60; query++) {
      const z = Math.min(finestZoom, level.lowestZoom + random(4));
      const { geometry } = features[random(features.length)]!;
      const tile = tileNear((geometry.coordinates as [number, number][])[0]!, z);
      const found = candidates(cells, tile, level).map(({ code }) => code);
      assert.equal(new Set(found).size, found.length, 'none comes twice');
      // World units are a tenth of a metre; a box that near to the edge may be on either side.
      const inside = (margin: number) => {
        const box = widened(tileBox(tile), margin);
        return features
          .filter(one => boxesOverlap(boxOf(one.geometry), box))
          .map(({ code }) => code);
      };
      const where = JSON.stringify({ tile, level });
      const allowed = new Set(inside(1e-5));
      const missing = inside(-1e-5).filter(code => !found.includes(code));
      assert.deepEqual([missing, found.filter(code => !allowed.has(code))], [[], []], where);
    }
  }
});

test('each feature counts once, however many cells it is in', () => {
  const cells = pack(randomFeatures(300), mapLevel(2));
  const counted = cells.reduce((sum, one) => sum + one.features, 0);
  assert.equal(counted, 300);
  const stored = cells.flatMap(codesIn);
  assert.equal(new Set(stored).size, 300);
  assert.ok(stored.length > 300 && stored.length <= 4 * 300, `${stored.length}`);
});

test('a feature is read as it was written', () => {
  const tile = tileNear([23.7, 37.9], 16, 0);
  const names = ['"', '\\u0041', 'a\nb\u0001', '😀 Οδός', '', null, '[]'];
  const ranks = [0.1 + 0.2, 5e-324, 1e21, -3, 2 ** 31, 123, 0];
  const features = names.map((name, i): CellFeature => {
    return { ...house, name, nameEn: name, ref: name, rank: ranks[i]!, code: `05068ΕΚ0000${i}` };
  });
  const found = candidates(pack(features, mapLevel(finestDetail)), tile, mapLevel(finestDetail));
  const written = features
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ geometry: _, rank, code, ...look }) => ({ look, rank, code }));
  const read = found.map(({ look, rank, code }) => ({ look, rank, code }));
  assert.deepEqual(read, written);
});

test('a tile is the same whether its cells were written at once or in many parts', () => {
  const features = randomFeatures(500).map((one, i) => ({ ...one, rank: i % 7 }));
  const level = mapLevel(detailAt(9));
  const [once, often] = [pack(features, level), pack(features, level, 1_000)];
  assert.ok(Math.max(...often.map(({ part }) => part)) > 20, 'many parts');
  for (const z of [8, 9]) {
    const tile = tileNear([22.5, 38.8], z, 0);
    const bytes = baseTile(candidates(once, tile, level));
    assert.ok(bytes.length > 1_000);
    assert.deepEqual(baseTile(candidates(often, tile, level)), bytes);
  }
});

test('a cell that was cut or is of another version is an error', () => {
  const level = mapLevel(detailAt(8));
  const [cell] = pack(randomFeatures(40), level);
  const tile = { z: 8, x: 144, y: 98 };
  const read = (content: Uint8Array) => readCell({ ...cell!, content }, tile, level);
  read(cell!.content);
  for (const length of [0, 1, 5, cell!.content.length - 1]) {
    assert.throws(() => read(cell!.content.subarray(0, length)), `${length}`);
  }
  assert.throws(() => read(Uint8Array.from(cell!.content).fill(9, 0, 1)), /version 9/);
});

test('geometry of the whole world, without points or at the poles is stored in few cells', () => {
  const geometries: CellFeature['geometry'][] = [
    { type: 'Polygon', coordinates: [corners('-180 -90, 180 -90, 180 90, -180 90, -180 -90')] },
    { type: 'MultiPolygon', coordinates: [] },
    { type: 'LineString', coordinates: [] },
    { type: 'Point', coordinates: [180, 90] },
    { type: 'Point', coordinates: [-180, -90] },
    { type: 'LineString', coordinates: corners('-1e9 1e9, 1e9 -1e9') },
  ];
  for (const geometry of geometries) {
    const cells = pack([{ ...house, geometry }], mapLevel(finestDetail));
    assert.ok(cells.length >= 1 && cells.length <= 4, JSON.stringify(geometry));
    const [corner, inGreece] = [
      { z: 16, x: 0, y: 0 },
      { z: 13, x: 4_600, y: 3_100 },
    ];
    for (const tile of [corner!, inGreece!]) {
      baseTile(candidates(cells, tile, mapLevel(finestDetail)));
    }
  }
});

test('every named road within some metres of a point is found, also across cells', async () => {
  const roads = Array.from({ length: 400 }, (_, i): CellFeature => {
    const [x, y] = [23.7 + share() * 0.06, 37.9 + share() * 0.05];
    const end = [x + share() * 0.01, y - share() * 0.01] as const;
    const geometry = { type: 'LineString', coordinates: [[x, y], end] } as const;
    return { ...house, layer: 'road', kind: i % 2 ? 'path' : 'minor', name: `${i}`, geometry };
  });
  const unnamed = roads.map(road => ({ ...road, name: null }));
  const cells = pack([...roads, ...unnamed, house], mapLevel(finestDetail));
  const mapCells = async (numbers: readonly number[]) =>
    cells.filter(({ cell }) => numbers.includes(cell));
  let count = 0;
  for (let i = 0; i < 300; i++) {
    const [longitude, latitude] = [23.7 + share() * 0.06, 37.89 + share() * 0.06];
    const lines = await streetLinesAround({ mapCells }, latitude, longitude, 55);
    for (const { name, kind, geometry } of roads) {
      const course = geometry.coordinates as readonly Position[];
      if (nearestOnLine(latitude, longitude, course).metres > 54.5) continue;
      const found = lines.find(one => one.name === name);
      assert.ok(found, `${name} at ${latitude},${longitude}`);
      assert.equal(found.isPath, kind === 'path');
      const [a, b] = [course, found.course].map(one => nearestOnLine(latitude, longitude, one));
      assert.ok(Math.abs(a!.metres - b!.metres) < 0.2, `${a!.metres} and ${b!.metres}`);
      count++;
    }
  }
  assert.ok(count > 200, `${count}`);
});
