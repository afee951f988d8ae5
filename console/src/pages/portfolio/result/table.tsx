import type { ComponentChildren } from 'preact';
import { TableHead } from '../../../tools/form/table-head.tsx';

interface TableProps {
  readonly head: readonly string[];
  readonly children: ComponentChildren;
}

/** A table that scrolls sideways on a small screen. */
export function Table({ head, children }: TableProps) {
  return (
    <div class="portfolio-table">
      <table>
        <TableHead columns={head} />
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
