import type { OpenApi, Schema } from '#http/openapi/document.ts';
import type { Host } from './client-operations.ts';

/** The keywords of JSON Schema that only the types of clients need. */
interface Described extends Schema {
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly const?: unknown;
}

/** A field of an object. */
export interface TypedField {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
}

/** How a language writes types. */
export interface TypeSyntax {
  /** `string`, `integer`, `number`, `boolean` and `null`; anything else is `any`. */
  readonly plain: Readonly<Record<string, string>>;
  readonly any: string;
  union(types: readonly string[]): string;
  literal(value: unknown): string;
  literals(values: readonly string[]): string;
  list(item: string): string;
  /** An object with any names. */
  map(value: string): string;
  alias(name: string, type: string): string;
  object(name: string, fields: readonly TypedField[], description: string | undefined): string;
}

/** The types that were asked for; each object in them has a name. */
export interface NamedTypes {
  /** The schema that a schema refers to, or itself. */
  resolve(host: Host, schema: Schema): Schema;
  /** The type of a schema; objects in it get a definition, unnamed ones as `hint`. */
  typeOf(host: Host, schema: Schema, hint: string, prefix?: string): string;
  /** The definitions until now, in their order. */
  definitions(): readonly string[];
}

/** The named schemas of both descriptions as types of a language. */
export function namedTypes(
  descriptions: Readonly<Record<Host, OpenApi>>,
  syntax: TypeSyntax,
): NamedTypes {
  const schemas = {
    api: descriptions.api.components?.schemas ?? {},
    auth: descriptions.auth.components?.schemas ?? {},
  };
  /** The text of each definition by its name; empty while it is being written. */
  const written = new Map<string, string>();

  /** A type name for a schema of a host; where the hosts differ it is prefixed on the second. */
  function nameOf(host: Host, name: string): string {
    const isOther = host === 'auth' && name in schemas.api;
    return isOther && !isSame(schemas.api[name], schemas.auth[name]) ? `Auth${name}` : name;
  }

  function resolve(host: Host, schema: Schema): Described {
    return schema.$ref ? schemas[host][schema.$ref.split('/').at(-1)!]! : schema;
  }

  function typeOf(host: Host, schema: Described, hint: string, prefix = ''): string {
    const target = resolve(host, schema);
    const name = schema.$ref ? nameOf(host, schema.$ref.split('/').at(-1)!) : hint;
    const inner = (one: Schema, part = name) => typeOf(host, one, part, prefix);
    const named = (type: () => string) =>
      schema.$ref ? prefix + define(name, () => syntax.alias(name, type())) : type();
    const parts = target.anyOf ?? target.oneOf;
    if (parts) return syntax.union(parts.map((one, index) => inner(one, `${name}${index + 1}`)));
    if (target.enum || 'const' in target) {
      const values = target.enum ?? [target.const];
      return named(() => syntax.literals(values.map(syntax.literal)));
    }
    if (Array.isArray(target.type)) {
      return syntax.union(target.type.map(type => inner({ ...target, type })));
    }
    if (target.type === 'array') return syntax.list(inner(target.items ?? {}, `${name}Item`));
    if (target.properties) return prefix + define(name, () => objectOf(host, name, target));
    if (target.type === 'object') return syntax.map(valuesOf(target, inner));
    return syntax.plain[String(target.type)] ?? syntax.any;
  }

  /** Defines a type once; the definitions stay in the order of the first use. */
  function define(name: string, write: () => string): string {
    if (written.has(name)) return name;
    written.set(name, '');
    written.set(name, write());
    return name;
  }

  function objectOf(host: Host, name: string, { properties = {}, required, description }: Schema) {
    const fields = Object.entries(properties).map(([field, schema]) => ({
      name: field,
      type: typeOf(host, schema, name + field[0]!.toUpperCase() + field.slice(1)),
      isRequired: required?.includes(field) ?? false,
      description: schema.description,
    }));
    return syntax.object(name, fields, description);
  }

  function valuesOf({ additionalProperties }: Described, inner: (schema: Schema) => string) {
    return typeof additionalProperties === 'object' ? inner(additionalProperties) : syntax.any;
  }

  return { resolve, typeOf, definitions: () => [...written.values()] };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
