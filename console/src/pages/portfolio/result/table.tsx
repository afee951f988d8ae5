import type { ComponentChildren, ComponentProps } from 'preact';
import { SimpleTable, TableHead } from '../../../tools/form/table-head.tsx';

interface TableProps {
  readonly head: ComponentProps<typeof TableHead>['columns'];
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

/** A table of figures whose rows have names. */
export function SumTable(props: ComponentProps<typeof SimpleTable>) {
  return (
    <div class="portfolio-table">
      <SimpleTable {...props} />
    </div>
  );
}
