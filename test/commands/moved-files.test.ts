import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { ownCopy } from '../own-copy.ts';
import { provenance } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { cost } from './api.ts';
import { newHome, serveHere, succeed } from './ktima.ts';

const sentence =
  'the file of the database was replaced or removed: restart the service with the right one';
const password = 'correct horse battery';

test('a file that is replaced or removed while it is served is named, and not written', async t => {
  const { folder, env } = newHome(t);
  await succeed(env, ['import', 'costs', ownCopy('data/costs.csv'), '--source', 'own']);
  await succeed(env, ['user', 'add', 'maria'], `${password}\n`);
  const service = await serveHere(env);
  t.after(service.stop);
  const at = (name: string) => join(folder, name);
  const login = () =>
    fetch(`${service.auth}/auth/otp/login`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'maria', password }),
    });
  const ready = (host: string) => fetch(`${host}/readyz`);
  const assertNamed = async (answer: Response) =>
    assert.deepEqual(await answer.json(), { error: 503, message: sentence });
  assert.equal((await login()).status, 200);

  renameSync(at('ktima.db'), at('away.db'));
  await assertNamed(await ready(service.api));
  assert.equal((await ready(service.auth)).status, 200);
  assert.equal((await fetch(`${service.api}/${cost}`)).status, 200, 'it is read');
  renameSync(at('away.db'), at('ktima.db'));
  assert.equal((await ready(service.api)).status, 200);

  const away = temporaryFolder(t).path;
  for (const name of readdirSync(folder)) renameSync(at(name), join(away, name));
  await assertNamed(await ready(service.api));
  await assertNamed(await ready(service.auth));
  for (const name of readdirSync(away)) renameSync(join(away, name), at(name));
  for (const host of [service.api, service.auth]) assert.equal((await ready(host)).status, 200);

  copyFileSync(at('auth.db'), at('copy.db'));
  renameSync(at('copy.db'), at('auth.db'));
  await succeed(env, ['user', 'disable', 'maria']);
  await assertNamed(await login());
  await assertNamed(await ready(service.auth));
});

test('an import into a file that was replaced meanwhile is refused', async t => {
  const { path } = temporaryFolder(t);
  const file = join(path, 'ktima.db');
  const store = openSqliteStore(file);
  t.after(store.close);
  const rows = await store.replace('places', 'a');
  copyFileSync(file, join(path, 'copy.db'));
  renameSync(join(path, 'copy.db'), file);
  await assert.rejects(rows.commit({ ...provenance, source: 'a' }), { message: sentence });
  await rows.abandon();
  await assert.rejects(replaceRows(store, 'places', provenance, []), { message: sentence });
});
