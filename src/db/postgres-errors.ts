import { DatabaseError } from 'pg';
import { KtimaError } from '../errors.ts';

/** After how many seconds a client may try again when the database is out of reach. */
const retryAfterSeconds = 2;

/**
 * States of a server that is stopping, starting, full of connections, or no longer the one that
 * may be written: whatever was asked may succeed on another connection.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const passing = /^(08|57P0|53300$|25006$|40001$)/;

/** What became of a connection on which something failed. */
export type Trouble =
  /** The server is gone, frozen or no longer fit: another one may be better. */
  | 'lost'
  /** It works, but not in time. */
  | 'late'
  /** A mistake in what was asked. */
  | 'none';

/** Judges an error of the driver. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof KtimaError || !(error instanceof Error)) return 'none';
  if (error instanceof DatabaseError) {
    const state = error.code ?? '';
    if (state === '57014' || state === '55P03') return 'late';
    return passing.test(state) ? 'lost' : 'none';
  }
  // The driver's wait for a free connection of the pool; the others are at work.
  if (error.message === 'timeout exceeded when trying to connect') return 'late';
  const { code } = error as { code?: string };
  const fromNetwork = code !== undefined && /^E[A-Z_]+$/.test(code) && !code.startsWith('ERR_');
  return fromNetwork || /terminated|timeout|not queryable|closed/i.test(error.message)
    ? 'lost'
    : 'none';
}

/** The error for whoever asked; the cause is for the log, without the driver's inner objects. */
export function named(error: unknown): unknown {
  const trouble = troubleOf(error);
  if (trouble === 'none') {
    return stateOf(error) === '42501' ? new KtimaError('BAD_SETTING', reasonOf(error)) : error;
  }
  const message =
    trouble === 'late'
      ? 'the database did not answer in time'
      : 'the database cannot be reached at the moment';
  return outOfReach(message, reasonOf(error));
}

/** A failure that may be over in a moment. */
export function outOfReach(message: string, reason: string): KtimaError {
  return new KtimaError('UNAVAILABLE', message, { retryAfterSeconds, cause: new Error(reason) });
}

/** The failure of one who comes when too many wait already. */
export function tooMany(): KtimaError {
  const message = 'too many requests for the database at once; try again';
  return new KtimaError('BUSY', message, { retryAfterSeconds });
}

/** What to do about a state of the server that does not pass by itself. */
const advice: Readonly<Record<string, string>> = {
  '28000': 'the pg_hba.conf of the server must let this user in',
  '28P01': 'check user and password in the database URL',
  '3D000': 'make it with CREATE DATABASE, or check the database URL',
  '42501': 'the role of the database URL needs this right; docs/operations.md tells which',
  '53300': 'raise max_connections of the server, or lower KTIMA_POSTGRES_POOL',
};

/** An error's own words, and what to do about it where that is known. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  if (!(error instanceof Error)) return String(error);
  if (/client password must be/.test(error.message)) {
    return 'the server asks for a password, and the database URL has none';
  }
  const hint = advice[stateOf(error) ?? ''];
  return hint ? `${error.message} (${hint})` : error.message;
}

function stateOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

/** The error for whoever starts something: with its reason, which a client is not told. */
export function cannotOpen(what: string, error: unknown): KtimaError {
  if (error instanceof KtimaError && error.cause === undefined) return error;
  const { code, cause } = error instanceof KtimaError ? error : { code: 'BAD_DATA', cause: error };
  return new KtimaError(code as KtimaError['code'], `cannot open ${what}: ${reasonOf(cause)}`);
}
