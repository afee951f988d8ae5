import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { buildGeocoder } from '#domain/geocoder/index/build-index.ts';
import { createClient } from '../../client/src/client.ts';
import { askCost } from '../../console/src/property/cost/ask-cost.ts';
import { find, hintFor } from '../../console/src/state/subject/find.ts';
import { casesIn } from '../cases.ts';
import { street, town } from '../geocoder/small-town.ts';
import { openTestService, rates } from '../service.ts';

/** Two postal codes of different prefixes 2 km apart, one at the parcel, and one far in the north. */
const [south, north] = town().postalCodes;

const fourCodes = buildGeocoder({
  ...town(street('Μεγάλης Οδού')),
  postalCodes: [
    south!,
    { ...north!, postalCode: '10563' },
    { ...north!, postalCode: '10431', latitude: 37.9, longitude: 23.7 },
    { ...north!, postalCode: '54630', latitude: 40.64, longitude: 22.94 },
  ],
});

const flat = { property_type: 'apartment', build_area: '85', postal_code: '10563' };

test('a postal code that contradicts the property gives no cost, and both codes are named', async () => {
  const { ask } = await openTestService({
    geocoder: fourCodes,
    rates: ['10', '54', '99'].map(postalPrefix => ({ ...rates[0]!, postalPrefix })),
  });
  const advice = 'send the postal code of the property, or leave it out';
  for (const [query, code, reason] of casesIn(`
    latitude=38&longitude=23 | 54630 | lies 293 km from the coordinates (99101)
    kaek_code=050681726003   | 54630 | lies 311 km from the parcel (10431)
    address=Μεγάλης Οδού 5   | 54630 | lies 293 km from the address (99101)
    latitude=38&longitude=23 | 54    | is not a known postal code near the coordinates (99101)
    latitude=38&longitude=23 | 99
    latitude=38&longitude=23 | 10563
  `)) {
    const asked = new URLSearchParams({ ...flat, postal_code: code });
    const { cost, missing } = (await ask(`/api/property-report/?${query}&${asked}`)).body;
    const found = missing.find(({ section }: { section: string }) => section === 'cost');
    assert.equal(found?.reason, reason ? `postal_code: ${code} ${reason}; ${advice}` : undefined);
    assert.equal(cost === null, reason !== '');
  }
});

/** Ερμού in two towns 293 km apart, and streets that only the second has, one called as the first. */
const [smallTown] = town().municipalities;

const otherTown = { ...smallTown!, id: 'Άλλης Χώρας', nominative: 'Άλλη Χώρα', otherNames: [] };
const elsewhere = { municipality: otherTown.id, postalCode: '54630' };

const twoTowns = buildGeocoder({
  ...town(
    street('Ερμού'),
    street('Ερμού', elsewhere),
    street('Μικρής Πόλης', elsewhere),
    street('Σκουφά', elsewhere),
  ),
  municipalities: [smallTown!, otherTown],
  postalCodes: [south!, { ...south!, ...elsewhere, latitude: 40.64, longitude: 22.94 }],
});

test('a postal code chooses among namesakes, and moves no address to another town', async t => {
  const { api: own, token: ownToken } = await openTestService({
    geocoder: twoTowns,
    rates: ['54', '99'].map(postalPrefix => ({ ...rates[0]!, postalPrefix })),
  });
  await own.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => own.close());
  const { port } = own.server.address() as AddressInfo;
  const client = createClient({
    apiUrl: `http://127.0.0.1:${port}`,
    authUrl: 'http://127.0.0.1:1',
    accessToken: () => ownToken,
  });
  const building = { property_type: 'apartment', build_area: 85 } as const;
  // The address, the code that is sent, the town of the answer, and the prefix of its cost.
  for (const [address, postal_code, municipality, prefix] of casesIn(`
    Ερμού 15, Μικρή Πόλη  | 54630 | Μικρή Πόλη
    Ερμού 15, Μικρή Πόλη  | 54000 | Μικρή Πόλη
    Ερμού 15, Μικρή Πόλη  | 00000 | Μικρή Πόλη
    Ερμού 15, Μικρή Πόλη  | 99101 | Μικρή Πόλη | 99
    Ερμού 15              | 99101 | Μικρή Πόλη | 99
    Ερμού 15              | 54630 | Άλλη Χώρα  | 54
    Ερμού 15              | 54    | Άλλη Χώρα  | 54
    Ερμού 15              | 99    | Άλλη Χώρα
    Σκουφά 15, Μικρή Πόλη | 54630 | Μικρή Πόλη
    Μικρή Πόλη            | 54    | Μικρή Πόλη
    Μικρή Πόλη            | 00    | Μικρή Πόλη
    Μικρή Πόλη            | 99    | Μικρή Πόλη | 99
    Άλλη Χώρα             | 54    | Άλλη Χώρα  | 54
  `)) {
    const name = `${address} ${postal_code}`;
    const subject = { kind: 'address', address } as const;
    const report = await client.propertyReport({ address, postal_code, ...building });
    assert.equal(report.location?.components.municipality, municipality, name);
    const street = address.startsWith('Ερμού') ? 'Ερμού' : null;
    assert.equal(report.location?.components.street, street, name);
    assert.equal(report.cost?.basis?.postal_prefix, prefix || undefined, name);
    const reason = report.missing.find(({ section }) => section === 'cost')?.reason;
    assert.equal(reason?.startsWith(`postal_code: ${postal_code} `), prefix ? undefined : true);
    const found = (await find(client, subject, {}, hintFor(subject, postal_code)))!;
    assert.deepEqual(found.address, report.location, name);
    const shown = await askCost(client, found, { postal_code, ...building, explain: true }, {});
    assert.deepEqual(shown?.reconstruction_cost, report.cost?.reconstruction_cost, name);
  }
  for (const postal_code of ['99101', '54630']) {
    const address = 'Ερμού 15';
    const { location } = await client.propertyReport({ address, postal_code });
    assert.deepEqual(location, (await client.addressSearch({ address, postal_code })).results[0]);
  }
});

test('a postal code that is sent prices the building, but nothing outside Greece', async () => {
  const { ask } = await openTestService({ geocoder: fourCodes });
  const report = (query: Record<string, string>) =>
    ask(`/api/property-report/?${new URLSearchParams({ ...flat, ...query })}`);
  const { body } = await report({ latitude: '38', longitude: '23' });
  assert.equal(body.location.components.postal_code, '99101');
  assert.equal(body.cost.reconstruction_cost.as_new, 127_500);
  assert.equal(body.cost.basis.postal_prefix, '10');
  assert.equal(body.query.postal_code, '10563');
  const { body: london } = await report({ latitude: '51.5', longitude: '-0.12' });
  assert.equal(london.cost, null);
  assert.deepEqual(london.missing.at(-1), {
    section: 'cost',
    code: 'postal_code_missing',
    reason: 'the postal code of the location is not known',
  });
  const wrong = await report({ latitude: '38', longitude: '23', postal_code: 'x' });
  assert.equal(wrong.status, 400);
  assert.match(wrong.body.message, /^postal_code: expected digits only, at least two/);
});
