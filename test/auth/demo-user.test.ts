import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { demoUser, prepareDemoUser } from '#features/auth/accounts/demo-user.ts';
import type { TestOptions, TestService } from '../service.ts';
import { openOver } from './engines.ts';
import { assertSame, pass, password, post } from './with-maria.ts';

/** The services as `serve` starts them on a database, with or without `--demo`. */
async function start(t: TestContext, options: TestOptions = {}) {
  const service = await openOver(t, options);
  const { authStore: store, users, clock } = service;
  const parts = { store, users, clock: () => clock.now };
  return { ...service, hasDemoLogin: await prepareDemoUser(parts, options.allowDemo ?? false) };
}

const login = (service: TestService, given = demoUser.password, username = demoUser.name) =>
  post(service, '/auth/otp/login', { username, password: given });
const refresh = async (service: TestService, { refresh_token }: { refresh_token: string }) =>
  (await post(service, '/auth/token/refresh', { refresh_token })).statusCode;
const accepts = ({ verifyBearer }: TestService, { access_token }: { access_token: string }) =>
  verifyBearer(`Bearer ${access_token}`).then(
    () => true,
    () => false,
  );

test('without --demo the demo user is rejected like a wrong password, and its sessions end', async t => {
  const demo = await start(t, { allowDemo: true });
  assert.equal(demo.hasDemoLogin, true);
  const tokens = (await login(demo)).json();
  assert.equal(await accepts(demo, tokens), true);

  const plain = await start(t, { authUrl: demo.authUrl });
  assert.equal(await refresh(plain, tokens), 401);
  assert.equal(await accepts(plain, tokens), false);
  const answers = [await login(plain), await login(plain, 'wrong'), await login(plain, 'x', 'y')];
  assert.equal(answers[0]!.statusCode, 401);
  assertSame(answers);
  const events = (await plain.users.log('demo', 9)).map(({ event }) => event);
  assert.ok(events.includes('login refused: demo user without --demo'));

  const again = await start(t, { authUrl: demo.authUrl, allowDemo: true });
  assert.equal((await login(again)).statusCode, 200);
  assert.equal(await refresh(again, tokens), 401, 'what was ended stays ended');
});

test('a demo session of an instance with --demo does not work at one without', async t => {
  const demo = await start(t, { allowDemo: true });
  const plain = await start(t, { authUrl: demo.authUrl });
  const tokens = (await login(demo)).json();
  assert.equal(await refresh(plain, tokens), 401, 'at once');
  pass(plain, 10);
  assert.equal(await accepts(plain, tokens), false, 'within ten seconds');
});

test('an operator’s own user named demo works, and --demo does not change it', async t => {
  const plain = await start(t);
  await plain.users.add('demo', password);
  const [before] = await plain.users.list();
  for (const allowDemo of [true, false]) {
    const service = await start(t, { authUrl: plain.authUrl, allowDemo });
    assert.equal(service.hasDemoLogin, false);
    assert.deepEqual(await service.users.list(), [before]);
    assert.equal((await login(service)).statusCode, 401);
    assert.equal(await refresh(service, (await login(service, password)).json()), 200);
  }
});

test('a demo user with a new password is the operator’s own', async t => {
  const demo = await start(t, { allowDemo: true });
  await assert.rejects(demo.users.add('Demo', password), {
    message:
      "Demo: this name or e-mail is taken by the user of serve --demo; 'ktima user password demo' makes it your own",
  });
  await demo.users.setPassword('demo', password);
  const plain = await start(t, { authUrl: demo.authUrl });
  assert.equal((await login(plain, password)).statusCode, 200);
  assert.equal((await plain.users.list())[0]!.isDemo, false);
});
