import type { ImportReport } from '../import/report.ts';
import { type Line, styled } from './terminal.ts';

const count = (value: number) => value.toLocaleString('en');

/** A report as a person reads it: the figures, then why rows were refused and where. */
export function reportText(report: ImportReport): Line[] {
  const { layer, source, read, kept, refused, notes, seconds, committed, outcome } = report;
  const rate = seconds > 0 ? ` (${count(Math.round(read / seconds))} a second)` : '';
  return [
    [styled('bold', `${layer}, source ${source}`)],
    `  read     ${count(read)} in ${seconds} s${rate}`,
    `  kept     ${count(kept)}`,
    `  refused  ${count(read - kept)}`,
    ...refused.flatMap(({ reason, count: times, examples }) => [
      `    ${count(times)} × ${reason}`,
      ...examples.map(example => [styled('dim', `        ${example}`)]),
    ]),
    ...notes.map(note => `  note     ${note}`),
    ['  ', styled(committed ? 'green' : 'yellow', outcome)],
  ];
}
