import type { Unreadable } from '../../../files/bytes.ts';
import type { Feature } from '../reader.ts';
import type { Srs } from '../srs-name.ts';
import { localName, type XmlEvents } from '../xml.ts';
import { type FeatureGatherer, gatherFeature } from './feature.ts';

const memberNames = new Set(['member', 'members', 'featureMember', 'featureMembers']);
// A collection may be a member of another one; then its members are the features.
const collectionNames = new Set(['FeatureCollection', 'SimpleFeatureCollection', 'SpatialDataSet']);

/** Finds the features of a GML file of one type: elements directly below a member of a collection. */
export function gatherFeatures(
  fileSrs: Srs | undefined,
  type: string,
): XmlEvents<Feature | Unreadable> {
  const members = followMembers();
  let number = 0;
  let feature: FeatureGatherer | undefined;
  return {
    open(name, attributes) {
      const local = localName(name);
      if (!members.open(local)) feature?.open(local, attributes);
      else if (++number && local === type) feature = gatherFeature(number, fileSrs, attributes);
      return undefined;
    },
    close(name, text) {
      members.close();
      const whole = feature?.close(localName(name), text);
      if (whole) feature = undefined;
      return whole;
    },
  };
}

/** Follows the elements of a file; `open` returns whether a feature begins. */
export function followMembers() {
  const ancestors: string[] = [];
  let depthInFeature = 0;
  return {
    open(local: string): boolean {
      if (depthInFeature > 0) {
        depthInFeature++;
        return false;
      }
      const isFeature = memberNames.has(ancestors.at(-1) ?? '') && !collectionNames.has(local);
      if (isFeature) depthInFeature = 1;
      else ancestors.push(local);
      return isFeature;
    },
    close(): void {
      if (depthInFeature > 0) depthInFeature--;
      else ancestors.pop();
    },
  };
}
