import { kaekFormat, longestKaek, parseKaek, parseKaekStart } from '#domain/property/kaek.ts';
import { type Parcel, parcelFeature } from '#domain/property/parcels.ts';
import { parcelsOfArea } from '#domain/property/parcels-of-area.ts';
import { text } from '#http/openapi/wire-types.ts';
import type { Server } from '#http/server/typed-server.ts';
import { invalid } from '#tools/errors.ts';
import type { ApiParts } from '../api-parts.ts';
import { ParcelItem, ParcelItems } from './feature-schemas.ts';
import { registerItems } from './items.ts';

/** `GET /ogc/collections/parcels/items` and one of them by its KAEK */
export function registerParcelItems(server: Server, parts: ApiParts): void {
  registerItems<Parcel, string>(server, parts, {
    name: 'parcels',
    one: 'parcel',
    needs: 'The database',
    after: text(
      'KAEK, or the beginning of one, after which the page begins; the link `next` has it.',
      { minLength: 1, maxLength: longestKaek, 'x-expected': kaekFormat },
    ),
    list: {
      operationId: 'ogcParcels',
      summary: 'Parcels of a box',
      description: 'Parcels in the order of their KAEK, by box and in pages.',
      response: ParcelItems,
    },
    single: {
      operationId: 'ogcParcel',
      summary: 'A parcel by its KAEK',
      description: 'The parcel as a GeoJSON Feature.',
      response: ParcelItem,
      notFound: 'No parcel with this id is loaded.',
      idName: 'kaek',
      id: text('KAEK of the parcel, or of a unit on it.', { examples: ['050099901001'] }),
    },
    open: async (_, rows) => ({
      name: 'parcels',
      search: (area, after) => parcelsOfArea(rows, area, afterCode(after)),
      async find(id) {
        const kaek = parseKaek(id);
        return kaek === undefined ? undefined : rows.findParcel(kaek);
      },
    }),
    toFeature: parcelFeature,
  });
}

function afterCode(text: string | undefined): string {
  if (text === undefined) return '';
  const kaek = parseKaek(text) ?? parseKaekStart(text);
  if (kaek === undefined) throw invalid('after', kaekFormat);
  return kaek;
}
