import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import test from 'node:test';
import { writePlaces } from './import-kills.ts';
import { ktimaHere, newHome } from './ktima.ts';

test('writes that fail leave the old data, a clear message and no litter', async t => {
  const home = newHome(t);
  const [old, fresh] = ['a', 'b'].map(name => `${home.folder}/${name}.csv`) as [string, string];
  writePlaces(old, 'a');
  writePlaces(fresh, 'b');
  assert.equal((await ktimaHere(home.env, ['import', 'places', old, '--source', 'test'])).code, 0);
  const before = readdirSync(home.folder).sort();

  // No file may grow beyond 200 kB: writes fail as on a full disk.
  const child = spawn(
    'sh',
    ['-c', `ulimit -f 400; exec bin/ktima import places ${fresh} --source test`],
    { env: home.env },
  );
  const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  assert.equal(code, 1);
  assert.match(message, /^ktima: the database could not be written \(.*\); nothing was changed\n$/);
  assert.deepEqual(readdirSync(home.folder).sort(), before);
  const status = await ktimaHere(home.env, ['status', '--json']);
  assert.equal(JSON.parse(status.stdout).sources[0].origin, 'a.csv');
  const again = ['import', 'places', fresh, '--source', 'test'];
  assert.equal((await ktimaHere(home.env, again)).code, 0);
});
