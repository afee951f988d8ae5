import type { NamedPlace } from '#domain/geocoder/rows/country-rows.ts';
import { fold } from '#domain/geocoder/text/fold.ts';
import { canBeAssembled } from '../assembly/assemble-areas.ts';
import type { OsmObject } from '../assembly/osm-object.ts';
import type { OsmTags } from '../readers/elements.ts';
import { lifecycleCheck, valueAmong } from './conditions.ts';
import { groupNear } from './group-by-distance.ts';
import {
  byKindThenId,
  type Identity,
  identityOf,
  type OsmLayer,
  reachOfOutline,
  roundedPoint,
} from './layer.ts';
import type { OsmMapping } from './mapping.ts';
import { everyNameOf, joinedNames } from './osm-names.ts';

interface Candidate extends Identity {
  readonly place: NamedPlace;
}

/** The platforms of a station and the parts of a museum are one place up to here, in metres. */
const samePlaceMetres = 400;

/**
 * Collects places that people search by name and that have none of the 25 types: those with a tag
 * in the `named` list of the mapping. `isTyped` returns whether the layer of places has the object.
 */
export function osmNamedPlaces(
  { named, lifecycle }: OsmMapping,
  isTyped: (object: OsmObject) => boolean,
): OsmLayer<NamedPlace> {
  const candidates: Candidate[] = [];
  const keys = Object.entries(named).map(([key, values]) => ({
    key,
    values,
    isInUse: lifecycleCheck(undefined, lifecycle, key),
  }));
  const categoryOf = (tags: OsmTags): string | undefined => {
    for (const { key, values, isInUse } of keys) {
      const value = valueAmong(tags, key, values);
      if (value !== undefined && isInUse(tags, value)) return `${key}=${value}`;
    }
    return undefined;
  };
  return {
    wants: (kind, tags) =>
      categoryOf(tags) !== undefined &&
      everyNameOf(tags) !== undefined &&
      canBeAssembled(kind, tags),
    // A beach or a bay that an extract cuts is no mistake of the file.
    isRow: kind => kind === 'node',
    add(object) {
      const { kind, id, tags, point, outline } = object;
      const category = categoryOf(tags);
      const names = everyNameOf(tags);
      if (category === undefined || names === undefined || isTyped(object)) return;
      const reachMetres = reachOfOutline(outline, point);
      const place = { externalId: `${kind}/${id}`, category, ...names };
      candidates.push({
        ...identityOf(object),
        place: { ...place, ...roundedPoint(point), reachMetres },
      });
    },
    settle() {
      candidates.sort(inOrder);
      const nameOf = ({ place }: Candidate) => fold(place.name);
      const groups = groupNear(candidates, ({ place }) => place, nameOf, samePlaceMetres);
      return groups
        .sort(([a], [b]) => inOrder(a!, b!))
        .map(group => group.map(({ place }) => place).reduce(asOne));
    },
  };
}

/** Areas first: the middle of a museum is a better position than the sign at its gate. */
const inOrder = byKindThenId('way', 'relation', 'node');

function asOne(first: NamedPlace, other: NamedPlace): NamedPlace {
  return { ...first, otherNames: joinedNames(first, other) };
}
