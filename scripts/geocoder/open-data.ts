// Known truth from open data: settlements with their municipality, read from a folder.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import { pointInPolygon } from '../../src/geo/inside.ts';
import type { PolygonGeometry } from '../../src/geo/polygon.ts';

/** A settlement whose position and municipality are known. */
export interface Settlement {
  readonly kind: string;
  readonly name: string;
  readonly english: string | null;
  readonly population: number;
  readonly latitude: number;
  readonly longitude: number;
  /** The municipality of 2010, in the genitive; null outside the borders. */
  readonly municipality: string | null;
}

const kinds = new Set(['city', 'town', 'village', 'hamlet', 'suburb', 'neighbourhood']);

/** The settlements of `nodes-crete-thessaly-2019.osm.gz` in the borders of `municipalities-2010`. */
export function readSettlements(folder: string): Settlement[] {
  const xml = unzipped(`${folder}/nodes-crete-thessaly-2019.osm.gz`);
  const municipalityAt = readBorders(`${folder}/municipalities-2010.topojson.gz`);
  return [...xml.matchAll(/<node id="\d+" lat="([^"]+)" lon="([^"]+)">(.*?)<\/node>/g)].flatMap(
    ([, lat, lon, body]) => {
      const tags = new Map(
        [...body!.matchAll(/<tag k="([^"]+)" v="([^"]*)"/g)].map(([, k, v]) => [k!, v!]),
      );
      const kind = tags.get('place') ?? '';
      const name = tags.get('name:el') ?? tags.get('name');
      if (!kinds.has(kind) || name === undefined || !/[α-ω]/i.test(name)) return [];
      const [latitude, longitude] = [Number(lat), Number(lon)];
      return [
        {
          kind,
          name,
          english: tags.get('name:en') ?? null,
          population: Number(tags.get('population') ?? 0),
          latitude,
          longitude,
          municipality: municipalityAt(longitude, latitude),
        },
      ];
    },
  );
}

function unzipped(file: string): string {
  return gunzipSync(readFileSync(file)).toString('utf8');
}

function readBorders(file: string): (longitude: number, latitude: number) => string | null {
  const topology = JSON.parse(unzipped(file)) as Topology;
  const collection = feature(topology, Object.values(topology.objects)[0]!);
  const features = 'features' in collection ? collection.features : [collection];
  const areas = features.map(({ geometry, properties }) => {
    const shape = geometry as unknown as PolygonGeometry;
    return { geometry: shape, box: boxOf(shape), name: String(properties?.NAME) };
  });
  return (longitude, latitude) => {
    const found = areas.find(
      ({ box, geometry }) =>
        longitude >= box[0] &&
        longitude <= box[2] &&
        latitude >= box[1] &&
        latitude <= box[3] &&
        pointInPolygon([longitude, latitude], geometry),
    );
    return found?.name ?? null;
  };
}

function boxOf(geometry: PolygonGeometry): [number, number, number, number] {
  const box: [number, number, number, number] = [180, 90, -180, -90];
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
  for (const [x, y] of rings.flat()) {
    box[0] = Math.min(box[0], x!);
    box[1] = Math.min(box[1], y!);
    box[2] = Math.max(box[2], x!);
    box[3] = Math.max(box[3], y!);
  }
  return box;
}
