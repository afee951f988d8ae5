import { enableCompileCache } from 'node:module';
import { Argument, Command, Option } from 'commander';
import type { EnrichOptions } from './cli/enrich.ts';
import type { GeocodeOptions } from './cli/geocode.ts';
import type { ImportOptions } from './cli/import.ts';
import type { OsmOptions } from './cli/import-osm.ts';
import {
  collect,
  examples,
  percent,
  readLimit,
  readThreads,
  share,
  whole,
} from './cli/option-readers.ts';
import { readSettings, type Settings } from './config.ts';
import { KtimaError } from './errors.ts';

// Commands are imported when they run, and compiled code is kept: `--help` should not wait for
// what only a server needs.
enableCompileCache();

interface Hints {
  readonly postalCode?: string;
  readonly city?: string;
  readonly limit: number;
}

const program = new Command('ktima')
  .description('Property data for Greece, self-hosted: rebuilding cost, what is around, parcels.')
  .version('1.0.0')
  .showHelpAfterError('(add --help for what it takes)')
  .addHelpText(
    'after',
    '\nSettings are environment variables; .env.example lists all with their defaults.',
  );

program
  .command('serve')
  .description('start the services; both in one process unless one is named')
  .addArgument(new Argument('[service]', 'one of the two').choices(['api', 'auth']))
  .option('--demo', 'fill what is empty with sample data and make the user demo', false)
  .addHelpText('after', examples('ktima serve --demo', 'KTIMA_API_PORT=9000 ktima serve api'))
  .action(async (only: 'api' | 'auth' | undefined, { demo }: { demo: boolean }) => {
    const { serve } = await import('./cli/serve.ts');
    // The demo's terminal belongs to its welcome, unless the log was asked for.
    await serve(settings(demo ? { KTIMA_LOG_LEVEL: 'warn' } : {}), { only, demo });
  });

program
  .command('status')
  .description('show what is loaded: layer, source, rows, date, licence')
  .option('--json', 'as JSON, for a program', false)
  .addHelpText('after', examples('ktima status', 'ktima status --json'))
  .action(async (options: { json: boolean }) => {
    const { status } = await import('./cli/status.ts');
    await print(status(settings(), options));
  });

program
  .command('migrate')
  .description('bring the tables of both databases up to date; serve and import do so too')
  .addArgument(new Argument('[service]', 'only the database of one').choices(['api', 'auth']))
  .addHelpText('after', examples('ktima migrate', 'ktima migrate api'))
  .action(async (only: 'api' | 'auth' | undefined) => {
    const { migrate } = await import('./cli/migrate.ts');
    await print(migrate(settings(), only));
  });

const load = program
  .command('import')
  .description('take in data; a running service uses them at once');
const imports = () => import('./cli/import.ts');

/** The options that every import has. */
function importCommand(nameAndFiles: string, description: string, licence = 'not told'): Command {
  return load
    .command(nameAndFiles)
    .description(description)
    .option(
      '--source <name>',
      "whose rows are replaced (default: the first file's name; osm for OSM)",
    )
    .option('--licence <text>', 'terms and attribution, shown by status and /readyz', licence)
    .option('--max-refused <percent>', 'refuse the import above this share of bad rows', percent, 5)
    .option('--dry-run', 'read and check everything, change nothing', false)
    .option('--report <file>', 'write the report as JSON too');
}

importCommand(
  'osm <files...>',
  'places and addresses from OpenStreetMap: PBF or XML, or the web address of one',
  '© OpenStreetMap contributors, ODbL 1.0',
)
  .option('--mapping <file>', 'which tags are which place type, instead of data/osm-places.json')
  .addHelpText(
    'after',
    examples(
      'ktima import osm greece-latest.osm.pbf',
      'ktima import osm https://example.org/greece-latest.osm.pbf',
    ),
  )
  .action(async (files: string[], options: OsmOptions) => {
    const { importOsm } = await import('./cli/import-osm.ts');
    if (!(await importOsm(settings(), files, options))) process.exitCode = 1;
  });
importCommand('places <files...>', 'points of interest: CSV or GeoJSON with the columns of the API')
  .option('--srid <epsg>', 'coordinate system of the file, whatever it says', whole)
  .addHelpText('after', examples('ktima import places schools.csv --licence "CC BY 4.0, Example"'))
  .action((files: string[], options: ImportOptions) => importLayer('places', files, options));
importCommand('parcels <files...>', 'parcels: GeoJSON, Shapefile, GeoPackage, GML, also zipped')
  .option('--srid <epsg>', 'coordinate system of the file: 2100, 3857, 4258 or 4326', whole)
  .option('--kaek <column>', 'the column with the KAEK, when its name is unusual')
  .option('--area <column>', 'the column with the area in m²; computed when there is none')
  .addHelpText(
    'after',
    examples(
      'ktima import parcels patras.shp',
      'ktima import parcels plots.geojson --srid 2100 --kaek CODE',
    ),
  )
  .action(
    (
      files: string[],
      { kaek, area, ...options }: ImportOptions & Record<'kaek' | 'area', string>,
    ) => importLayer('parcels', files, { ...options, kaekColumn: kaek, areaColumn: area }),
  );
importCommand('costs <files...>', 'cost table and depreciation: CSV')
  .addHelpText(
    'after',
    examples('ktima import costs rates-2027.csv depreciation.csv --source actuaries'),
  )
  .action((files: string[], options: ImportOptions) => importLayer('costs', files, options));

importCommand('addresses <files...>', 'houses and streets: CSV')
  .addHelpText('after', examples('ktima import addresses houses.csv --source municipality'))
  .action((files: string[], options: ImportOptions) => importLayer('addresses', files, options));

async function importLayer(
  layer: 'places' | 'parcels' | 'costs' | 'addresses',
  files: string[],
  options: ImportOptions,
): Promise<void> {
  const taken = await (await imports()).importFeatures(settings(), layer, files, options);
  if (!taken) process.exitCode = 1;
}

program
  .command('geocode <address>')
  .description('find an address and show how sure that is')
  .option('--postal-code <code>', 'hint: five digits')
  .option('--city <name>', 'hint: town or municipality')
  .option('--limit <number>', 'how many results at most', whole, 5)
  .option('--explain', 'show what each step made of it', false)
  .option('--json', 'as JSON, for a program', false)
  .addHelpText(
    'after',
    examples(
      'ktima geocode "Βασ. Σοφίας 24, Αθήνα"',
      'ktima geocode "Vas. Sofias 24, Athina" --explain',
    ),
  )
  .action(async (address: string, { explain, json, ...hints }: GeocodeOptions & Hints) => {
    const { geocodeText } = await import('./cli/geocode.ts');
    await print(geocodeText(settings(), { address, ...hints }, { explain, json }));
  });

program
  .command('enrich <input>')
  .description('answer for every row of a CSV file: position, parcel, cost, what is around')
  .requiredOption('-o, --output <file>', 'where to write; - is standard output')
  .addOption(
    new Option('--format <name>', "how (default: by the output's ending, or csv)").choices([
      'csv',
      'ndjson',
      'geojson',
    ]),
  )
  .option('--map <field=column>', 'which column holds a field; may be repeated', collect, [])
  .option('--places <types>', 'count these and tell the nearest: metro_station,hospital or all')
  .option('--min-confidence <share>', 'leave out less sure addresses, 0 to 1', share, 0)
  .option('--bom', 'CSV: begin with a byte order mark, by which Excel knows UTF-8', false)
  .option('--decimal-comma', 'CSV: write added numbers as a Greek Excel reads them', false)
  .option('--resume', 'go on where an interrupted run stopped', false)
  .addOption(
    new Option('--force', 'begin anew, and replace the output').default(false).conflicts('resume'),
  )
  .option('--threads <n>', 'how many rows are worked on at once (default: all cores)', readThreads)
  .option('--summary <file>', 'write the summary as JSON too')
  .addHelpText(
    'after',
    `${examples(
      'ktima enrich book.csv -o enriched.csv --places metro_station,hospital --bom',
      'ktima enrich book.csv -o enriched.geojson --map address=Τοποθεσία --map build_area="Τ.Μ."',
      'ktima enrich book.csv -o enriched.csv --resume',
    )}

Exit code: 0 when every row was read and written, its problems told in the column \`problem\`;
1 when the file or an option cannot be used, or the run failed; 130 when it was interrupted.
docs/portfolios.md tells more.`,
  )
  .action(async (input: string, options: EnrichOptions) => {
    const { enrich } = await import('./cli/enrich.ts');
    await enrich(settings(), input, options);
  });

const user = program.command('user').description('manage who may log in');
const users = () => import('./cli/user.ts');
user
  .command('add <name>')
  .description('add a user; the password is asked for, or read from standard input')
  .option('--email <address>', 'to log in with as well')
  .addHelpText('after', examples('ktima user add maria', 'pass ktima/maria | ktima user add maria'))
  .action(async (name: string, { email }: { email?: string }) =>
    print((await users()).addUser(settings(), name, email)),
  );
user
  .command('list')
  .description('list all users')
  .option('--json', 'as JSON, for a program', false)
  .addHelpText('after', examples('ktima user list'))
  .action(async (options: { json: boolean }) =>
    print((await users()).listUsers(settings(), options)),
  );
user
  .command('disable <name>')
  .description('refuse logins of a user')
  .addHelpText('after', examples('ktima user disable maria'))
  .action(async (name: string) => print((await users()).setDisabled(settings(), name, true)));
user
  .command('enable <name>')
  .description('allow logins of a user again')
  .addHelpText('after', examples('ktima user enable maria'))
  .action(async (name: string) => print((await users()).setDisabled(settings(), name, false)));
user
  .command('password <name>')
  .description('change a password; asked for, or read from standard input')
  .addHelpText('after', examples('ktima user password maria'))
  .action(async (name: string) => print((await users()).changePassword(settings(), name)));

user
  .command('otp <name>')
  .description('give a user a second factor: QR code and recovery codes are shown once')
  .option('--remove', 'let the user log in by password alone again', false)
  .addHelpText('after', examples('ktima user otp maria', 'ktima user otp maria --remove'))
  .action(async (name: string, { remove }: { remove: boolean }) => {
    const { enrolSecondFactor, removeSecondFactor } = await users();
    await print((remove ? removeSecondFactor : enrolSecondFactor)(settings(), name));
  });

user
  .command('unlock <name>')
  .description('let a user in again who is locked after too many failures')
  .addHelpText('after', examples('ktima user unlock maria'))
  .action(async (name: string) => print((await users()).unlockUser(settings(), name)));
user
  .command('delete <name>')
  .description('delete a user and end all sessions; the audit trail stays')
  .addHelpText('after', examples('ktima user delete maria'))
  .action(async (name: string) => print((await users()).deleteUser(settings(), name)));
user
  .command('sessions <name>')
  .description('list the sessions of a user, or end them')
  .option('--end [id]', 'end this session, or all')
  .option('--json', 'as JSON, for a program', false)
  .addHelpText('after', examples('ktima user sessions maria', 'ktima user sessions maria --end'))
  .action(async (name: string, options: { end?: string | true; json: boolean }) =>
    print((await users()).userSessions(settings(), name, options)),
  );
user
  .command('log [name]')
  .description('show the audit trail: who, when, from where, what')
  .option('--limit <n>', 'how many lines, the newest', readLimit, 100)
  .option('--json', 'as JSON, for a program', false)
  .addHelpText('after', examples('ktima user log', 'ktima user log maria --limit 20'))
  .action(async (name: string | undefined, options: { limit: number; json: boolean }) =>
    print((await users()).userLog(settings(), name, options)),
  );

const keys = program.command('keys').description('manage the keys that sign tokens');
const keyCommands = () => import('./cli/keys.ts');
keys
  .command('rotate')
  .description('publish a new key; it signs after KTIMA_KEY_LEAD_SECONDS')
  .option('--now', 'let it sign at once: after a leak, followed by `ktima keys remove`', false)
  .addHelpText('after', examples('ktima keys rotate', 'ktima keys rotate --now'))
  .action(async (options: { now: boolean }) =>
    print((await keyCommands()).rotateKeys(settings(), options)),
  );
keys
  .command('list')
  .description('list all keys and what they do')
  .option('--json', 'as JSON, for a program', false)
  .addHelpText('after', examples('ktima keys list'))
  .action(async (options: { json: boolean }) =>
    print((await keyCommands()).listKeys(settings(), options)),
  );
keys
  .command('remove <kid>')
  .description('remove a key; tokens it signed are refused')
  .addHelpText('after', examples('ktima keys remove xW3kd0…'))
  .action(async (kid: string) => print((await keyCommands()).removeKey(settings(), kid)));

program
  .command('openapi')
  .description('print the OpenAPI description of a service')
  .addArgument(new Argument('[service]', 'which one').choices(['api', 'auth']).default('api'))
  .addOption(new Option('--write', 'write both into docs/openapi/ instead').conflicts('check'))
  .option('--check', 'fail when docs/openapi/ is out of date')
  .addHelpText('after', examples('ktima openapi auth > auth.json'))
  .action(async (host: 'api' | 'auth', { write, check }: { write?: boolean; check?: boolean }) => {
    const { checkOpenApi, openApiText, writeOpenApi } = await import('./cli/openapi.ts');
    if (write) return print(writeOpenApi(settings()));
    return print(check ? checkOpenApi(settings()) : openApiText(settings(), host));
  });

function settings(defaults: Record<string, string> = {}): Settings {
  return readSettings({ ...defaults, ...process.env });
}

async function print(text: Promise<string>): Promise<void> {
  process.stdout.write(`${(await text).trimEnd()}\n`);
}

/** Why a database is out of reach is for whoever sits at the terminal; clients are not told. */
function sentence({ message, retryAfterSeconds, cause }: KtimaError): string {
  return retryAfterSeconds && cause instanceof Error ? `${message} (${cause.message})` : message;
}

try {
  await program.parseAsync();
} catch (error) {
  // A sentence for what we foresaw; a stack only for what we did not.
  console.error(error instanceof KtimaError ? `ktima: ${sentence(error)}` : error);
  process.exitCode = 1;
}
