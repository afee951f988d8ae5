import { useEffect, useRef, useState } from 'preact/hooks';
import type { Client } from '../../../../../client/src/client.ts';
import {
  correctRows,
  type PortfolioRow,
  type PortfolioRows,
  type RowFilters,
} from '../run/ask-portfolios.ts';

/** The columns by which rows can be sorted; the largest first, except by line. */
export type Sort = 'line' | 'area' | 'sum_insured' | 'as_new' | 'ratio';

/** Which rows are wanted, and in which order. */
export interface WantedRows {
  readonly id: string;
  readonly filters: RowFilters;
  readonly sort: { readonly by: Sort; readonly order: 'asc' | 'desc' };
  /** The cells of the map, in degrees. */
  readonly cells: number;
  /** Changes when many rows were corrected at once. */
  readonly round: number;
  /** Of the messages. */
  readonly language: string;
}

/** The rows of a page. */
const rowsPerPage = 100;
/** The most pages that are kept. */
const mostPages = 30;
/** While the rows are scrolled quickly, pages that only fly past are not asked for. */
const settleMs = 60;

export type RowPages = ReturnType<typeof useRowPages>;

/** The rows in view, page by page, with the sums and places of all that the filters leave. */
export function useRowPages(client: Client, wanted: WantedRows) {
  const key = JSON.stringify(wanted);
  const [found, setFound] = useState<PortfolioRows>();
  const [failure, setFailure] = useState<unknown>();
  const [, setDrawn] = useState(0);
  const state = useRef({
    pages: new Map<number, readonly PortfolioRow[]>(),
    abort: new AbortController(),
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const load = async (page: number) => {
    const { pages, abort } = state.current;
    if (pages.has(page)) return;
    pages.set(page, []);
    const { filters, sort, cells } = wanted;
    const order = { sort: sort.by, order: sort.order, ...(page === 0 && { cells }) };
    const query = { ...filters, ...order, offset: page * rowsPerPage, limit: rowsPerPage };
    try {
      const answer = await client.portfolioRows(
        { id: wanted.id, ...query },
        { signal: abort.signal },
      );
      if (abort.signal.aborted) return;
      pages.set(page, answer.rows);
      if (pages.size > mostPages) pages.delete(pages.keys().next().value!);
      if (page === 0) setFound(answer);
      setDrawn(before => before + 1);
    } catch (error) {
      pages.delete(page);
      if (!abort.signal.aborted) setFailure(error);
    }
  };
  const restart = () => {
    state.current.abort.abort();
    state.current = { pages: new Map(), abort: new AbortController() };
    setFailure(undefined);
    void load(0);
  };
  useEffect(() => {
    restart();
    return () => state.current.abort.abort();
  }, [key]);
  const rowAt = (place: number): PortfolioRow | undefined =>
    state.current.pages.get(Math.floor(place / rowsPerPage))?.[place % rowsPerPage];

  return {
    /** Changes with the filters and the order. */
    key,
    found,
    failure,
    retry: restart,
    rowAt,
    /** The row at a place, when it has arrived. */
    async rowWhenLoaded(place: number) {
      await load(Math.floor(place / rowsPerPage));
      return rowAt(place);
    },
    /** Asks for the rows from one place to another. */
    want(from: number, to: number) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const last = Math.floor(Math.max(from, to - 1) / rowsPerPage);
        for (let page = Math.floor(from / rowsPerPage); page <= last; page++) void load(page);
      }, settleMs);
    },
    /** Stores the corrections of the row at a place, and shows them without asking for it again. */
    async correct(place: number, cells: Readonly<Record<string, string>>) {
      const row = rowAt(place)!;
      const counts = await correctRows(client, wanted.id, [{ line: row.line, cells }]);
      const page = state.current.pages.get(Math.floor(place / rowsPerPage));
      const corrected = { ...row, corrections: cells, is_waiting: true };
      if (page) {
        const rows = page.with(place % rowsPerPage, corrected);
        state.current.pages.set(Math.floor(place / rowsPerPage), rows);
      }
      setFound(before => before && { ...before, ...counts });
    },
  };
}
