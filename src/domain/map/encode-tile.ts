import { PbfWriter } from 'pbf';
import { point, polygon } from './map-feature.ts';
import { mendPolygon } from './mend-polygon.ts';
import type { TileGeometry } from './tile-geometry.ts';
import { extent } from './tile-scheme.ts';

/** The most bytes of a tile before compression. */
export const mostTileBytes = 500_000;

/** Properties of a feature; null is left out. */
export type Properties = Readonly<Record<string, string | number | null>>;

/** A feature of a tile. */
export interface TileFeature {
  readonly layer: string;
  readonly geometry: TileGeometry;
  /** Properties in one object for all features that have the same, and those of this one alone. */
  readonly shared: Properties;
  readonly own: Properties;
}

/** A feature with more points is left out: it would crowd out all others. */
const mostPoints = 100_000;

/** Writes a Mapbox Vector Tile of version 2. */
export interface TileWriter {
  /** Adds a feature; returns false if it would make the tile too large, which is then complete. */
  add(feature: TileFeature): boolean;
  /** The bytes of the tile; none without features. */
  finish(): Uint8Array;
}

/** Opens an empty tile. Features come in the order of their importance. */
export function openTileWriter(): TileWriter {
  const layers = new Map<string, LayerWriter>();
  let size = 0;
  return {
    add(feature) {
      if (pointCount(feature.geometry) > mostPoints) return true;
      const geometry = mendPolygon(feature.geometry);
      if (!geometry) return true;
      const known = layers.get(feature.layer);
      const layer = known ?? openLayer(feature.layer);
      const added = layer.add({ ...feature, geometry }) + (known ? 0 : layerBytes);
      if (size + added > mostTileBytes) {
        layer.removeLast();
        return false;
      }
      layers.set(feature.layer, layer);
      size += added;
      return true;
    },
    finish() {
      const tile = new PbfWriter(new Uint8Array(size));
      for (const layer of layers.values()) tile.writeBytesField(tileFields.layer, layer.finish());
      return tile.finish();
    },
  };
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

/** At most this many bytes of a layer are its name, version and extent. */
const layerBytes = 50;

type LayerWriter = ReturnType<typeof openLayer>;

function openLayer(name: string) {
  const features = new PbfWriter(new Uint8Array(2 ** 14));
  // Keys and values come after the features, so they are written apart.
  const keys = openNumbered((key: string, to) => to.writeStringField(layerFields.key, key));
  const values = openNumbered((value: string | number, to) =>
    to.writeMessage(layerFields.value, writeValue, value),
  );
  const writers = [features, keys.writer, values.writer];
  const sharedTags = new Map<Properties, readonly number[]>();
  let before = [0, 0, 0];

  features.writeVarintField(layerFields.version, 2);
  features.writeStringField(layerFields.name, name);
  features.writeVarintField(layerFields.extent, extent);
  const addTags = (properties: Properties, tags: number[]): void => {
    for (const key in properties) {
      const value = properties[key]!;
      if (value !== null) tags.push(keys.numberOf(key), values.numberOf(value));
    }
  };
  const tagsOf = (shared: Properties): readonly number[] => {
    const known = sharedTags.get(shared);
    if (known) return known;
    const tags: number[] = [];
    addTags(shared, tags);
    sharedTags.set(shared, tags);
    return tags;
  };
  return {
    /** Returns by how many bytes the layer has grown. */
    add({ shared, own, geometry }: TileFeature): number {
      before = writers.map(({ pos }) => pos);
      const tags = [...tagsOf(shared)];
      addTags(own, tags);
      features.writeMessage(layerFields.feature, writeFeature, { tags, geometry });
      return writers.reduce((sum, { pos }, i) => sum + pos - before[i]!, 0);
    },
    /** Takes the last feature out; none can be added after that. */
    removeLast(): void {
      for (const [i, writer] of writers.entries()) writer.pos = before[i]!;
    },
    finish: (): Uint8Array => Buffer.concat(writers.map(writer => writer.finish())),
  };
}

/** Gives values numbers in the order in which they come, and writes each once. */
function openNumbered<T>(write: (value: T, to: PbfWriter) => void) {
  const writer = new PbfWriter();
  const numbers = new Map<T, number>();
  return {
    writer,
    numberOf(value: T): number {
      const known = numbers.get(value);
      if (known !== undefined) return known;
      write(value, writer);
      numbers.set(value, numbers.size);
      return numbers.size - 1;
    },
  };
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
