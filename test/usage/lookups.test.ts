import assert from 'node:assert/strict';
import test from 'node:test';
import { propertiesOf } from '../../src/usage/lookups.ts';

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
