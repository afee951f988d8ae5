import { useId, useState } from 'preact/hooks';
import type { Client } from '../../../../../client/src/client.ts';
import { Note, noteAttributes, Options } from '../../../tools/form/field.tsx';
import { useLocale } from '../../../tools/language/language.ts';
import { Failure, Loading } from '../../../tools/requests/unanswered.tsx';
import { useClient, useRequest } from '../../../tools/requests/use-request.ts';
import {
  correctRows,
  mostRowsAtOnce,
  type Portfolio,
  type PortfolioRow,
  type PortfolioSummary,
  portfolioRows,
} from '../run/ask-portfolios.ts';
import { checkCell } from '../run/check-cell.ts';
import { type Problem, problemsOf, rowsByValue } from '../run/summary-lines.ts';
import { usePortfolioWords } from '../run/words-en.ts';

interface ProblemFiltersProps {
  readonly portfolio: Portfolio;
  readonly summary: PortfolioSummary;
  /** The problem that filters the rows. */
  readonly chosen: string | undefined;
  onChoose(problem: string | undefined): void;
  onCorrected(): void;
}

/** The most problems that are shown at once. */
const mostShown = 6;

/** Problems as filters with their counts, and what would cure the chosen or the commonest one. */
export function ProblemFilters(props: ProblemFiltersProps) {
  const own = usePortfolioWords();
  const { portfolio, summary, chosen, onChoose, onCorrected } = props;
  const { format } = useLocale();
  const [isAll, setIsAll] = useState(false);
  const problems = problemsOf(summary.problems);
  if (problems.length === 0) return <p class="notice">{own.noProblems}</p>;
  const curable = problems.find(({ field }) => field !== undefined && field in portfolio.columns);
  const open = problems.find(({ name }) => name === chosen) ?? curable;
  const shown = isAll ? problems : problems.slice(0, mostShown);
  return (
    <section class="portfolio-part" aria-label={own.kinds}>
      <h3>{own.kinds}</h3>
      <div class="portfolio-problems">
        {shown.map(({ name, kind, rows }) => (
          <button
            key={name}
            type="button"
            class="portfolio-chip"
            aria-pressed={name === chosen}
            onClick={() => onChoose(name === chosen ? undefined : name)}
          >
            <span lang={summary.language}>{kind}</span>
            <span class="portfolio-count">{format.number(rows)}</span>
          </button>
        ))}
        {problems.length > shown.length && (
          <button type="button" class="link-button" onClick={() => setIsAll(true)}>
            {own.moreProblems(format.number(problems.length - shown.length))}
          </button>
        )}
      </div>
      {open && (
        <Cure
          key={open.name}
          portfolio={portfolio}
          language={summary.language}
          problem={open}
          onCorrected={onCorrected}
        />
      )}
    </section>
  );
}

/** The most rows of a portfolio that may be corrected. */
const mostCorrected = 20_000;

async function rowsWith(client: Client, id: string, problem: Problem, signal: AbortSignal) {
  const rows: PortfolioRow[] = [];
  for (let offset = 0; offset < Math.min(problem.rows, mostCorrected); offset += mostRowsAtOnce) {
    const query = { problem: problem.name, offset, limit: mostRowsAtOnce };
    rows.push(...(await portfolioRows(client, id, query, signal)).rows);
  }
  return rows;
}

interface CureProps {
  readonly portfolio: Portfolio;
  /** Of the texts of problems. */
  readonly language: string | undefined;
  readonly problem: Problem;
  onCorrected(): void;
}

/** The most values that are offered. */
const mostValues = 5;

/** What cures a problem: one rule for all rows with a value, or a hint. */
function Cure({ portfolio, language, problem, onCorrected }: CureProps) {
  const own = usePortfolioWords();
  const client = useClient();
  const { format } = useLocale();
  const { field } = problem;
  const column = field === undefined ? undefined : portfolio.columns[field];
  const [round, setRound] = useState(0);
  const [request, retry] = useRequest(column && `${problem.name} ${round}`, signal =>
    rowsWith(client, portfolio.id, problem, signal),
  );
  if (column === undefined) return <p class="portfolio-cure">{own.cureInFile}</p>;
  if (request.state === 'failed') return <Failure failure={request.failure} onRetry={retry} />;
  if (request.state !== 'answered') return <Loading lines={2} />;
  return (
    <div class="portfolio-cure">
      <p class="strong" lang={language}>
        {problem.kind}
      </p>
      <p class="small">{own.cureHint(column)}</p>
      {problem.rows > mostCorrected && (
        <p class="strong">
          {own.cureFirst(format.number(mostCorrected), format.number(problem.rows))}
        </p>
      )}
      {rowsByValue(request.answer, column)
        .slice(0, mostValues)
        .map(([value, rows]) => (
          <Rule
            key={value}
            portfolio={portfolio}
            field={field!}
            column={column}
            value={value}
            rows={rows}
            onCorrected={() => {
              setRound(round + 1);
              onCorrected();
            }}
          />
        ))}
    </div>
  );
}

interface RuleProps extends Pick<CureProps, 'portfolio' | 'onCorrected'> {
  readonly field: string;
  readonly column: string;
  readonly value: string;
  readonly rows: readonly PortfolioRow[];
}

function Rule({ portfolio, field, column, value, rows, onCorrected }: RuleProps) {
  const own = usePortfolioWords();
  const client = useClient();
  const { words, format } = useLocale();
  const id = useId();
  const [text, setText] = useState('');
  const fault = checkCell(field, text);
  const [failure, setFailure] = useState<unknown>();
  const apply = async () => {
    setFailure(undefined);
    const corrections = rows.map(({ line, corrections: before }) => ({
      line,
      cells: { ...before, [column]: text },
    }));
    try {
      await correctRows(client, portfolio.id, corrections);
      onCorrected();
    } catch (error) {
      setFailure(error);
    }
  };
  const count = own.rows(format.number(rows.length));
  return (
    <form
      class="portfolio-rule"
      onSubmit={event => {
        event.preventDefault();
        if (text !== '') void apply();
      }}
    >
      <label for={id}>{own.ruleFor(count, value || own.emptyCell)}</label>
      {field === 'property_type' ? (
        <select id={id} value={text} onChange={event => setText(event.currentTarget.value)}>
          <option value="">{own.chooseType}</option>
          <Options of={Object.entries(words.cost.types)} />
        </select>
      ) : (
        <input
          id={id}
          maxLength={300}
          value={text}
          {...noteAttributes(id, undefined, fault)}
          onInput={event => setText(event.currentTarget.value)}
        />
      )}
      <Note id={id} kind="fault" text={fault && own.faults[fault]} />
      <button type="submit" class="button" aria-disabled={text === ''}>
        {own.applyRule(count)}
      </button>
      {failure !== undefined && <Failure failure={failure} />}
    </form>
  );
}
