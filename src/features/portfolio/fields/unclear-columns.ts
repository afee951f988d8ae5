import { type Field, insuredFields } from '#domain/property/usual-names.ts';
import {
  areInRatio,
  areMostlyOld,
  isCount,
  isDiverse,
  type Known,
  nameOf,
  otherNumbers,
  ratiosOf,
  type Sign,
  shareOf,
  signs,
  spreadOf,
  type Table,
} from './column-signs.ts';
import { type Columns, findColumns, isBareYear, rivalColumns } from './columns.ts';
import { sumColumnsOf } from './sum-columns.ts';
import {
  amountIn,
  areAmounts,
  coverageNamed,
  hasCurrency,
  isOtherMoney,
  mayBeSum,
} from './sum-headings.ts';

/** A column that may have a field that the run lacks. */
export interface UnclearColumn {
  readonly field: Field;
  readonly column: string;
  /** Whether it is likely to; a run then needs an answer. */
  readonly isLikely: boolean;
  /** Whether its name is as good as that of the column which is read. */
  readonly isRival?: boolean;
}

/**
 * The columns of a file that are not read, but have by their name or values what the run lacks, and
 * those of which nothing shows which is meant. Each answer may open the next question, so they are
 * all asked with the likely answers. Fields that `--map` chose or left out are not asked about. `rows`
 * are the first of the file.
 */
export function unclearColumns(
  header: readonly string[],
  mapped: readonly string[],
  rows: readonly (readonly string[])[],
  known: Known,
): UnclearColumn[] {
  const asked = rivals(header, mapped);
  for (;;) {
    const answers = [...mapped, ...answersTo(asked)];
    const table = { ...known, header, rows, columns: findColumns(header, answers) };
    const found = unread(table, answers);
    const [first] = found.filter(({ isLikely }) => isLikely);
    if (first === undefined) return [...asked, ...found];
    asked.push(...found.filter(({ field, isLikely }) => isLikely && field === first.field));
  }
}

/** The columns of which nothing but the answer shows which is meant, the one that is read first. */
export function rivals(header: readonly string[], mapped: readonly string[]): UnclearColumn[] {
  const equal = rivalColumns(header, findColumns(header, mapped), mapped).filter(
    one => one.isEqual,
  );
  return equal.flatMap(({ field, used, other }) =>
    [used, other].map(column => ({ field, column, isLikely: true, isRival: true })),
  );
}

/** The likely answers, as `--map` has them: the first column of each field. */
export function answersTo(unclear: readonly UnclearColumn[]): string[] {
  const likely = unclear.filter(({ isLikely }) => isLikely);
  const first = new Map(likely.toReversed().map(({ field, column }) => [field, column]));
  return [...first].map(([field, column]) => `${field}=${column}`);
}

function unread(table: Table, answers: readonly string[]): UnclearColumn[] {
  const { header, rows } = table;
  const isAnswered = (field: Field) => answers.some(one => one.startsWith(`${field}=`));
  const columns = heldColumns(table, isAnswered);
  const held = { ...table, columns };
  const lacks = (field: Field) => columns[field] === undefined && !isAnswered(field);
  const sumsRead = sumColumnsOf(header, columns, rows).map(({ at }) => at);
  const used = new Set([...Object.values(columns), ...sumsRead]);
  const unused = [...header.keys()].filter(at => !used.has(at) && !isOtherMoney(header[at]!));
  const found = signs
    .filter(({ field, isNeeded }) => lacks(field) && isNeeded(held))
    .flatMap(sign => {
      const others = unused.filter(at => at !== table.columns[sign.field]);
      return fitting(sign, held, others);
    });
  const isWithout = insuredFields.every(lacks);
  const isAsked = isWithout || !insuredFields.some(isAnswered);
  const named = isAsked ? unused.filter(at => isSum(header[at]!, isWithout ? rows : [], at)) : [];
  // Beside a sum of the building that is read, another one is only noted.
  const isLikely = lacks('sum_insured');
  const sums = named.length > 0 || !isLikely ? named : sumsByArea(held, unused);
  return [
    ...sums.map(at => ({ field: 'sum_insured' as const, column: header[at]!, isLikely })),
    ...insuredFields.filter(lacks).flatMap(field => bareCoverage(field, table, unused)),
    ...found,
  ];
}

/** What a property sells for, or is owed on it. */
const otherAmounts =
  /εμπορικ|αντικειμ|τιμη|δανει|υπολοιπ|ενοικ|market|price|loan|balance|rent|turnover/;

/** The columns whose numbers fit to the areas as sums insured, those that fit best first. */
function sumsByArea(table: Table, unused: readonly number[]): number[] {
  const { header, rows, columns } = table;
  const area = columns.build_area;
  if (area === undefined) return [];
  const spread = (at: number) => spreadOf(ratiosOf(table, at, area));
  const isSum = (at: number) => {
    const cells = rows.map(row => row[at] ?? '');
    const isOther = [otherAmounts, otherNumbers].some(other => other.test(nameOf(header[at]!)));
    const isList = !isDiverse(cells) || isCount(cells.map(amountIn));
    return !isOther && !isList && areInRatio(table, at, area);
  };
  return unused.filter(isSum).sort((a, b) => spread(a) - spread(b));
}

/** The columns whose heading is only a coverage, and whose cells are amounts. */
function bareCoverage(field: Field, { header, rows }: Table, unused: readonly number[]) {
  const fits = unused.filter(
    at =>
      coverageNamed(header[at]!) === field &&
      areAmounts(rows.map(cells => cells[at] ?? '').filter(Boolean)),
  );
  return fits.map(at => ({ field, column: header[at]!, isLikely: true }));
}

/** Fields whose heading is often that of another. */
const mistaken: Partial<Record<Field, Field>> = {
  city: 'address',
  construction_class: 'construction_year',
};

/** The columns that hold their field: not those whose cells are empty or something else. */
function heldColumns(table: Table, isAnswered: (field: Field) => boolean): Columns {
  const signOf = (field: Field | undefined) => signs.find(one => one.field === field);
  const isHeld = ([field, at]: [Field, number]) => {
    const other = signOf(mistaken[field]);
    if (isAnswered(field)) return true;
    if (other) return shareOf(other, table, at).share < other.least;
    const sign = signOf(field === 'use' ? 'property_type' : field);
    if (!sign?.isChecked) return true;
    const { cells, share } = shareOf(sign, table, at);
    const isBare = field === 'construction_year' && isBareYear(table.header, table.columns, []);
    return share >= leastHeld && (!isBare || areMostlyOld(cells, table));
  };
  return Object.fromEntries((Object.entries(table.columns) as [Field, number][]).filter(isHeld));
}

/** A column of which fewer cells fit does not hold its field. */
const leastHeld = 0.1;

/** The unread columns that fit, the most likely first. */
function fitting(sign: Sign, table: Table, unused: readonly number[]): UnclearColumn[] {
  const { field, heading, other, least, isByValues, rank } = sign;
  const fits = unused.flatMap(at => {
    const name = nameOf(table.header[at]!);
    const { cells, share } = shareOf(sign, table, at);
    if (other.test(name) || share < least) return [];
    const isNamed = heading.test(name);
    const isLikely = isNamed || isByValues?.(cells, table, at) === true;
    const rated = rank?.(table, at) ?? share;
    return [
      { rank: rated + Number(isNamed), unclear: { field, column: table.header[at]!, isLikely } },
    ];
  });
  return fits.sort((a, b) => b.rank - a.rank).map(({ unclear }) => unclear);
}

/** Whether a column has a word of a sum in its name, or a currency sign in its cells. */
function isSum(name: string, rows: readonly (readonly string[])[], at: number): boolean {
  return mayBeSum(name) || rows.some(cells => hasCurrency(cells[at] ?? ''));
}
