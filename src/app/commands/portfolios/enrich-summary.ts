import type { KindCount, Summary } from '#features/portfolio/summary/summary-body.ts';
import { type Line, styled, table } from '#tools/terminal/print.ts';

const figure = (value: number) => value.toLocaleString('en');

/** A summary as text for the terminal. */
export function summaryText(summary: Summary): Line[] {
  const { rows, seconds, columns, notes, levels, problems, row_notes } = summary;
  const rate = seconds > 0 ? ` (${figure(Math.round(rows / seconds))} a second)` : '';
  const share = (count: number) =>
    rows === 0 ? '' : `${((100 * count) / rows).toFixed(1)} %`.padStart(7);
  const line = (name: string, count: number) => [name, figure(count).padStart(11), share(count)];
  return [
    [styled('bold', `${summary.input} → ${summary.output}`)],
    `${figure(rows)} rows in ${seconds} s${rate}`,
    `columns: ${Object.entries(columns)
      .map(([field, column]) => `${field} = ${column}`)
      .join(', ')}; --map FIELD=COLUMN reads another`,
    ...notes.map(note => [styled('yellow', `note: ${note}`)]),
    '',
    ...table(
      ['gained', '       rows', '  share'],
      [
        line('position', summary.with_position),
        line('parcel', summary.with_parcel),
        line('cost', summary.with_cost),
        line('any problem', summary.with_problems),
      ],
    ),
    '',
    ...sumTable(summary),
    ...table(
      ['found by', '       rows', '  share'],
      Object.entries(levels).map(([level, count]) => line(level, count)),
    ),
    ...kindTable('problem', problems),
    ...kindTable('note', row_notes),
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

function kindTable(title: string, counts: readonly KindCount[]): Line[] {
  if (counts.length === 0) return [];
  const rest = counts.length - mostKinds;
  return [
    '',
    ...table(
      [title, '       rows', 'for example'],
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
