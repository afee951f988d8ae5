import type { TargetedKeyboardEvent, TargetedSubmitEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Choice } from '../../../property/map/draw/draw-model.ts';
import { Button, CloseButton } from '../../../tools/form/button.tsx';
import { Field, SelectField } from '../../../tools/form/field.tsx';
import { Failure } from '../../../tools/requests/unanswered.tsx';
import type { Portfolio, PortfolioRow } from '../run/ask-portfolios.ts';
import { checkCell } from '../run/check-cell.ts';
import { usePortfolioWords } from '../run/words.ts';
import { type Cells, cellsOfCandidate, isPlaceDoubtful, useCandidates } from './candidates.ts';

interface RowFormProps {
  readonly portfolio: Portfolio;
  readonly row: PortfolioRow;
  /** Stores the cells that differ from the file. */
  onSave(cells: Cells): Promise<void>;
  onNext(): void;
  onClose(): void;
  /** The addresses that the map offers. */
  onChoices(choices: readonly Choice[]): void;
}

/** A row to correct: its faulty fields first, and the addresses that it may mean. */
export function RowForm({ portfolio, row, onSave, onNext, onClose, onChoices }: RowFormProps) {
  const { own, words, language } = usePortfolioWords();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Cells>(row.corrections);
  const [failure, setFailure] = useState<unknown>();
  const candidates = useCandidates(portfolio, row, typed);
  useEffect(() => {
    const faulty = form.current?.querySelector<HTMLElement>('[aria-invalid], input');
    (faulty ?? form.current?.querySelector<HTMLElement>('button'))?.focus();
  }, []);

  const { columns } = portfolio;
  const changed = Object.fromEntries(
    Object.entries(typed).filter(([column, text]) => text !== row.cells[column]),
  );
  const store = async (cells: Cells, then: () => void) => {
    setFailure(undefined);
    try {
      if (JSON.stringify(cells) !== JSON.stringify(row.corrections)) await onSave(cells);
      then();
    } catch (error) {
      setFailure(error);
    }
  };
  const take = (index: number) =>
    setTyped({ ...typed, ...cellsOfCandidate(candidates[index]!, columns) });
  const nameOf = (at: number) =>
    language === 'el' ? candidates[at]!.formatted_address : candidates[at]!.formatted_address_en;
  useEffect(() => {
    onChoices(
      candidates.map(({ latitude, longitude }, at) => {
        return { latitude, longitude, label: nameOf(at), choose: () => take(at) };
      }),
    );
  }, [candidates, typed]);
  useEffect(() => () => onChoices([]), []);

  const faults = new Map(row.problem_codes.map(({ field, text }) => [field, own.inWords(text)]));
  const fields = Object.entries(columns).filter(([, column]) => column in row.cells);
  const isFirst = (field: string) => faults.has(field) || isPlaceDoubtful(row, field);
  const first = fields.filter(([field]) => isFirst(field));
  const rest = fields.filter(([field]) => !isFirst(field));
  const others = row.problem_codes.filter(({ field }) => !first.some(([name]) => name === field));
  const fieldOf = ([field, column]: readonly [string, string]) => {
    const text = typed[column] ?? row.cells[column]!;
    const isSent = text === row.cells[column];
    const fault = isSent ? undefined : checkCell(field, text);
    const common = {
      label: own.fields[field] ?? field,
      value: text,
      hint: isSent ? undefined : own.inFile(column, row.cells[column]!),
      fault: isSent ? faults.get(field) : fault && own.faults[fault],
      onInput: (next: string) => setTyped({ ...typed, [column]: next }),
    };
    if (field !== 'property_type') return <Field key={field} {...common} maxLength={300} />;
    const sent = row.cells[column]!;
    const types = Object.entries(words.cost.types).filter(([name]) => name !== sent);
    const options = [[sent, sent || own.emptyCell], ...types] as const;
    return <SelectField key={field} {...common} options={options} />;
  };
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void store(changed, onNext);
  };
  const leave = (event: TargetedKeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <form
      ref={form}
      class="form portfolio-row"
      aria-labelledby={`${id}title`}
      onSubmit={submit}
      onKeyDown={leave}
      noValidate
    >
      <div class="dialog-head">
        <h3 id={`${id}title`}>{own.lineOf(row.line)}</h3>
        <CloseButton onClick={onClose} />
      </div>
      {others.map(({ field, text }) => (
        <p key={text} class="notice notice-warn">
          {field !== null && `${own.fields[field] ?? own.inWords(field)}: `}
          {own.inWords(text)}
        </p>
      ))}
      {row.notes !== '' && <p class="small quiet">{own.inWords(row.notes)}</p>}
      {!row.can_be_corrected && <p>{own.correctInFile}</p>}
      {first.length > 0 && <div class="portfolio-fields">{first.map(fieldOf)}</div>}
      {candidates.length > 0 && (
        <div class="portfolio-candidates">
          <p class="small">{own.candidates}</p>
          <ol>
            {candidates.map((one, at) => (
              <li key={one.id ?? at}>
                <Button look="small" onClick={() => take(at)}>
                  <span>{at + 1}</span> {nameOf(at)}
                </Button>
              </li>
            ))}
          </ol>
        </div>
      )}
      {rest.length > 0 && (
        <details open={first.length === 0}>
          <summary>{own.otherFields}</summary>
          <div class="portfolio-fields">{rest.map(fieldOf)}</div>
        </details>
      )}
      {failure !== undefined && <Failure failure={failure} />}
      <div class="portfolio-actions">
        <Button look="main" type="submit">
          {Object.keys(changed).length > 0 ? own.saveNext : own.next}
        </Button>
        {row.can_be_corrected && (
          <Button onClick={() => void store(changed, onClose)}>{words.properties.save}</Button>
        )}
        {Object.keys(row.corrections).length > 0 && (
          <Button onClick={() => void store({}, onClose)}>{own.undo}</Button>
        )}
      </div>
    </form>
  );
}
