import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { startCluster } from '../postgres/cluster.ts';
import { execute } from '../postgres/database.ts';
import { waitFor } from '../store/changes.ts';
import { openInstance, password, times, tokensOf } from './auth-instance.ts';
import { ktima, newHome } from './ktima.ts';

suite('an authentication service whose PostgreSQL server is gone', async () => {
  const home = newHome();
  after(home.remove);
  const cluster = await startCluster();
  const url = cluster.url('postgres');
  const own = { KTIMA_AUTH_DATABASE_URL: url, KTIMA_POSTGRES_TIMEOUT_MS: '1500' };
  const env = { ...home.env, ...own, KTIMA_TRUST_PROXY: '127.0.0.1' };
  const service = await openInstance(env);
  after(async () => void (await service.stop()));
  for (const name of ['maria', 'locked']) await ktima(env, ['user', 'add', name], `${password}\n`);
  const { login, refresh, get } = service;

  const sessions = async () =>
    (await execute(url, 'SELECT count(*)::int AS n FROM sessions'))[0]!.n as number;
  async function ready(): Promise<void> {
    await waitFor(async () => (await get('/readyz')).status === 200, 60_000);
  }

  const outages = {
    stopped: { from: '192.0.2.66', begin: cluster.kill, end: cluster.start },
    frozen: {
      from: '192.0.2.67',
      begin: async () => cluster.signal('SIGSTOP'),
      end: async () => cluster.signal('SIGCONT'),
    },
  };
  for (const [name, { from, begin, end }] of Object.entries(outages)) {
    test(`${name}: 503 for all, no login succeeds, and no lock is lost`, async () => {
      const tokens = await tokensOf(await login({ username: 'maria' }));
      const guess = { username: 'locked', password: 'wrong' };
      await Promise.all(times(10).map(() => login(guess, from)));
      // Longer than the outage, as if there had been more failures.
      const lengthen = 'UPDATE failures SET locked_until_ms = locked_until_ms + 600000';
      await execute(url, `${lengthen} WHERE bucket LIKE 'account % from ${from}'`);
      const before = await sessions();

      await begin();
      const answers = await Promise.all([
        login({ username: 'maria' }),
        login({ username: 'nobody' }),
        login({ username: 'locked' }, from),
        login({ username: 'maria', password: 'wrong' }),
        refresh(tokens.refresh_token),
        get('/readyz'),
      ]);
      for (const answer of answers) {
        assert.equal(answer.status, 503, answer.url);
        assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
        assert.match(await answer.text(), /^\{"error":503,"message":"the database [\w ]+"\}$/);
      }
      assert.equal((await get('/healthz')).status, 200);
      assert.equal((await get('/.well-known/jwks.json')).status, 200, 'keys are remembered');
      await end();

      await ready();
      assert.equal(await sessions(), before);
      assert.equal((await login({ username: 'locked' }, from)).status, 401, 'still locked');
      assert.equal((await login({ username: 'locked' })).status, 200, 'for that place only');
      await tokensOf(await refresh(tokens.refresh_token));
    });
  }

  test('the log names each cause once, and says once when it is back', () => {
    const lines = service
      .log()
      .split('\n')
      .filter(line => /the authentication database (cannot be used|is back)"/.test(line))
      .map(line => (JSON.parse(line) as { reason?: string }).reason);
    assert.equal(lines.filter(reason => reason === undefined).length, 2, service.log());
    assert.equal(lines.at(-1), undefined, 'it is back');
    for (const [i, reason] of lines.entries()) {
      const outage = lines.slice(lines.lastIndexOf(undefined, i - 1) + 1, i);
      assert.ok(!outage.includes(reason), `told twice: ${reason}`);
      if (reason === undefined) assert.ok(outage.length > 0, 'back without a loss');
    }
  });
});
