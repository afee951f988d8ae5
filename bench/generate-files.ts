import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OsmElement, OsmTags } from '#importing/osm/readers/elements.ts';
import { toGreekGrid } from '#tools/geo/greek-grid.ts';
import { mapPositions } from '#tools/geo/polygon.ts';
import { seeded } from '../test/seeded.ts';
import { generateParcels } from './generate.ts';

/** Writes that many parcels as newline-delimited GeoJSON on the Greek Grid, without areas. */
export function writeParcelFile(path: string, count: number): Promise<void> {
  return pipeline(Readable.from(parcelLines(count)), createWriteStream(path));
}

function* parcelLines(count: number): Generator<string> {
  for (const { kaek, geometry } of generateParcels(count)) {
    const onGrid = mapPositions(geometry, p => {
      const [east, north] = toGreekGrid(p);
      return [Math.round(east * 1000) / 1000, Math.round(north * 1000) / 1000];
    });
    const properties = { KAEK: kaek };
    yield `${JSON.stringify({ type: 'Feature', properties, geometry: onGrid })}\n`;
  }
}

const nodesPerWay = 8;
/** The radius of a way, in degrees. */
const wayRadius = 0.0002;

/**
 * An OpenStreetMap file of a country of one town: nodes without tags for the most part, one in a
 * hundred a place, one in a hundred a house, and ways over the rest: streets, parks, buildings. The
 * nodes of a way stand in a small circle.
 */
export function* generateOsm(nodes: number): Generator<OsmElement> {
  const random = seeded(4);
  let centre = { latitude: 0, longitude: 0 };
  for (let id = 1; id <= nodes; id++) {
    if ((id - 1) % nodesPerWay === 0) {
      centre = { latitude: 37.5 + random(), longitude: 23 + random() };
    }
    const angle = (2 * Math.PI * id) / nodesPerWay;
    const latitude = centre.latitude + wayRadius * Math.sin(angle);
    const longitude = centre.longitude + wayRadius * Math.cos(angle);
    yield { kind: 'node', id, latitude, longitude, tags: nodeTags(id, random) };
  }
  for (let id = 1; id * nodesPerWay < nodes; id++) {
    const first = (id - 1) * nodesPerWay + 1;
    const refs = Array.from({ length: nodesPerWay }, (_, i) => first + i);
    const tags = wayTags(id);
    yield { kind: 'way', id, refs: tags?.highway ? refs : [...refs, first], tags };
  }
}

function nodeTags(id: number, random: () => number): OsmTags | undefined {
  const draw = random();
  if (draw < 0.01) return { amenity: 'bank', name: `Τράπεζα ${id}` };
  if (draw >= 0.02) return undefined;
  return { 'addr:street': `Οδός ${id % 5_000}`, 'addr:housenumber': String(id % 90) };
}

function wayTags(id: number): OsmTags | undefined {
  if (id % 10 === 0) return { highway: 'residential', name: `Οδός ${id % 5_000}` };
  return id % 50 === 1 ? { leisure: 'park', name: `Πάρκο ${id}` } : { building: 'yes' };
}
