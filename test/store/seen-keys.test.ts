import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { openSeenKeys } from '#storage/store/rows/seen-keys.ts';

test('it gives the same results as a map of all keys', () => {
  const row = fc.tuple(fc.string({ maxLength: 3 }), fc.uint8Array({ maxLength: 2 }), fc.double());
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), rows => {
      const comers = openSeenKeys();
      const known = new Map<string, { content: string; number: number }>();
      for (const [key, content, number] of rows) {
        const earlier = known.get(key);
        assert.deepEqual(
          comers.meet(key, content, number),
          earlier && { isSameContent: earlier.content === content.join(), number: earlier.number },
        );
        if (!earlier) known.set(key, { content: content.join(), number });
      }
    }),
  );
});

test('100,000 keys that differ little are all new, and known afterwards', () => {
  const comers = openSeenKeys();
  const key = (i: number) => String(i).padStart(12, '0');
  const content = (i: number) => Uint8Array.of(i, i >> 8, i >> 16);
  for (let i = 0; i < 100_000; i++) assert.equal(comers.meet(key(i), content(i), i), undefined);
  for (let i = 0; i < 100_000; i += 7) {
    assert.deepEqual(comers.meet(key(i), content(i)), { isSameContent: true, number: i });
    assert.equal(comers.meet(key(i), content(i + 1))!.isSameContent, false);
  }
});
