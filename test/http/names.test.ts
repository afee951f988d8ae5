import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

/*
 * A name has one type in all parameters and fields of all operations. Those with several are in
 * names.tsv, so that another type of the same thing is seen before it is released.
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

/** The type in one word, whether or not it may be null. */
function typeOf(schema: Schema): string {
  const { anyOf, oneOf, $ref, items, format } = schema;
  if ($ref) return $ref.split('/').at(-1)!;
  const branches = anyOf ?? oneOf;
  if (branches) return [...new Set(branches.map(typeOf).filter(type => type !== 'null'))].join('|');
  const types = [schema.type ?? (schema.enum || schema.const ? 'string' : 'any')].flat();
  const [type = 'null'] = types.filter(one => one !== 'null');
  return format ?? (type === 'array' ? `list of ${items ? typeOf(items) : 'any'}` : type);
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

test('a name has one type, except those in names.tsv', () => {
  const typesOf = new Map<string, Set<string>>();
  for (const { name, schema } of fields) {
    typesOf.set(name, (typesOf.get(name) ?? new Set()).add(typeOf(schema)));
  }
  const several = [...typesOf].filter(([, types]) => types.size > 1);
  const lines = several.map(([name, types]) => `${name}\t${[...types].sort().join(', ')}`);
  const [, ...expected] = readFileSync('test/http/names.tsv', 'utf8').trimEnd().split('\n');
  assert.deepEqual(lines.sort(), expected.sort());
});

test('no two names differ only in underscores or case', () => {
  const names = [...new Set(fields.map(({ name }) => name))];
  const bare = names.map(name => name.replace(/[_-]/g, '').toLowerCase());
  const repeated = names.filter((_, i) => bare.indexOf(bare[i]!) !== i);
  const odd = names.filter(name => !/^[a-z0-9_]+$/.test(name) && !ofStandards.test(name));
  assert.deepEqual([repeated, odd], [[], []]);
});

test('a number that is described in metres or square metres says so at its end', () => {
  const wrong = fields.filter(({ name, schema }) => {
    const isNumber = /^(number|integer)/.test(typeOf(schema));
    const text = schema.description ?? '';
    const isArea = /\b(square metres|in m²)/i.test(text);
    const isLength = !isArea && /\b(in metres|metres (of|from|to)\b)/i.test(text);
    return isNumber && unitOf(name) === '' && (isArea || isLength);
  });
  assert.deepEqual([...new Set(wrong.map(({ name }) => name))], []);
});

test('years are whole numbers, and days and moments have a format', () => {
  const wrong = fields.filter(({ name, schema }) => {
    const type = typeOf(schema);
    if (/(^|_)year$/.test(name)) return type !== 'integer';
    return type === 'string' && /(^|_)(at|date|valid_from)$/.test(name);
  });
  assert.deepEqual([...new Set(wrong.map(({ name }) => name))], []);
});
