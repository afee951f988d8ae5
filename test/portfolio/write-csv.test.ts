import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { csvRecords } from '../../src/import/readers/csv/records.ts';
import { csvWriter, isFormula } from '../../src/portfolio/write-csv.ts';

const plain = { delimiter: ',', bom: false, decimalComma: false };

test('whatever cells there are, a reader gets them back', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'β', '"', ',', ';', '\n', ' ', '1') });
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 2, maxLength: 5 }), async cells => {
      const { head, row } = csvWriter(
        cells.map((_, i) => `c${i}`),
        plain,
      );
      const texts = (async function* () {
        yield head + row(cells, []);
      })();
      const [, read] = await Array.fromAsync(csvRecords('x', texts).rows());
      assert.deepEqual(read && 'cells' in read ? read.cells.map(unmarked) : read, cells);
    }),
  );
});

function unmarked(cell: string): string {
  return cell.startsWith("'") ? cell.slice(1) : cell;
}

test('what a spreadsheet would run is text, in headings, cells and answers', () => {
  const { head, row } = csvWriter(['=a', 'b', 'c'], plain);
  assert.equal(head, "'=a,b,c\n");
  assert.equal(row(['=1+1', '@x'], ['-cmd']), "'=1+1,'@x,'-cmd\n");
  for (const cell of ['=1', '+x', '-x', '@x', '\tx', '\r=x', ' =x', '＝1', '-1+2', '+1;=2']) {
    assert.equal(isFormula(cell), true, cell);
  }
  for (const cell of ['-12.5', '+30 210 1234567', '-', '--', '', 'a=b', '1-2', "'=x", '-1,5']) {
    assert.equal(isFormula(cell), false, cell);
  }
});

test('numbers have a comma where that is asked for, and cells are quoted as needed', () => {
  const greek = { delimiter: ';', bom: true, decimalComma: true };
  const { head, row } = csvWriter(['a', 'b'], greek);
  assert.equal(head, '\ufeffa;b\n');
  assert.equal(row(['x;y'], [1520.5]), '"x;y";1520,5\n');
  const comma = csvWriter(['a'], { ...plain, decimalComma: true });
  assert.equal(comma.row([], [1520.5, null, 3]), '"1520,5",,3\n');
});
