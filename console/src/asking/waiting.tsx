import { useSpeech } from '../language/language.tsx';

/** Holds the place of an answer that is on its way. */
export function Waiting({ lines = 3 }: { lines?: number }) {
  const { words } = useSpeech();
  return (
    <div class="waiting" role="status">
      <span class="visually-hidden">{words.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} class="waiting-line" aria-hidden="true" />
      ))}
    </div>
  );
}
