import { useEffect, useRef, useState } from 'preact/hooks';
import type { Client } from '../../../../../client/src/client.ts';
import {
  type PortfolioRow,
  type PortfolioRows,
  portfolioRows,
  type RowFilters,
} from '../run/ask-portfolios.ts';

/** The columns by which rows can be sorted; the largest first, except by line. */
export type Sort = 'line' | 'area' | 'sum_insured' | 'as_new' | 'ratio';

/** Which rows are wanted, and in which order. */
export interface WantedRows {
  readonly id: string;
  readonly filters: RowFilters;
  readonly sort: { readonly by: Sort; readonly order: 'asc' | 'desc' };
  /** Changes when rows were corrected. */
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

/** The rows in view, page by page. `want` asks for those from one place to another. */
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
    const { filters, sort } = wanted;
    const order = { sort: sort.by, order: sort.order };
    const query = { ...filters, ...order, offset: page * rowsPerPage, limit: rowsPerPage };
    try {
      const answer = await portfolioRows(client, wanted.id, query, abort.signal);
      if (abort.signal.aborted) return;
      pages.set(page, answer.rows);
      if (pages.size > mostPages) pages.delete(pages.keys().next().value!);
      setFound(answer);
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

  return {
    found,
    failure,
    retry: restart,
    rowAt: (place: number) =>
      state.current.pages.get(Math.floor(place / rowsPerPage))?.[place % rowsPerPage],
    want(from: number, to: number) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const last = Math.floor(Math.max(from, to - 1) / rowsPerPage);
        for (let page = Math.floor(from / rowsPerPage); page <= last; page++) void load(page);
      }, settleMs);
    },
  };
}
