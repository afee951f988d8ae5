// A portfolio of 100,000 rows with every column, beside the first tenth of it: rows a second, and
// whether memory grows with the file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGazetteer } from '#importing/shipped/gazetteer/gazetteer.ts';
import { readShippedKinds } from '#importing/shipped/shipped-zones.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { greeklish } from '../test/geocoder/greeklish.ts';
import { seeded } from '../test/seeded.ts';
import { printTable, rows, temporaryFolder, whole } from './measure.ts';
import { runMeasured, writeProperty } from './service.ts';

const folder = temporaryFolder();
const file = (name: string) => join(folder, name);
await writeProperty(file('ktima.db'), rows(400_000), rows(50_000));
await writeZones(rows(20_000));
const lines: string[][] = [];
const [few, many] = [rows(10_000), rows(100_000)];
await writeBook(file('few.csv'), few);
await writeBook(file('many.csv'), many);
await measure('few.csv', 'few.xlsx', few);
await measure('many.csv', 'many-out.csv', many);
await measure('many.csv', 'many.xlsx', many);
await measure('few.xlsx', 'few-out.xlsx', few);
await measure('many.xlsx', 'many-out.xlsx', many);
printTable(
  ['rows', 'from', 'to', 'seconds, start-up included', 'rows a second', 'CPU ms a row', 'peak MB'],
  lines,
);
console.log(
  'Address, parcel, cost, the nearest place of every type, one kind of zones. Aim: at least 3,000 ' +
    'rows a second, with workbooks 1,000.',
);

async function measure(input: string, output: string, count: number): Promise<void> {
  const args = ['enrich', file(input), '-o', file(output), '--places', 'all'];
  const { seconds, cpuSeconds, peakMB } = await runMeasured(
    'bin/ktima',
    args,
    `sqlite:${file('ktima.db')}`,
  );
  lines.push([
    whole(count),
    ...[input, output].map(name => name.replace(/.*\./, '')),
    seconds.toFixed(1),
    whole(count / seconds),
    ((1_000 * cpuSeconds) / count).toFixed(2),
    whole(peakMB),
  ]);
}

/** Floods: squares of 20 to 220 m anywhere in the country. */
async function writeZones(count: number): Promise<void> {
  const set = { kind: readShippedKinds().find(({ kind }) => kind === 'flood')!, covers: null };
  const random = seeded(4);
  const zones = Array.from({ length: count }, (_, number) => {
    const [x, y, size] = [20.5 + random() * 6, 35.5 + random() * 5.5, (1 + 10 * random()) / 5_000];
    const ring = [
      [x, y],
      [x + size, y],
      [x + size, y + size],
      [x, y + size],
      [x, y],
    ] as const;
    const geometry = { type: 'Polygon', coordinates: [ring] } as const;
    return { number, label: `${number}`, attributes: {}, severity: 0, geometry, set };
  });
  const store = openSqliteStore(file('ktima.db'));
  const provenance = { source: 'floods', origin: 'generated', checksum: '', licence: 'none' };
  await replaceRows(store, 'zones', provenance, zones);
  await store.close();
}

/** As a bank's book is: Greek or Greeklish addresses, some with a town, some with a code. */
async function writeBook(path: string, count: number): Promise<void> {
  const { streets, municipalities } = await readGazetteer();
  const towns = new Map(municipalities.map(row => [row.id, row.nominative]));
  const random = seeded(7);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const book = Array.from({ length: count }, (_, i) => {
    const { name, municipality, postalCode } = pick(streets);
    const street = random() < 0.2 ? greeklish(name, random) : name;
    const address = `${street} ${1 + Math.floor(random() * 60)}`;
    const [code, town] = random() < 0.5 ? [postalCode, ''] : ['', towns.get(municipality)!];
    const type = pick(['διαμέρισμα', 'Μονοκατοικία', 'maisonette', 'apartment']);
    const area = (30 + random() * 200).toFixed(1).replace('.', pick(['.', ',']));
    return `${i};"${address}";${code};${town};${type};${area};${1920 + Math.floor(random() * 100)}`;
  });
  const header = 'id;Διεύθυνση;Τ.Κ.;Πόλη;Τύπος ακινήτου;Εμβαδόν;Έτος κατασκευής';
  writeFileSync(path, `${[header, ...book].join('\n')}\n`);
}
