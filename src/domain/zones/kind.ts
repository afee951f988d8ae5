import { badData } from '#tools/errors.ts';

/** A text in Greek and English. */
export interface Texts {
  readonly el: string;
  readonly en: string;
}

/** What a field of a kind holds. */
const fieldTypes = ['text', 'number', 'date'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** An attribute that is shown. */
export interface ZoneField {
  /** Its name on the wire. */
  readonly field: string;
  readonly name: Texts;
  readonly type: FieldType;
  /** Such as m or EUR/m2; null if it has none. */
  readonly unit: string | null;
  /** Usual names of its column, besides `field`. */
  readonly columns: readonly string[];
}

/** The order of severity: values of a field, the severest first, or `descending` or `ascending`. */
export interface SeverityOrder {
  readonly field: string;
  readonly order: readonly string[] | 'descending' | 'ascending';
  /** Other spellings of each value of a list, in its order; absent if there are none. */
  readonly spellings?: readonly (readonly string[])[];
}

/** A kind of zones. Its texts are data: a page must escape them. */
export interface ZoneKind {
  readonly kind: string;
  readonly name: Texts;
  readonly meaning: Texts;
  readonly fields: readonly ZoneField[];
  readonly severity: SeverityOrder | null;
  /** The usual terms of the data; those of a source are given at import. */
  readonly licence: string | null;
  /** Where the data are published. */
  readonly link: string | null;
  /** Of the severest zones first; at least one. */
  readonly colours: readonly string[];
  /** How far around a point the nearest zone is searched; 0: not at all. */
  readonly distanceLimitMetres: number;
}

/** The form of the name of a kind. */
export const kindName = /^[a-z0-9-]{1,40}$/;

const mostText = 500;
const mostFields = 20;
const mostValues = 50;
const mostDistanceMetres = 20_000;
/** Also the names that the import uses itself. */
const reservedFields = ['label', 'source', 'share', 'distance_m', 'fid', 'geom', 'geometry'];

type Raw = Readonly<Record<string, unknown>>;

/** Reads the description of a kind. Throws BAD_DATA with the field, what was expected and the value. */
export function readKind(text: string, file: string): ZoneKind {
  const fail = (field: string, expected: string, got: unknown): never => {
    const shown = (JSON.stringify(got) ?? 'nothing').slice(0, 80);
    throw badData(`${file}: ${field}: expected ${expected}, got ${shown}`);
  };
  const read = openValues(fail);
  const raw = read.object('the file', parsed(text, fail), [
    'kind',
    'name',
    'meaning',
    'fields',
    'severity',
    'licence',
    'link',
    'colours',
    'distance_limit_m',
  ]);
  const fields = read
    .list('fields', raw.fields ?? [], 0, mostFields)
    .map((field, i) => readField(read, `fields[${i}]`, field));
  const names = fields.map(({ field }) => field);
  if (new Set(names).size < names.length) fail('fields', 'each field once', names);
  const distance = raw.distance_limit_m ?? 0;
  if (!(typeof distance === 'number' && distance >= 0 && distance <= mostDistanceMetres)) {
    fail('distance_limit_m', `a number from 0 to ${mostDistanceMetres}`, distance);
  }
  return {
    kind: read.matching('kind', raw.kind, kindName, '1 to 40 of a-z, 0-9 and -'),
    name: read.texts('name', raw.name),
    meaning: read.texts('meaning', raw.meaning),
    fields,
    severity: raw.severity == null ? null : readSeverity(read, raw.severity, fields),
    licence: raw.licence == null ? null : read.text('licence', raw.licence),
    link: raw.link == null ? null : read.link('link', raw.link),
    colours: read
      .list('colours', raw.colours, 1, mostValues)
      .map((one, i) => read.matching(`colours[${i}]`, one, /^#[0-9a-f]{6}$/, 'such as #08306b')),
    distanceLimitMetres: distance as number,
  };
}

type Fail = (field: string, expected: string, got: unknown) => never;
type Values = ReturnType<typeof openValues>;

function parsed(text: string, fail: Fail): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return fail('the file', `JSON (${(error as Error).message})`, text.slice(0, 40));
  }
}

function openValues(fail: Fail) {
  const object = (field: string, value: unknown, known: readonly string[]): Raw => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return fail(field, 'an object', value);
    }
    const other = Object.keys(value).find(key => !known.includes(key));
    if (other !== undefined) fail(field, `the fields ${known.join(', ')}`, other);
    return value as Raw;
  };
  const text = (field: string, value: unknown): string =>
    typeof value === 'string' && /\S/.test(value) && value.length <= mostText && isPlain(value)
      ? value
      : fail(field, `a text of at most ${mostText} characters on one line`, value);
  return {
    object,
    text,
    texts(field: string, value: unknown): Texts {
      const { el, en } = object(field, value, ['el', 'en']);
      return { el: text(`${field}.el`, el), en: text(`${field}.en`, en) };
    },
    list: (field: string, value: unknown, least: number, most: number): readonly unknown[] =>
      Array.isArray(value) && value.length >= least && value.length <= most
        ? value
        : fail(field, `a list of ${least} to ${most}`, value),
    matching: (
      field: string,
      value: unknown,
      form: Pick<RegExp, 'test'>,
      expected: string,
    ): string =>
      typeof value === 'string' && form.test(value) ? value : fail(field, expected, value),
    link(field: string, value: unknown): string {
      const url = typeof value === 'string' && value.length <= mostText ? URL.parse(value) : null;
      const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
      if (url && isWeb && url.username === '' && url.password === '') return url.href;
      return fail(field, 'a link that begins with https:// or http://', value);
    },
  };
}

function isPlain(text: string): boolean {
  return !/\p{Cc}/u.test(text) && text.isWellFormed();
}

function readField(read: Values, at: string, value: unknown): ZoneField {
  const raw = read.object(at, value, ['field', 'name', 'type', 'unit', 'columns']);
  const expected = `1 to 40 of a-z, 0-9 and _, and not one of ${reservedFields.join(', ')}`;
  const isFree = (name: string) => !(reservedFields as readonly string[]).includes(name);
  const form = { test: (name: string) => /^[a-z][a-z0-9_]{0,39}$/.test(name) && isFree(name) };
  return {
    field: read.matching(`${at}.field`, raw.field, form, expected),
    name: read.texts(`${at}.name`, raw.name),
    type: read.matching(
      `${at}.type`,
      raw.type ?? 'text',
      /^(?:text|number|date)$/,
      fieldTypes.join(', '),
    ) as FieldType,
    unit: raw.unit == null ? null : read.text(`${at}.unit`, raw.unit),
    columns: read
      .list(`${at}.columns`, raw.columns ?? [], 0, mostValues)
      .map((one, i) => read.text(`${at}.columns[${i}]`, one)),
  };
}

function readSeverity(read: Values, value: unknown, fields: readonly ZoneField[]): SeverityOrder {
  const raw = read.object('severity', value, ['field', 'order', 'spellings']);
  const names = fields.map(({ field }) => field);
  const isField = { test: (name: string) => names.includes(name) };
  const field = read.matching('severity.field', raw.field, isField, names.join(', '));
  if (raw.order === 'descending' || raw.order === 'ascending') return { field, order: raw.order };
  const order = read
    .list('severity.order, or ascending or descending', raw.order, 1, mostValues)
    .map((one, i) => read.text(`severity.order[${i}]`, one));
  if (raw.spellings === undefined) return { field, order };
  return { field, order, spellings: readSpellings(read, raw.spellings, order) };
}

/** The spellings of each value; one that means another value too is refused. */
function readSpellings(read: Values, value: unknown, order: readonly string[]): string[][] {
  const raw = read.object('severity.spellings', value, order);
  const known = classPlaces({ order });
  return order.map((name, place) => {
    const at = `severity.spellings.${name}`;
    const list = Object.hasOwn(raw, name) ? read.list(at, raw[name], 0, mostValues) : [];
    return list.map((one, i) => {
      const text = read.text(`${at}[${i}]`, one);
      const other = known.get(plainClass(text)) ?? place;
      const isOwn = { test: () => other === place };
      known.set(plainClass(text), other);
      return read.matching(`${at}[${i}]`, text, isOwn, `a text that does not mean ${order[other]}`);
    });
  });
}

/** A zone without the value that decides comes last; JSON has no Infinity. */
export const leastSevere = Number.MAX_VALUE;

/** The place of a zone in the order of severity: the smallest number is the severest. */
export function severityOf(
  { severity }: ZoneKind,
  attributes: Readonly<Record<string, string | number>>,
): number {
  const value = severity ? attributes[severity.field] : undefined;
  if (!severity || value === undefined) return leastSevere;
  if (severity.order === 'descending' || severity.order === 'ascending') {
    const number = typeof value === 'number' ? value : Date.parse(value);
    if (!Number.isFinite(number)) return leastSevere;
    return severity.order === 'descending' ? -number : number;
  }
  return placeOf(severity, value) ?? severity.order.length;
}

/** The class that a value means, as the list of the kind spells it; undefined if it is none of them. */
export function classNamed(severity: SeverityOrder, value: string | number): string | undefined {
  const place = placeOf(severity, value);
  return place === undefined ? undefined : (severity.order as readonly string[])[place];
}

/** A value as the list has it goes before one that is only spelt alike. */
function placeOf(severity: SeverityOrder, value: string | number): number | undefined {
  const places = classPlaces(severity);
  return places.get(exactClass(value)) ?? places.get(plainClass(value));
}

/** The places of each order by the spellings of its values. */
const knownPlaces = new WeakMap<object, Map<string, number>>();

function classPlaces(severity: Pick<SeverityOrder, 'order' | 'spellings'>): Map<string, number> {
  const places = knownPlaces.get(severity) ?? new Map<string, number>();
  if (places.size > 0 || typeof severity.order === 'string') return places;
  const add = (key: string, place: number) => places.has(key) || places.set(key, place);
  for (const [place, value] of severity.order.entries()) add(exactClass(value), place);
  for (const [place, value] of severity.order.entries()) {
    for (const text of [value, ...(severity.spellings?.[place] ?? [])])
      add(plainClass(text), place);
  }
  knownPlaces.set(severity, places);
  return places;
}

function exactClass(value: string | number): string {
  return String(value).trim().toLowerCase();
}

/** Greek capitals that look like Latin ones. */
const lookAlikes = new Map(
  [...'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'].map((letter, i) => [letter, 'ABEZHIKMNOPTYX'[i]!]),
);

/** What is compared of a value: `T=50`, `t 50`, `T-50` and a Greek `Τ50` are the same. */
export function plainClass(value: string | number): string {
  const capitals = String(value).normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().trim();
  const alike = capitals.replace(/[Α-Ω]/g, letter => lookAlikes.get(letter) ?? letter);
  // The minus of a number counts; signs between words do not.
  const words = alike.match(/^-|\p{L}+|\d+(?:\.\d+)*|[^\s=_.'’-]/gu) ?? [];
  // Beside a word, `1.000` is a thousand: a Greek `T=1.000` is not once a year.
  const isThousand = (word: string) => word === '1.000' && words.length > 1;
  return words.map(word => (isThousand(word) ? '1000' : word.replace(/\.0+$/, ''))).join(' ');
}
