import assert from 'node:assert/strict';
import test from 'node:test';
import { openTestService } from '../service.ts';

const { api } = await openTestService();
const search = (query: Record<string, string>) =>
  api.inject(`/api/geocoding/address-search/?${new URLSearchParams(query)}`);

test('an address is found with match information, in any spelling, without a token', async () => {
  for (const address of ['Μεγάλης Οδού 5, Μικρή Πόλη', 'ΜΕΓΑΛΗΣ ΟΔΟΥ 5', 'megalis odou 5']) {
    const response = await search({ address });
    assert.equal(response.statusCode, 200);
    const { query, results } = response.json();
    assert.equal(query, address);
    assert.equal(results[0].components.street, 'Μεγάλης Οδού', address);
    assert.equal(results[0].components.postal_code, '99101');
    assert.ok(results[0].match.confidence > 0 && results[0].match.confidence <= 1);
    assert.ok(Math.abs(results[0].latitude - 38) < 0.01);
  }
});

test('a number that the street does not have is told, and becomes no other street', async () => {
  const [found] = (await search({ address: 'Μεγάλης Οδού 999' })).json().results;
  assert.equal(found.components.street, 'Μεγάλης Οδού');
  assert.equal(found.match.partial, true);
  assert.ok(found.match.faults.some((fault: { field: string }) => fault.field === 'house_number'));
});

test('nothing that matches is an empty list and no error', async () => {
  const response = await search({ address: 'xyzzy qwerty' });
  assert.equal(response.statusCode, 200);
  assert.deepEqual(response.json(), { query: 'xyzzy qwerty', results: [] });
});

test('limit and min_confidence are held', async () => {
  assert.ok((await search({ address: 'Μεγάλης Οδού', limit: '1' })).json().results.length <= 1);
  const sure = await search({ address: 'Μεγάλης Οδού 999', min_confidence: '1' });
  assert.deepEqual(sure.json().results, []);
});

test('bad parameters are 400 and named', async () => {
  const cases: [Record<string, string>, RegExp][] = [
    [{}, /^address is missing: expected text of 3 to 256 characters$/],
    [{ address: 'ab' }, /^address: expected text of 3 to 256/],
    [{ address: 'α'.repeat(257) }, /^address: expected text/],
    [{ address: 'Μεγάλης', limit: '0' }, /^limit: expected a whole number from 1 to 20$/],
    [{ address: 'Μεγάλης', limit: '21' }, /^limit/],
    [{ address: 'Μεγάλης', limit: '1.5' }, /^limit/],
    [
      { address: 'Μεγάλης', min_confidence: '2' },
      /^min_confidence: expected a number from 0 to 1$/,
    ],
    [{ address: 'Μεγάλης', postal_code: '123' }, /^postal_code: expected five digits$/],
    [{ address: 'Μεγάλης', city: '' }, /^city/],
  ];
  for (const [query, message] of cases) {
    const response = await search(query);
    assert.equal(response.statusCode, 400, JSON.stringify(query));
    assert.match(response.json().message, message);
  }
});

test('a point in Greece has an address, one elsewhere has none', async () => {
  const reverse = (latitude: number, longitude: number) =>
    api.inject(`/api/geocoding/reverse/?latitude=${latitude}&longitude=${longitude}`);
  const found = (await reverse(38.0001, 23)).json();
  assert.deepEqual(found.query, { latitude: 38.0001, longitude: 23 });
  assert.equal(found.results[0].components.postal_code, '99101');
  assert.deepEqual((await reverse(0, 0)).json().results, []);
  assert.equal((await reverse(91, 0)).statusCode, 400);
});
