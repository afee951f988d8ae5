import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { matchingStep, sealSecondFactors } from '#features/auth/accounts/second-factor.ts';
import { openSeal } from '#features/auth/protection/seal.ts';
import { deleteExpired } from '#features/auth/tokens/sessions.ts';
import type { TestOptions, TestService } from '../service.ts';
import { openOver } from './engines.ts';
import { openWithMaria, pass, password, post } from './with-maria.ts';

async function open(t: TestContext, options: TestOptions = {}) {
  const service = await openWithMaria(t, options);
  const enrolment = await service.users.enrol('maria');
  const generator = new TOTP({ secret: enrolment.secret });
  const code = (seconds = 0) =>
    generator.generate({ timestamp: service.clock.now.getTime() + seconds * 1_000 });
  return { ...service, enrolment, code };
}

const login = (service: TestService, otp?: string, given = password) =>
  post(service, '/auth/otp/login', { username: 'maria', password: given, otp });
const times = (count: number) => Array.from({ length: count }, (_, i) => i);
const status = async (...args: Parameters<typeof login>) => (await login(...args)).statusCode;

test('codes are those of RFC 6238, appendix B', () => {
  const secret = Secret.fromUTF8('12345678901234567890');
  const vectors: [seconds: number, step: number, code: string][] = [
    [59, 0x1, '94287082'],
    [1111111109, 0x23523ec, '07081804'],
    [1111111111, 0x23523ed, '14050471'],
    [1234567890, 0x273ef07, '89005924'],
    [2000000000, 0x3f940aa, '69279037'],
    [20000000000, 0x27bc86aa, '65353130'],
  ];
  for (const [seconds, step, code] of vectors) {
    assert.equal(matchingStep(secret, code.slice(2), seconds * 1_000), step);
    assert.equal(matchingStep(secret, code.slice(2), (seconds + 90) * 1_000), undefined);
  }
});

test('a right password without a code gets a 401 that asks for one', async t => {
  const service = await open(t);
  for (const otp of [undefined, '', ' ']) {
    const response = await login(service, otp);
    assert.equal(response.statusCode, 401);
    assert.equal(response.json().message, 'a one-time password is needed: send it as otp');
  }
  const wrong = await login(service, service.code(), 'wrong');
  assert.equal(wrong.json().message, 'user name or password is wrong');
  assert.equal(await status(service, service.code()), 200, 'the code was not used up by that');
});

test('a code works once, even in twenty parallel tries', async t => {
  const service = await open(t);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => status(service, service.code())),
  );
  assert.equal(answers.filter(s => s === 200).length, 1);
  pass(service, 30);
  assert.equal(await status(service, service.code()), 200, 'and that locks nobody out');
  const again = await login(service, service.code());
  assert.equal(again.statusCode, 401);
  assert.equal(again.json().message, 'otp: wrong, used already, or tried too often');
});

test('one step of tolerance on either side, and no more', async t => {
  for (const [seconds, expected] of [
    [-60, 401],
    [-30, 200],
    [30, 200],
    [60, 401],
  ] as const) {
    const service = await open(t);
    assert.equal(await status(service, service.code(seconds)), expected, `${seconds} s`);
  }
  const service = await open(t);
  assert.equal(await status(service, service.code(30)), 200);
  assert.equal(await status(service, service.code()), 401, 'never back in time');
});

test('codes have their own limit, which holds for parallel tries', async t => {
  const service = await open(t);
  const right = service.code();
  const wrong = Array.from({ length: 20 }, (_, i) =>
    String((Number(right) + 7 * i + 1) % 1_000_000).padStart(6, '0'),
  );
  const answers = await Promise.all(wrong.map(code => login(service, code)));
  answers.push(await login(service, right));
  assert.ok(answers.every(a => a.statusCode === 401));
  assert.equal(new Set(answers.map(a => a.body)).size, 1);
  assert.equal(await status(service, service.enrolment.recoveryCodes[0]), 401, 'recovery as well');
  pass(service, 30);
  assert.equal(await status(service, service.enrolment.recoveryCodes[0]), 200, 'nor is it lost');
});

test('a code that is used again does not clear the failures', async t => {
  const service = await open(t);
  const used = service.code();
  assert.equal(await status(service, used), 200);
  const wrong = String((Number(used) + 500_000) % 1_000_000).padStart(6, '0');
  for (let i = 0; i < 4; i++) assert.equal(await status(service, wrong), 401);
  assert.equal(await status(service, used), 401);
  assert.equal(await status(service, wrong), 401);
  assert.equal(await status(service, service.code(30)), 401, 'locked after five');
});

test('each recovery code works once, however it is typed', async t => {
  const service = await open(t);
  const codes = service.enrolment.recoveryCodes;
  assert.equal(new Set(codes).size, 10);
  for (const code of codes)
    assert.match(code, /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
  assert.equal(await status(service, codes[0]), 200);
  assert.equal(await status(service, codes[0]), 401);
  assert.equal(await status(service, codes[1]!.toUpperCase().replaceAll('-', ' ')), 200);
  const parallel = await Promise.all(Array.from({ length: 4 }, () => status(service, codes[2])));
  assert.equal(parallel.filter(s => s === 200).length, 1);
});

test('a code may contain spaces, and a user without a second factor needs none', async t => {
  const service = await open(t);
  assert.equal(await status(service, service.code().replace(/^.../, '$& ')), 200);
  await service.users.removeSecondFactor('maria');
  assert.equal(await status(service), 200);
  assert.equal(await status(service, '000000'), 200);
});

test('after a new enrolment the old secret and the old codes are invalid', async t => {
  const service = await open(t);
  await service.users.enrol('maria');
  assert.equal(await status(service, service.code()), 401);
  assert.equal(await status(service, service.enrolment.recoveryCodes[0]), 401);
});

test('with a key secret the stored secret is sealed, and works', async t => {
  const service = await open(t, { keySecret: 'a key secret of more than 32 characters' });
  assert.match((await service.authStore.findUser('maria'))!.otpSecret!, /^sealed:1:/);
  assert.equal(await status(service, service.code()), 200);
});

test('an unsealed secret is sealed when it is used', async t => {
  const plain = await open(t);
  const keySecret = 'a key secret of more than 32 characters';
  const { authUrl } = plain;
  const sealed = await openOver(t, { authUrl, keySecret });
  const stored = async () => (await sealed.authStore.findUser('maria'))!.otpSecret!;
  assert.equal(await stored(), plain.enrolment.secret);
  assert.equal(await status(sealed, plain.code()), 200);
  assert.match(await stored(), /^sealed:1:/);
  assert.equal(await status(sealed, plain.code(30)), 200);
});

test('a secret sealed with the old key secret works, and is sealed with the new one', async t => {
  const keySecret = 'a key secret of more than 32 characters';
  const before = await open(t, { keySecret });
  const { authUrl } = before;
  const newSecret = `${keySecret}, changed`;
  const sealNow = openSeal(newSecret);
  const service = await openOver(t, { authUrl, keySecret: newSecret, oldKeySecret: keySecret });
  const stored = async () => (await service.authStore.findUser('maria'))!.otpSecret!;
  const isSealedNow = async () => {
    const { id } = (await service.authStore.findUser('maria'))!;
    return sealNow.open(await stored(), `second factor of ${id}`) === before.enrolment.secret;
  };
  await assert.rejects(isSealedNow());
  assert.equal(await status(service, before.code()), 200);
  assert.ok(await isSealedNow());

  const { id } = (await service.authStore.findUser('maria'))!;
  const nowMs = service.clock.now.getTime();
  await service.authStore.setSecondFactor(id, before.enrolment.secret, [], nowMs);
  assert.equal(await sealSecondFactors(service.authStore, service.seal), 1);
  assert.equal(await sealSecondFactors(service.authStore, service.seal), 0);
  assert.ok(await isSealedNow());
  assert.equal(await status(service, before.code(30)), 200);
});

test('the URI for the QR code contains issuer, user and secret', async t => {
  const { enrolment } = await open(t);
  const uri = new URL(enrolment.uri);
  assert.equal(uri.protocol, 'otpauth:');
  assert.equal(uri.host, 'totp');
  assert.equal(decodeURIComponent(uri.pathname), '/Ktima:maria');
  assert.equal(uri.searchParams.get('secret'), enrolment.secret);
  assert.equal(uri.searchParams.get('digits'), '6');
});

test('setting or replacing a second factor ends older sessions: refresh at once, access within 10 s', async t => {
  const service = await openWithMaria(t);
  const refresh = (refresh_token: string) =>
    post(service, '/auth/token/refresh', { refresh_token });
  const checkToken = (token: string) => service.verifyBearer(`Bearer ${token}`);
  let otp: string | undefined;
  for (const what of ['set', 'replaced']) {
    const tokens = (await login(service, otp)).json();
    await checkToken(tokens.access_token);
    const { secret } = await service.users.enrol('maria');
    otp = new TOTP({ secret }).generate({ timestamp: service.clock.now.getTime() });
    assert.equal((await refresh(tokens.refresh_token)).statusCode, 401, what);
    pass(service, 10);
    await assert.rejects(checkToken(tokens.access_token), { code: 'UNAUTHENTICATED' }, what);
  }
  const tokens = (await login(service, otp)).json();
  await service.users.removeSecondFactor('maria');
  assert.equal((await refresh(tokens.refresh_token)).statusCode, 200, 'removing ends none');
});

const wrongCode = (service: { code: () => string }) =>
  String((Number(service.code()) + 500_000) % 1_000_000).padStart(6, '0');

/** Wrong codes, each so late that only the count since the last success can lock. */
async function failSlowly(service: Awaited<ReturnType<typeof open>>, times: number) {
  for (let i = 0; i < times; i++) {
    pass(service, 3_600);
    assert.equal(await status(service, wrongCode(service)), 401);
  }
}
const factorState = async ({ users }: TestService) => (await users.list())[0]!.secondFactor;

test('fifty wrong codes since the last right one lock the factor, until a recovery code unlocks it', async t => {
  const service = await open(t);
  await failSlowly(service, 49);
  assert.equal(await status(service, service.code()), 200, 'and the count starts again');
  await failSlowly(service, 49);
  pass(service, 3_600);
  const wrong = await login(service, wrongCode(service));
  assert.equal(await factorState(service), 'locked');
  const locked = await login(service, service.code());
  assert.deepEqual([locked.statusCode, locked.body], [wrong.statusCode, wrong.body]);

  pass(service, 100 * 86_400);
  await deleteExpired(service.authStore, 365, service.clock.now);
  assert.equal(await status(service, service.code()), 401, 'a hundred days later too');
  const { authUrl } = service;
  const restarted = await openOver(t, { authUrl });
  restarted.clock.now = service.clock.now;
  assert.equal(await status(restarted, service.code()), 401, 'and after a restart');

  const events = (await service.users.log('maria', 1_000)).map(({ event }) => event);
  assert.equal(events.filter(event => event === 'second factor locked').length, 1);
  assert.equal(events.filter(event => event === 'login refused: second factor locked').length, 3);
  assert.equal(await status(service, service.enrolment.recoveryCodes[0]), 200);
  assert.equal(await factorState(service), 'set');
  assert.equal(await status(service, service.code()), 200);
});

test('a locked factor opens by `user unlock` or by a new one, and parallel guesses count exactly', async t => {
  const service = await open(t);
  const { id } = (await service.authStore.findUser('maria'))!;
  const lock = async () => {
    await failSlowly(service, 49);
    pass(service, 3_600);
    await Promise.all(times(20).map(() => login(service, wrongCode(service))));
    assert.equal((await service.authStore.readBuckets([`factor ${id}`]))[0]!.failures, 50);
    assert.equal(await status(service, service.code()), 401);
  };
  await lock();
  await service.users.unlock('maria');
  assert.equal(await status(service, service.code()), 200);
  await lock();
  const { secret } = await service.users.enrol('maria');
  const timestamp = service.clock.now.getTime();
  assert.equal(await status(service, new TOTP({ secret }).generate({ timestamp })), 200);
});
