import { buildGeocoder } from '#domain/geocoder/index/build-index.ts';
import { buildWalkGraph } from '#domain/walking/build-graph.ts';
import { portOf } from '#http/server/lifecycle.ts';
import { readStaticFiles } from '#http/server/static-files.ts';
import { replaceRows } from '#storage/store/store.ts';
import { kindNames } from '../../console/src/property/places/kinds.ts';
import { street, town } from '../geocoder/small-town.ts';
import { openTestService, places, provenance, rates } from '../service.ts';
import { way } from '../walking/city.ts';
import { serveToBrowser } from './pages.ts';

/*
 * The console over a small town, in a browser without WebGL: all that is not the map must work
 * there. The test files of a process share it.
 */

/** A name of a place that would run in a page that shows it as anything but text. */
export const hostile =
  '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>';
/** One place of every kind that the usual places do not have, so that every kind is in the report. */
const otherKinds = kindNames
  .filter(kind => !places.some(({ place_type }) => place_type === kind))
  .map((kind, index) => ({
    ...places[2]!,
    external_id: kind,
    name_en: 'Leoforos Eleftheriou Venizelou',
    name_gr: 'Λεωφόρος Ελευθερίου Βενιζέλου',
    place_type: kind,
    latitude: 38.004 + index / 10_000,
  }));
/** Of `maria`, and of `nikos`, who has a second factor. */
export const password = 'a long enough password';

/** A street to the north, past all places; the airport is too far to walk. */
const walk = buildWalkGraph([
  way(
    1,
    [0, 4, 8].map(node => [node, 23, 38 + node / 100]),
  ),
]);

export const service = await openTestService({
  geocoder: buildGeocoder(
    town(
      street('Μεγάλης Οδού', { ranges: [{ from: 1, to: 20, side: 'both' }] }),
      street('Ελευθερίου Βενιζέλου', { otherNames: ['Πανεπιστημίου'] }),
    ),
  ),
  places: [
    ...places,
    { ...places[2]!, external_id: 'hostile', name_en: hostile, name_gr: hostile },
    ...otherKinds,
  ],
  // The postal codes of the town begin with 99. It has no rate of apartments.
  rates: rates
    .filter(({ propertyType }) => propertyType === 'house')
    .map(rate => ({ ...rate, postalPrefix: '99' })),
  chromium: '',
  walk: () => walk,
  console: {
    files: readStaticFiles('console/dist'),
    authUrl: () => new URL(`http://127.0.0.1:${portOf(service.auth)}`),
    map: {},
  },
  isConsoleOrigin: origin =>
    ['127.0.0.1', 'localhost'].some(name => origin === `http://${name}:${portOf(service.api)}`),
});
// A source with the usual licence, for the table of sources.
const osm = { ...provenance, source: 'osm', licence: '© OpenStreetMap contributors, ODbL 1.0' };
await replaceRows(service.store, 'named_places', osm, [
  {
    externalId: null,
    name: 'Μουσείο',
    otherNames: [],
    latitude: 38,
    longitude: 23,
    category: 'tourism=museum',
    reachMetres: 0,
  },
]);
await service.users.add('maria', password);
await service.users.add('nikos', password);
/** Of the second factor. */
export const { secret } = await service.users.enrol('nikos');
await serveToBrowser(service.api, service.auth);
export const home = `http://127.0.0.1:${portOf(service.api)}/`;
/** A point in the town. */
export const inTown = `${home}#at=38,23`;
