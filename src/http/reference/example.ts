import type { Media, Parameter, Schema } from './openapi.ts';

/** A body as it may look: the one given, else one put together from the fields' own examples. */
export function exampleBody({ example, schema = {} }: Media): unknown {
  return example ?? exampleValue(schema);
}

/** The example given for a parameter. */
export function parameterExample({ example, schema }: Parameter): unknown {
  return example ?? schema?.examples?.[0];
}

/** A value that fits a schema, from its examples as far as it has any. */
export function exampleValue(schema: Schema): unknown {
  const given = schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0];
  if (given !== undefined) return given;
  if (schema.anyOf) return exampleValue(schema.anyOf[0] ?? {});
  if (schema.properties) return mapValues(schema.properties, exampleValue);
  if (typeof schema.additionalProperties === 'object') {
    return { '…': exampleValue(schema.additionalProperties) };
  }
  return schema.items ? [exampleValue(schema.items)] : bareValue(schema);
}

function mapValues(fields: Readonly<Record<string, Schema>>, make: (schema: Schema) => unknown) {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, make(schema)]));
}

function bareValue({ type }: Schema): unknown {
  switch ([type].flat()[0]) {
    case 'number':
    case 'integer':
      return 0;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return '…';
  }
}
