import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import test, { after } from 'node:test';
import { type Address, replaceRows } from '#storage/store/store.ts';
import { createClient } from '../../client/src/client.ts';
import { examplesOf, findExampleAddress } from '../../console/src/shell/examples.ts';
import { find } from '../../console/src/state/subject/find.ts';
import { subjectText } from '../../console/src/state/subject/subject-text.ts';
import { openTestService, provenance } from '../service.ts';
import { squareAt } from '../zones/generated.ts';

const { api, store } = await openTestService();
const house = (houseNumber: string, latitude: number): Address => ({
  ...{ externalId: null, street: 'Μεγάλης Οδού', houseNumber, postalCode: '99101', city: null },
  ...{ municipality: 'Μικρής Πόλης', latitude, longitude: 23, reachMetres: 0 },
});
await replaceRows(store, 'addresses', provenance, [house('1', 38), house('5', 38.0004)]);
const square = squareAt(22.9997, 37.9999, 0.0006);
await replaceRows(store, 'parcels', provenance, [
  { kaek: '050681726003', areaM2: 1_200, geometry: { type: 'Polygon', coordinates: [square] } },
]);
await api.listen({ host: '127.0.0.1', port: 0 });
after(() => api.close());
const { port } = api.server.address() as AddressInfo;
const client = createClient({ apiUrl: `http://127.0.0.1:${port}`, authUrl: 'http://127.0.0.1:1' });

const look = async (address: string) => (await find(client, { kind: 'address', address }, {}))!;

test('a parcel is shown for a known house, and not for one between two others', async () => {
  const known = await look('Μεγάλης Οδού 1, Μικρή Πόλη');
  assert.equal(known.address?.match.level, 'house_number');
  assert.equal(known.parcel?.kaek, '050681726003');
  const between = await look('Μεγάλης Οδού 3, Μικρή Πόλη');
  assert.equal(between.address?.match.level, 'interpolated');
  assert.equal(between.parcel, undefined);
  assert.equal(between.isExact, false);
});

test('a parcel found by its KAEK has the same position as in the report', async () => {
  const found = await find(client, { kind: 'kaek', code: '05 068 1726003' }, {});
  assert.deepEqual([found?.latitude, found?.longitude], [38.0002, 23]);
});

test('the examples of the start page are found in the loaded data', async () => {
  const { example_parcel: parcel } = await client.consoleSettings();
  assert.equal(parcel?.kaek, '050681726003');
  const examples = examplesOf(await findExampleAddress(client, parcel, {}), parcel, 'el');
  assert.deepEqual(
    examples.map(({ subject }) => subject.kind),
    ['address', 'kaek', 'point'],
  );
  for (const { subject } of examples) assert.ok(await find(client, subject, {}), subject.kind);
  // Where only the postal code is known near the parcel, the usual address is the example.
  const street = { components: { street: 'Εγνατίας' } };
  const roughly = {
    reverse: async () => ({ results: [{ components: { street: null } }] }),
    addressSearch: async () => ({ results: [street] }),
  } as unknown as typeof client;
  assert.equal(await findExampleAddress(roughly, parcel, {}), street);
  // The usual example is in another town: without parcels nothing here would be found.
  assert.deepEqual(examplesOf(await findExampleAddress(client, null, {}), null, 'el'), []);
});

test('what was typed stays in the search box unless an address was found with confidence', async () => {
  const subject = { kind: 'address', address: 'megalis odou 1' } as const;
  const found = (await find(client, subject, {}))!;
  const sure = found.address!;
  assert.ok(sure.match.confidence > 0.5);
  assert.equal(subjectText(subject, found, 'el'), sure.formatted_address);
  const address = { ...sure, match: { ...sure.match, confidence: 0.188 } };
  assert.equal(subjectText(subject, { ...found, address }, 'el'), 'megalis odou 1');
});

test('a name in a link is shown only if the service has that place there', async () => {
  const point = { kind: 'point', latitude: 38, longitude: 23 } as const;
  const named = await find(client, { ...point, name: 'Μεγάλης Οδού 1, Μικρή Πόλη' }, {});
  assert.equal(named?.place?.components.house_number, '1');
  const invented = await find(client, { ...point, name: 'Μεγάλης Οδού 5, Μικρή Πόλη' }, {});
  assert.equal(invented?.place, undefined);
});

test('a suggestion that the text names whole is among the candidates, and one that goes on is not', async () => {
  const sure = (await look('Μεγάλης Οδού 1, Μικρή Πόλη')).address!;
  const guess = { ...sure, id: 'guess', match: { ...sure.match, confidence: 0.2 } };
  const byId = (id: string) => ({ ...sure, id });
  const suggested = (id: string, text: string) => ({ id, text, also: null, kind: 'address' });
  const fake = {
    addressSearch: async (query: { result_id?: string }) => {
      return { results: [query.result_id === undefined ? guess : byId(query.result_id)] };
    },
    suggest: async () => ({
      suggestions: [
        suggested('guess', 'Μεγάλης Οδού 1, Μικρή Πόλη'),
        suggested('whole', 'Μεγάλης Οδού 1, Μεγάλη Πόλη'),
        suggested('longer', 'Μεγάλης Οδού 15, Μικρή Πόλη'),
      ],
    }),
  } as unknown as typeof client;
  const found = (await find(fake, { kind: 'address', address: 'μεγαλης οδου 1' }, {}))!;
  assert.equal(found.isChoice, true);
  assert.deepEqual(
    found.others?.map(({ id }) => id),
    ['whole'],
  );
});
