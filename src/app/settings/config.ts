import {
  choice,
  databaseUrl,
  givenSecret,
  imagery,
  issuers,
  list,
  networks,
  origins,
  scopeList,
  secret,
  setting,
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
  host: setting(
    'KTIMA_HOST',
    text('127.0.0.1'),
    'IP address or host name that both services listen on.',
  ),
  apiPort: setting('KTIMA_API_PORT', whole(8000, 0, 65_535), 'Port of the main API.'),
  authPort: setting(
    'KTIMA_AUTH_PORT',
    whole(8001, 0, 65_535),
    'Port of the authentication service.',
  ),
  databaseUrl: setting(
    'KTIMA_DATABASE_URL',
    databaseUrl('sqlite:var/ktima.db'),
    'Database of the property data.',
  ),
  authDatabaseUrl: setting(
    'KTIMA_AUTH_DATABASE_URL',
    databaseUrl('sqlite:var/auth.db'),
    'Database of users, sessions and signing keys.',
  ),
  postgresPool: setting(
    'KTIMA_POSTGRES_POOL',
    whole(10, 1, 1_000),
    'Maximum number of connections from one service to each PostgreSQL database. The API opens ' +
      'three extra connections: one to read new data, two for usage and quotas.',
  ),
  postgresTimeoutMs: setting(
    'KTIMA_POSTGRES_TIMEOUT_MS',
    whole(5_000, 100, 600_000),
    'Time limit of a PostgreSQL statement in milliseconds; then the response is 503. Two fifths ' +
      'of it are the limit for getting a connection.',
  ),
  postgresPooler: setting(
    'KTIMA_POSTGRES_POOLER',
    choice('auto', ['auto', 'transaction', 'session']),
    'Whether a connection pooler such as PgBouncer is in front of PostgreSQL. `auto` detects ' +
      'one and then uses only features of transaction mode; `transaction` is for a pooler that ' +
      'cannot be detected; `session` also uses prepared statements, which need session mode.',
  ),
  sampleData: setting(
    'KTIMA_SAMPLE_DATA',
    choice('off', ['on', 'off']),
    'Whether `serve` without --demo serves sample data that an earlier --demo left in the ' +
      'database. Off: they are treated as absent. Other commands read them.',
  ),
  issuer: setting(
    'KTIMA_ISSUER',
    text(),
    'Issuer of tokens: their `iss`, and the issuer in the metadata for OAuth 2.0 libraries. Empty: ' +
      'KTIMA_PUBLIC_AUTH_URL, else http:// with KTIMA_HOST and KTIMA_AUTH_PORT.',
  ),
  audience: setting('KTIMA_AUDIENCE', text('urn:ktima:api'), 'Audience of tokens: their `aud`.'),
  jwksUrl: setting(
    'KTIMA_JWKS_URL',
    url,
    'Where `serve api` fetches the public keys of the issuer. Empty: from the authentication ' +
      'service at KTIMA_HOST and KTIMA_AUTH_PORT. Not used by `serve`, which runs both services.',
  ),
  oidcDiscoveryUrl: setting(
    'KTIMA_OIDC_DISCOVERY_URL',
    url,
    'Alternative to KTIMA_JWKS_URL: the OpenID discovery document of another identity provider ' +
      '(`…/.well-known/openid-configuration`). KTIMA_ISSUER must be the issuer in it. Not used ' +
      'by `serve`, which runs both services. With KTIMA_OIDC_CLIENT_ID: the provider where people ' +
      'sign in to the console, and the API accepts tokens of Ktima as without it.',
  ),
  oidcClientId: setting(
    'KTIMA_OIDC_CLIENT_ID',
    text(),
    'The id under which Ktima is registered at the identity provider. If it is set, the console ' +
      'offers to sign in there (single sign-on). The authentication service then needs ' +
      'KTIMA_KEY_SECRET, and KTIMA_PUBLIC_AUTH_URL unless it is used on loopback.',
  ),
  oidcClientSecret: setting(
    'KTIMA_OIDC_CLIENT_SECRET',
    givenSecret,
    'The secret of that id. Empty: Ktima is registered as a public client. May also be in the ' +
      'file named by KTIMA_OIDC_CLIENT_SECRET_FILE.',
  ),
  tokenAlgorithms: setting(
    'KTIMA_TOKEN_ALGORITHMS',
    list('ES256', tokenAlgorithms),
    'Signature algorithms that `serve api` accepts from a remote issuer, separated by commas.',
  ),
  tokenTypes: setting(
    'KTIMA_TOKEN_TYPES',
    list('at+jwt', tokenTypes),
    'Values of `typ` in the token header that `serve api` accepts from a remote issuer. ' +
      'Keycloak writes JWT.',
  ),
  endedSessionsUrl: setting(
    'KTIMA_ENDED_SESSIONS_URL',
    url,
    'Where `serve api` reads the list of ended sessions: `/auth/ended-sessions` of the ' +
      'authentication service. Empty: the service at KTIMA_HOST and KTIMA_AUTH_PORT. If the ' +
      'keys come from another provider, no list is read, and tokens are valid until they expire.',
  ),
  scopeClaim: setting(
    'KTIMA_SCOPE_CLAIM',
    text('scope'),
    'Claim of tokens of a remote issuer, and of ID tokens of single sign-on, that has their ' +
      'scopes: its name, or a path like ' +
      'realm_access.roles. Its value is a text with spaces or a list; words that are no scope of ' +
      'Ktima are ignored. `none`: no claim is read.',
  ),
  defaultScopes: setting(
    'KTIMA_DEFAULT_SCOPES',
    scopeList,
    'Scopes of tokens of a remote issuer without that claim, separated by commas. Empty: none.',
  ),
  trustedIssuers: setting(
    'KTIMA_TRUSTED_ISSUERS',
    issuers,
    'Other issuers whose tokens are accepted too, also by `serve`, as a JSON list: ' +
      '[{"issuer": "https://id.example.com", "jwks_url": "https://id.example.com/keys", ' +
      '"audience": "property-data"}]. docs/authentication.md explains all fields.',
  ),
  requireToken: setting(
    'KTIMA_REQUIRE_TOKEN',
    choice('some', ['some', 'all']),
    'Which operations of the main API need a token. `some`: places and reports. `all`: cost, ' +
      'parcels, addresses, tiles and /ogc/ too, with the scope `open`.',
  ),
  accessTokenSeconds: setting(
    'KTIMA_ACCESS_TOKEN_SECONDS',
    whole(3_600, 1, 86_400),
    'Lifetime of an access token in seconds.',
  ),
  sessionSeconds: setting(
    'KTIMA_SESSION_SECONDS',
    whole(2_592_000, 60, 31_536_000),
    'How long a session can be refreshed, in seconds; then the user must log in again.',
  ),
  keySecret: setting(
    'KTIMA_KEY_SECRET',
    secret,
    'Encrypts private signing keys and the secrets of second factors in the database ' +
      '(AES-256-GCM). At least 32 characters, for example from `openssl rand -base64 32`. If ' +
      'you lose it, they cannot be decrypted. Empty: they are stored unencrypted. May also be ' +
      'in the file named by KTIMA_KEY_SECRET_FILE.',
  ),
  oldKeySecret: setting(
    'KTIMA_OLD_KEY_SECRET',
    secret,
    'The previous KTIMA_KEY_SECRET, while it is being changed. It decrypts older entries; ' +
      '`ktima keys seal` encrypts them with the new one. May also be in the file named by ' +
      'KTIMA_OLD_KEY_SECRET_FILE.',
  ),
  chromium: setting(
    'KTIMA_CHROMIUM',
    text(),
    'Path of a Chromium or Chrome that prints reports as PDF, also a script that starts one with ' +
      'options of its own. It is started for each document, at most two at once, and may use ' +
      '1,500 MB and 30 seconds. Empty: reports are JSON and HTML only.',
  ),
  portfolioMB: setting(
    'KTIMA_PORTFOLIO_MB',
    whole(50, 1, 10_000),
    'Megabytes that the file of a portfolio may have.',
  ),
  portfolioRows: setting(
    'KTIMA_PORTFOLIO_ROWS',
    whole(200_000, 1, 10_000_000),
    'Rows that a portfolio may have.',
  ),
  portfolioDiskMB: setting(
    'KTIMA_PORTFOLIO_DISK_MB',
    whole(2_000, 1, 10_000_000),
    'Megabytes that all portfolios and their results may have; then a new one gets 503.',
  ),
  portfolioHours: setting(
    'KTIMA_PORTFOLIO_HOURS',
    whole(24, 1, 8_760),
    'How long a result is kept, in hours.',
  ),
  portfolioRuns: setting(
    'KTIMA_PORTFOLIO_RUNS',
    whole(2, 1, 64),
    'How many portfolios run at the same time, on all instances together. Each is a process.',
  ),
  portfolioMemoryMB: setting(
    'KTIMA_PORTFOLIO_MEMORY_MB',
    whole(2_000, 200, 1_000_000),
    'Megabytes of memory that the process of a run may use; beyond, it is ended and the run fails.',
  ),
  publicUrl: setting(
    'KTIMA_PUBLIC_URL',
    url,
    'Public URL of the main API, which links begin with; only with it, documents have links. Empty: ' +
      'the host of the request if that is loopback or the address that the connection came in on, ' +
      'else that address. Behind a proxy or beyond loopback, set it.',
  ),
  publicAuthUrl: setting(
    'KTIMA_PUBLIC_AUTH_URL',
    url,
    'Public URL of the authentication service, for its links (without it, as KTIMA_PUBLIC_URL) ' +
      'and for the console. Empty: the console uses KTIMA_AUTH_PORT on the host name of its page, ' +
      'if that is loopback or configured (KTIMA_CONSOLE_ORIGINS, KTIMA_HOST), otherwise on the ' +
      'configured host. If `serve api` uses KTIMA_JWKS_URL or KTIMA_OIDC_DISCOVERY_URL and this is ' +
      'empty, the console offers no login. If it has a path, set it for `serve auth` too: the ' +
      'session cookie gets that path.',
  ),
  consoleOrigins: setting(
    'KTIMA_CONSOLE_ORIGINS',
    origins,
    'Origins of the console, whose pages may log in (CORS), like https://ktima.example, ' +
      'separated by commas. Empty: the main API on loopback at KTIMA_API_PORT.',
  ),
  apiOrigins: setting(
    'KTIMA_API_ORIGINS',
    origins,
    'Origins of web pages that may call the main API and read its tiles (CORS), like ' +
      'https://portal.example, separated by commas. They send a token, never a cookie. Empty: none.',
  ),
  mapStyleUrl: setting(
    'KTIMA_MAP_STYLE_URL',
    url,
    'A MapLibre style for the map of the console; everything it loads must come from the same ' +
      'host. Empty: the tiles of the service itself, which need no internet.',
  ),
  mapTilesUrl: setting(
    'KTIMA_MAP_TILES_URL',
    tiles,
    'Alternative to a style: raster tiles, like https://tiles.example/{z}/{x}/{y}.png.',
  ),
  mapAttribution: setting('KTIMA_MAP_ATTRIBUTION', text(), 'Attribution shown on the map.'),
  imageryUrl: setting(
    'KTIMA_IMAGERY_URL',
    imagery,
    'Aerial images that the map of the console can show: XYZ tiles ' +
      '(https://aerial.example/{z}/{x}/{y}.jpg), WMTS in web mercator (the same, or with ' +
      '{TileMatrix}, {TileRow} and {TileCol}), or WMS with {bbox-epsg-3857}. Of a WMS with LAYERS ' +
      'and of a WMTS with LAYER and TILEMATRIXSET, the other parameters are added. The host must ' +
      'allow requests of other origins (CORS). Empty: none.',
  ),
  imageryAttribution: setting(
    'KTIMA_IMAGERY_ATTRIBUTION',
    text(),
    'Attribution shown on the map with the aerial images.',
  ),
  trustedProxies: setting(
    'KTIMA_TRUST_PROXY',
    networks,
    'Proxies whose `X-Forwarded-For` is trusted: IP addresses or networks, separated by commas. ' +
      'Empty: none; all clients behind a proxy then share its IP address.',
  ),
  auditDays: setting(
    'KTIMA_AUDIT_DAYS',
    whole(365, 1, 36_500),
    'How many days entries of `ktima user log` are kept.',
  ),
  anonymousMinute: setting(
    'KTIMA_ANONYMOUS_MINUTE',
    whole(0, 0, 1_000_000_000),
    'How many requests a minute one IP address (IPv6: one /64) may make without a token; more get ' +
      '429. 0: any number. Behind a proxy, set KTIMA_TRUST_PROXY.',
  ),
  lookupLog: setting(
    'KTIMA_LOOKUP_LOG',
    choice('off', ['on', 'off']),
    'Whether it is stored who asked for which property and when; `ktima lookups` prints it.',
  ),
  lookupDays: setting(
    'KTIMA_LOOKUP_DAYS',
    whole(90, 1, 36_500),
    'How many days these entries are kept. Older ones are removed, also when it is off.',
  ),
  requestSeconds: setting(
    'KTIMA_REQUEST_SECONDS',
    whole(10, 1, 600),
    'How long the service may work on one request, in seconds; then it gets 503 with Retry-After, ' +
      'and its query in PostgreSQL is cancelled.',
  ),
  metricsHost: setting(
    'KTIMA_METRICS_HOST',
    text('127.0.0.1'),
    'IP address that the metrics listen on: for Prometheus, not for the public.',
  ),
  metricsPort: setting(
    'KTIMA_METRICS_PORT',
    wholeIfSet(0, 65_535),
    'Port of the metrics, at /metrics. Empty: no metrics.',
  ),
  backupRecords: setting(
    'KTIMA_BACKUP_RECORDS',
    text(),
    'Folder in which `ktima backup` and deploy/backup-postgres.sh record when they made the last ' +
      'backup of each service, how large it is, and why a later one failed; metrics and `ktima check` read it. Empty: no record.',
  ),
  logLevel: setting('KTIMA_LOG_LEVEL', choice('info', levels), 'Lowest level that is logged.'),
  accessLog: setting(
    'KTIMA_ACCESS_LOG',
    choice('on', ['on', 'off']),
    'Whether each response is logged.',
  ),
  idleSeconds: setting(
    'KTIMA_IDLE_SECONDS',
    whole(5, 1, 600),
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
};
