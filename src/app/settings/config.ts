import {
  choice,
  cores,
  databaseUrl,
  givenSecret,
  imagery,
  issuers,
  list,
  networks,
  origins,
  scopeList,
  secret,
  text,
  tiles,
  tokenAlgorithms,
  tokenTypes,
  url,
  whole,
  wholeIfSet,
} from './setting-kinds.ts';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** All settings with default and meaning. `.env.example` has the same list. */
export const settingList = {
  host: text('KTIMA_HOST', '127.0.0.1', 'IP address or host name that both services listen on.'),
  apiPort: whole('KTIMA_API_PORT', 8000, 0, 65_535, 'Port of the main API.'),
  authPort: whole('KTIMA_AUTH_PORT', 8001, 0, 65_535, 'Port of the authentication service.'),
  databaseUrl: databaseUrl(
    'KTIMA_DATABASE_URL',
    'sqlite:var/ktima.db',
    'Database of the property data.',
  ),
  authDatabaseUrl: databaseUrl(
    'KTIMA_AUTH_DATABASE_URL',
    'sqlite:var/auth.db',
    'Database of users, sessions and signing keys.',
  ),
  postgresPool: whole(
    'KTIMA_POSTGRES_POOL',
    10,
    1,
    1_000,
    'Maximum number of connections from one service to each PostgreSQL database. The API opens ' +
      'three extra connections: one to read new data, two for usage and quotas.',
  ),
  postgresTimeoutMs: whole(
    'KTIMA_POSTGRES_TIMEOUT_MS',
    5_000,
    100,
    600_000,
    'Time limit of a PostgreSQL statement in milliseconds; then the response is 503. Two fifths ' +
      'of it are the limit for getting a connection.',
  ),
  postgresPooler: choice(
    'KTIMA_POSTGRES_POOLER',
    'auto',
    ['auto', 'transaction', 'session'],
    'Whether a connection pooler such as PgBouncer is in front of PostgreSQL. `auto` detects ' +
      'one and then uses only features of transaction mode; `transaction` is for a pooler that ' +
      'cannot be detected; `session` also uses prepared statements, which need session mode.',
  ),
  sampleData: choice(
    'KTIMA_SAMPLE_DATA',
    'off',
    ['on', 'off'],
    'Whether `serve` without --demo serves sample data that an earlier --demo left in the ' +
      'database. Off: they are treated as absent. Other commands read them.',
  ),
  issuer: text(
    'KTIMA_ISSUER',
    '',
    'Issuer of tokens: their `iss`, and the issuer in the metadata for OAuth 2.0 libraries. Empty: ' +
      'KTIMA_PUBLIC_AUTH_URL, else http:// with KTIMA_HOST and KTIMA_AUTH_PORT.',
  ),
  audience: text('KTIMA_AUDIENCE', 'urn:ktima:api', 'Audience of tokens: their `aud`.'),
  jwksUrl: url(
    'KTIMA_JWKS_URL',
    'Where `serve api` fetches the public keys of the issuer. Empty: from the authentication ' +
      'service at KTIMA_HOST and KTIMA_AUTH_PORT. Not used by `serve`, which runs both services.',
  ),
  oidcDiscoveryUrl: url(
    'KTIMA_OIDC_DISCOVERY_URL',
    'Alternative to KTIMA_JWKS_URL: the OpenID discovery document of another identity provider ' +
      '(`…/.well-known/openid-configuration`). KTIMA_ISSUER must be the issuer in it. Not used ' +
      'by `serve`, which runs both services. With KTIMA_OIDC_CLIENT_ID: the provider where people ' +
      'sign in to the console, and the API accepts tokens of Ktima as without it.',
  ),
  oidcClientId: text(
    'KTIMA_OIDC_CLIENT_ID',
    '',
    'The id under which Ktima is registered at the identity provider. If it is set, the console ' +
      'offers to sign in there (single sign-on). The authentication service then needs ' +
      'KTIMA_KEY_SECRET, and KTIMA_PUBLIC_AUTH_URL unless it is used on loopback.',
  ),
  oidcClientSecret: givenSecret(
    'KTIMA_OIDC_CLIENT_SECRET',
    'The secret of that id. Empty: Ktima is registered as a public client. May also be in the ' +
      'file named by KTIMA_OIDC_CLIENT_SECRET_FILE.',
  ),
  oidcSessionSeconds: whole(
    'KTIMA_OIDC_SESSION_SECONDS',
    43_200,
    60,
    31_536_000,
    'Longest lifetime in seconds of a session that was started by single sign-on; never longer ' +
      'than KTIMA_SESSION_SECONDS. The provider does not report that a person has left.',
  ),
  tokenAlgorithms: list(
    'KTIMA_TOKEN_ALGORITHMS',
    'ES256',
    tokenAlgorithms,
    'Signature algorithms that `serve api` accepts from a remote issuer, separated by commas.',
  ),
  tokenTypes: list(
    'KTIMA_TOKEN_TYPES',
    'at+jwt',
    tokenTypes,
    'Values of `typ` in the token header that `serve api` accepts from a remote issuer. ' +
      'Keycloak writes JWT.',
  ),
  endedSessionsUrl: url(
    'KTIMA_ENDED_SESSIONS_URL',
    'Where `serve api` reads the list of ended sessions: `/auth/ended-sessions` of the ' +
      'authentication service. Empty: the service at KTIMA_HOST and KTIMA_AUTH_PORT. If the ' +
      'keys come from another provider, no list is read, and tokens are valid until they expire.',
  ),
  scopeClaim: text(
    'KTIMA_SCOPE_CLAIM',
    'scope',
    'Claim of tokens of a remote issuer, and of ID tokens of single sign-on, that has their ' +
      'scopes: its name, or a path like ' +
      'realm_access.roles. Its value is a text with spaces or a list; words that are no scope of ' +
      'Ktima are ignored. `none`: no claim is read.',
  ),
  defaultScopes: scopeList(
    'KTIMA_DEFAULT_SCOPES',
    'Scopes of tokens of a remote issuer without that claim, separated by commas. Empty: none.',
  ),
  trustedIssuers: issuers(
    'KTIMA_TRUSTED_ISSUERS',
    'Other issuers whose tokens are accepted too, also by `serve`, as a JSON list: ' +
      '[{"issuer": "https://id.example.com", "jwks_url": "https://id.example.com/keys", ' +
      '"audience": "property-data"}]. docs/authentication.md explains all fields.',
  ),
  requireToken: choice(
    'KTIMA_REQUIRE_TOKEN',
    'some',
    ['some', 'all'],
    'Which operations of the main API need a token. `some`: places and reports. `all`: cost, ' +
      'parcels, addresses, tiles and /ogc/ too, with the scope `open`.',
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
    'How long a session can be refreshed, in seconds; then the user must log in again.',
  ),
  keySecret: secret(
    'KTIMA_KEY_SECRET',
    'Encrypts private signing keys and the secrets of second factors in the database ' +
      '(AES-256-GCM). At least 32 characters, for example from `openssl rand -base64 32`. If ' +
      'you lose it, they cannot be decrypted. Empty: they are stored unencrypted. May also be ' +
      'in the file named by KTIMA_KEY_SECRET_FILE.',
  ),
  oldKeySecret: secret(
    'KTIMA_OLD_KEY_SECRET',
    'The previous KTIMA_KEY_SECRET, while it is being changed. It decrypts older entries; ' +
      '`ktima keys seal` encrypts them with the new one. May also be in the file named by ' +
      'KTIMA_OLD_KEY_SECRET_FILE.',
  ),
  reportKeys: text(
    'KTIMA_REPORT_KEYS',
    'var/report-keys.json',
    'File of the keys that sign reports, written by `ktima report-keys`. All instances of an API ' +
      'need the same file. Keep a copy: old reports are checked with it.',
  ),
  reportKeySecret: secret(
    'KTIMA_REPORT_KEY_SECRET',
    'Encrypts the private key in that file: `ktima report-keys` and the API need the same one. At ' +
      'least 32 characters. Empty: it is stored unencrypted. May also be in the file named by KTIMA_REPORT_KEY_SECRET_FILE.',
  ),
  chromium: text(
    'KTIMA_CHROMIUM',
    '',
    'Path of a Chromium or Chrome that prints reports as PDF, also a script that starts one with ' +
      'options of its own. It is started for each document, at most two at once, and may use ' +
      '1,500 MB and 30 seconds. Empty: reports are JSON and HTML only.',
  ),
  portfolioMB: whole(
    'KTIMA_PORTFOLIO_MB',
    50,
    1,
    10_000,
    'Megabytes that the file of a portfolio may have.',
  ),
  portfolioRows: whole(
    'KTIMA_PORTFOLIO_ROWS',
    200_000,
    1,
    10_000_000,
    'Rows that a portfolio may have.',
  ),
  portfolioDiskMB: whole(
    'KTIMA_PORTFOLIO_DISK_MB',
    2_000,
    1,
    10_000_000,
    'Megabytes that all portfolios and their results may have; then a new one gets 503.',
  ),
  portfolioUserMB: wholeIfSet(
    'KTIMA_PORTFOLIO_USER_MB',
    1,
    10_000_000,
    'Megabytes that the portfolios and results of one user may have, at least KTIMA_PORTFOLIO_MB; ' +
      'more get 429. Empty: half of KTIMA_PORTFOLIO_DISK_MB.',
  ),
  portfolioHours: whole(
    'KTIMA_PORTFOLIO_HOURS',
    24,
    1,
    8_760,
    'How long a result is kept, in hours.',
  ),
  portfolioRuns: whole(
    'KTIMA_PORTFOLIO_RUNS',
    2,
    1,
    64,
    'How many portfolios run at the same time, on all instances together. Each is a process.',
  ),
  portfolioMemoryMB: whole(
    'KTIMA_PORTFOLIO_MEMORY_MB',
    2_000,
    200,
    1_000_000,
    'Megabytes of memory that the process of a run may use; beyond, it is ended and the run fails.',
  ),
  portfolioUserQueue: whole(
    'KTIMA_PORTFOLIO_USER_QUEUE',
    10,
    1,
    10_000,
    'How many portfolios of one user may wait or run; more get 429.',
  ),
  portfolioQueue: whole(
    'KTIMA_PORTFOLIO_QUEUE',
    100,
    1,
    10_000,
    'How many portfolios may wait or run; more get 503.',
  ),
  publicUrl: url(
    'KTIMA_PUBLIC_URL',
    'Public URL of the main API, which links in TileJSON and OGC API Features begin with. Empty: ' +
      'the host of the request, which a client can choose; set it if a cache is in front.',
  ),
  publicAuthUrl: url(
    'KTIMA_PUBLIC_AUTH_URL',
    'Public URL of the authentication service, for the console. Empty: KTIMA_AUTH_PORT on ' +
      'the host name of the console page, if that name is loopback or configured ' +
      '(KTIMA_CONSOLE_ORIGINS, KTIMA_HOST), otherwise on the configured host. If `serve api` ' +
      'uses KTIMA_JWKS_URL or KTIMA_OIDC_DISCOVERY_URL and this is empty, the console offers no ' +
      'login. If it has a path, set it for `serve auth` too: the session cookie gets that path.',
  ),
  consoleOrigins: origins(
    'KTIMA_CONSOLE_ORIGINS',
    'Origins of the console, whose pages may log in (CORS), like https://ktima.example, ' +
      'separated by commas. Empty: the main API on loopback at KTIMA_API_PORT.',
  ),
  apiOrigins: origins(
    'KTIMA_API_ORIGINS',
    'Origins of web pages that may call the main API and read its tiles (CORS), like ' +
      'https://portal.example, separated by commas. They send a token, never a cookie. Empty: none.',
  ),
  mapStyleUrl: url(
    'KTIMA_MAP_STYLE_URL',
    'A MapLibre style for the map of the console; everything it loads must come from the same ' +
      'host. Empty: the tiles of the service itself, which need no internet.',
  ),
  mapTilesUrl: tiles(
    'KTIMA_MAP_TILES_URL',
    'Alternative to a style: raster tiles, like https://tiles.example/{z}/{x}/{y}.png.',
  ),
  mapAttribution: text('KTIMA_MAP_ATTRIBUTION', '', 'Attribution shown on the map.'),
  imageryUrl: imagery(
    'KTIMA_IMAGERY_URL',
    'Aerial images that the map of the console can show: XYZ tiles ' +
      '(https://aerial.example/{z}/{x}/{y}.jpg), WMTS in web mercator (the same, or with ' +
      '{TileMatrix}, {TileRow} and {TileCol}), or WMS with {bbox-epsg-3857}. Of a WMS with LAYERS ' +
      'and of a WMTS with LAYER and TILEMATRIXSET, the other parameters are added. The host must ' +
      'allow requests of other origins (CORS). Empty: none.',
  ),
  imageryAttribution: text(
    'KTIMA_IMAGERY_ATTRIBUTION',
    '',
    'Attribution shown on the map with the aerial images.',
  ),
  trustedProxies: networks(
    'KTIMA_TRUST_PROXY',
    'Proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host` are trusted: IP ' +
      'addresses or networks, separated by commas. Empty: none; all clients behind a proxy then ' +
      'share its IP address, and links in answers begin with http:.',
  ),
  auditDays: whole(
    'KTIMA_AUDIT_DAYS',
    365,
    1,
    36_500,
    'How many days entries of `ktima user log` are kept.',
  ),
  anonymousMinute: whole(
    'KTIMA_ANONYMOUS_MINUTE',
    0,
    0,
    1_000_000_000,
    'How many requests a minute one IP address (IPv6: one /64) may make without a token; more get ' +
      '429. 0: any number. Behind a proxy, set KTIMA_TRUST_PROXY.',
  ),
  anonymousDay: whole(
    'KTIMA_ANONYMOUS_DAY',
    0,
    0,
    1_000_000_000,
    'The same for a day. It begins at midnight in UTC.',
  ),
  lookupLog: choice(
    'KTIMA_LOOKUP_LOG',
    'off',
    ['on', 'off'],
    'Whether it is stored who asked for which property and when; `ktima lookups` prints it.',
  ),
  lookupDays: whole(
    'KTIMA_LOOKUP_DAYS',
    90,
    1,
    36_500,
    'How many days these entries are kept. Older ones are removed, also when it is off.',
  ),
  workers: cores(
    'KTIMA_WORKERS',
    1,
    'Number of processes that serve the API, each with its own memory; `auto`: one per core. ' +
      '`serve` runs one more for authentication; `serve auth` runs this number of those.',
  ),
  requestSeconds: whole(
    'KTIMA_REQUEST_SECONDS',
    10,
    1,
    600,
    'How long the service may work on one request, in seconds; then it gets 503 with Retry-After, ' +
      'and its query in PostgreSQL is cancelled.',
  ),
  metricsHost: text(
    'KTIMA_METRICS_HOST',
    '127.0.0.1',
    'IP address that the metrics listen on: for Prometheus, not for the public.',
  ),
  metricsPort: wholeIfSet(
    'KTIMA_METRICS_PORT',
    0,
    65_535,
    'Port of the metrics, at /metrics. Empty: no metrics.',
  ),
  backupRecords: text(
    'KTIMA_BACKUP_RECORDS',
    '',
    'Folder in which `ktima backup` and deploy/backup-postgres.sh record when they made the last ' +
      'backup of each service, how large it is, and why a later one failed; metrics and `ktima check` read it. Empty: no record.',
  ),
  logLevel: choice('KTIMA_LOG_LEVEL', 'info', levels, 'Lowest level that is logged.'),
  accessLog: choice('KTIMA_ACCESS_LOG', 'on', ['on', 'off'], 'Whether each response is logged.'),
  idleSeconds: whole(
    'KTIMA_IDLE_SECONDS',
    5,
    1,
    600,
    'How long a connection may be idle, in seconds. Make it longer than a proxy in front keeps its ' +
      'idle connections. A stop waits this long, and a second more, for idle clients.',
  ),
};

/** The settings, checked and typed. */
export type Settings = {
  readonly [Name in keyof typeof settingList]: ReturnType<(typeof settingList)[Name]['read']>;
} & {
  /** The files of the URLs of the databases, which may get a new password later. */
  readonly databaseUrlFile: string | undefined;
  readonly authDatabaseUrlFile: string | undefined;
  /** The issuer under which usage, quotas and portfolios are stored; it outlives a new address. */
  readonly accountIssuer: string;
  readonly portfolioUserMB: number;
};
