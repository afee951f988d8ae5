import type { OpenApi, Operation, Security, Tag } from './openapi.ts';

/** An operation with its place: method and path in the document, an id in the page. */
export interface Entry {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly name: string;
  readonly operation: Operation;
  readonly needsToken: boolean;
}

/** Operations under one heading. */
export interface Group extends Tag {
  readonly id: string;
  readonly entries: readonly Entry[];
}

/** All operations by their first tag, in the order of the document's tags; the untagged are last. */
export function groupsOf(api: OpenApi): Group[] {
  const byTag = Map.groupBy(entriesOf(api), entry => entry.operation.tags?.[0] ?? 'Other');
  const described = new Map(api.tags?.map(tag => [tag.name, tag]));
  const names = new Set([...described.keys(), ...byTag.keys()]);
  return [...names]
    .filter(name => byTag.has(name))
    .map(name => ({
      ...(described.get(name) ?? { name }),
      id: `tag-${slug(name)}`,
      entries: byTag.get(name)!,
    }));
}

function entriesOf(api: OpenApi): Entry[] {
  return Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      id: `operation-${slug(operation.operationId ?? `${method} ${path}`)}`,
      method: method.toUpperCase(),
      path,
      name: operation.summary ?? path,
      operation,
      needsToken: asksForToken(operation.security ?? api.security ?? []),
    })),
  );
}

/** An alternative without any scheme means that a call may also come without a token. */
function asksForToken(security: Security): boolean {
  return security.length > 0 && security.every(schemes => Object.keys(schemes).length > 0);
}

/** A text as a part of an id: letters and digits of any alphabet, hyphens for the rest. */
export function slug(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
}
