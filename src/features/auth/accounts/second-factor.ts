import { hash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { AuthStore, User } from '../auth-store.ts';
import type { Seal } from '../protection/seal.ts';
import type { CodeVerdict, Throttle } from '../protection/throttle.ts';

const periodSeconds = 30;
/** Codes of the step before and after are accepted: clocks differ, and typing takes time. */
const toleranceSteps = 1;
const recoveryCodeCount = 10;
/** Crockford's base 32: no letter looks like a digit. 16 characters have 80 bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** The data for the user's authenticator program, and the recovery codes; shown once. */
export interface Enrolment {
  /** In base 32, as authenticator programs read it. */
  readonly secret: string;
  /** The same as an `otpauth:` URI, for a QR code. */
  readonly uri: string;
  readonly recoveryCodes: readonly string[];
}

/** Gives a user a new secret and new recovery codes, deletes the old ones, ends the sessions. */
export async function enrol(
  store: AuthStore,
  seal: Seal,
  user: User,
  nowMs: number,
): Promise<Enrolment> {
  const secret = new Secret({ size: 20 });
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, makeRecoveryCode);
  const hashes = recoveryCodes.map(code => recoveryHash(user.id, code));
  await store.setSecondFactor(
    user.id,
    seal.close(secret.base32, factorOwner(user.id)),
    hashes,
    nowMs,
  );
  return { secret: secret.base32, uri: generator(secret, user.name).toString(), recoveryCodes };
}

/** Seals OTP secrets that are unsealed or sealed with the old secret; returns how many. */
export async function sealSecondFactors(store: AuthStore, seal: Seal): Promise<number> {
  let count = 0;
  for (const { id, otpSecret } of await store.listUsers()) {
    if (otpSecret === null || !seal.needsSealing(otpSecret, factorOwner(id))) continue;
    await sealAnew(store, seal, id, otpSecret);
    count++;
  }
  return count;
}

async function sealAnew(store: AuthStore, seal: Seal, id: string, stored: string): Promise<void> {
  const secret = seal.open(stored, factorOwner(id));
  await store.renewOtpSecret(id, stored, seal.close(secret, factorOwner(id)));
}

/** Checks a one-time password or a recovery code; either works once. */
export type CheckCode = (user: User, code: string) => Promise<CodeVerdict | 'recovery'>;

/** Returns the check for the codes in a store. The throttle limits the failures. */
export function codeChecker(
  store: AuthStore,
  seal: Seal,
  throttle: Throttle,
  clock: () => Date,
): CheckCode {
  async function checkOneTime({ id, otpSecret }: User, code: string): Promise<CodeVerdict> {
    const secret = seal.open(otpSecret!, factorOwner(id));
    const step = matchingStep(Secret.fromBase32(secret), code, clock().getTime());
    const verdict = await throttle.settleCode(id, 'one-time', step !== undefined);
    if (verdict !== 'right') return verdict;
    // The store decides: of two logins with the same code, only one succeeds (RFC 6238 §5.2).
    if (!(await store.spendStep(id, step!))) return 'wrong';
    await throttle.forgiveCodes(id);
    if (seal.needsSealing(otpSecret!, factorOwner(id))) await sealAnew(store, seal, id, otpSecret!);
    return 'right';
  }

  async function checkRecovery({ id }: User, code: string): Promise<CodeVerdict | 'recovery'> {
    const digest = recoveryHash(id, code);
    const right = await store.hasRecoveryCode(id, digest);
    const verdict = await throttle.settleCode(id, 'recovery', right);
    if (verdict !== 'right') return verdict;
    if (!(await store.spendRecoveryCode(id, digest))) return 'wrong';
    await throttle.forgiveCodes(id);
    return 'recovery';
  }

  return (user, code) => {
    const digits = code.replaceAll(/\s/g, '');
    return /^\d{6}$/.test(digits) ? checkOneTime(user, digits) : checkRecovery(user, code);
  };
}

/** The time step of a code, within the tolerance around `nowMs`; undefined for a wrong code. */
export function matchingStep(secret: Secret, code: string, nowMs: number): number | undefined {
  const totp = generator(secret, '');
  const delta = totp.validate({ token: code, timestamp: nowMs, window: toleranceSteps });
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta;
}

/** SHA-1, six digits, 30 seconds: all authenticator programs support these parameters. */
function generator(secret: Secret, label: string): TOTP {
  return new TOTP({
    issuer: 'Ktima',
    label,
    secret,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  });
}

function makeRecoveryCode(): string {
  const characters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]);
  return characters.join('').replaceAll(/.{4}(?=.)/g, '$&-');
}

/** The user's id is the salt. 80 random bits need no slow hash. */
function recoveryHash(userId: string, code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0');
  return hash('sha256', `${userId} ${plain.replaceAll(/[il]/g, '1')}`, 'base64url');
}

function factorOwner(userId: string): string {
  return `second factor of ${userId}`;
}
