import { type Bytes, badFile, openBytes, type Unreadable } from '../../../files/bytes.ts';
import { skipByteOrderMark, windowOn } from '../byte-window.ts';
import { type NamedSystem, noSystem, systemInWkt } from '../crs/named-system.ts';
import { featureOrUnreadable } from '../feature-or-unreadable.ts';
import { notesOn, parseHead, readCollection } from '../geojson/collection.ts';
import { takeHead } from '../geojson/take-json-parts.ts';
import { membersOf } from '../json-text.ts';
import type { Feature, FeatureReader } from '../reader.ts';
import { readEsriGeometry } from './geometry.ts';

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
async function findSystem(path: string, bytes: Bytes): Promise<NamedSystem> {
  const system = systemIn(await readHead(path, bytes));
  if (system) return system;
  const features = readCollection(path, bytes, number => ({ number, problem: '' }));
  for (let step = await features.next(); ; step = await features.next()) {
    if (step.done) return systemIn(step.value.outer) ?? noSystem;
  }
}

async function readHead(path: string, bytes: Bytes): Promise<unknown> {
  await using window = windowOn(bytes.chunks());
  await skipByteOrderMark(window);
  return parseHead(path, await takeHead(path, window));
}

function systemIn(outer: unknown): NamedSystem | undefined {
  const { spatialReference } = membersOf(outer);
  const { wkid, latestWkid, wkt } = membersOf(spatialReference);
  const given = latestWkid ?? wkid;
  const number = typeof given === 'number' ? given : undefined;
  if (number === undefined && typeof wkt !== 'string') return undefined;
  const system = systemInWkt(typeof wkt === 'string' ? wkt : '', number);
  return number === undefined ? system : { ...system, crsName: `wkid ${number}` };
}

function toFeature(number: number, value: unknown): Feature | Unreadable {
  const { attributes, geometry } = membersOf(value);
  return featureOrUnreadable(number, () => ({
    properties: membersOf(attributes),
    geometry: geometry ? readEsriGeometry(membersOf(geometry)) : null,
  }));
}
