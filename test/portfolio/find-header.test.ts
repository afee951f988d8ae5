import assert from 'node:assert/strict';
import test from 'node:test';
import { knownColumns } from '#features/portfolio/fields/columns.ts';
import { fromHeader } from '#features/portfolio/input/find-header.ts';

async function found(text: string, mapped: readonly string[] = []) {
  const texts = (async function* () {
    // One character at a time: no chunk may matter.
    yield* text;
  })();
  const { linesAbove, texts: rest } = await fromHeader(texts, cells => knownColumns(cells, mapped));
  return [linesAbove, (await Array.fromAsync(rest)).join('')];
}

test('titles above the header are skipped, whatever their delimiter', async () => {
  const table = 'Διεύθυνση;ΤΚ;Εμβαδόν\nΕρμού 15;10563;85\n';
  for (const titles of [
    'Χαρτοφυλάκιο 2026\n',
    'Χαρτοφυλάκιο, Αθήνα, 2026\n\nσύνολο: 2\n',
    'Χαρτοφυλάκιο;;\r\n;;\r\n',
    'Πόλη;Αθήνα;\n',
    '"a title\nof two lines"\n',
  ]) {
    assert.deepEqual(await found(titles + table), [titles.split('\n').length - 1, table], titles);
  }
});

test('a file that starts with its header, or has no known column, is not changed', async () => {
  const texts = 'address,year\nErmou 15,1990\n|a,b\n1,2\n||address|\n\naddress\nx';
  for (const text of texts.split('|')) {
    assert.equal((await found(text))[1]!.toString().trimStart(), text.trimStart(), text);
  }
});

test('a column mapped by hand also identifies the header', async () => {
  const table = 'Πού είναι;x\nΕρμού 15;1\n';
  assert.deepEqual(await found(`τίτλος\n${table}`, ['address=που ειναι']), [1, table]);
});

test("Excel's line that names the delimiter stays before the header", async () => {
  const table = 'address,x;year\nErmou 15;1990\n';
  assert.deepEqual(await found(`sep=;\n${table}`, ['address=address,x']), [0, `sep=;\n${table}`]);
  assert.deepEqual(await found(`sep=;\ntitle\n${table}`, ['address=address,x']), [
    1,
    `sep=;\n${table}`,
  ]);
});

test('the header is searched in the first lines only, and only once', async () => {
  const far = `${'x\n'.repeat(40)}address\n`;
  assert.deepEqual(await found(far), [0, far]);
  const twice = 'address;city\nErmou 15;Athens\naddress;city\n';
  assert.deepEqual(await found(twice), [0, twice]);
});

test('a row of data with the name of a column in it is no header', async () => {
  for (const text of [
    // A town Χωριό, marks, and kinds of places.
    'Ref;Where;Zone;Euro\n1;Ερμού 15;Χωριό;85\n2;Σόλωνος 3;Α;90\n',
    'Ref;New;Sold;Name\nA-1;X;Y;Maria\nA-2;Y;X;Eleni\n',
    'Ref,Kind,Owner\nA,town,Maria\nB,city,Eleni\n',
    'Ref\tWhere\tFor\nA\tΕρμού 15\tStreet\n',
  ]) {
    assert.deepEqual(await found(text), [0, text]);
    assert.deepEqual(await found(`A title\n\n${text}`), [2, text]);
  }
});

test('a header keeps its place below headings, beside years, and with one known name', async () => {
  for (const [above, table] of [
    ['Property;;;Sums;\n', 'Address;City;Owner;2024;2025\nErmou 15;Athens;A;1;2\n'],
    ['Property;Property;Owner\n', 'Address;City;Name\nErmou 15;Athens;A\n'],
    ['Owners;12\n', 'Address;Name;Since;Until;Remarks\nErmou 15;A;1;2;\n'],
  ] as const) {
    assert.deepEqual(await found(above + table), [1, table]);
  }
});
