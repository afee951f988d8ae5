import { randomInt } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { optional, text } from '#http/openapi/wire-types.ts';
import { responses, unavailable } from '#http/server/error-answers.ts';
import { rejectTooMany } from '#http/server/overload.ts';
import { clientIpOf } from '#http/server/request-head.ts';
import type { Server } from '#http/server/typed-server.ts';
import { type FaultCode, KtimaError } from '#tools/errors.ts';
import { loginKey } from '../accounts/users.ts';
import type { AuthParts } from '../auth-parts.ts';
import type { TokenCarrier, User } from '../auth-store.ts';
import type { AuditEvent } from '../protection/audit.ts';
import { maxPasswordLength, type Passwords } from '../protection/passwords.ts';
import type { Verdict } from '../protection/throttle.ts';
import { forbidCaching, grantTokens, Tokens } from '../tokens/access-tokens.ts';
import type { Granted } from '../tokens/sessions.ts';
import { formTypes } from './forms.ts';

/** The form of a login. */
export const Credentials = Type.Object(
  {
    username: text("The user's name or e-mail address.", {
      minLength: 1,
      maxLength: 256,
      pattern: '^[^\\u0000]*$',
      'x-expected': 'text of 1 to 256 characters without NUL',
      examples: ['demo'],
    }),
    password: text("The user's password.", {
      minLength: 1,
      maxLength: maxPasswordLength,
      format: 'password',
      examples: ['ktima-demo'],
    }),
    otp: optional.text(
      'The one-time password, or a recovery code; for users who have a second factor.',
      { maxLength: 64, examples: ['123456'] },
    ),
  },
  { title: 'Credentials' },
);

/** The error responses of a login, for the description. */
export const loginErrors = {
  400: 'A field is missing, repeated or too long, or the form is malformed.',
  401: 'User name or password is wrong, or the user is disabled or temporarily locked.',
  413: 'The body or a field is too large.',
  415: 'The body is neither a form nor JSON.',
  429: 'Too many logins from this IP address failed; retry after `Retry-After` seconds.',
  503: unavailable('The database'),
};

/** `POST /auth/otp/login` */
export function registerLogin(server: Server, parts: AuthParts): void {
  const { keys, passwords, tokens, clock } = parts;
  server.post(
    '/auth/otp/login',
    {
      onRequest: [forbidCaching, rejectWhenFull(passwords)],
      schema: {
        operationId: 'login',
        summary: 'Log in',
        description:
          'Send user name (or e-mail) and password, get tokens. The form may also be urlencoded or ' +
          'JSON. Every wrong login gets the same 401 in the same time. Only after a right password ' +
          'does the message say that a one-time password is missing or wrong.',
        tags: ['Login'],
        security: [],
        consumes: formTypes,
        body: Credentials,
        response: responses(Tokens, loginErrors),
      },
    },
    async request => {
      const granted = await logIn(parts, request.body, clientIpOf(request), 'body');
      return grantTokens(keys, tokens, granted, clock());
    },
  );
}

/**
 * Makes the hook that rejects logins under overload, before the form is parsed. It does so after a
 * short delay: a client that is rejected immediately retries immediately, and a hundred such clients
 * would use as much CPU as all the others.
 */
export function rejectWhenFull(passwords: Passwords) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (passwords.isFull()) setTimeout(rejectTooMany, randomInt(20, 60), request, reply, 'logins');
    else done();
  };
}

/** Checks a login and starts its session. Rejects with UNAUTHENTICATED, THROTTLED or BUSY. */
export async function logIn(
  parts: AuthParts,
  form: Static<typeof Credentials>,
  clientIp: string,
  carrier: TokenCarrier,
): Promise<Granted> {
  const { passwords, sessions, audit } = parts;
  const user = await checkPassword(parts, form, clientIp);
  const event =
    user.otpSecret === null ? 'login' : await checkSecondFactor(parts, user, form.otp, clientIp);
  const granted = await sessions.start(user, clientIp, carrier);
  if (!granted) throw wrong();
  await audit(event, user.id, clientIp);
  if (passwords.isWeak(user.passwordHash)) await renewHash(parts, user, form.password);
  return granted;
}

async function checkPassword(
  { store, passwords, throttle, audit, allowDemo }: AuthParts,
  { username, password }: { username: string; password: string },
  clientIp: string,
): Promise<User> {
  await throttle.admit(clientIp);
  const user = await store.findUser(loginKey(username));
  // Always compute exactly one hash, so that the time does not reveal whether a user exists.
  const same = await passwords.verify(user?.passwordHash, password);
  const mayLogIn = user !== undefined && !user.disabled && (allowDemo || !user.isDemo);
  const right = same && mayLogIn;
  const verdict = await throttle.settlePassword(user?.id, clientIp, right);
  if (verdict === 'right' && user) return user;
  await audit(
    `login refused: ${refusalReason(user, verdict, allowDemo)}`,
    user?.id ?? null,
    clientIp,
  );
  throw wrong();
}

/** The reason for the audit trail. The response does not contain it. */
function refusalReason(user: User | undefined, verdict: Verdict, allowDemo: boolean) {
  if (!user) return 'no such user';
  if (user.disabled) return 'user disabled';
  if (user.isDemo && !allowDemo) return 'demo user without --demo';
  return verdict === 'locked' ? 'locked' : 'wrong password';
}

async function checkSecondFactor(
  { checkCode, audit }: AuthParts,
  user: User,
  code = '',
  clientIp: string,
): Promise<AuditEvent> {
  if (code.trim() === '') {
    await audit('login refused: one-time password missing', user.id, clientIp);
    throw wrongOtp('missing', 'a one-time password is needed: send it as otp');
  }
  const verdict = await checkCode(user, code);
  if (verdict === 'right') return 'login';
  if (verdict === 'recovery') return 'login by recovery code';
  const isLocked = verdict === 'factor locked';
  await audit(
    `login refused: ${isLocked ? 'second factor locked' : 'one-time password wrong'}`,
    user.id,
    clientIp,
  );
  if (verdict === 'factor locks') await audit('second factor locked', user.id, clientIp);
  // One message for all cases, so that it does not reveal whether the factor is locked.
  throw wrongOtp('not_valid', 'otp: wrong, used already, or tried too often');
}

function wrongOtp(code: FaultCode, message: string): KtimaError {
  const faults = [{ field: 'otp', code, message }];
  return new KtimaError('UNAUTHENTICATED', message, { faults });
}

/** Stores a stronger hash while the password is known. Skipped under load until the next login. */
async function renewHash({ store, passwords }: AuthParts, user: User, password: string) {
  try {
    const better = await passwords.hash(password);
    await store.renewPasswordHash(user.id, user.passwordHash, better);
  } catch (error) {
    if (!(error instanceof KtimaError && error.code === 'BUSY')) throw error;
  }
}

function wrong(): KtimaError {
  return new KtimaError('UNAUTHENTICATED', 'user name or password is wrong');
}
