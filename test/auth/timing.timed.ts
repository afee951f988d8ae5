import assert from 'node:assert/strict';
import { openPasswords } from '#features/auth/protection/passwords.ts';
import { openOver, testOverEngines } from './engines.ts';

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

testOverEngines(
  'the time of a login does not reveal whether a user exists, is disabled, locked or the demo user',
  async (t, engine) => {
    const passwords = await openPasswords({ slots: 2, queue: 20 });
    const { auth, users, authUrl } = await openOver(t, { engine, passwords });
    for (const name of ['known', 'busy', 'roaming', 'disabled', 'locked']) {
      await users.add(name, 'correct horse battery');
    }
    await users.setDisabled('disabled', true);
    await users.addDemo('demo', 'ktima-demo');
    // A program that logs in every minute.
    await engine.execute(
      authUrl,
      `WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < 30000)
     INSERT INTO sessions (id, user_id, address, network, carrier, started_at_ms, refreshed_at_ms,
                           expires_at_ms, tokens_until_ms)
     SELECT 'session ' || i, users.id, '203.0.113.' || i % 7, '203.0.113.' || i % 7, 'body', 0, 0,
       0, 0
     FROM numbers, users WHERE users.name = 'busy'`,
    );
    // A user of a mobile network: another IP address for each login.
    await engine.execute(
      authUrl,
      `WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < 2000)
     INSERT INTO sessions (id, user_id, address, network, carrier, started_at_ms, refreshed_at_ms,
                           expires_at_ms, tokens_until_ms)
     SELECT 'roaming ' || i, users.id, '10.0.' || i / 250 || '.' || i % 250,
       '10.0.' || i / 250 || '.' || i % 250, 'body', 0, 0, 0, 0
     FROM numbers, users WHERE users.name = 'roaming'`,
    );
    const login = async (username: string, remoteAddress: string) => {
      const given = username === 'demo' ? 'ktima-demo' : 'a wrong password';
      const payload = { username, password: given };
      const start = performance.now();
      const url = '/auth/otp/login';
      const response = await auth.inject({ method: 'POST', url, payload, remoteAddress });
      assert.equal(response.statusCode, 401);
      return performance.now() - start;
    };
    for (let i = 0; i < 10; i++) await login('locked', '192.0.2.1');

    const names = ['known', 'unknown', 'busy', 'roaming', 'disabled', 'locked', 'demo'];
    const times = names.map((): number[] => []);
    for (let i = 0; i < 100; i++) {
      for (const [n, name] of names.entries()) {
        // Other addresses each time, or the throttle would soon answer instead.
        const address = name === 'locked' && i < 50 ? '192.0.2.1' : `198.51.100.${i}`;
        times[n]!.push(await login(name, address));
      }
    }
    const medians = times.map(median);
    const [least, most] = [Math.min(...medians), Math.max(...medians)];
    assert.ok(most / least < 1.1, `medians in ms: ${medians.map(m => m.toFixed(2)).join(', ')}`);
    t.diagnostic(`medians in ms: ${medians.map(m => m.toFixed(2)).join(', ')}`);
  },
);
