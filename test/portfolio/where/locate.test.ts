import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { enrichBatch, enrichmentOf, type Plan } from '../../../src/portfolio/enrich-batch.ts';
import { type Field, fields } from '../../../src/portfolio/fields/usual-names.ts';
import { loadSnapshot } from '../../../src/services/snapshot.ts';
import { fillWithSample } from '../../../src/shipped/sample.ts';
import { openSqliteStore } from '../../../src/store/sqlite.ts';
import { national } from '../../geocoder/national.ts';
import { openTestService } from '../../service.ts';
import { plan } from '../plan.ts';

const store = openSqliteStore(':memory:');
test.after(() => store.close());
await fillWithSample(store);
const snapshot = await loadSnapshot(store);

const { api, token } = await openTestService({ geocoder: national });
const headers = { authorization: `Bearer ${token}` };

type Row = Partial<Record<Field, string>>;

async function batchOf(row: Row, others: Partial<Plan> = {}) {
  const whole = { ...plan, ...others };
  const zones = { zoneKinds: [], coast: async () => () => undefined };
  const data = { store, snapshot, geocoder: async () => national, ...zones };
  const cells = fields.map(field => row[field] ?? building[field] ?? '');
  return enrichBatch(whole, await enrichmentOf(whole, data), [{ line: 2, cells }]);
}

async function enriched(row: Row, others: Partial<Plan> = {}) {
  return JSON.parse((await batchOf(row, others)).text);
}

const building: Row = { property_type: 'διαμέρισμα', build_area: '85', construction_year: '1998' };
const athens: Row = { address: 'Ερμού 15', postal_code: '10563', city: 'Αθήνα' };

/** A file of rows: the name of each, its cells, its position, and its problem; `-` for none. */
const cases = readFileSync('test/portfolio/where/rows.txt', 'utf8').trimEnd().split('\n\n');
for (const [name, cells, from, problem] of cases.map(text => text.split('\n'))) {
  test(`a row with ${name} ${problem === '-' ? 'has no problem' : 'has that problem'}`, async () => {
    const row = Object.fromEntries(cells!.split('; ').map(cell => cell.split('=')));
    const result = await enriched(row);
    assert.equal(result.problem ?? '-', problem);
    assert.equal(result.position_from ?? '-', from);
  });
}

/** The report of the API, and why its cost is missing. */
async function report(query: Record<string, string>) {
  const url = `/api/property-report/?${new URLSearchParams(query)}`;
  const { location, cost, missing } = (await api.inject({ url, headers })).json();
  const reason = missing.find(({ section }: { section: string }) => section === 'cost')?.reason;
  return { location, cost, reason };
}

/** Common names of villages, and what a row and a report say about a house there. */
const villages =
  'Νεοχώρι Καλύβια Μεταμόρφωση Περιβόλι Κρύα_Βρύση Παλαιοχώρι Πλάτανος Άγιος_Γεώργιος Λουτρά Πηγή Ελαιώνας Κεφαλόβρυσο Αμπελόκηποι Ανατολή Καστρί Αγία_Τριάδα Μοναστήρι Άγιος_Δημήτριος Παναγία Καρδαμύλη';

test('an address in a village that has namesakes has no price without a problem or a reason', async () => {
  let guesses = 0;
  for (const city of villages.split(' ').map(name => name.replace('_', ' '))) {
    const house = { street: 'Κεντρική οδός 4', city, property_type: 'Μονοκατοικία' };
    const row = await enriched({ ...house, build_area: '100' });
    const isGuess = row.match_confidence === null || row.match_confidence < 0.5;
    guesses += Number(row.problem !== null);
    assert.ok(row.problem || !isGuess, city);
    if (row.problem) assert.equal(row.cost_as_new_eur, null, city);
    else assert.equal(row.cost_as_new_eur > 0, row.found_postal_code !== null, city);
    const query = {
      address: `Κεντρική οδός 4, ${city}`,
      property_type: 'house',
      build_area: '100',
    };
    const { location, cost, reason } = await report(query);
    if (location.match.confidence >= 0.5) continue;
    assert.equal(cost, null, city);
    assert.match(
      reason,
      /^the address was found with a confidence of 0\.\d+ only.*; send the postal/,
    );
  }
  assert.ok(guesses >= 10, `${guesses}`);
  const { problem } = await enriched({ street: 'Κεντρική οδός 4', city: 'Νεοχώρι' });
  assert.match(
    problem,
    /^address: found with a confidence of 0\.29 only; it may also be \d{3} \d\d Νεοχώρι \(/,
  );
  // The row's own postal code prices it; the guess stays a problem.
  const own = await enriched({ street: 'Ανύπαρκτη 77', city: 'Πάτρα', postal_code: '26221' });
  assert.ok(own.cost_as_new_eur > 0);
  assert.equal(own.problem, 'address: found without its street, which is not known there');
});

test('a row is at the same place as the report with the same address and postal code', async () => {
  for (const [address, postal_code] of [
    ['Ερμού 15, Αθήνα', '26221'],
    ['Ερμού 15, Περιστέρι', '10563'],
    ['Ερμού 15', '26221'],
    ['Άγιος Νικόλαος', '38221'],
    ['Ερμού 15, Πάτρα', '26221'],
    ['Σκουφά 24', '10999'],
  ] as const) {
    const row = await enriched({ address, postal_code });
    const query = { address, postal_code, property_type: 'apartment', build_area: '85' };
    const { location, reason } = await report(query);
    const name = `${address} ${postal_code}`;
    assert.equal(row.found_address, location.formatted_address, name);
    assert.equal(row.match_confidence, location.match.confidence, name);
    const contradicts = reason?.startsWith('postal_code: ') ?? false;
    assert.equal(row.cost_as_new_eur === null, contradicts, name);
    if (contradicts) assert.match(row.problem, /^postal_code: /, name);
  }
});

test('an address or town with too many candidates affects only its own row', async () => {
  const hostile = 'α/ς κ/ς μ/ς Παναγία & κ/ς α/ς Καλλιθέα & θ. Αμπέλια, Άγιος Νικόλαος 10673';
  const { problem } = await enriched({ address: hostile });
  assert.match(problem, /^address: its words fit too many streets or towns to compare them all/);
  assert.equal((await enriched({ ...athens, city: hostile })).position_from, 'address');
});

test('a message that needs no check is a note', async () => {
  const row = await enriched({ ...athens, kaek_code: '050123456789' });
  assert.deepEqual([row.problem, row.position_from, row.parcel_kaek], [null, 'address', null]);
  assert.equal(row.notes, 'kaek_code: no parcel 050123456789 is loaded');
  const abroad = await enriched({ ...athens, regional_unit: 'Λεμεσού' });
  assert.match(abroad.notes, /^regional_unit: Λεμεσού is not known, and not compared/);
  assert.match((await enriched(athens)).notes, /^parcel: the position of the address is known to/);
});

test('the accuracy of a row for the circles is that of its address, and a guess has none', async () => {
  for (const [row, metres] of [
    [athens, 300],
    [{ ...athens, latitude: '37,9762', longitude: '23,7315' }, 0],
    [{ address: 'Ερμού 15' }, 1_000_000],
    [{ address: 'ΧΩΡΙΟ ΑΓΙΑ ΠΑΡΑΣΚΕΥΗ' }, 1_000_000],
  ] as const) {
    const [amount] = (await batchOf(row)).amounts;
    assert.equal(amount![4], metres, JSON.stringify(row));
  }
});

test('with --no-parcel a row has no parcel column and no message about parcels', async () => {
  const row = await enriched({ ...athens, kaek_code: '050123456789' }, { noParcel: true });
  assert.deepEqual([row.problem, row.notes, row.parcel_kaek], [null, null, undefined]);
  assert.equal(row.cost_as_new_eur, 89_250);
});

test('a year of two digits gives no value as is, and is a problem with a hint', async () => {
  const row = await enriched({ ...athens, construction_year: '98' });
  assert.deepEqual([row.cost_as_new_eur, row.cost_as_is_eur], [89_250, null]);
  assert.match(row.problem, /got 98 \(is it 1998\?\)$/);
  assert.equal((await enriched(athens)).cost_as_is_eur, 68_164.69);
});

test('the column of the street names a street, never the town it is called after', async () => {
  const row = await enriched({ street: 'ΒΟΥΛΙΑΓΜΕΝΗΣ', city: 'ΑΘΗΝΑ' });
  assert.equal(row.match_level, 'street');
  assert.match(row.found_address, /^Λεωφ\. Βουλιαγμένης, .* Αθήνα$/);
});

test('the number beside a street counts; another one in its text is a fault', async () => {
  const both = await enriched({ street: 'ΕΡΜΟΥ 15', house_number: '17', city: 'Αθήνα' });
  assert.match(both.found_address, /^Ερμού 17, /);
  assert.match(JSON.stringify(both.match_faults), /street: 15 is not part of its name/);
  const once = await enriched({ street: 'ΕΡΜΟΥ 15', house_number: '15', city: 'Αθήνα' });
  assert.doesNotMatch(JSON.stringify(once.match_faults), /not part of its name/);
});
