import { useEffect, useState } from 'preact/hooks';
import { useLocale } from '../language/language.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** The label of the button; default "Copy". */
  readonly label?: string;
  /** What is copied, for screen readers, where several buttons have the same label: "Copy KAEK". */
  readonly what?: string;
}

/** Copies a text and shows whether it succeeded. */
export function CopyButton({ text, label, what }: CopyButtonProps) {
  const { words } = useLocale();
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>();
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
  return (
    <>
      <button
        type="button"
        class="button button-small copy"
        {...(what && { 'aria-label': `${shown} ${what}` })}
        onClick={copy}
      >
        {shown}
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
