import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openReader } from '#importing/readers/open-reader.ts';
import { isUnreadable } from '#tools/files/bytes.ts';
import { assertHas, messageHas } from '../../../cases.ts';
import { testWith } from '../../../environment.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { checkDamage, readAll, refusal } from '../files.ts';
import { dbf, pointShape, shp } from '../shapefile/shapefile-writer.ts';
import { type Packed, zip } from './zip-writer.ts';

const { path: folder, put } = temporaryFolder();
// Where archives are unpacked, so that a test sees what is left there.
const unpacked = join(folder, 'unpacked');
mkdirSync(unpacked);
const test = testWith({ TMPDIR: unpacked });

const csv = { name: 'schools/list.csv', content: 'id,name\n1,Δημοτικό\n' };
const geojson = {
  name: 'parcels.geojson',
  content: '{"features":[{"type":"Feature","properties":{"id":"1"},"geometry":null}]}',
};
const shapefile = [
  { name: 'σχήμα/a.shp', content: shp(1, [pointShape(1, 2)]) },
  { name: 'σχήμα/a.DBF', content: dbf([{ name: 'id', type: 'C', width: 5 }], [['1']]) },
  { name: 'σχήμα/a.prj', content: 'GEOGCS["WGS_1984"]' },
  { name: 'σχήμα/a.shp.xml', content: '<metadata/>' },
  { name: 'σχήμα/', content: '', method: 0 },
  { name: '__MACOSX/._a.shp', content: 'x' },
];

async function idsIn(path: string): Promise<unknown[]> {
  const items = await readAll(openReader, path);
  return items.map(item => (isUnreadable(item) ? item.problem : item.properties.id));
}

test('the only dataset of an archive is read, and no file is left', async () => {
  const archives = {
    CSV: zip([csv, { name: 'read me.txt', content: 'hello' }]),
    'GeoJSON, stored': zip([{ ...geojson, method: 0 }]),
    Shapefile: zip(shapefile),
    'with a comment': zip([csv], { comment: 'from the office' }),
    zip64: zip([{ ...csv, wide: true }], { wide: true }),
    'by a doubtful ending': zip([{ ...geojson, name: 'parcels.json' }]),
  };
  for (const [name, bytes] of Object.entries(archives)) {
    assert.deepEqual(await idsIn(put('one.zip', bytes)), ['1'], name);
    assert.deepEqual(readdirSync(unpacked), [], name);
  }
});

test('the EPSG number of a Shapefile in an archive is read', async () => {
  const reader = await openReader(put('shape.zip', zip(shapefile)));
  assert.equal(reader.epsg, 4326);
  for await (const _ of reader.features()) break;
  assert.deepEqual(readdirSync(unpacked), []);
});

test('a reader that is never read leaves no file when the process ends', () => {
  const path = put('unread.zip', zip([csv]));
  const module = new URL('../../../../src/importing/readers/open-reader.ts', import.meta.url);
  const script = `import { openReader } from '${module}'; await openReader('${path}');`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
  assert.equal(status, 0);
  assert.deepEqual(readdirSync(unpacked), []);
});

test('names in an archive are never used as paths', async () => {
  const path = put('slip.zip', zip([{ ...csv, name: '../../../slipped.csv' }]));
  assert.deepEqual(await idsIn(path), ['1']);
  assert.ok(!existsSync(join(folder, 'slipped.csv')));
  assert.deepEqual(await idsIn(put('root.zip', zip([{ ...csv, name: '/etc/x.csv' }]))), ['1']);
});

const assertRefused = async (bytes: Buffer, message: string) =>
  assertHas((await refusal(openReader, put('no.zip', bytes))) ?? 'read', message);

test('an archive with several datasets or none is refused', async () => {
  for (const [bytes, message] of [
    [zip([csv, geojson]), 'no.zip: holds 2 layers, name one with --layer: list, parcels'],
    [zip([...shapefile, { name: 'b.shp', content: '' }]), '2 layers, name one with --layer: a, b'],
    [zip([csv, csv]), 'holds 2 layers, … : schools/list.csv, schools/list.csv'],
    [zip([]), 'expected a dataset in it'],
    [zip([{ name: 'inner.zip', content: zip([csv]) }]), 'expected a dataset in it'],
  ] as const) {
    await assertRefused(bytes, message);
  }
});

test('--layer chooses one of several datasets, or a layer of the only dataset', async () => {
  const both = put('both.zip', zip([csv, geojson]));
  const named = await openReader(both, 'list');
  assert.equal(named.unit, 'line');
  await Array.fromAsync(named.features());
  const message = /both\.zip: --layer sea: there is no such layer, only list, parcels$/;
  await assert.rejects(openReader(both, 'sea'), { code: 'BAD_DATA', message });
  const told = 'one.zip ( … ): --layer list: CSV (.csv) has no layers to choose from';
  const one = openReader(put('one.zip', zip([csv])), 'list');
  await assert.rejects(one, messageHas(told, 'BAD_DATA'));
});

test('a member that cannot be unpacked is refused with its name', async () => {
  const cases: [change: Partial<Packed>, message: string][] = [
    [{ flags: 1 }, 'no.zip (schools/list.csv): it is encrypted'],
    [{ method: 93 }, 'packed by method 93, expected 8 (Deflate)'],
    [{ crc: 7 }, 'its checksum is wrong'],
    [{ unpackedBytes: 3 }, 'expected 3 bytes once unpacked'],
    [{ unpackedBytes: 9_999 }, 'expected 9999 bytes once unpacked'],
    [{ packedBytes: 9_999 }, 'not a valid zip: it ends at byte'],
    [{ packedBytes: 3 }, 'the packed data end in the middle'],
    [{ unpackedBytes: 2 ** 40, wide: true }, 'unpacks to 1,099,511,627,776 bytes, more than'],
    [{ unpackedBytes: 2 ** 30 }, 'unpacks to over 200 times its size'],
    [{ content: zip([csv]) }, 'no.zip (schools/list.csv): line 1: header'],
    [{ content: 'id,id\n' }, 'no.zip (schools/list.csv): line 1: header: column 2'],
  ];
  for (const [change, message] of cases) await assertRefused(zip([{ ...csv, ...change }]), message);
  await assertRefused(zip(shapefile.slice(0, 1)), 'no.zip (σχήμα/a.shp): expected a .dbf file');
  assert.deepEqual(readdirSync(unpacked), []);
});

test('an archive with a damaged directory is refused', async () => {
  const [whole, wide] = [zip([csv]), zip([csv], { wide: true })];
  const missing = 'no.zip: not a valid zip: its directory is missing';
  await assertRefused(whole.subarray(0, -30), missing);
  const start = Buffer.concat([Buffer.from('PK\x03\x04'), whole.subarray(60)]);
  await assertRefused(start, 'not a valid zip: ');
  const ones = [wide.subarray(0, -34), Buffer.alloc(8, 0xff), wide.subarray(-26)];
  await assertRefused(Buffer.concat(ones), 'not a valid zip: ');
});

test('a cut archive is refused, and flipped bits give features or a refusal', async () => {
  for (const whole of [zip(shapefile), zip([{ ...csv, wide: true }], { wide: true })]) {
    await checkDamage(openReader, bytes => put('damaged.zip', bytes), whole);
  }
  assert.deepEqual(readdirSync(unpacked), []);
});
