import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync, gzipSync } from 'node:zlib';

import { bytes, framedBlob, message, number, osmPbf } from '../importing/osm-writer.ts';
import {
  dataPage,
  dictionaryPage,
  int,
  parquet,
  plainBytes,
  run,
} from '../importing/readers/parquet/parquet-writer.ts';
import { zip } from '../importing/readers/zip/zip-writer.ts';
import { ownCopy } from '../own-copy.ts';
import { textRow, workbook } from '../xlsx/workbook.ts';
import { ktima, newHome } from './ktima.ts';

/** More than a real import of a file of this size takes. */
const mostMegabytes = 500;

/** Text of 500 MB, packed into less than one. */
const endless = (before: string, filler: string, after = '') =>
  gzipSync(before + filler.repeat(Math.floor(5e8 / filler.length)) + after);

/** A blob that says it is small and unpacks to much. */
const pbfBomb = () =>
  framedBlob(
    'OSMHeader',
    message(number(2, 1_000_000), bytes(3, deflateSync(Buffer.alloc(200_000_000)))),
  );

/** A word of 200 MB that packs well. */
const parquetBomb = () => {
  const word = plainBytes([Buffer.alloc(200_000_000, 'x')]);
  const page = dataPage(Buffer.alloc(0), { packed: gzipSync(word), unpackedBytes: word.length });
  return parquet([{ name: 'KAEK', type: 6, codec: 2, pages: [page] }]);
};

/** Rows by the million out of one word. */
const runsBomb = () => {
  const word = dictionaryPage(plainBytes(['x'.repeat(1_000_000)]), 1);
  const unpacked = Buffer.concat([Buffer.of(1), run(2 ** 30, 0)]);
  const page = dataPage(unpacked, { values: 2 ** 30, encoding: 8 });
  return parquet([{ name: 'KAEK', type: 6, schema: { 6: int(0) }, pages: [word, page] }], {
    rows: 1_000_000,
  });
};

/** Two million banks in a few kilobytes: they stand in a row, and their ids follow each other. */
const banks = () =>
  Buffer.concat([
    ...osmPbf(
      Array.from({ length: 2_000_000 }, (_, i) => {
        const [latitude, longitude] = [35 + i / 1e6, 20 + i / 1e6];
        return { kind: 'node', id: i + 1, latitude, longitude, tags: { amenity: 'bank' } } as const;
      }),
      { elementsPerBlock: 200_000, level: 9 },
    ),
  ]);

const bombs: Record<string, [layer: string, make: () => Buffer]> = {
  'text.gml.gz': ['parcels', () => endless('<C><member><F><id>', 'x')],
  'attribute.osm.gz': ['osm', () => endless('<osm><node id="', '1')],
  'cell.csv.gz': ['places', () => endless('external_id,name_en\n1,"', 'x')],
  'string.geojson.gz': [
    'parcels',
    () => endless('{"type":"FeatureCollection","features":[{"a":"', 'x'),
  ],
  'nested.geojson.gz': ['parcels', () => endless('{"type":"FeatureCollection","features":[', '[')],
  'blob.osm.pbf': ['osm', pbfBomb],
  'placemark.kml.gz': ['parcels', () => endless('<kml><Placemark><name>', 'x')],
  'folders.kml.gz': ['places', () => endless('<kml>', '<Folder>')],
  'outline.csv.gz': ['parcels', () => endless('KAEK,wkt\n1,"POLYGON((', '0 0,')],
  'deflated.kmz': ['parcels', () => zip([{ name: 'doc.kml', content: 'x'.repeat(300_000_000) }])],
  'claims.fgb': ['parcels', () => Buffer.from('fgb\x03fgb\0\0\0\x10\0', 'latin1')],
  'page.parquet': ['parcels', parquetBomb],
  'runs.parquet': ['parcels', () => runsBomb()],
  'banks.osm.pbf': ['osm', banks],
  'nodes.osm.gz': ['osm', () => endless('<osm>', '<node id="1" lat="35" lon="20"/>')],
  'deflated.zip': ['places', () => zip([{ name: 'a.csv', content: 'x'.repeat(300_000_000) }])],
};

/** The XML of about so many bytes. */
const repeated = (xml: string, bytes: number) => xml.repeat(Math.floor(bytes / xml.length));
/** What cannot be packed, so that an archive is no bomb by its size. */
const padding = { name: 'xl/media/picture', content: randomBytes(1_500_000) };
const rows = textRow(1, 'address') + textRow(2, 'Ερμού 15');
const sheet = (xml: string) => workbook({ sheets: { S: rows + xml }, more: [padding] });
const texts = (strings: string) => workbook({ sheets: { S: rows }, strings, more: [padding] });
const sharedRow = (first: number, other: number, count: number) =>
  `<row><c t="s"><v>${first}</v></c>${`<c t="s"><v>${other}</v></c>`.repeat(count)}</row>`;
const million = ['address', 'Ερμού 15', 'h', 'A'.repeat(1_000_000)]
  .map(text => `<si><t>${text}</t></si>`)
  .join('');
const sharedSheets = () =>
  workbook({
    sheets: Object.fromEntries(
      Array.from({ length: 1_000 }, (_, i) => [
        `s${i}`,
        i === 0 ? repeated('<row><c/></row>', 2e8) : '',
      ]),
    ),
    partOf: () => 1,
  });

/** Files of portfolios that are small, or cheap to make, and the reason why each is refused. */
const portfolios: Record<string, [make: () => Buffer | string, reason: RegExp]> = {
  'header.xlsx': [
    () =>
      workbook({ sheets: { S: sharedRow(0, 3, 128) + sharedRow(1, 2, 128) }, strings: million }),
    /sheet S: cell B1: a text of more than 32,767 characters/,
  ],
  'wide.xlsx': [
    () =>
      workbook({
        sheets: { S: sharedRow(0, 2, 400) + sharedRow(1, 3, 400).repeat(4) },
        strings: million,
      }),
    /sheet S: cell B2: a text of more than 32,767 characters/,
  ],
  'sheets.xlsx': [sharedSheets, /over 200 times its size/],
  'empty-rows.xlsx': [() => sheet(repeated('<row><c/></row>', 2e8)), /more than 1,048,576 rows/],
  'empty-cells.xlsx': [
    () => sheet(`<row r="3">${repeated('<c r="A3"/>', 2e8)}</row>`),
    /cell A3: more than 16,384 columns/,
  ],
  'merges.xlsx': [
    () =>
      workbook({
        sheets: { S: textRow(1, 'x', '', 'address') + textRow(2, 'a', 'b', 'Ερμού 15', 'd') },
        after: `<mergeCells>${repeated('<mergeCell ref="A1:B1"/>', 2e8)}</mergeCells>`,
        more: [padding],
      }),
    /more than 1,000,000 merged ranges/,
  ],
  'runs.xlsx': [
    () =>
      workbook({
        sheets: { S: textRow(1, 'address') + sharedRow(0, 0, 0) },
        strings: `<si>${repeated('<r><t>a</t></r>', 1e8)}</si>`,
        more: [padding],
      }),
    /cell A2: a text of more than 32,767 characters/,
  ],
  'spaces.xlsx': [() => texts(`<si><t>x</t></si>${' '.repeat(2e8)}`), /no tag within 8388608/],
  'texts.xlsx': [
    () => texts(Array.from({ length: 5_000_001 }, (_, i) => `<si><t>${i}</t></si>`).join('')),
    /more than 5,000,000 different texts/,
  ],
  'line.csv': [() => 'x'.repeat(50_000_000), /line 1: longer than 1048576 characters/],
  'columns.csv': [
    () => `address${';'.repeat(1_000_000)}\n`,
    /line 1: a header of 1,000,001 columns, more than 1,000/,
  ],
};

/** Runs an import and watches how much memory it takes, in megabytes. */
async function peakOf(env: Record<string, string>, args: readonly string[]) {
  const child = spawn('bin/ktima', args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', text => {
    stderr += text;
  });
  const ended = once(child, 'exit');
  let peak = 0;
  while (child.exitCode === null) {
    peak = Math.max(peak, highWaterMark(child.pid!));
    await Promise.race([ended, sleep(5)]);
  }
  return { code: child.exitCode, stderr, peak };
}

function highWaterMark(pid: number): number {
  try {
    const [, kilobytes = '0'] =
      /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1_000;
  } catch {
    return 0;
  }
}

test('a small file that unpacks to much is refused with file and place, in bounded memory, and the old data stay', async t => {
  const home = newHome(t);
  await ktima(home.env, ['import', 'costs', ownCopy('data/costs.csv')]);
  const before = (await ktima(home.env, ['status', '--json'])).stdout;
  for (const [name, [layer, make]] of Object.entries(bombs)) {
    const path = `${home.folder}/${name}`;
    writeFileSync(path, make());
    const { code, stderr, peak } = await peakOf(home.env, ['import', layer, path]);
    t.diagnostic(`${name}: ${Math.round(peak)} MB: ${stderr.trim().replace(home.folder, '')}`);
    assert.equal(code, 1, name);
    assert.match(stderr, new RegExp(`^ktima: [^\\n]*${name}[^\\n]*\\n$`), name);
    assert.ok(peak > 0 && peak < mostMegabytes, `${name}: ${peak} MB`);
  }
  assert.equal((await ktima(home.env, ['status', '--json'])).stdout, before);
});

test('a portfolio that costs much is refused with its reason, in bounded memory', async t => {
  const home = newHome(t);
  await ktima(home.env, ['migrate']);
  for (const [name, [make, reason]] of Object.entries(portfolios)) {
    const path = `${home.folder}/${name}`;
    writeFileSync(path, make());
    const args = ['enrich', path, '-o', `${home.folder}/out.csv`];
    const { code, stderr, peak } = await peakOf(home.env, args);
    t.diagnostic(`${name}: ${Math.round(peak)} MB: ${stderr.trim().replace(home.folder, '')}`);
    assert.equal(code, 1, name);
    assert.match(stderr, reason, name);
    assert.match(stderr, /^ktima: [^\n]{1,500}\n$/, name);
    assert.ok(peak > 0 && peak < mostMegabytes, `${name}: ${peak} MB`);
  }
});
