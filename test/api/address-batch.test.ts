import assert from 'node:assert/strict';
import test from 'node:test';
import { openTestService } from '../service.ts';

const { api } = await openTestService();
const batch = (payload: unknown) =>
  api.inject({ method: 'POST', url: '/api/geocoding/batch/', payload: payload as object });
const search = async (query: Record<string, string>) =>
  (await api.inject(`/api/geocoding/address-search/?${new URLSearchParams(query)}`)).json();

test('each address has the results that it has alone, in the order sent, without a token', async () => {
  const addresses = [
    { address: 'Μεγάλης Οδού 5, Μικρή Πόλη' },
    { address: 'xyzzy qwerty' },
    { address: 'megalis odou 999', postal_code: '991 01', city: 'Small Town' },
    { street: 'Μεγάλης Οδού', house_number: '5', postal_code: '991 01', city: 'Μικρή Πόλη' },
    { city: 'Μικρή Πόλη' },
    ...Array.from({ length: 95 }, (_, i) => ({ address: `ΜΕΓΑΛΗΣ ΟΔΟΥ ${i + 1}` })),
  ];
  const response = await batch({ requests: addresses });
  assert.equal(response.statusCode, 200, response.body);
  const { answers } = response.json();
  assert.equal(answers.length, 100);
  for (const [i, query] of addresses.entries()) {
    const alone = await search(query as Record<string, string>);
    assert.deepEqual(answers[i], { reference: null, ...alone, failure: null });
  }
});

test('limit, min_confidence and ids hold for the whole batch', async () => {
  const addresses = [
    { reference: 'a', address: 'Μεγάλης Οδού' },
    { reference: 'b', address: 'Μεγάλης Οδού 999' },
  ];
  const { answers } = (await batch({ requests: addresses, limit: 1, min_confidence: 0.9 })).json();
  for (const [i, { address }] of addresses.entries()) {
    const alone = await search({ address, limit: '1', min_confidence: '0.9' });
    assert.deepEqual(answers[i], { reference: addresses[i]!.reference, ...alone, failure: null });
  }
});

test('an entry with coordinates has the answer of reverse', async () => {
  const points = [
    { reference: 'p', latitude: 38.0001, longitude: 23 },
    { latitude: 0, longitude: 0 },
  ];
  const { answers } = (
    await batch({ requests: [{ address: 'Μεγάλης Οδού 5' }, ...points] })
  ).json();
  for (const [i, { latitude, longitude }] of points.entries()) {
    const url = `/api/geocoding/reverse/?latitude=${latitude}&longitude=${longitude}`;
    const { results } = (await api.inject(url)).json();
    const query = `${latitude}, ${longitude}`;
    const reference = points[i]!.reference ?? null;
    assert.deepEqual(answers[i + 1], { reference, query, results, failure: null });
  }
  assert.equal(answers[0].results[0].distance_m, undefined);
  assert.ok(answers[1].results[0].distance_m > 0);
  const sure = await batch({ requests: [points[0]], min_confidence: 1 });
  assert.deepEqual(sure.json().answers[0].results, []);
});

test('an invalid entry gets a failure at its place, and the others get results', async () => {
  const good = { address: 'Μεγάλης Οδού 5' };
  const bad: [unknown, RegExp][] = [
    [{ reference: 'x', address: 'ab' }, /^address: expected text of 3 to 256 characters$/],
    [{ address: 'Μ'.repeat(257) }, /^address: expected/],
    [{ address: 5 }, /^address: expected/],
    [{}, /^address is missing: .*, or street, city, or latitude and longitude in its place$/],
    [{ postal_code: '10563' }, /^address is missing/],
    [{ ...good, street: 'Ερμού' }, /^street: expected address or street, got both/],
    [{ house_number: '5' }, /^house_number: expected together with street$/],
    [{ street: 'Ερμού', house_number: 'x' }, /^house_number: expected a house number/],
    [{ street: 'Ερμού', latitude: 38, longitude: 23 }, /^street: expected .*, got both$/],
    [{ ...good, latitude: 38, longitude: 23 }, /^address: expected .*, got both$/],
    [{ city: 'Αθήνα', latitude: 38, longitude: 23 }, /^city: expected .*, got both$/],
    [{ postal_code: '10563', latitude: 38, longitude: 23 }, /^postal_code: expected .*, got both$/],
    [{ latitude: 38 }, /^longitude: expected together with latitude$/],
    [{ longitude: 23 }, /^latitude: expected together with longitude$/],
    [{ latitude: 91, longitude: 23 }, /^latitude: expected a number from -90 to 90$/],
    [{ latitude: '38', longitude: 23 }, /^latitude: expected a number/],
    [{ ...good, postal_code: '1' }, /^postal_code: expected five digits$/],
    [{ ...good, reference: 7 }, /^reference: expected/],
    [null, /^request: expected an object with address, /],
    ['Μεγάλης Οδού 5', /expected an object/],
    [[good], /expected an object/],
  ];
  for (const [entry, message] of bad) {
    const response = await batch({ requests: [good, entry, good] });
    assert.equal(response.statusCode, 200, response.body);
    const { answers } = response.json();
    assert.deepEqual(
      answers.map((one: { results: unknown[] }) => one.results.length > 0),
      [true, false, true],
    );
    assert.equal(answers[1].failure.error, 400);
    assert.match(answers[1].failure.message, message);
    assert.equal(answers[0].failure, null);
  }
});

test('a hundred of the longest addresses fit, twice as many letters do not', async () => {
  const longest = { address: `Μεγάλης ${'Ω'.repeat(248)}`, city: 'Ω'.repeat(100) };
  const addresses = Array.from({ length: 100 }, () => longest);
  assert.equal((await batch({ requests: addresses })).statusCode, 200);
  assert.equal((await batch({ requests: addresses, more: 'x'.repeat(262_144) })).statusCode, 413);
});
