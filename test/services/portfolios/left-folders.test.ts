import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeLeftFolders } from '#app/services/portfolios/start-process.ts';
import { lockFile } from '#tools/files/lock-file.ts';
import { testWith } from '../../environment.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const { path } = temporaryFolder();

testWith({ TMPDIR: path })('folders of killed processes are removed, not those in use', async t => {
  const make = (name: string, ...files: string[]) => {
    const folder = join(path, `ktima-portfolio-${name}`);
    mkdirSync(folder);
    for (const file of files) writeFileSync(join(folder, file), '');
    return folder;
  };
  make('left', 'lock', 'input');
  const unlock = lockFile(join(make('used', 'input'), 'lock'));
  assert.ok(typeof unlock === 'function');
  t.after(unlock);
  make('new');
  const twoHoursAgo = Date.now() / 1_000 - 7_200;
  utimesSync(make('of-2.0', 'input'), twoHoursAgo, twoHoursAgo);
  await removeLeftFolders();
  assert.deepEqual(readdirSync(path).sort(), ['ktima-portfolio-new', 'ktima-portfolio-used']);
});
