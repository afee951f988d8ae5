import type { ComponentChild, ComponentChildren } from 'preact';

interface TableProps {
  readonly head: readonly ComponentChild[];
  readonly children: ComponentChildren;
}

/** A table that scrolls sideways on a small screen. */
export function Table({ head, children }: TableProps) {
  return (
    <div class="portfolio-table">
      <table>
        <thead>
          <tr>
            {head.map((cell, i) => (
              <th scope="col" key={i}>
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
