import assert from 'node:assert/strict';
import test from 'node:test';
import { openTestService } from '../service.ts';

const { api, token } = await openTestService();

function post(payload: unknown, headers: Record<string, string> = {}) {
  return api.inject({
    method: 'POST',
    url: '/api/points-of-interest/',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
}

test('places come nearest first with all their fields, nulls too', async () => {
  const response = await post({ latitude: 38, longitude: 23 });
  assert.equal(response.statusCode, 200);
  assert.match(response.headers['content-type'] as string, /^application\/json/);
  const found = response.json();
  assert.deepEqual(
    found.map((p: { name_en: string }) => p.name_en),
    ['bank', 'metro', 'airport'],
  );
  assert.deepEqual(found[0], {
    id: 3,
    external_id: 'node/bank',
    name_en: 'bank',
    name_gr: null,
    place_category: null,
    place_type: 'bank',
    latitude: 38.001,
    longitude: 23,
    distance: 111,
  });
  const order =
    'id external_id name_en name_gr place_category place_type latitude longitude distance';
  assert.equal(Object.keys(found[0]).join(' '), order);
});

test('nothing in range is an empty array and no error', async () => {
  const response = await post({ latitude: -38, longitude: 0 });
  assert.equal(response.statusCode, 200);
  assert.equal(response.body, '[]');
});

test('the whole range is served, its ends included', async () => {
  for (const [latitude, longitude] of [
    [90, 180],
    [-90, -180],
    [0, 180],
    [-0, 0],
    [90, 0],
  ]) {
    assert.equal((await post({ latitude, longitude })).statusCode, 200);
  }
});

test('a body of length 0 is named as such', async () => {
  const empty = await post('', { 'content-length': '0' });
  assert.equal(empty.json().message, 'request body: expected a JSON object, got nothing');
});

test('other media types are 415, a large body is 413, a compressed one 415', async () => {
  const body = { latitude: 38, longitude: 23 };
  for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'json']) {
    assert.equal((await post(body, { 'content-type': type })).statusCode, 415, type);
  }
  const json = await post(body, { 'content-type': 'application/json; charset=utf-8' });
  assert.equal(json.statusCode, 200);
  assert.equal((await post(body, { 'content-encoding': 'gzip' })).statusCode, 415);
  const large = await post({ ...body, pad: 'x'.repeat(20_000) });
  const message = 'request body: expected at most 16,384 bytes';
  assert.deepEqual(large.json(), { error: 413, message });
});

test('without a token it is 401, whatever the body', async () => {
  const invalid = 'Bearer error="invalid_token"';
  const cases: [string, string][] = [
    ['', 'Bearer'],
    ['Basic x', 'Bearer'],
    ['Bearer ', invalid],
    ['bearer a.b', invalid],
    [`Bearer ${token} ${token}`, invalid],
  ];
  for (const [authorization, challenge] of cases) {
    const response = await post('{', { authorization });
    assert.equal(response.statusCode, 401, authorization);
    assert.equal(response.headers['www-authenticate'], challenge, authorization);
    assert.equal(response.json().error, 401);
  }
});

test('the types are listed with their radii, without a token', async () => {
  const response = await api.inject('/api/points-of-interest/types/');
  assert.equal(response.statusCode, 200);
  assert.equal(response.json().length, 25);
  assert.deepEqual(response.json()[0], { place_type: 'airport', radius_m: 10000 });
});
