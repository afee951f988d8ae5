import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { rounds } from '../sample.ts';
import { waitFor } from '../store/changes.ts';
import { randomNumbers, seed } from '../store/random.ts';
import { type Instance, openInstance, password, times, tokensOf } from './auth-instance.ts';
import { ktimaHere, newHome } from './ktima.ts';

test('the authentication service killed in many storms of logins and refreshes loses nothing', t =>
  killInStorms(t, rounds(30, 14)));

/** A request to a service that was just killed gets no answer. */
const unanswered = () => undefined;

/**
 * Kills an authentication service again and again while clients log in and refresh. Every client
 * must be able to use the token it has; no lock, and nothing that was granted, may be lost.
 */
async function killInStorms(t: TestContext, kills: number): Promise<void> {
  const random = randomNumbers(seed);
  const env = { ...newHome(t).env, KTIMA_TRUST_PROXY: '127.0.0.1' };
  let service = await openInstance(env);
  t.after(() => service.stop().then(() => {}));
  for (const name of ['maria', 'locked'])
    await ktimaHere(env, ['user', 'add', name], `${password}\n`);
  const path = env.KTIMA_AUTH_DATABASE_URL.slice('sqlite:'.length);
  await lock(service, path);
  const clients = await Promise.all(times(4).map(() => service.login({ username: 'maria' })));
  const tokens = await Promise.all(clients.map(async c => (await tokensOf(c)).refresh_token));

  for (const _ of times(kills)) {
    const before = [...tokens];
    const refreshing = tokens.map((_, client) => refreshes(service, tokens, client));
    const storms = [...refreshing, ...times(4).map(() => logins(service))];
    // A client without an answer for half a minute would have to log in again.
    const areAnswered = () => tokens.every((token, client) => token !== before[client]);
    await Promise.race([waitFor(areAnswered, 60_000), ...refreshing]);
    await sleep(random(250));
    await service.kill();
    await Promise.all(storms);
    service = await openInstance(env);
    const still = await service.login({ username: 'locked' }, '192.0.2.66');
    assert.equal(still.status, 401, 'the lock is still there');
  }
  for (const token of tokens) await tokensOf(await service.refresh(token));
  checkSessions(path);
}

/** Fails until the account is locked for one place; for longer than this test takes. */
async function lock(service: Instance, path: string): Promise<void> {
  const guess = { username: 'locked', password: 'wrong' };
  for (const _ of times(10)) await service.login(guess, '192.0.2.66');
  const db = new DatabaseSync(path);
  const { changes } = db
    .prepare('UPDATE failures SET locked_until_ms = locked_until_ms + 600000 WHERE bucket LIKE ?')
    .run('account % from 192.0.2.66');
  assert.equal(changes, 1);
  db.close();
}

/** Refreshes until there is no answer; the token of the last answer is kept. */
async function refreshes(service: Instance, tokens: string[], client: number): Promise<void> {
  for (;;) {
    const answer = await service.refresh(tokens[client]!).catch(unanswered);
    // The head of an answer may come without its body.
    const body = await answer?.json().catch(unanswered);
    if (!answer || !body) return;
    assert.equal(answer.status, 200, JSON.stringify(body));
    tokens[client] = (body as { refresh_token: string }).refresh_token;
  }
}

async function logins(service: Instance): Promise<void> {
  for (;;) {
    const answer = await service.login({ username: 'maria' }).catch(unanswered);
    if (!answer) return;
    assert.ok([200, 503].includes(answer.status), String(answer.status));
  }
}

/** The file is intact, and every session has one lineage with one token at its end. */
function checkSessions(path: string): void {
  const db = new DatabaseSync(path);
  const rows = (sql: string) => db.prepare(sql).all();
  assert.deepEqual({ ...rows('PRAGMA integrity_check')[0] }, { integrity_check: 'ok' });
  assert.deepEqual(
    rows(`SELECT sessions.id FROM sessions LEFT JOIN refresh_tokens ON session_id = sessions.id
          GROUP BY sessions.id HAVING count(*) FILTER (WHERE token_hash IS NOT NULL AND spent_at_ms IS NULL) <> 1`),
    [],
    'a session without a token to refresh, or with two',
  );
  assert.deepEqual(
    rows(`SELECT spent.token_hash FROM refresh_tokens spent
          LEFT JOIN refresh_tokens next ON next.token_hash = spent.next_hash
          WHERE spent.spent_at_ms IS NOT NULL AND next.token_hash IS NULL`),
    [],
    'a token that was spent for nothing',
  );
  db.close();
}
