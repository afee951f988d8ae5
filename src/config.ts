import { readFileSync } from 'node:fs';
import { KtimaError } from './errors.ts';
import {
  choice,
  cores,
  databaseUrl,
  list,
  networks,
  origins,
  port,
  type Setting,
  secret,
  text,
  tiles,
  url,
  whole,
} from './setting-kinds.ts';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Every setting there is, with its default and meaning; `.env.example` shows the same list. */
export const settingList = {
  host: text('KTIMA_HOST', '127.0.0.1', 'Address both services listen on.'),
  apiPort: whole('KTIMA_API_PORT', 8000, 0, 65_535, 'Port of the main API.'),
  authPort: whole('KTIMA_AUTH_PORT', 8001, 0, 65_535, 'Port of the authentication service.'),
  databaseUrl: databaseUrl('KTIMA_DATABASE_URL', 'sqlite:var/ktima.db', 'The property data.'),
  authDatabaseUrl: databaseUrl(
    'KTIMA_AUTH_DATABASE_URL',
    'sqlite:var/auth.db',
    'Users, sessions and signing keys.',
  ),
  postgresPool: whole(
    'KTIMA_POSTGRES_POOL',
    10,
    1,
    1_000,
    'How many connections to each PostgreSQL database a service holds at most; one more listens ' +
      'for news, and one more reads them.',
  ),
  postgresTimeoutMs: whole(
    'KTIMA_POSTGRES_TIMEOUT_MS',
    5_000,
    100,
    600_000,
    'How long a statement may take in PostgreSQL, in milliseconds; then the answer is 503. ' +
      'Getting a connection may take two fifths of it.',
  ),
  postgresPooler: choice(
    'KTIMA_POSTGRES_POOLER',
    'auto',
    ['auto', 'transaction', 'session'],
    'Whether a connection pooler such as PgBouncer stands in front of PostgreSQL. `auto` finds out ' +
      'and then uses only what works in transaction mode; `transaction` is for one that hides; ' +
      '`session` also uses prepared statements and LISTEN, which needs session mode.',
  ),
  sampleData: choice(
    'KTIMA_SAMPLE_DATA',
    'off',
    ['on', 'off'],
    'Whether `serve` without --demo serves sample data that an earlier --demo left in the ' +
      'database. Off: they are treated as absent. Other commands read them.',
  ),
  issuer: text('KTIMA_ISSUER', 'urn:ktima:auth', 'Who issues tokens: their `iss`.'),
  audience: text('KTIMA_AUDIENCE', 'urn:ktima:api', 'Whom tokens are for: their `aud`.'),
  jwksUrl: url(
    'KTIMA_JWKS_URL',
    'Where `serve api` finds the public keys of the issuer. Empty: the authentication service ' +
      'at KTIMA_HOST and KTIMA_AUTH_PORT. Not used when both services run in one process.',
  ),
  oidcDiscoveryUrl: url(
    'KTIMA_OIDC_DISCOVERY_URL',
    'Instead of KTIMA_JWKS_URL: the OpenID discovery document of another identity provider ' +
      '(`…/.well-known/openid-configuration`). KTIMA_ISSUER must be the issuer it names. ' +
      'Not used when both services run in one process.',
  ),
  tokenAlgorithms: list(
    'KTIMA_TOKEN_ALGORITHMS',
    'ES256',
    ['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'EdDSA'],
    'Signatures that `serve api` takes from a remote issuer, with commas between.',
  ),
  tokenTypes: list(
    'KTIMA_TOKEN_TYPES',
    'at+jwt',
    ['at+jwt', 'JWT'],
    'Values of `typ` in the head of a token that `serve api` takes from a remote issuer. ' +
      'Keycloak writes JWT there.',
  ),
  endedSessionsUrl: url(
    'KTIMA_ENDED_SESSIONS_URL',
    'Where `serve api` asks which sessions were ended: `/auth/ended-sessions` of our ' +
      'authentication service. Empty: that of KTIMA_HOST and KTIMA_AUTH_PORT, or nowhere when ' +
      'the keys come from elsewhere; tokens then live to their end.',
  ),
  accessTokenSeconds: whole(
    'KTIMA_ACCESS_TOKEN_SECONDS',
    3_600,
    1,
    86_400,
    'Lifetime of an access token in seconds.',
  ),
  sessionSeconds: whole(
    'KTIMA_SESSION_SECONDS',
    2_592_000,
    60,
    31_536_000,
    'How long a login can be refreshed, in seconds; then the password is needed again.',
  ),
  keyRotateDays: whole(
    'KTIMA_KEY_ROTATE_DAYS',
    90,
    0,
    3_650,
    'After how many days a new signing key takes over. 0: only by `ktima keys rotate`.',
  ),
  keyLeadSeconds: whole(
    'KTIMA_KEY_LEAD_SECONDS',
    600,
    0,
    86_400,
    'How long a new signing key is published before it signs, in seconds. Others keep the ' +
      'published keys for a while (`serve api` for up to 60 seconds): make it longer than that.',
  ),
  keySecret: secret(
    'KTIMA_KEY_SECRET',
    'Seals private signing keys and the secrets of second factors in the database (AES-256-GCM). ' +
      'At least 32 characters, as from `openssl rand -base64 32`; lost, they are lost. ' +
      'Empty: they are stored as they are. Or in a file that KTIMA_KEY_SECRET_FILE names.',
  ),
  oldKeySecret: secret(
    'KTIMA_OLD_KEY_SECRET',
    'The KTIMA_KEY_SECRET before, while it is being changed: what was sealed with it is opened, ' +
      'and sealed anew by `ktima keys seal`. Or in a file that KTIMA_OLD_KEY_SECRET_FILE names.',
  ),
  hashSlots: whole('KTIMA_HASH_SLOTS', 1, 1, 64, 'How many passwords are hashed at once.'),
  hashQueue: whole('KTIMA_HASH_QUEUE', 20, 0, 10_000, 'How many logins may wait for that.'),
  addressFailures: whole(
    'KTIMA_ADDRESS_FAILURES',
    100,
    10,
    1_000_000,
    'How many failed logins from one address are borne before it is told to wait (429).',
  ),
  publicAuthUrl: url(
    'KTIMA_PUBLIC_AUTH_URL',
    'Where browsers find the authentication service, for the console. Empty: KTIMA_AUTH_PORT of ' +
      'the host name by which the console was opened, if that is a loopback name or configured ' +
      '(KTIMA_CONSOLE_ORIGINS, KTIMA_HOST), else of the configured one. Nowhere, and nobody can ' +
      'log in, when `serve api` takes the keys of KTIMA_JWKS_URL or KTIMA_OIDC_DISCOVERY_URL.',
  ),
  consoleOrigins: origins(
    'KTIMA_CONSOLE_ORIGINS',
    'Origins of the console, whose pages may log in (CORS): like https://ktima.example, with ' +
      'commas between. Empty: the main API on loopback at KTIMA_API_PORT.',
  ),
  mapStyleUrl: url(
    'KTIMA_MAP_STYLE_URL',
    "A MapLibre style for the console's map; all it loads must come from the same host. Empty: " +
      'the plain land and sea that comes with the console and needs no internet.',
  ),
  mapTilesUrl: tiles(
    'KTIMA_MAP_TILES_URL',
    'Instead of a style: raster tiles, like https://tiles.example/{z}/{x}/{y}.png.',
  ),
  mapAttribution: text('KTIMA_MAP_ATTRIBUTION', '', 'Whose map that is; shown on it.'),
  trustedProxies: networks(
    'KTIMA_TRUST_PROXY',
    'Proxies in front whose `X-Forwarded-For` is believed: addresses or networks, with commas ' +
      'between. Empty: none; behind a proxy all clients then seem to have its address.',
  ),
  auditDays: whole(
    'KTIMA_AUDIT_DAYS',
    365,
    1,
    36_500,
    'How many days `ktima user log` looks back; older lines are deleted.',
  ),
  workers: cores(
    'KTIMA_WORKERS',
    1,
    'How many processes `serve` runs on the same ports, each with its own memory; `auto`: one a core.',
  ),
  patienceMs: whole(
    'KTIMA_PATIENCE_MS',
    200,
    10,
    60_000,
    'How long a request may wait behind others when there is too much to do, in milliseconds; ' +
      'then it is answered 503 and told to come again.',
  ),
  metricsHost: text(
    'KTIMA_METRICS_HOST',
    '127.0.0.1',
    'Address the metrics are served on: for Prometheus, not for the public.',
  ),
  metricsPort: port(
    'KTIMA_METRICS_PORT',
    'Port of the metrics, at /metrics. Empty: nothing is counted and nothing served.',
  ),
  otlpEndpoint: url(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'Base address of an OpenTelemetry collector that takes OTLP over HTTP, like ' +
      'http://127.0.0.1:4318. Empty: no tracing. Other variables of OpenTelemetry ' +
      '(OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER and the like) then hold as well.',
  ),
  otlpTracesEndpoint: url(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'Instead of that: the whole address spans are sent to, like http://127.0.0.1:4318/v1/traces.',
  ),
  logLevel: choice('KTIMA_LOG_LEVEL', 'info', levels, 'Least severe line that is logged.'),
  accessLog: choice('KTIMA_ACCESS_LOG', 'on', ['on', 'off'], 'Whether each answer is logged.'),
  stopSeconds: whole(
    'KTIMA_STOP_SECONDS',
    10,
    1,
    600,
    'How long requests under way may take to finish when the service stops.',
  ),
};

/** Settings of earlier versions that have no effect any more, and what holds instead. */
const removedSettings: Readonly<Record<string, string>> = {
  KTIMA_PARCELS_IN_MEMORY: 'parcels are always looked up in the database',
};

/** A warning for each removed setting that an installation still has. */
export function removedSettingWarnings(
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  return Object.entries(removedSettings)
    .filter(([name]) => environment[name] !== undefined)
    .map(([name, instead]) => `${name}: no longer a setting, ${instead}; remove it`);
}

/** The settings, checked and typed. */
export type Settings = {
  readonly [Name in keyof typeof settingList]: ReturnType<(typeof settingList)[Name]['read']>;
};

/** Reads all settings; a wrong value, or a name that is none of ours, is an error in one sentence. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const known = new Set(Object.values<Setting<unknown>>(settingList).flatMap(namesOf));
  for (const name of Object.keys(removedSettings)) known.add(name);
  const stray = Object.keys(environment).find(
    name => name.startsWith('KTIMA_') && !name.startsWith('KTIMA_TEST_') && !known.has(name),
  );
  if (stray) throw new KtimaError('BAD_SETTING', `${stray}: there is no such setting`);
  const values = Object.entries(settingList).map(([name, setting]) => [
    name,
    readSetting(setting, given(setting, environment)),
  ]);
  return Object.freeze(Object.fromEntries(values)) as Settings;
}

/** A secret may also be in a file, which `…_FILE` names. */
function namesOf({ env, isSecret }: Setting<unknown>): string[] {
  return isSecret ? [env, `${env}_FILE`] : [env];
}

function given(
  setting: Setting<unknown>,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const [env, fileEnv = ''] = namesOf(setting);
  const file = environment[fileEnv];
  if (!file) return environment[env!];
  if (environment[env!]) {
    throw new KtimaError('BAD_SETTING', `${fileEnv}: expected without ${env}, got both`);
  }
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new KtimaError('BAD_SETTING', `${fileEnv}: cannot read ${file}`, { cause });
  }
}

function readSetting(setting: Setting<unknown>, given: string | undefined): unknown {
  // Empty is as good as unset: that is how shells and compose files say "default".
  const value = given === undefined || given === '' ? setting.fallback : given;
  try {
    return setting.read(value);
  } catch (expected) {
    const got = setting.isSecret ? '' : `, got ${JSON.stringify(value)}`;
    throw new KtimaError('BAD_SETTING', `${setting.env}: expected ${expected}${got}`);
  }
}
