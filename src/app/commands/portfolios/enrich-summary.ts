import { rowCount } from '#domain/property/terms.ts';
import type { KindCount, Summary } from '#features/portfolio/summary/summary-body.ts';
import type { Language } from '#tools/notation/languages.ts';
import { type Line, styled, table } from '#tools/terminal/print.ts';

const figure = (value: number) => value.toLocaleString('en');

/** The words of the frame. */
const frame = {
  en: {
    in: (rows: string, seconds: string, rate: string) => `${rows} in ${seconds} s${rate}`,
    rate: (rows: string) => ` (${rows} a second)`,
    columns: 'columns',
    another: '--map FIELD=COLUMN reads another',
    note: 'note',
    gained: 'gained',
    rows: 'rows',
    share: 'share',
    position: 'position',
    parcel: 'parcel',
    cost: 'cost',
    anyProblem: 'any problem',
    foundBy: 'found by',
    problem: 'problem',
    example: 'for example',
  },
  el: {
    in: (rows: string, seconds: string, rate: string) => `${rows} σε ${seconds} δευτ.${rate}`,
    rate: (rows: string) => ` (${rows} το δευτερόλεπτο)`,
    columns: 'στήλες',
    another: '--map ΠΕΔΙΟ=ΣΤΗΛΗ διαβάζει άλλη',
    note: 'σημείωση',
    gained: 'βρέθηκαν',
    rows: 'γραμμές',
    share: 'μερίδιο',
    position: 'θέση',
    parcel: 'γεωτεμάχιο',
    cost: 'κόστος',
    anyProblem: 'με πρόβλημα',
    foundBy: 'ακρίβεια',
    problem: 'πρόβλημα',
    example: 'παράδειγμα',
  },
};

/** A summary as text for the terminal. */
export function summaryText(summary: Summary, language: Language = 'en'): Line[] {
  const own = frame[language];
  const { rows, seconds, columns, notes, levels, problems, row_notes } = summary;
  const rate = seconds > 0 ? own.rate(figure(Math.round(rows / seconds))) : '';
  const share = (count: number) =>
    rows === 0 ? '' : `${((100 * count) / rows).toFixed(1)} %`.padStart(7);
  const line = (name: string, count: number) => [name, figure(count).padStart(11), share(count)];
  return [
    [styled('bold', `${summary.input} → ${summary.output}`)],
    own.in(rowCount(figure(rows))[language], String(seconds), rate),
    `${own.columns}: ${Object.entries(columns)
      .map(([field, column]) => `${field} = ${column}`)
      .join(', ')}; ${own.another}`,
    ...notes.map(note => [styled('yellow', `${own.note}: ${note}`)]),
    '',
    ...table(
      [own.gained, own.rows.padStart(11), own.share.padStart(7)],
      [
        line(own.position, summary.with_position),
        line(own.parcel, summary.with_parcel),
        line(own.cost, summary.with_cost),
        line(own.anyProblem, summary.with_problems),
      ],
    ),
    '',
    ...sumTable(summary),
    ...table(
      [own.foundBy, own.rows.padStart(11), own.share.padStart(7)],
      Object.entries(levels).map(([level, count]) => line(level, count)),
    ),
    ...kindTable(own.problem, problems, own),
    ...kindTable(own.note, row_notes, own),
  ];
}

/** What is insured, by coverage and by class of each kind of zones, and what has no cost. */
function sumTable({ total, outliers, by_zone_class = [], terms }: Summary): Line[] {
  const euro = (value: number) => `€ ${figure(Math.round(value))}`.padStart(18);
  const sumLine = (name: string, rows: number, sum: number) => [
    name,
    figure(rows).padStart(11),
    euro(sum),
  ];
  const { basis, ...sums } = total.exposure;
  const { rows_without_cost, exposure_without_cost_eur, rows_compared } = total;
  const without = outliers.total_without;
  const zones = by_zone_class.flatMap(({ name_en, classes }) =>
    classes.map(one => sumLine(`${name_en}: ${one.name || 'unknown'}`, one.rows, one.exposure_eur)),
  );
  const title = basis === 'sum_insured' ? 'insured' : 'insured (cost as new: the file has no sums)';
  const lines = [
    ...Object.entries(sums).map(([of, { rows, sum_eur }]) => sumLine(of, rows, sum_eur)),
    sumLine('without a cost', rows_without_cost, exposure_without_cost_eur),
    sumLine('cost as new', total.rows_with_cost, total.as_new_eur),
    sumLine('compared: sum insured', rows_compared, total.compared_sum_insured_eur),
    sumLine('compared: cost as new', rows_compared, total.compared_as_new_eur),
    ...(outliers.largest.length > 0
      ? [sumLine(`without outliers: ${terms.accumulate}`, without.rows, without.exposure_eur)]
      : []),
    ...zones,
  ].filter(([, rows]) => rows!.trim() !== '0');
  return [...table([title, '       rows', '               sum'], lines), ''];
}

/** Show only the most frequent kinds of remarks, because each column may have its own. */
const mostKinds = 20;

function kindTable(
  title: string,
  counts: readonly KindCount[],
  own: (typeof frame)[Language],
): Line[] {
  if (counts.length === 0) return [];
  const rest = counts.length - mostKinds;
  return [
    '',
    ...table(
      [title, own.rows.padStart(11), own.example],
      counts
        .slice(0, mostKinds)
        .map(({ kind, rows, example }) => [kind, figure(rows).padStart(11), shortened(example)]),
    ),
    ...(rest > 0 ? [`and ${rest} more kinds: --summary writes all`] : []),
  ];
}

function shortened(text: string): string {
  return text.length > 90 ? `${text.slice(0, 90)}…` : text;
}
