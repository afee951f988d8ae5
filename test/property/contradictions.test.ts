import assert from 'node:assert/strict';
import test from 'node:test';
import { contradictionMetres, inKilometres } from '#domain/property/contradictions.ts';

/** A position a number of metres north of Syntagma square. */
const north = (metres: number, accuracyMetres = 0) => ({
  latitude: 37.9755 + metres / 110_990,
  longitude: 23.7348,
  accuracyMetres,
});

test('positions contradict each other when their distance exceeds their accuracy', () => {
  const cases: [accuracy: number, metres: number, contradicts: boolean][] = [
    [0, 150, false],
    [0, 250, true],
    [15, 250, false],
    [15, 300, true],
    [300, 1_300, false],
    [300, 1_500, true],
    [2_000, 1_000, false],
    [2_000, 9_000, true],
  ];
  for (const [accuracy, metres, contradicts] of cases) {
    for (const [position, spot] of [
      [north(0), north(metres, accuracy)],
      [north(0, accuracy), north(metres)],
    ] as const) {
      const found = contradictionMetres(position, [spot]);
      assert.equal(found !== undefined, contradicts, `${accuracy} ${metres}`);
      if (found) assert.ok(Math.abs(found - metres) < metres / 100);
    }
  }
});

test('one fitting position out of several is enough, and no position means no contradiction', () => {
  assert.equal(contradictionMetres(north(0), [north(9_000), north(100), north(5_000)]), undefined);
  assert.equal(Math.round(contradictionMetres(north(0), [north(9_000), north(5_000)])! / 100), 50);
  assert.equal(contradictionMetres(north(0), []), undefined);
});

test('distances are rounded and written in m or km', () => {
  const told = [254, 996, 2_345, 9_960, 302_400].map(inKilometres);
  assert.deepEqual(told, ['250 m', '1.0 km', '2.3 km', '10 km', '302 km']);
});
