import { nearestWord } from '#tools/nearest-word.ts';

/** The parameters of a database URL, with libpq's names. */
const parameterNames =
  'application_name host options password port sslcert sslkey sslmode sslrootcert user'.split(' ');

/** Values of `sslmode`. `allow` is not among them, because there is no fallback to plain text. */
export const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];

const timeout = 'KTIMA_POSTGRES_TIMEOUT_MS sets how long connections and statements may take';
const pool = 'KTIMA_POSTGRES_POOL sets how many connections are held';
const pooler = 'set KTIMA_POSTGRES_POOLER if there is a pooler';
const encrypted = 'write sslmode=verify-full, or sslmode=require to encrypt without checking';
/** What to do about several servers, to print after what was wrong. */
export const oneAddress =
  'name one address that leads to the primary: that of HAProxy (deploy/haproxy.cfg), PgBouncer or ' +
  'Patroni';
const afterHost = 'write the database after the host: postgres://user@host/database';

/** Parameters of libpq and other drivers that are not accepted, and what to do instead. */
const instead: ReadonlyMap<string, string> = new Map([
  ['channel_binding', 'leave it out; sslmode=verify-full checks the server'],
  ['client_encoding', 'leave it out; it is always UTF-8'],
  ['connect_timeout', timeout],
  ['connection_limit', pool],
  ['database', afterHost],
  ['dbname', afterHost],
  ['idle_in_transaction_session_timeout', timeout],
  ['load_balance_hosts', oneAddress],
  ['loadBalanceHosts', oneAddress],
  ['max', pool],
  ['pgbouncer', pooler],
  ['pool', pool],
  ['pool_mode', pooler],
  ['pool_size', pool],
  ['query_timeout', timeout],
  ['requiressl', encrypted],
  ['ssl', encrypted],
  ['statement_timeout', timeout],
  ['target_session_attrs', oneAddress],
  ['targetServerType', oneAddress],
  ['tls', encrypted],
]);

/** The problem with a parameter's name, to print after it; undefined for a known name. */
export function nameProblem(name: string): string | undefined {
  if (parameterNames.includes(name)) return undefined;
  const hint = instead.get(name);
  if (hint !== undefined) return `is not accepted; ${hint}`;
  const nearest = nearestWord(name, parameterNames);
  return nearest === undefined
    ? `there is no such parameter; expected one of ${parameterNames.join(', ')}`
    : `there is no such parameter; did you mean ${nearest}?`;
}
