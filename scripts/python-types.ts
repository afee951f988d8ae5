import type { NamedTypes, TypedField, TypeSyntax } from './named-types.ts';

/** Types as TypedDicts. */
export const pythonSyntax: TypeSyntax = {
  plain: { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' },
  any: 'Any',
  union,
  literal(value) {
    if (value === null) return 'None';
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    return JSON.stringify(value);
  },
  literals: values => `Literal[${values.join(', ')}]`,
  list: item => `list[${item}]`,
  map: value => `dict[str, ${value}]`,
  alias: (name, type) => `${name} = ${type}\n`,
  object: classOf,
};

/** The module of types. */
export function pythonTypesFile(types: NamedTypes): string {
  return `"""The types of inputs and answers."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired

${types
  .definitions()
  .map(text => `\n${text}`)
  .join('\n')}`;
}

function classOf(name: string, fields: readonly TypedField[], description: string | undefined) {
  const typeOf = ({ type, isRequired }: TypedField) => (isRequired ? type : `NotRequired[${type}]`);
  if (fields.every(field => isName(field.name))) {
    const doc = description ? `    """${docText(description)}"""\n\n` : '';
    const lines = fields.map(field => `    ${field.name}: ${typeOf(field)}\n`).join('');
    return `class ${name}(TypedDict):\n${doc}${lines}`;
  }
  const lines = fields.map(field => `        "${field.name}": '${typeOf(field)}',\n`).join('');
  return `${name} = TypedDict(\n    "${name}",\n    {\n${lines}    },\n)\n`;
}

/** Text for a docstring, in one line. */
export function docText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', "'").replaceAll(/\s+/g, ' ');
}

function union(types: readonly string[]): string {
  // A list may contain a union of its own.
  const all = new Set(types.flatMap(type => (type.includes('[') ? [type] : type.split(' | '))));
  // None comes last, as usual.
  return [...[...all].filter(type => type !== 'None'), ...(all.has('None') ? ['None'] : [])].join(
    ' | ',
  );
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
