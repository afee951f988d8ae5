import { readFile } from 'node:fs/promises';
import { KtimaError } from '../../errors.ts';

/** A GeoJSON feature and where it stood, for messages. */
export interface Feature {
  readonly where: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: unknown;
}

/** Reads the features of a GeoJSON FeatureCollection. */
export async function* readGeoJson(path: string): AsyncGenerator<Feature> {
  const { features } = await readJson(path);
  if (!Array.isArray(features)) {
    throw new KtimaError('BAD_DATA', `${path}: expected a GeoJSON FeatureCollection`);
  }
  for (const [i, { properties, geometry }] of features.entries()) {
    yield { where: `${path}, feature ${i + 1}`, properties: properties ?? {}, geometry };
  }
}

async function readJson(path: string): Promise<{ features?: unknown }> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new KtimaError('BAD_DATA', `${path}: ${(cause as Error).message}`, { cause });
  }
}
