import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { after } from 'node:test';
import { hash } from '@node-rs/argon2';
import { deleteExpired } from '#features/auth/tokens/sessions.ts';
import { openOver } from './engines.ts';
import { password } from './with-maria.ts';

const { users, authStore: store, clock, auth } = await openOver({ after });

test('the shipped list has thousands of common passwords in normalized form', () => {
  const lines = readFileSync('data/common-passwords.txt', 'utf8').trimEnd().split('\n');
  assert.ok(lines.length > 5_000);
  assert.equal(new Set(lines).size, lines.length);
  for (const line of lines) {
    assert.equal(line, line.toLowerCase());
    assert.ok(line.length >= 12, `${line} is too short anyway`);
  }
});

test('a name or e-mail that another user logs in with is taken, in any spelling', async () => {
  await users.add('Μαρία', password, 'maria@example.gr');
  for (const [name, email] of [
    ['μαρία', undefined],
    ['ΜΑΡΊΑ', undefined],
    ['Μαρία'.normalize('NFD'), undefined],
    ['MARIA@example.gr', undefined],
    ['other', 'Maria@Example.gr'],
    ['other', 'μαρία@x'.replace('@x', '')],
  ] as const) {
    await assert.rejects(users.add(name, password, email), { code: 'USAGE' }, `${name} ${email}`);
  }
  assert.deepEqual(
    (await users.list()).map(u => u.name),
    ['Μαρία'],
  );
});

test('both lower-case sigmas count as the same letter', async () => {
  await users.add('Γιώργος', password);
  for (const name of ['ΓΙΏΡΓΟΣ', 'γιώργοσ', 'γιώργος']) {
    await assert.rejects(users.add(name, password), { code: 'USAGE' }, name);
  }
  await users.delete('ΓΙΏΡΓΟσ');
});

test('passwords need 12 characters and no more rules', async () => {
  const refusal = { code: 'USAGE', message: /expected 12 to 1024 characters/ };
  await assert.rejects(users.add('short', 'elevenchars'), refusal);
  await assert.rejects(users.add('long', 'x'.repeat(1025)), { code: 'USAGE' });
  await users.add('plain', 'aaaaaaabbbbb');
  await assert.rejects(users.setPassword('plain', 'short'), { code: 'USAGE' });
});

test('names are printable and not empty', async () => {
  for (const name of ['', '  ', 'a\nb', 'x'.repeat(257), 'a\0']) {
    await assert.rejects(users.add(name, password), { code: 'USAGE' });
  }
});

test('the error for an unknown user names it', async () => {
  const unknown = { code: 'NOT_FOUND', message: /no user nobody/ };
  await assert.rejects(users.setDisabled('nobody', true), unknown);
});

test('the list shows whether a user is disabled', async () => {
  await users.setDisabled('Plain', true);
  assert.equal((await users.list()).find(u => u.name === 'plain')?.disabled, true);
  await users.setDisabled('plain', false);
  assert.equal((await users.list()).find(u => u.name === 'plain')?.disabled, false);
});

const login = (username: string, given = password) =>
  auth.inject({
    method: 'POST',
    url: '/auth/otp/login',
    payload: { username, password: given },
    remoteAddress: '192.0.2.9',
  });
const refresh = (refresh_token: string) =>
  auth.inject({ method: 'POST', url: '/auth/token/refresh', payload: { refresh_token } });

test('common passwords are refused in any case, as are one’s own name and e-mail', async () => {
  for (const common of [
    'password1234',
    'PassWord1234',
    'qwertyuiop123',
    'aaaaaaaaaaaa',
    '123456789012',
    'olympiakos2024',
    'ΚΩΔΙΚΌΣ πρόσβασης'.toLowerCase(),
    'correcthorsebatterystaple',
    'Eleftherios Venizelos',
    'ELEFTHERIOS@example.gr',
  ]) {
    await assert.rejects(
      users.add('eleftherios venizelos', common, 'eleftherios@example.gr'),
      {
        code: 'USAGE',
        message:
          /^password: expected one that is hard to guess, got a common password or the name$/,
      },
      common,
    );
  }
});

test('sessions are listed and ended, one or all', async () => {
  await users.add('sitting', password);
  const tokens = [];
  for (let i = 0; i < 3; i++) tokens.push((await login('sitting')).json().refresh_token);
  const [one] = await users.sessions('sitting');
  assert.equal((await users.sessions('sitting')).length, 3);
  assert.equal(one!.clientIp, '192.0.2.9');
  assert.equal(await users.endSessions('sitting', one!.id), 1);
  assert.equal(await users.endSessions('sitting', one!.id), 0);
  assert.equal(await users.endSessions('plain', (await users.sessions('sitting'))[0]!.id), 0);
  assert.equal(await users.endSessions('sitting'), 2);
  for (const token of tokens) assert.equal((await refresh(token)).statusCode, 401);
  assert.deepEqual(await users.sessions('sitting'), []);
});

test('a deleted user is gone: login, sessions, name free again; the audit trail stays', async () => {
  await users.add('leaver', password, 'leaver@example.gr');
  const { refresh_token } = (await login('leaver')).json();
  await users.enrol('leaver');
  await users.delete('Leaver');
  assert.equal((await login('leaver')).statusCode, 401);
  assert.equal((await refresh(refresh_token)).statusCode, 401);
  assert.equal((await store.endedSessions(undefined, 9, clock.now.getTime())).length > 0, true);
  await assert.rejects(users.delete('leaver'), { code: 'NOT_FOUND' });
  await users.add('leaver', password);
  assert.deepEqual(
    (await users.log(undefined, 1_000)).filter(e => e.userName === 'leaver').map(e => e.event),
    ['user added', 'login', 'second factor set', 'user deleted', 'user added'],
  );
});

test('the audit trail has user, time, origin and event, and nothing that was typed', async () => {
  await users.add('watched', password);
  await login('watched');
  await login('watched', 'secret-typo-1');
  await login('secret-typed-as-name');
  await users.setPassword('watched', 'another long password');
  await users.setDisabled('watched', true);
  await login('watched', 'another long password');
  await users.setDisabled('watched', false);
  const entries = await users.log('watched', 100);
  assert.deepEqual(
    entries.map(e => [e.event, e.from]),
    [
      ['user added', 'test'],
      ['login', '192.0.2.9'],
      ['login refused: wrong password', '192.0.2.9'],
      ['password changed', 'test'],
      ['user disabled', 'test'],
      ['login refused: user disabled', '192.0.2.9'],
      ['user enabled', 'test'],
    ],
  );
  assert.equal(entries[0]!.atMs, clock.now.getTime());
  assert.equal((await users.log('watched', 2)).length, 2);
  const all = JSON.stringify(await users.log(undefined, 1_000));
  assert.match(all, /no such user/);
  for (const secret of ['secret-typo-1', 'secret-typed-as-name', password, 'another long']) {
    assert.ok(!all.includes(secret), secret);
  }
});

test('lock, re-use of a refresh token and logout are in the audit trail', async () => {
  await users.add('troubled', password);
  const { refresh_token } = (await login('troubled')).json();
  const second = (await refresh(refresh_token)).json().refresh_token;
  await refresh(second);
  await refresh(refresh_token);
  const { refresh_token: last } = (await login('troubled')).json();
  await auth.inject({ method: 'POST', url: '/auth/logout', payload: { refresh_token: last } });
  for (let i = 0; i < 11; i++) await login('troubled', 'wrong');
  assert.equal((await login('troubled')).statusCode, 401);
  await users.unlock('troubled');
  assert.equal((await login('troubled')).statusCode, 200, 'unlocked');
  const events = new Set((await users.log('troubled', 100)).map(e => e.event));
  for (const event of [
    'spent refresh token sent again: session ended',
    'logout',
    'login refused: locked',
    'user unlocked',
  ]) {
    assert.ok(events.has(event), event);
  }
});

test('a hash weaker than today’s is renewed at login, and sessions stay', async () => {
  await users.add('old hand', password);
  const user = (await store.findUser('old hand'))!;
  const weak = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  await store.renewPasswordHash(user.id, user.passwordHash, weak);
  const { refresh_token } = (await login('old hand')).json();
  const renewed = (await store.findUser('old hand'))!.passwordHash;
  assert.match(renewed, /^\$argon2id\$v=19\$m=16,t=1,p=1\$/);
  assert.equal((await refresh(refresh_token)).statusCode, 200);
  assert.equal((await login('old hand')).statusCode, 200);
  assert.equal((await store.findUser('old hand'))!.passwordHash, renewed, 'once is enough');
});

test('expired sessions, failures and audit entries are deleted', async () => {
  const day = 86_400_000;
  await deleteExpired(store, 365, new Date(clock.now.getTime() + 400 * day));
  assert.deepEqual(await users.log(undefined, 10), []);
  const { id } = (await store.findUser('sitting'))!;
  assert.equal(await store.hasSessionFrom(id, '127.0.0.1'), false);
});
