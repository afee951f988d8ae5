import { useLocale } from '../language/language.tsx';
import { useClient } from '../requests/client.tsx';
import { Failure } from '../requests/failure.tsx';
import { Loading } from '../requests/loading.tsx';
import { useRequest } from '../requests/use-request.ts';
import { type Portfolio, type PortfolioSummary, portfolioSummary } from './ask-portfolios.ts';
import { CirclesView } from './circles-view.tsx';
import { Table } from './table.tsx';
import { termWords } from './term-words.ts';
import { CertaintyView, TermsView } from './terms-view.tsx';
import type { PortfolioWords } from './words-el.ts';

interface SummaryViewProps {
  readonly own: PortfolioWords;
  readonly portfolio: Portfolio;
}

/** Totals, problems and circles of a run. */
export function SummaryView({ own, portfolio }: SummaryViewProps) {
  const { format, language } = useLocale();
  const client = useClient();
  const [request, retry] = useRequest(portfolio.id, signal =>
    portfolioSummary(client, portfolio.id, signal),
  );
  if (request.state === 'failed') return <Failure failure={request.failure} onRetry={retry} />;
  if (request.state !== 'answered') return <Loading lines={4} />;
  const summary = request.answer;
  const { total } = summary;
  const { roughAmount } = termWords[language];
  const facts: [name: string, value: string, rows?: number][] = [
    [own.asNew, format.euro(total.as_new_eur), total.rows_with_cost],
    [own.asIs, format.euro(total.as_is_eur), total.rows_with_as_is],
    [own.fields.sum_insured!, format.euro(total.sum_insured_eur), total.rows_with_sum_insured],
    ...(total.amount_rough_eur === undefined
      ? []
      : [[roughAmount, format.euro(total.amount_rough_eur)] as [string, string]]),
    [own.position, format.number(portfolio.with_position ?? 0)],
    [own.parcel, format.number(portfolio.with_parcel ?? 0)],
    [own.cost, format.number(portfolio.with_cost ?? 0)],
    [own.problems, format.number(portfolio.with_problems ?? 0)],
  ];
  return (
    <>
      <TermsView own={own} summary={summary} />
      <h4>{own.totals}</h4>
      <dl class="facts">
        {facts.map(([name, value, rows]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="figure">
              {value}
              {rows !== undefined && (
                <span class="small">
                  {' '}
                  {own.count}: {format.number(rows)}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <CertaintyView own={own} summary={summary} />
      {portfolio.notes.length > 0 && (
        <>
          <h4>{own.notes}</h4>
          <ul class="portfolio-notes" lang={portfolio.language}>
            {portfolio.notes.map(note => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
      <Problems own={own} summary={summary} />
      <CirclesView own={own} summary={summary} />
      <Unplaced own={own} summary={summary} />
    </>
  );
}

type Part = { readonly own: PortfolioWords; readonly summary: PortfolioSummary };

function Problems({ own, summary: { problems, language } }: Part) {
  const { format } = useLocale();
  if (problems.length === 0) return null;
  return (
    <>
      <h4>{own.kinds}</h4>
      <Table head={[own.kind, own.count, own.example]}>
        {problems.slice(0, 20).map(({ kind, rows, example }) => (
          <tr key={kind}>
            <td lang={language}>{kind}</td>
            <td class="figure">{format.number(rows)}</td>
            <td lang={language}>{example}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

/** The rows that are in no circle. */
function Unplaced({ own, summary: { rows_without_place: unplaced, language } }: Part) {
  const { format } = useLocale();
  if (!unplaced || unplaced.rows === 0) return null;
  const { rows, sum_eur, largest } = unplaced;
  const isCut = largest.length < rows;
  return (
    <>
      <h4>{own.unplaced}</h4>
      <p class="small">
        {own.unplacedHint(format.number(rows), format.euro(sum_eur))}
        {isCut && ` · ${own.onlyLargest(format.number(largest.length))}`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it. */}
      <section class="portfolio-rows" tabIndex={0} aria-label={own.unplaced}>
        <Table head={[own.line, own.fields.address!, own.amount, own.kind]}>
          {largest.map(({ line, address, amount_eur, reason }) => (
            <tr key={line}>
              <td class="figure">{line}</td>
              <td>{address}</td>
              <td class="figure">{format.euro(amount_eur)}</td>
              <td lang={language}>{reason}</td>
            </tr>
          ))}
        </Table>
      </section>
    </>
  );
}
