import assert from 'node:assert/strict';
import test from 'node:test';
import { buildWalkGraph } from '#domain/walking/build-graph.ts';
import { openDocumentSlots } from '#features/api/report/report-pages.ts';
import { signAccessToken } from '#features/auth/tokens/access-tokens.ts';
import { openTestService, places, type TestOptions } from '../service.ts';
import { way } from '../walking/city.ts';

const hostile = '</title></style><script>alert(1)</script><img src="http://evil.example/x">';

/** The nearest bank, whose name is in the report. */
const names = { name_en: hostile, name_gr: hostile };
const nearest = { ...places[2]!, external_id: 'nearest', latitude: 38.0001, ...names };

const open = (options: TestOptions) => openTestService({ chromium: '', ...options });
const service = await open({ places: [...places, nearest] });

const parcel = 'kaek_code=050681726003';

function get(query: string, accept?: string, { api, token } = service, headers = {}) {
  return api.inject({
    url: `/api/property-report/?${query}`,
    headers: { authorization: `Bearer ${token}`, ...(accept && { accept }), ...headers },
  });
}

test('a report is JSON, byte for byte, unless HTML or PDF is asked for', async () => {
  const usual = await get(parcel);
  assert.match(String(usual.headers['content-type']), /^application\/json/);
  assert.match(String(usual.headers.vary), /\baccept\b(?!-)/);
  for (const accept of [
    '*/*',
    'application/json',
    'application/*',
    'image/png',
    'text/html;q=0.5, application/json',
    'application/json, text/html',
    'text/html;q=0, */*',
    'application/pdf, application/json;q=0.1',
  ]) {
    const { body, statusCode, headers } = await get(parcel, accept);
    assert.deepEqual([statusCode, body], [200, usual.body], accept);
    assert.equal(headers['content-type'], usual.headers['content-type']);
  }
  const { body } = await get(`${parcel}&language=en`);
  assert.equal(body, usual.body, 'JSON has no language');
});

test('of two places for a PDF a user has one', async () => {
  const slots = openDocumentSlots()['application/pdf'];
  const leave = await slots.enter('one');
  const next = slots.enter('one');
  assert.deepEqual(slots.load(), { busy: 1, waiting: 1, slots: 2, queue: 8 });
  (await slots.enter('other'))();
  leave();
  (await next)();
});

test('the pages have minutes on foot if ways are loaded', async () => {
  const street = way(1, '1 23 38, 2 23 38.03');
  const walked = await open({ walk: () => buildWalkGraph([street]) });
  const point = 'latitude=38&longitude=23';
  const { body } = await get(point, 'text/html', walked);
  assert.match(body, /Με τα πόδια<\/th>/);
  assert.match(body, /111 m<\/td><td[^>]*>2\u00a0λεπτά<\/td>/);
  const { body: english } = await get(`${point}&language=en`, 'text/html', walked);
  assert.match(english, /<td[^>]*>2\u00a0min<\/td>/);
  assert.doesNotMatch((await get(point, 'text/html')).body, /Με τα πόδια/);
});

test('with Accept: text/html a report is one file, in the language that is asked for', async () => {
  const response = await get(`${parcel}&language=en`, 'text/html,application/xhtml+xml,*/*;q=0.8');
  assert.equal(response.statusCode, 200, response.body);
  assert.equal(response.headers['content-type'], 'text/html; charset=utf-8');
  assert.match(String(response.headers['content-security-policy']), /^default-src 'none';/);
  assert.match(response.body, /^<!doctype html>\n<html lang="en"/);
  assert.match(response.body, /<title>KAEK 050681726003 · Property report<\/title>/);
  assert.match(response.body, /<svg class="plan"/);
  const usual = await get(parcel, 'text/html');
  assert.match(usual.body, /<html lang="el"/);
  assert.match(String(usual.headers.vary), /accept-language/);
  for (const [query, accepted, language] of [
    [parcel, 'en-GB,el;q=0.5', 'en'],
    [parcel, 'de, *', 'el'],
    [`${parcel}&language=el`, 'en', 'el'],
  ] as const) {
    const { body } = await get(query, 'text/html', service, { 'accept-language': accepted });
    assert.match(body, new RegExp(`<html lang="${language}"`), accepted);
  }
  const wrong = await get(`${parcel}&language=fr`, 'text/html');
  assert.deepEqual(wrong.json(), { error: 400, message: 'language: expected el or en' });
  const missing = await get('kaek_code=050681726999', 'text/html');
  assert.equal(missing.statusCode, 404);
  assert.match(String(missing.headers['content-type']), /json/);
});

test('each format has a tag of its own', async () => {
  const [json, html] = [await get(parcel), await get(parcel, 'text/html')];
  assert.notEqual(json.headers.etag, html.headers.etag);
  const known = (etag: unknown, accept: string) =>
    get(parcel, accept, service, { 'if-none-match': String(etag) });
  assert.equal((await known(html.headers.etag, 'text/html')).statusCode, 304);
  assert.equal((await known(json.headers.etag, 'text/html')).statusCode, 200);
});

test('what the service does not make is 406', async t => {
  const pdf = await get(parcel, 'application/pdf');
  const message = 'this service makes no application/pdf, because KTIMA_CHROMIUM is not set';
  assert.deepEqual(pdf.json(), { error: 406, message });
  const { chromium: _, ...unbuilt } = { chromium: '' };
  const other = await openTestService(unbuilt);
  t.after(() => other.api.close());
  const html = await get(parcel, 'text/html', other);
  assert.equal(html.statusCode, 406);
  assert.match(html.json().message, /makes no text\/html, because the console is not built/);
});

test('text of the data and of the request never becomes HTML, and no file asks for another', async () => {
  for (const query of [
    'latitude=38&longitude=23',
    `address=${encodeURIComponent(`Μεγάλης Οδού 5, ${hostile}`)}`,
  ]) {
    const { body, statusCode } = await get(query, 'text/html');
    assert.equal(statusCode, 200);
    for (const loaded of [/<(?:script|img|link|iframe|object|a)\b/, /<[^>]*\b(?:src|href)=/]) {
      assert.equal(loaded.exec(body)?.[0], undefined);
    }
    assert.equal(/@import|url\((?!#|data:font\/woff2;base64,)/.exec(body)?.[0], undefined);
    const typeface = body.match(/data:font\/woff2;base64,[\w+/=]+/g)!;
    assert.equal(typeface.length, 4, 'Latin and Greek, regular and semibold');
    assert.ok(typeface.join('').length <= 60_000, `${typeface.join('').length} bytes`);
    assert.match(body, /style-src 'unsafe-inline'; img-src data:; font-src data:/);
    assert.equal(body.match(/<\/style>/g)!.length, 1);
    assert.ok(body.includes('&lt;script>alert(1)&lt;/script>'));
  }
});

test('where tiles need a token with the scope open, a document without it has no background', async t => {
  const closed = await open({ requireToken: 'all' });
  t.after(() => closed.api.close());
  const tokenOf = async (scopes: string) => {
    const somebody = { id: 'session', userId: 'somebody', scopes };
    return signAccessToken(await closed.keys.current(), closed.tokens, somebody, closed.clock.now);
  };
  const failed = 'could not be loaded';
  const one = { ...closed, token: await tokenOf('report') };
  assert.ok((await get(`${parcel}&language=en`, 'text/html', one)).body.includes(failed));
  const both = { ...closed, token: await tokenOf('report open') };
  assert.ok(!(await get(`${parcel}&language=en`, 'text/html', both)).body.includes(failed));
});
