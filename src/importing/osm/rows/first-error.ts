import type { TSchema } from 'typebox';
import { Errors, Pointer } from 'typebox/value';

/** The parts of a schema that messages are made of. */
interface Keywords {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Keywords>>;
  /** What is expected, in words. */
  readonly 'x-expected'?: string;
}

/** The first part of a value that does not fit a schema: its path and what was expected. */
interface FirstError {
  /** Names of fields, and positions in lists from 1 on. */
  readonly path: readonly string[];
  readonly expected: string;
}

/** Finds the first error; undefined when there is none. */
export function firstError(schema: TSchema, value: unknown): FirstError | undefined {
  // Skipped: that a value is not of the other types of a union does not explain the fault.
  const error = Errors(schema, value).find(
    ({ keyword, schemaPath }) => keyword !== 'type' || !/\/anyOf\/\d+$/.test(schemaPath),
  );
  if (error === undefined) return undefined;
  const path = pathIn(value, error.instancePath);
  const at = schemaAt(schema, error.schemaPath);
  switch (error.keyword) {
    case 'required': {
      const name = error.params.requiredProperties[0]!;
      return { path: [...path, name], expected: inWords(at.properties![name]!) };
    }
    // Nothing fits the schema of fields that are not named.
    case 'boolean': {
      const { properties } = schemaAt(schema, error.schemaPath.replace(/\/[^/]*$/, ''));
      return { path, expected: `only ${Object.keys(properties!).join(', ')}` };
    }
    case 'minItems':
      return { path, expected: 'at least one' };
    case '~refine':
      return { path, expected: error.message };
    default:
      return { path, expected: inWords(at) };
  }
}

function schemaAt(schema: TSchema, schemaPath: string): Keywords {
  return Pointer.Get(schema, schemaPath.slice(1)) as Keywords;
}

function inWords({ type, enum: allowed, 'x-expected': words }: Keywords): string {
  if (words !== undefined) return words;
  if (allowed) return allowed.map(item => `"${item}"`).join(' or ');
  if (type === 'boolean') return 'true or false';
  return type === 'array' ? 'a list' : 'an object';
}

function pathIn(value: unknown, pointer: string): string[] {
  let here = value;
  return Pointer.Indices(pointer).map(key => {
    const isList = Array.isArray(here);
    here = (here as Record<string, unknown>)[key];
    return isList ? String(Number(key) + 1) : key;
  });
}
