import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import type { Feature, FeatureReader } from '#importing/readers/reader.ts';
import { KtimaError } from '#tools/errors.ts';
import type { Unreadable } from '#tools/files/bytes.ts';
import { rounds } from '../../sample.ts';

export type Open = (path: string) => Promise<FeatureReader>;

/** A local server that counts connections and sends nothing. */
export async function countConnections(t: TestContext): Promise<{ url: string; count(): number }> {
  let connections = 0;
  const server = createServer(socket => {
    connections++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/evil`, count: () => connections };
}

/** All features of a reader. */
export async function readAll(open: Open, path: string): Promise<(Feature | Unreadable)[]> {
  return Array.fromAsync((await open(path)).features());
}

/** The message with which a file is refused; undefined when it is read. No other error will do. */
export async function refusal(open: Open, path: string): Promise<string | undefined> {
  try {
    await readAll(open, path);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof KtimaError, `not a KtimaError: ${(error as Error).stack}`);
    assert.equal(error.code, 'BAD_DATA');
    assert.doesNotMatch(error.message, /\n/);
    return error.message;
  }
}

/** Calls `check` with the bytes cut at every tenth of their length, and one short of it. */
export async function eachCut(
  whole: Buffer,
  check: (cut: Buffer, length: number) => Promise<void>,
): Promise<void> {
  const lengths = Array.from({ length: 10 }, (_, i) => Math.floor((whole.length * i) / 10));
  for (const length of [...lengths, whole.length - 1])
    await check(whole.subarray(0, length), length);
}

/** Calls `check` with the bytes after one to three bits have flipped somewhere, many times over. */
export async function eachFlip(
  whole: Buffer,
  check: (flipped: Buffer) => Promise<void>,
  numRuns = rounds(50, 15),
): Promise<void> {
  const bits = fc.array(fc.nat(whole.length * 8 - 1), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(bits, async found => {
      const flipped = Buffer.from(whole);
      for (const bit of found) flipped[bit >> 3]! ^= 1 << (bit & 7);
      await check(flipped);
    }),
    { numRuns },
  );
}

/** Asserts that a file cut anywhere is refused, and that flipped bits give features or a refusal. */
export async function checkDamage(
  open: Open,
  put: (bytes: Buffer) => string,
  whole: Buffer,
  numRuns?: number,
): Promise<void> {
  await eachCut(whole, async (cut, length) => {
    assert.ok(await refusal(open, put(cut)), `cut at ${length}`);
  });
  await eachFlip(whole, async flipped => void (await refusal(open, put(flipped))), numRuns);
}

/** Asserts that the first items are unreadable for these reasons, and that the last one was read. */
export function assertUnreadable(
  items: readonly (Feature | Unreadable)[],
  problems: readonly RegExp[],
): void {
  for (const [i, expected] of problems.entries()) {
    const item = items[i]!;
    assert.equal(item.number, i + 1);
    assert.match('problem' in item ? item.problem : 'read', expected);
  }
  assert.equal(items.length, problems.length + 1);
  assert.ok('properties' in items.at(-1)!);
}

/** A parcel-sized outline in metres of the Greek Grid. */
export const greekGridTriangle = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [475_000, 4_204_000],
      [475_020, 4_204_000],
      [475_020, 4_204_020],
      [475_000, 4_204_000],
    ] as const,
  ],
};
