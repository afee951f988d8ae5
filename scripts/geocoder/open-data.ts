// Known truth from open data, read from a folder: settlements and other places of Crete and Thessaly
// from OpenStreetMap and the borders of the municipalities of 2010 (both in `greece`), and shops with
// their addresses (in `addresses`).
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import { metresBetween } from '#tools/geo/earth.ts';
import { areasAt, packAreas } from '#tools/geo/packed-areas.ts';
import type { PolygonGeometry } from '#tools/geo/polygon.ts';

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

/** A place of another kind whose position is known. */
export interface OpenPlace {
  /** Its main tag: `amenity=hospital`. */
  readonly tag: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** The nearest city or town within 5 km, or null. */
  readonly town: string | null;
}

/** A municipality of 2010 with its border. */
export interface Border {
  readonly name: string;
  readonly geometry: PolygonGeometry;
}

/** The file of nodes in the folder. */
export function nodesFile(folder: string): string {
  return `${folder}/greece/nodes-crete-thessaly-2019.osm.gz`;
}

/** A shop with its address, as its owner wrote it. */
export interface Shop {
  /** With the house number, where there is one. */
  readonly street: string;
  readonly town: string;
  /** Five digits, or empty. */
  readonly code: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** The shops of the list: a heading, and a row for each. */
export function readShops(folder: string): Shop[] {
  const [, ...rows] = readFileSync(`${folder}/addresses/shops.csv`, 'utf8').trim().split('\n');
  return rows.map(row => {
    const [street, number, town, code, latitude, longitude] = row.trim().split(',');
    const address = [street, number].filter(Boolean).join(' ');
    return {
      street: address,
      town: town!,
      code: code ?? '',
      latitude: Number(latitude),
      longitude: Number(longitude),
    };
  });
}

const settlementKinds = new Set(['city', 'town', 'village', 'hamlet', 'suburb', 'neighbourhood']);

interface Node {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string;
  readonly tags: ReadonlyMap<string, string>;
}

/** The settlements and the other named places of the file of nodes. */
export function readOpenData(folder: string) {
  const nodes = readNodes(nodesFile(folder));
  const municipalityAt = municipalityFinder(readBorders(folder));
  const settlements = nodes
    .filter(({ tags, name }) => settlementKinds.has(tags.get('place') ?? '') && isGreek(name))
    .map(node => toSettlement(node, municipalityAt(node)));
  const towns = settlements.filter(({ kind }) => kind === 'city' || kind === 'town');
  const places = nodes
    .filter(({ tags }) => !settlementKinds.has(tags.get('place') ?? ''))
    .map(node => toPlace(node, towns));
  return { settlements, places };
}

/** The borders of all municipalities of 2010. */
export function readBorders(folder: string): Border[] {
  const text = unzipped(`${folder}/greece/municipalities-2010.topojson.gz`);
  const topology = JSON.parse(text) as Topology;
  const collection = feature(topology, Object.values(topology.objects)[0]!);
  const features = 'features' in collection ? collection.features : [collection];
  return features.map(({ geometry, properties }) => ({
    name: String(properties?.NAME),
    geometry: geometry as unknown as PolygonGeometry,
  }));
}

function readNodes(file: string): Node[] {
  const nodes = unzipped(file).matchAll(
    /<node id="\d+" lat="([^"]+)" lon="([^"]+)">(.*?)<\/node>/g,
  );
  return [...nodes].flatMap(([, latitude, longitude, body]) => {
    const tags = new Map(
      [...body!.matchAll(/<tag k="([^"]+)" v="([^"]*)"/g)].map(([, k, v]) => [k!, unescaped(v!)]),
    );
    const name = tags.get('name:el') ?? tags.get('name');
    if (name === undefined) return [];
    return [{ latitude: Number(latitude), longitude: Number(longitude), name, tags }];
  });
}

function toSettlement(node: Node, municipality: string | null): Settlement {
  const { tags, name, latitude, longitude } = node;
  return {
    kind: tags.get('place')!,
    name,
    english: tags.get('name:en') ?? null,
    population: Number(tags.get('population') ?? 0),
    latitude,
    longitude,
    municipality,
  };
}

function toPlace({ tags, name, latitude, longitude }: Node, towns: readonly Settlement[]) {
  const key = [...tags.keys()].find(tag => !tag.startsWith('name') && tag !== 'population')!;
  const metresTo = (town: Settlement) => metresBetween(town, { latitude, longitude });
  const [town] = towns
    .filter(row => metresTo(row) <= 5_000)
    .toSorted((a, b) => metresTo(a) - metresTo(b));
  return { tag: `${key}=${tags.get(key)}`, name, latitude, longitude, town: town?.name ?? null };
}

function municipalityFinder(borders: readonly Border[]) {
  const areas = packAreas(borders.map(({ geometry }) => geometry));
  return ({ longitude, latitude }: Node): string | null => {
    const [area] = areasAt(areas, longitude, latitude);
    return area === undefined ? null : borders[area]!.name;
  };
}

function isGreek(name: string): boolean {
  return /[α-ω]/i.test(name);
}

function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&amp;', '&');
}

function unzipped(file: string): string {
  return gunzipSync(readFileSync(file)).toString('utf8');
}
