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
  const { status, errors, retryAfter } =
    failure instanceof KtimaApiError ? failure : { status: 0, errors: [], retryAfter: undefined };
  const otp = errors.find(({ field }) => field === 'otp');
  if (status === 401 && otp) {
    return { text: otp.code === 'missing' ? words.otpNeeded : words.otpWrong, needsOtp: true };
  }
  if (status === 401) return { text: words.wrong, needsOtp: false };
  if (status === 429) return { text: words.throttled(retryAfter ?? 60), needsOtp: false };
  return { text: status === 503 ? words.busy : others.signInDown, needsOtp: false };
}
