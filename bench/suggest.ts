// Suggestions for texts typed letter by letter, and address-search, with a generated country of the
// size of an OpenStreetMap extract of Greece, on one core, beside SQLite's FTS5 with prefixes over
// the same names. Usage: npm run bench suggest
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { geocode } from '#domain/geocoder/geocode.ts';
import { buildGeocoder, type GeocoderIndex } from '#domain/geocoder/index/build-index.ts';
import { suggest } from '#domain/geocoder/suggest.ts';
import { fold } from '#domain/geocoder/text/fold.ts';
import { readGazetteer } from '#importing/shipped/gazetteer/gazetteer.ts';
import { openStore } from '#storage/store/open-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { loadGeocoder } from '../test/edition.ts';
import { seeded } from '../test/seeded.ts';
import { fts5Index } from './fts5.ts';
import { generateCountry } from './generate-country.ts';
import { printTable, rows, temporaryFolder, timeCalls, whole } from './measure.ts';
import { beginningsOf, typedTexts } from './typed-texts.ts';

type Call = (text: string) => unknown;

const gazetteer = await readGazetteer();
const size = { namedPlaces: rows(60_000), streets: rows(150_000), houses: rows(500_000) };
const country = generateCountry(gazetteer, size);
const database = { url: `sqlite:${join(temporaryFolder(), 'country.db')}` };
const store = await openStore(database);
const from = { source: 'osm', origin: 'generated', checksum: '', licence: '' };
await replaceRows(store, 'addresses', from, country.addresses);
await replaceRows(store, 'settlements', from, country.settlements);
await replaceRows(store, 'named_places', from, country.namedPlaces);
const load = () => loadGeocoder(store);
const index = await load();
const megabytesOf = (one: GeocoderIndex) => serialize(one).length / 1e6;
const asShipped = buildGeocoder(gazetteer);
const [shipped, megabytes] = [megabytesOf(asShipped), megabytesOf(index)];

const finished = typedTexts(gazetteer, country, rows(1_000), seeded(6));
const typed = finished.slice(0, finished.length / 5).flatMap(beginningsOf);
const near = { latitude: 37.98, longitude: 23.73 };
// Caches belong to an index: a copy of it begins without those of the rounds before.
let asNew: GeocoderIndex = index;
const ours: Call = text => suggest(asNew, { text, near }, store.findHouses);
const peer = prefixIndex(index);

console.log(
  `${whole(index.streets.count)} streets, ${whole(index.places.places.length)} settlements, ` +
    `${whole(index.namedPlaces.count)} named places, ${whole(size.houses)} houses, generated. ` +
    `Written to a file the index has ${whole(megabytes)} MB, ${whole(megabytes - shipped)} MB more than without ` +
    'them; aim: ≤ 150.\n\n' +
    'Suggestions near a point for texts that are typed letter by letter: streets, towns, villages ' +
    'and places, in Greek, capitals and Greeklish, with slips. The mean is CPU time; median and p99 ' +
    'are by the clock, the least of three runs, each with empty caches. Aim: 1,000 a second of CPU, ' +
    'p99 ≤ 20 ms.\n',
);
const groups = [...Map.groupBy(typed, lengthOf)].toSorted(([a], [b]) => a.length - b.length);
const head = ['texts', 'mean, ms', 'median, ms', 'p99, ms', 'a second of CPU'];
const lines: string[][] = [];
for (const text of typed) await ours(text);
for (const [letters, texts] of [...groups, ['all', typed] as const]) {
  const theirs = await measure(peer, texts);
  lines.push([letters, ...(await measure(ours, texts)), theirs[1]!]);
}
printTable(['letters', ...head, 'FTS5: mean, ms'], lines);
const others = finished.slice(finished.length / 5).flatMap(beginningsOf);
console.log(
  `With the caches of a service that was asked for ${whole(others.length)} other texts before: ` +
    `${await meanAfter(others, index)}. With the data that ship, and such caches: ` +
    `${await meanAfter(others, asShipped)}.\n`,
);
console.log('`address-search` for the finished texts. Aim: p99 ≤ 10 ms.\n');
printTable(head, [
  await measure(address => geocode(index, { address }, store.findHouses), finished),
]);
await store.close();

function lengthOf(text: string): string {
  if (text.length <= 4) return `${text.length}`;
  return text.length <= 6 ? '5–6' : text.length <= 12 ? '7–12' : '13 and more';
}

/** The cells under `head`. */
async function measure(call: Call, texts: readonly string[]): Promise<string[]> {
  const { cpuMs, medianMs, p99Ms } = await timeCalls(call, texts, () => {
    asNew = { ...index };
  });
  const cells = [cpuMs, medianMs, p99Ms].map(ms => ms.toFixed(2));
  return [whole(texts.length), ...cells, whole(1_000 / cpuMs)];
}

/** The mean CPU time of one round after others were asked for, as a text. */
async function meanAfter(others: readonly string[], one: GeocoderIndex): Promise<string> {
  asNew = { ...one };
  for (const text of others) await ours(text);
  const before = process.cpuUsage();
  for (const text of typed) await ours(text);
  const { user, system } = process.cpuUsage(before);
  const mean = (user + system) / 1_000 / typed.length;
  return `mean ${mean.toFixed(2)} ms, ${whole(1_000 / mean)} a second of CPU`;
}

/** SQLite's full-text search, where each word may be unfinished. */
function prefixIndex({ names, places, namedPlaces }: GeocoderIndex): Call {
  const named = country.namedPlaces.slice(0, namedPlaces.count).map(({ name }) => name);
  const search = fts5Index(
    [...names.texts, ...places.foldedNames, ...named],
    6,
    ", prefix='1 2 3'",
  );
  return text => {
    const words = fold(text).match(/[a-zα-ω]+/g) ?? [];
    return words.length > 0 && search(words.map(word => `"${word}"*`).join(' '));
  };
}
