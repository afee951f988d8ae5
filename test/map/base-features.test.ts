import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import type { Settlement } from '#domain/geocoder/rows/country-rows.ts';
import { openBaseMap } from '#domain/map/base-features.ts';
import { baseTile } from '#domain/map/draw-tile.ts';
import { boxOf, type MapRow } from '#domain/map/map-feature.ts';
import { placeLabels } from '#domain/map/place-labels.ts';
import { openLand } from '#domain/map/shipped-land.ts';
import { readShippedMap } from '#importing/shipped/map.ts';
import { fillWithSample } from '#importing/shipped/sample.ts';
import { dataFolder } from '#importing/shipped/shipped-table.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import type { Box } from '#tools/geo/box.ts';
import { pointInPolygon } from '#tools/geo/inside.ts';
import {
  exactWkt,
  type PolygonGeometry,
  type Position,
  polygonsOf,
  type Ring,
} from '#tools/geo/polygon.ts';
import { checkedPolygons } from '#tools/geo/rings/ring-check.ts';
import { casesIn } from '../cases.ts';
import { corners } from '../geo/square.ts';
import { noPostgres } from '../postgres/database.ts';
import { checkedByGeos } from '../postgres/geos.ts';
import { longTest } from '../sample.ts';
import { seeded } from '../seeded.ts';
import { house, provenance, road, settlement } from '../service.ts';
import { parcelsIn } from '../store/parcels-in.ts';
import { type DecodedFeature, decodeTile } from './decode.ts';
import { drawnMap, tileAt } from './stored-tiles.ts';
import { areaOf } from './tile-drawings.ts';

const shipped = await readShippedMap();
const around = (longitude: number, latitude: number, degrees: number): Box => ({
  west: longitude - degrees,
  east: longitude + degrees,
  south: latitude - degrees,
  north: latitude + degrees,
});
longTest('the shipped land has the settlements of Greece on it and the open sea outside', () => {
  const isLand = (longitude: number, latitude: number) =>
    polygonsOf(shipped.land).some(coordinates =>
      pointInPolygon([longitude, latitude], { type: 'Polygon', coordinates }),
    );
  const sea = corners('25 38.3, 24.2 36, 19 38, 22.75 40.3, 22.95 39.25');
  for (const [longitude, latitude] of sea) assert.equal(isLand(longitude, latitude), false);
  const towns = shipped.settlements.filter(({ kind }) => kind !== 'island');
  const dry = towns.filter(({ longitude, latitude }) => isLand(longitude, latitude));
  assert.ok(dry.length / towns.length > 0.99, `${dry.length} of ${towns.length}`);
  const points = polygonsOf(shipped.land).flat(2).length;
  assert.ok(points < 60_000, `${points} points`);
});

test('the shipped land keeps the rules of imports, and lakes are no land', {
  skip: noPostgres,
}, async () => {
  const checked = checkedPolygons(polygonsOf(shipped.land));
  assert.deepEqual(checked, polygonsOf(shipped.land), 'valid as it is');
  assert.deepEqual(await checkedByGeos([exactWkt(shipped.land)]), ['Valid Geometry']);
  for (const [name, ...position] of [
    ['Yliki', 23.28, 38.4],
    ['Paralimni', 23.36, 38.46],
    ['Trichonida', 21.55, 38.56],
  ] as const) {
    assert.equal(pointInPolygon(position, shipped.land), false, name);
  }
});

longTest(
  'GEOS finds all polygons of tiles of the base map valid',
  { skip: noPostgres },
  async t => {
    const store = openSqliteStore(':memory:');
    t.after(() => store.close());
    await fillWithSample(store);
    const { candidatesIn } = openBaseMap(store, async () => shipped);
    const random = seeded(98);
    const tiles = [{ z: 8, x: 144, y: 98 }, tileAt([23.7365, 37.9871], 14)];
    for (let z = 3; z <= 13; z++) {
      for (let i = 0; i < 6; i++) tiles.push(tileAt([20 + 8 * random(), 35 + 6 * random()], z));
    }
    const drawn: { readonly name: string; readonly wkt: string }[] = [];
    for (const tile of tiles) {
      for (const { layer, type, parts } of decodeTile(baseTile(await candidatesIn(tile)))) {
        if (type !== 3) continue;
        const name = `${tile.z}/${tile.x}/${tile.y} ${layer}`;
        drawn.push({ name, wkt: exactWkt(polygonsIn(parts)) });
      }
    }
    const reasons = await checkedByGeos(drawn.map(({ wkt }) => wkt));
    const invalid = drawn.flatMap(({ name }, i) =>
      reasons[i] === 'Valid Geometry' ? [] : `${name}: ${reasons[i]}`,
    );
    assert.deepEqual(invalid, [], `of ${drawn.length}`);
  },
);

/** The polygons of a feature: outer rings run clockwise, and their holes follow. */
function polygonsIn(parts: DecodedFeature['parts']): PolygonGeometry {
  const coordinates: Ring[][] = [];
  for (const ring of parts) {
    if (areaOf(ring) > 0) coordinates.push([ring]);
    else coordinates.at(-1)!.push(ring);
  }
  return { type: 'MultiPolygon', coordinates };
}

test('land is the same at every zoom, whether it was clipped to a cell or not', () => {
  const landIn = openLand(shipped.land);
  const box = around(23.63, 37.93, 0.01);
  for (const zoom of [5, 9, 14]) {
    const land = landIn(box, zoom);
    const holds = (longitude: number, latitude: number) =>
      land.some(
        ({ geometry }) =>
          geometry.type === 'Polygon' && pointInPolygon([longitude, latitude], geometry),
      );
    assert.deepEqual([holds(23.65, 37.945), holds(23.6, 37.92)], [true, false], `zoom ${zoom}`);
  }
  assert.deepEqual(landIn(around(25, 38.3, 0.01), 14), []);
  assert.ok(landIn(box, 14)[0]!.geometry.coordinates.flat().length < 3_000, 'only a cell of it');
});

longTest('from zoom 9 on the shipped coast is smooth, and cells meet without a gap', () => {
  const landIn = openLand(shipped.land);
  const random = seeded(14);
  const volos = around(22.94, 39.35, 0.02);
  const coast = (zoom: number) =>
    landIn(volos, zoom)
      .flatMap(({ geometry }) => (geometry.type === 'Polygon' ? geometry.coordinates : []))
      .flatMap(ring => ring.slice(1, -1).map((at, i) => ({ at, turn: turnAt(ring, i + 1) })))
      .filter(({ at: [x, y] }) => Math.abs(x - 22.94) < 0.02 && Math.abs(y - 39.35) < 0.02);
  const sharpest = (zoom: number) => Math.max(...coast(zoom).map(({ turn }) => turn));
  assert.ok(sharpest(8) > 120, `${sharpest(8)}°`);
  for (const zoom of [9, 10, 11, 12]) {
    assert.ok(sharpest(zoom) < 60, `zoom ${zoom}: ${sharpest(zoom)}°`);
  }

  // The same position by the cells west and east of an eighth of a degree, and of a degree.
  const holds = (box: Box, position: Position, zoom = 13) =>
    landIn(box, zoom).some(
      ({ geometry }) => geometry.type === 'Polygon' && pointInPolygon(position, geometry),
    );
  let onLand = 0;
  for (const border of [22.875, 23, 23.625, 24]) {
    for (let i = 0; i < 300; i++) {
      const position: Position = [border + random() * 0.001, 36 + random() * 4];
      const [x, y] = position;
      const west = { west: border - 0.001, east: x + 0.001, south: y - 0.001, north: y + 0.001 };
      const east = { ...west, west: border };
      assert.equal(holds(west, position), holds(east, position), String(position));
      assert.equal(holds(west, position, 10), holds(east, position, 10), String(position));
      if (holds(east, position)) onLand++;
    }
  }
  assert.ok(onLand > 200 && onLand < 1_000, `${onLand} on land`);
});

/** How many degrees a ring turns at one of its corners. */
function turnAt(ring: readonly Position[], i: number): number {
  const [[ax, ay], [bx, by], [cx, cy]] = [ring[i - 1]!, ring[i]!, ring[i + 1]!];
  const turn = Math.atan2(cy - by, cx - bx) - Math.atan2(by - ay, bx - ax);
  return (Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn))) * 180) / Math.PI;
}

test('a shipped label is left out where a loaded settlement has its name or position', () => {
  const volos: Settlement = {
    ...settlement,
    externalId: null,
    kind: 'city',
    name: 'Βόλος',
    otherNames: ['Volos'],
    population: 86_046,
    latitude: 39.3622,
    longitude: 22.9444,
  };
  const loaded = { ...volos, externalId: 'node/1', latitude: 39.37 };
  const namesOf = (given: readonly Settlement[], kept: readonly Settlement[]) =>
    placeLabels(given, kept).map(({ externalId, name }) => `${externalId} ${name}`);
  assert.deepEqual(namesOf([loaded], [volos]), ['node/1 Βόλος']);
  const moved = { ...volos, latitude: 39.9 };
  assert.deepEqual(namesOf([loaded], [moved]), ['node/1 Βόλος', 'place/1 Βόλος']);
  const renamed = { ...loaded, name: 'Παγασές', otherNames: [], latitude: volos.latitude + 0.001 };
  assert.deepEqual(namesOf([renamed], [volos]), ['node/1 Παγασές']);
  const [label] = placeLabels([], [{ ...volos, otherNames: [] }]);
  const { kind, nameEn, minZoom, rank } = label!;
  assert.deepEqual([kind, nameEn, minZoom, rank], ['city', 'Volos', 6, 86_046]);
});

test('a shipped city has the English name of answers on the map', () => {
  const labels = placeLabels([], shipped.settlements);
  const nameOf = (greek: string) => labels.find(({ name }) => name === greek)!.nameEn;
  assert.deepEqual(['Λάρισα', 'Αθήνα'].map(nameOf), ['Larissa', 'Athens']);
});

test('labels of cities come at low zooms, those of villages at high ones', () => {
  const rows = casesIn(`
    city    | 664046 | 4
    city    |        | 7
    town    | 12000  | 8
    village | 900    | 11
    village | 3000   | 9
    suburb  | 80000  | 11
    hamlet  | 3      | 13
    island  |        | 5  | 130000
    island  |        | 11 | 900
  `);
  const settlements = rows.map(([kind, population, , reach], i) => ({
    ...{ ...settlement, latitude: 35 + i, kind: kind as Settlement['kind'] },
    ...{ population: population ? Number(population) : null, reachMetres: Number(reach) },
  }));
  const zooms = placeLabels([], settlements).map(({ minZoom }) => `${minZoom}`);
  assert.deepEqual(zooms, rows.map(([, , zoom]) => zoom)); // biome-ignore format: a line
});

test('a city or town beside a city with twice its inhabitants is labelled as a suburb', () => {
  const labels = placeLabels([], shipped.settlements);
  const labelOf = (name: string) => {
    const { kind, minZoom } = labels.find(label => label.name === name)!;
    return `${kind} ${minZoom}`;
  };
  assert.deepEqual(
    ['Αθήνα', 'Περιστέρι', 'Γλυφάδα', 'Χαλκίδα', 'Θεσσαλονίκη', 'Καλαμαριά', 'Βόλος'].map(labelOf),
    ['city 4', 'suburb 9', 'suburb 9', 'city 6', 'city 4', 'suburb 9', 'city 6'],
  );
});

test('the base map joins land, borders, rows and labels, and follows an import of settlements', async t => {
  const store = openSqliteStore(':memory:');
  t.after(() => store.close());
  await replaceRows(store, 'map', provenance, [road]);
  const { candidatesIn } = openBaseMap(store, async () => shipped);
  const layersAt = async (position: [number, number], zoom: number) => {
    const drawn = decodeTile(baseTile(await candidatesIn(tileAt(position, zoom))));
    return [...new Set(drawn.map(({ layer }) => layer))].toSorted();
  };
  const athens: [number, number] = [23.7275, 37.9838];
  assert.deepEqual(await layersAt(athens, 14), ['land', 'place', 'road', 'sea']);
  assert.deepEqual(await layersAt(athens, 4), ['border', 'land', 'place', 'sea']);
  // Bitola lies north of the border.
  assert.deepEqual(await layersAt([21, 40.9], 9), ['border', 'land', 'place', 'sea']);
  assert.deepEqual(await layersAt([23.63, 37.94], 11), ['land', 'place', 'sea', 'waterway']);
  assert.deepEqual(await layersAt([25, 38.3], 14), ['sea']);
  assert.deepEqual(await layersAt([0, 45], 14), [], 'nothing is known there');
  const border = { ...road, layer: 'border' as const, kind: 'country' };
  const borders = async (zoom: number) =>
    (await candidatesIn(tileAt(athens, zoom))).filter(({ look }) => look.layer === 'border').length;
  assert.ok((await borders(4)) > 1);
  await replaceRows(store, 'map', provenance, [{ ...border, detail: 0, minZoom: 3 }]);
  assert.equal(await borders(4), 1, 'instead of those that ship');

  const pelion = tileAt([settlement.longitude, settlement.latitude], 16);
  const names = async () => (await candidatesIn(pelion)).flatMap(({ look }) => look.name ?? []);
  assert.deepEqual(await names(), ['Μηλέαι']);
  await replaceRows(store, 'settlements', provenance, [{ ...settlement, name: 'Μηλιές' }]);
  assert.deepEqual(await names(), ['Μηλιές']);
});

test('the sample brings a quarter around its parcels, which no street of it crosses', async t => {
  const store = openSqliteStore(':memory:');
  t.after(() => store.close());
  await fillWithSample(store);
  const { features } = JSON.parse(readFileSync(`${dataFolder}/sample-map.geojson`, 'utf8')) as {
    features: readonly { properties: Pick<MapRow, 'layer'>; geometry: MapRow['geometry'] }[];
  };
  const middle: Position = [23.7365, 37.9871];
  const block = around(...middle, 0.004);
  const inBlock = features.filter(({ geometry }) => {
    const { west, east, south, north } = boxOf(geometry);
    return west > block.west && east < block.east && south > block.south && north < block.north;
  });
  const count = (layer: MapRow['layer']) =>
    inBlock.filter(({ properties }) => properties.layer === layer).length;
  const counts = `${count('road')} ${count('building')}`;
  assert.ok(count('road') >= 12 && count('building') >= 50, counts);
  const few = [count('green'), count('water'), count('built_up')];
  assert.deepEqual(few, [2, 1, 1], 'a park with its name and a pond');
  const drawn = await drawnMap(store, tileAt(middle, 14));
  assert.ok(drawn.filter(({ layer }) => layer === 'building').length >= count('building'));
  for (const { kaek, geometry } of await parcelsIn(store, around(24, 38, 10), '', 100)) {
    for (const { geometry: street } of features) {
      if (street.type !== 'LineString') continue;
      const [[ax, ay], [bx, by]] = [street.coordinates[0]!, street.coordinates[1]!];
      for (let share = 0; share <= 1; share += 0.02) {
        const point: Position = [ax + (bx - ax) * share, ay + (by - ay) * share];
        assert.equal(pointInPolygon(point, geometry), false, `a street crosses ${kaek}`);
      }
    }
  }
  const sources = await store.loadedSources();
  assert.match(sources.find(({ layer }) => layer === 'map')!.licence, /invented/);
  await fillWithSample(store);
  assert.deepEqual(await store.loadedSources(), sources, 'a second start changes nothing');
});

test('house numbers are drawn from the loaded addresses at the closest zoom, each once', async () => {
  const store = openSqliteStore(':memory:');
  const at = (houseNumber: string | null, latitude: number, longitude = house.longitude) => {
    return { ...house, houseNumber, latitude, longitude, externalId: null };
  };
  const near = house.latitude;
  await replaceRows(store, 'addresses', provenance, [
    ...[at('5', near), at('7Α', near + 0.0003), at(null, near + 0.0001)],
    ...[at('a remark on the house', near), at('99', near + 0.05), at('98', near, 23.76)],
  ]);
  await replaceRows(store, 'addresses', { ...provenance, source: 'town' }, [at('5', near)]);
  const map = openBaseMap(store, async () => shipped);
  const numbersAt = async (zoom: number) => {
    const tile = tileAt([house.longitude, house.latitude], zoom);
    return decodeTile(baseTile(await map.candidatesIn(tile)))
      .filter(({ layer }) => layer === 'house_number')
      .map(({ properties }) => properties.name)
      .toSorted();
  };
  assert.deepEqual(await numbersAt(16), ['5', '7Α']);
  assert.deepEqual(await numbersAt(15), []);
  await store.close();
});

test('the map that ships has the names of countries, seas, regions and towns beyond the border', () => {
  const isLand = (position: Position) =>
    polygonsOf(shipped.land).some(coordinates =>
      pointInPolygon(position, { type: 'Polygon', coordinates }),
    );
  const { names } = shipped;
  for (const { kind, name, geometry } of names) {
    if (kind === 'region' || geometry.type !== 'Point') continue;
    assert.equal(isLand(geometry.coordinates), kind !== 'sea', `${name} lies on the wrong side`);
  }
  const counts = Map.groupBy(names, ({ kind }) => kind);
  assert.deepEqual([...counts.keys()], ['country', 'sea', 'region', 'city', 'town']);
  assert.equal(counts.get('region')!.length, 13);
  assert.equal(new Set(names.map(({ name }) => name)).size, names.length);
});
