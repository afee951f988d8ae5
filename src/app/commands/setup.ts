import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { propertyTypes } from '#domain/property/cost/building.ts';
import { noRates, wholeCountry } from '#domain/property/cost/cost-table.ts';
import { readTable } from '#importing/shipped/shipped-table.ts';
import { usageError } from '#tools/errors.ts';
import { megabytes, replaceFile } from '#tools/files/write-file.ts';
import { type Line, print, styled, type Text, utcMinute } from '#tools/terminal/print.ts';
import { duration } from '#tools/terminal/progress.ts';
import { ask, type Terminal } from '#tools/terminal/terminal.ts';
import { withAuthStore, withServedStore } from '../services/databases.ts';
import type { Settings } from '../settings/config.ts';
import { check, findingsAsText, type ServiceFinding } from './check.ts';
import { type CommandContext, examples } from './command-line.ts';
import { loadedTable } from './loaded-table.ts';
import { addKeySecret, readSettings, settingsFiles } from './settings-file.ts';

/** The usual file of rates. */
const usualRates = 'rates.csv';
/** The usual extract of the country. */
const greece = 'https://download.geofabrik.de/europe/greece-latest.osm.pbf';

interface SetupOptions {
  readonly settings: string;
  readonly user?: string;
  /** False with --no-osm. */
  readonly osm?: string | false;
  readonly rates?: string;
  readonly yes: boolean;
}

/** `ktima setup` */
export function addCommand(program: Command, context: CommandContext): void {
  program
    .command('setup')
    .description(
      'set up an installation with real data: shows its plan, asks, and goes on where it was interrupted',
    )
    .option(
      '--settings <path>',
      'file of settings, which gets the secrets; or a folder with common.env, api.env and auth.env',
      'ktima.env',
    )
    .option(
      '--user <name>',
      'the first user; asks for the password, or reads it from standard input',
    )
    .option('--osm <file>', `extract of OpenStreetMap, a file or an address (default: ${greece})`)
    .option('--no-osm', 'import no OpenStreetMap')
    .option(
      '--rates <file>',
      'your rates, which are imported; a template is written if there is no such file (default: rates.csv)',
    )
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
  /** The file that a person fills in before it can be imported. */
  readonly template?: string;
}

async function setup(context: CommandContext, options: SetupOptions): Promise<void> {
  const { run, fail } = context;
  const show = (lines: Text) => print(context.terminal.stdout, lines);
  const given = () => readSettings(options.settings);
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
  show(['', ...(await withServedStore(now, loadedTable)), '']);
  if ((await run(['check'], given())) !== 0) fail();
  show(nextSteps(context.terminal, now, options, steps.at(-1)?.template));
}

function asLine({ name, done, args, note }: Step): Line {
  if (done !== undefined) return [styled('green', 'done   '), `${name}: ${done}`];
  const command = args && `ktima ${args.map(quoted).join(' ')}`;
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
  const server = findings.find(one => one.check === 'connection')?.message;
  return [
    secret(settings, options),
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
    ...(await openStreetMap(context, sources, options)),
    await rates(context, sources, options),
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

/** The secret that seals keys and second factors. */
function secret({ keySecret }: Settings, { settings: file }: SetupOptions): Step {
  const work = () => addKeySecret(file, randomBytes(32).toString('base64'));
  const note = `KTIMA_KEY_SECRET into ${file}; keep a copy with your passwords`;
  return { name: 'secret', done: keySecret ? 'is set' : undefined, work, note };
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

/** Size and date of a file, where the host sends them. */
async function remoteFacts(address: string) {
  const init = { method: 'HEAD', signal: AbortSignal.timeout(30_000) };
  const response = await fetch(address, init).catch(() => undefined);
  if (!response?.ok) throw usageError(`${address}: the host does not answer with this file`);
  const bytes = Number(response.headers.get('content-length')) || undefined;
  return { bytes, modifiedMs: Date.parse(response.headers.get('last-modified') ?? '') };
}

function localFacts(file: string) {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts) return { bytes: facts.size, modifiedMs: facts.mtimeMs };
  throw usageError(`${file}: there is no such file`);
}

/** The rates of a file. The last step: figures that are refused must not stop what is before. */
async function rates(
  context: CommandContext,
  sources: Awaited<ReturnType<typeof loadedSources>>,
  options: SetupOptions,
): Promise<Step> {
  const loaded = sources.find(({ layer }) => layer === 'costs');
  if (loaded) return { name: 'rates', done: loaded.source };
  const question = 'File of your rates (CSV or XLSX); without one, a template is written there';
  const file = await choose(context, options, options.rates, question, usualRates);
  if (!/\.csv$/i.test(file)) localFacts(file);
  const template = await ratesTemplate();
  const facts = statSync(file, { throwIfNoEntry: false });
  const isTemplate = facts?.isFile() && readFileSync(file, 'utf8') === template;
  if (facts && !isTemplate) return { name: 'rates', args: importRates(file) };
  return {
    name: 'template of rates',
    template: file,
    done: isTemplate ? file : undefined,
    work: () => replaceFile(file, template),
    note: `${file}, without figures: twelve lines for the whole country, then all prefixes; ${noRates.message}`,
  };
}

const importRates = (file: string) => ['import', 'costs', file, '--source', 'actuaries'];

/** A line for the whole country and each type, then one for each prefix and type, all without figures. */
async function ratesTemplate(): Promise<string> {
  const prefixes = await readTable('costs.csv', cells => cells.text('postal_prefix'));
  const rows = [wholeCountry, ...new Set(prefixes)].flatMap(prefix =>
    propertyTypes.map(type => `${prefix},${type},,`),
  );
  const header = 'postal_prefix,property_type,rate_eur_m2,valid_from';
  return `${[header, ...rows].join('\n')}\n`;
}

/** The sources with rows, without the sample. */
async function loadedSources(settings: Settings) {
  const sources = await withServedStore(settings, store => store.loadedSources());
  return sources.filter(({ rows }) => rows > 0);
}

/** Where the services will be, and lines that can be pasted into any shell. */
function nextSteps(
  { env }: Terminal,
  settings: Settings,
  options: SetupOptions,
  template: string | undefined,
): Line[] {
  const { host, apiPort, authPort, publicUrl, publicAuthUrl } = settings;
  const folder = quoted(process.cwd());
  const files = settingsFiles(options.settings).filter(path => existsSync(path));
  const read = files.map(path => `. ${quoted(resolve(path))} && `).join('');
  const load = read === '' ? '' : `set -a && ${read}set +a && `;
  const line = (...args: string[]) =>
    `cd ${folder} && ${load}${programIn(env.PATH)} ${args.map(quoted).join(' ')}`;
  return [
    '',
    `console and API  ${publicUrl?.href ?? `http://${host}:${apiPort}/`}`,
    `authentication   ${publicAuthUrl?.href ?? `http://${host}:${authPort}/`}`,
    ...(template ? [`rates, filled in ${line(...importRates(template))}`] : []),
    `start            ${line('serve')}`,
    `second factor    ${line('user', 'otp', options.user ?? 'NAME')}`,
    `a report         ${line('report', 'STREET NUMBER, TOWN', '-o', 'report.html')}`,
    `your portfolio   ${line('enrich', 'book.csv', '-o', 'result.csv', '--summary', 'summary.html')}`,
  ];
}

/** How a shell calls this program: by its name if that is found, else by its path. */
function programIn(path = ''): string {
  const isFound = path.split(':').some(folder => folder && existsSync(join(folder, 'ktima')));
  return isFound ? 'ktima' : quoted(fileURLToPath(new URL('../../../bin/ktima', import.meta.url)));
}

/** A word for a shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
