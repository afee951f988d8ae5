import type { Command } from 'commander';
import type { RunStore } from '#features/runs/run-store.ts';
import type { ListedRun, StoredRun } from '#features/runs/stored-run.ts';
import { type KtimaError, usageError } from '#tools/errors.ts';
import { megabytes } from '#tools/files/write-file.ts';
import { jsonText, type Text, table, utcMinute } from '#tools/terminal/print.ts';
import { hasDatabase, withRuns } from '../../services/databases.ts';
import { cancelRun } from '../../services/portfolios/runner.ts';
import type { Settings } from '../../settings/config.ts';
import { type CommandContext, examples } from '../command-line.ts';
import { knownSubjects } from '../users/with-users.ts';

const clock = () => new Date();

/** `ktima portfolio list|cancel|delete` */
export function addCommand(program: Command, { settings, print }: CommandContext): void {
  const portfolio = program
    .command('portfolio')
    .description('list, cancel or delete the portfolios that users and clients have sent');
  portfolio
    .command('list')
    .description('list all portfolios of all instances, newest first')
    .option('--json', 'as JSON, for a program', false)
    .addHelpText('after', examples('ktima portfolio list', 'ktima portfolio list --json'))
    .action(({ json }: { json: boolean }) => print(list(settings(), json)));
  portfolio
    .command('cancel <id...>')
    .description('stop portfolios that wait or run; their users see why')
    .addHelpText(
      'after',
      `${examples('ktima portfolio cancel 0123456789abcdef0123456789abcdef')}

It is stopped within seconds, on whichever instance it runs. Disabling a user or client, or a logout,
stops its portfolios too, if Ktima has issued the token.`,
    )
    .action((ids: string[]) => print(cancel(settings(), ids)));
  portfolio
    .command('delete <id...>')
    .description('remove portfolios with their files and results')
    .addHelpText('after', examples('ktima portfolio delete 0123456789abcdef0123456789abcdef'))
    .action((ids: string[]) => print(remove(settings(), ids)));
}

async function list(settings: Settings, json: boolean): Promise<Text> {
  const runs = hasDatabase(settings, 'portfolios')
    ? await withRuns(settings, store => store.list(undefined, Date.now()))
    : [];
  if (json)
    return jsonText(runs.map(({ issuer, subject, status }) => ({ issuer, subject, ...status })));
  if (runs.length === 0) return 'no portfolios';
  const names = new Map((await knownSubjects(settings)).map(({ id, name }) => [id, name]));
  const ownerOf = ({ issuer, subject }: ListedRun) =>
    issuer === settings.accountIssuer ? (names.get(subject) ?? subject) : `${subject} of ${issuer}`;
  return table(
    ['id', 'user', 'name', 'state', 'rows', 'size', 'sent (UTC)'],
    runs.map(run => {
      const { id, name, state, rows, bytes, created_at } = run.status;
      return [id, ownerOf(run), name, state, rows, megabytes(bytes), utcMinute(created_at)];
    }),
  );
}

async function cancel(settings: Settings, ids: readonly string[]): Promise<Text> {
  return forEach(settings, ids, async (store, run) =>
    (await cancelRun(store, run, { code: 'cancelled' }, { settings, clock }))
      ? 'cancelled'
      : `not cancelled: its state is ${run.status.state}`,
  );
}

async function remove(settings: Settings, ids: readonly string[]): Promise<Text> {
  return forEach(settings, ids, async (store, { id }) => {
    await store.remove(id);
    return 'deleted';
  });
}

/** A line for each id. All ids are looked up first, so that a wrong one changes nothing. */
async function forEach(
  settings: Settings,
  ids: readonly string[],
  work: (store: RunStore, run: StoredRun) => Promise<string>,
): Promise<Text> {
  if (!hasDatabase(settings, 'portfolios')) throw noRun(ids[0]!);
  return withRuns(settings, async store => {
    const runs: StoredRun[] = [];
    for (const id of ids) {
      const run = await store.find(id, Date.now());
      if (!run) throw noRun(id);
      runs.push(run);
    }
    const lines: string[] = [];
    for (const run of runs) lines.push(`${run.id}: ${await work(store, run)}`);
    return lines;
  });
}

function noRun(id: string): KtimaError {
  return usageError(`no portfolio has the id ${id}; ktima portfolio list shows all`);
}
