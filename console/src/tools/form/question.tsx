import { useEffect, useId, useRef } from 'preact/hooks';
import { useLocale } from '../language/language.ts';
import { Button } from './button.tsx';

const cancel = { el: 'Άκυρο', en: 'Cancel' } as const;

interface QuestionProps {
  /** What is asked; the name of the dialog. */
  readonly question: string;
  /** What would be lost. */
  readonly text: string;
  /** The label of the button that does it. */
  readonly yes: string;
  onYes(): void;
  /** After either answer. */
  onClose(): void;
}

/** Asks before something is deleted that cannot be brought back. */
export function Question({ question, text, yes, onYes, onClose }: QuestionProps) {
  const { language } = useLocale();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="dialog question"
      aria-labelledby={`${id}question`}
      aria-describedby={`${id}text`}
      onClose={onClose}
    >
      <h2 id={`${id}question`}>{question}</h2>
      <p id={`${id}text`}>{text}</p>
      <div class="question-answers">
        <Button onClick={() => dialog.current?.close()}>{cancel[language]}</Button>
        <Button
          look="main"
          onClick={() => {
            dialog.current?.close();
            onYes();
          }}
        >
          {yes}
        </Button>
      </div>
    </dialog>
  );
}
