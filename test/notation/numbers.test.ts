import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  type DecimalSign,
  decimalSignOf,
  describeReadings,
  numberReadings,
  openNumberColumn,
  readCoordinate,
  readMetres,
  withoutAreaUnit,
} from '#tools/notation/numbers.ts';

test('a number is parsed with each decimal sign', () => {
  const none = undefined;
  const cases: [string, comma: number | undefined, point: number | undefined][] = [
    ['1520', 1520, 1520],
    ['007', 7, 7],
    ['+5', 5, 5],
    ['-1520', -1520, -1520],
    ['1.520', 1520, 1.52],
    ['1,520', 1.52, 1520],
    ['-1.520', -1520, -1.52],
    ['100.000', 100_000, 100],
    ['1.520,50', 1520.5, none],
    ['1,520.50', none, 1520.5],
    ['1520,5', 1520.5, none],
    ['1520.5', none, 1520.5],
    ['1520.520', none, 1520.52],
    ['0.520', none, 0.52],
    ['0,520', 0.52, none],
    ['12,5', 12.5, none],
    ['1.520.300', 1_520_300, none],
    ['1,520,300', none, 1_520_300],
    ['1.520.300,25', 1_520_300.25, none],
    ['1 250', 1250, 1250],
    ['1\u00a0250,5', 1250.5, none],
    ["1'250.5", none, 1250.5],
    ['.5', none, 0.5],
    [',5', 0.5, none],
    ['5.', none, 5],
    ['1e3', 1000, 1000],
    ['1.5e3', none, 1500],
    ['1.520e3', none, 1520],
    ...['', ' ', '.', ',', '-', '1.52.0', '1,520,30', '1.520 300', '1 25', '1..5', 'x', '0x10'].map(
      (text): [string, undefined, undefined] => [text, none, none],
    ),
    ...['Infinity', 'NaN', '1.520.30', '1,5,2', '1 250 30', '1.5e', '--5', '١٢'].map(
      (text): [string, undefined, undefined] => [text, none, none],
    ),
  ];
  for (const [text, comma, point] of cases) {
    assert.deepEqual(numberReadings(text), { comma, point }, text);
  }
});

test('numbers that Intl writes for Greece and Britain are parsed back', () => {
  const numbers = fc.integer({ min: -1e11, max: 1e11 }).map(thousandths => thousandths / 1_000);
  fc.assert(
    fc.property(numbers, fc.boolean(), (number, useGrouping) => {
      const written = (locale: string) =>
        new Intl.NumberFormat(locale, { useGrouping, maximumFractionDigits: 3 }).format(number);
      assert.equal(numberReadings(written('el-GR')).comma, number);
      assert.equal(numberReadings(written('en-GB')).point, number);
    }),
  );
});

test('a message contains both readings', () => {
  const readings = '1.520 is 1520 with a decimal comma and 1.52 with a decimal point';
  assert.equal(describeReadings('1.520'), readings);
});

test('semicolons go with decimal commas, commas with decimal points, tabs with either', () => {
  assert.deepEqual([';', ',', '\t', '|'].map(decimalSignOf), [',', '.', undefined, undefined]);
});

test('coordinates never have thousands', () => {
  const cases: [string, number | undefined][] = [
    ['37.975', 37.975],
    ['37,975', 37.975],
    ['-0,5', -0.5],
    ['475123', 475_123],
    ['2.37e1', 23.7],
    ['475.123,45', undefined],
    ['4,202,841.9', undefined],
    ['37 975', undefined],
    ['', undefined],
    ['37°58′', undefined],
  ];
  for (const [text, value] of cases) assert.equal(readCoordinate(text), value, text);
});

test('of two readings of metres the larger one is right', () => {
  const cases: [string, number | undefined][] = [
    ['476.269', 476_269],
    ['476,269', 476_269],
    ['-476.269', -476_269],
    ['476.269,10', 476_269.1],
    ['476,269.10', 476_269.1],
    ['476269', 476_269],
    ['4.205.000', 4_205_000],
    ['x', undefined],
  ];
  for (const [text, metres] of cases) assert.equal(readMetres(text), metres, text);
});

test('an area is read without its unit', () => {
  for (const unit of ['τ.μ.', 'ΤΜ', 'τετρ. μέτρα', 'τετραγωνικά', 'm²', '㎡', 'sqm', 'µ2', '']) {
    assert.equal(withoutAreaUnit(` 85,5 ${unit}`), '85,5', unit);
  }
  assert.equal(withoutAreaUnit('85 στρέμματα'), '85 στρεμματα');
});

/** The values of a column, or why it contradicts itself. */
function readColumn(usual: DecimalSign | undefined, texts: readonly string[]) {
  const read = openNumberColumn(usual);
  const values: (number | undefined)[] = [];
  for (const text of texts) {
    const number = read(text);
    if (number && 'contradiction' in number) return number.contradiction;
    values.push(number?.value);
  }
  return values;
}

test('a column is read with the usual decimal sign of its file', () => {
  const texts = ['1.520', '1.520,50', '980', 'x'];
  assert.deepEqual(readColumn(',', texts), [1520, 1520.5, 980, undefined]);
  assert.deepEqual(readColumn('.', ['1.520', '1,520.50', '1,520']), [1.52, 1520.5, 1520]);
  assert.deepEqual(readColumn(undefined, ['1520', '1520,5']), [1520, 1520.5]);
});

test('a column that shows its decimal sign is read by it, whatever the separator', () => {
  assert.deepEqual(readColumn(',', ['1520.50', '980.5']), [1520.5, 980.5]);
  assert.deepEqual(readColumn('.', ['1520,50', '0,520']), [1520.5, 0.52]);
});

test('a column that contradicts itself or that can be read in two ways is named', () => {
  const mixed = '1.520,50 has a decimal comma and 980.5 a decimal point';
  assert.equal(readColumn(',', ['1.520,50', '980.5']), mixed);
  assert.equal(readColumn('.', ['980.5', '1.520,50']), mixed);
  assert.equal(
    readColumn(undefined, ['1.520', '980.5']),
    '1.520 is 1520 with a decimal comma and 1.52 with a decimal point, and the file does not show which',
  );
  const unusual =
    '1.520 is 1520 with a decimal comma and 1.52 with a decimal point: the separator of the file ' +
    'goes with a decimal comma, but 980.5 is in the same column';
  assert.equal(readColumn(',', ['1.520', '980.5']), unusual);
  assert.equal(readColumn(',', ['980.5', '1.520']), unusual);
});

test('the order of the rows does not change what is read', () => {
  const texts = fc.constantFrom('1.520', '1,520', '1520', '980.5', '980,5', '1.520,5', '1,520.5');
  fc.assert(
    fc.property(
      fc.constantFrom(',' as const, '.' as const, undefined),
      fc.array(texts, { maxLength: 6 }),
      (usual, column) => {
        const straight = readColumn(usual, column);
        const back = readColumn(usual, column.toReversed());
        assert.equal(Array.isArray(straight), Array.isArray(back));
        if (Array.isArray(straight) && Array.isArray(back)) {
          assert.deepEqual(straight, back.toReversed());
        }
      },
    ),
  );
});
