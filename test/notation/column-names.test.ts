import assert from 'node:assert/strict';
import test from 'node:test';
import { isGreekGridName, listed, plainName, planeAxis } from '#tools/notation/column-names.ts';

test('a name in snake case has no accents', () => {
  for (const [name, plain] of [
    ['Postal Code', 'postal_code'],
    [' POSTAL-CODE ', 'postal_code'],
    ['Διεύθυνση  - ΑΚΙΝΉΤΟΥ', 'διευθυνση_ακινητου'],
  ] as const) {
    assert.equal(plainName(name), plain);
  }
});

test('columns of projected coordinates have an axis, and some the mark of the Greek Grid', () => {
  const cases: [name: string, axis: 'x' | 'y' | undefined, isGreekGrid: boolean][] = [
    ['X', 'x', false],
    ['Χ', 'x', false],
    ['point_y', 'y', false],
    ['Northing', 'y', false],
    ['X_EGSA', 'x', true],
    [`Χ (ΕΓΣΑ '87)`, 'x', true],
    ['y_2100', 'y', true],
    ['EGSA87_Y', 'y', true],
    ['egsa', undefined, false],
    ['name_egsa', undefined, false],
    ['latitude', undefined, false],
    ['xy', undefined, false],
  ];
  for (const [name, axis, isGreekGrid] of cases) {
    assert.equal(planeAxis(name), axis, name);
    assert.equal(isGreekGridName(name), isGreekGrid, name);
  }
});

test('a message has the first twenty names, each with its first forty characters', () => {
  const names = Array.from({ length: 21 }, (_, i) => `n${i}`);
  assert.equal(listed(names.slice(0, 2)), 'n0, n1');
  assert.equal(listed(names.slice(0, 20)), names.slice(0, 20).join(', '));
  assert.equal(listed(names), `${names.slice(0, 20).join(', ')}, …`);
  assert.equal(listed([`${'ab'.repeat(20)}c`]), 'ab'.repeat(20));
});
