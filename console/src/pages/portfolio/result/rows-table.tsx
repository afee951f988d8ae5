import { useEffect, useRef, useState } from 'preact/hooks';
import type { PortfolioRow } from '../run/ask-portfolios.ts';
import { usePortfolioWords } from '../run/words.ts';
import { type Column, useColumns } from './table-columns.ts';
import type { RowPages, Sort, WantedRows } from './use-row-pages.ts';

/** All rows have one height, so that the place of each is known without it. */
const rowPixels = 44;
/** Rows that are drawn before and after those in view. */
const margin = 10;

interface RowsTableProps {
  readonly count: number;
  readonly pages: RowPages;
  readonly hidden: ReadonlySet<string>;
  readonly sort: WantedRows['sort'];
  /** The place of the row that is open. */
  readonly open: number | undefined;
  onSort(by: Sort): void;
  onOpen(place: number): void;
}

/** The rows that the filters leave. Only those in view are in the page. */
export function RowsTable({ count, pages, hidden, sort, open, onSort, onOpen }: RowsTableProps) {
  const { own } = usePortfolioWords();
  const frame = useRef<HTMLElement>(null);
  const [from, setFrom] = useState(0);
  const [shown, setShown] = useState(2 * margin);
  const columns = useColumns().filter(({ name }) => !hidden.has(name));
  const scroll = () => {
    const { scrollTop, clientHeight } = frame.current!;
    setFrom(Math.max(0, Math.floor(scrollTop / rowPixels) - margin));
    setShown(Math.ceil(clientHeight / rowPixels) + 2 * margin);
  };
  useEffect(scroll, []);
  useEffect(() => showPlace(frame.current!, open), [open]);
  const to = Math.min(count, from + shown);
  useEffect(() => pages.want(from, to), [from, to]);
  const head = (name: string, isFigure = false, by?: Sort) => (
    <th
      key={name}
      scope="col"
      class={isFigure ? 'is-figure' : ''}
      {...(by === sort.by && {
        'aria-sort': sort.order === 'asc' ? ('ascending' as const) : ('descending' as const),
      })}
    >
      {by ? (
        <button type="button" class="portfolio-sort" onClick={() => onSort(by)}>
          {name}
        </button>
      ) : (
        name
      )}
    </th>
  );
  const space = (rows: number) =>
    rows > 0 && (
      <tr>
        <td colSpan={columns.length + 1} style={{ height: `${rows * rowPixels}px` }} />
      </tr>
    );
  return (
    <section
      class="portfolio-window"
      ref={frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
      tabIndex={0}
      aria-label={own.allRows}
      onScroll={scroll}
    >
      <table aria-rowcount={count + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {head(own.line, true, 'line')}
            {columns.map(({ label, isFigure, sort: by }) => head(label, isFigure, by))}
          </tr>
        </thead>
        <tbody>
          {space(from)}
          {Array.from({ length: Math.max(0, to - from) }, (_, i) => (
            <Row
              key={from + i}
              place={from + i}
              row={pages.rowAt(from + i)}
              columns={columns}
              isOpen={open === from + i}
              onOpen={onOpen}
            />
          ))}
          {space(count - to)}
        </tbody>
      </table>
    </section>
  );
}

/** Scrolls only as far as a row needs to be in view below the headings. */
function showPlace(frame: HTMLElement, place: number | undefined): void {
  if (place === undefined) return;
  const head = frame.querySelector('thead')!.clientHeight;
  const top = place * rowPixels;
  const lowest = top - (frame.clientHeight - head - rowPixels);
  frame.scrollTop = Math.max(lowest, Math.min(top, frame.scrollTop));
}

interface RowProps {
  readonly place: number;
  /** Undefined until it is there. */
  readonly row: PortfolioRow | undefined;
  readonly columns: readonly Column[];
  readonly isOpen: boolean;
  onOpen(place: number): void;
}

function Row({ place, row, columns, isOpen, onOpen }: RowProps) {
  const { own } = usePortfolioWords();
  if (!row) {
    return (
      <tr aria-rowindex={place + 2} class="is-loading">
        <td colSpan={columns.length + 1}>…</td>
      </tr>
    );
  }
  const isMarked = row.is_waiting || Object.keys(row.corrections).length > 0;
  const mark = row.is_waiting ? own.isWaiting : own.isCorrected;
  return (
    <tr aria-rowindex={place + 2} class={isOpen ? 'is-chosen' : ''}>
      <td class="is-figure">
        {isMarked && (
          <span class="portfolio-mark" title={mark}>
            <span aria-hidden="true">●</span>
            <span class="visually-hidden">{mark}</span>
          </span>
        )}
        <button
          type="button"
          class="portfolio-sort"
          aria-expanded={isOpen}
          aria-label={row.can_be_corrected ? own.correctLine(row.line) : own.viewLine(row.line)}
          onClick={() => onOpen(place)}
        >
          {row.line}
        </button>
      </td>
      {columns.map(({ name, isFigure, text }) => (
        <td key={name} class={isFigure ? 'is-figure' : `is-${name}`} title={text(row)}>
          {isFigure ? text(row) : <span class="portfolio-cell">{text(row)}</span>}
        </td>
      ))}
    </tr>
  );
}
