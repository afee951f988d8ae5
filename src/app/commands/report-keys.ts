import { type Command, InvalidArgumentError } from 'commander';
import { addReportKey, markLeaked, publishedKeys } from '#features/signing/report-key-ring.ts';
import { isDay } from '#tools/notation/days.ts';
import { jsonText, type Text, table, utcMinute } from '#tools/terminal/print.ts';
import type { Settings } from '../settings/config.ts';
import { type CommandContext, examples } from './command-line.ts';

/** `ktima report-keys …` */
export function addCommand(program: Command, { settings, print }: CommandContext): void {
  const keys = program
    .command('report-keys')
    .description('manage the keys that sign reports, in the file KTIMA_REPORT_KEYS');
  keys
    .command('add')
    .description(
      'make a key that signs from now on; earlier ones stay public, their private parts go',
    )
    .addHelpText('after', examples('ktima report-keys add'))
    .action(() => print(add(settings())));
  keys
    .command('list')
    .description('list all keys, newest first')
    .option('--json', 'as a JSON key set, for `ktima verify --keys`', false)
    .addHelpText(
      'after',
      examples('ktima report-keys list', 'ktima report-keys list --json > keys.json'),
    )
    .action((options: { json: boolean }) => print(list(settings(), options)));
  keys
    .command('leaked <kid>')
    .description('mark a key that others may have; it no longer signs')
    .option('--since <date>', 'since when, such as 2026-11-17; now by default', readDay)
    .addHelpText('after', examples('ktima report-keys leaked xW3kd0… --since 2026-11-01'))
    .action((kid: string, { since }: { since?: Date }) => print(leaked(settings(), kid, since)));
}

async function add({ reportKeys, reportKeySecret }: Settings): Promise<Text> {
  const { kid } = await addReportKey(reportKeys, reportKeySecret, new Date());
  const warning =
    reportKeySecret === undefined
      ? ['KTIMA_REPORT_KEY_SECRET is not set: the private key is stored unencrypted']
      : [];
  return [`key ${kid} signs from now on; keep a copy of ${reportKeys}`, ...warning];
}

async function list({ reportKeys }: Settings, { json }: { json: boolean }): Promise<Text> {
  const keys = await publishedKeys(reportKeys);
  if (json) return jsonText({ keys });
  if (keys.length === 0) return "no keys yet; 'ktima report-keys add' makes one";
  const state = (i: number) =>
    keys[i]!.leaked_at
      ? `leaked ${utcMinute(keys[i]!.leaked_at!)}`
      : i === 0
        ? 'signs'
        : 'checks only';
  return table(
    ['key', 'since (UTC)', 'state'],
    keys.map(({ kid, created_at }, i) => [kid, utcMinute(created_at), state(i)]),
  );
}

async function leaked({ reportKeys }: Settings, kid: string, since = new Date()): Promise<Text> {
  await markLeaked(reportKeys, kid, since.toISOString());
  return [
    `key ${kid} is marked as leaked since ${utcMinute(since.toISOString())} UTC and signs no more`,
    "'ktima report-keys add' makes a new one; `ktima verify` says of older reports that their key leaked",
  ];
}

function readDay(text: string): Date {
  if (isDay(text) && Date.parse(text) <= Date.now()) return new Date(text);
  throw new InvalidArgumentError('Expected a day that is not in the future, such as 2026-11-17.');
}
