import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import { allTypes, errorTypes } from '#http/errors/error-types.ts';
import { casesIn } from '../cases.ts';
import { openTestService, type TestService } from '../service.ts';

const flat = { postal_code: '10563', property_type: 'apartment', build_area: 85 } as const;

/** What a program decides by: nothing but `type`, and `field` with `code` of each fault. */
type Decision = readonly [type: string, ...faults: (readonly [field: string, code: string])[]];

suite('errors for programs', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService();
  });
  after(() => service.api.close());

  const ask = async (url: string, headers = {}, init = {}) => {
    const accept = 'application/problem+json';
    return service.api.inject({ url, headers: { accept, ...headers }, ...init });
  };

  const decisionOf = (body: {
    type: string;
    errors: { field: string; code: string }[];
  }): Decision => [
    body.type.split(':').at(-1)!,
    ...body.errors.map(({ field, code }) => [field, code] as const),
  ];

  const cost = (more: string) =>
    `/api/reconstruction-cost/?postal_code=10563&property_type=apartment&build_area=85${more}`;
  const flatQuery = '/api/reconstruction-cost/?postal_code=10563&property_type=apartment';
  // An URL, the type and the faults; + begins a cost.
  const table = casesIn(`
    /api/reconstruction-cost/                       | invalid_input | postal_code missing, property_type missing, build_area missing
    +&build_area=9                                  | invalid_input | build_area repeated
    +&construction_year=x                           | invalid_input | construction_year not_a_whole_number
    +&construction_year=0                           | invalid_input | construction_year out_of_range
    +&construction_year=2999                        | invalid_input | construction_year out_of_range
    +&explain=perhaps                               | invalid_input | explain not_a_boolean
    +&quality=golden                                | invalid_input | quality not_one_of
    +&condition=good                                | invalid_input | condition conflict
    +&constructionyear=1990&strict=true             | invalid_input | constructionyear unknown_field
    ${flatQuery.replace('apartment', 'tent')}&build_area=85 | invalid_input | property_type not_one_of
    ${flatQuery}&build_area=much                    | invalid_input | build_area not_a_number
    ${flatQuery.replace('10563', '99999')}&build_area=85 | no_cost_mapping | postal_code not_found
    /api/geocoding/address-search/?address=ab       | invalid_input | address too_short
    /api/geocoding/address-search/?latitude=38      | invalid_input | longitude missing, address missing
    /api/geocoding/address-search/?result_id=s0000000000 | not_found | result_id not_found
    /api/geocoding/kaek-search/?kaek_code=12        | invalid_input | kaek_code not_valid
    /api/geocoding/kaek-search/?kaek_code=990000000000 | not_found | kaek_code not_found
    /api/geocoding/parcel-at/?latitude=38&longitude=200 | invalid_input | longitude out_of_range
    /api/property-report/?latitude=38&longitude=23  | unauthenticated
    /ogc/collections/parcels/items?box=1            | invalid_input | box unknown_field
    /tiles/parcels/99/0/0.mvt                       | not_found     | z not_found
    /nowhere/                                       | no_such_path
    /api/reconstruction-cost/?${'x'.repeat(9_000)}  | uri_too_long
  `);

  for (const [written, type, faults] of table) {
    const url = written.startsWith('+') ? cost(written.slice(1)) : written;
    test(`${url.slice(0, 90)}: ${type} ${faults}`, async () => {
      const response = await ask(url);
      const body = response.json();
      const pairs = faults === '' ? [] : faults.split(', ').map(fault => fault.split(' '));
      assert.deepEqual(decisionOf(body), [type, ...pairs], response.body);
      const { status } = errorTypes[type as keyof typeof errorTypes];
      assert.deepEqual([response.statusCode, body.status], [status, status]);
      for (const { message } of body.errors) assert.ok(body.detail.includes(message));
      const plain = await ask(url, { accept: 'application/json' });
      assert.deepEqual(plain.json(), { error: status, message: body.detail });
    });
  }

  test('a fault has its values: bounds, what is allowed, and the name that was meant', async () => {
    const faultOf = async (url: string) => {
      const [{ field: _, code: __, message: ___, ...values }] = (await ask(url)).json().errors;
      return values;
    };
    assert.deepEqual(await faultOf(cost('').replace('=85', '=0')), { more_than: 0 });
    assert.deepEqual(await faultOf(cost('&construction_year=0')), { least: 1 });
    const parcelAt = '/api/geocoding/parcel-at/?latitude=91&longitude=2';
    assert.deepEqual(await faultOf(parcelAt), { least: -90, most: 90 });
    assert.ok((await faultOf(cost('&rates=x'))).allowed.includes('finest'));
    for (const [name, suggestion] of [
      ['constructionyear', 'construction_year'],
      ['Construction-Year', 'construction_year'],
      ['construction_yea', 'construction_year'],
      ['build_aera', undefined],
      ['addon', 'addons'],
    ] as const) {
      const values = await faultOf(cost(`&${name}=1&strict=true`));
      assert.deepEqual(values, suggestion === undefined ? {} : { suggestion }, name);
    }
  });

  test('unknown parameters are ignored and named, and are 400 with strict=true', async () => {
    const { body } = await ask(cost(''));
    const ignored = async (query: string) => {
      const response = await ask(cost(query));
      assert.equal(response.statusCode, 200, response.body);
      assert.equal(response.body, body);
      return response.headers['ktima-ignored'];
    };
    assert.equal(await ignored(''), undefined);
    assert.equal(await ignored('&strict=true'), undefined);
    assert.equal(await ignored('&constructionyear=1990'), 'constructionyear');
    const long = 'x'.repeat(50);
    assert.equal(await ignored(`&${long}=1&%CE%AD%0D%0A=2`), `${'x'.repeat(40)}, %CE%AD%0D%0A`);
    assert.equal(await ignored('&a&b&c&d&e&f&g'), 'a, b, c, d, e, +2');
    assert.equal(await ignored('&toString=1&__proto__=2&strict=false'), 'toString, __proto__');
    assert.deepEqual(decisionOf((await ask(cost('&a=1&b=2&strict=true'))).json()), [
      'invalid_input',
      ['a', 'unknown_field'],
      ['b', 'unknown_field'],
    ]);
  });

  test('an entry of a batch has the body that the request has alone, in both forms', async () => {
    const requests = [{ ...flat, build_area: '38,5' }, { ...flat, postal_code: '99999' }, 7];
    for (const accept of ['application/json', 'application/problem+json']) {
      const payload = { requests };
      const url = '/api/reconstruction-cost/batch/';
      const { answers } = (await ask(url, { accept }, { method: 'POST', payload })).json();
      const alone = await ask(cost('').replace('10563', '99999'), { accept });
      assert.deepEqual(answers[1].failure, alone.json());
      if (accept === 'application/json') continue;
      const decision = ['invalid_input', ['build_area', 'not_a_number']];
      assert.deepEqual(decisionOf(answers[0].failure), decision);
      assert.deepEqual(decisionOf(answers[2].failure), ['invalid_input', ['', 'not_valid']]);
    }
  });
});

test('every type is in both descriptions and in docs/errors.md', () => {
  const page = readFileSync('docs/errors.md', 'utf8');
  for (const host of ['api', 'auth']) {
    const description = JSON.parse(readFileSync(`docs/openapi/${host}.json`, 'utf8'));
    assert.deepEqual(description.components.schemas.Problem.properties.type.enum, allTypes, host);
  }
  for (const kind of Object.keys(errorTypes)) assert.match(page, new RegExp(`\\| \`${kind}\` \\|`));
});
