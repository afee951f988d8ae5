import assert from 'node:assert/strict';
import test from 'node:test';
import { checkPatterns, checksum, type Lists } from '../scripts/check-patterns.ts';
import { findPatterns } from '../scripts/find-patterns.ts';
import { temporaryFolder } from './temporary-folder.ts';

const none: Lists = { bounded: [], built: [] };
const fileOf = (text: string) => temporaryFolder().put('sample.ts', text);

test('the regular expressions of a file are found: literals, calls of RegExp and schemas', () => {
  const text = String.raw`
    const a: RegExp = /a\/[/b]+/giu; // not /this/
    const b = 4 / 2 / 1, c = "/no/", d = RegExp('x+');
    const e = new RegExp("y", 'u'), f = new RegExp('^' + c), g = new RegExp('z', d.flags);
    const h = Type.String({ pattern: '^[0-9]$' });`;
  assert.deepEqual(
    findPatterns('sample.ts', text).map(({ source, flags, line }) => [line, source, flags]),
    [
      [2, String.raw`a\/[/b]+`, 'giu'],
      [3, 'x+', ''],
      [4, 'y', 'u'],
      [4, undefined, ''],
      [4, undefined, ''],
      [5, '^[0-9]$', 'u'],
    ],
  );
  assert.equal(findPatterns('sample.tsx', 'const a = <p title={/x/.source}>1/2/3</p>;').length, 1);
  assert.throws(() => findPatterns('sample.ts', 'const a = ('), /sample\.ts/);
});

test('a pattern that is not linear is reported, unless the list has its bound', async () => {
  const cubic = String.raw`/^a:\s*(.*?)\s*$/i`;
  const file = fileOf(`export const a = ${cubic}, b = /^a+$/, c = /^(?:a|a)*$/;`);
  const verdicts = new Map();
  assert.deepEqual(await checkPatterns([file], none, verdicts), [
    `${file}:1: ${cubic} is 3rd degree polynomial`,
    `${file}:1: /^(?:a|a)*$/ is exponential`,
  ]);
  const entry = { file, limit: 64, enforcedBy: 'this test' };
  const bounded = [cubic, '/^(?:a|a)*$/'].map(pattern => ({ ...entry, pattern }));
  assert.deepEqual(await checkPatterns([file], { ...none, bounded }, verdicts), []);
});

test('an entry for a pattern that is linear, or not there, is reported', async () => {
  const file = fileOf('export const a = /^a+$/;');
  const entry = { file, limit: 64, enforcedBy: 'this test' };
  const bounded = ['/^a+$/', '/b+b+c/'].map(pattern => ({ ...entry, pattern }));
  const built = [{ file, because: 'of nothing' }];
  const verdicts = new Map([[checksum('/^a+$/'), null]]);
  assert.deepEqual(await checkPatterns([file], { bounded, built }, verdicts), [
    `${file}: builds no pattern; remove it from builtPatterns`,
    `${file}: has no slow /^a+$/; remove it from boundedPatterns`,
    `${file}: has no slow /b+b+c/; remove it from boundedPatterns`,
  ]);
});

test('a built pattern must be listed, and is checked if the import of its file builds it', async () => {
  const file = fileOf(
    `const digits = '\\\\d+'; export const number = new RegExp('^' + digits + '\\\\.?\\\\d*$');`,
  );
  assert.deepEqual(await checkPatterns([file], none), [
    `${file}:1: a pattern is built here; add the file to builtPatterns`,
  ]);
  const number = String.raw`/^\d+\.?\d*$/`;
  const verdicts = new Map([[checksum(number), 'slow']]);
  assert.deepEqual(await checkPatterns([file], { ...none, built: [{ file }] }, verdicts), [
    `${file}: ${number} is slow`,
  ]);
  const later = fileOf('export const make = (text: string) => new RegExp(text);');
  assert.deepEqual(await checkPatterns([later], { ...none, built: [{ file: later }] }), [
    `${later}: its import builds no pattern; say why they are linear`,
  ]);
  const built = [{ file: later, because: 'its callers are careful' }];
  assert.deepEqual(await checkPatterns([later], { ...none, built }), []);
});

test('a pattern with a verdict is not judged again, and only those of the files are kept', async () => {
  const file = fileOf('export const a = /^a+$/;');
  const verdicts = new Map([
    [checksum('/^a+$/'), 'slow, by an earlier run'],
    [checksum('/gone/'), null],
  ]);
  assert.deepEqual(await checkPatterns([file], none, verdicts), [
    `${file}:1: /^a+$/ is slow, by an earlier run`,
  ]);
  assert.deepEqual([...verdicts.keys()], [checksum('/^a+$/')]);
});
