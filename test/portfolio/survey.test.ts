import assert from 'node:assert/strict';
import test from 'node:test';
import { openSurvey } from '#features/portfolio/survey.ts';

const header = ['Κωδικός', 'Διεύθυνση', 'Τ.Κ.', 'Έτος', 'Σχόλια'];
const columns = { reference: 0, address: 1, postal_code: 2, construction_year: 3 };

async function survey(...rows: string[][]) {
  const own = openSurvey(header, columns);
  const given = rows.map((cells, i) => ({ line: i + 2, cells }));
  async function* all() {
    yield* given;
  }
  assert.deepEqual(await Array.fromAsync(own.of(all())), given);
  return own;
}

test('rows of one building count once: by reference, or by address and year', async () => {
  const found = await survey(
    ['Α', 'Ερμού 1', '10563', '1970', ''],
    ['α', 'Σταδίου 2', '10562', '1980', ''],
    ['Β', 'ΕΡΜΟΥ 1', '10563', '1970', ''],
    ['', 'Ερμού 1', '10563', '1971', ''],
    ['', 'Ερμού 1', '', '1970', ''],
    ['', '', '10563', '1970', ''],
    ['', '', '10563', '1970', ''],
    ['-', 'Πατησίων 3', '', '', ''],
    ['-', 'Πατησίων 3', '', '', ''],
  );
  // The first three are one: two by their reference, two by their address.
  assert.equal(found.buildings(), 7);
});

test('the first different values of a column are kept', async () => {
  const rows = ['α', '', 'α', 'γ'.repeat(50), 'δ'].map(text => ['', '', '', '', text]);
  const { values } = await survey(...rows, ['1']);
  assert.deepEqual(values[4], ['α', 'γ'.repeat(20)]);
  assert.deepEqual(values[0], ['1']);
});
