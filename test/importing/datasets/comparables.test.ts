import assert from 'node:assert/strict';
import test from 'node:test';
import { comparableDataset, type LocateAddress } from '#importing/datasets/comparable-dataset.ts';
import type { DatasetOptions } from '#importing/datasets/dataset.ts';
import type { FeatureReader } from '#importing/readers/reader.ts';

const locate: LocateAddress = async (address, postalCode) =>
  address === 'Ερμού 5, Αθήνα'
    ? { latitude: 37.976, longitude: 23.73, accuracyMetres: postalCode === '10563' ? 10 : 20 }
    : 'an address that is found';

async function rowOf(
  properties: Record<string, unknown>,
  given: { kind?: string; notes?: string[]; options?: DatasetOptions } = {},
) {
  const { kind, notes = [], options = {} } = given;
  const toRow = comparableDataset(locate, kind, '2026-06-15').open(
    { epsg: 4326, unit: 'row' } as FeatureReader,
    options,
    (reason, detail) => notes.push(`${reason}: ${detail}`),
  );
  return toRow({ number: 1, properties, geometry: null });
}

const flat = {
  ...{ property_type: 'apartment', area: '80', price: '160000', date: '2026-03-01' },
  ...{ kind: 'sold', latitude: '37.98', longitude: '23.73' },
};

test('a row has its price and its position', async () => {
  const row = await rowOf({ ...flat, external_id: 'a', construction_year: 1985, source: 'x' });
  assert.deepEqual(row, {
    ...{ externalId: 'a', propertyType: 'apartment', areaM2: 80, constructionYear: 1985 },
    ...{ priceEur: 160_000, date: '2026-03-01', kind: 'sold', priceSource: 'x', address: null },
    ...{ latitude: 37.98, longitude: 23.73, accuracyMetres: 0 },
  });
});

test('Greek headings, words, decimal commas and an address are read', async () => {
  const row = await rowOf({
    'Είδος ακινήτου': 'Διαμέρισμα',
    'Εμβαδόν (τ.μ.)': '82,5',
    'Έτος κατασκευής': '1972',
    Τιμή: '165.000,50 €',
    Ημερομηνία: '1/3/2026',
    'Είδος τιμής': 'Ζητούμενη',
    Πηγή: 'αγγελία',
    Διεύθυνση: 'Ερμού 5, Αθήνα',
    'Τ.Κ.': '105 63',
  });
  const { propertyType, areaM2, constructionYear, priceEur, date, kind, accuracyMetres } = row;
  assert.deepEqual(
    [propertyType, areaM2, constructionYear, priceEur, date, kind, accuracyMetres],
    ['apartment', 82.5, 1972, 165_000.5, '2026-03-01', 'asking', 10],
  );
  const plot = await rowOf({ ...flat, property_type: 'Οικόπεδο', price: 9_000 });
  assert.equal(plot.propertyType, 'land');
  assert.equal((await rowOf({ ...flat, kind: '' }, { kind: 'asking' })).kind, 'asking');
});

/** What a row must not have, and the message. */
const refused: readonly (readonly [object, RegExp])[] = [
  [{ property_type: 'κάστρο' }, /property_type: expected one of apartment, .*, land/],
  [{ area: 0 }, /area: expected a number from 1 to/],
  [{ construction_year: 1990.5 }, /construction_year: expected a whole number/],
  [{ price: 160 }, /price: expected 10 to 100000 € for each m², got "160 € for 80 m²"/],
  [{ price: 1e9 }, /price: expected 10 to 100000/],
  [{ date: '2026-06-16' }, /date: expected a day from 1950 until today, got "2026-06-16"/],
  [{ kind: '' }, /kind: expected asking or sold in a column, or --kind for all rows/],
  [{ kind: 'rented' }, /kind: expected asking or sold, got "rented"/],
  [{ latitude: '', longitude: '' }, /address: expected an address, or a position/],
  [{ latitude: '', address: 'Πουθενά 9' }, /address: expected an address that is found, got "Π/],
  [{ source: 'maria@example.org' }, /^source: expected no e-mail address or telephone number$/],
  [{ source: 'τηλ. 210 123 4567' }, /^source: expected no e-mail address or telephone number$/],
  [{ address: 'Ερμού 5, 6971234567' }, /^address: expected no e-mail/],
  [{ address: 'Ερμού 5, +30 2101234567' }, /^address: expected no e-mail/],
];

test('a value that is impossible or personal refuses the row, and personal values are not shown', async () => {
  for (const [change, message] of refused) {
    await assert.rejects(
      async () => rowOf({ ...flat, ...change }),
      (error: Error) => message.test(error.message),
      `${JSON.stringify(change)}: ${message}`,
    );
  }
  const link = 'https://example.org/ad/2101234567';
  assert.equal((await rowOf({ ...flat, source: link })).priceSource, link);
});

test('columns with personal data are named and dropped, and cannot be mapped', async () => {
  const notes: string[] = [];
  const greek = { Ιδιοκτήτης: 'Μ. Π.', Τηλ: '2101234567' };
  const persons = { ...greek, 'E-mail': 'm@example.org', owner_name: 'Maria' };
  const row = await rowOf({ ...flat, ...persons }, { notes });
  const dropped = 'columns with personal data are not taken: Ιδιοκτήτης, Τηλ, E-mail, owner_name';
  assert.deepEqual(notes, [dropped]);
  for (const value of Object.values(persons)) assert.ok(!JSON.stringify(row).includes(value));
  await assert.rejects(
    async () => rowOf(flat, { options: { map: ['source=Ονοματεπώνυμο'] } }),
    /--map source=Ονοματεπώνυμο: expected a column without personal data/,
  );
});
