import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { casesIn } from '../cases.ts';
import { openTestService } from '../service.ts';

const { api, clock } = await openTestService();

const get = (query: string) => api.inject(`/api/reconstruction-cost/?${query}`);
const good = 'postal_code=10563&property_type=apartment&build_area=100';

test('as new alone without a year, both with one', async () => {
  const asNew = await get(good);
  assert.equal(asNew.statusCode, 200);
  assert.match(asNew.headers['content-type'] as string, /^application\/json/);
  assert.equal(asNew.body, '{"reconstruction_cost":{"as_new":150000}}');
  const both = await get(`${good}&construction_year=1986`);
  assert.equal(both.body, '{"reconstruction_cost":{"as_new":150000,"as_is":93750}}');
});

test('without explain and the newer parameters, answers are byte for byte as before they existed', async () => {
  // Recorded before the cost data had versions: query, status and body of good and bad requests.
  const lines = readFileSync(new URL('./recorded-costs.tsv', import.meta.url), 'utf8').split('\n');
  for (const line of lines.slice(0, -1)) {
    const [query, status, body] = line.split('\t');
    const response = await get(query!);
    assert.equal(response.statusCode, Number(status), query);
    if (status !== '400') assert.equal(response.body, body, query);
    // A message now names all faults; the one of then comes first.
    else assert.ok(response.json().message.startsWith(JSON.parse(body!).message), query);
  }
  assert.equal(lines.length, 72);
});

test('only the first two digits of the postal code count', async () => {
  const other = await get('postal_code=10999&property_type=apartment&build_area=100');
  assert.equal(other.body, (await get(good)).body);
  const short = await get('postal_code=10&property_type=apartment&build_area=100');
  assert.equal(short.body, other.body);
});

test('explain adds the calculation', async () => {
  const asNew = (await get(`${good}&explain=true`)).json();
  assert.deepEqual(asNew.basis, {
    rate_eur_m2: 1500,
    rate_valid_from: '2026-01-01',
    rate_source: 'test table',
    postal_prefix: '10',
    valuation_date: '2026-06-15',
    dataset: asNew.basis.dataset,
  });
  assert.match(asNew.basis.dataset, /^2026-06-15T09:00:00\.000Z-[0-9a-f]{12}$/);
  assert.deepEqual((await get(`${good}&construction_year=1986&explain=true`)).json().basis, {
    ...asNew.basis,
    age_years: 40,
    method: 'ross',
    useful_life_years: 80,
    residual_share: 0.2,
    remaining_share: 0.625,
  });
  assert.equal((await get(`${good}&explain=false`)).body, (await get(good)).body);
});

test('explain notes valid values that are probably mistakes; without it the body is the same', async () => {
  const notesOf = async (more: string) =>
    (await get(`${good.replace(/&build_area=[^&]*/, '')}&explain=true&${more}`)).json().basis.notes;
  for (const [query, note] of casesIn(`
    build_area=100
    build_area=10&construction_year=1800
    build_area=2000&construction_year=2026
    build_area=0.000001                   | build_area: 0.000001 m² is unusual; most are 10 to 2000 m²
    build_area=2001                       | build_area: 2001 m² is unusual; most are 10 to 2000 m²
    build_area=100&construction_year=98   | construction_year: 98 is unusual; most are 1800 to 2026 (is it 1998?)
    build_area=100&construction_year=5    | construction_year: 5 is unusual; most are 1800 to 2026 (is it 2005 or 1905?)
    build_area=100&construction_year=1799 | construction_year: 1799 is unusual; most are 1800 to 2026
  `)) {
    assert.deepEqual(await notesOf(query), note ? [note] : undefined, query);
  }
  const plain = (await get(`${good}&construction_year=98`)).json();
  assert.deepEqual(Object.keys(plain), ['reconstruction_cost']);
});

test('this year is the year in Athens', async () => {
  clock.now = new Date('2026-12-31T21:59:00Z');
  assert.equal((await get(`${good}&construction_year=2027`)).statusCode, 400);
  clock.now = new Date('2026-12-31T22:01:00Z');
  assert.equal((await get(`${good}&construction_year=2027`)).statusCode, 200);
});
