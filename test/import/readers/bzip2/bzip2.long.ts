import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import test from 'node:test';
import fc from 'fast-check';
import { bunzip2 } from '../../../../src/import/readers/bzip2/bzip2.ts';
import { installDebian, mayInstall } from '../../../postgres/install.ts';
import { flipBits } from './samples.ts';

const isThere = () => spawnSync('bzip2', ['--version'], { input: '' }).error === undefined;
if (!isThere() && mayInstall()) installDebian('bzip2');

test('random bytes packed by bzip2 at every level are unpacked', async () => {
  const run = fc.tuple(fc.nat(255), fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 600 })));
  const runs = fc.array(run, { maxLength: 3_000 });
  const bytes = runs.map(all => Buffer.concat(all.map(([byte, n]) => Buffer.alloc(n, byte))));
  await fc.assert(
    fc.asyncProperty(bytes, fc.integer({ min: 1, max: 9 }), async (input, level) => {
      const packed = execFileSync('bzip2', [`-${level}`, '-c'], { input, maxBuffer: 1e8 });
      const chunks = async function* () {
        yield packed;
      };
      assert.ok(Buffer.concat(await Array.fromAsync(bunzip2(chunks()))).equals(input));
    }),
    { numRuns: 300 },
  );
});

test('several blocks: every flipped bit is detected, except in the padding of the last byte', () =>
  flipBits('several blocks'));
