import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

/*
 * All parameters and fields of all operations are in names.tsv: name, type, unit, null. A new one is a
 * line there, so that a second spelling, type or unit of the same thing is seen before it is released.
 */

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** The unit that the end of a name says. */
const units: readonly (readonly [ending: RegExp, unit: string])[] = [
  [/(^|_)eur(_per)?_m2$/, '€/m²'],
  [/_m2$/, 'm²'],
  [/_m$/, 'm'],
  [/_eur$/, '€'],
  [/(^|_)percent$/, '%'],
  [/(^|_)bytes$/, 'bytes'],
  [/(^|_)degrees$|^(latitude|longitude)$/, '°'],
  [/(^|_)minutes$/, 'minutes'],
  [/(^|_)seconds$/, 'seconds'],
  [/(_|^)years$/, 'years'],
];

/** What the contract names without a unit, and what is compared with it. */
const fixed: Readonly<Record<string, string>> = {
  area: 'm²',
  build_area: 'm²',
  distance: 'm',
  as_new: '€',
  as_is: '€',
  sum_insured: '€',
};

function unitOf(name: string): string {
  return fixed[name] ?? units.find(([ending]) => ending.test(name))?.[1] ?? '';
}

/** The type in one word, and whether it may be null. */
function typeOf(schema: Schema): { readonly type: string; readonly isNull: boolean } {
  const { anyOf, oneOf, $ref, items, format } = schema;
  if ($ref) return { type: $ref.split('/').at(-1)!, isNull: false };
  const branches = anyOf ?? oneOf;
  if (branches) {
    const all = branches.map(typeOf);
    const names = all.map(({ type }) => type).filter(type => type !== 'null');
    return {
      type: [...new Set(names)].join('|'),
      isNull: all.some(({ type, isNull }) => isNull || type === 'null'),
    };
  }
  const types = [schema.type ?? (schema.enum || schema.const ? 'string' : 'any')].flat();
  const [type = 'null'] = types.filter(one => one !== 'null');
  const shown = type === 'array' ? `list of ${items ? typeOf(items).type : 'any'}` : type;
  return { type: format ?? shown, isNull: types.includes('null') && types.length > 1 };
}

interface Field {
  readonly name: string;
  readonly schema: Schema;
}

function* fieldsOf(node: unknown): Generator<Field> {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) for (const one of node) yield* fieldsOf(one);
  const { name, in: place, schema } = node as { name?: string; in?: string; schema?: Schema };
  if (name !== undefined && place !== undefined && schema) yield { name, schema };
  for (const [key, value] of Object.entries(node)) {
    if (key === 'example' || key === 'examples') continue;
    if (key !== 'properties') {
      yield* fieldsOf(value);
      continue;
    }
    for (const [field, own] of Object.entries(value as Record<string, Schema>)) {
      yield { name: field, schema: own };
      yield* fieldsOf(own);
    }
  }
}

const descriptions = ['api', 'auth'].map(host =>
  JSON.parse(readFileSync(`docs/openapi/${host}.json`, 'utf8')),
);
const fields = descriptions.flatMap(description => [...fieldsOf(description)]);

/** Names of standards that have capitals: OGC API Features, and headers. */
const ofStandards = /^(conformsTo|itemType|numberReturned|storageCrs|timeStamp)$|-/;

test('names.tsv has every parameter and field, with type, unit and null', () => {
  const nulls = new Map<string, Set<boolean>>();
  for (const { name, schema } of fields) {
    const { type, isNull } = typeOf(schema);
    const key = `${name}\t${type}\t${unitOf(name)}`;
    nulls.set(key, (nulls.get(key) ?? new Set()).add(isNull));
  }
  const lines = [...nulls].map(
    ([key, found]) => `${key}\t${found.size === 2 ? 'sometimes' : found.has(true) ? 'yes' : 'no'}`,
  );
  const [, ...expected] = readFileSync('test/http/names.tsv', 'utf8').trimEnd().split('\n');
  const missing = lines.filter(line => !expected.includes(line));
  const gone = expected.filter(line => !lines.includes(line));
  assert.deepEqual({ missing: missing.sort(), gone }, { missing: [], gone: [] });
});

test('no two names differ only in underscores or case', () => {
  const names = [...new Set(fields.map(({ name }) => name))];
  const bare = names.map(name => name.replace(/[_-]/g, '').toLowerCase());
  assert.deepEqual(
    names.filter((_, i) => bare.indexOf(bare[i]!) !== i),
    [],
  );
  assert.deepEqual(
    names.filter(name => !/^[a-z0-9_]+$/.test(name) && !ofStandards.test(name)),
    [],
  );
});

test('a number that is described in metres or square metres says so at its end', () => {
  const wrong = fields.filter(({ name, schema }) => {
    const isNumber = /^(number|integer)/.test(typeOf(schema).type);
    const text = schema.description ?? '';
    const isArea = /\b(square metres|in m²)/i.test(text);
    const isLength = !isArea && /\b(in metres|metres (of|from|to)\b)/i.test(text);
    return isNumber && unitOf(name) === '' && (isArea || isLength);
  });
  assert.deepEqual([...new Set(wrong.map(({ name }) => name))], []);
});

test('years are whole numbers, and days and moments have a format', () => {
  const wrong = fields.filter(({ name, schema }) => {
    const { type } = typeOf(schema);
    if (/(^|_)year$/.test(name)) return type !== 'integer';
    return type === 'string' && /(^|_)(at|date|valid_from)$/.test(name);
  });
  assert.deepEqual([...new Set(wrong.map(({ name }) => name))], []);
});
