import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { openApiService } from '#app/services/api-service.ts';
import { openAuthService } from '#app/services/auth-service.ts';
import { readSettings } from '#app/settings/read-settings.ts';
import { type Engine, engines, testOverEngines } from '../auth/engines.ts';
import { assertHas } from '../cases.ts';
import { sampleOf } from '../sample.ts';
import { watchedLog } from '../secrets.ts';
import { copyDemo, newHome, succeed } from './ktima.ts';

/** Both services, as `serve` puts them together. */
async function open(env: Record<string, string>, demo: boolean) {
  const settings = readSettings(env);
  const log = watchedLog();
  const auth = await openAuthService({ settings, log, demo });
  const api = await openApiService({ settings, log, demo, source: auth.source });
  const close = () => Promise.all([auth.close(), api.close()]);
  return { auth: auth.server, api: api.server, source: auth.source, close };
}

type Services = Awaited<ReturnType<typeof open>>;

async function newEnvironment(t: TestContext, engine: Engine): Promise<Record<string, string>> {
  const { env } = newHome(t);
  await copyDemo(env, ['--demo']);
  if (engine.name === 'SQLite') return env;
  const url = await engine.newDatabase(t);
  return { ...env, KTIMA_DATABASE_URL: url, KTIMA_AUTH_DATABASE_URL: url };
}

async function tokenOf({ auth }: Services): Promise<string> {
  const payload = { username: 'demo', password: 'ktima-demo' };
  const response = await auth.inject({ method: 'POST', url: '/auth/otp/login', payload });
  return response.json().access_token;
}

const point = 'latitude=37.98695&longitude=23.73623';
const addresses = {
  cost: '/api/reconstruction-cost/?postal_code=10563&property_type=house&build_area=85',
  kaek: '/api/geocoding/kaek-search/?kaek_code=050099901001',
  kaekInGrid: '/api/geocoding/kaek-search/?kaek_code=050099901001&srid=2100',
  parcelAt: `/api/geocoding/parcel-at/?${point}`,
  ready: '/readyz',
};

/** The status of every operation that could answer from the sample, and what the report tells. */
async function look({ api }: Services, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const seen: Record<string, unknown> = {};
  for (const [what, url] of Object.entries(addresses)) {
    seen[what] = (await api.inject(url)).statusCode;
  }
  const report = (await api.inject({ url: `/api/property-report/?${point}`, headers })).json();
  seen.parcelOfReport = report.parcel !== null;
  seen.places = report.neighbourhood.length > 0;
  const names = report.sources.map(({ source }: { source: string }) => source);
  seen.sources = [...new Set(names)].sort().join();
  return seen;
}

const allServed = {
  cost: 200,
  kaek: 200,
  kaekInGrid: 200,
  parcelAt: 200,
  ready: 200,
  parcelOfReport: true,
  places: true,
  sources: 'gazetteer,sample,sample:volos,sample:volos planning',
};
const onlyWith = 'sample data of costs, places, … zones, … are served only with --demo';
const noneServed = {
  cost: 422,
  kaek: 404,
  kaekInGrid: 404,
  parcelAt: 404,
  ready: 503,
  parcelOfReport: false,
  places: false,
  sources: 'gazetteer',
};

testOverEngines(
  'without --demo sample data are absent from every operation, unless KTIMA_SAMPLE_DATA=on',
  async (t, engine) => {
    const env = await newEnvironment(t, engine);
    const demo = await open(env, true);
    const token = await tokenOf(demo);
    assert.deepEqual(await look(demo, token), allServed);
    // Beside a plain API, which shares the property data alone, the demo's tokens stay valid.
    const settings = readSettings(env);
    for (const [sampleData, expected] of [
      ['off', noneServed],
      ['on', allServed],
    ] as const) {
      const source = demo.source;
      const plain = await openApiService({
        settings: { ...settings, sampleData },
        log: watchedLog(),
        demo: false,
        source,
      });
      assert.deepEqual(await look({ ...demo, api: plain.server }, token), expected, sampleData);
      if (sampleData === 'off') assertHas((await plain.server.inject('/readyz')).body, onlyWith);
      await plain.close();
    }
    await demo.close();
    const status = await succeed(env, ['status']);
    assertHas(status, 'costs … sample … sample: costs, places, … zones, … ; not served');
  },
  sampleOf(engines),
);
