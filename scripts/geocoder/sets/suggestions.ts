import type { GeocoderIndex } from '../../../src/geocoder/build.ts';
import type { GeocoderRows } from '../../../src/geocoder/rows.ts';
import { suggest } from '../../../src/geocoder/suggest/suggest.ts';
import { fold } from '../../../src/geocoder/text/fold.ts';
import type { Judged, MeasuredSet } from '../measured-set.ts';
import { everyNth } from './streets.ts';

/** The first five letters of a street and its town: the street is among the first five suggestions. */
export function suggestionSet(rows: GeocoderRows): MeasuredSet {
  const known = new Map(rows.municipalities.map(row => [row.id, row]));
  const streets = everyNth(rows.streets, 2_000);
  const judge = async (index: GeocoderIndex) => {
    const judged: Judged[] = [];
    for (const { name, municipality } of streets) {
      const query = `${name.slice(0, 5)}, ${known.get(municipality)!.nominative}`;
      const list = await suggest(index, { text: query, limit: 5 });
      const isRight = list.some(({ components }) =>
        fold(components.street ?? '').includes(fold(name)),
      );
      judged.push({ query, first: undefined, isRight });
    }
    return judged;
  };
  return {
    title: 'first five letters of a street and its town: among the first five',
    aims: { shipped: 80, osm: 80 },
    isCalibrated: false,
    judge,
  };
}
