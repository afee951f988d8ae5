import { useEffect, useState } from 'preact/hooks';
import { useLocale } from '../language/language.ts';

interface CopyButtonProps {
  readonly text: string;
  /** The label of the button; default "Copy". */
  readonly label?: string;
  /** What is copied, for screen readers, where several buttons have the same label: "Copy KAEK". */
  readonly what?: string;
  /** Show a symbol in place of the label, which is then the accessible name only. */
  readonly isSymbol?: boolean;
}

type Outcome = 'copied' | 'notCopied';

/** Two sheets, a tick, a cross; in a box of 20 by 20. */
const symbols: Readonly<Record<Outcome | 'copy', string>> = {
  copy: 'M7.5 7.5h9v9h-9zM12.5 7.5v-4h-9v9h4',
  copied: 'M4 10.5l4 4 8-9',
  notCopied: 'M5 5l10 10M15 5L5 15',
};

/** Copies a text and shows whether it succeeded. */
export function CopyButton({ text, label, what, isSymbol = false }: CopyButtonProps) {
  const { words } = useLocale();
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    const timer = setTimeout(() => setOutcome(undefined), 2_000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    copyText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('notCopied'),
    );
  const shown = outcome ? words.copy[outcome] : (label ?? words.copy.copy);
  const name = what && `${shown} ${what}`;
  return (
    <>
      <button
        type="button"
        class={isSymbol ? 'icon-button copy' : 'button button-small copy'}
        {...(name && { 'aria-label': name })}
        {...(isSymbol && { title: name ?? shown })}
        onClick={copy}
      >
        {isSymbol ? (
          <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" focusable="false">
            <path class="theme-rim" d={symbols[outcome ?? 'copy']} />
          </svg>
        ) : (
          shown
        )}
      </button>
      {/* Outside the button, whose content screen readers do not announce. */}
      <span class="visually-hidden" role="status">
        {outcome && shown}
      </span>
    </>
  );
}

/** Browsers offer the clipboard only over TLS and on localhost; elsewhere a text field is copied. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isCopied) throw new Error('this page has no clipboard');
}
