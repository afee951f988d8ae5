import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Client } from 'pg';
import { KtimaError } from '#tools/errors.ts';

/** The variables of libpq for the server of a connection. The password is on no command line. */
export function libpqEnvironment(client: Client, url: string): NodeJS.ProcessEnv {
  const parameters = new URLSearchParams(url.split('?', 2)[1]);
  const { user, password, database, host, port } = client;
  const sslMode = parameters.get('sslmode');
  const given: Record<string, string | null | undefined> = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGDATABASE: database,
    PGPASSWORD: password,
    // There is no fallback to plain text, as in our own connections.
    PGSSLMODE: sslMode === 'prefer' ? 'require' : sslMode,
    PGSSLROOTCERT: parameters.get('sslrootcert'),
    PGSSLCERT: parameters.get('sslcert'),
    PGSSLKEY: parameters.get('sslkey'),
    PGOPTIONS: parameters.get('options'),
    PGAPPNAME: 'ktima backup',
  };
  const { PATH, HOME, PGPASSFILE } = process.env;
  const all = Object.entries({ PATH, HOME, PGPASSFILE, LC_ALL: 'C', ...given });
  return Object.fromEntries(all.filter(([, value]) => value));
}

/** Starts a program of PostgreSQL. `output` is a descriptor, or `pipe`. */
export function startProgram(
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  output: number | 'pipe' = 'pipe',
  env: NodeJS.ProcessEnv = { PATH: process.env.PATH, LC_ALL: 'C' },
) {
  const child = spawn(program, args, { env, stdio: ['ignore', output, 'pipe'] });
  return { child, ended: endOf(program, child) };
}

/** Resolves when a program has succeeded; otherwise throws what it printed. */
async function endOf(program: string, child: ChildProcess): Promise<void> {
  const printed = text(child.stderr!);
  const [code] = await once(child, 'close').catch(({ code }: NodeJS.ErrnoException) => {
    throw new KtimaError(
      'UNAVAILABLE',
      `${program} cannot be started (${code}): install the client programs of PostgreSQL, of the ` +
        "server's version or a later one",
    );
  });
  if (code === 0) return;
  const lines = (await printed).trim().split('\n');
  throw new Error(lines.map(line => line.replace(/^pg_\w+: (error: )?/, '')).join(', '));
}

/** Prints a dump, or a part of it, as SQL. */
function startPrinting(file: string, ...args: string[]) {
  const { child, ended } = startProgram('pg_restore', [
    '--no-owner',
    '--no-privileges',
    ...args,
    '--file=-',
    resolve(file),
  ]);
  // Awaited after the output, which may fail first.
  ended.catch(() => {});
  return { output: child.stdout!, ended };
}

/** The statements of a dump before or after its rows. */
export async function readStatements(
  file: string,
  section: 'pre-data' | 'post-data',
): Promise<string> {
  const { output, ended } = startPrinting(file, `--section=${section}`);
  const script = await text(output);
  await ended;
  return forOneTransaction(script);
}

/** The names of the tables in a dump. */
export async function listTables(file: string): Promise<string[]> {
  const { child, ended } = startProgram('pg_restore', ['--list', resolve(file)]);
  ended.catch(() => {});
  const list = await text(child.stdout!);
  await ended;
  return [...list.matchAll(/^\d+; \d+ \d+ TABLE \S+ (\S+)/gm)].map(([, name]) => name!);
}

/**
 * Makes settings end with the transaction, because a pooler may share the session, and leaves out
 * the commands to psql.
 */
function forOneTransaction(script: string): string {
  return script
    .replace(/^\\(un)?restrict .*$/gm, '')
    .replace(/^SET (?=\w+ = )/gm, 'SET LOCAL ')
    .replace("set_config('search_path', '', false)", "set_config('search_path', '', true)");
}

/** A piece of the rows of a dump, in order. */
export type DumpPiece =
  | { readonly kind: 'statements'; readonly sql: string }
  /** The statement that begins the rows of a table; `rows` and one `end` follow. */
  | { readonly kind: 'copy'; readonly sql: string; readonly table: string }
  | { readonly kind: 'rows'; readonly bytes: Buffer }
  | { readonly kind: 'end'; readonly table: string; readonly rows: number };

/** Reads the rows of a dump as text; throws if it is damaged. */
export async function* readRows(file: string, ...args: string[]): AsyncGenerator<DumpPiece> {
  const { output, ended } = startPrinting(file, '--section=data', ...args);
  const parse = openParser();
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of output as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = rest.lastIndexOf('\n') + 1;
    yield* parse(rest.subarray(0, end));
    rest = rest.subarray(end);
  }
  await ended;
}

const beginning = /^COPY (\S+) .*FROM stdin;$/;
const endMark = Buffer.from('\\.\n');

/** `public."parcels"` becomes parcels. */
function plainTable(quoted: string | undefined): string | undefined {
  return quoted?.slice(quoted.lastIndexOf('.') + 1).replaceAll('"', '');
}

/** Splits whole lines into pieces. Rows contain no line breaks: COPY writes these as \n. */
function openParser() {
  let table: string | undefined;
  let rows = 0;
  return function* parse(lines: Buffer): Generator<DumpPiece> {
    let at = 0;
    while (at < lines.length) {
      if (table === undefined) {
        const end = lines.indexOf('\n', at) + 1;
        const line = lines.toString('utf8', at, end - 1);
        at = end;
        table = plainTable(beginning.exec(line)?.[1]);
        rows = 0;
        if (table !== undefined) yield { kind: 'copy', sql: line, table };
        else if (line !== '') yield { kind: 'statements', sql: forOneTransaction(line) };
        continue;
      }
      const end = endOfRows(lines, at);
      const bytes = lines.subarray(at, end ?? lines.length);
      rows += countLines(bytes);
      if (bytes.length > 0) yield { kind: 'rows', bytes };
      at += bytes.length;
      if (end === undefined) continue;
      yield { kind: 'end', table, rows };
      table = undefined;
      at += endMark.length;
    }
  };
}

/** Where the line that ends the rows begins, if it is among these lines. */
function endOfRows(lines: Buffer, from: number): number | undefined {
  let at = lines.indexOf(endMark, from);
  // Other lines may end so: in them the backslash is the second of two.
  while (at > from && lines[at - 1] !== 0x0a) at = lines.indexOf(endMark, at + 1);
  return at === -1 ? undefined : at;
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) count++;
  return count;
}
