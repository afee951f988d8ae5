// A portfolio of 100,000 rows with every column, beside the first fifth of it: rows a second, and
// whether memory grows with the file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGazetteer } from '../src/shipped/gazetteer/gazetteer.ts';
import { greeklish } from '../test/geocoder/greeklish.ts';
import { seeded } from '../test/seeded.ts';
import { printTable, rows, temporaryFolder, whole } from './measure.ts';
import { runMeasured, writeProperty } from './service.ts';

const folder = temporaryFolder();
const file = (name: string) => join(folder, name);
await writeProperty(file('ktima.db'), rows(400_000), rows(50_000));
const lines: string[][] = [];
for (const count of [rows(20_000), rows(100_000)]) {
  await writeBook(file('book.csv'), count);
  const args = ['enrich', file('book.csv'), '-o', file(`${count}.csv`), '--places', 'all'];
  const { seconds, peakMB } = await runMeasured('bin/ktima', args, file('ktima.db'));
  lines.push([whole(count), seconds.toFixed(1), whole(count / seconds), whole(peakMB)]);
}
printTable(['rows', 'seconds, start-up included', 'rows a second', 'peak MB'], lines);
console.log('Aim: at least 2,000 rows a second.');

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
