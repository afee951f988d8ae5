import assert from 'node:assert/strict';
import test from 'node:test';
import { packNamedPlaces } from '#domain/geocoder/country/add-country.ts';
import { explain, type GeocodeQuery } from '#domain/geocoder/geocode.ts';
import { lookUp } from '#domain/geocoder/match/look-up-words.ts';
import { fitName, leastWordsOf, typedWord } from '#domain/geocoder/match/name-fit.ts';
import { placeOf } from '#domain/geocoder/named-places/rank-named-places.ts';
import { parse } from '#domain/geocoder/query/parse.ts';
import type { NamedPlaceRow } from '#domain/geocoder/rows/country-rows.ts';
import {
  addressBudget,
  batchBudget,
  mostCandidates,
  TooManyCandidates,
  unlimited,
} from '#domain/geocoder/score/budget.ts';
import { leastNameScore } from '#domain/geocoder/score/evidence.ts';
import { heldIn, mayHold } from '#domain/geocoder/towns/containment.ts';
import { findTown } from '#domain/geocoder/towns/town-names.ts';
import { longTest } from '../sample.ts';
import { seeded } from '../seeded.ts';
import { openTestService } from '../service.ts';
import { displayOf } from './display.ts';
import { greeklish } from './greeklish.ts';
import { find, national, rows } from './national.ts';
import { addressColumns, readRows } from './rows.ts';

const shortTowns = 'Άργος Βόλος Κως Κιάτο Ύδρα Σύμη Πάτρα Άρτα Χίος Δράμα'.split(' ');
/** Twenty-four short towns that `&` joins, in another order for each number. */
function joinedTowns(first: number): string {
  return Array.from({ length: 24 }, (_, i) => shortTowns[(i * 7 + first) % 10]).join(' & ');
}

/** Short forms of hundreds of words each, and towns that give many readings. */
const hostile = 'α/ς κ/ς μ/ς Παναγία & κ/ς α/ς Καλλιθέα & θ. Αμπέλια, Άγιος Νικόλαος 10673';
const usual = 'Σκουφά 24, Αθήνα';

/** How many candidates an address has, whatever the limit. */
async function candidatesOf(query: GeocodeQuery, index = national): Promise<number> {
  let count = 0;
  const spend = (candidates: number) => {
    count += candidates;
  };
  await explain(index, query, undefined, { spend });
  return count;
}

longTest('no usual address comes near the limit', async t => {
  const random = seeded(18);
  const spellings = readRows('test/geocoder/rows/addresses/spellings.tsv', addressColumns);
  const queries = spellings.map(({ text }) => text);
  const townOf = new Map(rows.municipalities.map(({ id, nominative }) => [id, nominative]));
  for (let i = 0; i < 150; i++) {
    const [one, other] = [0, 1].map(() => rows.streets[Math.floor(random() * rows.streets.length)]);
    const street = displayOf(one!.name);
    const town = townOf.get(one!.municipality);
    queries.push(
      `${street} 12, ${town}`,
      `${greeklish(street, random)} 12 ${greeklish(`${town}`, random)}`,
      `${street} 12 & ${displayOf(other!.name)} 3, ${town} ${one!.postalCode}`,
      `${street.replace(/(\S\S)\S{3,} /, '$1. ')} 12, 2ος όροφος, διαμ. Β3, πλησίον ${displayOf(other!.name)}, ${town}`,
    );
  }
  let most = 0;
  for (const address of queries) most = Math.max(most, await candidatesOf({ address }));
  t.diagnostic(`${queries.length} usual addresses: at most ${most} candidates`);
  assert.ok(most <= mostCandidates.address / 4, `${most}`);
});

test('an address with too many candidates finds nothing, and the message explains what to do', async () => {
  assert.ok((await candidatesOf({ address: hostile })) > mostCandidates.address);
  await assert.rejects(find(hostile), (error: unknown) => {
    assert.ok(error instanceof TooManyCandidates);
    assert.match(error.message, /^address: its words fit too many streets .+; expected a street/);
    return true;
  });
});

test('towns and readings count, whatever joins them, in the address and in the hint', async () => {
  const counts = async (query: GeocodeQuery) => Math.round(await candidatesOf(query));
  for (const [address, least] of [
    // 352 readings of twenty groups and twenty towns.
    [joinedTowns(0), 14_000],
    ['Νεοχώρι & '.repeat(20), 60_000],
    ['Άγιος Νικόλαος, '.repeat(12), 50_000],
    ['Άγιος Νικόλαος - '.repeat(12), 100],
    // Each word may be read in eight ways, and six words in 32.
    ['thththu huhuhu aiaiai uhuhuh thththu huhuhu '.repeat(3), 3_500],
    ['8a8a8a 3u3u3u 4h4h4h ', 300],
    // Every short form may be a town that begins so.
    ['Ν/α, Α/ς, Κ/ς, Μ/α, Π/ς, ', 2_000],
  ] as const) {
    const count = await counts({ address });
    assert.ok(count >= least, `${address}: ${count}`);
    const asHint = await counts({ address: 'Ερμού 5', city: address.slice(0, 256) });
    assert.ok(asHint >= Math.min(least / 20, 500), `city ${address}: ${asHint}`);
  }
});

test('one letter of Greeklish more does not count many times as much', async () => {
  const count = async (letters: number) =>
    candidatesOf({ address: Array(6).fill('h'.repeat(letters)).join(' ') });
  assert.ok((await count(40)) <= 2 * (await count(10)));
});

test('suggest says why a text was not looked up', async () => {
  const { api } = await openTestService({ geocoder: national });
  const suggest = async (text: string) =>
    (await api.inject(`/api/geocoding/suggest/?${new URLSearchParams({ text })}`)).json();
  const { problem, ...others } = await suggest(hostile);
  assert.deepEqual(others, { query: hostile, suggestions: [] });
  assert.match(problem, /^text: its words fit too many streets or towns /);
  assert.ok(!('problem' in (await suggest('Σκουφά 24, Αθ'))));
});

/** A museum at each place of the gazetteer, with these reaches in turn. */
const chapels = (name: (i: number) => string, ...reaches: number[]): NamedPlaceRow[] =>
  rows.localities.map(({ latitude, longitude }, i) => ({
    ...{ externalId: null, name: name(i), otherNames: [], category: 'tourism=museum' },
    ...{ latitude, longitude, reachMetres: reaches[i % reaches.length]!, source: 'osm' },
  }));

test('named places count too: their names, those found, and those compared with a town, far ones less', async () => {
  const address = 'Ξωκλήσι, Αθήνα';
  const without = await candidatesOf({ address });
  const countOf = async (name: (i: number) => string) => {
    const places = chapels(name, 50).slice(0, 300);
    const index = { ...national, namedPlaces: packNamedPlaces(national, places) };
    return (await candidatesOf({ address }, index)) - without;
  };
  assert.ok((await countOf(i => `Ξωκλήσι ${i}`)) >= 300);
  const ofNamesakes = await countOf(() => 'Ξωκλήσι');
  // The few in Athens are found, and count as one each.
  assert.ok(ofNamesakes >= 300 / 10 && ofNamesakes < 300 / 2, `${ofNamesakes}`);
});

test('a named place that is not compared with a town does not lie in it', () => {
  const places = chapels(i => `Ξωκλήσι ${i}`, 50, 5_000);
  const index = { ...national, namedPlaces: packNamedPlaces(national, places) };
  let far = 0;
  for (const name of ['Αθήνα', 'Πάτρα', 'Χώρα', 'Άγιος Νικόλαος', 'Βόλος', 'Κρήτη', 'Αχαΐα']) {
    const town = findTown(index.places, parse(name, () => false).groups[0]!.words)!;
    for (let place = 0; place < index.namedPlaces.count; place++) {
      if (mayHold(index, town, index.namedPlaces.municipality[place]!)) continue;
      far++;
      const found = heldIn(index, town, placeOf(index, place), unlimited);
      assert.equal(found, undefined, `${name}, ${place}`);
    }
  }
  assert.ok(far > index.namedPlaces.count);
});

test('names that have too few words to fit are left out, and no others', () => {
  const { names } = national;
  const addresses =
    'Μεγάλου Αλεξάνδρου|Παπ. Γρηγορίου Ε|Αγ. Κων/νου και Ελένης|Λ. Βασ. Σοφίας|' +
    'Συνταγματάρχου Δαβάκη Κωνσταντίνου Ηρώων|Α. Β. Γ. Δ. Ε. Ζ. Παπανδρέου';
  for (const address of addresses.split('|')) {
    const { words, type, numbers } = parse(address, () => false).groups[0]!;
    const typed = words.map(word =>
      typedWord(word, lookUp(names.words, word, { slips: true, beginnings: false }, unlimited)),
    );
    const least = leastWordsOf(typed);
    for (let name = 0; name < names.texts.length; name++) {
      const { score } = fitName(names, name, { words: typed, type, numbers });
      const length = names.wordsOf.starts[name + 1]! - names.wordsOf.starts[name]!;
      if (length < least) assert.ok(score < leastNameScore, `${address}: ${names.texts[name]}`);
    }
  }
});

test('the addresses of a batch share a budget, and one beyond it is not even taken apart', async () => {
  const batch = batchBudget();
  batch.spend(mostCandidates.batch);
  await assert.rejects(
    explain(national, { address: usual }, undefined, addressBudget(batch)),
    /^KtimaError: address: not looked up, because .+; send it again in another batch$/,
  );
  await explain(national, { address: usual }, undefined, unlimited);
});

test('a batch of 100 hostile addresses is cut short; what comes before them is answered', async t => {
  const { api } = await openTestService({ geocoder: national });
  const search = async (address: string) =>
    (await api.inject(`/api/geocoding/address-search/?${new URLSearchParams({ address })}`)).json();
  const alone = await search(hostile);
  assert.deepEqual({ ...alone, problem: '' }, { query: hostile, results: [], problem: '' });
  assert.match(alone.problem, /too many streets/);

  const addresses = [usual, ...Array.from({ length: 98 }, () => hostile), usual];
  const began = process.cpuUsage();
  const response = await api.inject({
    method: 'POST',
    url: '/api/geocoding/batch/',
    payload: { requests: addresses.map(address => ({ address })) },
  });
  const { user, system } = process.cpuUsage(began);
  t.diagnostic(`${Math.round((user + system) / 1_000)} ms of processor time`);
  assert.equal(response.statusCode, 200);
  const { answers } = response.json();
  assert.deepEqual(answers[0], { reference: null, ...(await search(usual)), failure: null });
  const tooMany = answers.filter(
    (one: { failure: { message: string } | null }) => one.failure?.message === alone.problem,
  );
  const most = mostCandidates.batch / mostCandidates.address;
  assert.ok(tooMany.length >= most - 1 && tooMany.length <= most + 1, `${tooMany.length}`);
  for (const answer of answers.slice(1 + tooMany.length)) {
    assert.deepEqual(answer.results, []);
    assert.equal(answer.failure.error, 503);
    assert.match(answer.failure.message, /send it again in another batch$/);
  }
});
