import { PbfWriter } from 'pbf';
import { point, polygon, type TileGeometry } from './tile-geometry.ts';
import { extent } from './tile-scheme.ts';

/** The most bytes of a tile before compression. */
export const mostTileBytes = 500_000;

/** A value of a property; null is left out. */
type Value = string | number | null;

/** A feature of a tile. */
export interface TileFeature {
  readonly layer: string;
  readonly geometry: TileGeometry;
  readonly properties: Readonly<Record<string, Value>>;
}

/** A feature with more points is left out: it would crowd out all others. */
const mostPoints = 100_000;

/**
 * Encodes a Mapbox Vector Tile of version 2. Features come in the order of their importance, which
 * is also their order in a layer. Of a tile over `mostTileBytes` the last features are left out.
 * Without features it has no bytes.
 */
export function encodeTile(features: readonly TileFeature[]): Uint8Array {
  let kept = features.filter(({ geometry }) => pointCount(geometry) <= mostPoints);
  let bytes = encode(kept);
  while (bytes.length > mostTileBytes) {
    // Less than in proportion: important features are larger than those left out.
    const share = Math.min(0.95, mostTileBytes / bytes.length);
    kept = kept.slice(0, Math.floor(kept.length * share));
    bytes = encode(kept);
  }
  return bytes;
}

function pointCount({ parts }: TileGeometry): number {
  let count = 0;
  for (const part of parts) count += part.length / 2;
  return count;
}

/** Field numbers and commands of the Vector Tile Specification 2.1, §4 and vector_tile.proto. */
const tileFields = { layer: 3 } as const;
const layerFields = { name: 1, feature: 2, key: 3, value: 4, extent: 5, version: 15 } as const;
const featureFields = { tags: 2, type: 3, geometry: 4 } as const;
const valueFields = { text: 1, double: 3, unsigned: 5 } as const;
const [moveTo, lineTo, closePath] = [1, 2, 7] as const;

function encode(features: readonly TileFeature[]): Uint8Array {
  const tile = new PbfWriter();
  for (const [name, own] of Map.groupBy(features, ({ layer }) => layer)) {
    tile.writeBytesField(tileFields.layer, encodeLayer(name, own));
  }
  return tile.finish();
}

function encodeLayer(name: string, features: readonly TileFeature[]): Uint8Array {
  const layer = new PbfWriter();
  layer.writeVarintField(layerFields.version, 2);
  layer.writeStringField(layerFields.name, name);
  layer.writeVarintField(layerFields.extent, extent);
  const keys = new Map<string, number>();
  const values = new Map<string | number, number>();
  for (const { properties, geometry } of features) {
    const tags = tagsOf(properties, keys, values);
    layer.writeMessage(layerFields.feature, writeFeature, { tags, geometry });
  }
  for (const key of keys.keys()) layer.writeStringField(layerFields.key, key);
  for (const value of values.keys()) layer.writeMessage(layerFields.value, writeValue, value);
  return layer.finish();
}

/** The numbers of the keys and values of a feature, in turn; new ones get the next number. */
function tagsOf(
  properties: TileFeature['properties'],
  keys: Map<string, number>,
  values: Map<string | number, number>,
): number[] {
  const tags: number[] = [];
  for (const key in properties) {
    const value = properties[key]!;
    if (value !== null) tags.push(numberOf(key, keys), numberOf(value, values));
  }
  return tags;
}

function numberOf<T>(one: T, numbers: Map<T, number>): number {
  const known = numbers.get(one);
  if (known !== undefined) return known;
  numbers.set(one, numbers.size);
  return numbers.size - 1;
}

function writeFeature(
  { tags, geometry }: { tags: number[]; geometry: TileGeometry },
  feature?: PbfWriter,
): void {
  feature!.writePackedVarint(featureFields.tags, tags);
  feature!.writeVarintField(featureFields.type, geometry.type);
  feature!.writeMessage(featureFields.geometry, writeCommands, geometry);
}

function writeValue(value: string | number, message?: PbfWriter): void {
  if (typeof value === 'string') message!.writeStringField(valueFields.text, value);
  else if (Number.isSafeInteger(value) && value >= 0) {
    message!.writeVarintField(valueFields.unsigned, value);
  } else message!.writeDoubleField(valueFields.double, value);
}

/** Writes commands with their counts, and steps from point to point. */
function writeCommands({ type, parts }: TileGeometry, commands?: PbfWriter): void {
  let x = 0;
  let y = 0;
  for (const part of parts) {
    const count = part.length / 2;
    const moves = type === point ? count : 1;
    commands!.writeVarint(command(moveTo, moves));
    for (let i = 0; i < part.length; i += 2) {
      if (i === 2 * moves) commands!.writeVarint(command(lineTo, count - moves));
      commands!.writeVarint(zigzag(part[i]! - x));
      commands!.writeVarint(zigzag(part[i + 1]! - y));
      x = part[i]!;
      y = part[i + 1]!;
    }
    if (type === polygon) commands!.writeVarint(command(closePath, 1));
  }
}

function command(id: number, count: number): number {
  return (count << 3) | id;
}

function zigzag(value: number): number {
  return (value << 1) ^ (value >> 31);
}
