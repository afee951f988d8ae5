import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { compactVerify, createLocalJWKSet, decodeProtectedHeader, flattenedVerify } from 'jose';
import { encode } from 'uqr';
import { addressLength } from '#domain/geocoder/geocode.ts';
import {
  addReportKey,
  markLeaked,
  openReportKeys,
  publishedKeys,
} from '#features/signing/report-key-ring.ts';
import {
  canonicalJson,
  type SummarisedReport,
  signReport,
  verifyReport,
  verifySummary,
  verifyText,
} from '#features/signing/signed-report.ts';
import { layers } from '#storage/store/store.ts';
import { assertRefused, ktimaHere, newHome } from '../commands/ktima.ts';
import { openTestService, rates } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder();
const keyFile = join(folder.path, 'report-keys.json');
const secret = 'a secret of more than thirty-two characters';
const first = await addReportKey(keyFile, secret, new Date('2026-06-01T00:00:00Z'));
const { api, token } = await openTestService({
  reportKeys: openReportKeys(keyFile, secret),
  rates: rates.map(rate => ({ ...rate, postalPrefix: '99' })),
});

const building = { property_type: 'apartment', build_area: '85', construction_year: '1998' };

async function ask(query: Record<string, string> = {}) {
  const parameters = { address: 'Μεγάλης Οδού 5', ...building, ...query };
  const response = await api.inject({
    url: `/api/property-report/?${new URLSearchParams(parameters)}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.statusCode, body: response.json() };
}

const signed = (await ask({ signature: 'true' })).body;
const keys = await publishedKeys(keyFile);

test('canonical JSON is that of RFC 8785', () => {
  const rows: [unknown, string][] = [
    [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
    [
      { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude02': 5, '\u0080': 6, ö: 7 },
      '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😂":5,"\ufb33":3}',
    ],
    [
      [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0],
      '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
    ],
    ['€$\u000f\nA\'B"\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\"/"'],
    [{}, '{}'],
  ];
  for (const [value, text] of rows) assert.equal(canonicalJson(value), text);
});

test('a report is signed only if asked, and is otherwise the same', async () => {
  const { signature, ...rest } = signed;
  assert.deepEqual(rest, (await ask()).body);
  assert.deepEqual(Object.keys(signature), ['jws', 'summary', 'code']);
  // The first 80 bits of the digest of what is signed, in Crockford's base 32.
  const digest = createHash('sha256').update(canonicalJson(rest));
  const bits = BigInt(`0x${digest.digest('hex').slice(0, 20)}`);
  const digits = bits.toString(32).padStart(16, '0');
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const code = [...digits].map(digit => letters[Number.parseInt(digit, 32)]).join('');
  assert.equal(signature.code, code.replace(/(....)(....)(....)/, '$1-$2-$3-'));
});

test('another library verifies it with the published key set', async () => {
  const published = (await api.inject('/.well-known/ktima-report-keys.json')).json();
  assert.deepEqual(published, { keys });
  assert.ok(!JSON.stringify(published).includes('PRIVATE'));
  const set = createLocalJWKSet({ keys: [...keys] });
  const { signature, ...rest } = signed;
  const [head, , end] = signature.jws.split('.');
  const payload = Buffer.from(canonicalJson(rest)).toString('base64url');
  const flattened = { protected: head, payload, signature: end };
  const { typ, kid, versions } = (await flattenedVerify(flattened, set)).protectedHeader!;
  assert.deepEqual([typ, kid], ['ktima-report+jws', first.kid]);
  assert.deepEqual(Object.keys(versions as object), ['costs', 'places', 'parcels']);
  const { payload: summary } = await compactVerify(signature.summary, set);
  assert.deepEqual(JSON.parse(new TextDecoder().decode(summary)), {
    code: signature.code,
    address: signed.location.formatted_address,
    query: 'Μεγάλης Οδού 5',
    kaek: signed.parcel?.kaek ?? null,
    latitude: signed.position.latitude,
    longitude: signed.position.longitude,
    ...signed.cost.reconstruction_cost,
    generated_at: signed.generated_at,
  });
});

test('a valid report is valid, in any order of its members', async () => {
  assert.equal((await verifyReport(signed, keys)).state, 'valid');
  const turned = Object.fromEntries(Object.entries(signed).reverse());
  assert.equal((await verifyReport(turned, keys)).state, 'valid');
});

test('of a summary the verdict is "summary only", whatever text comes before it', async () => {
  const { summary } = signed.signature;
  const texts = [
    summary,
    `https://example.com/#view=verify&summary=${summary}`,
    `The property is worth 9,000,000 €. Signed by the service: #summary=${summary}`,
    `9,000,000 €\n#${summary}`,
  ];
  for (const one of texts) assert.equal((await verifyText(one, keys)).state, 'summary only', one);
});

test('a printed code is only the code, as people copy it', async () => {
  const { code } = signed.signature;
  const copies = [code, code.toLowerCase(), code.replaceAll('-', ' '), code.replaceAll('-', '')];
  for (const copy of copies) {
    assert.deepEqual(await verifyText(copy, keys), { state: 'only the code' }, copy);
  }
  assert.equal((await verifyText(`${code}-0000`, keys)).state, 'invalid');
});

test('a summary has the address that was found, and the words of the request as the query', async () => {
  const summaryOf = async (address: string | null, location: SummarisedReport['location']) => {
    const report = { ...signed, query: { address }, location };
    const { summary } = await signReport(report, await signingKey(), { iat: 0, versions: {} });
    const verdict = await verifySummary(summary, keys);
    assert.ok('summary' in verdict);
    return [verdict.summary.address, verdict.summary.query];
  };
  const found = signed.location.formatted_address;
  const words = 'Ermou 5,\r\n worth 9,000,000 €\u202e\u0007';
  assert.deepEqual(await summaryOf(words, signed.location), [found, 'Ermou 5, worth 9,000,000 €']);
  assert.deepEqual(await summaryOf(null, null), [null, null]);
});

test('the longest summary fits into a QR code', async () => {
  const versions = Object.fromEntries(layers.map(layer => [layer, 'x'.repeat(12)]));
  const report = {
    ...signed,
    query: { address: '𝔄'.repeat(addressLength.most) },
    location: { formatted_address: 'Ω'.repeat(100) },
  };
  const { summary } = await signReport(report, await signingKey(), { iat: 2e9, versions });
  const page = 'https://a-long-name-of-a-host.example.com/#view=verify';
  assert.ok(encode(`${page}&summary=${summary}`, { ecc: 'L' }).size <= 177);
});

async function signingKey() {
  const { kid, privateKey } = (await openReportKeys(keyFile, secret)()).signer!;
  return { kid, privateKey: await privateKey };
}

test('a number that is not finite, or not in its canonical form, is not valid', async () => {
  const text = JSON.stringify(signed);
  assert.match(text, /"build_area":85,/);
  const rows: [string, string, string][] = [
    ['null', '1e999', 'invalid'],
    ['null', '-1e999', 'invalid'],
    ['"build_area":85,', '"build_area":85.0,', 'invalid'],
    ['"build_area":85,', '"build_area":8.5e1,', 'invalid'],
    ['"build_area":85,', '"build_area":85.0000000000000000001,', 'invalid'],
    ['"build_area":85,', '"build_area": 85 ,', 'valid'],
  ];
  for (const [from, to, state] of rows) {
    const changed = text.replace(from, to);
    assert.notEqual(changed, text, from);
    assert.equal((await verifyText(changed, keys)).state, state, to);
  }
  const parsed = JSON.parse(text.replace('null', '1e999'));
  assert.deepEqual(await verifyReport(parsed, keys), { state: 'invalid', reason: 'changed' });
});

test('a leaked key cannot sign the summary of a report that another key signed', async () => {
  const path = join(folder.path, 'leaked.json');
  const leaked = await addReportKey(path, undefined, new Date());
  const signer = (await openReportKeys(path, undefined)()).signer!;
  const key = { kid: signer.kid, privateKey: await signer.privateKey };
  const cost = { reconstruction_cost: { as_new: 9_000_000 } };
  const { signature, ...rest } = signed;
  const forged = await signReport({ ...rest, cost }, key, { iat: 0, versions: {} });
  const [head, payload] = forged.summary.split('.');
  const facts = JSON.parse(Buffer.from(payload!, 'base64url').toString());
  const content = Buffer.from(JSON.stringify({ ...facts, code: signature.code }));
  const input = `${head}.${content.toString('base64url')}`;
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  const end = await crypto.subtle.sign(algorithm, key.privateKey, Buffer.from(input));
  const summary = `${input}.${Buffer.from(end).toString('base64url')}`;
  assert.equal((await verifySummary(summary, [leaked])).state, 'summary only');
  const report = { ...rest, signature: { ...signature, summary } };
  assert.deepEqual(
    await verifyReport(report, [...keys, { ...leaked, leaked_at: '2026-06-01T00:00:00.000Z' }]),
    { state: 'invalid', reason: 'summary of another report' },
  );
});

test('whatever is changed is noticed', async () => {
  const { signature } = signed;
  const other = (await ask({ build_area: '86', signature: 'true' })).body;
  const [head, , end] = signature.jws.split('.');
  const header = decodeProtectedHeader(signature.jws);
  const withHeader = (change: object) =>
    `${Buffer.from(JSON.stringify({ ...header, ...change })).toString('base64url')}..${end}`;
  const withSigned = (change: object) => ({ ...signed, signature: { ...signature, ...change } });
  const withJws = (jws: unknown) => withSigned({ jws });
  const { summary, code } = other.signature;
  const cost = { ...signed.cost, reconstruction_cost: { as_new: 1 } };
  const rows: [string, unknown, string][] = [
    ['an amount', { ...signed, cost }, 'changed'],
    ['a member more', { ...signed, note: 'x' }, 'changed'],
    ['a member less', { ...signed, missing: undefined }, 'changed'],
    ['the time', withJws(withHeader({ iat: 1 })), 'changed'],
    ['no algorithm', withJws(withHeader({ alg: 'none' })), 'damaged signature'],
    ['HS256', withJws(withHeader({ alg: 'HS256' })), 'damaged signature'],
    ['critical', withJws(withHeader({ crit: ['x'] })), 'damaged signature'],
    ['another kid', withJws(withHeader({ kid: 'x' })), 'unknown key'],
    ['the other typ', withJws(signature.summary), 'damaged signature'],
    ['an empty end', withJws(`${head}..`), 'damaged signature'],
    ['no text', withJws(5), 'not signed'],
    ['its summary', withSigned({ summary }), 'summary of another report'],
    ['its code', withSigned({ code }), 'summary of another report'],
    ['no signature', { ...signed, signature: undefined }, 'not signed'],
    ['no report', [1], 'not a report'],
  ];
  for (const [what, report, reason] of rows) {
    assert.deepEqual(await verifyReport(report, keys), { state: 'invalid', reason }, what);
  }
});

test('a text that has a member twice is not valid, whichever of the two was signed', async () => {
  const text = JSON.stringify(signed, null, 1);
  const withQuotes = (await ask({ address: 'Μεγάλης Οδού 5 "": \\', signature: 'true' })).body;
  const rows: [string, string][] = [
    [text, 'valid'],
    [JSON.stringify(withQuotes), 'valid'],
    [text.replace('"as_new"', '"as_new": 9999999, "as_new"'), 'invalid'],
    [text.replace('"as_new"', '"as_n\\u0065w" : 9999999, "as_new"'), 'invalid'],
    [text.replace('{', '{ "cost": null,'), 'invalid'],
    // Nested deeper than a stack is high.
    [text.replace('{', `{ "x": ${'['.repeat(100_000)}${']'.repeat(100_000)},`), 'invalid'],
  ];
  for (const [report, state] of rows) {
    assert.equal((await verifyText(report, keys)).state, state, report.slice(0, 300));
  }
  await assert.rejects(verifyText('{', keys), SyntaxError);
});

test('a signature is no access token', async () => {
  const { summary, jws } = signed.signature;
  for (const text of [summary, jws]) {
    const response = await api.inject({
      url: '/api/property-report/?latitude=38&longitude=23',
      headers: { authorization: `Bearer ${text}` },
    });
    assert.equal(response.statusCode, 401);
  }
});

test('old keys stay public, a leaked key is marked, a new one signs at once', async () => {
  const second = await addReportKey(keyFile, secret, new Date('2026-06-10T00:00:00Z'));
  const later = (await ask({ signature: 'true' })).body;
  assert.equal(decodeProtectedHeader(later.signature.jws).kid, second.kid);
  assert.equal((await verifyReport(signed, await publishedKeys(keyFile))).state, 'valid');
  assert.equal(readFileSync(keyFile, 'utf8').match(/BEGIN ENCRYPTED PRIVATE KEY/g)?.length, 1);
  assert.equal(statSync(keyFile).mode & 0o777, 0o600);
  await markLeaked(keyFile, second.kid, '2026-06-12T00:00:00.000Z');
  assert.equal((await verifyReport(later, await publishedKeys(keyFile))).state, 'leaked');
  const refused = await ask({ signature: 'true' });
  assert.equal(refused.status, 400);
  assert.match(refused.body.message, /^signature: this service signs no reports/);
});

test('the command line makes keys and checks files', async t => {
  const home = newHome(t);
  const file = join(home.folder, 'keys.json');
  const env = { ...home.env, KTIMA_REPORT_KEYS: file, KTIMA_REPORT_KEY_SECRET: secret };
  const run = (...args: string[]) => ktimaHere(env, args);
  assert.match((await run('report-keys', 'list')).stdout, /no keys yet/);
  const { stdout } = await run('report-keys', 'add');
  const kid = /^key (\S+) signs/.exec(stdout)![1]!;
  assert.match((await run('report-keys', 'list')).stdout, new RegExp(`${kid} .* signs`));
  const report = folder.put('report.json', JSON.stringify(signed, null, 2));
  const link = `https://example.com/#view=verify&summary=${signed.signature.summary}`;
  const qr = folder.put('qr.txt', `${link}\n`);
  const published = folder.put('published.json', JSON.stringify({ keys }));
  const valid = await run('verify', report, '--keys', published);
  assert.equal(valid.code, 0, valid.stderr);
  const shown = /^valid: signed 2026-06-15 09:00 UTC\n.*as new \d+\.\d\d €, as it stands/s;
  assert.match(valid.stdout, shown);
  const summary = await run('verify', qr, '--keys', published);
  assert.equal(summary.code, 0);
  assert.match(
    summary.stdout,
    /^summary only: signed 2026-06-15 09:00 UTC.*\n {2}property {2}\S.*\n {2}asked for Μεγάλης Οδού 5\n/s,
  );
  // With other text in the file, not all of it is signed.
  const text = folder.put('text.txt', `Worth 9,000,000 €.\n#${signed.signature.summary}\n`);
  const around = await run('verify', text, '--keys', published, '--json');
  assert.deepEqual([around.code, JSON.parse(around.stdout).state], [1, 'summary only']);
  await assertRefused(
    run('verify', folder.put('empty.json', '\n')),
    /empty\.json: expected a report, or the text of a QR code; it is empty/,
  );
  const codeOnly = await run('verify', folder.put('code.txt', signed.signature.code));
  assert.deepEqual([codeOnly.code, codeOnly.stdout.slice(0, 15)], [1, 'only the code: ']);
  const foreign = await run('verify', report);
  assert.match(`${foreign.code} ${foreign.stdout}`, /^1 not valid: the key that signed /);
  const other = folder.put('changed.json', JSON.stringify({ ...signed, year: 1999 }));
  const changed = await run('verify', other, '--keys', published, '--json');
  assert.deepEqual([changed.code, JSON.parse(changed.stdout).reason], [1, 'changed']);
  assert.match((await run('report-keys', 'leaked', kid)).stdout, /marked as leaked/);
  assert.match((await run('report-keys', 'leaked', 'nobody')).stderr, /no key nobody/);
  for (const bad of ['2999-01-01', '2026-02-30', '2026-13-01', 'x']) {
    await assertRefused(run('report-keys', 'leaked', kid, '--since', bad), /not in the future/);
  }
});

test('a service without the secret publishes its keys, and a signature is 503 with the setting', async t => {
  const path = join(folder.path, 'sealed.json');
  const key = await addReportKey(path, secret, new Date());
  const other = await openTestService({ reportKeys: openReportKeys(path, undefined) });
  t.after(() => other.api.close());
  const published = await other.api.inject('/.well-known/ktima-report-keys.json');
  assert.deepEqual(published.json(), { keys: [key] });
  const response = await other.api.inject({
    url: '/api/property-report/?latitude=38&longitude=23&signature=true',
    headers: { authorization: `Bearer ${other.token}` },
  });
  assert.equal(response.statusCode, 503);
  const reason = 'this service cannot sign, because KTIMA_REPORT_KEY_SECRET is not set';
  assert.equal(response.json().message, `signature: ${reason}`);
  assert.equal(response.headers['retry-after'], '60');
});

test('a wrong secret and a damaged file are named', async () => {
  const path = join(folder.path, 'others.json');
  await addReportKey(path, secret, new Date());
  const open = async (given?: string) => (await openReportKeys(path, given)()).signer?.privateKey;
  await assert.rejects(open(), /KTIMA_REPORT_KEY_SECRET is not set/);
  await assert.rejects(open(`${secret}!`), /_SECRET is not the secret of its report key/);
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, 200));
  await assert.rejects(openReportKeys(path, secret)(), /others\.json: .* damaged/);
  await assert.rejects(addReportKey(path, secret, new Date()), /damaged/);
});
