import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { areaOfBox, areaOfGridBox, everywhere } from '#domain/property/search-area.ts';
import { addressDataset } from '#importing/datasets/address-dataset.ts';
import { featureFeed } from '#importing/feature-feed.ts';
import { runImport } from '#importing/run-import.ts';
import { addressesAsCsv } from '#storage/export/addresses-as-csv.ts';
import { type Address, replaceRows, type Store } from '#storage/store/store.ts';
import { toGreekGrid } from '#tools/geo/greek-grid.ts';
import { sampleOf } from '../sample.ts';
import { house, provenance } from '../service.ts';
import { engines } from '../store/engines.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { path: folder } = temporaryFolder();

const addresses: Address[] = [
  { ...house, longitude: 23.123456789012344 },
  { ...house, externalId: null, houseNumber: '5Α, "β"', postalCode: null, city: null },
  { ...house, street: '=Αιόλου', houseNumber: null, reachMetres: 1_234.567 },
];

const pieces = (store: Store, area = everywhere) => Array.fromAsync(addressesAsCsv(store, area));

async function csvOf(store: Store, area = everywhere): Promise<string> {
  return (await pieces(store, area)).map(({ text }) => text).join('');
}

/** All rows without ids, which another import may give otherwise. */
async function rowsOf(store: Store) {
  const rows = await store.addressesIn(everywhere.boxes[0]!, -1, 99);
  return rows.map(({ id: _, ...row }) => structuredClone(row));
}

for (const { name, newUrl, open } of sampleOf(engines)) {
  test(`${name}: addresses come back with identical rows`, async t => {
    const [store, back] = [await open(t, await newUrl()), await open(t, await newUrl())];
    await replaceRows(store, 'addresses', provenance, addresses);
    const file = join(folder, `${name}.csv`);
    writeFileSync(file, await csvOf(store));
    const request = { files: [file], source: 'x', licence: '', maxRefusedShare: 0, dryRun: false };
    const dataset = addressDataset(() => house.municipality);
    const feed = featureFeed(dataset, [file], {}, () => {});
    const report = await runImport(back, 'addresses', request, feed);
    assert.deepEqual([report.committed, report.refused, report.notes], [true, [], []]);
    assert.deepEqual(await rowsOf(back), await rowsOf(store));
  });

  test(`${name}: a box selects the addresses in it; of 2,500 each comes once`, async t => {
    const store = await open(t, await newUrl());
    const many = Array.from({ length: 2_500 }, (_, i) => ({ ...house, externalId: `n${i}` }));
    await replaceRows(store, 'addresses', provenance, many);
    const all = await pieces(store);
    assert.equal(
      all.reduce((sum, { rows }) => sum + rows, 0),
      2_500,
    );
    const lines = (await csvOf(store)).match(/^n\d+/gm)!;
    assert.deepEqual([lines.length, new Set(lines).size], [2_500, 2_500]);
    const { latitude, longitude } = house;
    const [x, y] = toGreekGrid([longitude, latitude]);
    // The house is at the end of a piece of the line, whose boxes overlap a little.
    const line = { west: x - 64_000, east: x + 64_000, south: y - 1, north: y + 1 };
    assert.equal((await csvOf(store, areaOfGridBox(line))).match(/^n\d+/gm)!.length, 2_500);
    const beside = {
      west: longitude + 1,
      east: longitude + 2,
      south: latitude,
      north: latitude + 1,
    };
    assert.equal((await csvOf(store, areaOfBox(beside))).split('\n').length, 2, 'the head alone');
  });

  test(`${name}: an import during an export is an error, not a mixture`, async t => {
    const url = await newUrl();
    const [store, importing] = [await open(t, url), await open(t, url)];
    await replaceRows(store, 'addresses', provenance, addresses);
    const rows = addressesAsCsv(store);
    await rows.next();
    await replaceRows(importing, 'addresses', provenance, addresses.slice(1));
    await assert.rejects(Array.fromAsync(rows), {
      message: /^addresses: were imported again during the export, .*; export again$/,
    });
  });
}
