import type { TypedField, TypeSyntax } from './named-types.ts';

/** Types as interfaces. */
export const typeScriptSyntax: TypeSyntax = {
  plain: {
    string: 'string',
    integer: 'number',
    number: 'number',
    boolean: 'boolean',
    null: 'null',
  },
  any: 'unknown',
  union: types => [...new Set(types)].join(' | '),
  literal: value => (typeof value === 'string' ? quoted(value) : String(value)),
  literals: values => values.join(' | '),
  list: item => `readonly ${/[ |]/.test(item) ? `(${item})` : item}[]`,
  map: value => `{ readonly [name: string]: ${value} }`,
  alias: (name, type) => `export type ${name} =${wrapped(type)};\n`,
  object: (name, fields, description) =>
    `${comment(description, '')}export interface ${name} {\n${fields.map(fieldOf).join('')}}\n`,
};

/** A field of an interface, with its description. */
function fieldOf({ name, type, isRequired, description }: TypedField): string {
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : quoted(name);
  return `${comment(description, '  ')}  readonly ${key}${isRequired ? '' : '?'}: ${type};\n`;
}

/** A comment for editors, in one line. */
export function comment(text: string | undefined, indent: string): string {
  if (!text) return '';
  return `${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A long union has a line for each part. */
function wrapped(type: string): string {
  return type.length < 80 ? ` ${type}` : `\n  | ${type.split(' | ').join('\n  | ')}`;
}
