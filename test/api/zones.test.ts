import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { openTileCache } from '#domain/map/tile-cache.ts';
import type { TileId } from '#domain/map/tile-scheme.ts';
import { openZoneTiles } from '#domain/map/zone-tiles.ts';
import { signAccessToken } from '#features/auth/tokens/access-tokens.ts';
import { zonesAtPoint } from '#features/report/zones-section.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import type { PolygonGeometry } from '#tools/geo/polygon.ts';
import { casesIn } from '../cases.ts';
import { decodeTile } from '../map/decode.ts';
import { longTest } from '../sample.ts';
import { now, openTestService, parcels, provenance } from '../service.ts';
import { floods, squareAt, zonesWith } from '../zones/generated.ts';

const square = (west: number, south: number, size: number): PolygonGeometry => ({
  type: 'Polygon',
  coordinates: [squareAt(west, south, size)],
});

/** Two floods that overlap, in an area of which the source looked at a square of a tenth degree. */
const rows = zonesWith([square(23.7, 37.9, 0.0001), square(23.69995, 37.89995, 0.0002)], {
  kind: floods,
  covers: { name: 'the square', geometry: square(23.65, 37.85, 0.1) },
});

suite('GET /api/zones/', async () => {
  const store = openSqliteStore(':memory:', () => now);
  await replaceRows(store, 'zones', provenance, rows);
  const { api, token, keys, tokens, ...service } = await openTestService({ store });
  const ask = (query: string) => service.ask(`/api/zones/?${query}`);
  const flood = async (query: string) => {
    const { status, body } = await ask(`${query}&kinds=flood`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.kinds[0];
  };

  test('the zones of a point are listed, the severest first, with their source', async () => {
    const { status, body } = await ask('latitude=37.90005&longitude=23.70005&kinds=flood');
    assert.equal(status, 200);
    const own = { source: 'test', certain: true, share: null };
    const loaded_at = now.toISOString();
    const expected = {
      ...{ kind: 'flood', name_gr: 'Πλημμύρες', name_en: 'Floods', result: 'inside' },
      zones: [
        { label: 'zone 2', attributes: { return_period: 'T50' }, ...own },
        { label: 'zone 1', attributes: { return_period: 'T100' }, ...own },
      ],
      ...{ zones_total: 2, nearest: null, distance_limit_m: 5000 },
      fields: [
        { field: 'return_period', name_gr: 'Περίοδος', name_en: 'Period', unit: null },
        { field: 'depth', name_gr: 'Βάθος', name_en: 'Depth', unit: 'm' },
      ],
      sources: [{ source: 'test', loaded_at, licence: 'none', covers: 'the square' }],
    };
    assert.deepEqual(body, { kinds: [expected], sea: body.sea });
    assert.equal(body.sea.accuracy_m, 100);
    assert.equal(body.sea.source, null);
    assert.ok(body.sea.distance_m < 2_000, `${body.sea.distance_m}`);
  });

  test('no zone here, nobody looked here, and not loaded are different answers', async () => {
    const outside = await flood('latitude=37.9&longitude=23.71');
    assert.equal(outside.result, 'outside');
    assert.equal(outside.nearest.label, 'zone 2');
    assert.ok(Math.abs(outside.nearest.distance_m - 865.9) < 0.5, outside.nearest.distance_m);
    const elsewhere = await flood('latitude=39&longitude=22');
    assert.equal(elsewhere.result, 'not_covered');
    assert.equal(elsewhere.nearest, null);
    const { body } = await ask('latitude=37.9&longitude=23.71');
    const results = body.kinds.map(({ kind, result }: Record<string, string>) => [kind, result]);
    assert.ok(results.length >= 13);
    for (const [kind, result] of results) {
      assert.equal(result, kind === 'flood' ? 'outside' : 'not_loaded', kind);
    }
  });

  test('a doubtful position has all zones that may apply, and says which are certain', async () => {
    const beside = await flood('latitude=37.90005&longitude=23.70005&accuracy_m=6');
    assert.equal(beside.result, 'inside');
    assert.deepEqual(
      beside.zones.map(({ label, certain }: Record<string, unknown>) => `${label}: ${certain}`),
      ['zone 2: true', 'zone 1: false'],
    );
    const near = await flood('latitude=37.9&longitude=23.701&accuracy_m=100');
    assert.equal(near.result, 'possibly_inside');
    assert.equal(near.zones_total, 2);
    const atEdge = await flood('latitude=37.9&longitude=23.74999&accuracy_m=50');
    assert.equal(atEdge.result, 'partly_covered');
    assert.equal((await flood('latitude=37.9&longitude=23.74&accuracy_m=50')).result, 'outside');
  });

  test('a parcel has its share in each zone', async () => {
    const found = await flood(`kaek_code=${parcels[0]!.kaek}`);
    assert.equal(found.result, 'partly_inside');
    // The parcel is half of a square of 0.0002 degrees, the zones are squares in its corner.
    const shares = found.zones.map(
      ({ label, share }: { label: string; share: number }) => `${label}: ${share.toFixed(4)}`,
    );
    assert.deepEqual(shares, ['zone 2: 0.5625', 'zone 1: 0.2500']);
  });

  const tile = (url: string) =>
    api.inject({ url: `/tiles/zones/${url}`, headers: { authorization: `Bearer ${token}` } });
  const here = '16/37082/25302.mvt';

  test('a tile has the zones of a kind with their attributes, the severest last', async () => {
    const reply = await tile(`flood/${here}`);
    assert.equal(reply.statusCode, 200);
    assert.deepEqual(
      decodeTile(reply.rawPayload).map(({ layer, properties }) => ({ layer, ...properties })),
      [
        { layer: 'zones', return_period: 'T100', label: 'zone 1', source: 'test', class: 0 },
        { layer: 'zones', return_period: 'T50', label: 'zone 2', source: 'test', class: 0 },
      ],
    );
    assert.equal((await tile('flood/16/0/0.mvt')).statusCode, 204);
    for (const url of [`noise/${here}`, 'noise.json', 'flood/17/0/0.mvt']) {
      assert.equal((await tile(url)).statusCode, 404, url);
    }
    assert.equal((await tile(`FLOOD/${here}`)).statusCode, 400);
  });

  test('the TileJSON of a kind has its fields and colours, and needs no token', async () => {
    const { statusCode, headers, ...reply } = await api.inject('/tiles/zones/flood.json');
    assert.equal(statusCode, 200);
    assert.equal(headers['cache-control'], 'no-cache');
    const body = reply.json();
    const never = { colour: '#737373', values: [] };
    assert.deepEqual(body.ktima_legend, [{ colour: '#08306b', values: ['T50', 'T100'] }, never]);
    assert.match(body.tiles[0], /\/tiles\/zones\/flood\/\{z\}\/\{x\}\/\{y\}\.mvt$/);
    const fields = Object.keys(body.vector_layers[0].fields).join();
    assert.equal(fields, 'return_period,depth,label,source,class');
  });

  longTest('a tile with too many pieces says so instead of looking empty', async () => {
    const many = openSqliteStore(':memory:', () => now);
    const squares = Array.from({ length: 20_001 }, (_, i) =>
      square(23 + (i % 150) / 1_000, 38 + Math.floor(i / 150) / 1_000, 0.0005),
    );
    await replaceRows(many, 'zones', provenance, zonesWith(squares));
    const tiles = openZoneTiles(many, many.loadedSources, openTileCache(0));
    const layersAt = async (id: TileId) =>
      decodeTile(gunzipSync(await (await tiles.ofKind('flood')).tile(id))).map(one => one.layer);
    assert.deepEqual(await layersAt({ z: 5, x: 18, y: 12 }), ['too_many']);
    assert.ok((await layersAt({ z: 16, x: 36956, y: 25278 })).every(layer => layer === 'zones'));
  });

  const items = async (query: string, path = '') => {
    const url = `/ogc/collections/zones-flood/items${path}?${query}`;
    return api.inject({ url, headers: { authorization: `Bearer ${token}` } });
  };

  test('each loaded kind is a collection, whose items come in pages and by box', async () => {
    const { collections } = (await api.inject('/ogc/collections')).json();
    const ids = collections.map(({ id }: { id: string }) => id);
    assert.deepEqual(ids, ['parcels', 'places', 'zones-flood']);
    assert.equal((await api.inject('/ogc/collections/zones-flood')).json().title, 'Floods');
    const first = (await items('limit=1')).json();
    const shown = { label: 'zone 1', source: 'test', return_period: 'T100' };
    assert.deepEqual(first.features[0].properties, shown);
    const next = new URL(first.links.find(({ rel }: { rel: string }) => rel === 'next').href);
    const [last, ...more] = (await items(next.searchParams.toString())).json().features;
    assert.deepEqual([last.properties.label, more], ['zone 2', []]);
    const count = async (query: string) => (await items(query)).json().numberReturned;
    assert.equal(await count('bbox=23.69996,37.89996,23.69997,37.89997'), 1);
    assert.equal(await count('bbox=23.6,37.8,23.7,37.9'), 2);
    assert.equal(await count('bbox=-180,-90,180,90'), 2);
    assert.equal(await count('bbox=24,38,24.1,38.1'), 0);
    const { id } = first.features[0];
    const grid = await items('crs=http://www.opengis.net/def/crs/EPSG/0/2100', `/${id}`);
    assert.ok(grid.json().geometry.coordinates[0][0][0] > 400_000);
    for (const path of ['/9-9', '/x', `/${id}0`]) {
      assert.equal((await items('', path)).statusCode, 404, path);
    }
    assert.equal((await items('after=x-1')).statusCode, 400);
  });

  test('the extent of a kind is the box around its own zones, of all its sources', async () => {
    const several = openSqliteStore(':memory:', () => now);
    const load = (source: string, kind: string, west: number) => {
      const rows = zonesWith([square(west, 38, 0.5)], { kind: { ...floods, kind }, covers: null });
      return replaceRows(several, 'zones', { ...provenance, source }, rows);
    };
    await load('a', 'flood', 21);
    await load('b', 'noise', 22);
    await load('c', 'flood', 23);
    const { api: other } = await openTestService({ store: several });
    const body = async (url: string) => (await other.inject(url)).json();
    const boxes = { flood: [21, 38, 23.5, 38.5], noise: [22, 38, 22.5, 38.5] };
    const { collections } = await body('/ogc/collections');
    for (const [kind, box] of Object.entries(boxes)) {
      const one = await body(`/ogc/collections/zones-${kind}`);
      assert.deepEqual(one.extent.spatial.bbox, [box]);
      const listed = collections.find(({ id }: { id: string }) => id === `zones-${kind}`);
      assert.deepEqual(listed.extent, one.extent);
      assert.deepEqual((await body(`/tiles/zones/${kind}.json`)).bounds, box);
    }
  });

  const report = async (query: string, bearer = token) => {
    const { status, body } = await service.ask(`/api/property-report/?${query}`, undefined, bearer);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };

  test('a report has the zones of its parcel, point, or address within its accuracy', async () => {
    const point = 'latitude=37.90005&longitude=23.70005';
    for (const [asked, same, result] of casesIn(`
      kaek_code=050681726003 | kaek_code=050681726003                 | partly_inside
      ${point}               | ${point}                               | inside
      address=Μεγάλης Οδού 5 | latitude=38&longitude=23&accuracy_m=600 | not_covered
    `)) {
      const { zones, missing, location } = await report(asked);
      if (asked.startsWith('address')) assert.equal(location.match.accuracy_m, 600);
      assert.deepEqual(zones, (await ask(same)).body, same);
      const own = zones.kinds.find(({ kind }: { kind: string }) => kind === 'flood');
      assert.equal(own.result, result);
      assert.ok(!missing.some(({ section }: { section: string }) => section === 'zones'));
    }
  });

  test('a report for a token without the scope zones has none, and says why', async () => {
    const limited = { id: 'session', userId: 'limited', scopes: 'report places' };
    const bearer = await signAccessToken(await keys.current(), tokens, limited, now);
    const { zones, missing } = await report(`kaek_code=${parcels[0]!.kaek}`, bearer);
    assert.equal(zones, null);
    const reason = 'the token does not have the scope zones';
    assert.deepEqual(missing.at(-1), { section: 'zones', code: 'needs_scope', reason });
  });

  test('poles and the antimeridian are answered', async () => {
    for (const at of ['90&longitude=180', '-90&longitude=-180&accuracy_m=20000']) {
      const { status, body } = await ask(`latitude=${at}`);
      assert.deepEqual([status, body.sea], [200, null], at);
    }
  });

  longTest('a report on a place with too many zones has none, and says why', async () => {
    const many = zonesWith(
      Array.from({ length: 50_001 }, () => ({ type: 'Point', coordinates: [23, 38] })),
    );
    await replaceRows(store, 'zones', { ...provenance, source: 'many' }, many);
    const { zones, missing } = await report('address=Μεγάλης Οδού 5');
    assert.equal(zones, null);
    const reason =
      'the position of the address is known to about 600 m only, and too many zones may apply';
    assert.deepEqual(missing.at(-1), { section: 'zones', code: 'too_rough_for_zones', reason });
  });
});

test('zones that share out the ground leave a doubt near a border of other values, not at the shore', async () => {
  const store = openSqliteStore(':memory:', () => now);
  const load = (kind: string, west: number) => {
    const beside = [west, west + 0.1, west - 0.1].map(x => square(x, 37.85, 0.1));
    const rest = { name: 'here', geometry: square(west, 37.95, 0.1) };
    const set = { kind: { ...floods, kind }, covers: rest, accuracyMetres: 300 };
    return replaceRows(store, 'zones', { ...provenance, source: kind }, zonesWith(beside, set));
  };
  // Zones 1 and 3 are T100, zone 2 in the east is T50; in the north there is none, in the south the sea.
  await load('flood', 23.65);
  await load('noise', 23.601);
  const { ask, api, token } = await openTestService({ store });
  for (const [query, result, zones] of casesIn(`
    latitude=37.9&longitude=23.7                      | inside          | zone 1: true
    latitude=37.9&longitude=23.749                    | possibly_inside | zone 2: false, zone 1: false
    latitude=37.9&longitude=23.746                    | inside          | zone 1: true
    latitude=37.9&longitude=23.746&accuracy_m=100     | possibly_inside | zone 2: false, zone 1: false
    latitude=37.9&longitude=23.6505                   | inside          | zone 1: true
    latitude=37.9&longitude=23.6495                   | inside          | zone 3: true
    latitude=37.949&longitude=23.7                    | possibly_inside | zone 1: false
    latitude=37.951&longitude=23.7                    | possibly_inside | zone 1: false
    latitude=37.96&longitude=23.7                     | not_covered     |
    latitude=37.849&longitude=23.7                    | inside          | zone 1: true
    latitude=37.847&longitude=23.7                    | not_covered     |
    latitude=37.847&longitude=23.7&accuracy_m=500     | possibly_inside | zone 1: false
    latitude=37.852&longitude=23.7&accuracy_m=2000    | inside          | zone 1: true
    kaek_code=${parcels[0]!.kaek}                     | inside          | zone 1: true
    kaek_code=${parcels[0]!.kaek}&kinds=noise         | possibly_inside | zone 2: false, zone 1: false
  `)) {
    const kinds = query.includes('kinds') ? '' : '&kinds=flood';
    const { body } = await ask(`/api/zones/?${query}${kinds}`);
    const [found] = body.kinds;
    const listed = found.zones.map(
      ({ label, certain, share }: Record<string, unknown>) => `${label}: ${certain}${share ?? ''}`,
    );
    assert.deepEqual([found.result, listed.join(', ')], [result, zones], query);
  }
  const url = '/ogc/collections/zones-flood/items?bbox=23.6,37.8,23.9,38.1';
  const items = await api.inject({ url, headers: { authorization: `Bearer ${token}` } });
  assert.equal(items.json().numberReturned, 3);
});

test('two rows of one area with other values are both doubtful, and with the same values one', async () => {
  const store = openSqliteStore(':memory:', () => now);
  const none: PolygonGeometry = { type: 'MultiPolygon', coordinates: [] };
  const set = { kind: floods, covers: { name: 'here', geometry: none }, accuracyMetres: 300 };
  const area = square(23.65, 37.85, 0.1);
  for (const [count, expected] of [
    [2, ['zone 2: possibly_inside', 'zone 1: possibly_inside']],
    [1, ['zone 1: inside']],
  ] as const) {
    await replaceRows(store, 'zones', provenance, zonesWith(Array(count).fill(area), set));
    const data = { store, zoneKinds: [floods], coast: async () => () => undefined };
    const [kind] = (await zonesAtPoint(data, 37.9, 23.7, ['flood'])).kinds;
    const zones = kind!.zones.map(({ label, result }) => `${label}: ${result}`);
    assert.deepEqual(zones, expected);
  }
});

test('an import between two readings makes no zone missing', async () => {
  const store = openSqliteStore(':memory:', () => now);
  const load = () => replaceRows(store, 'zones', provenance, rows);
  await load();
  const answerWith = (imports: number) => {
    const busy: typeof store = {
      ...store,
      async zonePieces(...asked) {
        if (imports-- > 0) await load();
        return store.zonePieces(...asked);
      },
    };
    const data = { store: busy, zoneKinds: [floods], coast: async () => () => undefined };
    return zonesAtPoint(data, 37.90005, 23.70005, ['flood']);
  };
  assert.equal((await answerWith(1)).kinds[0]!.zones.length, 2);
  await assert.rejects(answerWith(100), { code: 'UNAVAILABLE' });
});
