import { KtimaError } from '../../errors.ts';

/** After how many seconds a client may try again when the database cannot be used. */
const retryAfterSeconds = 5;

const damage = 'the database is damaged';

/**
 * What befalls a file from outside, by SQLite's primary result codes. Any other code is a mistake
 * of ours and stays what it is. https://www.sqlite.org/rescode.html
 */
const troubles: Readonly<Record<number, string>> = {
  5: 'the database did not answer in time',
  8: 'the database cannot be written',
  10: 'the database cannot be read or written at the moment',
  11: damage,
  13: 'the disk of the database is full',
  14: 'the database cannot be opened at the moment',
  26: damage,
};

/** The error for whoever asked; the engine's own words are for the log. */
export function namedSqlite(error: unknown): unknown {
  const { errcode, message: words = '' } = error as { errcode?: number; message?: string };
  // Statements of ours name what our tables have: others were put in their place.
  const code = /^no such (table|column)/.test(words) ? 11 : (errcode ?? 0) & 0xff;
  const message = troubles[code];
  if (message === undefined) return error;
  return new KtimaError('UNAVAILABLE', message, { retryAfterSeconds, cause: error });
}

/** Whether SQLite says that a file is not, or no longer, a sound database. */
export function isDamage(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number };
  return troubles[errcode & 0xff] === damage;
}

/** For what is not as it was once written. */
export function damaged(reason: string): KtimaError {
  return new KtimaError('UNAVAILABLE', damage, { retryAfterSeconds, cause: new Error(reason) });
}

type OnTrouble = (reason: string | undefined) => void;

/**
 * A check of a database: looks through all of it the first time, and later tells of damage that
 * was met since. Who is told of all trouble must be told through this. What is found only after a
 * while is told to `onDamage`.
 */
export function openCheck(
  lookThrough: (onDamage: (error: unknown) => void) => void,
  onTrouble: OnTrouble = () => {},
) {
  let met: string | undefined;
  let hasLooked = false;
  const tell = (reason: string | undefined) => {
    if (reason?.startsWith(damage)) met = reason;
    onTrouble(reason);
  };
  const onDamage = (error: unknown) => {
    if (error instanceof KtimaError) tell(`${damage}: ${reasonOf(error)}`);
    else onTrouble(`it could not be looked through: ${error}`);
  };
  return {
    onTrouble: tell,
    async check() {
      if (met !== undefined) throw damaged(met);
      if (hasLooked) return;
      try {
        lookThrough(onDamage);
      } catch (error) {
        throw namedSqlite(error);
      }
      hasLooked = true;
    },
  };
}

type Methods = Record<string, (...args: never[]) => Promise<unknown>>;

/**
 * The same methods, whose errors are named; `onTrouble` is told when the database begins to fail
 * (why) and when it works again (undefined).
 */
export function withNamedErrors<T extends { [K in keyof T]: Methods[string] }>(
  methods: T,
  onTrouble: OnTrouble = () => {},
): T {
  let failing = false;
  let isBeyondRepair = false;
  const tell = (trouble: KtimaError | undefined) => {
    // Damage stays, whatever else is found whole.
    if (isBeyondRepair || failing === (trouble !== undefined)) return;
    failing = trouble !== undefined;
    isBeyondRepair = trouble?.message === damage;
    onTrouble(trouble && reasonOf(trouble));
  };
  const worked = <Result>(result: Result) => {
    tell(undefined);
    return result;
  };
  const failed = (error: unknown) => {
    const name = namedSqlite(error);
    if (name instanceof KtimaError && name.code === 'UNAVAILABLE' && name.cause) tell(name);
    throw name;
  };
  const named =
    (method: Methods[string]) =>
    (...args: never[]) =>
      method(...args).then(worked, failed);
  const entries = Object.entries<Methods[string]>(methods);
  return Object.fromEntries(entries.map(([name, method]) => [name, named(method)])) as T;
}

function reasonOf({ message, cause }: KtimaError): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
