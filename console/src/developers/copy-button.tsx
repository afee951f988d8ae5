import { useEffect, useState } from 'preact/hooks';
import { useLocale } from '../language/language.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** The label of the button; default "Copy". */
  readonly label?: string;
}

/** Copies a text and shows whether it succeeded. */
export function CopyButton({ text, label }: CopyButtonProps) {
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
  return (
    <button type="button" class="button button-small" onClick={copy}>
      <span role="status">
        {outcome ? words.developers[outcome] : (label ?? words.developers.copy)}
      </span>
    </button>
  );
}

/** Browsers offer the clipboard only over TLS and on localhost; otherwise this rejects. */
async function copyText(text: string): Promise<void> {
  if (!navigator.clipboard) throw new Error('this page has no clipboard');
  await navigator.clipboard.writeText(text);
}
