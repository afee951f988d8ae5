import { useEffect, useState } from 'preact/hooks';
import { useSpeech } from '../language/language.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** What the button says; to copy unless told. */
  readonly label?: string;
}

/** Copies a text and says whether that went well. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const { words } = useSpeech();
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

/** Without TLS a page has no clipboard of its own, but on the machine itself it has. */
async function copyText(text: string): Promise<void> {
  if (!navigator.clipboard) throw new Error('this page has no clipboard');
  await navigator.clipboard.writeText(text);
}
