import assert from 'node:assert/strict';
import { layersOfSource, removeSource } from '#importing/remove-source.ts';
import { runImport } from '#importing/run-import.ts';
import { replaceRows, sampleSource } from '#storage/store/store.ts';
import { parcels, places, provenance, rates } from '../service.ts';
import { testSampledStores as test } from '../store/engines.ts';
import {
  goodRow,
  header,
  importCosts,
  linesOf,
  prefixesIn,
  putCsv,
  ratesIn,
  request,
  sourcesOf,
} from './import-costs.ts';

const ageingHeader = 'property_type,method,useful_life_years,residual_share';

test('an import that leaves a table of its source without rows is refused, unless allowed', async ({
  store,
}) => {
  const prefixes = Array.from({ length: 11 }, (_, i) => 10 + i);
  const rates = putCsv('r.csv', header, ...prefixes.map(goodRow));
  const ageing = putCsv('d.csv', ageingHeader, 'house,ross,80,0.2');
  assert.equal((await importCosts(store, [rates])).before, 0);
  const refused = await importCosts(store, [ageing]);
  assert.deepEqual([refused.accepted, refused.committed, refused.before], [false, false, 11]);
  const told = 'this source had 11 rows in cost_rates and would have none; nothing was changed.';
  const advice = 'Give another --source, or --allow-empty to remove these rows';
  assert.equal(refused.outcome, `${told} ${advice}`);
  assert.equal((await ratesIn(store)).length, 11);
  assert.equal((await importCosts(store, [ageing], { source: 'other' })).committed, true);
  assert.equal((await importCosts(store, [ageing], { allowEmpty: true })).committed, true);
  assert.equal((await ratesIn(store)).length, 0);
});

test('with allowEmpty a file without rows empties its source, and the source is gone', async ({
  store,
}) => {
  await importCosts(store, [putCsv('full.csv', header, goodRow(10), goodRow(11))]);
  await importCosts(store, [putCsv('other.csv', header, goodRow(12))], { source: 'other' });
  const empty = putCsv('empty.csv', header);
  const refused = await importCosts(store, [empty]);
  assert.deepEqual([refused.accepted, refused.committed], [false, false]);
  assert.match(refused.outcome, /^no rows were found; nothing was changed. Give --allow-empty/);
  const dry = await importCosts(store, [empty], { allowEmpty: true, dryRun: true });
  assert.deepEqual([dry.accepted, dry.committed, dry.before], [true, false, 2]);
  const emptied = await importCosts(store, [empty], { allowEmpty: true });
  assert.deepEqual([emptied.committed, emptied.before, emptied.kept], [true, 2, 0]);
  const none = 'the source has no rows in this layer';
  assert.equal(emptied.outcome, `${none}; a running service changes within seconds`);
  assert.equal((await importCosts(store, [empty], { allowEmpty: true })).outcome, none);
  assert.deepEqual(await sourcesOf(store), ['costs other 1']);
  assert.deepEqual(await prefixesIn(store), ['12']);
});

test('an import of costs that leaves no rates warns', async ({ store }) => {
  const warned = /^no rates are loaded: without them there is no reconstruction cost$/;
  const warnings = async (files: string[], source: string) => {
    const { notes } = await importCosts(store, files, { source });
    return notes.filter(({ reason }) => warned.test(reason)).length;
  };
  const ageing = putCsv('d.csv', ageingHeader, 'house,ross,80,0.2');
  // The sample is removed by the first import, and its rates with it.
  const sample = { ...provenance, source: sampleSource };
  await replaceRows(store, 'costs', sample, rates);
  assert.equal(await warnings([ageing], 'ageing'), 1);
  assert.equal(await warnings([putCsv('r.csv', header, goodRow(10))], 'rates'), 0);
  assert.equal(await warnings([ageing], 'ageing'), 0);
});

test('a new source whose rows another source has too gets a note', async ({ store }) => {
  const schools = (source: string, ids: readonly string[], type: 'bank' | 'high_school') =>
    runImport(store, 'places', { ...request, files: [], source }, async add => {
      for (const id of ids) await add({ ...places[0]!, external_id: id, place_type: type }, id);
    });
  const ids = Array.from({ length: 20 }, (_, i) => `s ${i}`);
  assert.deepEqual((await schools('schools', ids, 'high_school')).notes, []);
  assert.deepEqual((await schools('banks', ids, 'bank')).notes, [], 'another type is another key');
  assert.deepEqual((await schools('one', ['s 1', ...ids.map(id => `x${id}`)], 'bank')).notes, []);
  assert.deepEqual(linesOf((await schools('schools-2027', [...ids, 'new'], 'high_school')).notes), [
    '20 the source schools has the same external_id and place_type; the rows of both are used: ' +
      'import with --source schools to replace it, or remove it: ' +
      'ktima remove places --source schools',
  ]);
  assert.deepEqual((await schools('schools-2027', ids, 'high_school')).notes, [], 'not new');

  const importRates = (source: string, ...rows: string[]) =>
    importCosts(store, [putCsv(`${source}.csv`, header, ...rows)], { source });
  await importRates('rates', goodRow(10), goodRow(11));
  const rates = await importRates('newer', goodRow(10).replace('1500', '1600'), goodRow(12));
  assert.deepEqual(linesOf(rates.notes), [
    '1 the source rates has the same postal_prefix, property_type and valid_from; ' +
      'the rows of the last import are used: import with --source rates to replace it, ' +
      'or remove it: ktima remove costs --source rates',
  ]);
  const [first] = (await ratesIn(store)).filter(rate => rate.postalPrefix === '10');
  assert.equal(first?.rateEurM2, 1600, 'the first rate of a key is the one that is used');
});

test('rows that cannot be compared with other sources are imported, with a note', async ({
  store,
}) => {
  const sharedRows = () => Promise.reject(new Error('statement timeout'));
  const file = putCsv('r.csv', header, goodRow(10));
  const report = await importCosts({ ...store, sharedRows }, [file]);
  assert.equal(report.committed, true);
  const notCompared = '1 the rows were not compared with those of other sources: statement timeout';
  assert.deepEqual(linesOf(report.notes), [notCompared]);
});

test('a removed source leaves no row, and other sources stay', async ({ store }) => {
  const from = { source: 'mine', origin: 'x', checksum: 'x', licence: 'ours' };
  const [parcel, place] = [parcels[0]!, places[0]!];
  await replaceRows(store, 'parcels', { ...from, source: 'older' }, [{ ...parcel, areaM2: 1 }]);
  await replaceRows(store, 'parcels', from, [{ ...parcel, areaM2: 2 }]);
  await replaceRows(store, 'places', from, [place]);
  const [{ id } = { id: 0 }] = [...(await store.readPlaces())];
  const both = ['parcels', 'places'] as const;
  const removed = both.map(layer => ({ layer, rows: 1 }));
  assert.deepEqual(await removeSource(store, both, 'mine', { dryRun: true }), removed);
  assert.equal((await store.findParcel(parcel.kaek))?.areaM2, 2);
  assert.equal(await store.sourceOfParcel(parcel.kaek), 'mine');
  await assert.rejects(removeSource(store, ['parcels', 'costs'], 'mine', { dryRun: false }), {
    code: 'USAGE',
    message: '--source mine: costs has no such source; nothing was changed. It has: none',
  });
  assert.deepEqual(await layersOfSource(store, 'mine'), both);
  assert.deepEqual(await removeSource(store, both, 'mine', { dryRun: false }), removed);
  assert.deepEqual(await sourcesOf(store), ['parcels older 1']);
  assert.equal((await store.findParcel(parcel.kaek))?.areaM2, 1);
  assert.equal(await store.sourceOfParcel(parcel.kaek), 'older');
  assert.deepEqual([...(await store.readPlaces())], []);
  await assert.rejects(layersOfSource(store, 'mine'), { message: /Loaded: older$/ });
  await assert.rejects(removeSource(store, ['parcels'], 'mine', { dryRun: false }), {
    message: /^--source mine: parcels has no such source; .* It has: older$/,
  });
  await replaceRows(store, 'places', from, [place]);
  const ids = Array.from(await store.readPlaces(), one => one.id);
  assert.deepEqual(ids, [id], 'a place that returns has the id that it had');
});

test('an import with less than a tenth of the rows before has a note', async ({ store }) => {
  const prefixes = Array.from({ length: 11 }, (_, i) => 10 + i);
  await importCosts(store, [putCsv('r.csv', header, ...prefixes.map(goodRow))]);
  const report = await importCosts(store, [putCsv('few.csv', header, goodRow(10))]);
  const fewer = '1 fewer than a tenth of the rows before: cost_rates: 11 rows before, 1 now';
  assert.deepEqual(linesOf(report.notes), [fewer]);
  assert.deepEqual([report.before, report.committed], [11, true]);
  const again = await importCosts(store, [putCsv('two.csv', header, goodRow(10), goodRow(11))]);
  assert.deepEqual([again.before, again.notes], [1, []]);
});

test('places that keep their ids are counted before they change their source', async ({
  store,
}) => {
  const [place] = places;
  const importPlaces = (rows: number) =>
    runImport(store, 'places', { ...request, files: [] }, async add => {
      for (let i = 0; i < rows; i++) await add({ ...place!, external_id: `${i}` }, `place ${i}`);
    });
  await importPlaces(3);
  const { before, kept } = await importPlaces(2);
  assert.deepEqual([before, kept], [3, 2]);
});
