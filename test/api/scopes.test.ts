import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { signAccessToken } from '#features/auth/tokens/access-tokens.ts';
import type { OpenApi } from '#http/openapi/document.ts';
import { scopes } from '#http/scopes.ts';
import { replaceRows } from '#storage/store/store.ts';
import { building, openTestService, provenance } from '../service.ts';
import { someZones } from '../zones/generated.ts';
import { operations, type Row } from './operations.ts';

/** What belongs to no operation and never needs a token. */
const alwaysOpen = ['/openapi.json', '/docs/'];

for (const requireToken of ['some', 'all'] as const) {
  suite(`KTIMA_REQUIRE_TOKEN=${requireToken}`, async () => {
    const { api, store, keys, tokens, clock, usage } = await openTestService({ requireToken });
    // Opens the store of the usage.
    await usage.exchange();
    await replaceRows(store, 'zones', provenance, someZones);
    await replaceRows(store, 'buildings', provenance, [building]);
    const ring = await keys.current();
    const tokenWith = (scope: string) =>
      signAccessToken(ring, tokens, { id: 's', userId: 'u', scopes: scope }, clock.now);
    const ask = ([, url, payload, sent]: Row, token?: string, head = false) => {
      const method = sent ?? (payload ? 'POST' : 'GET');
      return api.inject({
        method: head && method === 'GET' ? 'HEAD' : method,
        url,
        ...(payload && { payload }),
        ...(token && { headers: { authorization: `Bearer ${token}` } }),
      });
    };
    const isClosed = (scope: string) =>
      scope !== 'none' && (scope !== 'open' || requireToken === 'all');

    test('the table has every operation, and the description what each needs', async () => {
      const { paths, security } = (await api.inject('/openapi.json')).json() as OpenApi;
      const described = Object.values(paths).flatMap(methods => Object.values(methods));
      const names = described.map(({ operationId }) => operationId!);
      assert.deepEqual(names.sort(), Object.keys(operations).sort());
      for (const { operationId, responses, description, security: own = security } of described) {
        const [scope] = operations[operationId!]!;
        const needsToken = isClosed(scope);
        assert.equal(own!.length > 0, needsToken, operationId);
        const needsScope = needsToken && scope !== 'any';
        assert.equal('401' in responses, needsToken, operationId);
        const isCounted = scope !== 'none' && operationId !== 'usage';
        assert.equal('429' in responses, isCounted, operationId);
        assert.equal('403' in responses, needsScope, operationId);
        assert.equal(description!.includes(`the scope \`${scope}\``), needsScope, operationId);
      }
    });

    test('every operation needs its scope, and no other', async () => {
      for (const [name, operation] of Object.entries(operations)) {
        const [needed, , , , status = 200] = operation;
        for (const scope of [...scopes, '', 'unknown']) {
          const { statusCode, headers, body } = await ask(operation, await tokenWith(scope));
          const where = `${name} with ${scope}: ${statusCode}`;
          if (!isClosed(needed) || needed === 'any' || scope === needed) {
            assert.ok([status, 204].includes(statusCode), `${where} ${body}`);
            continue;
          }
          assert.equal(statusCode, 403, where);
          const challenge = `Bearer error="insufficient_scope", scope="${needed}"`;
          assert.equal(headers['www-authenticate'], challenge, where);
          const message = `the token does not have the scope ${needed}`;
          assert.deepEqual(JSON.parse(body), { error: 403, message }, where);
        }
        const without = await ask(operation);
        assert.equal(without.statusCode === 401, isClosed(needed), name);
        const bad = await ask(operation, 'e30.e30.e30A');
        assert.equal(bad.statusCode === 401, isClosed(needed), name);
        if (isClosed(needed)) {
          assert.equal(without.headers['www-authenticate'], 'Bearer', name);
          assert.equal(bad.headers['www-authenticate'], 'Bearer error="invalid_token"', name);
        }
        const head = await ask(operation, undefined, true);
        assert.equal(head.statusCode, without.statusCode, `HEAD ${name}`);
      }
    });

    test('descriptions and their pages need no token', async () => {
      for (const url of alwaysOpen) assert.equal((await api.inject(url)).statusCode, 200, url);
    });

    test('a report without the scope places has no neighbourhood, and says why', async () => {
      for (const name of ['propertyReport', 'propertyReportBatch']) {
        const report = async (scope: string) => {
          const answer = (await ask(operations[name]!, await tokenWith(scope))).json();
          return answer.answers?.[0].report ?? answer;
        };
        const { neighbourhood, missing } = await report('report');
        assert.equal(neighbourhood, null);
        const [places] = missing.filter(
          ({ section }: { section: string }) => section === 'neighbourhood',
        );
        assert.equal(places.reason, 'the token does not have the scope places');
        const whole = await report('report places');
        assert.ok(Array.isArray(whole.neighbourhood));
        const names = whole.missing.map((one: { section: string }) => one.section);
        assert.ok(!names.includes('neighbourhood'));
      }
    });
  });
}
