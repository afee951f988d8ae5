import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { createClient } from '../../client/src/client.ts';
import { askCost } from '../../console/src/cost/ask-cost.ts';
import { find, hintFor } from '../../console/src/subject/find.ts';
import { buildGeocoder } from '../../src/geocoder/build.ts';
import { locateWithPostalCode } from '../../src/property/locate-with-postal-code.ts';
import type { Parcel } from '../../src/property/parcels.ts';
import { type Address, replaceRows } from '../../src/store/store.ts';
import { street, town } from '../geocoder/small-town.ts';
import { openTestService, provenance, rates } from '../service.ts';

const { api, token } = await openTestService();

function report(query: Record<string, string> | string, headers: Record<string, string> = {}) {
  return api.inject({
    url: `/api/property-report/?${new URLSearchParams(query)}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
}

test('a report has every section, whichever way it is asked', async () => {
  const ways: [Record<string, string>, string][] = [
    [{ address: 'Μεγάλης Οδού 5' }, 'address'],
    [{ kaek_code: '05.068.17-26 003/0/1' }, 'parcel'],
    [{ latitude: '38', longitude: '23' }, 'coordinates'],
  ];
  for (const [query, from] of ways) {
    const response = await report(query);
    assert.equal(response.statusCode, 200, response.body);
    assert.match(response.headers['content-type'] as string, /^application\/json/);
    assert.deepEqual(Object.keys(response.json()), [
      'query',
      'position',
      'location',
      'parcel',
      'cost',
      'neighbourhood',
      'missing',
      'sources',
      'year',
      'generated_at',
    ]);
    assert.equal(response.json().position.from, from);
  }
});

test('a report contains the query, the time and the sources', async () => {
  const body = (await report({ latitude: '38.0', longitude: '23', build_area: '85.50' })).json();
  assert.deepEqual(body.query, {
    address: null,
    kaek_code: null,
    latitude: 38,
    longitude: 23,
    property_type: null,
    build_area: 85.5,
    construction_year: null,
  });
  assert.equal(body.year, 2026);
  assert.equal(body.generated_at, '2026-06-15T09:00:00.000Z');
  assert.deepEqual(body.sources[0], {
    layer: 'costs',
    source: 'test',
    licence: 'none',
    loaded_at: '2026-06-15T09:00:00.000Z',
  });
});

test('unknown values are null, and missing gives the reason', async () => {
  const reasonsOf = async (query: Record<string, string>) => {
    const body = (await report(query)).json();
    for (const { section } of body.missing) assert.equal(body[section], null);
    return Object.fromEntries(
      body.missing.map((one: { section: string; reason: string }) => [one.section, one.reason]),
    );
  };
  assert.deepEqual(await reasonsOf({ latitude: '0', longitude: '0' }), {
    location: 'no address is known near this point',
    parcel: 'no loaded parcel holds this point',
    cost: 'the cost needs property_type and build_area, and at least one was not sent',
  });
  const flat = { property_type: 'apartment', build_area: '85' };
  assert.deepEqual(await reasonsOf({ kaek_code: '050681726003', ...flat }), {
    location: 'no address is known near this point',
    cost: 'the postal code of the location is not known',
  });
  assert.deepEqual(await reasonsOf({ address: 'Μεγάλης Οδού 5', ...flat }), {
    parcel:
      'the position of the address is known to about 600 m only (match.level street), which is not exact enough to find the parcel',
    cost: 'no reconstruction cost for postal-code prefix 99 and property_type apartment; the prefix has none',
  });
});

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
  const { api: own, token: ownToken } = await openTestService({
    geocoder: fourCodes,
    rates: ['10', '54', '99'].map(postalPrefix => ({ ...rates[0]!, postalPrefix })),
  });
  const ask = async (query: Record<string, string>) => {
    const url = `/api/property-report/?${new URLSearchParams({ ...flat, ...query })}`;
    return (await own.inject({ url, headers: { authorization: `Bearer ${ownToken}` } })).json();
  };
  const advice = 'send the postal code of the property, or leave it out';
  const point = { latitude: '38', longitude: '23' };
  const cases: [Record<string, string>, string | undefined][] = [
    [{ ...point, postal_code: '54630' }, `lies 293 km from the coordinates (99101); ${advice}`],
    [
      { kaek_code: '050681726003', postal_code: '54630' },
      `lies 311 km from the parcel (10431); ${advice}`,
    ],
    [
      { address: 'Μεγάλης Οδού 5', postal_code: '54630' },
      `lies 293 km from the address (99101); ${advice}`,
    ],
    [
      { ...point, postal_code: '54' },
      `is not a known postal code near the coordinates (99101); ${advice}`,
    ],
    [{ ...point, postal_code: '99' }, undefined],
    [{ ...point, postal_code: '10563' }, undefined],
  ];
  for (const [query, reason] of cases) {
    const { cost, missing } = await ask(query);
    const found = missing.find(({ section }: { section: string }) => section === 'cost');
    assert.equal(found?.reason, reason && `postal_code: ${query.postal_code} ${reason}`);
    assert.equal(cost === null, reason !== undefined);
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
  const cases: [address: string, code: string, town: string, prefix: string | undefined][] = [
    ['Ερμού 15, Μικρή Πόλη', '54630', 'Μικρή Πόλη', undefined],
    ['Ερμού 15, Μικρή Πόλη', '54000', 'Μικρή Πόλη', undefined],
    ['Ερμού 15, Μικρή Πόλη', '00000', 'Μικρή Πόλη', undefined],
    ['Ερμού 15, Μικρή Πόλη', '99101', 'Μικρή Πόλη', '99'],
    ['Ερμού 15', '99101', 'Μικρή Πόλη', '99'],
    ['Ερμού 15', '54630', 'Άλλη Χώρα', '54'],
    ['Ερμού 15', '54', 'Άλλη Χώρα', '54'],
    ['Ερμού 15', '99', 'Άλλη Χώρα', undefined],
    ['Σκουφά 15, Μικρή Πόλη', '54630', 'Μικρή Πόλη', undefined],
    ['Μικρή Πόλη', '54630', 'Μικρή Πόλη', undefined],
    ['Μικρή Πόλη', '54', 'Μικρή Πόλη', undefined],
    ['Μικρή Πόλη', '00', 'Μικρή Πόλη', undefined],
    ['Μικρή Πόλη', '99', 'Μικρή Πόλη', '99'],
    ['Άλλη Χώρα', '54', 'Άλλη Χώρα', '54'],
  ];
  for (const [address, postal_code, municipality, prefix] of cases) {
    const name = `${address} ${postal_code}`;
    const subject = { kind: 'address', address } as const;
    const report = await client.propertyReport({ address, postal_code, ...building });
    assert.equal(report.location?.components.municipality, municipality, name);
    const street = address.startsWith('Ερμού') ? 'Ερμού' : null;
    assert.equal(report.location?.components.street, street, name);
    assert.equal(report.cost?.basis?.postal_prefix, prefix, name);
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

test('a postal code moves no address, however sure the match with the code is', async () => {
  const result = (
    municipality: string,
    street: string | null,
    confidence: number,
    fault?: string,
  ) => ({
    components: { street, municipality },
    match: { confidence, faults: fault ? [{ field: fault }] : [] },
  });
  const town = result('Άγιος Νικόλαος', null, 0.39);
  const street = result('Αθήνα', 'Ερμού', 0.44);
  const cases = [
    [town, result('Βόλος', 'Αγίου Νικολάου', 0.81), false],
    [town, result('Βόλος', null, 0.81), true],
    [town, result('Άγιος Νικόλαος', 'Αγίου Νικολάου', 0.81), true],
    [street, result('Πάτρα', 'Ερμού', 0.96), true],
    [street, result('Πάτρα', 'Ερμού', 0.58, 'city'), false],
    [street, result('Πάτρα', 'Ερμού', 0.58, 'house_number'), true],
    [street, result('Αθήνα', 'Ερμού', 0.58, 'city'), true],
    [street, result('Αθήνα', 'Ερμού', 0.4), false],
  ] as const;
  for (const [alone, hinted, isUsed] of cases) {
    const found = await locateWithPostalCode(async code => (code ? hinted : alone), '38221');
    assert.equal(found, isUsed ? hinted : alone, JSON.stringify([alone, hinted]));
  }
});

test('a postal code that is sent prices the building, but nothing outside Greece', async () => {
  const { api: own, token: ownToken } = await openTestService({ geocoder: fourCodes });
  const report = (query: Record<string, string>) =>
    own.inject({
      url: `/api/property-report/?${new URLSearchParams(query)}`,
      headers: { authorization: `Bearer ${ownToken}` },
    });
  const body = (await report({ latitude: '38', longitude: '23', ...flat })).json();
  assert.equal(body.location.components.postal_code, '99101');
  assert.equal(body.cost.reconstruction_cost.as_new, 127_500);
  assert.equal(body.cost.basis.postal_prefix, '10');
  assert.equal(body.query.postal_code, '10563');
  const london = (await report({ latitude: '51.5', longitude: '-0.12', ...flat })).json();
  assert.equal(london.cost, null);
  assert.deepEqual(london.missing.at(-1), {
    section: 'cost',
    reason: 'the postal code of the location is not known',
  });
  const wrong = await report({ latitude: '38', longitude: '23', ...flat, postal_code: 'x' });
  assert.equal(wrong.statusCode, 400);
  assert.match(wrong.json().message, /^postal_code: expected digits only, at least two/);
});

test('an address gets a parcel only if the exact house was found', async () => {
  const { api: own, token: ownToken, store } = await openTestService();
  const [latitude, longitude] = [38.0005, 23.0005];
  const house: Address = {
    externalId: 'node/5',
    street: 'Μεγάλης Οδού',
    houseNumber: '5',
    postalCode: '99101',
    city: 'Μικρή Πόλη',
    municipality: 'Μικρής Πόλης',
    latitude,
    longitude,
    reachMetres: 0,
  };
  await replaceRows(store, 'addresses', provenance, [house]);
  const plot: Parcel = {
    kaek: '050681726777',
    areaM2: 100,
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [23, 38],
          [23.001, 38],
          [23.001, 38.001],
          [23, 38.001],
          [23, 38],
        ],
      ],
    },
  };
  await replaceRows(store, 'parcels', { ...provenance, source: 'plots' }, [plot]);
  const parcelOf = async (address: string) => {
    const url = `/api/property-report/?${new URLSearchParams({ address })}`;
    const headers = { authorization: `Bearer ${ownToken}` };
    const { location, parcel } = (await own.inject({ url, headers })).json();
    return [location.match.level, parcel?.kaek ?? null];
  };
  assert.deepEqual(await parcelOf('Μεγάλης Οδού 5'), ['house_number', plot.kaek]);
  assert.deepEqual(await parcelOf('Μεγάλης Οδού'), ['street', null]);
});

test('none or several of the three ways are 400', async () => {
  const start = 'expected exactly one of address, kaek_code, or latitude and longitude; got ';
  const point = { latitude: '38', longitude: '23' };
  const cases: [Record<string, string>, string][] = [
    [{}, 'none'],
    [{ property_type: 'house' }, 'none'],
    [{ address: 'Μεγάλης Οδού', kaek_code: '050681726003' }, 'several'],
    [{ address: 'Μεγάλης Οδού', ...point }, 'several'],
    [{ address: 'Μεγάλης Οδού', latitude: '38' }, 'several'],
    [{ kaek_code: '050681726003', ...point }, 'several'],
    [{ latitude: '38' }, 'no longitude'],
    [{ longitude: '23' }, 'no latitude'],
  ];
  for (const [query, got] of cases) {
    const response = await report(query);
    assert.equal(response.statusCode, 400, JSON.stringify(query));
    assert.deepEqual(response.json(), { error: 400, message: start + got });
  }
});

test('each parameter is held to the rules of its own operation', async () => {
  const point = { latitude: '38', longitude: '23' };
  const cases: [Record<string, string> | string, RegExp][] = [
    [{ address: 'ab' }, /^address: expected text of 3 to 256 characters$/],
    [{ address: '' }, /^address: expected text/],
    [{ kaek_code: 'nonsense' }, /^kaek_code: expected 12 characters/],
    [{ latitude: '91', longitude: '23' }, /^latitude: expected a number from -90 to 90$/],
    [{ latitude: '38', longitude: 'east' }, /^longitude: expected a number/],
    ['latitude=38&latitude=38&longitude=23', /^latitude: expected one value, got 2$/],
    [{ ...point, property_type: 'castle' }, /^property_type: expected one of apartment/],
    [{ ...point, build_area: '0' }, /^build_area: expected a number greater than 0$/],
    [{ ...point, build_area: '0x10' }, /^build_area/],
    [{ ...point, construction_year: '1998.5' }, /^construction_year: expected a whole number/],
    [{ ...point, construction_year: '2027' }, /^construction_year: expected a year not later/],
  ];
  for (const [query, message] of cases) {
    const response = await report(query);
    assert.equal(response.statusCode, 400, JSON.stringify(query));
    assert.match(response.json().message, message);
  }
});

test('an address that is not found and a parcel that is not loaded are 404', async () => {
  const address = await report({ address: 'xyzzy qwerty' });
  assert.equal(address.statusCode, 404);
  assert.equal(address.json().message, 'address: nothing was found for it');
  const parcel = await report({ kaek_code: '050681726999' });
  assert.equal(parcel.statusCode, 404);
  assert.equal(parcel.json().message, 'kaek_code: no parcel 050681726999 is loaded');
});

test('without a good token it is 401 before anything else is looked at', async () => {
  for (const authorization of ['', 'Bearer x', `Bearer ${token.slice(0, -2)}`]) {
    for (const query of ['', 'kaek_code=050681726003', 'latitude=999']) {
      const response = await report(query, { authorization });
      assert.equal(response.statusCode, 401);
      assert.equal(response.headers['www-authenticate'], 'Bearer');
    }
  }
});

test('the places of a report are, byte for byte, those of points-of-interest', async () => {
  const places = await api.inject({
    method: 'POST',
    url: '/api/points-of-interest/',
    headers: { authorization: `Bearer ${token}` },
    payload: { latitude: 38, longitude: 23 },
  });
  assert.equal(places.json().length, 3);
  const { body } = await report({ latitude: '38', longitude: '23' });
  assert.ok(body.includes(`"neighbourhood":${places.body},"missing"`));
});
