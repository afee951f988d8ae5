import type { ComponentChild, ComponentChildren } from 'preact';

/** The heading of a column of figures. */
export function figures(heading: ComponentChild) {
  return { heading, look: 'number' };
}

interface TableHeadProps {
  /** A heading for each column, some with a class; false for a column that is left out. */
  readonly columns: readonly (
    | string
    | false
    | { readonly heading: ComponentChild; readonly look: string }
  )[];
  readonly class?: string;
}

/** The row of headings of a table. */
export function TableHead({ columns, class: look }: TableHeadProps) {
  const headings = columns.filter(column => column !== false);
  return (
    <thead class={look}>
      <tr>
        {headings.map((column, index) => (
          <th key={index} scope="col" class={typeof column === 'string' ? undefined : column.look}>
            {typeof column === 'string' ? column : column.heading}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface SimpleTableProps extends Pick<TableHeadProps, 'class'> {
  readonly caption?: string;
  readonly columns?: TableHeadProps['columns'];
  /** The cells of each row: the first is its name, the others look as the heads of their columns. */
  readonly rows: readonly (readonly ComponentChild[])[];
}

/** A table whose rows have names. */
export function SimpleTable({ class: look, caption, columns = [], rows }: SimpleTableProps) {
  const lookOf = (at: number) => {
    const column = columns[at];
    return typeof column === 'object' ? column.look : undefined;
  };
  return (
    <table class={look}>
      {caption && <caption>{caption}</caption>}
      {columns.length > 0 && <TableHead columns={columns} />}
      <tbody>
        {rows.map(([name, ...cells], row) => (
          <tr key={row}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={at} class={lookOf(at + 1)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ScrolledProps {
  readonly class: string;
  readonly label: string;
  readonly children: ComponentChildren;
}

/** What scrolls if it is larger than its room, also by the keyboard. */
export function Scrolled({ class: look, label, children }: ScrolledProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
    <section class={look} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
