/**
 * Why a sign-on failed. `refused`: the person or the provider refused. `unavailable`: the provider
 * does not answer. `failed`: its answer is not valid.
 */
export class SignOnFailure extends Error {
  readonly reason: 'refused' | 'unavailable' | 'failed';

  constructor(reason: SignOnFailure['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
