import { useLocale } from '../language/language.ts';

/** A placeholder while a response is loading. */
export function Loading({ lines = 3 }: { lines?: number }) {
  const { words } = useLocale();
  return (
    <div class="loading" role="status">
      <span class="visually-hidden">{words.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} class="loading-line" aria-hidden="true" />
      ))}
    </div>
  );
}
