import { KtimaError } from '#tools/errors.ts';

/** The seconds after which a client may retry when the database cannot be used. */
const retryAfterSeconds = 5;

const damage = 'the database is damaged';

/** SQLITE_READONLY_DBMOVED: the file of a database is no longer at its path. */
export const movedCode = 1_032;

/**
 * Messages for problems with the file, by SQLite's primary result codes. Any other code is a bug of
 * ours and is not translated. https://www.sqlite.org/rescode.html
 */
const messages: Readonly<Record<number, string>> = {
  5: 'the database did not answer in time',
  8: 'the database cannot be written',
  10: 'the database cannot be read or written at the moment',
  11: damage,
  13: 'the disk of the database is full',
  14: 'the database cannot be opened at the moment',
  26: damage,
  [movedCode]:
    'the file of the database was replaced or removed: restart the service with the right one',
};

/** The error for a client. The engine's own message goes to the log. */
export function toClientError(error: unknown): unknown {
  const { errcode, message: words = '' } = error as { errcode?: number; message?: string };
  // Our statements match our tables, so a missing table or column means that the file was damaged.
  const primary = errcode === movedCode ? movedCode : (errcode ?? 0) & 0xff;
  const code = /^no such (table|column)/.test(words) ? 11 : primary;
  const message = messages[code];
  if (message === undefined) return error;
  return new KtimaError('UNAVAILABLE', message, { retryAfterSeconds, cause: error });
}

/** The error for a disk without room. */
export function diskFull(): KtimaError {
  return new KtimaError('UNAVAILABLE', messages[13]!, { retryAfterSeconds });
}

/** Whether SQLite reports that a file is damaged or not a database. */
export function isDamage(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number };
  return messages[errcode & 0xff] === damage;
}

/** The error for data that differ from what was written. */
export function damaged(reason: string): KtimaError {
  return new KtimaError('UNAVAILABLE', damage, { retryAfterSeconds, cause: new Error(reason) });
}

/** Called with the reason when the database cannot be used, and with undefined when it works again. */
export type OnOutage = (reason: string | undefined) => void;

/**
 * A check of a database. The first call checks the whole file; later calls report damage that a
 * query met since. Outages must be reported through the returned `onOutage`. A check that runs
 * longer reports damage to `onDamage`.
 */
export function openCheck(
  lookThrough: (onDamage: (error: unknown) => void) => void,
  onOutage: OnOutage = () => {},
) {
  let met: string | undefined;
  let hasChecked = false;
  const report = (reason: string | undefined) => {
    if (reason?.startsWith(damage)) met = reason;
    onOutage(reason);
  };
  const onDamage = (error: unknown) => {
    if (error instanceof KtimaError) report(`${damage}: ${reasonOf(error)}`);
    else onOutage(`it could not be checked: ${error}`);
  };
  return {
    onOutage: report,
    async check() {
      if (met !== undefined) throw damaged(met);
      if (hasChecked) return;
      try {
        lookThrough(onDamage);
      } catch (error) {
        throw toClientError(error);
      }
      hasChecked = true;
    },
  };
}

export type Methods = Record<string, (...args: never[]) => Promise<unknown>>;

/**
 * Wraps methods so that their errors are translated for clients. Calls `onOutage` with the reason
 * when the database starts to fail, and with undefined after the success of a method that proves
 * that it works again; by default each does.
 */
export function withNamedErrors<T extends { [K in keyof T]: Methods[string] }>(
  methods: T,
  onOutage: OnOutage = () => {},
  isProof: (method: string) => boolean = () => true,
): T {
  let failing = false;
  let isBeyondRepair = false;
  const report = (error: KtimaError | undefined) => {
    // Damage is permanent, even if other queries still work.
    if (isBeyondRepair || failing === (error !== undefined)) return;
    failing = error !== undefined;
    isBeyondRepair = error?.message === damage;
    onOutage(error && reasonOf(error));
  };
  const failed = (error: unknown) => {
    const name = toClientError(error);
    if (name instanceof KtimaError && name.code === 'UNAVAILABLE' && name.cause) report(name);
    throw name;
  };
  const wrapped = (name: string, method: Methods[string]) => {
    const worked = <Result>(result: Result) => {
      if (isProof(name)) report(undefined);
      return result;
    };
    return (...args: never[]) => method(...args).then(worked, failed);
  };
  const entries = Object.entries<Methods[string]>(methods);
  return Object.fromEntries(entries.map(([name, method]) => [name, wrapped(name, method)])) as T;
}

function reasonOf({ message, cause }: KtimaError): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
