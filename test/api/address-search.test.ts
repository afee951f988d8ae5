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

test('nothing that matches is an empty list and no error', async () => {
  const response = await search({ address: 'xyzzy qwerty' });
  assert.equal(response.statusCode, 200);
  assert.deepEqual(response.json(), { query: 'xyzzy qwerty', results: [] });
});

test('limit and min_confidence are respected', async () => {
  assert.ok((await search({ address: 'Μεγάλης Οδού', limit: '1' })).json().results.length <= 1);
  const sure = await search({ address: 'Μεγάλης Οδού 999', min_confidence: '1' });
  assert.deepEqual(sure.json().results, []);
});

test('an address in parts is found as the same address in one text', async () => {
  const parts = { street: 'Μεγάλης Οδού', house_number: '5', postal_code: '99101' };
  const response = await search({ ...parts, city: 'Μικρή Πόλη' });
  assert.equal(response.statusCode, 200, response.body);
  const { query, results } = response.json();
  assert.equal(query, 'Μεγάλης Οδού 5, 99101 Μικρή Πόλη');
  const whole = (await search({ address: query })).json().results;
  assert.deepEqual(results[0].components, whole[0].components);
  const town = (await search({ city: 'Μικρή Πόλη' })).json();
  assert.equal(town.query, 'Μικρή Πόλη');
  assert.equal(town.results[0].components.municipality, 'Μικρή Πόλη');
  assert.equal(town.results[0].components.street, null);
});

test('an id gives just the result that it was given with', async () => {
  const [found] = (await search({ address: 'Μεγάλης Οδού 5, Μικρή Πόλη' })).json().results;
  const response = await search({ result_id: found.id });
  assert.equal(response.statusCode, 200, response.body);
  const { query, results } = response.json();
  assert.equal(query, found.id);
  assert.equal(results.length, 1);
  for (const field of ['id', 'latitude', 'longitude', 'formatted_address', 'components']) {
    assert.deepEqual(results[0][field], found[field], field);
  }
  const { suggestions } = (
    await api.inject({ url: '/api/geocoding/suggest/', query: { text: 'Μικρ' } })
  ).json();
  const [town] = (await search({ result_id: suggestions[0].id })).json().results;
  assert.equal(town.formatted_address, 'Μικρή Πόλη');
});

test('each result has its country, its bounds and its names in English', async () => {
  const [found] = (await search({ address: 'Μεγάλης Οδού, Μικρή Πόλη' })).json().results;
  assert.equal(found.country_code, 'GR');
  assert.equal(found.components_en.street, 'Megalis Odou');
  assert.equal(found.components_elot.municipality, 'Mikri Poli');
  const [west, south, east, north] = found.bounds;
  assert.ok(west < found.longitude && found.longitude < east);
  assert.ok(south < found.latitude && found.latitude < north);
  assert.deepEqual(found.match.also_in, []);
});

test('a box and levels are filters, a point is a preference', async () => {
  const count = async (more: Record<string, string>) =>
    (await search({ address: 'Μεγάλης Οδού 5', ...more })).json().results.length;
  assert.ok((await count({ bbox: '22,37.5,24,38.5' })) > 0);
  assert.equal(await count({ bbox: '0,0,1,1' }), 0);
  assert.ok((await count({ levels: 'street,house_number,interpolated' })) > 0);
  assert.equal(await count({ levels: 'municipality' }), 0);
  assert.ok((await count({ latitude: '35', longitude: '25' })) > 0);
});

test('coordinates are the point that they mean, as reverse answers it', async () => {
  const [found] = (await search({ address: '38,001 23,001' })).json().results;
  const query = { latitude: '38.001', longitude: '23.001' };
  const [there] = (await api.inject({ url: '/api/geocoding/reverse/', query })).json().results;
  assert.deepEqual(found, there);
  const point = { address: '38,001 23,001', levels: 'place' };
  assert.deepEqual((await search(point)).json().results, []);
});

test('a point in Greece has an address, one elsewhere has none', async () => {
  const reverse = (latitude: number, longitude: number) =>
    api.inject(`/api/geocoding/reverse/?latitude=${latitude}&longitude=${longitude}`);
  const found = (await reverse(38.0001, 23)).json();
  assert.deepEqual(found.query, { latitude: 38.0001, longitude: 23 });
  assert.equal(found.results[0].components.postal_code, '99101');
  assert.ok(found.results[0].distance_m > 0);
  assert.deepEqual((await reverse(0, 0)).json().results, []);
});
