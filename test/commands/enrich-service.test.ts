import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { ownCopy } from '../own-copy.ts';
import { longTest } from '../sample.ts';
import { provenance } from '../service.ts';
import { cityWays, wayRow } from '../walking/city.ts';
import { newHome, serveHere, succeed } from './ktima.ts';
import { filesOf } from './sample-home.ts';

const home = newHome();
const services = await serveHere(home.env, '--demo');
after(() => services.stop().then(home.remove));

const newClient = async (scopes: string) => {
  const args = ['client', 'add', `nightly-${scopes}`, '--scopes', scopes, '--json'];
  const { client_id, client_secret } = JSON.parse(await succeed(home.env, args));
  return { id: client_id as string, secret: client_secret as string };
};
const client = await newClient('portfolio,places');

const { file, put, read, rowsIn, enrich } = filesOf(home);
/** Sends a file as the three lines of curl in docs/portfolios.md do. */
async function enrichThere(
  input: string,
  output: string,
  parameters: Record<string, string> = {},
  { id, secret } = client,
) {
  const basic = { authorization: `Basic ${btoa(`${id}:${secret}`)}` };
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const asked = { method: 'POST', headers: basic, body };
  const login = await fetch(`${services.auth}/auth/token`, asked);
  const { access_token } = (await login.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  const query = new URLSearchParams({ name: basename(input), ...parameters });
  const sent = await fetch(`${services.api}/api/portfolios/?${query}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: readFileSync(input),
  });
  const answer = (await sent.json()) as { id: string; message?: string };
  if (!sent.ok) return { message: answer.message };
  const run = `${services.api}/api/portfolios/${answer.id}/`;
  let state = '';
  while (!['done', 'failed'].includes(state)) {
    ({ state } = (await (await fetch(`${run}?wait=30`, { headers })).json()) as { state: string });
  }
  const result = await fetch(`${run}result/`, { headers });
  writeFileSync(file(output), Buffer.from(await result.arrayBuffer()));
  return { summary: await (await fetch(`${run}summary/`, { headers })).json() };
}

/** Every kind of row: each way to say where it is, contradictions, guesses, faults. */
const kinds = [
  'Ερμού 15,,,10563,Αθήνα,,,,διαμέρισμα,"85,5",1998,',
  'Ερμού 15,,,54622,,,,,house,120,1970,',
  'Egnatia 45 Thessaloniki,,,,,,,,apartment,90,2005,',
  ',Εγνατία,45,,Θεσσαλονίκη,,,,apartment,90,2005,',
  ',,,10434,,,,,maisonette,200,,',
  ',,,,,37.98692,23.73623,,apartment,70,1960,',
  ',,,,,23.73623,37.98692,,apartment,70,1960,',
  ',,,,,48.85,2.35,,apartment,70,1960,',
  ',,,,,0,0,,apartment,70,1960,',
  ',,,,,,,050099901001,house,100,1990,',
  ',,,54622,,,,050099901001,house,100,1990,',
  ',,,,,,,050099999999,house,100,1990,',
  'Ερμού 15,,,10563,Πάτρα,,,,castle,-1,2999,',
  'Λεωφόρος Ανύπαρκτη 7,,,,Αθήνα,,,,house,80,1980,',
  'xyzzy qwerty,,,99999,Πουθενά,,,,house,80,1980,',
  ',,,,,,,,house,80,1980,',
  'Μηλιές,,,,,,,,house,80,1980,',
  'ΧΩΡΙΟ ΑΓΙΑ ΠΑΡΑΣΚΕΥΗ,,,,,,,,house,80,1980,ΗΛΕΙΑΣ',
  'Ερμού 15,,,26221,,,,,house,80,1980,Αττικής',
];
const header =
  'address,street,house_number,postal_code,city,latitude,longitude,kaek_code,type,area,year_built,Νομός';
const book = put('book.csv', `${[header, ...kinds, ...kinds, ...kinds].join('\n')}\n`);

longTest(
  'a file enriched by a service is that enriched with its data, as it was asked for',
  async () => {
    const store = openSqliteStore(file('ktima.db'));
    const city = { south: 37.97, west: 23.72, size: 30, blockMetres: 70, seed: 1 };
    await replaceRows(store, 'map', provenance, Array.from(cityWays(city), wayRow));
    await store.close();
    const all = await newClient('portfolio,places,zones');
    const options = ['--places', 'metro_station,park, park', '--zones', 'flood,earthquake'];
    const written = ['--decimal-comma', '--output-encoding', 'windows-1253', '--no-bom'];
    const more = ['--year-range', '1965-2026', '--summary', file('here.json')];
    const here = await enrich(book, 'here.csv', ...options, ...written, ...more);
    assert.equal(here.code, 0, here.stderr);
    const parameters = {
      places: 'metro_station,park, park',
      zones: 'flood,earthquake',
      decimal_comma: 'true',
      output_encoding: 'windows-1253',
      bom: 'false',
      year_range: '1965-2026',
    };
    const there = await enrichThere(book, 'there.csv', parameters, all);
    assert.deepEqual(readFileSync(file('there.csv')), readFileSync(file('here.csv')));
    const [names, ...rows] = read('here.csv').split('\n');
    assert.match(names!, /zone_flood_result.*zone_earthquake_result/);
    const walked = names!.split(',').indexOf('metro_station_nearest_walk_m');
    const metres = rows.flatMap(row => row.match(/("[^"]*"|[^,]*)(,|$)/g)?.[walked] ?? []);
    assert.ok(metres.filter(text => /^"\d+,\d+"/.test(text)).length >= 15, `${metres}`);
    const summaries = [JSON.parse(read('here.json')), there.summary].map(
      ({ seconds: _, input: __, output: ___, ...rest }) => rest,
    );
    assert.deepEqual(summaries[1], summaries[0]);
    assert.ok(summaries[0].with_cost > 10 && summaries[0].with_parcel > 2);
    const wrong = await enrichThere(book, 'x.csv', { zones: 'flood,ash' }, all);
    assert.match(wrong.message!, /zones: expected true, false, or some of .*; got ash/);
    const narrow = await enrichThere(book, 'x.csv', { zones: 'flood' });
    assert.match(narrow.message!, /the token does not have the scope zones/);
  },
);

longTest('all factors of a cost are the same from a service', async () => {
  const shipped = readFileSync('data/costs.csv', 'utf8');
  const rates = put('rates.csv', `${shipped}10,basement,437.5,2025-04-01,ours,,\n`);
  const examples = ['addons', 'quality'].map(name => ownCopy(`examples/costs/${name}.csv`));
  await succeed(home.env, ['import', 'costs', rates, ...examples]);
  await succeed(home.env, ['import', 'costs', ownCopy('examples/costs/index.csv')]);
  const building = 'postal_code=10563&property_type=apartment&build_area=80';
  const cost = `${services.api}/api/reconstruction-cost/?${building}&addons=reinstatement&index=new%20dwellings`;
  while (!(await fetch(cost)).ok) await sleep(50);
  const rows = ['fine,20', ',12.5', 'luxury,', ','].map(cells => `${kinds[0]},${cells}`);
  const table = [`${header},quality,basement_area_m2`, ...rows];
  const input = put('factors.csv', `${table.join('\n')}\n`);
  const options = ['--index', 'new dwellings', '--addons', 'reinstatement', '--no-parcel'];
  const day = ['--valuation-date', '2026-02-01'];
  const here = await enrich(input, 'here.ndjson', '--no-zones', ...options, ...day);
  assert.equal(here.code, 0, here.stderr);
  await enrichThere(input, 'there.ndjson', {
    format: 'ndjson',
    index: 'new dwellings',
    addons: 'reinstatement',
    parcel: 'false',
    zones: 'false',
    valuation_date: '2026-02-01',
  });
  assert.equal(read('there.ndjson'), read('here.ndjson'));
  const rate = 'basement_rate_eur_m2=437.5; basement_index_factor=1.017391304347826';
  assert.deepEqual(
    rowsIn('there.ndjson').map(row => row.cost_factors),
    [
      `index_factor=1; quality_factor=1.15; basement_area_m2=20; ${rate}; addons_percent=47.56`,
      `index_factor=1; basement_area_m2=12.5; ${rate}; addons_percent=47.56`,
      'index_factor=1; quality_factor=1.35; addons_percent=47.56',
      'index_factor=1; addons_percent=47.56',
    ],
  );
});
