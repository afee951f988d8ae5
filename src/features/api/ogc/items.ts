import Type from 'typebox';
import type { ParcelSrid } from '#domain/property/parcels.ts';
import { type Batch, readBbox, type SearchArea } from '#domain/property/search-area.ts';
import { whole } from '#http/openapi/wire-types.ts';
import type { Scope } from '#http/scopes.ts';
import { errorResponses, unavailable } from '#http/server/error-answers.ts';
import { openSlots } from '#http/server/slots.ts';
import type { Server } from '#http/server/typed-server.ts';
import type { StoreReader } from '#storage/store/store.ts';
import { KtimaError } from '#tools/errors.ts';
import type { ApiParts } from '../api-parts.ts';
import { sridOf } from './crs-parameter.ts';
import { checkDatetime, ItemQuery, type ItemsQuery, itemsQuery } from './item-parameters.ts';
import { type AtOneMoment, pageLimits, sendItem, sendItems } from './send-items.ts';

/** What an operation is called, and what it answers. */
interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly response: object;
  /** Why there is nothing, if that is possible. */
  readonly notFound?: string;
}

/** A collection of features, which are found by box and by id. */
interface ItemCollection<Row, After> {
  /** Its name in paths, perhaps with a parameter, and the schema of that. */
  readonly name: string;
  readonly params?: Readonly<Record<string, Type.TSchema>>;
  /** What one of its features is called. */
  readonly one: string;
  /** The scope of its tokens; without one it needs none. */
  readonly scope?: Scope;
  /** What may be down, for the description. */
  readonly needs: string;
  /** The parameter in which a page has the end of the one before. */
  readonly after: Type.TSchema;
  readonly list: Described;
  readonly single: Described & { readonly idName: string; readonly id: Type.TSchema };
  /** Opens the collection of a request; it may not exist. All is read from `rows`. */
  open(
    params: Readonly<Record<string, string>>,
    rows: StoreReader,
  ): Promise<{
    readonly name: string;
    /** Throws INVALID_INPUT for an end that no page has. */
    search(area: SearchArea, after: After | undefined): AsyncIterable<Batch<Row, string | number>>;
    find(id: string): Promise<Row | undefined>;
  }>;
  toFeature(row: Row, srid: ParcelSrid): { readonly id: string | number };
}

/** The id after which a page begins, of features with whole numbers as ids. */
export const afterNumber = whole('Id after which the page begins; the link `next` has it.', {
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
});

/** The whole number of an id in a path; undefined if it is none. */
export function readNumber(id: string): number | undefined {
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}

/** `GET /ogc/collections/{name}/items` and one of them by its id */
export function registerItems<Row, After>(
  server: Server,
  { clock, store }: Pick<ApiParts, 'clock'> & { readonly store: AtOneMoment },
  collection: ItemCollection<Row, After>,
): void {
  const { name, one, scope, params = {}, list, single } = collection;
  const path = `/ogc/collections/${name}/items`;
  const slots = openSlots(pageLimits, `pages of ${one}s`);
  const route = (described: Described, querystring: Type.TSchema, wrong: string, own: object) => {
    const { response, notFound, ...words } = described;
    const failures = errorResponses({
      400: wrong,
      ...(notFound && { 404: notFound }),
      503: unavailable(collection.needs),
    });
    return {
      ...(scope && { config: { scope } }),
      schema: {
        ...words,
        tags: ['GIS'],
        ...(!scope && { security: [] }),
        ...(Object.keys(own).length > 0 && { params: Type.Object(own as typeof params) }),
        querystring,
        response: { 200: response, ...failures },
      },
    };
  };
  const wrongPage = 'A parameter is not as described, comes twice or is unknown.';
  const pages = itemsQuery(collection.after);
  server.get(path, route(list, pages, wrongPage, params), async (request, reply) => {
    const query = request.query as ItemsQuery & { readonly after?: After };
    checkDatetime(query.datetime);
    const area = readBbox('bbox', query.bbox, sridOf(query['bbox-crs']));
    const srid = sridOf(query.crs);
    const toFeature = (row: Row) => collection.toFeature(row, srid);
    const open = async (rows: StoreReader) => {
      const { search } = await collection.open(request.params as Record<string, string>, rows);
      return { batches: search(area, query.after), toFeature };
    };
    return sendItems(request, reply, query, slots, { store, open }, clock());
  });
  const { idName, id, ...words } = single;
  const wrongOne = 'A parameter is not as described or is unknown.';
  const onePath = `${path}/:${idName}`;
  const oneRoute = route(words, ItemQuery, wrongOne, { ...params, [idName]: id });
  server.get(onePath, oneRoute, async (request, reply) => {
    const { crs } = request.query as Type.Static<typeof ItemQuery>;
    const asked = request.params as Record<string, string>;
    const { name, row } = await store.atOneMoment(async rows => {
      const { name, find } = await collection.open(asked, rows);
      return { name, row: await find(asked[idName]!) };
    });
    if (!row) throw new KtimaError('NOT_FOUND', `there is no ${one} with this id`);
    return sendItem(request, reply, collection.toFeature(row, sridOf(crs)), name, crs);
  });
}
