import assert from 'node:assert/strict';
import test from 'node:test';
import { fillWithSample } from '../../../src/import/sample.ts';
import { enrichBatch, enrichmentOf, type Plan } from '../../../src/portfolio/enrich-batch.ts';
import { type Field, fields } from '../../../src/portfolio/fields/usual-names.ts';
import { faultMessage, pointFault } from '../../../src/portfolio/where/point-fault.ts';
import { loadSnapshot } from '../../../src/services/snapshot.ts';
import { openSqliteStore } from '../../../src/store/sqlite.ts';
import { national } from '../../geocoder/national.ts';
import { openTestService } from '../../service.ts';
import { plan } from '../plan.ts';

const store = openSqliteStore(':memory:');
test.after(() => store.close());
await fillWithSample(store, 'data');
const snapshot = await loadSnapshot(store);

type Row = Partial<Record<Field, string>>;

async function enriched(row: Row, others: Partial<Plan> = {}) {
  const whole = { ...plan, ...others };
  const data = { store, snapshot, geocoder: async () => national };
  const cells = fields.map(field => row[field] ?? building[field] ?? '');
  const rows = [{ line: 2, cells }];
  const { text } = await enrichBatch(whole, await enrichmentOf(whole, data), rows);
  return JSON.parse(text);
}

const building: Row = { property_type: 'διαμέρισμα', build_area: '85', construction_year: '1998' };
const athens: Row = { address: 'Ερμού 15', postal_code: '10563', city: 'Αθήνα' };
const thessaloniki: Row = {
  address: 'Τσιμισκή 20',
  postal_code: '54624',
  city: 'Θεσσαλονίκη',
};
/** A point in Larisa. */
const larisa: Row = { latitude: '39,6358', longitude: '22,4215' };
/** What a database writes for empty cells. */
const placeholders: Row = {
  address: 'NULL',
  house_number: '-',
  city: 'άγνωστη',
  latitude: '#N/A',
  longitude: '#N/A',
  kaek_code: 'n.a.',
};
/** A sample parcel in Athens, 1.3 km from Ermou street. */
const parcel = '050099901001';

const otherErmou =
  '; it may also be Ερμού 15, 546 24 Θεσσαλονίκη or Ερμού 15, 262 21 Πάτρα or Ερμού 15, 412 22 Λάρισα and others';

/** The cells of a row, its position, and its problems. */
const cases: [string, Row, from: string | null, problem: string | null][] = [
  ['fields that agree', athens, 'address', null],
  [
    'a KAEK in Athens and an address in Thessaloniki',
    { ...thessaloniki, kaek_code: parcel },
    'parcel',
    'address: it lies 302 km from the parcel; postal_code: 54624 lies 302 km from the parcel; city: Θεσσαλονίκη lies 303 km from the parcel',
  ],
  [
    'the same KAEK without its parcel loaded',
    { ...thessaloniki, kaek_code: '050123456789' },
    'address',
    'kaek_code: the prefecture 05, Αττικής, lies 269 km from the address',
  ],
  [
    'a regional unit that does not contain the point',
    { ...larisa, city: 'Ν. ΑΤΤΙΚΗΣ' },
    'coordinates',
    'city: Ν. ΑΤΤΙΚΗΣ lies 184 km from the coordinates',
  ],
  [
    'a region that does not contain the point',
    { ...larisa, city: 'Περιφέρεια Κρήτης' },
    'coordinates',
    'city: Περιφέρεια Κρήτης lies 471 km from the coordinates',
  ],
  ['a regional unit around the point', { ...larisa, city: 'Ν. Λάρισας' }, 'coordinates', null],
  ['a region around the point', { ...larisa, city: 'Θεσσαλία' }, 'coordinates', null],
  [
    'a regional unit around a point far from its main town',
    { latitude: '38,9', longitude: '22,43', city: 'Φθιώτιδα' },
    'coordinates',
    null,
  ],
  ['a KAEK of the prefecture', { ...thessaloniki, kaek_code: '190123456789' }, 'address', null],
  ['a parcel as near as the address is exact', { ...athens, kaek_code: parcel }, 'parcel', null],
  [
    'a point in Thessaloniki and an address in Athens',
    { ...athens, latitude: '40,63', longitude: '22,94' },
    'coordinates',
    'address: it lies 302 km from the coordinates; postal_code: 10563 lies 302 km from the coordinates; city: Αθήνα lies 302 km from the coordinates',
  ],
  [
    'a point some hundred metres from the address',
    { ...athens, latitude: '37,9722', longitude: '23,7300' },
    'coordinates',
    null,
  ],
  [
    'a point and a parcel 1.3 km apart',
    { kaek_code: parcel, latitude: '37,9762', longitude: '23,7315' },
    'coordinates',
    'kaek_code: its parcel lies 1.3 km from the coordinates',
  ],
  [
    'swapped coordinates and a good address',
    { ...athens, latitude: '23,7315', longitude: '37,9762' },
    'address',
    'coordinates: 23.7315, 37.9762: latitude and longitude are swapped; not used',
  ],
  [
    'swapped coordinates and nothing else',
    { latitude: '23,7315', longitude: '37,9762' },
    'coordinates',
    'coordinates: 23.7315, 37.9762: latitude and longitude are swapped; read the other way round',
  ],
  [
    'coordinates of zero and a good address',
    { ...athens, latitude: '0', longitude: '0' },
    'address',
    'coordinates: 0, 0: both are 0; not used',
  ],
  [
    'coordinates of zero and nothing else',
    { latitude: '0', longitude: '0' },
    null,
    'coordinates: 0, 0: both are 0; not used',
  ],
  [
    'coordinates of Paris and a good address',
    { ...athens, latitude: '48,8566', longitude: '2,3522' },
    'address',
    'coordinates: 48.8566, 2.3522: they lie outside Greece; not used',
  ],
  [
    'coordinates of Istanbul, which is in the box around Greece',
    { ...athens, latitude: '41,01', longitude: '28,98' },
    'address',
    'coordinates: 41.01, 28.98: they lie outside Greece; not used',
  ],
  [
    'the postal code of another city',
    { ...thessaloniki, postal_code: '10563', address: 'Τσιμισκή 20, Θεσσαλονίκη' },
    'address',
    'postal_code: 10563 lies 303 km from the address',
  ],
  [
    'an address in Patras and a postal code in Athens',
    { address: 'Ερμού 15, Πάτρα', postal_code: '10563' },
    'address',
    'postal_code: 10563 lies 178 km from the address',
  ],
  [
    'the same and a point in Patras',
    {
      address: 'Ερμού 15, Πάτρα',
      postal_code: '10563',
      latitude: '38,2460',
      longitude: '21,7344',
    },
    'coordinates',
    'postal_code: 10563 lies 178 km from the coordinates',
  ],
  [
    'the name of another city',
    { ...thessaloniki, city: 'Αθήνα' },
    'address',
    'postal_code: 54624 lies 302 km from the address',
  ],
  [
    'a postal code that does not exist',
    { ...athens, postal_code: '10999' },
    'address',
    'postal_code: 10999 is not known',
  ],
  ['a town that does not exist', { ...athens, city: 'qqq' }, 'address', 'city: qqq is not known'],
  [
    'a town that does not exist, and no postal code',
    { address: 'Ερμού 15', city: 'qqq' },
    'address',
    `city: qqq is not known; address: found with a confidence of 0.222 only${otherErmou}`,
  ],
  ['placeholders around a postal code', { ...placeholders, postal_code: '10563' }, 'address', null],
  ['nothing but placeholders', placeholders, null, 'position: the row has no location'],
  [
    'a street that many towns have, with a point in one of them',
    { address: 'Ερμού 15', latitude: '38,2466', longitude: '21,7346' },
    'coordinates',
    null,
  ],
  [
    'a street that many towns have, and no town',
    { address: 'Ερμού 15' },
    'address',
    `address: found with a confidence of 0.444 only${otherErmou}`,
  ],
  [
    'a street that its town does not have',
    { address: 'Ανύπαρκτη 77', postal_code: '26221', city: 'Πάτρα' },
    'address',
    'address: found with a confidence of 0.46 only',
  ],
  [
    'a street in a town whose streets are not known',
    { address: 'Ερμού 5', postal_code: '84100', city: 'Ερμούπολη' },
    'address',
    null,
  ],
  [
    'a code of no prefecture',
    { ...athens, kaek_code: '770123456789' },
    'address',
    'kaek_code: 77 is not the number of a prefecture (01 to 51)',
  ],
];

for (const [name, row, from, problem] of cases) {
  test(`a row with ${name} ${problem ? 'has that problem' : 'has no problem'}`, async () => {
    const result = await enriched(row);
    assert.equal(result.problem, problem);
    assert.equal(result.position_from, from);
  });
}

/** Common names of villages, and what a row and a report say about a house there. */
const villages =
  'Νεοχώρι Καλύβια Μεταμόρφωση Περιβόλι Κρύα_Βρύση Παλαιοχώρι Πλάτανος Άγιος_Γεώργιος Λουτρά Πηγή Ελαιώνας Κεφαλόβρυσο Αμπελόκηποι Ανατολή Καστρί Αγία_Τριάδα Μοναστήρι Άγιος_Δημήτριος Παναγία Καρδαμύλη';

test('an address in a village that has namesakes has no price without a problem or a reason', async () => {
  const { api, token } = await openTestService({ geocoder: national });
  let guesses = 0;
  for (const city of villages.split(' ').map(name => name.replace('_', ' '))) {
    const house = { street: 'Κεντρική οδός 4', city, property_type: 'Μονοκατοικία' };
    const row = await enriched({ ...house, build_area: '100' });
    const isGuess = row.match_confidence !== null && row.match_confidence < 0.5;
    guesses += Number(isGuess);
    if (isGuess || row.match_confidence === null) {
      assert.equal(row.cost_as_new_eur, null, city);
      assert.ok(row.problem, city);
    } else assert.equal(row.cost_as_new_eur > 0, row.found_postal_code !== null, city);
    const query = {
      address: `Κεντρική οδός 4, ${city}`,
      property_type: 'house',
      build_area: '100',
    };
    const headers = { authorization: `Bearer ${token}` };
    const url = `/api/property-report/?${new URLSearchParams(query)}`;
    const { location, cost, missing } = (await api.inject({ url, headers })).json();
    const reason = missing.find(({ section }: { section: string }) => section === 'cost')?.reason;
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
  assert.equal(own.problem, 'address: found with a confidence of 0.46 only');
});

test('a row is at the same place as the report with the same address and postal code', async () => {
  const { api, token } = await openTestService({ geocoder: national });
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
    const url = `/api/property-report/?${new URLSearchParams(query)}`;
    const headers = { authorization: `Bearer ${token}` };
    const { location, missing } = (await api.inject({ url, headers })).json();
    const name = `${address} ${postal_code}`;
    assert.equal(row.found_address, location.formatted_address, name);
    assert.equal(row.match_confidence, location.match.confidence, name);
    const reason = missing.find(({ section }: { section: string }) => section === 'cost')?.reason;
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
  const { problem, notes } = await enriched({ ...athens, kaek_code: '050123456789' });
  assert.equal(problem, null);
  assert.equal(notes, 'kaek_code: no parcel 050123456789 is loaded');
  assert.match((await enriched(athens)).notes, /^parcel: the position of the address is known to/);
});

test('with --no-parcel a row has no parcel column and no message about parcels', async () => {
  const row = await enriched({ ...athens, kaek_code: '050123456789' }, { noParcel: true });
  assert.deepEqual([row.problem, row.notes, row.parcel_kaek], [null, null, undefined]);
  assert.equal(row.cost_as_new_eur, 129_200);
});

test('a year of two digits gives no value as is, and is a problem with a hint', async () => {
  const row = await enriched({ ...athens, construction_year: '98' });
  assert.deepEqual([row.cost_as_new_eur, row.cost_as_is_eur], [129_200, null]);
  assert.match(row.problem, /got 98 \(is it 1998\?\)$/);
  assert.equal((await enriched(athens)).cost_as_is_eur, 98_676.5);
});

test('coordinates that are zero, swapped or abroad are recognised', () => {
  const cases: [number, number, ReturnType<typeof pointFault>][] = [
    [37.98, 23.73, undefined],
    [35.5, 24.02, undefined],
    [23.73, 37.98, 'swapped'],
    [0, 0, 'zero'],
    [0, 23.73, 'abroad'],
    [48.86, 2.35, 'abroad'],
    [-37.98, 23.73, 'abroad'],
  ];
  for (const [latitude, longitude, fault] of cases) {
    assert.equal(pointFault({ latitude, longitude }), fault, `${latitude} ${longitude}`);
  }
  assert.equal(
    faultMessage('swapped', { latitude: 23.73, longitude: 37.98 }, false).text,
    'coordinates: 23.73, 37.98: latitude and longitude are swapped; not used',
  );
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
