import assert from 'node:assert/strict';
import test from 'node:test';
import { geocode } from '#domain/geocoder/geocode.ts';
import { buildGeocoder } from '#domain/geocoder/index/build-index.ts';
import { reverse } from '#domain/geocoder/reverse.ts';
import { street, town } from './small-town.ts';

const empty = { municipalities: [], postalCodes: [], localities: [], areas: [], streets: [] };

test('an empty geocoder finds nothing and does not fail', async () => {
  const index = buildGeocoder(empty);
  for (const address of ['Σκουφά 24, Αθήνα', '10673', 'Ερμού & Αθηνάς', '25ης Μαρτίου']) {
    assert.deepEqual(await geocode(index, { address, city: 'Αθήνα', postalCode: '10673' }), []);
  }
  assert.equal(await reverse(index, 38, 23), null);
});

test('a street without a postal code has its municipality', async () => {
  const index = buildGeocoder(town(street('Ερμού', { postalCode: null })));
  const [found] = await geocode(index, { address: 'Ερμού, Μικρή Πόλη' });
  assert.equal(found?.formatted_address, 'Ερμού, Μικρή Πόλη');
  assert.ok(Math.abs(found!.latitude - 38.009) < 1e-9);
  assert.ok(found!.match.accuracy_m > 1_000);
});

test('what has no position at all is no answer', async () => {
  const index = buildGeocoder({ ...town(street('Ερμού', { postalCode: null })), postalCodes: [] });
  assert.deepEqual(await geocode(index, { address: 'Ερμού' }), []);
  assert.deepEqual(await geocode(index, { address: 'Μικρή Πόλη' }), []);
});

test('a street of an unknown municipality is found all the same', async () => {
  const index = buildGeocoder(town(street('Ερμού', { municipality: 'Άγνωστη' })));
  const [found] = await geocode(index, { address: 'Ερμού' });
  assert.equal(found?.components.municipality, null);
  assert.equal(found?.formatted_address, 'Ερμού, 991 01');
});

test('each street keeps its source, also with more than 256 sources', async () => {
  const streets = Array.from({ length: 300 }, (_, i) =>
    street(`${i + 1}ης Μαρτίου`, { source: `municipality ${i + 1}` }),
  );
  const index = buildGeocoder(town(...streets));
  const [found] = await geocode(index, { address: '290ης Μαρτίου, Μικρή Πόλη' });
  assert.equal(found?.source, 'municipality 290');
});
