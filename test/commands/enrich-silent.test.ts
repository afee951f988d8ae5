import assert from 'node:assert/strict';
import test from 'node:test';
import { textEncoding } from '#tools/files/text-encoder.ts';
import { textRow, workbook } from '../xlsx/workbook.ts';
import { newSampleHome } from './sample-home.ts';

/*
 * Files as offices have them. Each cell that a program easily reads wrongly is read as it is meant,
 * or named in `problem` or in a note.
 */
const { file, put, read, rowsIn, enrich } = await newSampleHome(test);

type Enriched = Record<string, string | number>;

async function enriched(name: string, content: Uint8Array) {
  const options = ['--summary', file('summary.json'), '--no-parcel'];
  options.push('--sum-range-eur-m2', '0-1000000', '--force');
  const { code, stderr } = await enrich(put(name, content), 'rows.ndjson', ...options);
  assert.equal(code, 0, stderr);
  const rows: Enriched[] = rowsIn('rows.ndjson');
  return { rows, summary: JSON.parse(read('summary.json')) };
}

/** Area and sum insured as the run has read them, which its results show; 0 if it has not. */
function amountsOf({ cost_as_new_eur, cost_rate_eur_m2, insured_ratio }: Enriched) {
  const asNew = Number(cost_as_new_eur ?? 0);
  const area = asNew === 0 ? 0 : asNew / Number(cost_rate_eur_m2);
  const ratio = Math.round(Number(insured_ratio ?? 0) * 1e4) / 1e4;
  return [Math.round(area * 100) / 100, ratio] as const;
}

const header =
  'Α/Α;Οδός;Αριθμός;Τ.Κ.;Πόλη;Είδος ακινήτου;Εμβαδόν (τ.μ.);Έτος κατασκευής;Ασφαλιζόμενο κεφάλαιο;Σχόλια;Σχόλια';

/** Cells that differ from those of a good row, the area and the sum insured that are meant, the problem. */
type Case = readonly [cells: Enriched, area: number, insured: number, problem?: RegExp];

const good = {
  Οδός: 'Ερμού',
  Αριθμός: '15',
  'Τ.Κ.': '10563',
  Πόλη: 'Αθήνα',
  'Είδος ακινήτου': 'διαμέρισμα',
  'Εμβαδόν (τ.μ.)': '85,5',
  'Έτος κατασκευής': '1998',
  'Ασφαλιζόμενο κεφάλαιο': '120000',
};
const area = (text: string) => ({ 'Εμβαδόν (τ.μ.)': text });
const insured = (text: string) => ({ 'Ασφαλιζόμενο κεφάλαιο': text });

const cases: readonly Case[] = [
  [{}, 85.5, 120_000],
  [area('1.234,50'), 1234.5, 120_000],
  [area('85.5'), 85.5, 120_000],
  [area('85 τ.μ.'), 85, 120_000],
  [area("'85,5"), 85.5, 120_000],
  [area('0,5 στρέμματα'), 0, 0, /^build_area: expected square metres/],
  [area('#N/A'), 0, 0, /^cost: .*build_area/],
  [area('#ΑΝΑΦ!'), 0, 0, /^build_area: expected square metres/],
  [area('85,5+20'), 0, 0, /^build_area: /],
  [insured('€ 95.000,00'), 85.5, 95_000],
  [insured('95.000 €'), 85.5, 95_000],
  [insured('95.000,50€'), 85.5, 95_000.5],
  [insured('150,000'), 85.5, 0, /^sum_insured: .*150,000 is 150 with .* and 150000 with /],
  [insured('250 χιλ.'), 85.5, 250_000],
  [insured('$150000'), 85.5, 0, /^sum_insured: /],
  [{ 'Έτος κατασκευής': '98' }, 85.5, 120_000, /^construction_year: .*is it 1998\?/],
  [{ 'Έτος κατασκευής': '1970-1980' }, 85.5, 120_000],
  [{ 'Έτος κατασκευής': 'προ 1955' }, 85.5, 120_000, /^construction_year: .* no value as is/],
  [{ 'Έτος κατασκευής': '1/1/1998' }, 85.5, 120_000],
  [{ 'Τ.Κ.': '105 63' }, 85.5, 120_000],
  [{ 'Τ.Κ.': '1063' }, 85.5, 120_000, /^postal_code: expected five digits, got 1063/],
  [{ Αριθμός: '12-Δεκ' }, 85.5, 120_000, /^house_number: .*makes a date of/],
  [{ Αριθμός: 'Dec-14' }, 85.5, 120_000, /^house_number: .*makes a date of/],
  [{ Αριθμός: '14/12/2026' }, 85.5, 120_000, /^house_number: .*makes a date of/],
  [{ Αριθμός: '12-14' }, 85.5, 120_000],
  [{ 'Είδος ακινήτου': 'κατοικία' }, 0, 0, /^property_type: /],
];
const emptyCells = Object.fromEntries(['Α/Α', ...Object.keys(good)].map(name => [name, '']));
const totals: readonly Case[] = [
  [{ ...emptyCells, Οδός: 'ΣΥΝΟΛΟ', ...area('2.500'), ...insured('3000000') }, 0, 0, totalsOf(30)],
  [{ ...emptyCells, 'Α/Α': 'Γενικό σύνολο:', ...insured('3000000') }, 0, 0, totalsOf(31)],
  [{ ...emptyCells, ...area('2500'), ...insured('3000000') }, 0, 0, totalsOf(32)],
  ...['ΓΕΝ. ΣΥΝΟΛΟ', 'ΣΥΝ. ΣΕΛ. 1', 'Σ Υ Ν Ο Λ Ο', 'Αθρ.', 'Εκ μεταφοράς'].map(
    (name, at): Case => [
      { ...emptyCells, 'Α/Α': name, ...insured('3000000') },
      ...([0, 0, totalsOf(33 + at)] as const),
    ],
  ),
];

function totalsOf(line: number): RegExp {
  return new RegExp(`^line ${line}: a row of totals, .* in no sum$`);
}

test('a CSV file of a Greek Excel: every cell is read as it is meant, or named', async () => {
  const names = header.split(';').slice(0, -2);
  const lines = [...cases, ...totals].map(([cells], i) => {
    const row: Enriched = { 'Α/Α': i + 1, ...good, ...cells };
    // A sum may stand below a column that is not read, too.
    const remarks = i < cases.length ? ['α', 'β'] : ['', '300'];
    return [...names.map(name => row[name]), ...remarks].join(';');
  });
  // Empty lines in the middle, as after a deleted row.
  lines.splice(3, 0, '', ';'.repeat(10));
  const text = `${[header, ...lines].join('\r\n')}\r\n`;
  const { encode } = textEncoding('windows-1253');
  const { rows, summary } = await enriched('book.csv', encode(text));
  assert.equal(rows.length, cases.length + totals.length);
  const named = summary.problems.find((one: { code: string }) => one.code === 'totals')!;
  assert.match(named.example, totalsOf(30), 'the line is named once');
  let [wholeArea, wholeInsured] = [0, 0];
  for (const [i, [cells, areaM2, sum, problem]] of [...cases, ...totals].entries()) {
    const row = rows[i]!;
    const shown = `${JSON.stringify(cells)}: ${row.problem}`;
    assert.match(String(row.problem ?? ''), problem ?? /^$/, shown);
    const [read, ratio] = amountsOf(row);
    assert.equal(read, areaM2, shown);
    const expected = areaM2 === 0 ? 0 : sum / Number(row.cost_as_new_eur);
    assert.equal(ratio, Math.round(expected * 1e4) / 1e4, shown);
    wholeArea += areaM2;
    wholeInsured += sum;
  }
  assert.equal(rows[0]!.Σχόλια_2, 'β');
  // One row without a cost has an area, and five have a sum.
  const { area_m2, exposure } = summary.total;
  const expected = [wholeArea + 85.5, wholeInsured + 5 * 120_000];
  assert.deepEqual([area_m2, exposure.building.sum_eur], expected);
  assert.ok(summary.notes.some((note: string) => /has the name of another, Σχόλια/.test(note)));
});

/** A workbook of the old Excel for Macintosh, whose dates count from 1904. */
const cell = (value: string | number, attributes = '') => `<c${attributes}><v>${value}</v></c>`;
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
type SheetCase = readonly [year: string, area: string, areaM2: number, problem?: RegExp];
const sheetCases: readonly SheetCase[] = [
  // 34,334 days after 1 January 1904.
  [cell(34_334, ' s="1"'), cell(85.5), 85.5],
  [cell(1998), text('85,5'), 85.5],
  [text('1998'), text(' 85,5 τ.μ.'), 85.5],
  [cell(1998, ' s="1"'), cell(85.5), 85.5, /^Έτος κατασκευής: D6: the date .* may be a year/],
  [cell(36_526), cell(85.5), 85.5, /^construction_year: .*got 36526/],
  [cell(1998), text('1.250'), 0, /^build_area: .*1.250 is 1250 with/],
  [cell(1998), '<c t="e"><f>Z1</f><v>#REF!</v></c>', 0, /^Εμβαδόν: E9: the error #REF!/],
  [cell(1998), '<c><f>SUM(E4:E5)</f></c>', 0, /^Εμβαδόν: E10: a formula without a stored value/],
  [cell(1998), '<c><f>80+5.5</f><v>85.5</v></c>', 85.5],
];

test('a workbook with dates from 1904: every cell is read as it is meant, or named', async () => {
  const rows = sheetCases.map(
    ([year, area], i) =>
      `<row r="${i + 3}"${i === 1 ? ' hidden="1"' : ''}>${i === 2 ? '<c/>' : text('Ερμού 15')}${i % 2 === 0 ? cell(10_563) : text('105 63')}${text('διαμέρισμα')}${year}${area}</row>`,
  );
  const last = `<row r="12"><c/><c/><c/>${text('Σύνολο')}<c><f>SUM(E3:E11)</f><v>684</v></c></row>`;
  const names = ['Διεύθυνση', 'Τ.Κ.', 'Είδος', 'Έτος κατασκευής', 'Εμβαδόν'];
  const bytes = workbook({
    sheets: {
      Χαρτοφυλάκιο: textRow(1, 'Χαρτοφυλάκιο 2026') + textRow(2, ...names) + rows.join('') + last,
      Παλιό: textRow(1, ...names) + textRow(2, 'Σταδίου 1', '10564', 'διαμέρισμα', '1998', '85'),
    },
    after: '<mergeCells><mergeCell ref="A1:E1"/><mergeCell ref="A4:A5"/></mergeCells>',
    formats: [0, 14],
    date1904: true,
    hidden: ['Παλιό'],
  });
  const { rows: found, summary } = await enriched('book.xlsx', bytes);
  for (const [i, [, , areaM2, problem]] of sheetCases.entries()) {
    assert.match(String(found[i]!.problem ?? ''), problem ?? /^$/, `row ${i + 3}`);
    assert.equal(amountsOf(found[i]!)[0], areaM2, `row ${i + 3}`);
  }
  assert.equal(found[0]!['Έτος κατασκευής'], '1998-01-01');
  assert.match(String(found.at(-1)!.problem), totalsOf(12));
  assert.equal(summary.total.area_m2, 6 * 85.5);
  for (const note of [
    'hidden rows, which are read as the others: 1',
    'merged cells, of which only the first has the value: 1',
  ]) {
    assert.ok(summary.notes.includes(note), `${note} in ${summary.notes.join('\n')}`);
  }
});
