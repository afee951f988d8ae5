import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { DialogHead } from '../../../tools/form/dialog-head.tsx';
import { Field } from '../../../tools/form/field.tsx';
import { Failure } from '../../../tools/requests/unanswered.tsx';
import { useClient } from '../../../tools/requests/use-request.ts';
import { correctRows, type Portfolio, type PortfolioRow } from '../run/ask-portfolios.ts';
import { checkCell } from '../run/check-cell.ts';
import { usePortfolioWords } from '../run/words-en.ts';

interface RowFormProps {
  readonly portfolio: Portfolio;
  readonly row: PortfolioRow;
  onClose(isSaved: boolean): void;
}

/** The cells of a row as they were read, with its problems, to be corrected. */
export function RowForm({ portfolio, row, onClose }: RowFormProps) {
  const own = usePortfolioWords();
  const client = useClient();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(row.corrections);
  const [failure, setFailure] = useState<unknown>();
  const isSaved = useRef(false);
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.focus();
  }, []);

  const fields = Object.entries(portfolio.columns).filter(([, column]) => column in row.cells);
  const store = async (cells: Readonly<Record<string, string>>) => {
    setFailure(undefined);
    try {
      await correctRows(client, portfolio.id, [{ line: row.line, cells }]);
      isSaved.current = true;
      dialog.current?.close();
    } catch (error) {
      setFailure(error);
    }
  };
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const changed = Object.entries(typed).filter(([column, text]) => text !== row.cells[column]);
    void store(Object.fromEntries(changed));
  };
  return (
    <dialog
      ref={dialog}
      class="dialog portfolio-row"
      aria-labelledby={`${id}title`}
      onClose={() => onClose(isSaved.current)}
    >
      <form class="form" onSubmit={submit} noValidate>
        <DialogHead id={`${id}title`} title={own.lineOf(row.line)} dialog={dialog} />
        {row.problem !== '' && <p class="notice notice-warn">{row.problem}</p>}
        {row.notes !== '' && <p class="small quiet">{row.notes}</p>}
        {!row.can_be_corrected && <p>{own.correctInFile}</p>}
        <div class="portfolio-fields">
          {fields.map(([field, column]) => {
            const text = typed[column] ?? row.cells[column]!;
            const isSent = text === row.cells[column];
            const fault = isSent ? undefined : checkCell(field, text);
            return (
              <Field
                key={field}
                id={id + field}
                label={own.fields[field] ?? field}
                maxLength={300}
                value={text}
                hint={isSent ? column : own.inFile(column, row.cells[column]!)}
                fault={fault && own.faults[fault]}
                onInput={next => setTyped({ ...typed, [column]: next })}
              />
            );
          })}
        </div>
        {failure !== undefined && <Failure failure={failure} />}
        {row.can_be_corrected && (
          <div class="properties-files">
            <button type="submit" class="button button-main">
              {own.save}
            </button>
            {Object.keys(row.corrections).length > 0 && (
              <button type="button" class="button" onClick={() => void store({})}>
                {own.undo}
              </button>
            )}
          </div>
        )}
      </form>
    </dialog>
  );
}
