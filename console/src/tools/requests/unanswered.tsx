import { Button } from '../form/button.tsx';
import { useLocale } from '../language/language.ts';
import { describeFailure } from './describe-failure.ts';

/** Shows what went wrong, with a button to retry. */
export function Failure({
  failure,
  onRetry,
}: {
  failure: unknown;
  onRetry?: (() => void) | undefined;
}) {
  const { words } = useLocale();
  const { text, detail, requestId, canRetry } = describeFailure(failure, words);
  return (
    <div class="notice notice-bad" role="alert">
      <p>{text}</p>
      {detail && (
        <p class="small" lang="en">
          {detail}
        </p>
      )}
      {requestId && (
        <p class="small">
          {words.failure.requestId}: <code>{requestId}</code>
        </p>
      )}
      {onRetry && canRetry && <Button onClick={onRetry}>{words.retry}</Button>}
    </div>
  );
}

/** A placeholder while a response is loading. */
export function Loading({ lines = 3 }: { lines?: number | undefined }) {
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
