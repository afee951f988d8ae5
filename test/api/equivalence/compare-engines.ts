import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { assembleApi } from '#app/services/api-service.ts';
import { openTiles } from '#app/services/artefacts/open-tiles.ts';
import { openLog } from '#app/services/service.ts';
import { readGazetteer } from '#importing/shipped/gazetteer/gazetteer.ts';
import { openShippedCoast, readShippedKinds } from '#importing/shipped/shipped-zones.ts';
import type { LayerRows } from '#storage/store/store.ts';
import { operations } from '../../../client/src/operations.ts';
import { editionOf, loadGeocoder } from '../../edition.ts';
import {
  audience,
  issuer,
  openTestPortfolios,
  openTestService,
  openTestUsage,
} from '../../service.ts';
import { type Engine, engines } from '../../store/engines.ts';
import { historyOf, replay } from './data.ts';
import { randomRequests } from './requests.ts';

/** The paths of the operations that read property data. */
const dataPaths = Object.values(operations)
  .map(({ path }) => path)
  // Usage and portfolios are in stores of their own, with tests of their own over both engines; a
  // document is drawn from a report.
  .filter(path => /^\/api\/(?!usage|portfolios|property-report\/document)/.test(path))
  .concat('/ogc/collections/parcels/items', '/ogc/collections/places/items')
  .concat('/ogc/collections', '/ogc/collections/zones-flood/items')
  .concat('/tiles/zones/flood/z/x/y.mvt', '/tiles/zones/flood.json')
  .concat('/tiles/base/z/x/y.mvt', '/tiles/parcels/z/x/y.mvt');

/**
 * Sends random requests to the API over every engine; fails unless the answers are the same, byte by
 * byte. With `oneIndex` all use the address index of the first: each takes three seconds to build.
 */
export async function compareEngines(
  t: TestContext,
  { count, seed, oneIndex }: { count: number; seed: number; oneIndex: boolean },
): Promise<void> {
  let firstIndex: ReturnType<typeof loadGeocoder> | undefined;
  const { source, token, clock } = await openTestService();
  const history = historyOf(await readGazetteer());
  const openApi = async (engine: Engine) => {
    const store = await engine.open(t, await engine.newUrl(), () => clock.now);
    await replay(store, history);
    const loadIndex = () => loadGeocoder(store);
    if (oneIndex) firstIndex ??= loadIndex();
    const index = await (firstIndex ?? loadIndex());
    const console = { files: [], authUrl: () => undefined, map: {} };
    const tiles = openTiles(store, store.loadedSources, 0);
    const edition = await editionOf(store, index);
    const inMemory = {
      edition: () => edition,
      isBehind: () => false,
      checkFiles: async () => {},
    };
    const zones = { zoneKinds: readShippedKinds(), coast: openShippedCoast() };
    const parts = { store, ...inMemory, ...zones, console, tiles };
    const options = { log: openLog('silent', 'api'), accessLog: false };
    const tokens = { settings: { issuer, audience }, source };
    const { server } = await assembleApi({
      ...parts,
      ...tokens,
      portfolios: openTestPortfolios(),
      options,
      requireToken: 'some',
      usage: openTestUsage(() => clock.now),
      clock: () => clock.now,
      program: () => 'test',
      dataVersion: async () => JSON.stringify(await store.loadedSources()),
    });
    return server;
  };
  // One after the other: to build an index blocks, and a connection would time out meanwhile.
  const apis: Awaited<ReturnType<typeof openApi>>[] = [];
  for (const engine of engines) apis.push(await openApi(engine));
  const rowsOf = <Row>(layer: string) =>
    history.flatMap(load => (load.layer === layer ? (load.rows as readonly Row[]) : []));
  const known = {
    places: rowsOf<LayerRows['places']>('places'),
    parcels: rowsOf<LayerRows['parcels']>('parcels'),
    addresses: rowsOf<LayerRows['addresses']>('addresses'),
    settlements: rowsOf<LayerRows['settlements']>('settlements'),
    boundaries: rowsOf<LayerRows['boundaries']>('boundaries'),
  };

  const statuses: Record<string, number> = {};
  for (const request of randomRequests(known, seed).take(count)) {
    const answers = await Promise.all(
      apis.map(async api => {
        const { statusCode, headers, rawPayload } = await api.inject({
          ...request,
          headers: { ...request.headers, authorization: `Bearer ${token}` },
        });
        const body = rawPayload.toString('latin1');
        return { statusCode, type: headers['content-type'], etag: headers.etag, body };
      }),
    );
    for (const answer of answers.slice(1)) assert.deepEqual(answer, answers[0], request.url);
    const kind = `${request.url.split('?')[0]!.replace(/\d+\/.*mvt/, 'z/x/y.mvt')} ${answers[0]!.statusCode}`;
    statuses[kind] = (statuses[kind] ?? 0) + 1;
  }
  for (const [kind, times] of Object.entries(statuses).sort()) t.diagnostic(`${kind}: ${times}`);
  for (const path of dataPaths) {
    assert.ok(statuses[`${path} 200`], `add requests to ${path} that get 200 to requests.ts`);
  }
  assert.ok(!Object.keys(statuses).some(kind => kind.endsWith(' 500')));

  const ready = await Promise.all(apis.map(async api => (await api.inject('/readyz')).body));
  assert.equal(ready[1], ready[0]);
}
