import type { Summary } from '../portfolio/summary.ts';
import { table } from './table.ts';
import { type Line, styled } from './terminal.ts';

const figure = (value: number) => value.toLocaleString('en');

/** A summary as a person reads it. */
export function summaryText(summary: Summary): Line[] {
  const { rows, rows_now, seconds, columns, notes, levels, problems } = summary;
  const rate = seconds > 0 ? ` (${figure(Math.round(rows_now / seconds))} a second)` : '';
  const earlier = rows_now < rows ? `, ${figure(rows - rows_now)} of them in a run before` : '';
  const share = (count: number) =>
    rows === 0 ? '' : `${((100 * count) / rows).toFixed(1)} %`.padStart(7);
  const line = (name: string, count: number) => [name, figure(count).padStart(11), share(count)];
  return [
    [styled('bold', `${summary.input} → ${summary.output}`)],
    `${figure(rows)} rows in ${seconds} s${rate}${earlier}`,
    `columns: ${Object.entries(columns)
      .map(([field, column]) => `${field} = ${column}`)
      .join(', ')}`,
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
    ...table(
      ['found by', '       rows', '  share'],
      Object.entries(levels).map(([level, count]) => line(level, count)),
    ),
    ...(problems.length > 0 ? ['', ...problemTable(summary)] : []),
  ];
}

/** Problems of one kind may be as many as there are columns: the most frequent are shown. */
const mostProblems = 20;

function problemTable({ problems }: Summary): Line[] {
  const rest = problems.length - mostProblems;
  return [
    ...table(
      ['problem', '       rows', 'for example'],
      problems
        .slice(0, mostProblems)
        .map(({ kind, rows, example }) => [kind, figure(rows).padStart(11), shortened(example)]),
    ),
    ...(rest > 0 ? [`and ${rest} more kinds: --summary writes all`] : []),
  ];
}

function shortened(text: string): string {
  return text.length > 90 ? `${text.slice(0, 90)}…` : text;
}
