import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { decodeJwt } from 'jose';
import { deleteExpired } from '#features/auth/tokens/sessions.ts';
import { listen } from '#http/server/lifecycle.ts';
import { bearerVerifier } from '#http/tokens/bearer.ts';
import { fetchEndedPage, renewedEndedSessions } from '#http/tokens/ended-sessions.ts';
import { derivedValue } from '#http/tokens/renewed-value.ts';
import { audience, issuer, type TestService } from '../service.ts';
import { type Engine, testOverEngines } from './engines.ts';
import { login, openWithMaria, pass, type Tokens } from './with-maria.ts';

/** An API that runs apart: reads the list over HTTP, and counts the pages and entries it got. */
async function openApart(t: TestContext, service: TestService) {
  const address = await listen(service.auth, '127.0.0.1', 0);
  t.after(() => service.auth.close());
  const url = new URL('/auth/ended-sessions', address);
  const got = { pages: 0, entries: 0 };
  const tellTime = () => service.clock.now;
  const read = async (cursor: string) => {
    const page = await fetchEndedPage(url, cursor);
    got.pages++;
    got.entries += page.ended.length;
    return page;
  };
  const verify = bearerVerifier({
    issuer,
    audience,
    keys: derivedValue(service.keys.current, ring => ring.publicKeys),
    endedSessions: renewedEndedSessions(read, tellTime),
    clock: tellTime,
  });
  const accepts = ({ access_token }: Tokens) =>
    verify(`Bearer ${access_token}`).then(
      () => true,
      error => {
        assert.equal(error.code, 'UNAUTHENTICATED', error);
        return false;
      },
    );
  return { accepts, got };
}

/** Sessions that were ended just now, each with a token that is good for an hour. */
const endMany = (count: number, nowMs: number) => `
  INSERT INTO sessions (id, user_id, address, network, carrier, started_at_ms, refreshed_at_ms,
                        expires_at_ms, ended_at_ms, tokens_until_ms)
  WITH RECURSIVE numbers (n) AS (
    SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
  SELECT CAST(n AS TEXT), 'somebody', '192.0.2.1', '192.0.2.1', 'body', ${nowMs}, ${nowMs},
         ${nowMs + 1e9}, ${nowMs}, ${nowMs + 3_600_000}
  FROM numbers`;

/** Tests the list of ended sessions with `count` sessions that were ended within an hour. */
export function testManyEnds(count: number, over: readonly Engine[]): void {
  const name = `after ${count} logouts an API that runs apart sees each, and then reads only what is new`;
  const body = async (t: TestContext, engine: Engine) => {
    const service = await openWithMaria(t, { engine });
    const [first, second] = [await login(service), await login(service)];
    const third = await login(service);
    await service.sessions.end(first.refresh_token);
    await engine.execute(service.authUrl, endMany(count, service.clock.now.getTime()));
    const { accepts, got } = await openApart(t, service);
    assert.equal(await accepts(first), false);
    assert.equal(await accepts(second), true);
    const pages = Math.ceil(count / 5_000) + 1;
    assert.deepEqual(got, { pages, entries: count + 1 });

    await service.sessions.end(second.refresh_token);
    pass(service, 10);
    assert.equal(await accepts(second), false);
    assert.equal(await accepts(third), true);
    assert.deepEqual(got, { pages: pages + 1, entries: count + 2 });

    pass(service, 2 * 3_600);
    await deleteExpired(service.authStore, 365, service.clock.now);
    const { ended } = await service.sessions.ended('');
    assert.deepEqual(
      ended.map(({ sid }) => sid),
      [decodeJwt(second.access_token).sid],
      'only the last is left',
    );
  };
  testOverEngines(name, body, over);
}
