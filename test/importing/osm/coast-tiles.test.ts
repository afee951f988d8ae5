import assert from 'node:assert/strict';
import test from 'node:test';
import { openBaseMap, type ShippedMap } from '#domain/map/base-features.ts';
import { baseTile } from '#domain/map/draw-tile.ts';
import { extent } from '#domain/map/tile-scheme.ts';
import { harvestOsm, osmMapFeed } from '#importing/osm/harvest.ts';
import { readOsmMapping } from '#importing/osm/rows/mapping.ts';
import { runImports } from '#importing/run-import.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { fromWkb } from '#tools/geo/read-wkb.ts';
import { toWkb } from '#tools/geo/wkb.ts';
import { type DecodedFeature, decodeTile } from '../../map/decode.ts';
import { tileAt } from '../../map/stored-tiles.ts';
import { sampleOf } from '../../sample.ts';
import { engines } from '../../store/engines.ts';
import { put } from './drawing.ts';

/** Land that ships, and fills the harbour and the sea around it. */
const shipped: ShippedMap = {
  version: '1',
  licences: [],
  extent: undefined,
  land: fromWkb(
    toWkb({
      type: 'Polygon',
      coordinates: [
        [
          [22, 38],
          [24, 38],
          [24, 40],
          [22, 40],
          [22, 38],
        ],
      ],
    }),
  ),
  borders: { type: 'MultiLineString', coordinates: [] },
  settlements: [],
  names: [],
};

/** North of the coast is land; a basin of 200 m reaches into it. West to east: land on the left. */
const coast: Position[] = [
  [22.9, 39.36],
  [22.95, 39.36],
  [22.95, 39.362],
  [22.9523, 39.362],
  [22.9523, 39.36],
  [23.1, 39.36],
];
const bounds = 'minlat="39.3" minlon="22.93" maxlat="39.42" maxlon="23.05"';
const extract = `<osm><bounds ${bounds}/>
  ${coast.map(([lon, lat], i) => `<node id="${i + 1}" lat="${lat}" lon="${lon}"/>`).join('')}
  <way id="1">${coast.map((_, i) => `<nd ref="${i + 1}"/>`).join('')}
    <tag k="natural" v="coastline"/></way>
</osm>`;

const positions: readonly (readonly [isLand: boolean, position: Position])[] = [
  [true, [22.951, 39.3625]],
  [false, [22.951, 39.3615]],
  [false, [22.951, 39.359]],
  [true, [22.949, 39.361]],
  [true, [22.953, 39.361]],
  [false, [22.9302, 39.3595]],
  [true, [22.9298, 39.3595]],
  [true, [23.0502, 39.3595]],
  [false, [23.0498, 39.3595]],
  [true, [23, 39.361]],
];

for (const engine of sampleOf(engines)) {
  test(`the land of an extract replaces the land that ships, on ${engine.name}`, async t => {
    const store = await engine.open(t, await engine.newUrl());
    const path = put('harbour.osm', extract);
    const mapping = await readOsmMapping();
    const loaded = { files: [path], source: 'osm', licence: 'ODbL', dryRun: false };
    const request = { ...loaded, maxRefusedShare: 0 };
    const [report] = await runImports(
      store,
      request,
      osmMapFeed(map =>
        harvestOsm(
          [path],
          mapping,
          '2026-05-15',
          () => null,
          () => {},
          map,
        ),
      ),
    );
    assert.deepEqual([report!.committed, report!.notes], [true, []]);
    const { candidatesIn } = openBaseMap(store, async () => shipped);
    const drawnAt = async (position: Position, zoom: number) =>
      decodeTile(baseTile(await candidatesIn(tileAt(position, zoom))));
    for (const zoom of [12, 13, 14, 16]) {
      for (const [isLand, position] of positions) {
        const drawn = await drawnAt(position, zoom);
        assert.ok(drawn.some(({ layer }) => layer === 'sea'));
        const where = `${position} at zoom ${zoom}`;
        assert.equal(isDrawnLand(drawn, unitsAt(position, zoom)), isLand, where);
      }
    }
    // Squares and bounds cut the land, and are no coast.
    const lines = (await drawnAt([22.99, 39.38], 14)).filter(({ layer }) => layer === 'waterway');
    assert.deepEqual(lines, []);
    assert.equal(
      isDrawnLand(await drawnAt([22.951, 39.3615], 9), unitsAt([22.951, 39.3615], 9)),
      true,
    );
  });
}

/** Where a position is in its tile. */
function unitsAt([longitude, latitude]: Position, zoom: number): Position {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const share = [longitude / 360 + 0.5, 0.5 - Math.atanh(sine) / (2 * Math.PI)];
  const [x, y] = share.map(part => ((part * 2 ** zoom) % 1) * extent);
  return [x!, y!];
}

/** By the rule of the format: the sum of the windings of all rings around the position. */
function isDrawnLand(drawn: readonly DecodedFeature[], [x, y]: Position): boolean {
  const rings = drawn.filter(({ layer }) => layer === 'land').flatMap(({ parts }) => parts);
  let winding = 0;
  for (const ring of rings) {
    for (const [i, [ax, ay]] of ring.slice(0, -1).entries()) {
      const [bx, by] = ring[i + 1]!;
      if (ay > y === by > y) continue;
      if (ax + ((y - ay) / (by - ay)) * (bx - ax) > x) winding += by > ay ? 1 : -1;
    }
  }
  return winding !== 0;
}
