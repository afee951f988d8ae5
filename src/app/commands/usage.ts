import { type Command, InvalidArgumentError } from 'commander';
import { csvWriter } from '#features/portfolio/output/output-formats.ts';
import { pagesOf, type Sum, type UsageFilter } from '#http/usage/usage-store.ts';
import { usageError } from '#tools/errors.ts';
import { isDay } from '#tools/notation/days.ts';
import { type Text, table, utcMinute } from '#tools/terminal/print.ts';
import { checkDatabaseExists, withUsage } from '../services/databases.ts';
import type { Settings } from '../settings/config.ts';
import { type CommandContext, examples } from './command-line.ts';
import { type KnownSubject, knownSubjects, named } from './users/with-users.ts';

const dayMs = 86_400_000;

interface UsageOptions {
  readonly since?: number;
  readonly json: boolean;
  readonly csv: boolean;
}

/** `ktima usage` and `ktima lookups` */
export function addCommand(program: Command, { settings, print }: CommandContext): void {
  const show = (text: Text) => print(Promise.resolve(text));
  program
    .command('usage [name]')
    .description('show how many requests each user and client has made, by operation')
    .option('--since <day>', 'first day, in UTC; by default 30 days ago', readDay)
    .option('--json', 'hourly sums as JSON lines, for a program', false)
    .option('--csv', 'hourly sums as CSV', false)
    .addHelpText(
      'after',
      `${examples('ktima usage', 'ktima usage nightly --since 2026-11-01 --csv')}

The name is that of a user or client, or the subject of a token. Deleted ones are shown by their id.`,
    )
    .action((name: string | undefined, options: UsageOptions) =>
      showUsage(settings(), name, options, show),
    );
  program
    .command('lookups [name]')
    .description('print who asked for which property and when, as JSON lines')
    .option('--since <day>', 'first day, in UTC; by default 30 days ago', readDay)
    .addHelpText(
      'after',
      `${examples('ktima lookups', 'ktima lookups maria --since 2026-11-01 > lookups.jsonl')}

Look-ups are stored with KTIMA_LOOKUP_LOG=on, for KTIMA_LOOKUP_DAYS days.`,
    )
    .action((name: string | undefined, { since }: { since?: number }) =>
      showLookups(settings(), name, since, show),
    );
}

function readDay(text: string): number {
  if (isDay(text)) return Date.parse(text);
  throw new InvalidArgumentError('Expected a day such as 2026-11-01.');
}

type Show = (text: Text) => Promise<void>;

async function showUsage(
  settings: Settings,
  name: string | undefined,
  { since, json, csv }: UsageOptions,
  show: Show,
): Promise<void> {
  if (json && csv) throw usageError('expected --json or --csv, got both');
  const { filter, nameOf } = await readArguments(settings, name, since);
  const writer = csvWriter(columns, {
    delimiter: ',',
    encoding: 'utf-8',
    bom: false,
    decimalComma: false,
  });
  const totals = new Map<string, Sum>();
  if (csv) await show(writer.head.trimEnd());
  await withUsage(settings, async store => {
    const read = store.sums.bind(store, filter);
    for await (const page of pagesOf<Sum>((limit, after) => read(limit, after))) {
      const rows = page.map(sum => rowOf(sum, nameOf(sum)));
      if (json) await show(rows.map(row => JSON.stringify(row)));
      else if (csv) {
        await show(rows.map(row => writer.row([], Object.values(row)).trimEnd()));
      } else page.forEach(sum => void addTo(totals, sum));
    }
  });
  if (!json && !csv) await show(totalsTable([...totals.values()], nameOf, filter.sinceMs));
}

const columns = ['hour', 'issuer', 'subject', 'name', 'operation', 'requests'];

function rowOf({ hourMs, issuer, subject, operation, requests }: Sum, name: string | undefined) {
  const hour = new Date(hourMs).toISOString();
  return { hour, issuer, subject, name: name ?? null, operation, requests };
}

function addTo(totals: Map<string, Sum>, sum: Sum): void {
  const key = JSON.stringify([sum.issuer, sum.subject, sum.operation]);
  const before = totals.get(key)?.requests ?? 0;
  // The sums come in the order of the hours, so the last one stays.
  totals.set(key, { ...sum, requests: before + sum.requests });
}

function totalsTable(
  totals: readonly Sum[],
  nameOf: (sum: Sum) => string | undefined,
  sinceMs: number,
): Text {
  if (totals.length === 0) return `no requests since ${utcMinute(sinceMs)} UTC`;
  return table(
    ['who', 'operation', 'requests', 'last in the hour (UTC)'],
    totals
      .toSorted((one, other) => other.requests - one.requests)
      .map(sum => [nameOf(sum) ?? sum.subject, sum.operation, sum.requests, utcMinute(sum.hourMs)]),
  );
}

async function showLookups(
  settings: Settings,
  name: string | undefined,
  since: number | undefined,
  show: Show,
): Promise<void> {
  const { filter, nameOf } = await readArguments(settings, name, since);
  await withUsage(settings, async store => {
    const read = store.lookups.bind(store, filter);
    for await (const page of pagesOf<Awaited<ReturnType<typeof read>>[number]>((limit, after) =>
      read(limit, after),
    )) {
      const lines = page.map(one =>
        JSON.stringify({
          at: new Date(one.atMs).toISOString(),
          issuer: one.issuer || null,
          subject: one.subject || null,
          name: nameOf(one) ?? null,
          from: one.clientIp,
          operation: one.operation,
          status: one.status,
          request_id: one.requestId,
          asked: JSON.parse(one.asked),
        }),
      );
      await show(lines);
    }
  });
}

/** Whose entries to read, and how to name their subjects. */
async function readArguments(
  settings: Settings,
  name: string | undefined,
  since = Date.now() - 30 * dayMs,
) {
  checkDatabaseExists(settings, 'usage');
  const known = await knownSubjects(settings);
  const subject = name === undefined ? undefined : subjectNamed(known, name);
  const filter: UsageFilter = { subject, sinceMs: since };
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const nameOf = ({ issuer, subject }: Pick<Sum, 'issuer' | 'subject'>) =>
    issuer === settings.accountIssuer ? names.get(subject) : undefined;
  return { filter, nameOf };
}

/** The subject of a name. One of another issuer, or of a deleted user, is given itself. */
function subjectNamed(known: readonly KnownSubject[], name: string): string {
  const [found, other] = named(known, name);
  if (!other) return found?.id ?? name;
  throw usageError(`${name}: a user and a client have this name; give the id`);
}
