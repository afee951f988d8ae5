import fc from 'fast-check';
import type { Schema } from '#http/openapi/document.ts';
import type { Described, Field } from './description.ts';
import {
  accessTokenHere,
  clientIdHere,
  clientSecretHere,
  consoleOriginHere,
  cookieTokenHere,
  type Draft,
  type Form,
  type Pair,
  percentEncoded,
  refreshTokenHere,
} from './request.ts';

/** Values for which the description alone is too wide: they must also mean something. */
const meaningful: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  kaek_code: fc.constantFrom('050099901001', '05-0099-901001', '050099901001/0/1', '12098EK00029'),
  kinds: fc.constantFrom('flood', 'flood,earthquake'),
  construction_year: fc.integer({ min: 1, max: 2026 }),
  property_type: fc.constantFrom('apartment', 'house', 'maisonette'),
  bbox: fc.constantFrom('23.7,37.9,23.8,38', '-180,-90,0,180,90,0'),
  property: fc.constantFrom({ kaek_code: '050099901001' }, { address: 'Ερμού 15, Αθήνα' }),
  fields: fc.constantFrom({}, { template: 'collateral', preparer: 'A. Valuer', value: 165_000 }),
  result_id: fc.constantFrom('c10563', 'c54630'),
  levels: fc.constantFrom('street', 'house_number,municipality'),
  datetime: fc.constantFrom('2026-06-15T09:00:00Z', '../2026-06-15'),
  // The schema allows the 31st of every month.
  from: fc.constantFrom('2024-02-29', '2026-06-15'),
  until: fc.constantFrom('2026-06-30', '2026-12-31'),
  after: fc.constantFrom('050099901001', '120980000029'),
  // The service of this test has no key to sign with.
  signature: fc.constant(false),
  username: fc.constantFrom('demo', 'DEMO', ' demo '),
  password: fc.constant('ktima-demo'),
  otp: fc.constant(''),
  refresh_token: fc.constant(refreshTokenHere),
  grant_type: fc.constant('client_credentials'),
  scope: fc.constantFrom('places', 'report places'),
  client_id: fc.constant(clientIdHere),
  client_secret: fc.constant(clientSecretHere),
};

const addresses = fc.constantFrom('Ερμού 15, Αθήνα', 'Egnatia 45 Thessaloniki', '10563', 'Πάτρα');
const someText = fc.string({ unit: 'grapheme-composite', maxLength: 12 });

/** A value that a schema takes. */
function goodValue({ name, schema }: Pick<Field, 'name' | 'schema'>): fc.Arbitrary<unknown> {
  // Zones are numbered otherwise than parcels and places.
  if (meaningful[name] && !(name === 'after' && schema.pattern)) return meaningful[name];
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 1, max: schema.maximum ?? 1_000_000 });
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(objectOf(schema.items!), { minLength: schema.minItems ?? 0, maxLength: 3 });
    default:
      return textOf(schema);
  }
}

function numberOf({ minimum, maximum, exclusiveMinimum }: Schema): fc.Arbitrary<number> {
  const least = exclusiveMinimum === undefined ? (minimum ?? 0) : exclusiveMinimum + 1e-9;
  const most = maximum ?? 1e9;
  const anywhere = fc.double({ min: least, max: most, noNaN: true });
  const inParcel = new Map([
    [-90, 37.98692],
    [-180, 23.73623],
  ]).get(least);
  const athens = inParcel === undefined ? anywhere : fc.constant(inParcel);
  return fc.oneof(anywhere, athens, athens, fc.constantFrom(least, most));
}

function textOf({ pattern, minLength = 0, maxLength = 64 }: Schema): fc.Arbitrary<string> {
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const any = fc
    .tuple(addresses, someText)
    .map(([address, text]) => [...address, ...text].slice(0, maxLength).join(''));
  return minLength > 3 ? any.filter(text => text.length >= minLength) : any;
}

function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<object> {
  const listed = Object.entries(properties);
  const values = listed.map(([name, schema]) => [name, goodValue({ name, schema })]);
  const record: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(values);
  return fc.record(record, { requiredKeys: [...required] });
}

/** What a browser adds to a request of the console. */
const cookieHeaders: readonly Pair[] = [
  ['Origin', consoleOriginHere],
  ['Cookie', `__Secure-ktima-session=${cookieTokenHere}`],
];

/** A request that must not be refused. */
export function goodRequest(operation: Described): fc.Arbitrary<Draft> {
  const headers: Pair[] = [
    ...(operation.needsToken ? [['Authorization', `Bearer ${accessTokenHere}`] as const] : []),
    ...(operation.isForConsole ? cookieHeaders : []),
  ];
  return fc
    .record({
      query: someOf(operation.parameters).map(oneWayToAsk(operation)),
      // The tested service has no Chromium, which makes a PDF.
      fields: someOf(operation.fields.filter(({ name }) => name !== 'format')).map(
        withSecret(operation),
      ),
      form: operation.mediaTypes.length > 0 ? fc.constantFrom(...operation.mediaTypes) : noForm,
    })
    .map(({ query, fields, form }) => ({
      operation,
      method: operation.method,
      path: operation.path,
      headers,
      query: query.map(([name, value]): Pair => [name, percentEncoded(String(value))]),
      form: form as Form | undefined,
      fields: fields.map(([name, value]): Pair => [name, JSON.stringify(value)]),
    }));
}

/** A client authenticates with its secret; a signed assertion works only once. */
function withSecret({ name }: Described) {
  return (fields: Query): Query => {
    if (!/^auth (token|revoke)$/.test(name)) return fields;
    const others = fields.filter(([field]) => !field.startsWith('client_'));
    return [...others, ['client_id', clientIdHere], ['client_secret', clientSecretHere]];
  };
}

const noForm = fc.constant(undefined);

/** Terms of a cost that need data which the sample lacks, or fit only some other parameters. */
const costTerms = new Set([
  ...['valuation_date', 'dataset', 'index', 'addons', 'ageing', 'condition', 'renovation_year'],
  ...['quality', 'basement_area_m2', 'auxiliary_area_m2', 'sum_insured'],
]);

/** The required fields and some of the others, each with a good value. */
function someOf(all: readonly Field[]): fc.Arbitrary<Query> {
  const fields = all.filter(({ name }) => !costTerms.has(name));
  const one = (field: Field) => {
    const pair = goodValue(field).map(value => [field.name, value] as const);
    return field.required ? pair : fc.option(pair, { nil: undefined });
  };
  return fc.tuple(...fields.map(one)).map(pairs => pairs.filter(pair => pair !== undefined));
}

const point: readonly string[] = ['latitude', 'longitude'];
const waysToAsk = [['address'], ['kaek_code'], point];
const withoutWay = new Set(waysToAsk.flat());

type Query = (readonly [string, unknown])[];

/** Half a point means nothing. */
function withWholePoint(query: Query, sent: ReadonlySet<string>): Query {
  const isWhole = point.every(one => sent.has(one));
  return isWhole ? query : query.filter(([one]) => !point.includes(one));
}

/** An address comes as an id, as one text, or in parts that begin with the street or the city. */
function addressOrParts(query: Query, sent: ReadonlySet<string>): Query {
  if (sent.has('result_id')) return query.filter(([one]) => one === 'result_id');
  if (sent.has('address')) return query.filter(([one]) => !/^(street|house_number)$/.test(one));
  if (sent.has('street')) return query;
  const rest = query.filter(([one]) => one !== 'house_number');
  return sent.has('city') ? rest : [...rest, ['city', 'Πάτρα']];
}

/** Zones are asked for at a whole point, perhaps a doubtful one, or by the code of a parcel. */
function pointOrParcel(query: Query, sent: ReadonlySet<string>): Query {
  const isPoint = point.every(one => sent.has(one));
  const others = isPoint ? ['kaek_code'] : [...point, 'accuracy_m'];
  const rest = query.filter(([one]) => !others.includes(one));
  return isPoint || sent.has('kaek_code') ? rest : [...rest, ['kaek_code', '050099901001']];
}

/** An upper limit must not be below the lower one. */
function withoutUpperLimits(query: Query): Query {
  return query.filter(([one]) => !['max_area_m2', 'max_year', 'until'].includes(one));
}

/** Grids have kinds of their own; steps need a parcel, and must rise. */
function forGrids(query: Query): Query {
  return query
    .filter(([one]) => one !== 'steps')
    .map(([one, value]) => [one, one === 'kinds' ? 'elevation,fire' : value]);
}

/** Rules between parameters, which no schema states: a report is asked for in one of three ways. */
function oneWayToAsk({ name }: Described) {
  return (query: Query): Query => {
    const sent = new Set(query.map(([parameter]) => parameter));
    if (name === 'api addressSearch') return addressOrParts(withWholePoint(query, sent), sent);
    if (name === 'api suggest') return withWholePoint(query, sent);
    if (name === 'api zones' || name === 'api buildings') return pointOrParcel(query, sent);
    if (name === 'api grids') return forGrids(pointOrParcel(query, sent));
    if (name === 'api comparables') return withoutUpperLimits(pointOrParcel(query, sent));
    if (name !== 'api propertyReport') return query;
    const way = waysToAsk.find(names => names.every(one => sent.has(one)));
    const rest = query.filter(
      ([one]) =>
        (!withoutWay.has(one) || way?.includes(one)) &&
        (one !== 'result_id' || way?.includes('address')),
    );
    return way ? rest : [...rest, ['kaek_code', '050099901001']];
  };
}
