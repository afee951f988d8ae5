// Looking up a parcel by its code among few and many, in a file, without HTTP.
// Usage: npm run bench kaek [-- full]; full goes up to five million.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../src/store/sqlite.ts';
import { replaceRows } from '../src/store/store.ts';
import { generateParcels, seeded } from './generate.ts';
import { table, times, wallMicroseconds, whole } from './measure.ts';

const counts = process.argv.includes('full')
  ? [10_000, 50_000, 500_000, 5_000_000]
  : [10_000, 50_000, 500_000];

const folder = mkdtempSync(join(tmpdir(), 'ktima-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

/** Microseconds of one lookup of a random parcel among so many. */
export async function lookupAmong(count: number): Promise<number> {
  const path = join(folder, `${count}.db`);
  const from = { source: 'bench', origin: 'generated', checksum: '', licence: 'none' };
  const writer = openSqliteStore(path);
  await replaceRows(writer, 'parcels', from, generateParcels(count));
  await writer.close();
  const store = openSqliteStore(path);
  const random = seeded(3);
  const codes = Array.from({ length: 20_000 }, () =>
    String(Math.floor(random() * count)).padStart(12, '0'),
  );
  const microseconds = await wallMicroseconds(codes.length, async i => {
    if (!(await store.findParcel(codes[i]!))) throw new Error(`${codes[i]} is lost`);
  });
  await store.close();
  return microseconds;
}

const results = new Map<number, number>();
for (const count of counts) results.set(count, await lookupAmong(count));
const base = results.get(50_000)!;
console.log(
  table(
    ['parcels', 'one lookup, µs', 'of 50,000'],
    [...results].map(([count, us]) => [whole(count), us.toFixed(1), `${times(us / base)} ×`]),
  ),
);
console.log('\nAim: five million ≤ 1.3 × (with `-- full`).');
