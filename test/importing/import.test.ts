import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { addressDataset } from '#importing/datasets/address-dataset.ts';
import { farFromPrefecture, parcels as parcelDataset } from '#importing/datasets/parcel-dataset.ts';
import { places as placeDataset } from '#importing/datasets/place-dataset.ts';
import { featureFeed } from '#importing/feature-feed.ts';
import type { ImportReport } from '#importing/report.ts';
import { type ImportRequest, runImport, runImports } from '#importing/run-import.ts';
import { parcels, places } from '../service.ts';
import { testSampledStores as test } from '../store/engines.ts';
import {
  badRow,
  costs,
  folder,
  goodRow,
  header,
  importCosts,
  linesOf,
  prefixesIn,
  putCsv,
  ratesIn,
  request,
} from './import-costs.ts';

const secondRate =
  'rate_eur_m2: an earlier row has a rate for this prefix, type and date; keep one of the two';

test('several files are one source, and the report counts their rows', async ({ store }) => {
  const files = [
    putCsv('a.csv', header, goodRow(10), goodRow(11)),
    putCsv('b.csv', `${header},remark`, `${goodRow(12)},x`),
  ];
  const report = await importCosts(store, files);
  assert.deepEqual([report.read, report.kept, report.committed], [3, 3, true]);
  assert.deepEqual(linesOf(report.notes), ['1 columns ignored: remark: b.csv']);
  const [source] = await store.loadedSources();
  assert.equal(source!.origin, 'a.csv, b.csv');
  assert.match(source!.checksum, /^[0-9a-f]{64}$/);
  assert.deepEqual([source!.rows, source!.licence], [3, 'ours']);
});

test('bad rows are counted by reason and named with file and line', async ({ store }) => {
  const rows = Array.from({ length: 80 }, (_, i) => goodRow(i + 10));
  const other = goodRow(10).replace('1500', '1600');
  const report = await importCosts(store, [
    putCsv('c.csv', header, ...rows, badRow, badRow, other),
  ]);
  assert.equal(report.committed, true);
  const prefix = 'postal_prefix: expected two digits, or up to five, or * for the whole country';
  const first = '10, house, 2026-01-01 is 1500 in c.csv, line 2, and 1600 here';
  assert.deepEqual(linesOf(report.refused), [
    `2 ${prefix}: c.csv, line 82: ${prefix}, got "xx"; c.csv, line 83: ${prefix}, got "xx"`,
    `1 ${secondRate}: c.csv, line 84: ${secondRate}: ${first}`,
  ]);
});

test('above the allowed share of refused rows nothing changes', async ({ store }) => {
  await importCosts(store, [putCsv('d.csv', header, goodRow(10))]);
  const report = await importCosts(store, [putCsv('e.csv', header, goodRow(20), badRow)]);
  assert.equal(report.committed, false);
  const told = /^50 % of the rows were refused, more than the 5 % .* nothing was changed$/;
  assert.match(report.outcome, told);
  assert.deepEqual(await prefixesIn(store), ['10']);
  const half = { maxRefusedShare: 0.5 };
  const allowed = await importCosts(store, [putCsv('e.csv', header, goodRow(20), badRow)], half);
  assert.equal(allowed.committed, true);
  assert.deepEqual(await prefixesIn(store), ['20']);
});

test('a dry run reports whether the rows would be accepted, and changes nothing', async ({
  store,
}) => {
  const dry = await importCosts(store, [putCsv('m.csv', header, goodRow(20))], { dryRun: true });
  assert.deepEqual([dry.accepted, dry.committed], [true, false]);
  assert.match(dry.outcome, /^a dry run; nothing was changed$/);
  const bad100 = await importCosts(store, [putCsv('n.csv', header, badRow)], { dryRun: true });
  assert.deepEqual([bad100.accepted, bad100.committed], [false, false]);
  assert.equal((await ratesIn(store)).length, 0);
});

test('parcels far from their prefecture are imported only with --allow-far', async ({ store }) => {
  const plots = [putCsv('plots.csv', 'KAEK')];
  const importFar = (allowFar: boolean) =>
    runImport(store, 'parcels', { ...request, files: plots, allowFar }, async (add, tally) => {
      for (let i = 10; i < 20; i++) {
        tally.note(farFromPrefecture, 'plots.csv');
        add({ ...parcels[0]!, kaek: `0506817260${i}` }, 'plots.csv');
      }
    });
  const refused = await importFar(false);
  assert.deepEqual([refused.committed, refused.kept], [false, 10]);
  assert.match(refused.outcome, /^10 of 10 parcels lie far .* nothing was changed/);
  assert.equal((await importFar(true)).committed, true);
});

test('an empty file and a file without a good row change nothing', async ({ store }) => {
  await importCosts(store, [putCsv('f.csv', header, goodRow(10))]);
  const cases: [string[], Partial<ImportRequest>, RegExp][] = [
    [[putCsv('h.csv', header)], {}, /^no rows were found/],
    [[putCsv('i.csv', header, badRow)], { maxRefusedShare: 1 }, /^no row could be used/],
  ];
  for (const [files, options, outcome] of cases) {
    const report = await importCosts(store, files, options);
    assert.equal(report.committed, false);
    assert.match(report.outcome, outcome);
    assert.deepEqual(await prefixesIn(store), ['10']);
  }
});

test('a file that is damaged in the middle leaves the old data, and the error names the place', async ({
  store,
}) => {
  await importCosts(store, [putCsv('j.csv', header, goodRow(10))]);
  const cut = putCsv('k.csv', header, goodRow(20), '21,"house,1500');
  await assert.rejects(importCosts(store, [cut]), { code: 'BAD_DATA', message: /line 3/ });
  const refusal = { code: 'BAD_DATA', message: /no such file/ };
  await assert.rejects(importCosts(store, [join(folder, 'none.csv')]), refusal);
  assert.deepEqual(await prefixesIn(store), ['10']);
  assert.equal((await importCosts(store, [putCsv('l.csv', header, goodRow(30))])).committed, true);
});

test('a text with a character that PostgreSQL cannot store is refused on every engine', async ({
  store,
}) => {
  const files = [putCsv('o.csv', header, goodRow(10), goodRow(11).replace('test', 'te\0st'))];
  const report = await importCosts(store, files, { maxRefusedShare: 0.5 });
  assert.deepEqual([report.kept, report.committed], [1, true]);
  const reason = 'source: holds a NUL character';
  assert.deepEqual(linesOf(report.refused), [`1 ${reason}: o.csv, line 3: ${reason}`]);
});

test('an import of two layers commits both or none', async ({ store }) => {
  const costFile = putCsv('two.csv', header, goodRow(10));
  const feed = featureFeed(costs, [costFile], {}, () => {});
  const both = { ...request, files: [costFile], source: 'both' };
  const importBoth = (refusePlace: boolean) =>
    runImports(
      store,
      both,
      { layer: 'costs', feed },
      {
        layer: 'places',
        async feed(add, tally) {
          if (refusePlace) tally.refuse('too far', 'place 1');
          else await add(places[0]!, 'place 1');
        },
      },
    );
  const stored = 'the new rows are stored; a running service uses them within seconds';
  const outcomes = (reports: readonly ImportReport[]) =>
    reports.map(one => `${one.layer} ${one.accepted} ${one.committed} ${one.outcome}`);
  assert.deepEqual(outcomes(await importBoth(true)), [
    'costs false false another layer of this import was refused; nothing was changed',
    'places false false 100 % of the rows were refused, more than the 5 % that --max-refused ' +
      'allows; nothing was changed',
  ]);
  assert.deepEqual(await store.loadedSources(), []);
  const expected = [`costs true true ${stored}`, `places true true ${stored}`];
  assert.deepEqual(outcomes(await importBoth(false)), expected);
  assert.equal((await store.loadedSources()).length, 2);
});

test('what the report counts as kept is stored; a second area of a parcel is named', async ({
  store,
}) => {
  const square = (x: number) =>
    `"POLYGON((${x} 38,${x + 0.001} 38,${x + 0.001} 38.001,${x} 38.001,${x} 38))"`;
  const file = putCsv(
    'units.csv',
    'KAEK,AREA,wkt',
    `050681726003/0/1,9750,${square(23.7)}`,
    `050681726003/0/2,9750,${square(23.7)}`,
    `050681726004,9750,${square(23.8)}`,
    `050681726004,9700,${square(23.8)}`,
  );
  const feed = featureFeed(parcelDataset, [file], {}, () => {});
  const importRequest = { ...request, files: [file], maxRefusedShare: 0.5 };
  const report = await runImport(store, 'parcels', importRequest, feed);
  assert.deepEqual([report.read, report.kept, report.repeated], [4, 2, 1]);
  assert.equal((await store.loadedSources())[0]!.rows, report.kept);
  const reason =
    'kaek: comes twice with different areas; keep one of the rows, or give --no-area, which measures the outline';
  const detail = '050681726004 has 9750 m² in an earlier row, and 9700 m² here';
  assert.deepEqual(linesOf(report.refused), [
    `1 ${reason}: units.csv, line 5: ${reason}: ${detail}`,
  ]);
  assert.deepEqual(linesOf(report.notes), [
    '2 the code of a unit, such as a flat; units of one parcel are one row: ' +
      'units.csv, line 2: 050681726003/0/1; units.csv, line 3: 050681726003/0/2',
  ]);
  assert.equal((await store.findParcel('050681726004'))!.areaM2, 9750);
});

test('places and addresses outside Greece are refused with the reason, except with --anywhere', async ({
  store,
}) => {
  const request = { source: 'mine', licence: 'ours', maxRefusedShare: 1, dryRun: false };
  const positions = ['37.97,23.73', '23.73,37.97', '0,0', '42.5,1.52'];
  const swapped = 'position: expected a place in Greece; the two coordinates are swapped';
  const foreign = 'position: expected a place in Greece; --anywhere accepts other countries';
  const layers = [
    ['places', placeDataset, 'place_type,lat,lon', 'bank'],
    ['addresses', addressDataset(() => null), 'street,lat,lon', 'Ερμού'],
  ] as const;
  for (const [layer, dataset, head, first] of layers) {
    const files = [putCsv(`${layer}.csv`, head, ...positions.map(at => `${first},${at}`))];
    const feed = featureFeed(dataset as typeof placeDataset, files, {}, () => {});
    const importTo = (anywhere: boolean) =>
      runImport(store, layer as 'places', { ...request, files, anywhere }, feed);
    const report = await importTo(false);
    assert.deepEqual([report.kept, report.committed], [1, true]);
    const at = (line: number, latitude: number, longitude: number, reason = foreign) =>
      `${layer}.csv, line ${line}: ${reason}, got ${JSON.stringify({ latitude, longitude })}`;
    assert.deepEqual(linesOf(report.refused), [
      `2 ${foreign}: ${at(4, 0, 0)}; ${at(5, 42.5, 1.52)}`,
      `1 ${swapped}: ${at(3, 23.73, 37.97, swapped)}`,
    ]);
    assert.deepEqual((await importTo(true)).kept, 4);
  }
});

test('the seconds of the report include the reading of the files', async ({ store }) => {
  const files = [putCsv('timed.csv', header, goodRow(10))];
  const report = await importCosts(store, files, { startedAt: performance.now() - 60_000 });
  assert.ok(report.seconds >= 60, `${report.seconds} s`);
});

test('an import that needs more than the disk has is refused before it starts', async ({
  store,
}) => {
  const rows = Array.from({ length: 90 }, (_, i) => goodRow(i + 10));
  const files = [putCsv('space.csv', header, ...rows)];
  const bytes = statSync(files[0]!).size;
  const withFree = (free: number) => ({ ...store, freeBytes: async () => free });
  const refusal = {
    code: 'UNAVAILABLE',
    message:
      'the disk of the database has 0.0 MB free, and this import needs about 0.0 MB; nothing was ' +
      'changed. Free space, or give --no-space-check to try anyway',
  };
  await assert.rejects(importCosts(withFree(2 * bytes), files), refusal);
  assert.deepEqual(await store.loadedSources(), []);
  assert.equal((await importCosts(withFree(0), files, { checkSpace: false })).committed, true);
  // The rows take the place of the old ones, so that only the log needs space.
  assert.equal((await importCosts(withFree(2 * bytes), files)).committed, true);
  await assert.rejects(importCosts(withFree(bytes), files), refusal);
});
