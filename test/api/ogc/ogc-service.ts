import { type NewPlace, replaceRows } from '#storage/store/store.ts';
import { openTestService, places, provenance } from '../../service.ts';
import { triangle } from './triangle.ts';

export const grid = 'http://www.opengis.net/def/crs/EPSG/0/2100';
export const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';

/** Triangles, ten in a row from south to north and the rows from west to east, 100 m apart. */
export const parcels = Array.from({ length: 100 }, (_, i) =>
  triangle(i, 23.7 + Math.floor(i / 10) / 1_000, 37.9 + (i % 10) / 1_000),
);

export const island: NewPlace = {
  ...places[0]!,
  external_id: 'node/fiji',
  name_en: 'Fiji "1"',
  name_gr: 'Φίτζι',
  latitude: -16.5,
  longitude: 179.9,
};

export const { api, store, token, clock } = await openTestService({
  places: [...places, island, { ...island, external_id: 'node/west', longitude: -179.9 }],
});

await replaceRows(store, 'parcels', provenance, parcels);
export const authorization = `Bearer ${token}`;

export const get = (path: string, headers: Record<string, string> = {}) =>
  api.inject({ url: `/ogc/${path}`, headers: { host: 'localhost:8000', ...headers } });

export const items = (query: string) => get(`collections/parcels/items${query && `?${query}`}`);
export const placeItems = (query: string) =>
  get(`collections/places/items?${query}`, { authorization });

export const idsOf = async (answer: ReturnType<typeof get>) =>
  (await answer).json().features.map((feature: { id: unknown }) => feature.id);

export const numbersOf = async (query: string) =>
  (await idsOf(items(query))).map((id: string) => Number(id.slice(-3)));

interface Link {
  readonly rel: string;
  readonly href: string;
}

export const linkOf = (answer: Awaited<ReturnType<typeof get>>, rel: string): string | undefined =>
  answer.json().links.find((link: Link) => link.rel === rel)?.href;
