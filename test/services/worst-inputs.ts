import { gzipSync } from 'node:zlib';

/** A request that is expected to cost an operation the most work. */
export interface WorstInput {
  readonly host: 'api' | 'auth';
  /** The operation, as in the OpenAPI descriptions. */
  readonly operation: string;
  /** Why it costs much. */
  readonly what: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

const towns = ['Άργος', 'Βόλος', 'Κως', 'Κιάτο', 'Ύδρα', 'Σύμη', 'Πάτρα', 'Άρτα', 'Χίος', 'Δράμα'];
/** Towns joined to one address: each is a reading of its own. */
const joined = (k: number) =>
  Array.from({ length: 24 }, (_, i) => towns[(i * 7 + k) % towns.length]).join(' & ');
const initials = Array.from('ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ').join('. ');
const words = 'Αγίου Γεωργίου Νέα Παλαιά Άνω Κάτω Μεγάλου Αλεξάνδρου 1 2 3 4 5 '.repeat(4);
const addressOf = (text: string) => encodeURIComponent(text.slice(0, 256)).slice(0, 7_900);
const grid = 'http://www.opengis.net/def/crs/EPSG/0/2100';

/** What stands for a long text in the path of a row. */
const long: Readonly<Record<string, string>> = {
  // More than the longest number, but within the longest URL.
  digits: `${'1'.repeat(7_900)}x`,
  parameters: 'a&'.repeat(3_900),
  hyphens: '-'.repeat(7_000),
  id: 'a'.repeat(100),
  ids: '9'.repeat(64),
  kinds: String(Array(50).fill('flood')),
  grid: `bbox-crs=${grid}`,
  towns: addressOf(joined(1)),
  initials: addressOf(initials),
  words: addressOf(words),
  dashes: addressOf('-'.repeat(256)),
  ones: addressOf('1 '.repeat(128)),
};

/** Operation: why it costs much: path. */
const ofApi = `
suggest: one letter: /api/geocoding/suggest/?limit=10&text=%CE%B1&latitude=38&longitude=23.7
suggest: the beginning of many codes: /api/geocoding/suggest/?limit=10&text=00000
reverse: a latitude of 7,900 digits: /api/geocoding/reverse/?latitude={digits}&longitude=1
reverse: the densest place: /api/geocoding/reverse/?latitude=37.98&longitude=23.73
parcelAt: a latitude of 7,900 digits: /api/geocoding/parcel-at/?latitude={digits}&longitude=1
zones: fifty kinds, the largest accuracy: /api/zones/?latitude=37.98&longitude=23.73&accuracy_m=20000&kinds={kinds}
buildings: a point: /api/buildings/?latitude=37.98692&longitude=23.73623
grids: all kinds: /api/grids/?latitude=37.98&longitude=23.73
comparables: the widest search: /api/comparables/?latitude=37.98&longitude=23.73&property_type=apartment&max_distance_m=20000&limit=200
walk: the widest areas: /api/walk/?latitude=37.98&longitude=23.73&minutes=56,57,58,59,60
kaekSearch: a code of hyphens: /api/geocoding/kaek-search/?kaek_code={hyphens}
propertyReport: a build_area of 7,900 digits: /api/property-report/?build_area={digits}
reconstructionCost: a build_area of 7,900 digits: /api/reconstruction-cost/?postal_code=10563&property_type=house&build_area={digits}
reconstructionCost: thousands of parameters: /api/reconstruction-cost/?{parameters}
reconstructionCostTerms: the largest table: /api/reconstruction-cost/terms/?property_type=apartment
portfolios: thousands of parameters: /api/portfolios/?{parameters}
portfolio: a long id: /api/portfolios/{id}/?wait=30
portfolioResult: a long id: /api/portfolios/{id}/result/
portfolioSummary: a long id: /api/portfolios/{id}/summary/
portfolioRows: a long id: /api/portfolios/{id}/rows/?text={towns}
deletePortfolio: a long id: /api/portfolios/{id}/
pointOfInterestTypes: all types: /api/points-of-interest/types/
ogcZones: the largest page: /ogc/collections/zones-flood/items?limit=10000
ogcZones: a town: /ogc/collections/zones-flood/items?limit=10000&bbox=23,37,24,38
ogcZones: a line through the country: /ogc/collections/zones-flood/items?limit=1&{grid}&bbox=-216000,4.591e6,800000,4.591e6
ogcZone: an id of 64 digits: /ogc/collections/zones-flood/items/{ids}
ogcParcel: a code of digits: /ogc/collections/parcels/items/{ids}
ogcPlace: an id of 64 digits: /ogc/collections/places/items/{ids}
ogcBuilding: an id of 64 digits: /ogc/collections/buildings/items/{ids}
ogcLandingPage: thousands of parameters: /ogc/?{parameters}
ogcConformance: thousands of parameters: /ogc/conformance?{parameters}
ogcCollections: thousands of parameters: /ogc/collections?{parameters}
ogcParcelCollection: thousands of parameters: /ogc/collections/parcels?{parameters}
ogcZoneCollection: thousands of parameters: /ogc/collections/zones-flood?{parameters}
ogcPlaceCollection: thousands of parameters: /ogc/collections/places?{parameters}
ogcBuildingCollection: thousands of parameters: /ogc/collections/buildings?{parameters}
baseTile: the most land: /tiles/base/5/18/12.mvt
baseTile: the densest town: /tiles/base/14/9271/6320.mvt
parcelTile: the densest parcels: /tiles/parcels/14/9271/6324.mvt
zoneTile: the most zones: /tiles/zones/flood/5/18/12.mvt
zonesTileJson: the description: /tiles/zones/flood.json
baseTileJson: the description: /tiles/base.json
parcelsTileJson: the description: /tiles/parcels.json
consoleSettings: the settings: /console.json
usage: thousands of parameters: /api/usage/?{parameters}
usage: a number of digits: /api/usage/?days={digits}`;

/** Addresses with many readings, in each operation that reads one. */
const ofAddresses = ['towns', 'initials', 'words', 'dashes', 'ones'].map(
  name => `
addressSearch: an address of ${name}: /api/geocoding/address-search/?limit=20&address={${name}}
suggest: an address of ${name}: /api/geocoding/suggest/?limit=10&text={${name}}
propertyReport: an address of ${name}: /api/property-report/?address={${name}}`,
);

/** Through the whole country, and through the towns of the test from end to end. */
const ofItems = ['Parcels', 'Places', 'Buildings'].map(collection =>
  `
a line through the country: limit=1&{grid}&bbox=-216000,4.591e6,800000,4.591e6
a line through the towns: limit=1&{grid}&bbox=-2e6,4.2e6,3e6,4.2e6
a line from south to north: limit=1&{grid}&bbox=476000,0,476000,7e6
a line of degrees: limit=1&bbox=-180,37.98,180,37.98
the largest page: limit=10000&crs=${grid}
all of the Earth in two halves: limit=10000&bbox=1,-90,0.999,90
a bbox of 400 digits: bbox=${'1'.repeat(390)}x
a time of 100 characters: datetime=${'0'.repeat(99)}`.replaceAll(
    /^(.+): /gm,
    `ogc${collection}: $1: /ogc/collections/${collection.toLowerCase()}/items?`,
  ),
);

const ofAuth = `
endedSessions: a cursor of 7,900 digits: /auth/ended-sessions?since={digits}
authorizationServer: thousands of parameters: /.well-known/oauth-authorization-server?{parameters}
jwks: thousands of parameters: /.well-known/jwks.json?{parameters}`;

const ofBoth = `
health: thousands of parameters: /healthz?{parameters}
readiness: thousands of parameters: /readyz?{parameters}
none: a path of slashes: ${'/'.repeat(7_900)}
none: a path of escapes: /${'%2f'.repeat(2_600)}
none: the reference page: /docs/`;

const methods: Readonly<Record<string, string>> = {
  deletePortfolio: 'DELETE',
  correctPortfolioRows: 'PATCH',
  refreshSession: 'POST',
  endSession: 'POST',
  startSignOn: 'POST',
};

function rowsOf(host: 'api' | 'auth', text: string): WorstInput[] {
  return [...text.matchAll(/^(\w+): (.+?): (\/.*)$/gm)].map(([, operation, what, path]) => ({
    host,
    operation: operation!,
    what: what!,
    path: path!.replace(/\{(\w+)\}/g, (_, name) => long[name]!),
    method: methods[operation!] ?? 'GET',
    headers: {},
  }));
}

const json = 'application/json';
const urlencoded = 'application/x-www-form-urlencoded';
const deep = (bytes: number) => '['.repeat(bytes);

type Post = readonly [operation: string, what: string, path: string, body: string | Buffer];

/** What is sent to a host, as JSON if nothing else is said. */
const post =
  (host: 'api' | 'auth', more: WorstInput['headers'] = {}) =>
  ([operation, what, path, body]: Post): WorstInput => {
    const headers = { 'content-type': json, ...more };
    return { host, operation, what, path, method: methods[operation] ?? 'POST', headers, body };
  };

const hundred = (entryOf: (k: number) => object) =>
  JSON.stringify({ requests: Array.from({ length: 100 }, (_, k) => entryOf(k)) });
const nested = JSON.parse(`${deep(500)}${']'.repeat(500)}`);
const cost = { postal_code: '1'.repeat(500), property_type: 'house', build_area: 1 };
const cells = JSON.stringify({ rows: Array(100).fill({ line: 2, cells: { x: 'x'.repeat(300) } }) });
const columns = `{"columns":{${'"address":"x",'.repeat(900)}"city":null}}`;

const batches = [
  ['a hundred lists of towns', hundred(k => ({ address: joined(k) }))],
  ['a hundred lists of initials', hundred(() => ({ address: initials }))],
  ['a hundred points', hundred(k => ({ latitude: 37.98 + k / 1e4, longitude: 23.73 }))],
  ['nested lists', `{"requests":${deep(200_000)}`],
  ['a hundred nested entries', hundred(() => ({ address: nested }))],
  ['one number of 200,000 digits', `{"requests":[{"latitude":${'1'.repeat(200_000)}}]}`],
  ['twenty thousand fields', `{${Array.from({ length: 20_000 }, (_, i) => `"f${i}":1`)}}`],
  ['a hundred times the densest place', hundred(() => ({ latitude: 37.98, longitude: 23.73 }))],
] as const;

const document = JSON.stringify({ property: { address: joined(1) }, fields: {} });
const places = '/api/points-of-interest/';
const posts: readonly Post[] = [
  ...batches.map(([what, body]): Post => ['addressBatch', what, '/api/geocoding/batch/', body]),
  ...batches.map(([what, body]): Post => {
    return ['propertyReportBatch', what, '/api/property-report/batch/', body];
  }),
  ['reconstructionCostBatch', 'long codes', '/api/reconstruction-cost/batch/', hundred(() => cost)],
  ['correctPortfolioRows', 'long cells', '/api/portfolios/0/rows/', cells],
  ['runPortfolioAgain', 'columns without end', '/api/portfolios/0/run/', columns],
  ['propertyReportDocument', 'a list of towns', '/api/property-report/document/', document],
  ['pointsOfInterest', 'the densest place', places, '{"latitude":37.98,"longitude":23.73}'],
  ['pointsOfInterest', 'nested lists', places, deep(16_000)],
];
const commas = `address,postal_code\n${',\n'.repeat(1_000_000)}`;
const bomb = gzipSync(Buffer.alloc(10 ** 8)).subarray(0, 16_000);

/** A login form with one field whose part has this header. */
const formPart = (header: string) =>
  `--X\r\nContent-Disposition: form-data; name="username"\r\n${header}\r\n\r\nalice\r\n--X--\r\n`;
const multipart = 'multipart/form-data; boundary=X';
const spaces = ' '.repeat(2_000);
const marks = JSON.stringify({ username: '\u0345\u0301'.repeat(3_000), password: 'x' });
const forms: readonly (readonly [what: string, type: string, body: string])[] = [
  ['spaces in a header', multipart, formPart(`Content-Transfer-Encoding:${spaces}a\nb`)],
  ['semicolons', multipart, formPart(`Content-Disposition: form-data${'; a="'.repeat(2_000)}`)],
  ['thousands of parts', multipart, '--X\r\n\r\n'.repeat(1_900)],
  ['beginnings of the boundary', multipart.replace('X', '-'.repeat(60)), '-'.repeat(16_000)],
  ['a media type of spaces', `multipart/form-data;${spaces}x`, 'x'],
  ['thousands of fields', urlencoded, 'a=b&'.repeat(4_000)],
  ['escapes', urlencoded, `username=${'%'.repeat(16_000)}`],
  ['a password that is hashed', urlencoded, `username=demo&password=${'x'.repeat(1_000)}`],
  ['combining marks', json, marks],
  ['nested lists', json, deep(16_000)],
];
const origin = 'http://127.0.0.1';
const formOperations = {
  login: '/auth/otp/login',
  refresh: '/auth/token/refresh',
  logout: '/auth/logout',
  startSession: '/auth/session',
  token: '/auth/token',
  revoke: '/auth/revoke',
};
const grant = 'grant_type=client_credentials';
const assertion = new URLSearchParams({
  grant_type: 'client_credentials',
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: `e30.${Buffer.from(deep(5_000)).toString('base64url')}.e30`,
}).toString();
const authorization = `Basic ${btoa(`x:${'%'.repeat(9_000)}`)}`;
const dots = `Bearer ${'.'.repeat(15_000)}`;
const cookie = 'a=b; '.repeat(2_900);
const csv = post('api', { 'content-type': 'text/csv' });
const form = { 'content-type': urlencoded };

/** Another row with these headers. */
const headed = (host: 'api' | 'auth', row: string, headers: WorstInput['headers']) =>
  rowsOf(host, row).map(input => ({ ...input, headers }));

/** The worst known inputs of all operations of both services; add each that is found. */
export const worstInputs: readonly WorstInput[] = [
  ...rowsOf('api', [ofApi, ...ofAddresses, ...ofItems].join('\n')),
  ...rowsOf('auth', ofAuth),
  ...(['api', 'auth'] as const).flatMap(host => [
    ...rowsOf(host, ofBoth),
    ...headed(host, 'none: the description, and a long list of codings: /openapi.json', {
      'accept-encoding': 'x;q=0.1,'.repeat(1_500),
    }),
    ...headed(host, 'none: a Host of letters: /docs/', { host: `${'a-'.repeat(7_000)}.` }),
  ]),
  ...headed('api', 'parcelTile: thousands of tags: /tiles/parcels/14/9271/6324.mvt', {
    'if-none-match': '"a",'.repeat(3_000),
  }),
  ...headed(
    'api',
    'ogcParcels: the largest page, compressed: /ogc/collections/parcels/items?limit=10000',
    { 'accept-encoding': 'gzip' },
  ),
  ...[
    'refreshSession: cookies: /auth/session/refresh',
    'endSession: cookies: /auth/session/logout',
    'startSignOn: cookies: /auth/session/sign-on',
  ].flatMap(row => headed('auth', row, { cookie, origin })),
  ...posts.map(post('api')),
  csv(['sendPortfolio', 'commas', '/api/portfolios/', commas]),
  post('api', { 'content-encoding': 'gzip' })(['pointsOfInterest', 'a bomb', places, bomb]),
  post('api', { authorization: dots })(['pointsOfInterest', 'a token of dots', places, '{}']),
  post('auth', { ...form, authorization })(['token', 'a long secret', '/auth/token', grant]),
  post('auth', form)(['token', 'a long assertion', '/auth/token', assertion]),
  ...Object.entries(formOperations).flatMap(([operation, path]) =>
    forms.map(([what, type, body]) => {
      const more = operation === 'startSession' ? { origin } : {};
      return post('auth', { 'content-type': type, ...more })([operation, what, path, body]);
    }),
  ),
];
