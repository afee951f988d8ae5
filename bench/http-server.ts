// One server of the HTTP bench, in a process of its own: constant, bare or api. Says its port.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { createApi } from '../src/api/api.ts';
import { openKeys } from '../src/auth/keys.ts';
import { openSeal } from '../src/auth/seal.ts';
import { openSqliteAuthStore } from '../src/auth/sqlite.ts';
import { signAccessToken } from '../src/auth/tokens.ts';
import { buildGeocoder } from '../src/geocoder/build.ts';
import { readGazetteer } from '../src/import/datasets/gazetteer/gazetteer.ts';
import { propertyTypes } from '../src/property/cost.ts';
import { openLog } from '../src/services/services.ts';
import { loadSnapshot } from '../src/services/snapshot.ts';
import { openSqliteStore } from '../src/store/sqlite.ts';
import { replaceRows } from '../src/store/store.ts';
import { bearerVerifier } from '../src/tokens/bearer.ts';
import { derivedValue } from '../src/tokens/renewed-value.ts';
import { generateParcels, generatePlaces } from './generate.ts';

const from = { source: 'bench', origin: 'generated', checksum: '', licence: 'none' };
const clock = () => new Date();

const [kind, size = '0'] = process.argv.slice(2);
if (kind === 'constant') await serveConstant();
else if (kind === 'bare') serveBare(Number(size));
else await serveApi();

/** The least that Fastify can do: one small object, asked for by GET or with a JSON body. */
async function serveConstant() {
  report(await startConstant());
}

async function startConstant(): Promise<number> {
  const app = fastify();
  const answer = { reconstruction_cost: { as_new: 129200, as_is: 98676.5 } };
  app.get('/', () => answer);
  app.post('/api/points-of-interest/', () => answer);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** The least that Node can do: ready bytes of a given size. */
function serveBare(bytes: number) {
  const body = Buffer.alloc(bytes, 'x');
  const headers = { 'content-type': 'application/json', 'content-length': bytes };
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, headers).end(body);
  });
  server.listen(0, '127.0.0.1', () => report((server.address() as AddressInfo).port));
}

async function serveApi() {
  const store = openSqliteStore(':memory:');
  await replaceRows(store, 'costs', from, makeRates());
  await replaceRows(store, 'places', from, generatePlaces(400_000));
  await replaceRows(store, 'parcels', from, generateParcels(50_000));
  const snapshot = await loadSnapshot(store);
  const geocoder = buildGeocoder(await readGazetteer('data'));
  const keys = await openKeys(openSqliteAuthStore(':memory:'), {
    seal: openSeal(undefined),
    leadSeconds: 600,
    rotateDays: 0,
    clock,
  });
  const ring = await keys.current();
  const tokens = { issuer: 'bench', audience: 'bench', lifetimeSeconds: 3600 };
  const verifyBearer = bearerVerifier({
    ...tokens,
    keys: derivedValue(keys.current, ring => ring.publicKeys),
    clock,
  });
  const api = await createApi(
    {
      store,
      snapshot: () => snapshot,
      geocoder: async () => geocoder,
      verifyBearer,
      console: { files: [], authUrl: () => undefined, map: {} },
      clock,
    },
    { log: openLog('silent'), accessLog: false },
  );
  await api.listen({ host: '127.0.0.1', port: 0 });
  const token = await signAccessToken(ring, tokens, { id: 'bench', userId: 'bench' }, clock());
  report((api.server.address() as AddressInfo).port, token, await startConstant());
}

function* makeRates() {
  for (let prefix = 10; prefix < 100; prefix++) {
    for (const propertyType of propertyTypes) {
      yield {
        postalPrefix: String(prefix),
        propertyType,
        rateEurM2: 1000 + prefix,
        validFrom: '2026-01-01',
        source: 'bench',
      };
    }
  }
}

function report(port: number, token = '', constantPort?: number) {
  console.log(JSON.stringify({ port, token, constantPort }));
}
