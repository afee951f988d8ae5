import assert from 'node:assert/strict';
import test from 'node:test';
import { readKind, severityOf, type ZoneKind } from '#domain/zones/kind.ts';
import { openLegend, openSteps } from '#domain/zones/legend.ts';

const [red, blue, green] = ['#ff0000', '#0000ff', '#00ff00'];
const other = { colour: '#737373', values: [] };

function kindWith(order: unknown, colours: readonly string[], type = 'text'): ZoneKind {
  const name = { el: 'x', en: 'x' };
  const fields = [{ field: 'a', name, type }];
  const severity = order && { field: 'a', order };
  const text = JSON.stringify({ kind: 'x', name, meaning: name, fields, severity, colours });
  return readKind(text, 'x.json');
}

/** The legend after an import of zones with these values, and the place of each. */
function legendFor(kind: ZoneKind, values: readonly (string | number)[]) {
  const severities = values.map(a => severityOf(kind, { a }));
  const steps = openSteps(kind);
  for (const one of severities) steps.add(one);
  const limits = steps.limits();
  const { entries, placeOf } = openLegend({ kind, limits });
  return { limits, entries, places: severities.map(placeOf), none: placeOf(severityOf(kind, {})) };
}

test('each value of an order has its colour, the last colour stands for the rest', () => {
  const kind = kindWith(['1', '2', '3'], [red, blue]);
  const { limits, entries, places, none } = legendFor(kind, ['1', '2', '3', '4']);
  assert.deepEqual(limits, []);
  const first = { colour: red, values: ['1'] };
  assert.deepEqual(entries, [first, { colour: blue, values: ['2', '3'] }, other]);
  assert.deepEqual([...places, none], [0, 1, 1, 2, 2]);
});

test('numbers and dates are divided into as many steps as there are colours', () => {
  const kind = kindWith('descending', [red, blue, green], 'number');
  const levels = legendFor(kind, [55, 75, 55, 65, 60, 70, 55]);
  assert.deepEqual(levels.entries, [
    { colour: red, values: [], from: 70 },
    { colour: blue, values: [], from: 65, to: 70 },
    { colour: green, values: [], to: 65 },
    other,
  ]);
  assert.deepEqual([...levels.places, levels.none], [2, 0, 2, 1, 2, 0, 2, 3]);

  const days = legendFor(kindWith('descending', [red, blue], 'date'), ['2007', '2021-08-03']);
  assert.deepEqual(days.entries, [
    { colour: red, values: [], from: '2021-08-03' },
    { colour: blue, values: [], to: '2021-08-03' },
    other,
  ]);

  const low = legendFor(kindWith('ascending', [red, blue, green], 'number'), [1, 2]);
  const ends = [
    { colour: red, values: [], to: 1 },
    { colour: green, values: [], from: 1 },
  ];
  assert.deepEqual(low.entries, [...ends, other], 'two steps have the first and the last colour');
});

test('without an order, with one colour or one value, all zones have the first colour', () => {
  const one = [{ colour: red, values: [] }];
  const rows: [unknown, string[], number[]][] = [
    [undefined, [red, blue], [1, 2]],
    ['descending', [red], [1, 2]],
    ['descending', [red, blue], [2, 2]],
    ['descending', [red, blue], []],
  ];
  for (const [order, colours, values] of rows) {
    const { entries, none } = legendFor(kindWith(order, colours, 'number'), values);
    assert.deepEqual([entries, none], [one, 0]);
  }
});

test('of very many zones a sample decides, with steps near those of all', () => {
  const kind = kindWith('ascending', [red, blue, green], 'number');
  const values = Array.from({ length: 100_000 }, (_, i) => (i * 7_919) % 100_000);
  const { limits } = legendFor(kind, values);
  for (const [i, limit] of limits.entries()) {
    assert.ok(Math.abs(limit - ((i + 1) * 100_000) / 3) < 2_000, `${limits}`);
  }
  assert.equal(limits.length, 2);
});
