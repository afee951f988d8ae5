// The geocoder over the national gazetteer beside a naive SQLite FTS5 index over the same rows:
// the same mixed queries, one core, one run. Usage: npm run bench geocode
import { DatabaseSync } from 'node:sqlite';
import { buildGeocoder } from '../src/geocoder/build.ts';
import { geocode } from '../src/geocoder/geocode.ts';
import type { GeocoderRows, StreetRow } from '../src/geocoder/rows.ts';
import { fold } from '../src/geocoder/text/fold.ts';
import { readGazetteer } from '../src/import/datasets/gazetteer/gazetteer.ts';
import { greeklish, seeded } from '../test/geocoder/greeklish.ts';
import { percentile, printTable, whole } from './measure.ts';

interface Query {
  readonly text: string;
  readonly street: string;
  readonly municipality: string;
}

/** Finds an address; the first result's street and municipality. */
type Finder = (
  text: string,
) => Promise<{ street: string | null; municipality: string | null } | undefined>;

const queriesPerKind = 500;

/** How people type: each kind makes a text of a street, its town and its postal code. */
const kinds: Readonly<
  Record<string, (row: StreetRow, town: string, random: () => number) => string>
> = {
  'as written, with postal code': row => `${row.name} 12, ${row.postalCode}`,
  'capitals, with town': (row, town) => fold(`${row.name} 12 ${town}`).toUpperCase(),
  'Greeklish, with postal code': (row, _, random) =>
    `${greeklish(row.name, random)} 12, ${row.postalCode}`,
  'Greeklish, with town': (row, town, random) => greeklish(`${row.name} 12, ${town}`, random),
  'a letter missing, with postal code': (row, _, random) =>
    `${slip(row.name, random)} 12, ${row.postalCode}`,
};

/** One letter less in the longest word. */
function slip(name: string, random: () => number): string {
  const word = name.split(' ').toSorted((a, b) => b.length - a.length)[0]!;
  const at = 1 + Math.floor(random() * (word.length - 2));
  return name.replace(word, word.slice(0, at) + word.slice(at + 1));
}

function draw(rows: GeocoderRows): Map<string, Query[]> {
  const random = seeded(42);
  const towns = new Map(rows.municipalities.map(row => [row.id, row.nominative]));
  const plain = rows.streets.filter(row => !/[.&\d]/.test(row.name) && row.name.length >= 6);
  return new Map(
    Object.entries(kinds).map(([kind, type]) => [
      kind,
      Array.from({ length: queriesPerKind }, () => {
        const row = plain[Math.floor(random() * plain.length)]!;
        const municipality = towns.get(row.municipality)!;
        return { text: type(row, municipality, random), street: row.name, municipality };
      }),
    ]),
  );
}

/** A simple alternative: one index over name, town and code, folded beforehand. */
function naiveIndex(rows: GeocoderRows, join: ' ' | ' OR '): Finder {
  const towns = new Map(rows.municipalities.map(row => [row.id, row.nominative]));
  const db = new DatabaseSync(':memory:');
  db.exec(
    'CREATE VIRTUAL TABLE streets USING fts5(name, town, code, street UNINDEXED, municipality UNINDEXED)',
  );
  const insert = db.prepare('INSERT INTO streets VALUES (?, ?, ?, ?, ?)');
  db.exec('BEGIN');
  for (const row of rows.streets) {
    const town = towns.get(row.municipality)!;
    insert.run(fold(row.name), fold(town), row.postalCode, row.name, town);
  }
  db.exec('COMMIT');
  const select = db.prepare(
    'SELECT street, municipality FROM streets WHERE streets MATCH ? ORDER BY rank LIMIT 5',
  );
  return async text => {
    const words = fold(text).match(/[a-zα-ω]+|\d{5}/g) ?? [];
    const [first] = select.all(words.map(word => `"${word}"`).join(join));
    return first as Awaited<ReturnType<Finder>>;
  };
}

async function measure(find: Finder) {
  for (const { text } of [...queries.values()].flat().slice(0, 600)) await find(text);
  const times: number[] = [];
  const hits: number[] = [];
  const cpu = process.threadCpuUsage();
  for (const list of queries.values()) {
    let found = 0;
    for (const { text, street, municipality } of list) {
      const start = performance.now();
      const first = await find(text);
      times.push(performance.now() - start);
      if (first?.street === street && first.municipality === municipality) found++;
    }
    hits.push(found / list.length);
  }
  const { user, system } = process.threadCpuUsage(cpu);
  return { times, hits, perSecondOfCpu: (1e6 * times.length) / (user + system) };
}

const rows = await readGazetteer('data');
const queries = draw(rows);
const start = performance.now();
const index = buildGeocoder(rows);
const buildMs = performance.now() - start;
const finders: Record<string, Finder> = {
  'Ktima geocoder': async text => (await geocode(index, { address: text }))[0]?.components,
  'FTS5, all words': naiveIndex(rows, ' '),
  'FTS5, any word, bm25': naiveIndex(rows, ' OR '),
};
const measured: Awaited<ReturnType<typeof measure>>[] = [];
for (const find of Object.values(finders)) measured.push(await measure(find));

console.log(
  'Mixed queries over the national gazetteer, one core, beside a naive SQLite FTS5 index over the ' +
    `same rows. ${whole(index.streets.count)} streets, index built in ${whole(buildMs)} ms.\n`,
);
printTable(
  ['', ...Object.keys(finders)],
  [
    ['queries a second of CPU', ...measured.map(m => whole(m.perSecondOfCpu))],
    ['median, ms', ...measured.map(m => percentile(m.times, 0.5).toFixed(2))],
    ['p99, ms', ...measured.map(m => percentile(m.times, 0.99).toFixed(2))],
    ...[...queries.keys()].map((kind, i) => [
      `found first: ${kind}`,
      ...measured.map(m => `${(100 * m.hits[i]!).toFixed(1)} %`),
    ]),
  ],
);
