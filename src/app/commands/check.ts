import type { Command } from 'commander';
import { hasRates, noRates } from '#domain/property/cost/cost-table.ts';
import { openSeal } from '#features/auth/protection/seal.ts';
import { areKeysSealed } from '#features/auth/tokens/signing-keys.ts';
import { isLoopback } from '#http/server/request-head.ts';
import { withGazetteer } from '#importing/shipped/gazetteer/source.ts';
import { sqlitePath } from '#storage/db/upkeep.ts';
import { buildCommand } from '#storage/store/artefacts/format.ts';
import { nothingImported } from '#storage/store/store.ts';
import { KtimaError } from '#tools/errors.ts';
import { megabytes } from '#tools/files/write-file.ts';
import { jsonText, type Line, styled, type Text } from '#tools/terminal/print.ts';
import { inspectEdition } from '../services/artefacts/edition.ts';
import { readBackupRecord } from '../services/backup-records.ts';
import { withAuthStore, withServedStore } from '../services/databases.ts';
import { checkRemoteTokens, isOurIssuer } from '../services/remote-tokens.ts';
import type { Settings } from '../settings/config.ts';
import { type CommandContext, examples } from './command-line.ts';
import { type Service, serviceArgument, upkeepFor } from './upkeep-commands.ts';

/** A finding of one service. */
export interface ServiceFinding {
  readonly service: Service;
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly message: string;
  readonly mending?: string;
}

/** `ktima check` */
export function addCommand(program: Command, { settings, print, fail }: CommandContext): void {
  program
    .command('check')
    .description(
      'check the databases, their rights, disks and clocks, and the keys; changes nothing',
    )
    .addArgument(serviceArgument('[service]'))
    .option('--json', 'as JSON, for a program', false)
    .addHelpText(
      'after',
      `${examples('ktima check', 'ktima check api --json')}

The exit code is 1 if a check failed. Run it with the settings and as the user of the service.`,
    )
    .action(async (only: Service | undefined, { json }: { json: boolean }) => {
      const findings = await check(settings(), only);
      const isOk = findings.every(({ state }) => state !== 'failed');
      if (!isOk) fail();
      await print(
        Promise.resolve(json ? jsonText({ ok: isOk, findings }) : findingsAsText(findings)),
      );
    });
}

/** Checks the databases of one service or all, and what surrounds them; changes nothing. */
export async function check(settings: Settings, only?: Service): Promise<ServiceFinding[]> {
  const findings: ServiceFinding[] = [];
  for (const service of only ? [only] : (['api', 'auth', 'usage'] as const)) {
    const { upkeep, address } = upkeepFor(settings, service);
    const found = await upkeep.inspect(address);
    findings.push(...found.map(finding => ({ service, ...finding })));
    if (settings.backupRecords) findings.push(await checkBackup(settings, service));
    if (service !== 'usage') findings.push(...checkPublicUrl(settings, service));
    if (service === 'api') findings.push(...(await checkIssuer(settings)));
    // Opening the database would create or migrate its tables.
    if (!found.some(({ check, state }) => check === 'tables' && state === 'ok')) continue;
    if (service === 'api') {
      findings.push(...(await checkData(settings)), await checkEdition(settings));
    }
    if (service === 'auth') findings.push(await checkKeys(settings));
  }
  return findings;
}

/** Whether links are those that clients can follow, where they may come from other machines. */
function checkPublicUrl(settings: Settings, service: 'api' | 'auth'): ServiceFinding[] {
  const { host, trustedProxies, publicUrl, publicAuthUrl } = settings;
  const isPublic = !isLoopback(host) || trustedProxies.length > 0;
  if (!isPublic || (service === 'api' ? publicUrl : publicAuthUrl)) return [];
  const name = service === 'api' ? 'KTIMA_PUBLIC_URL' : 'KTIMA_PUBLIC_AUTH_URL';
  const message =
    `${name} is not set: links lead to the address that a connection came in on, which ` +
    'clients of a proxy cannot reach, and documents have none';
  const mending = 'set it to the address that clients use, like https://ktima.example';
  return [{ service, check: 'public address', state: 'warning', message, mending }];
}

/** Whether anything is imported, as `/readyz` says it, and rates. */
async function checkData(settings: Settings): Promise<ServiceFinding[]> {
  const [sources, costs] = await withServedStore(settings, async store => [
    await withGazetteer(store).loadedSources(),
    await store.readCosts(),
  ]);
  const nothing = nothingImported(sources);
  const warning = { service: 'api', state: 'warning' } as const;
  const mending = 'ktima import osm FILE, or ktima setup; until then /readyz is 503';
  return [
    ...(nothing ? [{ ...warning, check: 'data', message: nothing, mending }] : []),
    ...(hasRates(costs) ? [] : [{ ...warning, check: 'rates', ...noRates }]),
  ];
}

/** Whether the indexes were built from the rows, and can be read. */
async function checkEdition(settings: Settings): Promise<ServiceFinding> {
  const { name, builtAt, problem } = await withServedStore(settings, store =>
    inspectEdition(store, true),
  );
  const finding = { service: 'api', check: 'indexes' } as const;
  return problem === undefined
    ? { ...finding, state: 'ok', message: `edition ${name}, built ${builtAt} from the loaded rows` }
    : { ...finding, state: 'warning', message: problem, mending: buildCommand };
}

/** When the last backup was made, and whether a later one failed. */
async function checkBackup(settings: Settings, service: Service): Promise<ServiceFinding> {
  const record = await readBackupRecord(settings.backupRecords, service);
  const { finished_at, bytes, failed_at, error } = record ?? {};
  const last = finished_at ? `the last was made ${finished_at}, ${megabytes(bytes ?? 0)}` : '';
  const finding = { service, check: 'backup' };
  if (last && !failed_at) return { ...finding, state: 'ok', message: last };
  const message = failed_at
    ? `failed ${failed_at}: ${error}${last && `; ${last}`}`
    : 'none is recorded';
  const isSqlite = sqlitePath(upkeepFor(settings, service).address) !== undefined;
  const mending = isSqlite ? `ktima backup ${service} FILE` : 'deploy/backup-postgres.sh FOLDER';
  return { ...finding, state: 'warning', message, mending };
}

const service = 'auth';

async function checkKeys(settings: Settings): Promise<ServiceFinding> {
  const check = 'keys';
  const { keySecret, oldKeySecret } = settings;
  try {
    const seal = openSeal(keySecret, oldKeySecret);
    const areSealed = await withAuthStore(settings, store => areKeysSealed(store, seal));
    if (keySecret && areSealed) {
      return { service, check, state: 'ok', message: 'KTIMA_KEY_SECRET opens the signing keys' };
    }
    const message = keySecret
      ? 'some signing keys are not sealed with KTIMA_KEY_SECRET'
      : 'KTIMA_KEY_SECRET is not set: signing keys and second factors are stored unencrypted';
    const mending = keySecret
      ? 'ktima keys seal'
      : 'set it, for example from openssl rand -base64 32, and run ktima keys seal';
    return { service, check, state: 'warning', message, mending };
  } catch (error) {
    if (!(error instanceof KtimaError)) throw error;
    const mending = 'set KTIMA_KEY_SECRET to the secret that was in use, as in docs/operations.md';
    return { service, check, state: 'failed', message: error.message, mending };
  }
}

/** The issuer of tokens, if `serve api` is set to ask one elsewhere. */
async function checkIssuer(settings: Settings): Promise<ServiceFinding[]> {
  const finding = { service: 'api', check: 'issuer' } as const;
  if (isOurIssuer(settings) && !settings.endedSessionsUrl) return [];
  try {
    await checkRemoteTokens(settings);
    return [{ ...finding, state: 'ok', message: 'keys and ended sessions can be read' }];
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `${message} (${cause.message})` : message;
    const mending =
      'correct KTIMA_JWKS_URL, KTIMA_OIDC_DISCOVERY_URL or KTIMA_ENDED_SESSIONS_URL, or start the ' +
      'authentication service';
    return [{ ...finding, state: 'failed', message: reason, mending }];
  }
}

const styles = { ok: 'green', warning: 'yellow', failed: 'red' } as const;

/** The findings for a terminal. */
export function findingsAsText(findings: readonly ServiceFinding[]): Text {
  return findings.flatMap(({ service, check, state, message, mending }): Line[] => [
    [styled(styles[state], state.padEnd(7)), `  ${service.padEnd(4)}  ${check}: ${message}`],
    ...(mending === undefined ? [] : [`${' '.repeat(15)}to do: ${mending}`]),
  ]);
}
