import { DatabaseError } from 'pg';
import { KtimaError } from '#tools/errors.ts';

/** The seconds after which a client may retry when the database cannot be used. */
const retryAfterSeconds = 2;

/** A server that can be reached, and is a standby or read-only. */
export class UnfitServer extends Error {}

/** A refusal that waiting does not cure: a wrong password, a missing database, right or table. */
export class Refusal extends Error {}

/** The meaning of an error for the connections to a server. */
export type ErrorClass =
  /** The server is down, hangs or is no longer suitable: open another connection. */
  | 'lost'
  /** The server works, but too slowly. */
  | 'late'
  /** The server works, but lacks something: disk space, memory, a privilege, a table. */
  | 'impaired'
  /** An error in the statement. */
  | 'none';

/**
 * Errors of a server, by SQLSTATE. None of them is an error in the statement.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const conditions: readonly (readonly [states: RegExp, ErrorClass])[] = [
  [/^(57014|55P03|40P01)$/, 'late'],
  // Stopping, starting, full of connections, read-only, or behind an unknown transaction pooler.
  [/^(08|57P0|53300$|25006$|40001$|26000$|42P05$)/, 'lost'],
  [/^(53|58|XX00[12]$|42501$|42P01$|3F000$)/, 'impaired'],
];

/** Classifies an error of the driver. */
export function classifyError(error: unknown): ErrorClass {
  if (error instanceof UnfitServer) return 'lost';
  if (error instanceof KtimaError || !(error instanceof Error)) return 'none';
  if (error instanceof DatabaseError) {
    return conditions.find(([states]) => states.test(error.code ?? ''))?.[1] ?? 'none';
  }
  // The driver's message when all connections of the pool are busy.
  if (error.message === 'timeout exceeded when trying to connect') return 'late';
  const { code } = error as { code?: string };
  const fromNetwork = code !== undefined && /^E[A-Z_]+$/.test(code) && !code.startsWith('ERR_');
  return fromNetwork || /terminated|timeout|not queryable|closed/i.test(error.message)
    ? 'lost'
    : 'none';
}

const messages = {
  lost: 'the database cannot be reached at the moment',
  late: 'the database did not answer in time',
  impaired: 'the database cannot be used at the moment',
};

/** SQLSTATE disk_full. */
export const diskFull = '53100';

/** The error for a client. Its cause, for the log, omits the driver's internal objects. */
export function toClientError(error: unknown): unknown {
  const kind = classifyError(error);
  if (kind === 'none') return error;
  const isFull = stateOf(error) === diskFull;
  return unavailable(isFull ? 'the disk of the database is full' : messages[kind], error);
}

/** The error for a client when no connection to a server can be opened. */
export function outOfReach(server: string, error: unknown): KtimaError {
  return unavailable(messages.lost, error, `${server}: ${reasonOf(error)}`);
}

function unavailable(message: string, error: unknown, reason = reasonOf(error)): KtimaError {
  const cause = isRefusal(error) ? new Refusal(reason) : new Error(reason);
  return new KtimaError('UNAVAILABLE', message, { retryAfterSeconds, cause });
}

/** The error for a request when too many already wait. */
export function tooMany(): KtimaError {
  const message = 'too many requests for the database at once; try again';
  return new KtimaError('BUSY', message, { retryAfterSeconds });
}

const declarePooler = 'if there is a transaction pooler, set KTIMA_POSTGRES_POOLER=transaction';

/** Advice for the operator, by SQLSTATE. */
const advice: Readonly<Record<string, string>> = {
  '26000': declarePooler,
  '28000': 'the role must have LOGIN, and the pg_hba.conf of the server must allow it',
  '28P01':
    'check user and password in the database URL; a running service rereads the URL only from a …_URL_FILE; otherwise restart it',
  '3D000': 'create it with CREATE DATABASE, or check the database URL',
  '42501':
    'the role of the database URL needs this privilege: as the owner of the tables, run ktima migrate --serving-role ROLE',
  '42P01': 'create the tables with ktima migrate, or check the database URL',
  '42P05': declarePooler,
  '53100': 'free space on the disk of the server',
  '53300': 'raise max_connections of the server, or lower KTIMA_POSTGRES_POOL',
  '55000': 'run ALTER DATABASE … ALLOW_CONNECTIONS true',
};

/** Advice for messages of a pooler, which have no SQLSTATE. */
const poolerAdvice: readonly (readonly [message: RegExp, string])[] = [
  [
    /statement pooling mode/,
    'Ktima needs transactions: set pool_mode = transaction or session in the pooler',
  ],
  [
    /unsupported startup parameter/,
    'the pooler does not accept it: remove it from the database URL, and use ALTER ROLE … SET',
  ],
];

/** The message of an error, and advice if there is any. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  if (!(error instanceof Error)) return String(error);
  if (/client password must be/.test(error.message)) {
    return 'the server asks for a password, and the database URL has none';
  }
  const hint = error instanceof DatabaseError ? adviceOn(error) : undefined;
  return hint ? `${error.message} (${hint})` : error.message;
}

function adviceOn({ code = '', message }: DatabaseError): string | undefined {
  return poolerAdvice.find(([words]) => words.test(message))?.[1] ?? advice[code];
}

const refusals = /^(28|3D000$|3F000$|42501$|42P01$)/;
const refusalWords = /client password must be|does not support SSL|certificate/i;

/** Whether an error stays the same until an operator does something. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof Refusal) return true;
  if (!(error instanceof Error)) return false;
  const { message } = error;
  return (
    refusals.test(stateOf(error) ?? '') ||
    refusalWords.test(message) ||
    poolerAdvice.some(([words]) => words.test(message))
  );
}

/** The SQLSTATE of an error, if the server sent it. */
export function stateOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

/**
 * The error at the start of a command. It has the reason, which clients of the API do not see. The
 * code is `UNAVAILABLE` if waiting may help.
 */
export function cannotOpen(what: string, error: unknown): KtimaError {
  if (error instanceof KtimaError && error.cause === undefined) return error;
  const { code, cause } = error instanceof KtimaError ? error : { code: 'BAD_DATA', cause: error };
  const finalCode = isRefusal(cause) ? 'BAD_SETTING' : (code as KtimaError['code']);
  return new KtimaError(finalCode, `cannot open ${what}: ${reasonOf(cause)}`);
}
