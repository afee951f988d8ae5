import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { lookEveryMs } from '#app/services/portfolios/runner.ts';
import { reportCause } from '#app/services/telemetry.ts';
import { KtimaError } from '#tools/errors.ts';
import { revisionOf } from '#tools/version.ts';
import { ktimaHere, linesOf, newHome, serveHere, startKtima } from '../commands/ktima.ts';
import { execute, postgresTest, testPostgres } from '../postgres/database.ts';
import { scrape } from './scrape.ts';

test('each cause is logged once, and its end', () => {
  let written = '';
  const write = (line: string) => (written += line);
  const report = reportCause(pino({}, { write }), 'cannot be read', 'read again');
  report();
  const full = new KtimaError('UNAVAILABLE', 'disk full');
  for (const cause of [full, full, new Error('a bug'), full, undefined, undefined]) report(cause);
  assert.deepEqual(
    linesOf(written).map(({ msg, reason, err }) => [msg, reason ?? (err as Error)?.message]),
    [
      ['cannot be read', 'disk full'],
      ['cannot be read', 'a bug'],
      ['cannot be read', 'disk full'],
      ['read again', undefined],
    ],
  );
});

postgresTest(
  'portfolios that cannot be read are logged once while the service looks for them',
  async t => {
    const url = await testPostgres();
    const env = { ...newHome(t).env, KTIMA_DATABASE_URL: url };
    assert.equal((await ktimaHere(env, ['migrate', 'api'])).code, 0);
    const service = await serveHere(env);
    t.after(service.stop);
    await execute(url, 'ALTER TABLE portfolio_runs RENAME TO away');
    const logged = (msg: string) => linesOf(service.log()).filter(line => line.msg === msg);
    const until = async (holds: () => boolean) => {
      for (let tries = 0; !holds(); tries++) {
        assert.ok(tries < 1_200, service.log());
        await sleep(25);
      }
    };
    await until(() => logged('portfolios cannot be read').length > 0);
    // Several further looks, none of which may be logged.
    const since = performance.now();
    await until(() => performance.now() - since > 3 * lookEveryMs);
    await execute(url, 'ALTER TABLE away RENAME TO portfolio_runs');
    await until(() => logged('portfolios are read again').length > 0);
    assert.equal(logged('portfolios cannot be read').length, 1);
  },
);

for (const [only, own, other] of [
  ['api', 'property', 'authentication'],
  ['auth', 'authentication', 'property'],
] as const) {
  test(`serve ${only} reports its revision and its own database, not the other one`, async t => {
    const service = await startKtima({ ...newHome(t).env, KTIMA_METRICS_PORT: '0' }, only);
    t.after(service.stop);
    const started = linesOf(service.log()).find(({ msg }) => msg === 'started')!;
    assert.equal(started.revision, revisionOf() || undefined);
    const engines = { property: started.propertyDatabase, authentication: started.authDatabase };
    assert.deepEqual(engines, { [own]: 'sqlite', [other]: undefined });
    const metrics = await scrape(service.metrics);
    const info = 'ktima_build_info';
    assert.equal(metrics.sum(info, { [`${own}_database`]: 'sqlite', revision: revisionOf() }), 1);
    assert.deepEqual(metrics.labelValues(info, `${other}_database`).filter(Boolean), []);
    assert.equal(metrics.sum('ktima_disk_size_bytes', { database: other }), 0);
  });
}
