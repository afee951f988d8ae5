import { useSpeech } from '../language/language.tsx';
import { failureWords } from './failure-words.ts';

/** Says what went wrong and offers to ask again. */
export function Failure({ failure, onRetry }: { failure: unknown; onRetry?: () => void }) {
  const { words } = useSpeech();
  const { text, detail, requestId } = failureWords(failure, words);
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
      {onRetry && (
        <button type="button" class="button" onClick={onRetry}>
          {words.retry}
        </button>
      )}
    </div>
  );
}
