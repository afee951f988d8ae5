/** A document with every `$ref` replaced by what it refers to. */
export function inlineReferences<Document extends object>(document: Document): Document {
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref } = value as { readonly $ref?: string };
    if ($ref !== undefined) return inline(follow(document, $ref));
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inline(inner)]));
  };
  return inline(document) as Document;
}

/** What a reference like `#/components/schemas/Error` refers to; throws where there is nothing. */
function follow(document: object, reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => {
      const found = (value as Record<string, unknown>)[key];
      if (found === undefined) throw new Error(`${reference} refers to nothing`);
      return found;
    }, document);
}
