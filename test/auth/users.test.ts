import assert from 'node:assert/strict';
import test from 'node:test';
import { openPasswords } from '../../src/auth/passwords.ts';
import { openSeal } from '../../src/auth/seal.ts';
import { openSqliteAuthStore } from '../../src/auth/sqlite.ts';
import { openUsers } from '../../src/auth/users.ts';

const store = openSqliteAuthStore(':memory:');
const users = openUsers(
  store,
  await openPasswords({ slots: 2, queue: 9 }),
  () => new Date('2026-06-15T09:00:00Z'),
  openSeal(undefined),
);
const password = 'correct horse battery';

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

test('passwords need 12 characters and no more rules', async () => {
  await assert.rejects(users.add('short', 'elevenchars'), {
    code: 'USAGE',
    message: /expected 12 to 1024 characters/,
  });
  await assert.rejects(users.add('long', 'x'.repeat(1025)), { code: 'USAGE' });
  await users.add('plain', 'aaaaaaaaaaaa');
  await assert.rejects(users.setPassword('plain', 'short'), { code: 'USAGE' });
});

test('names are printable and not empty', async () => {
  for (const name of ['', '  ', 'a\nb', 'x'.repeat(257), 'a\0']) {
    await assert.rejects(users.add(name, password), { code: 'USAGE' });
  }
});

test('an unknown user is named', async () => {
  await assert.rejects(users.setDisabled('nobody', true), {
    code: 'NOT_FOUND',
    message: /no user nobody/,
  });
});

test('disabling and enabling are shown', async () => {
  await users.setDisabled('Plain', true);
  assert.equal((await users.list()).find(u => u.name === 'plain')?.disabled, true);
  await users.setDisabled('plain', false);
  assert.equal((await users.list()).find(u => u.name === 'plain')?.disabled, false);
});

test('the demo user is made once and left alone', async () => {
  await users.addDemo('demo', 'ktima-demo');
  const [before] = (await users.list()).filter(u => u.name === 'demo');
  await users.addDemo('demo', 'ktima-demo');
  const [after] = (await users.list()).filter(u => u.name === 'demo');
  assert.deepEqual(after, before);
});
