import type { Schema } from './openapi.ts';

/** A field of a body, however deep it lies. */
export interface Field {
  /** The names of what it lies in, outermost first; `[]` marks an array. */
  readonly parents: readonly string[];
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** The fields of a body in the order of the document, each followed by what is inside it. */
export function fieldsOf(schema: Schema, parents: readonly string[] = []): Field[] {
  const { properties = {}, required = [] } = schema;
  const own = Object.entries(properties).flatMap(([name, property]) => [
    { parents, name, required: required.includes(name), schema: property },
    ...fieldsOf(property, [...parents, property.items ? `${name}[]` : name]),
  ]);
  const inItems = schema.items ? fieldsOf(schema.items, parents) : [];
  const inVariants = (schema.anyOf ?? []).flatMap(variant => fieldsOf(variant, parents));
  return [...own, ...inItems, ...inVariants];
}

/** The type of a value in a few words, such as `string or null` or `array of number`. */
export function typeInWords(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeInWords))].join(' or ');
  if (schema.type === 'array') return `array of ${typeInWords(schema.items ?? {})}`;
  if (typeof schema.additionalProperties === 'object') {
    return `object of ${typeInWords(schema.additionalProperties)} values`;
  }
  const known = [schema.type ?? valueTypes(schema)].flat();
  const type = known.length > 0 ? known.join(' or ') : 'any';
  return schema.format ? `${type} (${schema.format})` : type;
}

function valueTypes({ enum: values, const: value }: Schema): string[] {
  const given = values ?? (value === undefined ? [] : [value]);
  return [...new Set(given.map(one => (one === null ? 'null' : typeof one)))];
}

/** What a value must fulfil beyond its type, in words; values are in backticks. */
export function rulesInWords(schema: Schema): string[] {
  const rules = [
    schema['x-expected'] ?? patternRule(schema) ?? lengthRule(schema),
    choiceRule(schema),
    rangeRule(schema),
    spanInWords(schema.minItems, schema.maxItems, 'items'),
    ...(schema.items && !schema.items.properties ? eachRule(schema.items) : []),
    schema.default === undefined ? undefined : `default ${code(schema.default)}`,
  ];
  return rules.filter(rule => rule !== undefined);
}

function eachRule(items: Schema): string[] {
  return rulesInWords(items).map(rule => `each ${rule}`);
}

function patternRule({ pattern }: Schema): string | undefined {
  return pattern === undefined ? undefined : `matches ${code(pattern)}`;
}

function lengthRule({ minLength, maxLength }: Schema): string | undefined {
  return spanInWords(minLength, maxLength, 'characters');
}

function choiceRule(schema: Schema): string | undefined {
  if (schema.const !== undefined) return `always ${code(schema.const)}`;
  if (!schema.enum) return undefined;
  const values = schema.enum.map(code);
  return values.length === 1 ? `always ${values[0]}` : `one of ${values.join(', ')}`;
}

function rangeRule(schema: Schema): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  const bounds = [
    bound('>', exclusiveMinimum) ?? bound('≥', minimum),
    bound('<', exclusiveMaximum) ?? bound('≤', maximum),
  ];
  return bounds.filter(one => one !== undefined).join(' and ') || undefined;
}

function bound(sign: string, limit: number | undefined): string | undefined {
  return limit === undefined ? undefined : `${sign} ${limit}`;
}

function spanInWords(min: number | undefined, max: number | undefined, unit: string) {
  if (min !== undefined && max !== undefined) return `${min} to ${max} ${unit}`;
  if (min !== undefined) return `at least ${min} ${unit}`;
  return max === undefined ? undefined : `at most ${max} ${unit}`;
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
