import assert from 'node:assert/strict';
import test from 'node:test';
import type { CostFactor } from '#domain/property/cost/cost-table.ts';
import { casesIn } from '../cases.ts';
import { openTestService, rates } from '../service.ts';

const factor = (kind: CostFactor['kind'], name: string, item: string): CostFactor => ({
  ...{ kind, name, item, value: 1 },
  ...{ propertyType: '', validFrom: '2024-01-01', source: 'rules' },
});

const { api, token } = await openTestService({
  rates: [
    ...rates,
    factor('addon', 'full', 'fees'),
    factor('condition', 'heidecke', 'good'),
    factor('quality', 'finish', 'luxury'),
    factor('index', 'dwellings', '2024-Q1'),
  ],
});
const headers = { authorization: `Bearer ${token}` };

const flat = 'postal_code=10563&property_type=apartment&build_area=100';
const parcel = 'kaek_code=050681726003';
const unknown = 'index=x&quality=x&addons=x&ageing=x&condition=x';
const anyType = 'property_type: expected one of apartment, house, maisonette';
const anyArea = 'build_area: expected a number greater than 0';
const anyDay = 'valuation_date: expected a day as YYYY-MM-DD';
const tooLate = 'construction_year: expected a year not later than 2026';
const future = 'valuation_date: expected a day not later than 2026-06-15';
const quality = 'quality: expected one of luxury';
const index = 'index: expected one of dwellings';
const addons = 'addons: expected one of full';
const code =
  'kaek_code: expected 12 characters such as 050095701001 or 12098ΕΚ00029, optionally a unit such as /0/1';
const ways =
  'expected exactly one of address, result_id, kaek_code, or latitude and longitude; got ';
const names = `${index}; ${quality}; ${addons}; ageing: expected one of ross, straight_line; condition: expected one of good`;
const lost = '2020-01-01T00:00:00.000Z-000000000000';

// The query, the status and the whole message. Of a parameter that comes twice the last counts.
const costs = `
  # Of the schema, then of the handler.
  ${flat}&build_area=0&construction_year=2999 | 400 | ${anyArea}; ${tooLate}
  property_type=castle&construction_year=2999 | 400 | postal_code is missing: expected digits only, at least two; ${anyType}; build_area is missing: expected a number greater than 0; ${tooLate}
  ${flat}&construction_year=1990&${unknown} | 400 | ${names}
  ${flat}&explain=x&construction_year=1990&renovation_year=1980&${unknown} | 400 | explain: expected true or false; renovation_year: expected a year from 1990, that of construction, to 2026; ${names}
  ${flat}&renovation_year=2000&condition=x&ageing=x&quality=x | 400 | renovation_year: expected together with construction_year; condition: expected together with construction_year; ageing: expected together with construction_year; ${quality}
  ${flat}&valuation_date=2026-06-16&construction_year=2027 | 400 | ${future}; ${tooLate}
  ${flat}&valuation_date=2026-02-31&dataset=x | 400 | ${anyDay}; dataset: expected the name of a dataset, as \`basis\` has it
  # What depends on another fault is none: a day, a type or a dataset decides what is loaded.
  ${flat}&valuation_date=2026-06-16&${unknown}&construction_year=1990 | 400 | ${future}
  ${flat}&valuation_date=x&quality=x&construction_year=2027 | 400 | ${anyDay}; ${tooLate}
  ${flat}&property_type=castle&quality=x&index=x | 400 | ${anyType}; ${index}
  ${flat}&construction_year=x&renovation_year=2000&condition=x&quality=x | 400 | construction_year: expected a whole number of 1 or more; ${quality}
  ${flat}&construction_year=2027&renovation_year=2000 | 400 | ${tooLate}
  # 400 comes before 422.
  ${flat}&postal_code=99&quality=x&addons=x | 400 | ${quality}; ${addons}
  # Except on a day without a rate, when no name was loaded either.
  ${flat}&valuation_date=2001-01-01&quality=luxury&addons=full | 422 | no reconstruction cost for postal-code prefix 10 and property_type apartment on 2001-01-01; its rates begin on 2026-01-01
  ${flat}&dataset=${lost}&construction_year=2027 | 400 | ${tooLate}
`;

const reports = `
  ${parcel}&address=Μεγάλης Οδού 5&construction_year=2999 | 400 | ${tooLate}; ${ways}several
  ${flat}&build_area=0&construction_year=2999&quality=x&kaek_code=x&result_id=c10563 | 400 | ${anyArea}; ${tooLate}; ${quality}; ${ways}several; ${code}
  ${flat}&latitude=91&quality=x | 400 | latitude: expected a number from -90 to 90; ${quality}; ${ways}no longitude
  ${parcel}&address=x&quality=x | 400 | address: expected text of 3 to 256 characters; ${ways}several
  ${flat}&${parcel}&construction_year=1990&${unknown} | 400 | ${names}
  # A wrong way to name the property is a way.
  kaek_code=${'x'.repeat(65)}&construction_year=2027 | 400 | ${code}; ${tooLate}
  result_id=c10563&build_area=x | 400 | ${anyArea}
  build_area=x | 400 | ${anyArea}; ${ways}none
  # 400 comes before 404.
  ${flat}&kaek_code=050681726099&quality=x&addons=x | 400 | ${quality}; ${addons}
  # Without a cost its terms do not count, and what is not loaded is the reason why there is none.
  ${parcel}&${unknown}&construction_year=1990 | 200
  ${flat}&${parcel}&dataset=${lost} | 200
`;

const paramsOf = (query: string) => Object.fromEntries(new URLSearchParams(query));

for (const [path, table] of [
  ['reconstruction-cost', costs],
  ['property-report', reports],
] as const) {
  test(`${path}: one message names all faults, alone and in a batch`, async () => {
    for (const [written, status, message] of casesIn(table)) {
      const query = paramsOf(written);
      const url = `/api/${path}/?${new URLSearchParams(query)}`;
      const alone = await api.inject({ url, headers });
      assert.equal(alone.statusCode, Number(status), alone.body);
      if (status === '200') continue;
      assert.deepEqual(alone.json(), { error: Number(status), message }, url);
      const typed = Object.entries(query).map(([name, value]) =>
        /(area|year|latitude)=\d+$/.test(`${name}=${value}`)
          ? [name, Number(value)]
          : [name, value],
      );
      const payload = { requests: [Object.fromEntries(typed)] };
      const batchUrl = `/api/${path}/batch/`;
      const batch = await api.inject({ method: 'POST', url: batchUrl, headers, payload });
      assert.deepEqual(batch.json().answers[0].failure, alone.json(), url);
    }
  });
}

test('address-search: one message names all faults', async () => {
  const south = 'bbox: expected a south that is not above the north';
  const alone = 'longitude: expected together with latitude';
  const both = (field: string, either: string) =>
    `${field}: expected ${either}, got both; leave one of them out`;
  for (const [query, message] of casesIn(`
    address=Μεγάλης&latitude=38&bbox=23,39,24,38 | ${alone}; ${south}
    address=Μεγάλης&street=Μεγάλης&house_number=5&latitude=38 | ${alone}; ${both('street', 'address or street')}; ${both('house_number', 'address or street')}
    result_id=c10563&address=Μεγάλης&city=Πόλη&bbox=23,39,24,38 | ${south}; ${both('address', 'result_id or address')}; ${both('city', 'result_id or city')}
  `)) {
    const url = `/api/geocoding/address-search/?${new URLSearchParams(query)}`;
    assert.deepEqual((await api.inject({ url })).json(), { error: 400, message }, url);
  }
});

const either = 'expected latitude and longitude, or kaek_code';
const anyLatitude = 'latitude: expected a number from -90 to 90';
for (const [path, ways] of [
  ['zones', 'expected latitude and longitude, perhaps with accuracy_m, or kaek_code'],
  ['grids', 'expected latitude and longitude, or kaek_code, perhaps with steps'],
  ['buildings', either],
  ['comparables', either],
] as const) {
  test(`${path}: a wrong coordinate does not hide that the other one or the choice is wrong`, async () => {
    const type = path === 'comparables' ? 'property_type=apartment&' : '';
    for (const [query, message] of casesIn(`
      latitude=x               | ${anyLatitude}; longitude: expected together with latitude
      latitude=91&longitude=23 | ${anyLatitude}
      longitude=23             | latitude: expected together with longitude
      latitude=x&${parcel}     | ${anyLatitude}; ${ways}; got both
    `)) {
      const url = `/api/${path}/?${type}${query}`;
      assert.deepEqual((await api.inject({ url, headers })).json(), { error: 400, message }, url);
    }
    const { message } = (await api.inject({ url: `/api/${path}/?${type}`, headers })).json();
    assert.equal(message, `${ways}; got neither`);
  });
}
