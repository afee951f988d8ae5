import assert from 'node:assert/strict';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import test from 'node:test';
import { KtimaError } from '#tools/errors.ts';
import {
  checkReplaceable,
  createFile,
  isPlainFile,
  refuseSameFile,
  replaceFile,
} from '#tools/files/write-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { path: folder } = temporaryFolder();
const at = (name: string) => join(folder, name);

const victim = at('victim');
writeFileSync(victim, 'precious');
symlinkSync(victim, at('link'));
symlinkSync(at('nothing'), at('dangling'));
linkSync(victim, at('hard'));
mkdirSync(at('folder'));

const refused = async (work: Promise<unknown>, message: RegExp) => {
  await assert.rejects(work, error => {
    assert.ok(error instanceof KtimaError, String(error));
    assert.match(error.message, message);
    return true;
  });
  assert.equal(readFileSync(victim, 'utf8'), 'precious');
};

test('a new file is created only if its name is free, also of a broken link', async () => {
  for (const name of ['victim', 'link', 'dangling', 'hard', 'folder']) {
    await refused(createFile(at(name)), /this name exists already/);
  }
  await refused(createFile(at('no/file')), /its folder does not exist/);
  await (await createFile(at('fresh'))).close();
  assert.equal(readFileSync(at('fresh'), 'utf8'), '');
});

test('a file is replaced whole, never through a link', async () => {
  await refused(replaceFile(at('link'), 'x'), /expected the name of a file, this is a link/);
  await refused(replaceFile(at('dangling'), 'x'), /this is a link/);
  await refused(replaceFile(at('folder'), 'x'), /this is a folder/);
  await refused(replaceFile('/dev/null', 'x'), /this is a device/);
  // What an attacker plants at the name that is written first is removed, not followed.
  symlinkSync(victim, at('report.new'));
  await replaceFile(at('report'), 'one');
  await replaceFile(at('report'), 'two');
  assert.equal(readFileSync(at('report'), 'utf8'), 'two');
  assert.equal(readFileSync(victim, 'utf8'), 'precious');
  // A hard link gets a file of its own in its place.
  linkSync(victim, at('other-name'));
  await replaceFile(at('other-name'), 'x');
  assert.equal(readFileSync(victim, 'utf8'), 'precious');
  assert.equal(await isPlainFile(at('report.new')), false);
  assert.ok(!readdirSync(folder).includes('nothing'));
});

test('an input file is not overwritten, under any of its names', async () => {
  for (const name of ['victim', 'link', 'hard']) {
    await refused(refuseSameFile([victim], [at(name)]), /is the same file as .*victim/);
    await refused(refuseSameFile([at(name)], [relative('.', victim)]), /is the same file as/);
  }
  await refused(refuseSameFile([at('new')], [relative('.', at('new'))]), /is the same file as/);
  await refuseSameFile([victim, '-'], [at('fresh'), at('nothing')]);
  symlinkSync(victim, at('summary.new'));
  await refused(checkReplaceable(at('summary'), [victim]), /summary\.new: is the same file as/);
  await checkReplaceable(at('fresh'), [victim]);
});
