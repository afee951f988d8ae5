import type { ComponentChild } from 'preact';

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
