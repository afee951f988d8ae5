import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { openPdfPrinter } from '#app/services/report-pages/print-pdf.ts';
import type { RowMessage, RowMessages } from '#features/portfolio/messages/row-messages.ts';
import { className } from '#features/portfolio/messages/summary-words.ts';
import type { EnrichedRow } from '#features/portfolio/row/enrich-row.ts';
import type { RowCost } from '#features/portfolio/row/enrichment.ts';
import { keepAmounts } from '#features/portfolio/summary/amounts.ts';
import { measures } from '#features/portfolio/summary/exposure.ts';
import { addGroups, addRow, newGroups, type RowFacts } from '#features/portfolio/summary/groups.ts';
import { cellsOf, circlesOf } from '#features/portfolio/summary/map-lines.ts';
import { sectionsOf } from '#features/portfolio/summary/sections.ts';
import { newTally, summarise } from '#features/portfolio/summary/tally.ts';
import { addBasis, countBasis, newBasis, ofPlace } from '#features/portfolio/summary/terms.ts';
import {
  type SummaryFile,
  summaryFormat,
  writeSummary,
} from '#features/portfolio/summary/write-summary.ts';
import { openWorkbook } from '#tools/xlsx/open-workbook.ts';
import { executablePath } from '../../chromium.ts';
import { readPdf } from '../../console/pdf.ts';
import { longTest } from '../../sample.ts';
import { seeded } from '../../seeded.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { squareAt } from '../../zones/generated.ts';

interface Sums {
  readonly building?: number;
}

/** A row of 0.1 m² and 0.10 €, of which binary sums are never exact. */
function facts(line: number, { building = 0, ...more }: Partial<RowFacts> & Sums = {}): RowFacts {
  const place = { zone: '10', municipality: 'Αθηναίων', regional_unit: 'Μαγνησίας' };
  const group = { ...place, property_type: 'house', age: '10-19', certainty: 'street' } as const;
  const costs = { areaM2: 0.1, asNewCents: 10, asIsCents: undefined };
  const insured = { insuredCents: building || undefined, exposureCents: building };
  const exposure = { building, contents: 0, interruption: 0 };
  const remarks = { problem: '', language: 'en', leftOutAs: undefined } as const;
  const marks = {
    isRepeated: false,
    isImplausible: false,
    isLeftOutOfOed: false,
    isUnplaced: false,
    isLocated: false,
  };
  return {
    ...{ line, address: `<b>Ερμού ${line}</b>`, reference: '', group, zones: { flood: 'outside' } },
    ...{ ...costs, ...insured, exposure, ...remarks, ...marks, ...more },
  };
}

const rows: RowFacts[] = [
  ...Array.from({ length: 1_000 }, (_, i) => facts(i + 2)),
  facts(1_002, {
    ...{ reference: 'A-<1>', asIsCents: 7, building: 4, problem: '=1+1 <script>alert(1)</script>' },
  }),
  facts(1_003, {
    ...{ building: 10, zones: { flood: 'T100' } },
    group: { ...facts(0).group, zone: '54', municipality: 'constructor', certainty: 'house' },
  }),
  facts(1_004, {
    ...{ asNewCents: undefined, building: 900, isUnplaced: true },
    ...{ group: { ...facts(0).group, certainty: 'none' } },
    problem: 'position: the row has no location',
  }),
];

function groupsOf(list: readonly RowFacts[]) {
  const groups = newGroups();
  for (const row of list) addRow(groups, row);
  return groups;
}

/** Two rows with a cost, one of them for another day; one without; one that was not read. */
function basisOf() {
  const basis = newBasis();
  const cost = { dataset: 'd1', valuationDate: '2026-06-15', method: 'ross' };
  const rate = { rateSource: '<Office>', rateValidFrom: '2026-01-01', isSample: true };
  const own = { ...rate, ...cost } as RowCost;
  const row = (more: Partial<EnrichedRow>) =>
    ({ isCertain: true, cost: own, ...more }) as EnrichedRow;
  const because = (...kinds: string[]): RowMessages => ({
    problems: kinds.map(kind => {
      const [text = '', field] = kind.split(': ').toReversed();
      return { field, code: 'text', values: { text } };
    }),
    notes: [],
  });
  countBasis(basis, row({}), because(), 'en');
  const earlier = { ...own, valuationDate: '2020-01-01', rateSource: 'Old', isSample: false };
  countBasis(basis, row({ cost: earlier }), because('address: a guess'), 'en');
  const nowhere = because('construction_year: x', 'cost: no rate');
  countBasis(basis, row({ cost: undefined, isCertain: false }), nowhere, 'en');
  const later = newBasis();
  countBasis(later, undefined, because('too few cells'), 'en');
  addBasis(basis, later);
  return basis;
}

const exposure = { basis: 'sum_insured', accumulate: 'total' } as const;

/** What is insured, if it is the building only. */
function ofBuilding(rows: number, sum_eur: number) {
  const some = { rows, sum_eur };
  const none = { rows: 0, sum_eur: 0 };
  const others = { contents: none, interruption: none };
  return { basis: 'sum_insured', building: some, ...others, property: some, total: some };
}

async function summaryOf() {
  const amounts = keepAmounts();
  amounts.add([[37.97, 23.72, 10, 0, 0, 2, 0, 0, 0, 0, 0]]);
  amounts.add([
    [37.97, 23.72, 12, 5, 3, 3, 201, 1, 12, 24, 3, 'A-<1>'],
    [40.6, 22.9, 0, 10, 0, 4, 200, 0, 0, 0, 0],
    [40.6, 22.9, 0, 0, 0, 5, 18_000, 1, 0, 0, 0],
  ]);
  const tally = {
    ...newTally(),
    rows: rows.length,
    levels: { street: 1_003 },
    groups: groupsOf(rows),
    basis: basisOf(),
  };
  const sources = [{ source: 'sample', loadedAt: '2026-05-01T10:00:00.000Z' }];
  const zoneKinds = [{ kind: 'flood', name: { el: 'Πλημμύρες', en: '<i>Floods</i>' }, sources }];
  const terms = { index: 'elstat', ageing: 'ross' };
  const table = { header: ['address'], columns: { address: 0 }, language: 'en' as const };
  const plan = { ...table, terms, zoneKinds, exposure };
  const loaded = ['costs'] as const;
  const drops = { ...plan, loaded, dropsRepeated: false, dropsImplausible: false, isOed: false };
  const files = { input: '<book>.csv', output: 'out.csv' };
  const note = { code: 'text', values: { text: 'a & b' } } as const;
  const done = { seconds: 1, buildings: 1 };
  const sections = sectionsOf(tally.groups, amounts, drops);
  return summarise(files, plan, '2026-06-15', tally, [note], done, sections);
}

/** A square around the rows near Athens. */
const geometry = { type: 'Polygon' as const, coordinates: [squareAt(23, 37, 1)] };
const land = { geometry, licence: '<licence>' };

/** Rows as lines with the values of these fields. */
const linesOf = <T extends object>(rows: readonly T[], ...names: (keyof T)[]) =>
  rows.map(row => names.map(name => row[name]).join(' '));

/** The cells of each row of a sheet. */
async function cellsIn(sheet: { rows(): AsyncIterable<{ cells: readonly { text: string }[] }> }) {
  return (await Array.fromAsync(sheet.rows())).map(({ cells }) => cells.map(({ text }) => text));
}

/** As the thread of documents does, with a land of our own. */
async function draw(file: SummaryFile): Promise<Buffer> {
  const { renderSummary } = await import(
    new URL('../../../console/dist/server/render-pages.js', import.meta.url).href
  );
  return Buffer.from(await renderSummary({ ...file, land }));
}

test('sums are exact, and those of batches add up to those of one run', async () => {
  const { total, by_zone, by_municipality, by_insured_percent, by_zone_class, rows_to_look_at } =
    await summaryOf();
  assert.deepEqual(total, {
    ...{ name: '', rows: 1_003, area_m2: 100.3, rows_with_cost: 1_002, as_new_eur: 100.2 },
    ...{ rows_with_as_is: 1, as_is_eur: 0.07, exposure: ofBuilding(3, 9.14), exposure_eur: 9.14 },
    ...{ exposure_rough_eur: 9.04, rows_without_cost: 1, exposure_without_cost_eur: 9 },
    // Only rows with both: the sum insured of the row without a cost is compared with nothing.
    ...{ rows_compared: 2, compared_sum_insured_eur: 0.14, compared_as_new_eur: 0.2 },
  });
  assert.deepEqual(linesOf(by_zone, 'name', 'rows'), ['10 1002', '54 1']);
  assert.deepEqual(linesOf(by_municipality, 'name'), ['Αθηναίων', 'constructor']);
  assert.deepEqual(linesOf(by_insured_percent, 'name', 'rows'), ['0-49 1', '90-109 1']);
  assert.deepEqual(linesOf(rows_to_look_at, 'line', 'reason'), [
    '1004 98 % of all that the file insures; position: the row has no location',
    '1002 insured for 40 % of the cost as new; =1+1 <script>alert(1)</script>',
  ]);
  const classes = linesOf(by_zone_class![0]!.classes, 'name', 'rows', 'exposure_eur');
  assert.deepEqual(classes, ['outside 1002 9.04', 'T100 1 0.1']);
  const inBatches = newGroups();
  for (let from = 0; from < rows.length; from += 200)
    addGroups(inBatches, groupsOf(rows.slice(from, from + 200)));
  assert.deepEqual(inBatches, groupsOf(rows));
});

test('of a kind with thousands of zones, the first 200 classes are counted apart', () => {
  const all = Array.from({ length: 1_000 }, (_, i) => facts(i, { zones: { a: `zone ${i}` } }));
  const classes = groupsOf(all).zones.a!;
  assert.equal(Object.keys(classes).length, 201);
  assert.equal(classes['other zones']!.rows, 800);
});

test('later classes are summed with those that are as certain, and other results stay apart', () => {
  const first = Array.from({ length: 200 }, (_, i) => `zone ${i}`);
  const later =
    'T50|T50 (possibly_inside)|T50 (partly_inside)|T1000 (inside), T50 (possibly_inside)|outside|';
  const all = [...first, ...later.split('|')].map((name, i) => facts(i, { zones: { a: name } }));
  const names = Object.keys(groupsOf(all).zones.a!).slice(200);
  assert.equal(names.join('|'), later.replaceAll(/T\d+/g, 'other zones'));
  assert.deepEqual(className(names[3]!), {
    el: 'άλλες ζώνες (εντός), άλλες ζώνες (ίσως εντός)',
    en: 'other zones (inside), other zones (perhaps inside)',
  });
  assert.deepEqual(className('outside'), { el: 'εκτός', en: 'outside' });
});

test('the list of rows to look at has the largest, the earlier of equal ones', () => {
  const faulty = Array.from({ length: 1_000 }, (_, i) =>
    facts(i, { building: i % 500, problem: 'x' }),
  );
  const { rows, cents, largest } = groupsOf(faulty).look;
  assert.deepEqual([rows, cents, largest.length], [1_000, 249_500, 200]);
  assert.deepEqual(linesOf(largest.slice(0, 3), 'line'), ['499', '999', '498']);
});

test('a summary begins with its terms, in every form', async t => {
  const summary = await summaryOf();
  assert.equal(Object.keys(summary)[0], 'terms');
  assert.deepEqual(summary.terms, {
    exposure_basis: 'sum_insured',
    accumulate: 'total',
    valuation_date: '2026-06-15',
    rows_with_other_date: 1,
    rates: 'prefix',
    rate_sources: [
      { source: '<Office>', valid_from: '2026-01-01', is_sample: true, rows: 1 },
      { source: 'Old', valid_from: '2026-01-01', is_sample: false, rows: 1 },
    ],
    index: 'elstat',
    addons: null,
    ageing: ['ross'],
    dataset: 'd1',
    zones: [
      {
        kind: 'flood',
        name_gr: 'Πλημμύρες',
        name_en: '<i>Floods</i>',
        sources: [{ source: 'sample', loaded_at: '2026-05-01T10:00:00.000Z', is_sample: true }],
      },
    ],
    program: 'Ktima 2.0.0',
    rows_left_out: [
      { from: 'not_read', rows: 1, because: [{ kind: 'too few cells', rows: 1 }] },
      { from: 'without_cost', rows: 1, because: [{ kind: 'cost: no rate', rows: 1 }] },
      { from: 'without_place', rows: 1, because: [{ kind: 'construction_year: x', rows: 1 }] },
    ],
  });
  const { path: folder } = temporaryFolder(t);
  const [page, book] = [join(folder, 'summary.html'), join(folder, 'summary.xlsx')];
  for (const path of [page, book]) await writeSummary(path, summary, draw);
  const html = readFileSync(page, 'utf8');
  assert.match(html, /<details class="portfolio-basis" open>/);
  assert.match(html, /<div>15 Ιουνίου 2026<\/div><div>Με άλλη ημερομηνία: 1 γραμμή<\/div>/);
  assert.match(html, /<div>15 June 2026<\/div><div>With another date: 1 row<\/div>/);
  for (const name of ['Μαγνησίας', 'Magnesia']) assert.ok(html.includes(`>${name}</th>`), name);
  const [sheet] = await openWorkbook(book);
  assert.equal(sheet!.name, 'Terms');
  const shown = (await cellsIn(sheet!)).map(cells => cells.map(text => text.split(' – ')[0]));
  assert.deepEqual(shown, [
    ['Term', 'Value'],
    [
      'What is known',
      'Of 9 € insured: 0 % located within 25 m, 1.5 % with a cost, earthquake zone: not looked up',
    ],
    ['Valuation date', '2026-06-15; rows with another: 1'],
    ['Rates', 'of the first two digits of the postal code'],
    [
      'Sources of rates, with rows',
      '<Office>, from 2026-01-01, sample data (1); Old, from 2026-01-01 (1)',
    ],
    ['Index', 'elstat'],
    ['Add-ons', 'none'],
    ['Depreciation', 'ross'],
    ['Version of the cost data', 'd1'],
    ['Zones: <i>Floods</i>', 'sample, 2026-05-01, sample data'],
    ['Program', 'Ktima 2.0.0'],
    ['Rows not read, in no sum', '1: too few cells (1)'],
    ['Rows without a cost', '1: cost: no rate (1)'],
    ['Rows in no circle and on no map', '1: construction_year: x (1)'],
  ]);
});

test('what costs rest on is counted for a hundred values, and the others together', () => {
  const [basis, later] = [newBasis(), newBasis()];
  for (let i = 0; i < 150; i++) later.not_read[`kind ${i}`] = 1;
  for (const one of [later, later]) addBasis(basis, one);
  assert.equal(Object.keys(basis.not_read).length, 101);
  assert.equal(basis.not_read['(others)'], 100);
});

test('how exactly places are known is a share of the amount', async () => {
  const { by_certainty } = await summaryOf();
  assert.deepEqual(linesOf(by_certainty, 'name', 'rows', 'exposure_eur', 'share'), [
    'house 1 0.1 0.010941',
    'street 1001 0.04 0.004376',
    'postal_code 0 0 0',
    'town 0 0 0',
    'none 1 9 0.984683',
  ]);
});

test('rows without a certain place are in a list of their own, with their sum', async () => {
  const { rows_without_place } = await summaryOf();
  const { address } = facts(1_004);
  const reason = 'position: the row has no location';
  assert.deepEqual(rows_without_place, {
    rows: 1,
    exposure_eur: 9,
    largest: [{ line: 1_004, reference: '', address, exposure_eur: 9, reason }],
  });
  const many = Array.from({ length: 1_000 }, (_, i) =>
    facts(i, { building: 10, isUnplaced: true }),
  );
  const { rows, cents, largest } = groupsOf(many).unplaced;
  assert.deepEqual([rows, cents, largest.length], [1_000, 10_000, 200]);
});

test('the reason for a row in no circle is of its place, not of its area', () => {
  const area = { field: 'build_area', code: 'area_implausible' } as const;
  const place = { field: 'address', code: 'nothing_found' } as const;
  assert.deepEqual(ofPlace([area, place] as unknown as RowMessage[]), [place]);
  assert.deepEqual(ofPlace([area] as unknown as RowMessage[]), [area]);
});

test('circles name the lines of their rows', async () => {
  const { circles } = await summaryOf();
  const smallest = circles.filter(({ radius_m }) => radius_m === 200);
  const shown = linesOf(smallest, 'line', 'rows', 'lines', 'exposure_eur');
  assert.deepEqual(shown, ['2 2 2,3 0.3', '4 1 4 0.1']);
  // Only within 200 m is an accuracy of 201 m rough.
  const rough = linesOf(circles, 'rows_rough', 'exposure_rough_eur');
  assert.deepEqual(rough, ['1 0.2', ...Array(5).fill('0 0')]);
  const at = { latitude: 37.97, longitude: 23.72 };
  assert.deepEqual(circles[0]!.largest, [
    { line: 3, reference: 'A-<1>', ...at, exposure_eur: 0.2 },
    { line: 2, reference: '', ...at, exposure_eur: 0.1 },
  ]);
});

test('the map has each position, or at most 1,500 cells', async () => {
  const { map } = await summaryOf();
  assert.deepEqual(map, {
    cell_degrees: 0,
    cells: [
      {
        ...{ latitude: 37.97, longitude: 23.72, rows: 2, exposure_eur: 0.3 },
        exposure_rough_eur: 0.2,
        insured_ratio: 0.5,
        rows_in_zones: { flood: 1 },
      },
      { latitude: 40.6, longitude: 22.9, rows: 2, exposure_eur: 0.1, exposure_rough_eur: 0 },
    ],
  });
  const amounts = keepAmounts();
  const random = seeded(1);
  amounts.add(
    Array.from({ length: 20_000 }, (_, i) => {
      return [37 + random(), 23 + random(), 100, 0, 0, i, 0, 0, 0, 0, 0];
    }),
  );
  const { cell_degrees, cells } = cellsOf(amounts.all(), [], 'total');
  assert.equal(cell_degrees, 0.05);
  assert.ok(cells.length <= 1_500, `${cells.length} cells`);
  const sum = (of: 'rows' | 'exposure_eur') => cells.reduce((total, cell) => total + cell[of], 0);
  assert.deepEqual([sum('rows'), Math.round(sum('exposure_eur'))], [20_000, 20_000]);
  assert.deepEqual(cellsOf(keepAmounts().all(), [], 'total').cells, []);
});

const pages = 'a print has at most four pages for any size';
longTest(`${pages}, and the lists only if they are asked for`, async t => {
  const few = await summaryOf();
  const many = <T extends object>(rows: readonly T[], count: number): T[] =>
    Array.from({ length: count }, (_, i) => ({ ...rows[i % rows.length]!, name: `group ${i}` }));
  const summary = {
    ...{ ...few, rows_to_look_at: many(few.rows_to_look_at, 320), rows_to_look_at_count: 500_000 },
    ...{ by_zone: many(few.by_zone, 58), by_regional_unit: many(few.by_regional_unit, 74) },
    by_municipality: many(few.by_municipality, 332),
    by_property_type: many(few.by_property_type, 12),
  };
  const page = join(temporaryFolder(t).path, 'summary.html');
  await writeSummary(page, summary, draw);
  const html = readFileSync(page, 'utf8');
  const print = openPdfPrinter(executablePath);
  const { signal } = new AbortController();
  const printed = async (text: string) => readPdf(await print(Buffer.from(text), signal));
  const short = await printed(html);
  assert.ok(short.pages <= 4, `${short.pages} pages`);
  assert.match(short.text, /Valuation date/);
  assert.match(short.text, /Totals/);
  assert.doesNotMatch(short.text, /group 300/);
  const whole = await printed(html.replace('id="portfolio-annex"', '$& checked'));
  assert.ok(whole.pages > 4, `${whole.pages} pages`);
  assert.match(whole.text, /group 300/);
  // In points, with the margin: a summary stands upright, wide tables of the lists do not.
  for (const [{ words }, most] of [
    [short, 555],
    [whole, 802],
  ] as const) {
    const rightmost = words.reduce((right, word) => Math.max(right, word.right), 0);
    assert.ok(rightmost <= most, `no word ends beyond the margin, got ${rightmost}`);
  }
});

test('the page is one escaped file without scripts, the workbook has no formulas', async t => {
  const { path: folder } = temporaryFolder(t);
  const summary = await summaryOf();
  const page = join(folder, 'summary.html');
  await writeSummary(page, summary, draw);
  const html = readFileSync(page, 'utf8');
  assert.doesNotMatch(html, /<script|<b>|<i>|https?:|src=/);
  assert.match(html, /&lt;script>alert\(1\)&lt;\/script>/);
  // Both languages, of which a style shows the one of the run.
  assert.match(html, /<html lang="en" /);
  assert.match(html, /<input [^>]*id="en" checked/);
  assert.doesNotMatch(html, /id="el" checked/);
  assert.match(html, /<h3>Πρώτα ψηφία Τ\.Κ\.<\/h3>.*<h3>Postal prefix<\/h3>/s);
  assert.match(html, /<th scope="row">Μονοκατοικία<\/th>.*<th scope="row">House<\/th>/s);
  assert.match(html, /<th scope="row">εκτός<\/th>.*<th scope="row">outside<\/th>/s);
  assert.match(html, /<p>1\.003 γραμμές, 15 Ιουνίου 2026<\/p>.*<p>1,003 rows, 15 June 2026<\/p>/s);
  assert.match(html, /For 1,003 of 1,003 rows only the street, postal code or area is known/);
  assert.match(html, /€0 within 200 m of the row in line 2 · 2 rows/);
  assert.match(html, /37\.970000, 23\.720000 · Lines: 2, 3</);
  // A map of all rows, and one of each circle, in each language.
  const [greek, english] = html.split('<main').slice(1) as [string, string];
  for (const page of [greek, english]) {
    assert.equal(page.match(/<svg class="plan" /g)!.length, 1 + summary.circles.length);
    assert.match(page, /<path class="plan-land" d="M[^"]+z"/);
    assert.match(page, /<text [^>]+>1, 3, 5<\/text>/);
    assert.match(page, /&lt;licence>/);
  }
  const book = join(folder, 'summary.xlsx');
  await writeSummary(book, summary, draw);
  const sheets = await openWorkbook(book);
  assert.equal(sheets.length, 16);
  assert.ok(sheets.some(({ name }) => name === 'Zones 1  <i>Floods< i>'));
  const { reason } = summary.rows_to_look_at[1]!;
  const look = (await cellsIn(sheets.at(-1)!))[2];
  assert.deepEqual(look, ['1002', 'A-<1>', '<b>Ερμού 1002</b>', '0.04', reason]);
  const [head, ...totals] = await cellsIn(sheets[1]!);
  assert.equal(head![11], 'Approximate (€) – Κατά προσέγγιση (€)');
  assert.deepEqual(
    totals.map(cells => cells.join(' ')),
    [
      'Σ 1003 100.3 1002 100.2 1 0.07 9.14 0 0 9.14 9.14 9.04 1 9 2 0.14 0.2',
      'Without implausible or very large – Χωρίς απίθανα ή πολύ μεγάλα ' +
        '1002 100.2 1002 100.2 1 0.07 0.14 0 0 0.14 0.14 0.04 0 0 2 0.14 0.2',
    ],
  );
  // Too little of it can be compared.
  assert.doesNotMatch(html, /Σ: /);
  const [names, largest] = await cellsIn(sheets.find(({ name }) => name === 'Accumulation')!);
  assert.equal(largest![names!.indexOf('Approximate – Κατά προσέγγιση')], '1');
  const refusal = /expected a name that ends in \.json, \.html, \.xlsx/;
  assert.throws(() => summaryFormat('summary.pdf'), refusal);
});

test('a share is of what it names, and null where that is less than half or not looked up', async () => {
  const plan = {
    language: 'en',
    dropsRepeated: false,
    dropsImplausible: false,
    isOed: false,
  } as const;
  const kinds = [{ kind: 'earthquake', name: { el: 'Σεισμός', en: 'Earthquake' }, sources: [] }];
  const none = { zoneKinds: [], loaded: [], basis: 'sum_insured' } as const;
  const sharesOf = (list: readonly RowFacts[], more: object = {}) => {
    const { basis, ...own } = { ...none, ...more };
    const asked = { ...plan, ...own, exposure: { ...exposure, basis } };
    return sectionsOf(groupsOf(list), keepAmounts(), asked).shares;
  };
  const priced = facts(2, { asNewCents: 1_000, building: 800, isLocated: true });
  const bare = (line: number, building: number) => facts(line, { asNewCents: undefined, building });
  const inZone = { ...bare(3, 200), zones: { earthquake: 'II (possibly_inside)' } };
  const outside = { ...bare(4, 600), zones: { earthquake: 'outside' } };
  const all = { zoneKinds: kinds, loaded: ['costs'] };
  assert.deepEqual(sharesOf([priced, inZone, outside], all), {
    ...{ of: 'exposure', of_total: 16, located: 0.5, costed: 0.5, in_earthquake_zone: 0.125 },
    ...{ underinsured: 1, underinsured_eur: 8, comparable_eur: 8 },
  });
  // One euro less can be compared than half of it.
  const { underinsured, ...rest } = sharesOf([priced, bare(3, 900)]);
  assert.equal(underinsured, null);
  assert.deepEqual([rest.costed, rest.in_earthquake_zone], [null, null]);
  const ofRows = sharesOf([priced, bare(3, 0)], { ...all, basis: 'cost_as_new' });
  assert.deepEqual([ofRows.of, ofRows.of_total, ofRows.located], ['rows', 2, 0.5]);
  assert.equal(sharesOf([]).located, null);
});

test('implausible rows, and those with more than a tenth of all, come first, and there are totals without', async () => {
  const list = [
    ...Array.from({ length: 50 }, (_, i) => facts(i + 2, { building: 100 })),
    facts(60, { building: 1_000_000, isImplausible: true, problem: 'over_insured' }),
    facts(61, { building: 700 }),
    facts(62, { building: 90_000, problem: 'x' }),
  ];
  const sections = async (some: readonly RowFacts[], dropsImplausible: boolean) =>
    sectionsOf(groupsOf(some), keepAmounts(), {
      ...({ zoneKinds: [], language: 'en', loaded: [], dropsRepeated: false, exposure } as const),
      ...({ dropsImplausible, isOed: false } as const),
    });
  const leftOutAs = 'implausible' as const;
  const dropped = list.map(row => (row.isImplausible ? { ...row, leftOutAs } : row));
  const [kept, without] = [await sections(list, false), await sections(dropped, true)];
  const shown = ({ outliers, total, rows_to_look_at }: typeof kept) => ({
    totals: linesOf([total, outliers.total_without], 'rows', 'exposure_eur'),
    first: linesOf(rows_to_look_at, 'line', 'reason'),
  });
  const expected = { totals: ['53 10957', '52 957'], first: ['60 over_insured', '62 x'] };
  assert.deepEqual(shown(kept), expected);
  // Among the plausible rows, one is most of the file.
  assert.deepEqual(shown(without), {
    totals: ['52 957', '51 57'],
    first: ['60 over_insured', '62 94 % of all that the file insures; x'],
  });
});

test('circles hold what is insured of each coverage, and what is not insured is no exposure', async () => {
  // Building / contents / interruption in cents: a tenant, a tenant, an owner. The last has nothing.
  const sums = [
    [0, 90_000_000, 50_000_000],
    [0, 90_000_000, 50_000_000],
    [9_000_000, 100_000_000, 0],
    [0, 0, 0],
  ] as const;
  const amounts = keepAmounts();
  amounts.add(sums.map((own, i) => [37.97, 23.72, ...own, i + 2, 0, 0, 0, 0, 0]));
  const [circle] = circlesOf(amounts.all(), exposure);
  assert.equal(circle!.rows, 3);
  assert.deepEqual(circle!.exposure, {
    basis: 'sum_insured',
    building: { rows: 1, sum_eur: 90_000 },
    contents: { rows: 3, sum_eur: 2_800_000 },
    interruption: { rows: 2, sum_eur: 1_000_000 },
    property: { rows: 3, sum_eur: 2_890_000 },
    total: { rows: 3, sum_eur: 3_890_000 },
  });
  const ranked = measures.map(
    accumulate => circlesOf(amounts.all(), { ...exposure, accumulate })[0]!.exposure_eur,
  );
  assert.deepEqual(ranked, [90_000, 2_800_000, 1_000_000, 2_890_000, 3_890_000]);
});
