import type { OpenApi } from './document.ts';

/** Values in a document that are data, not schemas. */
const dataKeys = new Set(['example', 'examples', 'const', 'enum']);

/**
 * Moves every schema that has a title to `components.schemas`, under that title, and refers to it
 * with `$ref`: code generators name their types by it.
 */
export function withNamedSchemas<Document extends Pick<OpenApi, 'paths' | 'components'>>(
  document: Document,
): Document {
  const schemas: Record<string, object> = {};
  const paths = move(document.paths, schemas) as Document['paths'];
  return { ...document, paths, components: { ...document.components, schemas } };
}

function move(value: unknown, schemas: Record<string, object>): unknown {
  if (Array.isArray(value)) return value.map(one => move(one, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    dataKeys.has(key) ? inner : move(inner, schemas),
  ]);
  const { title, ...schema } = Object.fromEntries(entries);
  // A property may be called `title`: its value is a schema.
  if (typeof title !== 'string') return Object.fromEntries(entries);
  const known = schemas[title] ?? schema;
  if (shapeOf(known) !== shapeOf(schema)) {
    throw new Error(`two schemas with the title ${title} differ`);
  }
  schemas[title] = { ...known, ...schema };
  return { $ref: `#/components/schemas/${title}` };
}

/** Without the examples: those of a whole body stand beside its schema. */
function shapeOf({ examples: _, ...schema }: { readonly examples?: unknown }): string {
  return JSON.stringify(schema);
}
