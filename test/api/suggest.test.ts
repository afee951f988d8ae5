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
