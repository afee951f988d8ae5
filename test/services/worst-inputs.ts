import { gzipSync } from 'node:zlib';

type Headers = Readonly<Record<string, string>>;

/** A request that is expected to cost an operation the most work. */
export interface WorstInput {
  readonly host: 'api' | 'auth';
  /** The operation, as in the OpenAPI descriptions. */
  readonly operation: string;
  /** Why it costs much. */
  readonly what: string;
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly headers?: Headers;
  readonly body?: string | Buffer;
  /** Whether the token of a user is sent. */
  readonly needsToken?: true;
}

/** More than the longest number, but within the longest URL. */
const digits = `${'1'.repeat(7_900)}x`;
const spaces = ' '.repeat(2_000);
const grid = 'bbox-crs=http://www.opengis.net/def/crs/EPSG/0/2100';
/** Through the whole country, and through the towns of the test from end to end. */
const gridLines = ['-216000,4.591e6,800000,4.591e6', '-2e6,4.2e6,3e6,4.2e6', '476000,0,476000,7e6'];
const encoded = (text: string) => encodeURIComponent(text).slice(0, 7_900);

const at =
  (host: WorstInput['host']) =>
  (operation: string, what: string, path: string, headers: Headers = {}): WorstInput => {
    return { host, operation, what, path, headers };
  };
const get = at('api');
const parameters = 'a&'.repeat(3_900);
const withToken = (input: WorstInput): WorstInput => ({ ...input, needsToken: true });
const json = (input: WorstInput, body: string | Buffer, headers = {}): WorstInput => ({
  ...input,
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body,
});
const deep = (bytes: number) => '['.repeat(bytes);

const towns = ['Άργος', 'Βόλος', 'Κως', 'Κιάτο', 'Ύδρα', 'Σύμη', 'Πάτρα', 'Άρτα', 'Χίος', 'Δράμα'];
/** Towns joined to one address: each is a reading of its own. */
const joined = (k: number) =>
  Array.from({ length: 24 }, (_, i) => towns[(i * 7 + k) % towns.length]).join(' & ');
const initials = Array.from('ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ').join('. ');
const commonWords = 'Αγίου Γεωργίου Νέα Παλαιά Άνω Κάτω Μεγάλου Αλεξάνδρου 1 2 3 4 5 '.repeat(4);
const addresses = [joined(1), initials, commonWords, '-'.repeat(256), '1 '.repeat(128)].map(text =>
  text.slice(0, 256),
);
const batchOf = (entryOf: (k: number) => object) =>
  JSON.stringify({ requests: Array.from({ length: 100 }, (_, k) => entryOf(k)) });

const geocoding: readonly WorstInput[] = [
  ...addresses.flatMap(text => [
    get(
      'addressSearch',
      text.slice(0, 20),
      `/api/geocoding/address-search/?limit=20&address=${encoded(text)}`,
    ),
    get('suggest', text.slice(0, 20), `/api/geocoding/suggest/?limit=10&text=${encoded(text)}`),
    withToken(
      get('propertyReport', text.slice(0, 20), `/api/property-report/?address=${encoded(text)}`),
    ),
  ]),
  get(
    'suggest',
    'one letter',
    `/api/geocoding/suggest/?limit=10&text=${encoded('α')}&latitude=38&longitude=23.7`,
  ),
  get('suggest', 'the beginning of many codes', '/api/geocoding/suggest/?limit=10&text=00000'),
  get(
    'reverse',
    'a latitude of 7,900 digits',
    `/api/geocoding/reverse/?latitude=${digits}&longitude=1`,
  ),
  get('reverse', 'the densest place', '/api/geocoding/reverse/?latitude=37.98&longitude=23.73'),
  get(
    'parcelAt',
    'a latitude of 7,900 digits',
    `/api/geocoding/parcel-at/?latitude=${digits}&longitude=1`,
  ),
  withToken(
    get(
      'zones',
      'fifty kinds and the largest accuracy',
      `/api/zones/?latitude=37.98&longitude=23.73&accuracy_m=20000&kinds=${Array(50).fill('flood')}`,
    ),
  ),
  withToken(get('buildings', 'a point', '/api/buildings/?latitude=37.98692&longitude=23.73623')),
  withToken(get('grids', 'all kinds', '/api/grids/?latitude=37.98&longitude=23.73')),
  withToken(
    get(
      'comparables',
      'the widest search',
      '/api/comparables/?latitude=37.98&longitude=23.73&property_type=apartment&max_distance_m=20000&limit=200',
    ),
  ),
  withToken(
    get(
      'walk',
      'the widest areas',
      '/api/walk/?latitude=37.98&longitude=23.73&minutes=56,57,58,59,60',
    ),
  ),
  get(
    'kaekSearch',
    'a code of hyphens',
    `/api/geocoding/kaek-search/?kaek_code=${'-'.repeat(7_000)}`,
  ),
  withToken(
    get(
      'propertyReport',
      'a build_area of 7,900 digits',
      `/api/property-report/?build_area=${digits}`,
    ),
  ),
];

const batches = [
  ['a hundred lists of towns', batchOf(k => ({ address: joined(k) }))],
  ['a hundred lists of initials', batchOf(() => ({ address: initials }))],
  ['a hundred points', batchOf(k => ({ latitude: 37.98 + k / 1e4, longitude: 23.73 }))],
  ['nested lists', `{"requests":${deep(200_000)}`],
  [
    'a hundred nested entries',
    batchOf(() => ({ address: JSON.parse(`${deep(500)}${']'.repeat(500)}`) })),
  ],
  ['one number of 200,000 digits', `{"requests":[{"latitude":${'1'.repeat(200_000)}}]}`],
  ['twenty thousand fields', `{${Array.from({ length: 20_000 }, (_, i) => `"f${i}":1`)}}`],
] as const;

/** The same for batches of reports, and a hundred of the densest place. */
const reportBatches = [
  ...batches,
  [
    'a hundred reports of the densest place',
    JSON.stringify({ requests: Array(100).fill({ latitude: 37.98, longitude: 23.73 }) }),
  ],
] as const;

const property: readonly WorstInput[] = [
  get(
    'reconstructionCost',
    'a build_area of 7,900 digits',
    `/api/reconstruction-cost/?postal_code=10563&property_type=house&build_area=${digits}`,
  ),
  withToken(get('portfolios', 'thousands of parameters', `/api/portfolios/?${parameters}`)),
  ...[
    ['portfolio', '/?wait=30'],
    ['portfolioResult', '/result/'],
    ['portfolioSummary', '/summary/'],
    ['portfolioRows', `/rows/?text=${'%CE%B1'.repeat(100)}`],
  ].map(([operation, end]) =>
    withToken(get(operation!, 'a long id', `/api/portfolios/${'a'.repeat(100)}${end}`)),
  ),
  withToken({
    ...get('deletePortfolio', 'a long id', `/api/portfolios/${'a'.repeat(100)}/`),
    method: 'DELETE',
  }),
  withToken({
    ...json(
      get('correctPortfolioRows', 'a hundred rows of long cells', '/api/portfolios/0/rows/'),
      JSON.stringify({ rows: Array(100).fill({ line: 2, cells: { x: 'x'.repeat(300) } }) }),
    ),
    method: 'PATCH',
  }),
  withToken({
    ...json(
      get('runPortfolioAgain', 'columns without end', '/api/portfolios/0/run/'),
      `{"columns":{${'"address":"x",'.repeat(900)}"city":null}}`,
    ),
    method: 'POST',
  }),
  withToken({
    ...get('sendPortfolio', 'a million lines of commas', '/api/portfolios/', {
      'content-type': 'text/csv',
    }),
    method: 'POST',
    body: `address,postal_code\n${',\n'.repeat(1_000_000)}`,
  }),
  get('reconstructionCost', 'thousands of parameters', `/api/reconstruction-cost/?${parameters}`),
  withToken(
    json(
      get('pointsOfInterest', 'the densest place', '/api/points-of-interest/'),
      '{"latitude":37.98,"longitude":23.73}',
    ),
  ),
  withToken(
    json(get('pointsOfInterest', 'nested lists', '/api/points-of-interest/'), deep(16_000)),
  ),
  withToken(
    json(
      get(
        'pointsOfInterest',
        'a compressed body that unpacks to 100 MB',
        '/api/points-of-interest/',
      ),
      gzipSync(Buffer.alloc(10 ** 8)).subarray(0, 16_000),
      { 'content-encoding': 'gzip' },
    ),
  ),
  {
    ...json(get('pointsOfInterest', 'a token of dots', '/api/points-of-interest/'), '{}'),
    headers: { authorization: `Bearer ${'.'.repeat(15_000)}` },
  },
  get(
    'reconstructionCostTerms',
    'the largest table',
    '/api/reconstruction-cost/terms/?property_type=apartment',
  ),
  get('pointOfInterestTypes', 'a long list of codings', '/api/points-of-interest/types/'),
];

const gis: readonly WorstInput[] = [
  ...['parcels', 'places'].flatMap(collection => {
    const operation = collection === 'parcels' ? 'ogcParcels' : 'ogcPlaces';
    const items = (what: string, query: string) =>
      withToken(get(operation, what, `/ogc/collections/${collection}/items?${query}`));
    return [
      ...gridLines.map(line =>
        items(`a line of the Greek Grid: ${line}`, `limit=1&${grid}&bbox=${line}`),
      ),
      items('a line of degrees', 'limit=1&bbox=-180,37.98,180,37.98'),
      items('the largest page', `limit=10000&crs=${grid.slice('bbox-crs='.length)}`),
      {
        ...items('the largest page, compressed', 'limit=10000'),
        headers: { 'accept-encoding': 'gzip' },
      },
      items('all of the Earth in two halves', 'limit=10000&bbox=1,-90,0.999,90'),
      items('a bbox of 400 digits', `bbox=${'1'.repeat(390)}x`),
      items('a time of 100 characters', `datetime=${'0'.repeat(99)}`),
    ];
  }),
  ...['limit=10000', 'limit=10000&bbox=23,37,24,38', `limit=1&${grid}&bbox=${gridLines[0]}`].map(
    query => withToken(get('ogcZones', query, `/ogc/collections/zones-flood/items?${query}`)),
  ),
  withToken(
    get('ogcZone', 'an id of 64 digits', `/ogc/collections/zones-flood/items/${'9'.repeat(64)}`),
  ),
  get('ogcParcel', 'a code of hyphens', `/ogc/collections/parcels/items/${'-'.repeat(64)}`),
  withToken(
    get('ogcPlace', 'an id of 64 digits', `/ogc/collections/places/items/${'9'.repeat(64)}`),
  ),
  ...[
    ['ogcLandingPage', '/ogc/'],
    ['ogcConformance', '/ogc/conformance'],
    ['ogcCollections', '/ogc/collections'],
    ['ogcParcelCollection', '/ogc/collections/parcels'],
    ['ogcZoneCollection', '/ogc/collections/zones-flood'],
    ['ogcPlaceCollection', '/ogc/collections/places'],
  ].map(([operation, path]) => get(operation!, 'thousands of parameters', `${path}?${parameters}`)),
];

const tiles: readonly WorstInput[] = [
  get('baseTile', 'the most land', '/tiles/base/5/18/12.mvt'),
  get('baseTile', 'the densest town', '/tiles/base/14/9271/6320.mvt'),
  get('parcelTile', 'the densest parcels', '/tiles/parcels/14/9271/6324.mvt'),
  get('parcelTile', 'thousands of tags', '/tiles/parcels/14/9271/6324.mvt', {
    'if-none-match': '"a",'.repeat(3_000),
  }),
  withToken(get('zoneTile', 'the most zones', '/tiles/zones/flood/5/18/12.mvt')),
  get('zonesTileJson', 'the description', '/tiles/zones/flood.json'),
  get('baseTileJson', 'the description', '/tiles/base.json'),
  get('parcelsTileJson', 'the description', '/tiles/parcels.json'),
];

const usage = [
  withToken(get('usage', 'thousands of parameters', `/api/usage/?${parameters}`)),
  withToken(get('usage', 'a number of digits', `/api/usage/?days=${digits}`)),
];

const service = (['api', 'auth'] as const).flatMap(host => {
  const ask = at(host);
  const codings = { 'accept-encoding': 'x;q=0.1,'.repeat(1_500) };
  return [
    ask('health', 'thousands of parameters', `/healthz?${parameters}`),
    ask('readiness', 'thousands of parameters', `/readyz?${parameters}`),
    ask('none', 'a path of slashes', '/'.repeat(7_900)),
    ask('none', 'a path of escapes', `/${'%2f'.repeat(2_600)}`),
    ask('none', 'the reference page', '/docs/'),
    ask('none', 'the description, and a long list of codings', '/openapi.json', codings),
    ask('none', 'a Host of letters', '/docs/', { host: `${'a-'.repeat(7_000)}.` }),
  ];
});

/** A login form with one field whose part has this header. */
const formPart = (header: string) =>
  `--X\r\nContent-Disposition: form-data; name="username"\r\n${header}\r\n\r\nalice\r\n--X--\r\n`;
const forms: readonly (readonly [what: string, type: string, body: string | Buffer])[] = [
  [
    'spaces in a part header',
    'multipart/form-data; boundary=X',
    formPart(`Content-Transfer-Encoding:${spaces}a\nb`),
  ],
  [
    'a part header of semicolons',
    'multipart/form-data; boundary=X',
    formPart(`Content-Disposition: form-data${'; a="'.repeat(2_000)}`),
  ],
  ['thousands of parts', 'multipart/form-data; boundary=X', '--X\r\n\r\n'.repeat(1_900)],
  [
    'beginnings of the boundary',
    `multipart/form-data; boundary=${'-'.repeat(60)}`,
    '-'.repeat(16_000),
  ],
  ['a media type of spaces', `multipart/form-data;${spaces}x`, 'x'],
  ['thousands of fields', 'application/x-www-form-urlencoded', 'a=b&'.repeat(4_000)],
  ['escapes', 'application/x-www-form-urlencoded', `username=${'%'.repeat(16_000)}`],
  [
    'a password that is hashed',
    'application/x-www-form-urlencoded',
    `username=demo&password=${'x'.repeat(1_000)}`,
  ],
  [
    'combining marks',
    'application/json',
    JSON.stringify({ username: '\u0345\u0301'.repeat(3_000), password: 'x' }),
  ],
  ['nested lists', 'application/json', deep(16_000)],
];
const origin = 'http://127.0.0.1';
const formOperations = [
  ['login', '/auth/otp/login'],
  ['refresh', '/auth/token/refresh'],
  ['logout', '/auth/logout'],
  ['startSession', '/auth/session'],
  ['token', '/auth/token'],
] as const;
const post = (operation: string, what: string, path: string, headers: Headers): WorstInput => ({
  ...at('auth')(operation, what, path, headers),
  method: 'POST',
});
const cookie = 'a=b; '.repeat(2_900);
const auth: readonly WorstInput[] = [
  ...formOperations.flatMap(([operation, path]) =>
    forms.map(([what, type, body]): WorstInput => {
      const headers = { 'content-type': type, ...(operation === 'startSession' && { origin }) };
      return { ...post(operation, what, path, headers), body };
    }),
  ),
  post('refreshSession', 'thousands of cookies', '/auth/session/refresh', { cookie, origin }),
  post('endSession', 'thousands of cookies', '/auth/session/logout', { cookie, origin }),
  at('auth')('endedSessions', 'a cursor of 7,900 digits', `/auth/ended-sessions?since=${digits}`),
  {
    ...post('token', 'a long secret in Authorization', '/auth/token', {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${btoa(`x:${'%'.repeat(9_000)}`)}`,
    }),
    body: 'grant_type=client_credentials',
  },
  {
    ...post('token', 'a long assertion', '/auth/token', {
      'content-type': 'application/x-www-form-urlencoded',
    }),
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: `e30.${Buffer.from(deep(5_000)).toString('base64url')}.e30`,
    }).toString(),
  },
  at('auth')(
    'authorizationServer',
    'thousands of parameters',
    `/.well-known/oauth-authorization-server?${parameters}`,
  ),
  at('auth')('jwks', 'thousands of parameters', `/.well-known/jwks.json?${parameters}`),
];

/** The worst known inputs of all operations of both services; add each that is found. */
export const worstInputs: readonly WorstInput[] = [
  ...geocoding,
  ...batches.map(([what, body]) => json(get('addressBatch', what, '/api/geocoding/batch/'), body)),
  ...reportBatches.map(([what, body]) =>
    withToken(json(get('propertyReportBatch', what, '/api/property-report/batch/'), body)),
  ),
  json(
    get('reconstructionCostBatch', 'a hundred long codes', '/api/reconstruction-cost/batch/'),
    JSON.stringify({
      requests: Array(100).fill({
        postal_code: '1'.repeat(500),
        property_type: 'house',
        build_area: 1,
      }),
    }),
  ),
  ...property,
  ...gis,
  ...tiles,
  get('consoleSettings', 'the settings', '/console.json'),
  get('reportKeys', 'the public keys of reports', '/.well-known/ktima-report-keys.json'),
  ...usage,
  ...service,
  ...auth,
];
