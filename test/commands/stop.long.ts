import assert from 'node:assert/strict';
import test from 'node:test';
import { rounds } from '../sample.ts';
import { waitFor } from '../store/changes.ts';
import { cost } from './api.ts';
import { times } from './auth-instance.ts';
import { newHome, startKtima } from './ktima.ts';
import { requestUntilRefused, type Seen } from './stop-load.ts';

/** Each of them is stopped so often under load. */
const stops = rounds(6, 1);

for (const args of [['api'], []]) {
  test(`serve ${args.join(' ')}: a stop under the load of 16 connections breaks none of them`, async t => {
    // With one second, the agent of Node keeps no connection.
    const env = { ...newHome(t).env, KTIMA_ACCESS_LOG: 'off', KTIMA_IDLE_SECONDS: '5' };
    for (const _ of times(stops)) {
      const service = await startKtima(env, ...args, '--demo');
      t.after(service.stop);
      const [kept, fresh, logins] = times(3).map((): Seen => ({ statuses: [], failures: [] }));
      const [url, login] = [`${service.api}/${cost}`, `${service.auth}/auth/otp/login`];
      const form = 'username=demo&password=ktima-demo';
      const hasLogins = service.auth !== '';
      const clients = [
        ...times(8).map(() => requestUntilRefused(kept!, url, 'keeps its connection')),
        ...times(8).map(() => requestUntilRefused(fresh!, url, 'connects for each request')),
        ...times(hasLogins ? 4 : 0).map(() =>
          requestUntilRefused(logins!, login, 'keeps its connection', form),
        ),
      ];
      await waitFor(() => kept!.statuses.length + fresh!.statuses.length > 200, 60_000);
      if (hasLogins) await waitFor(() => logins!.statuses.length > 4, 60_000);
      assert.equal(await service.stop(), 0);
      await Promise.all(clients);
      assert.deepEqual([kept!.failures, logins!.failures], [[], []]);
      assert.deepEqual([...new Set([...kept!.statuses, ...fresh!.statuses])], [200]);
      assert.ok(logins!.statuses.every(status => status === 200 || status === 503));
      // Without a held port the system resets connections that the service has not accepted. What it
      // has accepted it answers: drain.test.ts.
      assert.deepEqual(
        [...new Set(fresh!.failures)].filter(code => code !== 'ECONNRESET'),
        [],
      );
    }
  });
}
