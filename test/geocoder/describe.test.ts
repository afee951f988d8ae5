import assert from 'node:assert/strict';
import test from 'node:test';
import { describe } from '#domain/geocoder/describe-steps.ts';
import { explain, geocode } from '#domain/geocoder/geocode.ts';
import { buildGeocoder } from '#domain/geocoder/index/build-index.ts';
import { street, town } from './small-town.ts';

const index = buildGeocoder(
  town(street('Σκουφά Νικολάου'), street('Ερμού'), street('Πλατεία Ερμού')),
);

test('each step is described in its order', async () => {
  const query = { address: 'Skoufa 24 & Ermou, Mikri Poli', postalCode: '99101' };
  const steps = describe(index, await explain(index, query));
  const named = [...new Set(steps.map(({ step }) => step))];
  assert.deepEqual(named, ['parse', 'hints', 'towns', 'readings', 'streets']);
  const outcomes = steps.map(({ outcome }) => outcome).join('\n');
  assert.match(outcomes, /skoufa 24 \| ermou \| mikri poli/);
  assert.match(outcomes, /street: skoufa, corner: ermou, town: Μικρή Πόλη/);
  assert.match(outcomes, /Σκουφά Νικολάου 99101 0\.9/);
});

test('what finds nothing is described as well', async () => {
  const steps = describe(index, await explain(index, { address: '???' })).map(({ step }) => step);
  assert.deepEqual(steps, ['parse', 'hints', 'readings']);
  const place = describe(index, await explain(index, { address: 'Μικρόπολη 99101' }));
  assert.ok(place.some(({ step }) => step === 'places'));
});

test('an index built elsewhere and posted over answers the same', async () => {
  const copy = structuredClone(index);
  for (const address of ['Σκουφά 24', 'ermou 3, mikri poli', 'Πλ. Ερμού', '99102']) {
    assert.deepEqual(await geocode(copy, { address }), await geocode(index, { address }));
  }
});
