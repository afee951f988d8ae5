import assert from 'node:assert/strict';
import { openBaseMap, type ShippedMap } from '#domain/map/base-features.ts';
import { baseTile } from '#domain/map/draw-tile.ts';
import { extent } from '#domain/map/tile-scheme.ts';
import { osmMapFeed } from '#importing/osm/harvest.ts';
import { runImports } from '#importing/run-import.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { fromWkb } from '#tools/geo/read-wkb.ts';
import { toWkb } from '#tools/geo/wkb.ts';
import { corners, square } from '../../geo/square.ts';
import { type DecodedFeature, decodeTile } from '../../map/decode.ts';
import { tileAt } from '../../map/stored-tiles.ts';
import { testSampledStores as test } from '../../store/engines.ts';
import { harvest, put } from './drawing.ts';

/** Land that ships, and fills the harbour and the sea around it. */
const shipped: ShippedMap = {
  version: '1',
  licences: [],
  extent: undefined,
  land: fromWkb(toWkb({ type: 'Polygon', coordinates: [square(22, 38, 2)] })),
  borders: { type: 'MultiLineString', coordinates: [] },
  settlements: [],
  names: [],
};

/** North of the coast is land; a basin of 200 m reaches into it. West to east: land on the left. */
const coast = corners(
  '22.9 39.36, 22.95 39.36, 22.95 39.362, 22.9523 39.362, 22.9523 39.36, 23.1 39.36',
);
const bounds = 'minlat="39.3" minlon="22.93" maxlat="39.42" maxlon="23.05"';
const extract = `<osm><bounds ${bounds}/>
  ${coast.map(([lon, lat], i) => `<node id="${i + 1}" lat="${lat}" lon="${lon}"/>`).join('')}
  <way id="1">${coast.map((_, i) => `<nd ref="${i + 1}"/>`).join('')}
    <tag k="natural" v="coastline"/></way>
</osm>`;

const positions = {
  land: corners(
    '22.951 39.3625, 22.949 39.361, 22.953 39.361, 22.9298 39.3595, 23.0502 39.3595, 23 39.361',
  ),
  sea: corners('22.951 39.3615, 22.951 39.359, 22.9302 39.3595, 23.0498 39.3595'),
};

test('the land of an extract replaces the land that ships', async ({ store }) => {
  const path = put('harbour.osm', extract);
  const loaded = { files: [path], source: 'osm', licence: 'ODbL', dryRun: false };
  const feed = osmMapFeed(map => harvest([path], map));
  const [report] = await runImports(store, { ...loaded, maxRefusedShare: 0 }, feed);
  assert.deepEqual([report!.committed, report!.notes], [true, []]);
  const { candidatesIn } = openBaseMap(store, async () => shipped);
  const drawnAt = async (position: Position, zoom: number) =>
    decodeTile(baseTile(await candidatesIn(tileAt(position, zoom))));
  for (const zoom of [12, 13, 14, 16]) {
    for (const [kind, list] of Object.entries(positions)) {
      for (const position of list) {
        const drawn = await drawnAt(position, zoom);
        assert.ok(drawn.some(({ layer }) => layer === 'sea'));
        const isLand = isDrawnLand(drawn, unitsAt(position, zoom));
        assert.equal(isLand, kind === 'land', `${position} at zoom ${zoom}`);
      }
    }
  }
  // Squares and bounds cut the land, and are no coast.
  const lines = (await drawnAt([22.99, 39.38], 14)).filter(({ layer }) => layer === 'waterway');
  assert.deepEqual(lines, []);
  const far = await drawnAt([22.951, 39.3615], 9);
  assert.equal(isDrawnLand(far, unitsAt([22.951, 39.3615], 9)), true);
});

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
