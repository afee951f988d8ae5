// The geocoder over the national gazetteer compared with a naive SQLite FTS5 index over the same
// rows: the same mixed queries, one core, one run.

import { geocode } from '#domain/geocoder/geocode.ts';
import { buildGeocoder } from '#domain/geocoder/index/build-index.ts';
import type { StreetRow } from '#domain/geocoder/rows/geocoder-rows.ts';
import { fold } from '#domain/geocoder/text/fold.ts';
import { readGazetteer } from '#importing/shipped/gazetteer/gazetteer.ts';
import { greeklish } from '../test/geocoder/greeklish.ts';
import { seeded } from '../test/seeded.ts';
import { fts5Index } from './fts5.ts';
import { printTable, timeCalls, whole } from './measure.ts';

/** Finds an address; the first result's street and municipality. */
type Finder = (
  text: string,
) => Promise<{ street: string | null; municipality: string | null } | undefined>;

const rows = await readGazetteer();
const towns = new Map(rows.municipalities.map(row => [row.id, row.nominative]));
const random = seeded(42);

/** How people type: each kind makes a text of a street, its town and its postal code. */
const kinds: Readonly<Record<string, (row: StreetRow, town: string) => string>> = {
  'as written, with postal code': row => `${row.name} 12, ${row.postalCode}`,
  'capitals, with town': (row, town) => fold(`${row.name} 12 ${town}`).toUpperCase(),
  'Greeklish, with postal code': row => `${greeklish(row.name, random)} 12, ${row.postalCode}`,
  'Greeklish, with town': (row, town) => greeklish(`${row.name} 12, ${town}`, random),
  'a letter missing, with postal code': row => `${withSlip(row.name)} 12, ${row.postalCode}`,
};

/** One letter less in the longest word. */
function withSlip(name: string): string {
  const word = name.split(' ').toSorted((a, b) => b.length - a.length)[0]!;
  const at = 1 + Math.floor(random() * (word.length - 2));
  return name.replace(word, word.slice(0, at) + word.slice(at + 1));
}

const plain = rows.streets.filter(row => !/[.&\d]/.test(row.name) && row.name.length >= 6);
const queries = Object.values(kinds).map(type =>
  Array.from({ length: 500 }, () => {
    const row = plain[Math.floor(random() * plain.length)]!;
    const municipality = towns.get(row.municipality)!;
    return { text: type(row, municipality), street: row.name, municipality };
  }),
);

/** SQLite's full-text search over name, town and code of each street. */
function naiveIndex(join: ' ' | ' OR '): Finder {
  const search = fts5Index(
    rows.streets.map(row => `${row.name} ${towns.get(row.municipality)} ${row.postalCode}`),
    5,
  );
  return async text => {
    const words = fold(text).match(/[a-zα-ω]+|\d{5}/g) ?? [];
    const row = rows.streets[search(words.map(word => `"${word}"`).join(join))[0] ?? -1];
    return row && { street: row.name, municipality: towns.get(row.municipality)! };
  };
}

/** The cells of a column: speed, then the share found of each kind. */
async function measure(find: Finder): Promise<string[]> {
  const texts = queries.flat().map(({ text }) => text);
  const { cpuMs, medianMs, p99Ms } = await timeCalls(find, texts);
  const shares = queries.map(async list => {
    const hits = await Promise.all(
      list.map(async ({ text, street, municipality }) => {
        const first = await find(text);
        return first?.street === street && first.municipality === municipality;
      }),
    );
    return `${((100 * hits.filter(Boolean).length) / list.length).toFixed(1)} %`;
  });
  const speed = [whole(1_000 / cpuMs), medianMs.toFixed(2), p99Ms.toFixed(2)];
  return [...speed, ...(await Promise.all(shares))];
}

const start = performance.now();
const index = buildGeocoder(rows);
const buildMs = performance.now() - start;
const finders: Record<string, Finder> = {
  'Ktima geocoder': async text => (await geocode(index, { address: text }))[0]?.components,
  'FTS5, all words': naiveIndex(' '),
  'FTS5, any word, bm25': naiveIndex(' OR '),
};
const columns: string[][] = [];
for (const find of Object.values(finders)) columns.push(await measure(find));
console.log(
  'Mixed queries over the national gazetteer, one core, compared with a naive SQLite FTS5 index over ' +
    `the same rows. ${whole(index.streets.count)} streets, index built in ${whole(buildMs)} ms.\n`,
);
const found = Object.keys(kinds).map(kind => `found first: ${kind}`);
printTable(
  ['', ...Object.keys(finders)],
  ['queries a second of CPU', 'median, ms', 'p99, ms', ...found].map((name, i) => [
    name,
    ...columns.map(column => column[i]!),
  ]),
);
