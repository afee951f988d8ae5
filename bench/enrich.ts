// A portfolio of 100,000 rows with every column, beside the first fifth of it: rows a second, and
// whether memory grows with the file. Then killed with -9 on the way and resumed: the output must
// be the same. Usage: npm run bench enrich
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readGazetteer } from '../src/import/datasets/gazetteer/gazetteer.ts';
import { fillWithSample } from '../src/import/sample.ts';
import { openSqliteStore } from '../src/store/sqlite.ts';
import { replaceRows } from '../src/store/store.ts';
import { greeklish } from '../test/geocoder/greeklish.ts';
import { generateParcels, generatePlaces, seeded } from './generate.ts';
import { measuredToEnd } from './measured-command.ts';

const rows = 100_000;
const aimPerSecond = 2_000;
const folder = mkdtempSync(join(tmpdir(), 'ktima-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
const file = (name: string) => join(folder, name);
const env = { ...process.env, KTIMA_DATABASE_URL: `sqlite:${file('ktima.db')}` };

/** The sample costs, and as many places and parcels as a large town has. */
async function fillStore(): Promise<void> {
  const store = openSqliteStore(file('ktima.db'));
  const from = { source: 'bench', origin: 'generated', checksum: '0', licence: 'none' };
  await replaceRows(store, 'places', from, generatePlaces(400_000));
  await replaceRows(store, 'parcels', from, generateParcels(50_000));
  await fillWithSample(store, 'data');
  await store.close();
}

/** As a bank's book is: Greek or Greeklish addresses, some with a town, some with a code. */
async function writeBook(path: string, count: number): Promise<void> {
  const { streets, municipalities } = await readGazetteer('data');
  const towns = new Map(municipalities.map(row => [row.id, row.nominative]));
  const random = seeded(7);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const lines = Array.from({ length: count }, (_, i) => {
    const { name, municipality, postalCode } = pick(streets);
    const street = random() < 0.2 ? greeklish(name, random) : name;
    const address = `${street} ${1 + Math.floor(random() * 60)}`;
    const [code, town] = random() < 0.5 ? [postalCode, ''] : ['', towns.get(municipality)!];
    const type = pick(['διαμέρισμα', 'Μονοκατοικία', 'maisonette', 'apartment']);
    const area = (30 + random() * 200).toFixed(1).replace('.', pick(['.', ',']));
    return `${i};"${address}";${code};${town};${type};${area};${1920 + Math.floor(random() * 100)}`;
  });
  const header = 'id;Διεύθυνση;Τ.Κ.;Πόλη;Τύπος ακινήτου;Εμβαδόν;Έτος κατασκευής';
  writeFileSync(path, `${[header, ...lines].join('\n')}\n`);
}

function start(input: string, output: string, ...more: string[]): ChildProcess {
  const args = ['enrich', file(input), '-o', file(output), '--places', 'all', ...more];
  return spawn('bin/ktima', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

const measured = (input: string, output: string) => measuredToEnd(start(input, output), 'enrich');

/** Kills runs at one third of the whole time each, until one gets to its end. */
async function killAndResume(input: string, output: string, wholeSeconds: number) {
  for (let kills = 0; ; kills++) {
    const child = start(input, output, '--resume');
    const ended = once(child, 'exit');
    await Promise.race([sleep((wholeSeconds * 1_000) / 3), ended]);
    if (child.exitCode === 0) return kills;
    if (child.exitCode !== null) throw new Error(`enrich ended with ${child.exitCode}`);
    child.kill('SIGKILL');
    await ended;
  }
}

const checksum = (name: string) =>
  createHash('sha256')
    .update(readFileSync(file(name)))
    .digest('hex');
const line = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);

await fillStore();
await writeBook(file('book.csv'), rows);
await writeBook(file('fifth.csv'), rows / 5);
const fifth = await measured('fifth.csv', 'fifth-out.csv');
const whole = await measured('book.csv', 'whole.csv');
const kills = await killAndResume('book.csv', 'resumed.csv', whole.seconds);
const perSecond = rows / whole.seconds;
console.log(`${cpus().length} × ${cpus()[0]!.model}, Node ${process.versions.node}\n`);
line('rows', 'seconds, start-up included', 'rows a second', 'peak MB');
line('---:', '---:', '---:', '---:');
line(
  rows / 5,
  fifth.seconds.toFixed(1),
  (rows / 5 / fifth.seconds).toFixed(0),
  fifth.peakMB.toFixed(0),
);
line(rows, whole.seconds.toFixed(1), perSecond.toFixed(0), whole.peakMB.toFixed(0));
const verdict = perSecond >= aimPerSecond ? '' : ', missed';
console.log(`\nAim: at least ${aimPerSecond} rows a second${verdict}.`);
const isSame = checksum('whole.csv') === checksum('resumed.csv');
console.log(`Killed ${kills} times and resumed: ${isSame ? 'the same output' : 'ANOTHER OUTPUT'}.`);
