import assert from 'node:assert/strict';
import test from 'node:test';
import { openTestService } from '../service.ts';

const path = '/api/geocoding/suggest/';

test('suggest answers without a token, with the text as it was sent', async () => {
  const { api } = await openTestService();
  const response = await api.inject({ url: path, query: { text: 'Μικρ' } });
  assert.equal(response.statusCode, 200);
  const { query, suggestions } = response.json();
  assert.equal(query, 'Μικρ');
  assert.equal(suggestions[0].kind, 'settlement');
  assert.equal(suggestions[0].text, 'Μικρή Πόλη');
  assert.equal(suggestions[0].components.municipality, 'Μικρή Πόλη');
});

test('suggest refuses what is not as described, and names it', async () => {
  const { api } = await openTestService();
  for (const [query, message] of [
    [{}, /^text/],
    [{ text: '' }, /^text/],
    [{ text: 'α'.repeat(257) }, /^text/],
    [{ text: 'α', limit: '11' }, /^limit/],
    [{ text: 'α', limit: '0' }, /^limit/],
    [{ text: 'α', latitude: '38' }, /^longitude: expected together with latitude/],
    [{ text: 'α', longitude: '23' }, /^latitude: expected together with longitude/],
    [{ text: 'α', latitude: '91', longitude: '23' }, /^latitude/],
  ] as const) {
    const response = await api.inject({ url: path, query });
    assert.equal(response.statusCode, 400, JSON.stringify(query));
    assert.match(response.json().message, message);
  }
});

test('suggest completes the KAEK of a loaded parcel from its fifth character', async () => {
  const { api } = await openTestService();
  const kindsOf = async (text: string) => {
    const { suggestions } = (await api.inject({ url: path, query: { text } })).json();
    return suggestions.map(({ kind, text }: { kind: string; text: string }) => [kind, text]);
  };
  assert.deepEqual(await kindsOf('05 068 17'), [['parcel', '050681726003']]);
  assert.deepEqual(await kindsOf('0506'), []);
  assert.deepEqual(await kindsOf('050681726004'), []);
});
