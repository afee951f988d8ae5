import { useId, useState } from 'preact/hooks';
import type { Client } from '../../../../../client/src/client.ts';
import { Button } from '../../../tools/form/button.tsx';
import { Note, noteAttributes, Options } from '../../../tools/form/field.tsx';
import { Answered } from '../../../tools/requests/answered.tsx';
import { Failure } from '../../../tools/requests/unanswered.tsx';
import { useClient, useRequest } from '../../../tools/requests/use-request.ts';
import {
  correctRows,
  mostRowsAtOnce,
  type Portfolio,
  type PortfolioRow,
  type PortfolioSummary,
} from '../run/ask-portfolios.ts';
import { checkCell } from '../run/check-cell.ts';
import {
  cellNow,
  type Problem,
  problemsOf,
  type SharedCells,
  sharedCells,
} from '../run/summary-lines.ts';
import { usePortfolioWords } from '../run/words.ts';

interface ProblemFiltersProps {
  readonly portfolio: Portfolio;
  readonly summary: PortfolioSummary;
  /** The problem that filters the rows. */
  readonly chosen: string | undefined;
  onChoose(problem: string | undefined): void;
  onCorrected(): void;
}

/** The most problems that are shown at once. */
const mostShown = 4;

/** Problems as filters with their counts, and what would cure the chosen or the commonest one. */
export function ProblemFilters(props: ProblemFiltersProps) {
  const { own, format, language } = usePortfolioWords();
  const { portfolio, summary, chosen, onChoose, onCorrected } = props;
  const [isAll, setIsAll] = useState(false);
  const problems = problemsOf(summary.problems, language);
  if (problems.length === 0) return <p class="notice">{own.noProblems}</p>;
  const open = problems.find(({ name }) => name === chosen);
  const shown = isAll ? problems : problems.slice(0, mostShown);
  return (
    <section class="portfolio-part" aria-label={own.kinds}>
      <div class="portfolio-problems">
        {shown.map(({ name, kind, rows }) => (
          <button
            key={name}
            type="button"
            class="portfolio-chip"
            aria-pressed={name === chosen}
            onClick={() => onChoose(name === chosen ? undefined : name)}
          >
            <span>{own.inWords(kind)}</span>
            <span class="portfolio-count">{format.number(rows)}</span>
          </button>
        ))}
        {problems.length > shown.length && (
          <Button look="link" onClick={() => setIsAll(true)}>
            {own.moreProblems(format.number(problems.length - shown.length))}
          </Button>
        )}
      </div>
      {open && (
        <Cure key={open.name} portfolio={portfolio} problem={open} onCorrected={onCorrected} />
      )}
    </section>
  );
}

/** The most rows of a portfolio that may be corrected. */
const mostCorrected = 5_000;

async function rowsWith(client: Client, id: string, problem: Problem, signal: AbortSignal) {
  const rows: PortfolioRow[] = [];
  for (let offset = 0; offset < Math.min(problem.rows, mostCorrected); offset += mostRowsAtOnce) {
    const query = { problem: problem.name, offset, limit: mostRowsAtOnce };
    rows.push(...(await client.portfolioRows({ id, ...query }, { signal })).rows);
  }
  return rows;
}

interface CureProps {
  readonly portfolio: Portfolio;
  readonly problem: Problem;
  onCorrected(): void;
}

/** Fields of several words, which have a meaning of their own. */
const isWritten = new Set(['address', 'street', 'city', 'municipality', 'regional_unit']);

/** The most values that are offered. */
const mostValues = 5;

/** What cures a problem: one rule for all rows with a value, or a hint. */
function Cure({ portfolio, problem, onCorrected }: CureProps) {
  const { own, format } = usePortfolioWords();
  const client = useClient();
  const { field } = problem;
  const column = field === undefined ? undefined : portfolio.columns[field];
  const [round, setRound] = useState(0);
  const [request, retry] = useRequest(column && `${problem.name} ${round}`, signal =>
    rowsWith(client, portfolio.id, problem, signal),
  );
  if (column === undefined) return <p class="portfolio-cure">{own.cureInFile}</p>;
  if (request.state !== 'answered') return <Answered request={request} onRetry={retry} lines={2} />;
  return (
    <div class="portfolio-cure">
      <p class="small">{own.cureHint(column)}</p>
      {problem.rows > mostCorrected && (
        <p class="strong">
          {own.cureFirst(format.number(mostCorrected), format.number(problem.rows))}
        </p>
      )}
      {sharedCells(request.answer, column)
        .slice(0, mostValues)
        .map(shared => (
          <Rule
            key={`${shared.value} ${shared.isWord}`}
            portfolio={portfolio}
            field={field!}
            column={column}
            shared={shared}
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
  readonly shared: SharedCells;
}

function Rule({ portfolio, field, column, shared, onCorrected }: RuleProps) {
  const { own, words, format } = usePortfolioWords();
  const client = useClient();
  const id = useId();
  const [text, setText] = useState('');
  const { value, isWord, rows } = shared;
  // A word of an address is replaced; a word of another field shows what the whole value means.
  const isPart = isWord && isWritten.has(field);
  const fault = isPart ? undefined : checkCell(field, text);
  const [failure, setFailure] = useState<unknown>();
  const apply = async () => {
    setFailure(undefined);
    const corrections = rows.map(row => {
      const cell = isPart ? cellNow(row, column).replace(value, () => text) : text;
      return { line: row.line, cells: { ...row.corrections, [column]: cell } };
    });
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
      <label for={id}>
        {(isWord ? own.ruleForWord : own.ruleFor)(count, value || own.emptyCell)}
      </label>
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
      <Button type="submit" aria-disabled={text === ''}>
        {own.applyRule(count)}
      </Button>
      {failure !== undefined && <Failure failure={failure} />}
    </form>
  );
}
