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

/** How many letters may be wrong, missing or added: fewer in short words. */
const mostSlips = (word: string) => (word.length > 5 ? 2 : 1);

/** The word that `text` is probably a misspelling of. Ignores case, `_` and `-`. */
function nearestWord(text: string, words: readonly string[]): string | undefined {
  const [nearest] = words
    .map(word => ({ word, slips: slipsBetween(bare(text), bare(word)) }))
    .filter(({ word, slips }) => slips <= mostSlips(word))
    .sort((a, b) => a.slips - b.slips);
  return nearest?.word;
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[_-]/g, '');
}

/** The Levenshtein distance: letters to add, remove or replace. */
function slipsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = row[j]! + (letter === b[j] ? 0 : 1);
      next.push(Math.min(replaced, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
