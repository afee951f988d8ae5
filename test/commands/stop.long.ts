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
  test(`serve ${args.join(' ')}: a stop under the load of 16 connections breaks none`, async t => {
    const env = { ...newHome(t).env, KTIMA_ACCESS_LOG: 'off' };
    for (const _ of times(stops)) {
      const service = await startKtima(env, ...args, '--demo');
      t.after(service.stop);
      const seen: Seen = { statuses: [], failures: [] };
      const logins: Seen = { statuses: [], failures: [] };
      const login = `${service.auth}/auth/otp/login`;
      const form = 'username=demo&password=ktima-demo';
      const clients = [
        ...times(8).map(() =>
          requestUntilRefused(seen, `${service.api}/${cost}`, 'keeps its connection'),
        ),
        ...times(8).map(() =>
          requestUntilRefused(seen, `${service.api}/${cost}`, 'connects for each request'),
        ),
        ...(service.auth === '' ? [] : times(4)).map(() =>
          requestUntilRefused(logins, login, 'connects for each request', form),
        ),
      ];
      await waitFor(() => seen.statuses.length > 200, 60_000);
      assert.equal(await service.stop(), 0);
      await Promise.all(clients);
      assert.deepEqual([seen.failures, logins.failures], [[], []]);
      assert.deepEqual([...new Set(seen.statuses)], [200]);
      assert.ok(logins.statuses.every(status => status === 200 || status === 503));
    }
  });
}
