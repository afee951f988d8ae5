import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { succeed } from '../commands/ktima.ts';
import { newSampleHome } from '../commands/sample-home.ts';
import { seeded } from '../seeded.ts';

type Coverages = readonly [building: number, contents: number, interruption: number];

interface BookRow {
  readonly cells: readonly (string | number)[];
  /** What is insured, in cents; undefined if the cell cannot be read. */
  readonly cents: Coverages;
  readonly isUnread: boolean;
  readonly areaM2: number;
  readonly type: 'apartment' | 'office' | 'warehouse';
  readonly latitude: number;
  readonly longitude: number;
}

/** The cells of building, contents and interruption, and what they mean in euro. */
const cases = (
  sum: number,
): readonly (readonly [string, string, string, Coverages, boolean?])[] => [
  [`${sum}`, `${2 * sum},50`, '50.000', [sum, 2 * sum + 0.5, 50_000]],
  ['0', '900.000 €', '500.000', [0, 900_000, 500_000]],
  ['', '900000', '', [0, 900_000, 0]],
  [`${sum} ΕΥΡΩ`, '', '0', [sum, 0, 0]],
  ['90 χιλ.', '1,2 εκατ. €', '-', [90_000, 1_200_000, 0]],
  [`${sum}000`, '', '', [sum * 1_000, 0, 0]],
  ['κατόπιν συνεννόησης', '20000', '', [0, 20_000, 0], true],
  ['0', '0', '0', [0, 0, 0], true],
  ['', '', '', [0, 0, 0]],
];

const types = {
  apartment: ['Διαμ/σμα 2ου', 500, 4_000],
  office: ['Γραφ.', 400, 5_000],
  warehouse: ['Επαγγ. αποθήκη', 150, 2_500],
} as const;

function bookOf(count: number): BookRow[] {
  const random = seeded(61);
  return Array.from({ length: count }, (_, at) => {
    const type = (['apartment', 'apartment', 'office', 'warehouse'] as const)[at % 4]!;
    const areaM2 = 40 + Math.floor(random() * 200);
    const of = cases(areaM2 * (600 + Math.floor(random() * 900)));
    const [building, contents, interruption, euros, isUnread = false] = of[at % of.length]!;
    // Several rows stand at one place.
    const place = Math.floor(random() * count * 0.7);
    const latitude = Number((37.95 + (place % 89) * 0.0007).toFixed(6));
    const longitude = Number((23.7 + (place % 97) * 0.0006).toFixed(6));
    const where = [String(latitude).replace('.', ','), String(longitude).replace('.', ',')];
    const name = types[type][0];
    const cells = [at + 1, ...where, name, areaM2, 1990, building, contents, interruption];
    const cents = euros.map(euro => Math.round(euro * 100)) as unknown as Coverages;
    return { cells, cents, isUnread, areaM2, type, latitude, longitude };
  });
}

const names = ['building', 'contents', 'interruption'] as const;
const centsOf = ([building, contents, interruption]: Coverages) => ({
  building,
  contents,
  interruption,
  property: building + contents,
  total: building + contents + interruption,
});

function sumsOf(rows: readonly BookRow[]) {
  return Object.fromEntries(
    [...names, 'property', 'total' as const].map(of => {
      const own = rows.map(row => centsOf(row.cents)[of as (typeof names)[number]]);
      const sum = own.reduce((all, one) => all + one, 0);
      return [of, { rows: own.filter(one => one > 0).length, sum_eur: sum / 100 }];
    }),
  );
}

/** WGS84 as points in space; within a kilometre a chord is as long as the way, to a millimetre. */
function pointOf({ latitude, longitude }: BookRow) {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [phi, lambda] = [latitude, longitude].map(radians) as [number, number];
  const e2 = 0.00669437999014;
  const n = 6_378_137 / Math.sqrt(1 - e2 * Math.sin(phi) ** 2);
  const flat = n * Math.cos(phi);
  return [flat * Math.cos(lambda), flat * Math.sin(lambda), n * (1 - e2) * Math.sin(phi)] as const;
}

/** The largest circles around rows, each pair compared. */
function circlesOf(rows: readonly BookRow[], radius: number) {
  const insured = rows.filter(row => centsOf(row.cents).total > 0);
  const points = insured.map(pointOf);
  const apart = (a: number, b: number) =>
    Math.hypot(...points[a]!.map((value, axis) => value - points[b]![axis]!));
  const inside = points.map((_, a) => [...points.keys()].filter(b => apart(a, b) <= radius));
  const sums = inside.map(all =>
    all.reduce((sum, at) => sum + centsOf(insured[at]!.cents).total, 0),
  );
  const centres: number[] = [];
  while (centres.length < 5) {
    const free = [...points.keys()].filter(at => centres.every(one => apart(at, one) > 2 * radius));
    if (free.length === 0) break;
    centres.push(free.reduce((best, at) => (sums[at]! > sums[best]! ? at : best)));
  }
  return centres.map(at => ({
    line: Number(insured[at]!.cells[0]) + 1,
    rows: inside[at]!.length,
    exposure: sumsOf(inside[at]!.map(one => insured[one]!)),
  }));
}

const header =
  'Α/Α;Πλάτος;Μήκος;Είδος;Εμβαδόν;Έτος κατασκευής;Ασφ. κεφ. κτιρ.;Α.Κ. περιεχ.;Ασφ. κεφ. διακ. εργ.';

/** Cells of a CSV file without quotes. */
function recordsOf(path: string, delimiter: string): Record<string, string>[] {
  const [first = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const columns = first.split(delimiter);
  return lines.map(line =>
    Object.fromEntries(line.split(delimiter).map((cell, i) => [columns[i], cell])),
  );
}

/** Runs a book with every case of a sum insured, and recomputes what the summary and OED say. */
export async function checkInsuredBook(t: TestContext, count: number): Promise<void> {
  const { env, folder, file, put } = await newSampleHome(t);
  const book = bookOf(count);
  const totals = 'ΓΕΝΙΚΟ ΣΥΝΟΛΟ;;;;99999;;999999999;999999999;999999999';
  const lines = [header, ...book.map(row => row.cells.join(';')), totals];
  const path = put('book.csv', lines.join('\n'));
  const enrich = (...more: string[]) => succeed(env, ['enrich', path, ...more, '--no-zones']);
  await enrich('-o', file('out.csv'), '--summary', file('summary.json'));
  checkSummary(book, recordsOf(file('out.csv'), ';'), file('summary.json'));
  await enrich('-o', file('oed.csv'), '--format', 'oed');
  checkOed(book, folder);
}

function checkSummary(
  book: readonly BookRow[],
  written: readonly Record<string, string>[],
  path: string,
) {
  const { total, outliers, circles } = JSON.parse(readFileSync(path, 'utf8'));
  assert.equal(total.rows, book.length);
  assert.deepEqual(total.exposure, { basis: 'sum_insured', ...sumsOf(book) });
  const costs = written.map(row => Number(row.cost_as_new_eur!.replace(',', '.')) || undefined);
  const compared = book.flatMap(({ cents: [building] }, at) => {
    const cost = costs[at];
    return building > 0 && cost ? [{ at, building, cents: Math.round(cost * 100) }] : [];
  });
  assert.ok(compared.length > 0);
  assert.equal(total.rows_compared, compared.length);
  assert.equal(total.compared_as_new_eur, compared.reduce((sum, row) => sum + row.cents, 0) / 100);
  for (const { at, building, cents } of compared) {
    const ratio = Number(written[at]!.insured_ratio!.replace(',', '.'));
    assert.equal(ratio, Math.round((building / cents) * 1e4) / 1e4);
  }
  const isOdd = ({ cents: [building], areaM2, type }: BookRow, at: number) => {
    const [, least, most] = types[type];
    const perM2 = building / 100 / areaM2;
    const isOver = building / 100 > 3 * (costs[at] ?? Number.POSITIVE_INFINITY);
    return building > 0 && (isOver || perM2 < least || perM2 > most);
  };
  const odd = book.filter(isOdd);
  assert.ok(odd.length > 0);
  assert.equal(outliers.rows, odd.length);
  assert.deepEqual(outliers.exposure, { basis: 'sum_insured', ...sumsOf(odd) });
  for (const [at, row] of book.entries()) {
    const isNamed = /sum_per_m2|over_insured/.test(written[at]!.problem_codes!);
    assert.equal(isNamed, isOdd(row, at), `${at}`);
  }
  for (const radius of [200, 500, 1_000]) {
    const found = circles.filter((one: { radius_m: number }) => one.radius_m === radius);
    const shown = found.map(
      ({ line, rows, exposure: { basis, ...exposure } }: (typeof found)[number]) => {
        return { line, rows, exposure };
      },
    );
    assert.deepEqual(shown, circlesOf(book, radius), `${radius} m`);
  }
}

function checkOed(book: readonly BookRow[], folder: string) {
  const locations = recordsOf(`${folder}/oed.csv`, ',');
  const kept = book.filter(row => !row.isUnread);
  const columns = ['BuildingTIV', 'ContentsTIV', 'BITIV'] as const;
  assert.deepEqual(
    locations.map(row => [row.LocNumber, ...columns.map(name => Number(row[name]))]),
    kept.map(row => [String(Number(row.cells[0]) + 1), ...row.cents.map(cents => cents / 100)]),
  );
  const others = recordsOf(`${folder}/oed.left-out.csv`, ',').map(({ line }) => Number(line));
  const lines = book.filter(row => row.isUnread).map(row => Number(row.cells[0]) + 1);
  assert.deepEqual(
    others.sort((a, b) => a - b),
    [...lines, book.length + 2],
  );
}
