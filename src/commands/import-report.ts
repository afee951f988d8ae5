import type { CountedReason, ImportReport } from '../import/report.ts';
import { type Line, styled } from '../terminal/print.ts';

const count = (value: number) => value.toLocaleString('en');

/** A report as text for the terminal: the figures, then why and where rows were refused. */
export function reportText(report: ImportReport): Line[] {
  const { layer, source, before, read, kept, repeated, refused, notes } = report;
  const { seconds, committed, outcome } = report;
  const rate = seconds > 0 ? ` (${count(Math.round(read / seconds))} a second)` : '';
  return [
    [styled('bold', `${layer}, source ${source}`)],
    `  read     ${count(read)} in ${seconds} s${rate}`,
    committed
      ? `  kept     ${count(kept)} (was ${count(before)})`
      : `  usable   ${count(kept)}, not stored (the source keeps ${count(before)})`,
    ...(repeated > 0 ? [`  repeated ${count(repeated)}, each the same as an earlier row`] : []),
    `  refused  ${count(read - kept - repeated)}`,
    ...refused.flatMap(counted),
    ...(notes.length > 0 ? ['  notes'] : []),
    ...notes.flatMap(counted),
    ['  ', styled(committed ? 'green' : 'yellow', outcome)],
  ];
}

function counted({ reason, count: times, examples }: CountedReason): Line[] {
  // The reason is in the first line, and may be long.
  const short = (example: string) => example.replace(`${reason}, `, '').replace(`: ${reason}`, '');
  return [
    `    ${count(times)} × ${reason}`,
    ...examples.map(example => [styled('dim', `        ${short(example)}`)]),
  ];
}
