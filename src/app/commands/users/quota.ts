import { type Command, InvalidArgumentError } from 'commander';
import type { Quota, UsageSubject } from '#http/usage/usage-store.ts';
import { KtimaError } from '#tools/errors.ts';
import { jsonText, type Text } from '#tools/terminal/print.ts';
import { withUsage } from '../../services/databases.ts';
import type { Settings } from '../../settings/config.ts';
import { type CommandContext, examples } from '../command-line.ts';
import { type KnownSubject, knownSubjects, named } from './with-users.ts';

/** 0 removes a limit, undefined leaves it. */
interface QuotaOptions {
  readonly minute?: number;
  readonly day?: number;
  readonly issuer?: string;
  readonly json: boolean;
}

/** `ktima user quota` and `ktima client quota` */
export function addQuota(
  parent: Command,
  kind: KnownSubject['kind'],
  { settings, print }: Pick<CommandContext, 'settings' | 'print'>,
): void {
  const name = kind === 'user' ? 'maria' : 'nightly';
  parent
    .command('quota <name>')
    .description(`show or set how many requests a ${kind} may make`)
    .option('--minute <n>', 'requests a minute; none for any number', readLimit)
    .option('--day <n>', 'requests a day, which begins at midnight in UTC', readLimit)
    .option('--issuer <issuer>', 'the name is a subject in tokens of this other issuer')
    .option('--json', 'as JSON, for a program', false)
    .addHelpText(
      'after',
      `${examples(
        `ktima ${kind} quota ${name} --minute 60 --day 10000`,
        `ktima ${kind} quota ${name} --day none`,
      )}

Each entry of a batch is a request. Running services use a new quota within ten seconds.`,
    )
    .action((name: string, options: QuotaOptions) => print(quota(settings(), kind, name, options)));
}

function readLimit(text: string): number {
  if (text === 'none') return 0;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number from 1 to 999999999, or none.');
}

async function quota(
  settings: Settings,
  kind: KnownSubject['kind'],
  name: string,
  { issuer, json, ...wanted }: QuotaOptions,
): Promise<Text> {
  const of = issuer === undefined ? await ofName(settings, kind, name) : { issuer, subject: name };
  const result = await withUsage(settings, async store => {
    const before = (await store.quotas()).find(
      one => one.issuer === of.issuer && one.subject === of.subject,
    );
    const { minute = before?.minute, day = before?.day } = wanted;
    const quota = { minute: minute || null, day: day || null };
    if ('minute' in wanted || 'day' in wanted) await store.setQuota(of, quota);
    return quota;
  });
  return json ? jsonText({ ...of, ...result }) : `${kind} ${name}: ${inWords(result)}`;
}

async function ofName(
  settings: Settings,
  kind: KnownSubject['kind'],
  name: string,
): Promise<UsageSubject> {
  const known = await knownSubjects(settings);
  const found = named(known, name).find(one => one.kind === kind);
  if (found) return { issuer: settings.accountIssuer, subject: found.id };
  throw new KtimaError('NOT_FOUND', `no ${kind} ${name}; 'ktima ${kind} list' shows all`);
}

function inWords({ minute, day }: Quota): string {
  const limits = [
    ...(minute === null ? [] : [`${minute} requests a minute`]),
    ...(day === null ? [] : [`${day} requests a day`]),
  ];
  return limits.length > 0 ? limits.join(', ') : 'no quota';
}
