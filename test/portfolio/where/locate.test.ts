import assert from 'node:assert/strict';
import test from 'node:test';
import { type Field, fields } from '#domain/property/usual-names.ts';
import { enrichBatch, enrichmentOf, type Plan } from '#features/portfolio/batch/enrich-batch.ts';
import { fillWithSample } from '#importing/shipped/sample.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { editionOf } from '../../edition.ts';
import { rows as gazetteer, national } from '../../geocoder/national.ts';
import { readRows } from '../../geocoder/rows.ts';
import { rounds } from '../../sample.ts';
import { seeded } from '../../seeded.ts';
import { openTestService } from '../../service.ts';
import { plan } from '../plan.ts';

const store = openSqliteStore(':memory:');
test.after(() => store.close());
await fillWithSample(store);
const edition = await editionOf(store, national);

const { api, token } = await openTestService({ geocoder: national });
const headers = { authorization: `Bearer ${token}` };

type Row = Partial<Record<Field, string>>;

const zones = { zoneKinds: [], coast: async () => () => undefined };
const data = { store, edition, ...zones };
const usual = enrichmentOf(plan, data);

async function batchOf(row: Row, others?: Partial<Plan>) {
  const whole = { ...plan, ...others };
  const cells = fields.map(field => row[field] ?? building[field] ?? '');
  const enrichment = others ? enrichmentOf(whole, data) : usual;
  return enrichBatch(whole, enrichment, [{ line: 2, cells }]);
}

async function enriched(row: Row, others?: Partial<Plan>) {
  return JSON.parse((await batchOf(row, others)).text);
}

const building: Row = { property_type: 'διαμέρισμα', build_area: '85', construction_year: '1998' };
const athens: Row = { address: 'Ερμού 15', postal_code: '10563', city: 'Αθήνα' };

const columns = ['name', 'cells', 'position', 'problem'] as const;
for (const row of readRows('test/portfolio/where/rows.tsv', columns)) {
  test(`a row with ${row.name} has ${row.problem ? 'that' : 'no'} problem`, async () => {
    const cells = Object.fromEntries(row.cells.split('; ').map(cell => cell.split('=')));
    const { problem, position_from } = await enriched(cells);
    assert.deepEqual([problem ?? '', position_from ?? ''], [row.problem, row.position]);
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
    else if (row.found_postal_code !== null) assert.ok(row.cost_as_new_eur > 0, city);
    // All codes of the town have one rate.
    else if (row.cost_as_new_eur > 0) assert.match(row.notes, /priced by the rate/, city);
    const address = `Κεντρική οδός 4, ${city}`;
    const query = { address, property_type: 'house', build_area: '100' };
    const { location, cost, reason } = await report(query);
    if (location.match.confidence >= 0.5) continue;
    assert.equal(cost, null, city);
    const found = `the address was found with a confidence of ${location.match.confidence} only`;
    assert.ok(reason.startsWith(found) && reason.includes('; send the postal'), reason);
  }
  assert.ok(guesses >= 10, `${guesses}`);
  const { problem } = await enriched({ street: 'Κεντρική οδός 4', city: 'Νεοχώρι' });
  const [, confidence] =
    /^address: found with a confidence of (0\.\d+) only; it may also be \d{3} \d\d Νεοχώρι \(/.exec(
      problem,
    )!;
  // One of dozens: far below the half that a row needs.
  assert.ok(Number(confidence) > 0.2 && Number(confidence) < 0.4, confidence);
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
  const { notes, problem } = await enriched({ city: 'Κομοτηνή' });
  assert.match(notes, /cost: priced by the rate that all postal codes of the town share/);
  assert.equal(problem, null);
  const silent = await enriched({ ...athens, kaek_code: '050123456789' }, { noParcel: true });
  assert.deepEqual([silent.notes, silent.parcel_kaek], [null, undefined]);
});

test('the accuracy of a row for the circles is that of its address', async () => {
  for (const [row, metres] of [
    [athens, 300],
    [{ ...athens, latitude: '37,9762', longitude: '23,7315' }, 0],
  ] as const) {
    const [amount] = (await batchOf(row)).amounts;
    assert.equal(amount![6], metres, JSON.stringify(row));
  }
});

test('a row without a certain place is in no circle, but in a list of its own', async () => {
  for (const row of [
    { address: 'Ερμού 15' },
    { address: 'ΧΩΡΙΟ ΑΓΙΑ ΠΑΡΑΣΚΕΥΗ' },
    { address: 'Ανύπαρκτη 77', postal_code: '26221', city: 'Πάτρα' },
    { address: 'Λευκωσία, Κύπρος' },
    { latitude: '23,7315', longitude: '37,9762' },
    { ...athens, postal_code: '54624' },
    { ...athens, city: 'Sofia' },
  ]) {
    const { amounts, tally } = await batchOf(row);
    const { rows, largest } = tally.groups.unplaced;
    assert.deepEqual([amounts, rows], [[], 1], JSON.stringify(row));
    assert.notEqual(largest[0]!.reason, '', JSON.stringify(row));
  }
  const { amounts, tally } = await batchOf(athens);
  assert.deepEqual([amounts.length, tally.groups.unplaced.rows], [1, 0]);
});

test('a sum insured far above the cost, or implausible for each m², is a problem of the row', async () => {
  const codesOf = async (sum_insured: string, others?: Partial<Plan>) => {
    const { problem_codes } = await enriched({ ...athens, sum_insured }, others);
    return (problem_codes ?? []).map(({ code }: { code: string }) => code);
  };
  // 85 m²: a flat has 500 to 4,000 euro for each.
  assert.deepEqual(await codesOf('8000000000'), ['over_insured', 'sum_per_m2']);
  assert.deepEqual(await codesOf('42499'), ['sum_per_m2']);
  for (const sum of ['42500', '250000', '']) assert.deepEqual(await codesOf(sum), [], sum);
  assert.deepEqual(await codesOf('250000', { sums: { mostRatio: 1.5 } }), ['over_insured']);
  const range = { sums: { mostRatio: 3, eurM2: { least: 1_000, most: 2_000 } } };
  assert.deepEqual(await codesOf('84999', range), ['sum_per_m2']);
  const vast = { ...athens, sum_insured: '8000000000' };
  const { amounts, tally } = await batchOf(vast, { dropsImplausible: true });
  const { implausible, total } = tally.groups;
  assert.deepEqual([amounts.length, implausible.rows, total.rows], [0, 1, 0]);
});

test('a row of totals is no property, whichever cell names it', async () => {
  const amounts = { property_type: '', build_area: '510', construction_year: '', sum_insured: '1' };
  for (const row of [
    { address: 'ΓΕΝΙΚΟ ΣΥΝΟΛΟ', reference: '2000 ακίνητα' },
    { address: 'Σύνολο:', construction_year: '1998', property_type: 'Διαμέρισμα' },
    { reference: 'ΓΕΝΙΚΟ ΣΥΝΟΛΟ', floors: '3' },
    { reference: 'Grand total', address: 'Ερμού' },
    { contents_sum_insured: '900000' },
  ]) {
    const { text, tally } = await batchOf({ ...amounts, ...row });
    const { problem } = JSON.parse(text);
    assert.match(problem, /a row of totals, or only of amounts/, JSON.stringify(row));
    assert.deepEqual([tally.groups.total.rows, tally.rows], [0, 1], JSON.stringify(row));
  }
  const { tally } = await batchOf({ ...athens, reference: 'Σύνολο' });
  assert.equal(tally.groups.total.rows, 1);
});

test('a coverage of 0 or nothing beside another is no problem, and no exposure', async () => {
  const sums = (building: string, contents: string, interruption: string) => ({
    ...athens,
    sum_insured: building,
    contents_sum_insured: contents,
    interruption_sum_insured: interruption,
  });
  for (const [row, total] of [
    [sums('0', '900.000', '500.000'), 140_000_000],
    [sums('', '900000', '0'), 90_000_000],
    [sums('90.000 €', '0', '0,00'), 9_000_000],
  ] as const) {
    const { text, tally } = await batchOf(row);
    assert.equal(JSON.parse(text).problem, null, JSON.stringify(row));
    assert.equal(tally.groups.total.totalCents, total, JSON.stringify(row));
  }
  const { problem } = await enriched(sums('0', '', '0'));
  assert.match(problem, /^sum_insured: a sum of 0, and no other coverage is insured/);
  const { total } = (await batchOf(athens)).tally.groups;
  assert.deepEqual([total.totalCents, total.totalRows], [0, 0]);
});

/** Whether a row is at the town that is written in it, or has a problem, no cost and no circle. */
async function isHonest(row: Row, town: string | undefined): Promise<boolean> {
  const { text, amounts } = await batchOf(row);
  const { found_municipality, problem, cost_as_new_eur } = JSON.parse(text);
  if (found_municipality === town && problem === null) return true;
  return problem !== null && cost_as_new_eur === null && amounts.length === 0;
}

test('a result that contradicts the written town or postal code is a problem, and not priced', async () => {
  const rows: [Row, town: string | undefined][] = [
    [{ ...athens, address: 'Ερμού 15, ισόγειο κατάστημα' }, 'Αθήνα'],
    [{ ...athens, address: 'Πατησίων 120 κατάστημα & αποθήκη', postal_code: '11257' }, 'Αθήνα'],
    [{ address: 'Ελ.Βενιζέλου 42 ΙΣΟΓΕΙΟ & ΥΠΟΓΕΙΟ, Αγία Βαρβάρα' }, 'Αγία Βαρβάρα'],
    [{ address: 'Ελ.Βενιζέλου 42 ΙΣΟΓΕΙΟ & ΥΠΟΓΕΙΟ Αγία Βαρβάρα' }, 'Αγία Βαρβάρα'],
    [{ address: 'Φωκίωνος Νέγρη 3 ισόγειο και υπόγειο, Λαύριο' }, 'Λαυρεωτική'],
    [{ address: 'Φωκίωνος Νέγρη 3 ισόγειο και υπόγειο Λαύριο' }, 'Λαυρεωτική'],
    [{ address: 'Θεοφιλοπούλου 14', postal_code: '11743', city: 'Χαλκίδα' }, undefined],
    [{ address: 'Ερμού 15, Πάτρα', city: 'Λάρισα' }, undefined],
    [{ address: 'ΒΡΥΣΕΣ 20', postal_code: '74061', city: 'ΒΡΥΣΕΣ' }, 'Αμάρι'],
    [{ latitude: '37,9762', longitude: '23,7315', city: 'Πάτρα' }, undefined],
  ];
  for (const [row, town] of rows) assert.ok(await isHonest(row, town), JSON.stringify(row));
  for (const [address, because] of [
    ['Φωκίωνος Νέγρη 3 & Λαύριο', /^the address contradicts the town in it: not in λαυριο; /],
    ['Φωκίωνος Νέγρη 3 ισόγειο και υπόγειο, Λαύριο', /^postal_code: 11257 lies 42 km from the /],
  ] as const) {
    const asked = { address, postal_code: '11257', property_type: 'apartment', build_area: '100' };
    const { cost, reason } = await report(asked);
    assert.equal(cost, null, address);
    assert.match(reason, because);
  }
});

test('a town that the gazetteer does not know, or only with a slip, is a problem, and not priced', async () => {
  for (const [address, postal_code, city] of [
    ['bul. Vitosha 15', '1000', 'Sofia'],
    ['Via Roma 12', '', 'Torino'],
    ['Ερμού 15', '', 'Verona'],
    ['Παπανδρέου 3', '', 'Νάπολη'],
    ['Ερμού 15', '10563', 'Γκρόζνι'],
    ['Main Street 5', '10117', 'Berlin'],
    ['Τσιμισκή 20', '', 'Θεσσαλονίμη'],
  ] as const) {
    const row = await enriched({ address, postal_code, city });
    assert.match(row.problem, new RegExp(`city: ${city} is not known`), city);
    assert.equal(row.cost_as_new_eur, null, city);
  }
  // The postal code confirms what the slip means; a genitive is a name, and coordinates are exact.
  for (const row of [
    { ...athens, city: 'Αθήνσ' },
    { address: 'Κεντρική οδός 4', city: 'Κύμης' },
    { address: 'Κεντρική οδός 4', city: 'Αλεξανδρουπόλεως', postal_code: '68131' },
    { latitude: '37,9762', longitude: '23,7315', city: 'Downtown' },
  ]) {
    assert.ok((await enriched(row)).cost_as_new_eur > 0, JSON.stringify(row));
  }
});

/** Rows of streets of the gazetteer, each with its own postal code and municipality. */
function* rightRows(count: number): Generator<[Row, town: string]> {
  const random = seeded(43);
  const towns = new Map(gazetteer.municipalities.map(row => [row.id, row.nominative]));
  const coded = gazetteer.streets.filter(({ postalCode }) => postalCode !== null);
  for (let i = 0; i < count; i++) {
    const { name, postalCode, municipality, ranges } = coded[Math.floor(random() * coded.length)]!;
    const city = towns.get(municipality)!;
    const address = `${name} ${ranges[0]?.from ?? 1 + (i % 40)}`;
    yield [{ address, postal_code: postalCode!, city }, city];
  }
}

test('of right rows with code and town at most one in a hundred loses its cost', async () => {
  const count = rounds(300, 100);
  let unpriced = 0;
  for (const [row] of rightRows(count)) {
    if ((await enriched(row)).cost_as_new_eur === null) unpriced++;
  }
  assert.ok(unpriced <= count / 100, `${unpriced} of ${count}`);
});

const buildingWords = [
  ...['ισόγειο κατάστημα', 'ΙΣΟΓΕΙΟ & ΥΠΟΓΕΙΟ', 'ισόγειο και υπόγειο', 'κατάστημα & αποθήκη'],
  ...['γραφεία 2ου ορόφου', 'αποθήκη υπογείου', 'ΙΣ. & ΥΠ.', 'θέση στάθμευσης'],
];

test('words about the building move no row to another town without a problem', async () => {
  let i = 0;
  for (const [row, town] of rightRows(rounds(120, 40))) {
    const words = buildingWords[i % buildingWords.length]!;
    const [first, then] = i++ % 3 === 0 ? [words, row.address] : [row.address, words];
    const address = `${first}${i % 2 === 0 ? ',' : ''} ${then}`;
    for (const own of [
      { ...row, address },
      { address, city: town },
      { address: `${address}, ${town}` },
    ]) {
      const { found_municipality, problem, cost_as_new_eur } = await enriched(own);
      const isThere = found_municipality === town;
      assert.ok(isThere || (problem && cost_as_new_eur === null), JSON.stringify(own));
    }
  }
});

test('the column of the street names a street, and a number beside it counts before one in it', async () => {
  const row = await enriched({ street: 'ΒΟΥΛΙΑΓΜΕΝΗΣ', city: 'ΑΘΗΝΑ' });
  assert.match(row.found_address, /^Λεωφ\. Βουλιαγμένης, .* Αθήνα$/);
  const both = await enriched({ street: 'ΕΡΜΟΥ 15', house_number: '17', city: 'Αθήνα' });
  assert.match(both.found_address, /^Ερμού 17, /);
  assert.match(JSON.stringify(both.match_faults), /street: 15 is not part of its name/);
});
