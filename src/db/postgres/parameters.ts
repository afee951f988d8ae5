import { nearestWord } from './nearest-word.ts';

/** What the query of a database URL may name, in libpq's words. */
export const parameterNames = [
  'application_name',
  'host',
  'options',
  'password',
  'port',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslrootcert',
  'target_session_attrs',
  'user',
] as const;

/** Values of `sslmode`; there is no falling back to plain text, so `allow` is none. */
export const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;

const timeout = 'KTIMA_POSTGRES_TIMEOUT_MS sets how long connections and statements may take';
const pool = 'KTIMA_POSTGRES_POOL sets how many connections are held';
const pooler = 'KTIMA_POSTGRES_POOLER tells of a pooler';
const encrypted = 'write sslmode=verify-full, or sslmode=require to encrypt without checking';
const afterHost = 'write the database behind the host: postgres://user@host/database';

/** Parameters of libpq and of other drivers that are not taken, and what to do instead. */
const instead: ReadonlyMap<string, string> = new Map([
  ['channel_binding', 'leave it out; sslmode=verify-full checks the server'],
  ['client_encoding', 'leave it out; it is always UTF-8'],
  ['connect_timeout', timeout],
  ['connection_limit', pool],
  ['database', afterHost],
  ['dbname', afterHost],
  ['idle_in_transaction_session_timeout', timeout],
  ['max', pool],
  ['pgbouncer', pooler],
  ['pool', pool],
  ['pool_mode', pooler],
  ['pool_size', pool],
  ['query_timeout', timeout],
  ['requiressl', encrypted],
  ['ssl', encrypted],
  ['statement_timeout', timeout],
  ['tls', encrypted],
]);

/** What is wrong with a parameter's name, in words that follow it; undefined for a known name. */
export function faultOfName(name: string): string | undefined {
  const known: readonly string[] = parameterNames;
  if (known.includes(name)) return undefined;
  const hint = instead.get(name);
  if (hint !== undefined) return `is not taken; ${hint}`;
  const nearest = nearestWord(name, known);
  return nearest === undefined
    ? `there is no such parameter; there are ${known.join(', ')}`
    : `there is no such parameter; did you mean ${nearest}?`;
}
