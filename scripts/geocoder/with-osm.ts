// A geocoder with OpenStreetMap imported, without a database file.

import { addCountry, packNamedPlaces } from '#domain/geocoder/country/add-country.ts';
import { mergeStreets } from '#domain/geocoder/country/merge-streets.ts';
import { buildGeocoder, type GeocoderIndex } from '#domain/geocoder/index/build-index.ts';
import { municipalityOf } from '#domain/geocoder/municipality-of.ts';
import type { Boundary } from '#domain/geocoder/rows/country-rows.ts';
import type { GeocoderRows } from '#domain/geocoder/rows/geocoder-rows.ts';
import { harvestOsm } from '#importing/osm/harvest.ts';
import { readOsmMapping } from '#importing/osm/rows/mapping.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { pointInside } from '#tools/geo/inside.ts';
import type { Border } from './open-data.ts';

/** The gazetteer's geocoder with all that files bring, and with borders of municipalities. */
export async function withOsm(
  gazetteer: GeocoderRows,
  files: readonly string[],
  borders: readonly Border[],
): Promise<GeocoderIndex> {
  const mapping = await readOsmMapping();
  const today = new Date().toISOString().slice(0, 10);
  const belongsTo = municipalityOf(buildGeocoder(gazetteer));
  const harvest = await harvestOsm(files, mapping, today, belongsTo, () => {});
  const store = openSqliteStore(':memory:');
  const from = { source: 'osm', origin: files.join(), checksum: '', licence: '' };
  const boundaries = [...harvest.boundaries.rows, ...borders.map(toBoundary)];
  await replaceRows(store, 'places', from, harvest.places.rows);
  await replaceRows(store, 'addresses', from, harvest.addresses.rows);
  await replaceRows(store, 'settlements', from, harvest.settlements.rows);
  await replaceRows(store, 'boundaries', from, boundaries);
  await replaceRows(store, 'named_places', from, harvest.named_places.rows);
  const country = {
    settlements: await store.readSettlements(),
    boundaries: await store.readBoundaries(),
  };
  const own = await store.readStreets();
  const streets = mergeStreets(gazetteer.streets, own, gazetteer.postalCodes);
  const index = buildGeocoder({ ...addCountry(gazetteer, country), streets });
  const namedPlaces = packNamedPlaces(index, await store.readNamedPlaces());
  await store.close();
  return { ...index, namedPlaces };
}

function toBoundary({ name, geometry }: Border): Boundary {
  const [longitude, latitude] = pointInside(geometry);
  const place = { externalId: null, name, otherNames: [], latitude, longitude };
  return { ...place, kind: 'municipality', geometry };
}
