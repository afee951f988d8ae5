import type { Schema } from '../http/reference/openapi.ts';

/** Declarations of the types that have a name of their own (the schema's `title`), by name. */
export type NamedTypes = Map<string, string>;

interface Style {
  /** Whether optional properties may also be given as undefined: kind to who builds an input. */
  readonly mayBeUndefined?: boolean;
}

/** A schema as an exported TypeScript declaration. */
export function typeDeclaration(
  name: string,
  schema: Schema,
  named: NamedTypes,
  style: Style = {},
): string {
  const comment = docComment(schema.description ?? '', '');
  if (!schema.properties) return `${comment}export type ${name} = ${plainType(schema, named)};\n`;
  return `${comment}export interface ${name} ${objectType(schema, named, '', style)}\n`;
}

/** A schema as a TypeScript type; what has a title is declared by it, once. */
export function typeText(schema: Schema, named: NamedTypes, indent = ''): string {
  const { title } = schema;
  if (title === undefined) return plainType(schema, named, indent);
  const declaration = typeDeclaration(title, schema, named);
  const known = named.get(title);
  if (known !== undefined && known !== declaration) {
    throw new Error(`two schemas with the title ${title} differ`);
  }
  named.set(title, declaration);
  return title;
}

function plainType(schema: Schema, named: NamedTypes, indent = ''): string {
  if (schema.anyOf) return schema.anyOf.map(one => typeText(one, named, indent)).join(' | ');
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (schema.properties) return objectType(schema, named, indent);
  if (typeof schema.additionalProperties === 'object') {
    return `Readonly<Record<string, ${typeText(schema.additionalProperties, named, indent)}>>`;
  }
  if (schema.items) return `readonly ${inList(typeText(schema.items, named, indent))}[]`;
  return [schema.type ?? 'unknown'].flat().map(simpleType).join(' | ');
}

function inList(text: string): string {
  return text.includes(' | ') && !text.startsWith('{') ? `(${text})` : text;
}

function simpleType(type: string): string {
  return type === 'integer' ? 'number' : type;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function objectType(schema: Schema, named: NamedTypes, indent: string, style: Style = {}): string {
  const { properties = {}, required = [] } = schema;
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, property]) => {
    const isRequired = required.includes(name);
    const type = typeText(property, named, inner);
    const orUndefined = !isRequired && style.mayBeUndefined ? ' | undefined' : '';
    const comment = docComment(property.description ?? '', inner);
    return `${comment}${inner}readonly ${name}${isRequired ? '' : '?'}: ${type}${orUndefined};`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

/** A comment of lines of at most 100 characters, ending with its line; nothing for no text. */
export function docComment(text: string, indent: string): string {
  if (text === '') return '';
  // Such an end would let a description write code.
  const safe = text.replaceAll('*/', '* /');
  const oneLine = `${indent}/** ${safe} */`;
  if (oneLine.length <= 100) return `${oneLine}\n`;
  const lines = wrap(safe, 97 - indent.length).map(line => `${indent} * ${line}`);
  return `${indent}/**\n${lines.join('\n')}\n${indent} */\n`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
}
