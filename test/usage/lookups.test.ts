import assert from 'node:assert/strict';
import test from 'node:test';
import type { Usage } from '#http/usage/count-usage.ts';
import { noteLookups, propertiesOf } from '#http/usage/note-lookups.ts';
import type { Lookup } from '#http/usage/usage-store.ts';

/** The properties of a request with this query or body. */
const of = (query: unknown, body?: unknown, entries?: string) =>
  propertiesOf({ params: {}, query, body }, entries).map(text => JSON.parse(text));

test('a request names a property by its code, address or position', () => {
  assert.deepEqual(of({ kaek_code: '050681726003', kinds: 'flood' }), [
    { kaek_code: '050681726003' },
  ]);
  assert.deepEqual(of({ latitude: 38, longitude: 23.5 }), [{ latitude: 38, longitude: 23.5 }]);
  assert.deepEqual(of({ city: 'Αθήνα' }, { address: 'Ερμού 5' }), [
    { address: 'Ερμού 5', city: 'Αθήνα' },
  ]);
  assert.deepEqual(propertiesOf({ params: { kaek: 'x' }, query: null, body: null }, undefined), [
    '{"kaek":"x"}',
  ]);
});

test('a postal code alone, or no field, is no property', () => {
  for (const query of [{ postal_code: '10563' }, {}, null, 'x', { address: ['x'] }]) {
    assert.deepEqual(of(query), []);
  }
  assert.equal(of({ postal_code: '10563', street: 'Ερμού' }).length, 1);
});

test('each entry of a batch is a property', () => {
  const body = { list: [{ address: 'a' }, { postal_code: '10563' }, null, { kaek: 'b' }] };
  assert.deepEqual(of({ city: 'x' }, body, 'list'), [{ address: 'a' }, { kaek: 'b' }]);
  assert.deepEqual(of({ city: 'x' }, { list: 'no list' }, 'list'), [{ city: 'x' }]);
});

test('a text has at most 300 characters that a database can store', () => {
  assert.deepEqual(of({ address: 'ab'.repeat(151) }), [{ address: 'ab'.repeat(150) }]);
  assert.deepEqual(of({ address: 'a\ud800' }), [{ address: 'a\ufffd' }]);
});

test('a request that was refused before anything was looked up is not noted', () => {
  const noted: Lookup[] = [];
  const usage = { addLookup: (lookup: Lookup) => noted.push(lookup) } as unknown as Usage;
  const note = noteLookups(usage, 'reverse', undefined, () => new Date(5));
  const request = { query: { address: 'a' }, id: 'r1', ip: '::1', caller: undefined, socket: {} };
  for (const statusCode of [200, 400, 401, 403, 404, 413, 415, 429, 500, 503]) {
    let isDone = false;
    const [asked, reply] = [request, { statusCode }] as unknown as Parameters<typeof note>;
    note(asked, reply, () => {
      isDone = true;
    });
    assert.ok(isDone);
  }
  assert.deepEqual(
    noted.map(({ status }) => status),
    [200, 404, 500, 503],
  );
  const { clientIp: _, ...first } = noted[0]!;
  assert.deepEqual(first, {
    ...{ atMs: 5, requestId: 'r1', issuer: '', subject: '', operation: 'reverse', status: 200 },
    asked: '{"address":"a"}',
  });
});
