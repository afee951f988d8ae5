import { type Bytes, badFile, openBytes } from '../../../files/bytes.ts';
import type { FeatureReader } from '../reader.ts';
import { parseSrsName, type Srs } from '../srs-name.ts';
import { readXml } from '../xml.ts';
import { gatherFeatures } from './features.ts';

/**
 * Opens a GML file, plain or gzipped: INSPIRE data sets (such as CadastralParcels 3.0 and 4.0) and
 * WFS responses. Positions are returned x first, that is longitude or easting, in any axis order of
 * the file.
 */
export async function openGml(path: string): Promise<FeatureReader> {
  const bytes = await openBytes(path);
  const srs = await findSrs(path, bytes);
  return {
    unit: 'feature',
    epsg: srs?.epsg,
    crsName: srs?.name,
    // XML Schema defines the decimal point.
    decimalSign: () => '.',
    totalBytes: bytes.totalBytes,
    bytesRead: bytes.bytesRead,
    async *features() {
      let any = false;
      for await (const feature of readXml(path, bytes, gatherFeatures(srs))) {
        any = true;
        yield feature;
      }
      if (!any) throw badFile(path, 'no features, expected a GML collection with members');
    },
  };
}

/** The first `srsName` of the file; without one, this reads the whole file. */
async function findSrs(path: string, bytes: Bytes): Promise<Srs | undefined> {
  const names = readXml(path, bytes, {
    open: (_, { srsName }) => srsName && parseSrsName(srsName),
    close: () => undefined,
  });
  for await (const srs of names) if (srs) return srs;
  return undefined;
}
