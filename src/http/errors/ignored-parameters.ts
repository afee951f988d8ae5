import type { RouteOptions } from 'fastify';
import Type, { type TObject } from 'typebox';

/** On a query: the names of the parameters that its operation does not have. */
const ignored = Symbol('ignored');

/** A query whose unknown parameters were ignored. */
type Query = Record<string, unknown> & { [ignored]?: readonly string[] };

/** Keeps the names of ignored parameters for the header of the response. */
export function ignoreParameters(query: object, names: readonly string[]): void {
  (query as Query)[ignored] = names;
}

const strict = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`.',
  }),
);

/**
 * Adds `strict` to a route that ignores unknown parameters, and names those in the header
 * `Ktima-Ignored`. A request without any costs one look at a property.
 */
export function reportIgnoredParameters(route: RouteOptions): void {
  const query = route.schema?.querystring as
    | (TObject & { additionalProperties?: boolean })
    | undefined;
  if (!query || query.additionalProperties === false || 'strict' in query.properties) return;
  route.schema = { ...route.schema, querystring: Type.Object({ ...query.properties, strict }) };
  const { handler } = route;
  route.handler = function (request, reply) {
    const names = (request.query as Query)[ignored];
    if (names) reply.header('ktima-ignored', listed(names));
    return handler.call(this, request, reply);
  };
}

const [mostNames, mostCharacters] = [5, 40];

/** At most five names of at most 40 characters, percent-encoded, and how many more there are. */
function listed(names: readonly string[]): string {
  const first = names.slice(0, mostNames).map(name => name.slice(0, mostCharacters).toWellFormed());
  const more = names.length - first.length;
  return first
    .map(encodeURIComponent)
    .concat(more > 0 ? [`+${more}`] : [])
    .join(', ');
}

/** The known name that differs from this one only by one letter, underscores or case. */
export function similarName(name: string, known: readonly string[]): string | undefined {
  if (name.length > mostCharacters) return undefined;
  const letters = bare(name);
  return known.find(one => isOneEdit(bare(one), letters));
}

function bare(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

/** Whether two texts differ by at most one letter: added, left out or another one. */
function isOneEdit(one: string, other: string): boolean {
  if (one.length > other.length) return isOneEdit(other, one);
  if (other.length - one.length > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const rest = one.length === other.length ? one.slice(at + 1) : one.slice(at);
  return rest === other.slice(at + 1);
}
