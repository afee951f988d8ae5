import type { Unreadable } from '../../../files/unreadable.ts';
import type { Feature } from '../reader.ts';
import type { Srs } from '../srs-name.ts';
import { localName, type XmlEvents } from '../xml.ts';
import { type FeatureGatherer, gatherFeature } from './feature.ts';

const memberNames = new Set(['member', 'members', 'featureMember', 'featureMembers']);
// A collection may be a member of another one; then its members are the features.
const collectionNames = new Set(['FeatureCollection', 'SimpleFeatureCollection', 'SpatialDataSet']);

/** Finds the features of a GML file: every element directly below a member of a collection. */
export function gatherFeatures(fileSrs: Srs | undefined): XmlEvents<Feature | Unreadable> {
  const ancestors: string[] = [];
  let number = 0;
  let feature: FeatureGatherer | undefined;
  return {
    open(name, attributes) {
      const local = localName(name);
      if (feature) feature.open(local, attributes);
      else if (memberNames.has(ancestors.at(-1) ?? '') && !collectionNames.has(local)) {
        feature = gatherFeature(++number, fileSrs, attributes);
      } else ancestors.push(local);
      return undefined;
    },
    close(name, text) {
      const whole = feature?.close(localName(name), text);
      if (whole) feature = undefined;
      else if (!feature) ancestors.pop();
      return whole;
    },
  };
}
