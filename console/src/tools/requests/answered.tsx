import type { ComponentChildren, ComponentProps } from 'preact';
import { isUnauthenticated } from './describe-failure.ts';
import { SignInInvitation } from './sign-in-invitation.tsx';
import { Failure, Loading } from './unanswered.tsx';
import type { RequestState } from './use-request.ts';

interface AnsweredProps<T> {
  readonly request: RequestState<T>;
  onRetry?(): void;
  /** The lines of the placeholder. */
  readonly lines?: number;
  /** The invitation for a request that is not sent, or refused, without a sign-in. */
  readonly signIn?: ComponentProps<typeof SignInInvitation>;
  /** Default: nothing, where the answer is shown elsewhere. */
  children?(answer: T): ComponentChildren;
}

/** What an answer is shown as; until then a placeholder, the failure, or the way to sign in. */
export function Answered<T>(props: AnsweredProps<T>) {
  const { request, onRetry, lines, signIn, children } = props;
  if (request.state === 'answered') return <>{children?.(request.answer)}</>;
  if (request.state === 'waiting') return <Loading lines={lines} />;
  const isIdle = request.state === 'idle';
  if (signIn && (isIdle || isUnauthenticated(request.failure)))
    return <SignInInvitation {...signIn} />;
  return isIdle ? null : <Failure failure={request.failure} onRetry={onRetry} />;
}
