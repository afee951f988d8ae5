import type { Unreadable } from '#tools/files/bytes.ts';
import { type Bytes, badFile, openBytes } from '#tools/files/bytes.ts';
import { localName, readXml, type XmlEvents } from '#tools/files/xml.ts';
import { parseSrsName, type Srs } from '../crs/srs-name.ts';
import { chooseLayer, type Feature, type FeatureReader } from '../reader.ts';
import { type FeatureGatherer, gatherFeature } from './gml-feature.ts';

/**
 * Opens a GML file, plain or gzipped: INSPIRE data sets (such as CadastralParcels 3.0 and 4.0) and
 * WFS responses. Of several feature types, `layer` names the one to read. Positions are returned x
 * first, that is longitude or easting, in any axis order of the file.
 */
export async function openGml(path: string, layer?: string | undefined): Promise<FeatureReader> {
  const bytes = await openBytes(path);
  const { srs, types } = await findTypes(path, bytes);
  if (types.length === 0)
    throw badFile(path, 'no features, expected a GML collection with members');
  const type = chooseLayer(path, types, layer);
  return {
    unit: 'feature',
    epsg: srs?.epsg,
    crsName: srs?.name,
    // XML Schema defines the decimal point.
    decimalSign: () => '.',
    totalBytes: bytes.totalBytes,
    bytesRead: bytes.bytesRead,
    features: () => readXml(path, bytes, gatherFeatures(srs, type)),
  };
}

/** Reads the file once for the names of its features and the first `srsName`. */
async function findTypes(path: string, bytes: Bytes) {
  const members = followMembers();
  const types = new Set<string>();
  let srs: Srs | undefined;
  const tags = readXml<never>(path, bytes, {
    open(name, { srsName }) {
      const local = localName(name);
      if (members.open(local)) addType(types, local);
      if (srsName) srs ??= parseSrsName(srsName);
      return undefined;
    },
    close() {
      members.close();
      return undefined;
    },
  });
  await Array.fromAsync(tags);
  return { srs, types: [...types] };
}

/** A hostile file may have a new name for each feature. */
function addType(types: Set<string>, name: string): void {
  types.add(name);
  if (types.size > mostTypes) throw new RangeError(`more than ${mostTypes} types of features`);
}

const mostTypes = 1_000;

const memberNames = new Set(['member', 'members', 'featureMember', 'featureMembers']);
// A collection may be a member of another one; then its members are the features.
const collectionNames = new Set(['FeatureCollection', 'SimpleFeatureCollection', 'SpatialDataSet']);

/** Finds the features of a GML file of one type: elements directly below a member of a collection. */
function gatherFeatures(fileSrs: Srs | undefined, type: string): XmlEvents<Feature | Unreadable> {
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
function followMembers() {
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
