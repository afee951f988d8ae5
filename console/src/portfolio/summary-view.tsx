import { useId, useState } from 'preact/hooks';
import { useLocale } from '../language/language.tsx';
import { useClient } from '../requests/client.tsx';
import { Failure } from '../requests/failure.tsx';
import { Loading } from '../requests/loading.tsx';
import { useRequest } from '../requests/use-request.ts';
import {
  type Portfolio,
  type PortfolioSummary,
  portfolioSummary,
  type RowToLookAt,
} from './ask-portfolios.ts';
import { CirclesView } from './circles-view.tsx';
import { Table } from './table.tsx';
import type { PortfolioWords } from './words-el.ts';

interface SummaryViewProps {
  readonly own: PortfolioWords;
  readonly portfolio: Portfolio;
}

/** Totals, problems, circles and rows to look at of a run. */
export function SummaryView({ own, portfolio }: SummaryViewProps) {
  const { format } = useLocale();
  const client = useClient();
  const [request, retry] = useRequest(portfolio.id, signal =>
    portfolioSummary(client, portfolio.id, signal),
  );
  if (request.state === 'failed') return <Failure failure={request.failure} onRetry={retry} />;
  if (request.state !== 'answered') return <Loading lines={4} />;
  const summary = request.answer;
  const facts: [string, string][] = [
    [own.asNew, format.euro(summary.total.as_new_eur)],
    [own.asIs, format.euro(summary.total.as_is_eur)],
    [own.position, format.number(portfolio.with_position ?? 0)],
    [own.parcel, format.number(portfolio.with_parcel ?? 0)],
    [own.cost, format.number(portfolio.with_cost ?? 0)],
    [own.problems, format.number(portfolio.with_problems ?? 0)],
  ];
  return (
    <>
      <h4>{own.totals}</h4>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="figure">{value}</dd>
          </div>
        ))}
      </dl>
      <Problems own={own} summary={summary} />
      <CirclesView own={own} summary={summary} />
      {summary.rows_to_look_at.length > 0 && <RowsToLookAt own={own} summary={summary} />}
    </>
  );
}

type Part = { readonly own: PortfolioWords; readonly summary: PortfolioSummary };

function Problems({ own, summary: { problems } }: Part) {
  const { format } = useLocale();
  if (problems.length === 0) return null;
  return (
    <>
      <h4>{own.kinds}</h4>
      <Table head={[own.kind, own.count, own.example]}>
        {problems.slice(0, 20).map(({ kind, rows, example }) => (
          <tr key={kind}>
            <td lang="en">{kind}</td>
            <td class="figure">{format.number(rows)}</td>
            <td lang="en">{example}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function RowsToLookAt({ own, summary }: Part) {
  const { format } = useLocale();
  const id = useId();
  const [filter, setFilter] = useState('');
  const [order, setOrder] = useState<keyof RowToLookAt>('amount_eur');
  const rows = shownRows(summary.rows_to_look_at, filter, order);
  const hasReferences = summary.rows_to_look_at.some(({ reference }) => reference !== '');
  const names: [keyof RowToLookAt, string][] = [
    ['line', own.line],
    ...(hasReferences ? [['reference', own.reference] as [keyof RowToLookAt, string]] : []),
    ['address', own.fields.address!],
    ['amount_eur', own.amount],
    ['reason', own.reason],
  ];
  const heads = names.map(([key, name]) => (
    <button
      type="button"
      class="portfolio-sort"
      key={key}
      aria-pressed={order === key}
      onClick={() => setOrder(key)}
    >
      {name}
    </button>
  ));
  return (
    <>
      <h4>{own.look}</h4>
      <div class="field">
        <label for={id}>{own.filter}</label>
        <input id={id} value={filter} onInput={event => setFilter(event.currentTarget.value)} />
      </div>
      <p class="small" role="status">
        {own.shown(format.number(rows.length), format.number(summary.rows_to_look_at_count))}
      </p>
      <Table head={heads}>
        {rows.map(({ line, reference, address, amount_eur, reason }) => (
          <tr key={line}>
            <td class="figure">{line}</td>
            {hasReferences && <td>{reference}</td>}
            <td>
              <a href={`#${new URLSearchParams({ address })}`}>{address}</a>
            </td>
            <td class="figure">{format.euro(amount_eur)}</td>
            <td lang="en">{reason}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

/** The rows that have a text, in the order of a column: amounts from the largest. */
export function shownRows(
  rows: readonly RowToLookAt[],
  filter: string,
  order: keyof RowToLookAt,
): RowToLookAt[] {
  const wanted = filter.trim().toLocaleLowerCase('el');
  const texts = ({ line, reference, address, reason }: RowToLookAt) =>
    `${line} ${reference} ${address} ${reason}`.toLocaleLowerCase('el');
  const compare = (a: RowToLookAt, b: RowToLookAt) => {
    if (order === 'amount_eur') return b.amount_eur - a.amount_eur;
    if (order === 'line') return a.line - b.line;
    return a[order].localeCompare(b[order], 'el');
  };
  return rows.filter(row => texts(row).includes(wanted)).sort(compare);
}
