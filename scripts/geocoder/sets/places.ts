import type { GeocoderRows } from '#domain/geocoder/rows/geocoder-rows.ts';
import { fold } from '#domain/geocoder/text/fold.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import { firstWithin, type MeasuredSet, type Question, questionSet } from '../measured-set.ts';
import type { OpenPlace } from '../open-data.ts';

const institutions = new Set([
  'amenity=hospital',
  'amenity=townhall',
  'amenity=bus_station',
  'amenity=ferry_terminal',
  'railway=station',
  'aeroway=aerodrome',
]);
const islands = new Set(['place=island', 'place=islet']);

/** Islands, and hospitals, town halls and stations by their name. */
export function placeSets(rows: GeocoderRows, places: readonly OpenPlace[]): MeasuredSet[] {
  const listed = rows.localities.filter(({ kind, name }) => kind === 'island' && name.length >= 3);
  const none = { shipped: null, osm: null };
  const islandQuestions = listed.map(island => ({
    query: island.name,
    isRight: firstWithin(island, Math.max(15_000, island.accuracyMetres)),
  }));
  const near = (metres: number) => (place: OpenPlace) => ({
    query: place.name,
    isRight: nearNamesake(places, place, metres),
  });
  const named = places.filter(({ tag }) => institutions.has(tag));
  return [
    questionSet(
      'islands of our table by name, on it or within 15 km',
      { shipped: 100, osm: 95 },
      islandQuestions,
    ),
    questionSet(
      'islands and islets of OpenStreetMap by name, within 15 km',
      { shipped: null, osm: 95 },
      places.filter(({ tag }) => islands.has(tag)).map(near(15_000)),
    ),
    questionSet(
      'hospitals, town halls, stations, ports by name, within 1 km',
      { shipped: null, osm: 85 },
      named.map(near(1_000)),
      // Every namesake is right, and each has only its share of the confidence.
      false,
    ),
    questionSet(
      'the same with their town',
      none,
      named.flatMap(place => {
        const town = place.town;
        return town === null || place.name.includes(town)
          ? []
          : [{ ...near(1_000)(place), query: `${place.name} ${town}` }];
      }),
    ),
  ];
}

/** By name alone every place of that name and kind is right. */
function nearNamesake(
  places: readonly OpenPlace[],
  place: OpenPlace,
  metres: number,
): Question['isRight'] {
  const same = places.filter(
    other => fold(other.name) === fold(place.name) && other.tag === place.tag,
  );
  return ([first]) =>
    first !== undefined && same.some(other => metresBetween(first, other) <= metres);
}
