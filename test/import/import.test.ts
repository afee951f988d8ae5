import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { addressDataset } from '../../src/import/datasets/addresses.ts';
import { costs } from '../../src/import/datasets/costs.ts';
import { farFromPrefecture } from '../../src/import/datasets/parcel-prefecture.ts';
import { places as placeDataset } from '../../src/import/datasets/places.ts';
import { featureFeed } from '../../src/import/feature-feed.ts';
import { type ImportRequest, runImport, runImports } from '../../src/import/import.ts';
import { layersOfSource, removeSource } from '../../src/import/remove-source.ts';
import type { ImportReport } from '../../src/import/report.ts';
import { replaceRows, type Store } from '../../src/store/store.ts';
import { parcels, places } from '../service.ts';
import { engines } from '../store/engines.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { path: folder } = temporaryFolder();

const header = 'postal_prefix,property_type,rate_eur_m2,valid_from,source';
const ageingHeader = 'property_type,method,useful_life_years,residual_share';
const good = (prefix: number) => `${prefix},house,1500,2026-01-01,test`;
const secondRate =
  'rate_eur_m2: an earlier row has a rate for this prefix, type and date; keep one of the two';
const bad = 'xx,house,1500,2026-01-01,test';

function file(name: string, ...lines: string[]): string {
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  return join(folder, name);
}

const request = { source: 'mine', licence: 'ours', maxRefusedShare: 0.05, dryRun: false };

async function run(store: Store, files: string[], options: Partial<ImportRequest> = {}) {
  return runImport(
    store,
    'costs',
    { ...request, files, ...options },
    featureFeed(costs, files, {}, () => {}),
  );
}

async function sourcesOf(store: Store): Promise<string[]> {
  const sources = await store.loadedSources();
  return sources.map(({ layer, source, rows }) => `${layer} ${source} ${rows}`);
}

for (const { name, newUrl, open } of engines) {
  test(`${name}: several files are one source, and the report counts their rows`, async t => {
    const store = await open(t, await newUrl());
    const files = [
      file('a.csv', header, good(10), good(11)),
      file('b.csv', `${header},remark`, `${good(12)},x`),
    ];
    const report = await run(store, files);
    assert.deepEqual([report.read, report.kept, report.committed], [3, 3, true]);
    assert.deepEqual(report.notes, [
      { reason: 'columns ignored: remark', count: 1, examples: ['b.csv'] },
    ]);
    const [source] = await store.loadedSources();
    assert.equal(source!.origin, 'a.csv, b.csv');
    assert.match(source!.checksum, /^[0-9a-f]{64}$/);
    assert.deepEqual([source!.rows, source!.licence], [3, 'ours']);
  });

  test(`${name}: bad rows are counted by reason and named with file and line`, async t => {
    const store = await open(t, await newUrl());
    const rows = Array.from({ length: 80 }, (_, i) => good(i + 10));
    const other = good(10).replace('1500', '1600');
    const report = await run(store, [file('c.csv', header, ...rows, bad, bad, other)]);
    assert.equal(report.committed, true);
    assert.deepEqual(report.refused, [
      {
        reason: 'postal_prefix: expected two digits',
        count: 2,
        examples: [
          'c.csv, line 82: postal_prefix: expected two digits, got "xx"',
          'c.csv, line 83: postal_prefix: expected two digits, got "xx"',
        ],
      },
      {
        reason: secondRate,
        count: 1,
        examples: [
          `c.csv, line 84: ${secondRate}: 10, house, 2026-01-01 is 1500 in c.csv, line 2, and 1600 here`,
        ],
      },
    ]);
  });

  test(`${name}: above the allowed share of refused rows nothing changes`, async t => {
    const store = await open(t, await newUrl());
    await run(store, [file('d.csv', header, good(10))]);
    const report = await run(store, [file('e.csv', header, good(20), bad)]);
    assert.equal(report.committed, false);
    assert.match(
      report.outcome,
      /^50 % of the rows were refused, more than the 5 % .* nothing was changed$/,
    );
    assert.deepEqual(
      (await store.readCosts()).rates.map(r => r.postalPrefix),
      ['10'],
    );
    const allowed = await run(store, [file('e.csv', header, good(20), bad)], {
      maxRefusedShare: 0.5,
    });
    assert.equal(allowed.committed, true);
    assert.deepEqual(
      (await store.readCosts()).rates.map(r => r.postalPrefix),
      ['20'],
    );
  });

  test(`${name}: a dry run reports whether the rows would be accepted, and changes nothing`, async t => {
    const store = await open(t, await newUrl());
    const dry = await run(store, [file('m.csv', header, good(20))], { dryRun: true });
    assert.deepEqual([dry.accepted, dry.committed], [true, false]);
    assert.match(dry.outcome, /^a dry run; nothing was changed$/);
    const bad100 = await run(store, [file('n.csv', header, bad)], { dryRun: true });
    assert.deepEqual([bad100.accepted, bad100.committed], [false, false]);
    assert.equal((await store.readCosts()).rates.length, 0);
  });

  test(`${name}: parcels far from their prefecture are imported only with --allow-far`, async t => {
    const store = await open(t, await newUrl());
    const plots = [file('plots.csv', 'KAEK')];
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

  test(`${name}: an empty file and a file without a good row change nothing`, async t => {
    const store = await open(t, await newUrl());
    await run(store, [file('f.csv', header, good(10))]);
    const cases: [string[], Partial<ImportRequest>, RegExp][] = [
      [[file('h.csv', header)], {}, /^no rows were found/],
      [[file('i.csv', header, bad)], { maxRefusedShare: 1 }, /^no row could be used/],
    ];
    for (const [files, options, outcome] of cases) {
      const report = await run(store, files, options);
      assert.equal(report.committed, false);
      assert.match(report.outcome, outcome);
      assert.deepEqual(
        (await store.readCosts()).rates.map(r => r.postalPrefix),
        ['10'],
      );
    }
  });

  test(`${name}: a file that is damaged in the middle leaves the old data, and the error names the place`, async t => {
    const store = await open(t, await newUrl());
    await run(store, [file('j.csv', header, good(10))]);
    const cut = file('k.csv', header, good(20), '21,"house,1500');
    await assert.rejects(run(store, [cut]), { code: 'BAD_DATA', message: /line 3/ });
    await assert.rejects(run(store, [join(folder, 'none.csv')]), {
      code: 'BAD_DATA',
      message: /no such file/,
    });
    assert.deepEqual(
      (await store.readCosts()).rates.map(r => r.postalPrefix),
      ['10'],
    );
    assert.equal((await run(store, [file('l.csv', header, good(30))])).committed, true);
  });

  test(`${name}: a text with a character that PostgreSQL cannot store is refused on every engine`, async t => {
    const store = await open(t, await newUrl());
    const files = [file('o.csv', header, good(10), good(11).replace('test', 'te\0st'))];
    const report = await run(store, files, { maxRefusedShare: 0.5 });
    assert.deepEqual([report.kept, report.committed], [1, true]);
    assert.deepEqual(report.refused, [
      {
        reason: 'source: holds a NUL character',
        count: 1,
        examples: ['o.csv, line 3: source: holds a NUL character'],
      },
    ]);
  });

  test(`${name}: an import that leaves a table of its source without rows is refused, unless allowed`, async t => {
    const store = await open(t, await newUrl());
    const prefixes = Array.from({ length: 11 }, (_, i) => 10 + i);
    const rates = file('r.csv', header, ...prefixes.map(good));
    const ageing = file('d.csv', ageingHeader, 'house,ross,80,0.2');
    assert.equal((await run(store, [rates])).before, 0);
    const refused = await run(store, [ageing]);
    assert.deepEqual([refused.accepted, refused.committed, refused.before], [false, false, 11]);
    assert.equal(
      refused.outcome,
      'this source had 11 rows in cost_rates and would have none; nothing was changed. ' +
        'Give another --source, or --allow-empty if these rows shall go',
    );
    assert.equal((await store.readCosts()).rates.length, 11);
    assert.equal((await run(store, [ageing], { source: 'other' })).committed, true);
    assert.equal((await run(store, [ageing], { allowEmpty: true })).committed, true);
    assert.equal((await store.readCosts()).rates.length, 0);
  });

  test(`${name}: with allowEmpty a file without rows empties its source, and the source is gone`, async t => {
    const store = await open(t, await newUrl());
    await run(store, [file('full.csv', header, good(10), good(11))]);
    await run(store, [file('other.csv', header, good(12))], { source: 'other' });
    const empty = file('empty.csv', header);
    const refused = await run(store, [empty]);
    assert.deepEqual([refused.accepted, refused.committed], [false, false]);
    assert.match(refused.outcome, /^no rows were found; nothing was changed. Give --allow-empty/);
    const dry = await run(store, [empty], { allowEmpty: true, dryRun: true });
    assert.deepEqual([dry.accepted, dry.committed, dry.before], [true, false, 2]);
    const emptied = await run(store, [empty], { allowEmpty: true });
    assert.deepEqual([emptied.committed, emptied.before, emptied.kept], [true, 2, 0]);
    assert.equal(
      emptied.outcome,
      'the source has no rows in this layer; a running service changes within seconds',
    );
    const again = await run(store, [empty], { allowEmpty: true });
    assert.equal(again.outcome, 'the source has no rows in this layer');
    assert.deepEqual(await sourcesOf(store), ['costs other 1']);
    assert.deepEqual(
      (await store.readCosts()).rates.map(r => r.postalPrefix),
      ['12'],
    );
  });

  test(`${name}: a new source whose rows another source has too gets a note`, async t => {
    const store = await open(t, await newUrl());
    const schools = (source: string, ids: readonly string[], type: 'bank' | 'high_school') =>
      runImport(store, 'places', { ...request, files: [], source }, async add => {
        for (const id of ids) {
          await add({ ...places[0]!, external_id: id, place_type: type }, id);
        }
      });
    const ids = Array.from({ length: 20 }, (_, i) => `s ${i}`);
    assert.deepEqual((await schools('schools', ids, 'high_school')).notes, []);
    assert.deepEqual(
      (await schools('banks', ids, 'bank')).notes,
      [],
      'another type is another key',
    );
    assert.deepEqual((await schools('one', ['s 1', ...ids.map(id => `x${id}`)], 'bank')).notes, []);
    const again = await schools('schools-2027', [...ids, 'new'], 'high_school');
    assert.deepEqual(again.notes, [
      {
        reason:
          'the source schools has the same external_id and place_type; the rows of both are used',
        count: 20,
        examples: [
          'import with --source schools to replace it, or remove it: ' +
            'ktima remove places --source schools',
        ],
      },
    ]);
    assert.deepEqual((await schools('schools-2027', ids, 'high_school')).notes, [], 'not new');

    await run(store, [file('rates.csv', header, good(10), good(11))], { source: 'rates' });
    const newer = [good(10).replace('1500', '1600'), good(12)];
    const rates = await run(store, [file('newer.csv', header, ...newer)], { source: 'newer' });
    assert.deepEqual(
      rates.notes.map(({ reason, count }) => [reason, count]),
      [
        [
          'the source rates has the same postal_prefix, property_type and valid_from; ' +
            'the rows of the last import are used',
          1,
        ],
      ],
    );
    const [first] = (await store.readCosts()).rates.filter(rate => rate.postalPrefix === '10');
    assert.equal(first?.rateEurM2, 1600, 'the first rate of a key is the one that is used');
  });

  test(`${name}: rows that cannot be compared with other sources are imported, with a note`, async t => {
    const store = await open(t, await newUrl());
    const sharedRows = () => Promise.reject(new Error('statement timeout'));
    const report = await run({ ...store, sharedRows }, [file('r.csv', header, good(10))]);
    assert.deepEqual(
      [report.committed, report.notes],
      [
        true,
        [
          {
            reason: 'the rows were not compared with those of other sources',
            count: 1,
            examples: ['statement timeout'],
          },
        ],
      ],
    );
  });

  test(`${name}: a removed source leaves no row, and other sources stay`, async t => {
    const store = await open(t, await newUrl());
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
    await assert.rejects(removeSource(store, ['parcels', 'costs'], 'mine', { dryRun: false }), {
      code: 'USAGE',
      message: '--source mine: costs has no such source; nothing was changed. It has: none',
    });
    assert.deepEqual(await layersOfSource(store, 'mine'), both);
    assert.deepEqual(await removeSource(store, both, 'mine', { dryRun: false }), removed);
    assert.deepEqual(await sourcesOf(store), ['parcels older 1']);
    assert.equal((await store.findParcel(parcel.kaek))?.areaM2, 1);
    assert.deepEqual([...(await store.readPlaces())], []);
    await assert.rejects(layersOfSource(store, 'mine'), { message: /Loaded: older$/ });
    await assert.rejects(removeSource(store, ['parcels'], 'mine', { dryRun: false }), {
      message: /^--source mine: parcels has no such source; .* It has: older$/,
    });
    await replaceRows(store, 'places', from, [place]);
    assert.deepEqual(
      [...(await store.readPlaces())].map(one => one.id),
      [id],
      'a place that returns has the id that it had',
    );
  });

  test(`${name}: an import with less than a tenth of the rows before has a note`, async t => {
    const store = await open(t, await newUrl());
    const prefixes = Array.from({ length: 11 }, (_, i) => 10 + i);
    await run(store, [file('r.csv', header, ...prefixes.map(good))]);
    const report = await run(store, [file('few.csv', header, good(10))]);
    assert.deepEqual(report.notes, [
      {
        reason: 'fewer than a tenth of the rows before',
        count: 1,
        examples: ['cost_rates: 11 rows before, 1 now'],
      },
    ]);
    assert.deepEqual([report.before, report.committed], [11, true]);
    const again = await run(store, [file('two.csv', header, good(10), good(11))]);
    assert.deepEqual([again.before, again.notes], [1, []]);
  });

  test(`${name}: places that keep their ids are counted before they change their source`, async t => {
    const store = await open(t, await newUrl());
    const [place] = places;
    const importPlaces = (rows: number) =>
      runImport(store, 'places', { ...request, files: [] }, async add => {
        for (let i = 0; i < rows; i++) await add({ ...place!, external_id: `${i}` }, `place ${i}`);
      });
    await importPlaces(3);
    const { before, kept } = await importPlaces(2);
    assert.deepEqual([before, kept], [3, 2]);
  });

  test(`${name}: an import of two layers commits both or none`, async t => {
    const store = await open(t, await newUrl());
    const costFile = file('two.csv', header, good(10));
    const feed = featureFeed(costs, [costFile], {}, () => {});
    const importBoth = (refusePlace: boolean) =>
      runImports(
        store,
        {
          files: [costFile],
          source: 'both',
          licence: 'ours',
          maxRefusedShare: 0.05,
          dryRun: false,
        },
        { layer: 'costs', feed },
        {
          layer: 'places',
          async feed(add, tally) {
            if (refusePlace) tally.refuse('too far', 'place 1');
            else await add(places[0]!, 'place 1');
          },
        },
      );
    const outcomes = (reports: readonly ImportReport[]) =>
      reports.map(({ layer, accepted, committed, outcome }) => [
        layer,
        accepted,
        committed,
        outcome,
      ]);
    assert.deepEqual(outcomes(await importBoth(true)), [
      ['costs', false, false, 'another layer of this import was refused; nothing was changed'],
      [
        'places',
        false,
        false,
        '100 % of the rows were refused, more than the 5 % that --max-refused allows; ' +
          'nothing was changed',
      ],
    ]);
    assert.deepEqual(await store.loadedSources(), []);
    assert.deepEqual(outcomes(await importBoth(false)), [
      ['costs', true, true, 'the new rows are stored; a running service uses them within seconds'],
      ['places', true, true, 'the new rows are stored; a running service uses them within seconds'],
    ]);
    assert.equal((await store.loadedSources()).length, 2);
  });
}

const [{ newUrl, open }] = engines as [(typeof engines)[number]];

test('a cost table saved by a Greek spreadsheet is read correctly', async t => {
  const store = await open(t, await newUrl());
  const table = file(
    'excel.csv',
    'sep=;\r',
    'Postal Prefix;Property Type;rate_eur_m2;valid_from;source;;\r',
    '10;Apartment;1.520;1/2/2026;actuaries;;\r',
    '11;HOUSE;1.520,50;31/12/2025;actuaries;;\r',
  );
  const report = await run(store, [table]);
  assert.deepEqual([report.kept, report.notes], [2, []]);
  assert.deepEqual(
    (await store.readCosts()).rates.map(r => [r.propertyType, r.rateEurM2, r.validFrom]),
    [
      ['apartment', 1520, '2026-02-01'],
      ['house', 1520.5, '2025-12-31'],
    ],
  );
});

test('a column of ambiguous numbers leaves the old rows in force', async t => {
  const store = await open(t, await newUrl());
  await run(store, [file('p.csv', header, good(10))]);
  const mixed = file(
    'mixed.csv',
    header.replaceAll(',', ';'),
    '20;house;1.520;1/1/2026;x',
    '21;house;1520.5;1/1/2026;x',
  );
  await assert.rejects(run(store, [mixed]), {
    code: 'BAD_DATA',
    message:
      /^mixed\.csv: line 3: column rate_eur_m2: 1\.520 is 1520 with a decimal comma and 1\.52/,
  });
  assert.deepEqual(
    (await store.readCosts()).rates.map(r => r.postalPrefix),
    ['10'],
  );
});

test('places and addresses outside Greece are refused with the reason, except with --anywhere', async t => {
  const store = await open(t, await newUrl());
  const request = { source: 'mine', licence: 'ours', maxRefusedShare: 1, dryRun: false };
  const positions = ['37.97,23.73', '23.73,37.97', '0,0', '42.5,1.52'];
  const swapped = 'position: expected a place in Greece; the two coordinates are swapped';
  const foreign = 'position: expected a place in Greece; --anywhere takes other countries';
  const layers = [
    ['places', placeDataset, 'place_type,lat,lon', 'bank'],
    ['addresses', addressDataset(() => null), 'street,lat,lon', 'Ερμού'],
  ] as const;
  for (const [layer, dataset, head, first] of layers) {
    const files = [file(`${layer}.csv`, head, ...positions.map(at => `${first},${at}`))];
    const feed = featureFeed(dataset as typeof placeDataset, files, {}, () => {});
    const importTo = (anywhere: boolean) =>
      runImport(store, layer as 'places', { ...request, files, anywhere }, feed);
    const report = await importTo(false);
    assert.deepEqual([report.kept, report.committed], [1, true]);
    assert.deepEqual(report.refused, [
      {
        reason: foreign,
        count: 2,
        examples: [
          `${layer}.csv, line 4: ${foreign}, got {"latitude":0,"longitude":0}`,
          `${layer}.csv, line 5: ${foreign}, got {"latitude":42.5,"longitude":1.52}`,
        ],
      },
      {
        reason: swapped,
        count: 1,
        examples: [`${layer}.csv, line 3: ${swapped}, got {"latitude":23.73,"longitude":37.97}`],
      },
    ]);
    assert.deepEqual((await importTo(true)).kept, 4);
  }
});

test('the seconds of the report include the reading of the files', async t => {
  const store = await open(t, await newUrl());
  const startedAt = performance.now() - 60_000;
  const report = await run(store, [file('timed.csv', header, good(10))], { startedAt });
  assert.ok(report.seconds >= 60, `${report.seconds} s`);
});
