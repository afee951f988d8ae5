import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { Command } from 'commander';
import { remoteFacts } from '#importing/download.ts';
import { readTable } from '#importing/shipped/shipped-table.ts';
import { KtimaError, usageError } from '#tools/errors.ts';
import { createPrivateFile, keepPrivateFile } from '#tools/files/private-file.ts';
import { megabytes, notWritten, replaceFile } from '#tools/files/write-file.ts';
import { type Line, print, styled, type Text, table, utcMinute } from '#tools/terminal/print.ts';
import { duration } from '#tools/terminal/progress.ts';
import { ask } from '#tools/terminal/terminal.ts';
import { withAuthStore, withServedStore } from '../services/databases.ts';
import type { Settings } from '../settings/config.ts';
import { check, findingsAsText, type ServiceFinding } from './check.ts';
import { type CommandContext, examples } from './command-line.ts';

/** The usual extract of the country. */
const greece = 'https://download.geofabrik.de/europe/greece-latest.osm.pbf';

interface SetupOptions {
  readonly settings: string;
  readonly user?: string;
  /** False with --no-osm. */
  readonly osm?: string | false;
  readonly rates: string;
  readonly yes: boolean;
}

/** `ktima setup` */
export function addCommand(program: Command, context: CommandContext): void {
  program
    .command('setup')
    .description(
      'set up an installation with real data: shows its plan, asks, and goes on where it was interrupted',
    )
    .option('--settings <file>', 'file of settings, which gets the secrets', 'ktima.env')
    .option(
      '--user <name>',
      'the first user; asks for the password, or reads it from standard input',
    )
    .option('--osm <file>', `extract of OpenStreetMap, a file or an address (default: ${greece})`)
    .option('--no-osm', 'import no OpenStreetMap')
    .option('--rates <file>', 'where the template of rates is written', 'rates.csv')
    .option('--yes', 'take what is not given as it is by default, and begin', false)
    .addHelpText(
      'after',
      examples(
        'ktima setup',
        'pass ktima/maria | ktima setup --yes --user maria --osm thessaly.osm.pbf',
      ),
    )
    .action((options: SetupOptions) => setup(context, options));
}

/** A step: what is there already, or the command that does it, or work of its own. */
interface Step {
  readonly name: string;
  readonly done?: string | undefined;
  readonly args?: readonly string[];
  readonly work?: () => Promise<void> | void;
  readonly note?: string | undefined;
}

async function setup(context: CommandContext, options: SetupOptions): Promise<void> {
  const { run, fail } = context;
  const show = (lines: Text) => print(context.terminal.stdout, lines);
  const given = () => readSettingsFile(options.settings);
  const settings = context.settings(given());
  const findings = await check(settings);
  const wrong = findings.filter(one => one.state === 'failed' && one.check !== 'tables');
  if (wrong.length > 0) {
    show(findingsAsText(wrong));
    return fail();
  }
  const steps = await planSteps(context, settings, findings, options);
  show(steps.map(asLine));
  const due = steps.filter(({ done }) => done === undefined);
  if (due.length > 0 && !(await mayBegin(context, options))) return fail();
  for (const { name, args, work, note } of due) {
    show(['', [styled('bold', name)]]);
    if (args && (await run(args, given())) !== 0) return fail();
    if (work) {
      await work();
      show([note!]);
    }
  }
  const now = context.settings(given());
  show(['', ...(await whatIsMissing(now, options)), '']);
  if ((await run(['check'], given())) !== 0) fail();
  show(nextSteps(now, options));
}

function asLine({ name, done, args, note }: Step): Line {
  if (done !== undefined) return [styled('green', 'done   '), `${name}: ${done}`];
  const command = args && `ktima ${args.join(' ')}`;
  const how = [command, note].filter(Boolean).join('; ');
  return [styled('yellow', 'to do  '), `${name}: ${how}`];
}

async function planSteps(
  context: CommandContext,
  settings: Settings,
  findings: readonly ServiceFinding[],
  options: SetupOptions,
): Promise<Step[]> {
  const isOk = (service: string) =>
    findings.some(one => one.service === service && one.check === 'tables' && one.state === 'ok');
  const users = isOk('auth') ? await withAuthStore(settings, store => store.listUsers()) : [];
  const user = users.find(({ isDemo }) => !isDemo)?.name;
  const sources = isOk('api') ? await loadedSources(settings) : [];
  const rates = sources.find(({ layer }) => layer === 'costs')?.source;
  const server = findings.find(one => one.check === 'connection')?.message;
  const { reportKeys } = settings;
  return [
    secrets(settings, options),
    {
      name: 'tables',
      done: ['api', 'auth', 'usage'].every(isOk) ? 'are there' : undefined,
      args: ['migrate'],
      note:
        server && `${server}; a role with fewer rights serves after migrate --serving-role ROLE`,
    },
    {
      name: 'first user',
      done: user,
      args: [
        ...['user', 'add'],
        user ?? (await choose(context, options, options.user, 'Name of the first user', 'admin')),
      ],
    },
    {
      name: 'key of reports',
      done: existsSync(reportKeys) ? reportKeys : undefined,
      args: ['report-keys', 'add'],
    },
    {
      name: 'template of rates',
      done: rates ?? (existsSync(options.rates) ? options.rates : undefined),
      work: () => writeRates(options.rates),
      note: `${options.rates}, with all prefixes and no figures`,
    },
    ...(await openStreetMap(context, sources, options)),
  ];
}

/** The value of an option, or what is answered on a terminal, or the usual one. */
async function choose(
  { terminal }: CommandContext,
  { yes }: SetupOptions,
  given: string | undefined,
  question: string,
  usual: string,
): Promise<string> {
  if (given !== undefined || yes || !terminal.stdin.isTTY) return given ?? usual;
  return (await ask(terminal, `${question} [${usual}]: `)) || usual;
}

async function mayBegin({ terminal }: CommandContext, { yes }: SetupOptions): Promise<boolean> {
  if (yes) return true;
  if (terminal.stdin.isTTY) return /^(y|yes|)$/i.test(await ask(terminal, 'Begin? [Y/n]: '));
  throw usageError('expected --yes where there is no terminal; nothing was changed');
}

/** The secrets that are not set. Keys of reports that exist may have another one. */
function secrets(
  { keySecret, reportKeys, reportKeySecret }: Settings,
  { settings: file }: SetupOptions,
): Step {
  const missing = [
    ...(keySecret ? [] : ['KTIMA_KEY_SECRET']),
    ...(reportKeySecret || existsSync(reportKeys) ? [] : ['KTIMA_REPORT_KEY_SECRET']),
  ];
  const work = () => {
    const lines = missing.map(name => `${name}=${randomBytes(32).toString('base64')}\n`);
    try {
      createPrivateFile(file);
      keepPrivateFile(file);
      appendFileSync(file, lines.join(''));
    } catch (cause) {
      throw cause instanceof KtimaError ? cause : notWritten(file, cause);
    }
  };
  const note = `${missing.join(' and ')} into ${file}; keep a copy with your passwords`;
  return { name: 'secrets', done: missing.length > 0 ? undefined : 'are set', work, note };
}

/** Seconds for a megabyte of an extract (bench/results.md); a busy machine needs twice as long. */
const importSecondsPerMB = 3.5;
/** A line of 16 Mbit/s. */
const downloadMBPerSecond = 2;

async function openStreetMap(
  context: CommandContext,
  sources: Awaited<ReturnType<typeof loadedSources>>,
  options: SetupOptions,
): Promise<Step[]> {
  const name = 'OpenStreetMap';
  const loaded = sources.find(({ source }) => source === 'osm');
  if (loaded) return [{ name, done: `${loaded.origin}, loaded ${utcMinute(loaded.loadedAt)}` }];
  if (options.osm === false) return [];
  const question = 'OpenStreetMap of Greece or of a region, file or address';
  const file = await choose(context, options, options.osm, question, greece);
  return [{ name, args: ['import', 'osm', file], note: await sizeAndTime(file) }];
}

async function sizeAndTime(file: string): Promise<string> {
  const isRemote = /^https?:/i.test(file);
  const { bytes, modifiedMs } = isRemote ? await remoteFacts(file) : localFacts(file);
  if (bytes === undefined) return 'the host does not send its size';
  const day = modifiedMs ? ` of ${utcMinute(modifiedMs).slice(0, 10)}` : '';
  const download = `, download ${duration(bytes / 1e6 / downloadMBPerSecond)} at ${downloadMBPerSecond} MB/s`;
  const seconds = (bytes / 1e6) * importSecondsPerMB + 5;
  const time = `import ${duration(seconds)} to ${duration(2 * seconds)}`;
  return `${megabytes(bytes)}${day}${isRemote ? download : ''}, ${time}`;
}

function localFacts(file: string) {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts) return { bytes: facts.size, modifiedMs: facts.mtimeMs };
  throw usageError(`${file}: there is no such file`);
}

/** Each prefix and property type once, with the columns that `import costs` needs. */
async function writeRates(path: string): Promise<void> {
  const rows = await readTable(
    'costs.csv',
    cells => `${cells.text('postal_prefix')},${cells.text('property_type')},,`,
  );
  const header = 'postal_prefix,property_type,rate_eur_m2,valid_from';
  await replaceFile(path, `${[header, ...rows].join('\n')}\n`);
}

/** The sources with rows, without the sample. */
async function loadedSources(settings: Settings) {
  const sources = await withServedStore(settings, store => store.loadedSources());
  return sources.filter(({ rows }) => rows > 0);
}

/** What no extract brings: layer, publisher, and the rest of the command that imports it. */
const ownLayers = ({ rates }: SetupOptions) => [
  ['costs', 'your actuaries', `costs ${rates} --source actuaries`],
  ['parcels', 'the Cadastre (ktimatologio.gr), municipalities, surveyors', 'parcels FILE'],
  ['zones', 'flood areas: floods.ypeka.gr, and others', 'zones FILE --kind flood'],
  ['grids', 'heights: Copernicus DEM GLO-30', 'grid FILE --kind elevation --unit m'],
  ['comparables', 'prices that your office collects', 'comparables FILE'],
];

async function whatIsMissing(settings: Settings, options: SetupOptions): Promise<Line[]> {
  const sources = await loadedSources(settings);
  const missing = ownLayers(options).filter(([layer]) => !sources.some(one => one.layer === layer));
  if (missing.length === 0) return [];
  const rows = missing.map(([layer, from, args]) => [layer!, from!, `ktima import ${args}`]);
  return [
    'What you bring yourself; docs/data.md, "Where data are published", has more:',
    ...table(['layer', 'from', 'command'], rows),
  ];
}

function nextSteps(settings: Settings, options: SetupOptions): Line[] {
  const { host, apiPort, authPort, publicUrl, publicAuthUrl } = settings;
  return [
    '',
    `console and API  ${publicUrl?.href ?? `http://${host}:${apiPort}/`}`,
    `authentication   ${publicAuthUrl?.href ?? `http://${host}:${authPort}/`}`,
    `start            set -a; . ${resolve(options.settings)}; set +a; ktima serve`,
    'second factor    ktima user otp NAME',
  ];
}

/** The settings of a file, which a service gets from its unit or its shell. */
function readSettingsFile(path: string): Record<string, string> {
  if (!existsSync(path)) return {};
  try {
    return parseEnv(readFileSync(path, 'utf8')) as Record<string, string>;
  } catch (cause) {
    throw usageError(`${path}: this user may not read it`, { cause });
  }
}
