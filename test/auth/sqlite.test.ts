import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { openPasswords } from '../../src/auth/passwords.ts';
import { migrations } from '../../src/auth/sqlite/migrations.ts';
import { openSqlite } from '../../src/db/sqlite.ts';
import { openTestService } from '../service.ts';

test('a database of the first version is migrated: users log in, the key still signs', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'ktima-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const authPath = join(folder, 'auth.db');
  const passwords = await openPasswords({ slots: 1, queue: 9 });
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);

  const old = openSqlite(authPath, migrations.slice(0, 1));
  const created = '2026-05-01T10:00:00.000Z';
  old
    .prepare('INSERT INTO users VALUES (?, ?, ?, ?, 0, ?)')
    .run('id', 'Νίκος', null, await passwords.hash('correct horse battery'), created);
  old.prepare('INSERT INTO login_keys VALUES (?, ?)').run('νίκος', 'id');
  old.prepare('INSERT INTO signing_keys VALUES (?, ?, ?)').run(kid, JSON.stringify(jwk), created);
  old.close();

  const { auth, keys, authStore } = await openTestService({ authUrl: `sqlite:${authPath}` });
  assert.equal((await keys.current()).kid, kid);
  assert.equal((await authStore.signingKeys())[0]!.publicJwk.d, undefined);
  const payload = { username: 'ΝΊΚΟΣ', password: 'correct horse battery' };
  const response = await auth.inject({ method: 'POST', url: '/auth/otp/login', payload });
  assert.equal(response.statusCode, 200, response.body);
});
