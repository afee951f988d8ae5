import { KtimaApiError } from '../../../../client/src/client.ts';
import type { Words } from '../language/el.ts';

/** The text of a refused sign-in, and whether a one-time password is required. */
interface SignInRefusal {
  readonly text: string;
  readonly needsOtp: boolean;
}

/** The text for the error of a refused sign-in. */
export function signInRefusal(
  failure: unknown,
  { session: words, failure: others }: Words,
): SignInRefusal {
  const { status, message, retryAfter } =
    failure instanceof KtimaApiError ? failure : { status: 0, message: '', retryAfter: undefined };
  // All three are 401; only the message distinguishes them.
  if (status === 401 && message.includes('one-time password is needed')) {
    return { text: words.otpNeeded, needsOtp: true };
  }
  if (status === 401 && message.startsWith('otp:')) return { text: words.otpWrong, needsOtp: true };
  if (status === 401) return { text: words.wrong, needsOtp: false };
  if (status === 429) return { text: words.throttled(retryAfter ?? 60), needsOtp: false };
  return { text: status === 503 ? words.busy : others.signInDown, needsOtp: false };
}
