import assert from 'node:assert/strict';
import test from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { buildGeocoder } from '#domain/geocoder/index/build-index.ts';
import { requiredNames, templateNames } from '#domain/property/valuation-fields.ts';
import { replaceRows } from '#storage/store/store.ts';
import { en, fieldLabel } from '../../console/src/pages/report/words/words.ts';
import { formatter } from '../../console/src/tools/language/format.ts';
import { executablePath } from '../chromium.ts';
import { readPdf } from '../console/pdf.ts';
import { street, town } from '../geocoder/small-town.ts';
import { rounds } from '../sample.ts';
import { openTestService, provenance, rates } from '../service.ts';
import { floods, squareAt, zonesWith } from '../zones/generated.ts';

/** The postal codes of the town begin with 99. */
const rated = rates.map(rate => ({ ...rate, postalPrefix: '99', rateEurM2: 1_234.57 }));
const geocoder = buildGeocoder(
  town(street('Μεγάλης Οδού', { ranges: [{ from: 1, to: 20, side: 'both' }] })),
);
const chromium = executablePath;
const service = await openTestService({ chromium, rates: rated, geocoder });
const without = await openTestService({ chromium: '' });

const building = { property_type: 'house', build_area: 85.5, construction_year: 1990 };
const property = { latitude: 38, longitude: 23, ...building };

function post(body: object, { api, token } = service) {
  return api.inject({
    method: 'POST',
    url: '/api/property-report/document/',
    headers: { authorization: `Bearer ${token}` },
    payload: body,
  });
}

/** Fields in which every required one says something. */
function filled(template: 'insurance' | 'collateral') {
  const texts = requiredNames[template].map(name => [name, `${name} is filled`]);
  return { ...Object.fromEntries(texts), template, date: '2026-11-10', value: 165_000.5 };
}

const html = async (fields: object, language = 'en') =>
  (await post({ property, language, fields })).body;

test('a document has the fields of its request, and claims only what is complete', async () => {
  for (const template of ['insurance', 'collateral'] as const) {
    const whole = await html(filled(template));
    assert.ok(whole.includes(en.template[template].title));
    assert.ok(whole.includes('class="sheet-signature"'), 'a place for the signature');
    assert.ok(!whole.includes('not-stated"'));
  }
  const plain = await html({ client: 'A bank', compliance: 'EVS 2025' });
  assert.ok(plain.includes(en.template.none.title) && plain.includes('A bank'));
  assert.ok(!plain.includes('EVS 2025') && !plain.includes('class="sheet-signature"'));
});

test('each required field that is missing is not stated, and then nothing is claimed', async () => {
  // Without a building, the data state none of them.
  const place = { latitude: 38, longitude: 23 };
  for (const template of templateNames) {
    const required = requiredNames[template];
    const whole = { ...filled(template), compliance: 'It follows EVS 2025' };
    for (const name of required.filter((_, i) => i % rounds(1, 6) === 0)) {
      const fields = { ...whole, [name]: undefined };
      const draft = (await post({ property: place, language: 'en', fields })).body;
      const notice = draft.slice(draft.indexOf(en.incomplete(1, required.length)));
      assert.ok(notice.startsWith(`${en.incomplete(1, required.length)}</strong> `), name);
      assert.ok(notice.slice(0, 400).includes(`</strong> ${fieldLabel(en, name)}</p>`), name);
      const isPrinted = name !== 'compliance';
      assert.equal(/class="(?:[^"]* )?not-stated"/.test(draft), isPrinted, name);
      assert.ok(!draft.includes('class="sheet-signature"') && !draft.includes('EVS 2025'), name);
    }
  }
});

test('the value leads in figures and words, and texts of the request never become HTML', async () => {
  const hostile = '</style><script>alert(1)</script>';
  const fields = { ...filled('collateral'), client: hostile, basis: hostile, preparer: hostile };
  const comparables = [
    { property_type: 'house', kind: 'sold', date: '2026-03-01', price_eur: 160_000, area_m2: 80 },
    { property_type: 'house', kind: 'asking', date: '2026-03-01', price_eur: 200_000, area_m2: 80 },
  ].map((row, i) => ({
    ...row,
    construction_year: null,
    address: hostile,
    source: hostile,
    distance_m: 100 * i,
    accuracy_m: null,
    adjustments: { negotiation: -10 * i },
    weight: 50,
  }));
  const body = await html({ ...fields, comparables }, 'el');
  assert.ok(body.indexOf('165.000,50 €') < body.indexOf('sheet-location'));
  assert.ok(body.includes('εκατόν εξήντα πέντε χιλιάδες ευρώ και πενήντα λεπτά'));
  assert.ok(body.includes('2.000 έως 2.250 €/m²') && body.includes('2.125 €/m²'));
  assert.equal(/<script/.exec(body), null);
  assert.equal(body.match(/<\/style>/g)!.length, 1);
});

test('amounts are the same in JSON, HTML and PDF, to the cent', async () => {
  const query = new URLSearchParams(Object.entries(property).map(([n, v]) => [n, String(v)]));
  const { body } = await service.api.inject({
    url: `/api/property-report/?${query}`,
    headers: { authorization: `Bearer ${service.token}` },
  });
  const { as_new, as_is } = JSON.parse(body).cost.reconstruction_cost;
  assert.ok(as_new % 1 > 0 && as_is % 1 > 0, 'the amounts have cents');
  for (const language of ['el', 'en'] as const) {
    const { rate } = formatter(language);
    const request = { property, language, fields: filled('insurance') };
    const pages = (await post(request)).body;
    const pdf = await post({ ...request, format: 'pdf' });
    assert.equal(pdf.statusCode, 200, pdf.body);
    const { text } = readPdf(pdf.rawPayload);
    for (const amount of [as_new, as_is]) {
      assert.ok(pages.includes(rate(amount)), `${rate(amount)} is in the HTML`);
      const plain = (of: string) => of.replaceAll(/\s/g, ' ');
      assert.ok(plain(text).includes(plain(rate(amount))), `${rate(amount)} is in ${text}`);
    }
  }
});

test('each kind of zones has a plan in the colours and patterns of its legend', async () => {
  const before = await html({});
  assert.ok(!before.includes('<figure class="sheet-figure zone-plan'), 'no zones are loaded');
  const square = (west: number) =>
    ({ type: 'Polygon', coordinates: [squareAt(west, 37.999, 0.002)] }) as const;
  const kind = { ...floods, colours: ['#08306b', '#6baed6'] };
  const zones = zonesWith([square(22.999), square(23.001)], { kind, covers: null });
  await replaceRows(service.store, 'zones', provenance, zones);
  const [plan] = /<figure class="[^"]*zone-plan.*?<\/figure>/s.exec(await html({}))!;
  const [drawn, legend] = plan.split('zone-colours');
  for (const part of [drawn!, legend!]) {
    const patterns = [...part.matchAll(/<pattern.*?<path d="([^"]+)".*?stroke="(#\w+)"/gs)];
    assert.deepEqual(patterns.map(([, , colour]) => colour).sort(), [...kind.colours].sort());
    assert.equal(new Set(patterns.map(([, lines]) => lines)).size, 2, 'told apart in grey');
  }
  assert.ok(legend!.includes('T50') && legend!.includes('T100'));
});

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG that has nothing but its header. */
function pngHeader(width: number, height: number): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt16BE(0x0802, 8);
  return Buffer.concat([signature, chunk('IHDR', header)]).toString('base64');
}

/** A PNG of two red pixels, with a text that is no picture. */
const png = Buffer.concat([
  Buffer.from(pngHeader(2, 1), 'base64'),
  chunk('tEXt', Buffer.from('Comment\0GPS 37.9 23.7')),
  chunk('IDAT', deflateSync(Buffer.from([0, 255, 0, 0, 255, 0, 0]))),
  chunk('IEND', Buffer.alloc(0)),
]).toString('base64');

test('images are drawn anew, and refused by their headers before they are decoded', async () => {
  const image = png;
  const fields = { photographs: [{ image, caption: 'Front' }, { image }], logo: image };
  const pages = (await post({ property, fields })).body;
  assert.equal(pages.match(/src="data:image\/jpeg;base64,/g)?.length, 2, pages.slice(0, 300));
  assert.equal(pages.match(/src="data:image\/png;base64,/g)?.length, 1);
  assert.ok(!pages.includes(png) && pages.includes('Front'));
  for (const [, base64] of pages.matchAll(/src="data:image\/\w+;base64,([^"]+)"/g)) {
    assert.ok(!Buffer.from(base64!, 'base64').includes('GPS'), 'the text of the file is gone');
  }
  const alone = await post({ property, fields }, without);
  assert.match(alone.json().message, /^photographs, logo: expected none, because KTIMA_CHROMIUM/);
});

test('a wrong field is refused with its place, what is expected and what came', async () => {
  const comparable = { property_type: 'castle' };
  const half = pngHeader(5_000, 4_001);
  const jpeg = 'ffd8ffc20011080001000103';
  const scans = Buffer.from(jpeg + 'ffda'.repeat(41), 'hex').toString('base64');
  for (const [fields, message] of [
    [{ client: 5 }, /^fields\.client: expected text of at most 200 characters$/],
    [{ value: 0 }, /^fields\.value: expected an amount in euro, from 0\.01 to /],
    [{ value: '5' }, /^fields\.value: expected an amount/],
    [{ date: '1/2/2026' }, /^fields\.date: expected a day as YYYY-MM-DD/],
    [{ date: '2026-02-30' }, /^fields\.date: expected a day as YYYY-MM-DD/],
    [{ limits: '\n'.repeat(100) }, /^fields\.limits: expected text of at most 4000 .* 100 lines$/],
    [{ remark: '\r'.repeat(9) }, /^fields\.remark: expected text of at most 4000 .* 100 lines$/],
    [{ template: 'tax' }, /^fields\.template: expected .*insurance.*collateral/],
    [{ owner: 'x' }, /^fields\.owner: /],
    [[], /^fields\.request body: expected an object|^fields/],
    [{ comparables: [comparable] }, /^comparables\[0\]\.property_type: expected/],
    [{ comparables: Array(31).fill({}) }, /^fields\.comparables: expected a list of at most 30/],
    [{ photographs: Array(11).fill({}) }, /^fields\.photographs: expected a list of at most 10/],
    [
      { photographs: [{ image: '/etc/passwd.jpg' }] },
      /^photographs\[0\]\.image: expected a JPEG, PNG or WebP as base64/,
    ],
    [{ photographs: [{ image: 'https://a.example/b.png' }] }, /^photographs\[0\]\.image: expected/],
    [{ logo: 'R0lGODlhAQABAAAAACw=' }, /^fields\.logo: expected a JPEG, PNG or WebP/],
    [
      { photographs: [{ image: half }, { image: half }] },
      /^fields\.photographs\[1\]\.image: expected images of at most 40 megapixels together/,
    ],
    [{ logo: scans }, /^fields\.logo: expected a JPEG of at most 40 scans; save it as not progres/],
    [{ logo: pngHeader(60_000, 60_000) }, /^fields\.logo: expected images of at most 40 megapix/],
    [{ logo: btoa('<svg xmlns="http://www.w3.org/2000/svg"/>') }, /^fields\.logo: expected a JPEG/],
    [{ logo: pngHeader(2, 1) }, /^fields\.logo: the image cannot be drawn/],
    [{ logo: png.slice(0, 60) }, /^fields\.logo: the image cannot be drawn/],
  ] as const) {
    const response = await post({ property, fields });
    assert.equal(response.statusCode, 400, JSON.stringify(fields).slice(0, 80));
    assert.match(response.json().message, message);
  }
  const longest = { property, fields: { remark: 'x\r\n'.repeat(99) } };
  assert.equal((await post(longest)).statusCode, 200);
  const large = Buffer.alloc(5_000_033);
  Buffer.from(pngHeader(1, 1), 'base64').copy(large);
  const images = Array(2).fill({ image: large.toString('base64') });
  assert.match(
    (await post({ property, fields: { photographs: images } })).json().message,
    /photographs\[1\]\.image: expected images of at most 10 MB/,
  );
  const wrongProperty = await post({ property: { kaek_code: 'x', owner: 1 }, fields: {} });
  assert.match(wrongProperty.json().message, /^property\.owner: /);
  const unknown = { kaek_code: '050681726999' };
  assert.equal((await post({ property: unknown, fields: {} })).statusCode, 404);
  assert.equal((await post({ property, format: 'pdf', fields: {} }, without)).statusCode, 406);
  const wrongFormat = await post({ property, format: 'doc', fields: {} });
  assert.match(wrongFormat.json().message, /^format: expected html or pdf/);
  const body = await post({ property, fields: { remark: 'x'.repeat(14_680_064) } });
  assert.equal(body.statusCode, 413);
});

test('texts of the requester are marked as such', async () => {
  const words = { preparer: 'A. Valuer', remark: 'Mine', photographs: [{ image: png }] };
  const marks = async (fields: object) =>
    (await post({ property, language: 'en', fields })).body.split(en.valuersWords).length - 1;
  assert.equal(await marks({}), 0, 'nothing is the requester’s');
  assert.equal(await marks(words), 3, 'names, remark and photographs');
});
