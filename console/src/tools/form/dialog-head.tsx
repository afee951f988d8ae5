import type { RefObject } from 'preact';
import { useLocale } from '../language/language.ts';
import { Button } from './button.tsx';

interface DialogHeadProps {
  /** The id of the title, which names the dialog. */
  readonly id: string;
  readonly title: string;
  readonly dialog: RefObject<HTMLDialogElement | null>;
}

/** The title of a dialog, and the button that closes it. */
export function DialogHead({ id, title, dialog }: DialogHeadProps) {
  const { words } = useLocale();
  return (
    <div class="dialog-head">
      <h2 id={id}>{title}</h2>
      <Button look="icon" aria-label={words.close} onClick={() => dialog.current?.close()}>
        <span aria-hidden="true">×</span>
      </Button>
    </div>
  );
}
