import { type Bytes, badFile, openBytes } from '../../../files/bytes.ts';
import { chooseLayer } from '../choose-layer.ts';
import type { FeatureReader } from '../reader.ts';
import { parseSrsName, type Srs } from '../srs-name.ts';
import { localName, readXml } from '../xml.ts';
import { followMembers, gatherFeatures } from './features.ts';

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
