import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { after } from 'node:test';
import { createClient } from '../../client/src/client.ts';
import type { Parcel, PropertyReportInput } from '../../client/src/types.ts';
import { assertHas, casesIn } from '../cases.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { assertRefused, ktimaHere, newHome, serveHere, succeed } from './ktima.ts';

const home = newHome();
const demo = await serveHere(home.env, '--demo');
after(() => demo.stop().then(home.remove));
// The first address waits until the geocoder is built, which takes long on a busy machine.
const client = createClient({ apiUrl: demo.api, authUrl: demo.auth, timeoutMs: 60_000 });
await client.login({ username: 'demo', password: 'ktima-demo' });

const flat = { property_type: 'apartment', build_area: 85, construction_year: 1998 } as const;

/** The report's sections as their own operations answer at the report's position. */
async function sectionsOneByOne(asked: PropertyReportInput) {
  const { position } = await client.propertyReport(asked);
  const { latitude, longitude } = position;
  const { results } =
    asked.address === undefined
      ? await client.reverse({ latitude, longitude })
      : await client.addressSearch({ address: asked.address });
  const postal_code = results[0]!.components.postal_code!;
  return {
    location: results[0],
    parcel:
      asked.address === undefined
        ? await client.parcelAt({ latitude, longitude, attributes: true })
        : null,
    cost: await client.reconstructionCost({ postal_code, ...flat, explain: true }),
    neighbourhood: await client.pointsOfInterest({ latitude, longitude, walk: true }),
  };
}

/** A report adds the name of its source, here that of the sample. */
function withoutSource(parcel: Parcel | null) {
  if (!parcel) return null;
  const { source, ...rest } = parcel;
  assert.equal(source, 'sample');
  return rest;
}

test('each section of a report equals the answer of its own operation', async () => {
  for (const way of [
    { kaek_code: '050099901001' },
    { latitude: 37.98692, longitude: 23.73623 },
    { address: 'Egnatia 45 Thessaloniki' },
  ]) {
    const asked = { ...way, ...flat };
    const { location, parcel, cost, neighbourhood } = await client.propertyReport(asked);
    const found = { location, parcel: withoutSource(parcel), cost, neighbourhood };
    assert.deepEqual(found, await sectionsOneByOne(asked));
    assert.ok(neighbourhood && neighbourhood.length > 10);
    assert.ok(cost!.reconstruction_cost.as_new > cost!.reconstruction_cost.as_is!);
  }
});

test('by its code a report shows the parcel that kaek-search shows', async () => {
  const { parcel } = await client.propertyReport({ kaek_code: '05-009-99-01-001/0/1' });
  const query = { kaek_code: '050099901001', attributes: true };
  assert.deepEqual(withoutSource(parcel), await client.kaekSearch(query));
});

test('ktima report writes what the service answers, as HTML or JSON', async t => {
  const { path, put } = temporaryFolder(t);
  const read = (file: string) => readFileSync(`${path}/${file}`, 'utf8');
  const of = (kaek: string) => (file: string, more: string) =>
    ktimaHere(home.env, [
      'report',
      kaek,
      '-o',
      `${path}/${file}`,
      ...more.split(' ').filter(Boolean),
    ]);
  const report = of('050099901001');
  const building = '--type apartment --area 85 --year 1998';
  const written = await report('report.json', building);
  assert.match(written.stdout, /report\.json: [\d,]+ bytes written/, written.stderr);
  const asked = { kaek_code: '050099901001', ...flat };
  const { generated_at: _, ...answer } = await client.propertyReport(asked);
  const { generated_at: __, ...json } = JSON.parse(read('report.json'));
  assert.deepEqual(json, answer);
  const geocoded = await succeed(home.env, ['geocode', 'Σκουφά 24, Αθήνα']);
  assert.match(geocoded, /street +Σκουφά Νικολάου 24, 106 73 Αθήνα/);
  assert.equal((await report('report.html', `--language en ${building}`)).code, 0);
  const html = read('report.html');
  assert.match(html, /<html lang="en"/);
  assert.ok(html.includes('As new €89,250'));

  const fields = put('fields.json', JSON.stringify({ template: 'collateral', value: 165_000 }));
  assert.equal((await report('valued.html', `--language en --fields ${fields}`)).code, 0);
  const valued = read('valued.html');
  assert.ok(valued.includes('one hundred and sixty-five thousand euro'));
  assert.ok(valued.includes('Incomplete draft: 23 of 24 '));
  put('amount.json', '{"value":"x"}');
  put('text.json', 'x');
  for (const [file, options, message] of casesIn(`
    v.json      | --fields @fields.json   | --fields: expected an output of .html or .pdf
    v.html      | --fields @none.json     | none.json
    v.html      | --fields @amount.json   | fields.value: expected an amount
    v.html      | --fields @text.json     | text.json: expected JSON
    report.html |                         | report.html: exists already; --force replaces it
    x.txt       |                         | --output … x.txt: expected a name that ends with .json,
    x.pdf       |                         | no application/pdf, because KTIMA_CHROMIUM is not set
    x.html      | --type castle --area 5  | property_type: expected
  `)) {
    const { code, stderr } = await report(file, options.replace('@', `${path}/`));
    assert.equal(code, 1, options);
    assertHas(stderr, message);
  }
  const unknown = of('050099999999')('y.html', '');
  await assertRefused(unknown, /kaek_code: no parcel 050099999999 is loaded/);
});
