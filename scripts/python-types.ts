import type { Schema } from '#http/openapi/document.ts';
import type { Host } from './client-operations.ts';

/** The keywords of JSON Schema that only the Python client reads. */
interface Described extends Schema {
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly const?: unknown;
  readonly additionalProperties?: boolean | Schema;
}

export type PythonTypes = ReturnType<typeof pythonTypes>;

const plainTypes: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** The types that were asked for, as a Python module of TypedDicts. */
export function pythonTypes(schemas: Readonly<Record<Host, Readonly<Record<string, Schema>>>>) {
  /** The text of each definition by its name; empty while it is being written. */
  const definitions = new Map<string, string>();

  /** A type name for a schema of a host; what both hosts have is prefixed on the second. */
  function nameOf(host: Host, name: string): string {
    return host === 'auth' && name in schemas.api ? `Auth${name}` : name;
  }

  function resolve(host: Host, schema: Schema): Described {
    return schema.$ref ? schemas[host][schema.$ref.split('/').at(-1)!]! : schema;
  }

  /** The Python type of a schema. Objects in it get a definition, unnamed ones as `hint`. */
  function typeOf(host: Host, schema: Described, hint: string, prefix = ''): string {
    const target = resolve(host, schema);
    const name = schema.$ref ? nameOf(host, schema.$ref.split('/').at(-1)!) : hint;
    const inner = (one: Schema, part = name) => typeOf(host, one, part, prefix);
    const parts = target.anyOf ?? target.oneOf;
    if (parts) return union(parts.map((one, index) => inner(one, `${name}${index + 1}`)));
    if (target.enum || 'const' in target) {
      const literal = `Literal[${(target.enum ?? [target.const]).map(literalOf).join(', ')}]`;
      return schema.$ref ? prefix + define(name, () => `${name} = ${literal}\n`) : literal;
    }
    if (Array.isArray(target.type)) {
      return union(target.type.map(type => inner({ ...target, type })));
    }
    if (target.type === 'array') return `list[${inner(target.items ?? {}, `${name}Item`)}]`;
    if (target.properties) return prefix + define(name, () => classOf(host, name, target));
    if (target.type === 'object') return `dict[str, ${valuesOf(target, inner)}]`;
    return plainTypes[String(target.type)] ?? 'Any';
  }

  function define(name: string, write: () => string): string {
    if (definitions.has(name)) return name;
    definitions.set(name, '');
    definitions.set(name, write());
    return name;
  }

  function classOf(host: Host, name: string, { properties = {}, required, description }: Schema) {
    const fields = Object.entries(properties).map(([field, schema]) => {
      const part = name + field[0]!.toUpperCase() + field.slice(1);
      const type = typeOf(host, schema, part);
      return [field, required?.includes(field) ? type : `NotRequired[${type}]`] as const;
    });
    if (fields.every(([field]) => isName(field))) {
      const doc = description ? `    """${docText(description)}"""\n\n` : '';
      const lines = fields.map(([field, type]) => `    ${field}: ${type}\n`).join('');
      return `class ${name}(TypedDict):\n${doc}${lines}`;
    }
    const lines = fields.map(([field, type]) => `        "${field}": '${type}',\n`).join('');
    return `${name} = TypedDict(\n    "${name}",\n    {\n${lines}    },\n)\n`;
  }

  return {
    resolve,
    typeOf,
    file: () => `"""The types of inputs and answers."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired

${[...definitions.values()].map(text => `\n${text}`).join('\n')}`,
  };
}

/** Text for a docstring, in one line. */
export function docText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', "'").replaceAll(/\s+/g, ' ');
}

function valuesOf({ additionalProperties }: Described, typeOf: (schema: Schema) => string): string {
  return typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'Any';
}

function union(types: readonly string[]): string {
  // A list may contain a union of its own.
  const all = new Set(types.flatMap(type => (type.includes('[') ? [type] : type.split(' | '))));
  // None comes last, as usual.
  return [...[...all].filter(type => type !== 'None'), ...(all.has('None') ? ['None'] : [])].join(
    ' | ',
  );
}

function literalOf(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

const keywords = new Set(
  `False None True and as assert async await break class continue def del elif else except finally
  for from global if import in is lambda nonlocal not or pass raise return try while with yield`.split(
    /\s+/,
  ),
);

/** Whether a field can be written as an attribute of a class. */
function isName(field: string): boolean {
  return /^[A-Za-z_]\w*$/.test(field) && !keywords.has(field);
}
