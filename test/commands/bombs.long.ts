import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync, gzipSync } from 'node:zlib';
import { bytes, framedBlob, message, number, osmPbf } from '../import/osm-writer.ts';
import {
  dataPage,
  dictionaryPage,
  int,
  parquet,
  plainBytes,
  run,
} from '../import/readers/parquet/parquet-writer.ts';
import { zip } from '../import/readers/zip/zip-writer.ts';
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
  const page = dataPage(Buffer.concat([Buffer.of(1), run(2 ** 30, 0)]), {
    values: 2 ** 30,
    encoding: 8,
  });
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

/** "<osm>" and then 45 MB of line breaks in 50 bytes, fifty times, packed by bzip2 itself. */
const lineBreaks = () =>
  Buffer.concat([
    Buffer.from('QlpoOTFBWSZTWUEmx44AAAAJgAAFAAKIACAAIYNBmglMcXckU4UJBBJseOA=', 'base64'),
    ...Array<Buffer>(50).fill(
      Buffer.from('QlpoOTFBWSZTWfJ0h08BWKtAIIAQEAAACCAAMMwFKaZSSFJsVJIUni7kinChIeTpDp4=', 'base64'),
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
  'banks.zip': ['osm', () => zip([{ name: 'banks.osm.pbf', content: banks() }])],
  'nodes.osm.gz': ['osm', () => endless('<osm>', '<node id="1" lat="35" lon="20"/>')],
  'breaks.osm.bz2': ['osm', lineBreaks],
  'deflated.zip': ['places', () => zip([{ name: 'a.csv', content: 'x'.repeat(300_000_000) }])],
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
  await ktima(home.env, ['import', 'costs', 'data/costs.csv']);
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
