import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import test from 'node:test';
import { ktimaHere, newHome } from './ktima.ts';

test('a reader of standard output that goes away ends the run with one sentence', async t => {
  const home = newHome(t);
  await ktimaHere(home.env, ['migrate']);
  const rows = Array.from({ length: 5_000 }, (_, i) => `${i},10563,house,100`);
  const book = `${home.folder}/book.csv`;
  writeFileSync(book, ['id,postal_code,property_type,build_area', ...rows].join('\n'));
  const child = spawn('bin/ktima', ['enrich', book, '-o', '-'], { env: home.env });
  let told = '';
  child.stderr.on('data', chunk => {
    told += chunk;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const [code] = await once(child, 'close');
  assert.equal(code, 1);
  assert.match(told, /^ktima: standard output: could not be written \(EPIPE\)$/m);
});
