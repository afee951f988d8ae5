import { type Bytes, badFile, openBytes } from '../../../files/bytes.ts';
import type { Unreadable } from '../../../files/unreadable.ts';
import { skipByteOrderMark, windowOn } from '../byte-window.ts';
import { featureOrUnreadable } from '../feature-or-unreadable.ts';
import { notesOn, parseHead, readCollection } from '../geojson/collection.ts';
import { takeHead } from '../geojson/take-json-parts.ts';
import { membersOf } from '../json-text.ts';
import type { Feature, FeatureReader } from '../reader.ts';
import { epsgOfPrj, nameInPrj } from '../shapefile/prj.ts';
import { readEsriGeometry } from './geometry.ts';

/** The coordinate system: its EPSG number, and its name in the file. */
interface System {
  readonly epsg: number | undefined;
  readonly crsName: string | undefined;
}

/** Opens an ESRI feature set, gzipped or not, as ArcGIS services return it with `f=json`. */
export async function openEsriJson(path: string): Promise<FeatureReader> {
  const bytes = await openBytes(path);
  const system = await findSystem(path, bytes);
  let notes: readonly string[] = [];
  return {
    unit: 'feature',
    ...system,
    decimalSign: () => '.',
    notes: () => notes,
    totalBytes: bytes.totalBytes,
    bytesRead: bytes.bytesRead,
    async *features() {
      const { outer, hasFeatures } = yield* readCollection(path, bytes, toFeature);
      if (!hasFeatures) throw badFile(path, 'expected a list of features');
      notes = notesOn(outer);
    },
  };
}

/** It is usually before the features. If not, this skips over all of them to find it. */
async function findSystem(path: string, bytes: Bytes): Promise<System> {
  const system = systemIn(await readHead(path, bytes));
  if (system) return system;
  const features = readCollection(path, bytes, number => ({ number, problem: '' }));
  for (let step = await features.next(); ; step = await features.next()) {
    if (step.done) return systemIn(step.value.outer) ?? { epsg: undefined, crsName: undefined };
  }
}

async function readHead(path: string, bytes: Bytes): Promise<unknown> {
  await using window = windowOn(bytes.chunks());
  await skipByteOrderMark(window);
  return parseHead(path, await takeHead(path, window));
}

function systemIn(outer: unknown): System | undefined {
  const { spatialReference } = membersOf(outer);
  const { wkid, latestWkid, wkt } = membersOf(spatialReference);
  const number = latestWkid ?? wkid;
  if (typeof number === 'number') return { epsg: number, crsName: `wkid ${number}` };
  if (typeof wkt === 'string') return { epsg: epsgOfPrj(wkt), crsName: nameInPrj(wkt) };
  return undefined;
}

function toFeature(number: number, value: unknown): Feature | Unreadable {
  const { attributes, geometry } = membersOf(value);
  return featureOrUnreadable(number, () => ({
    properties: membersOf(attributes),
    geometry: geometry ? readEsriGeometry(membersOf(geometry)) : null,
  }));
}
