import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { type TileId, tilePosition } from '#domain/map/tile-scheme.ts';
import type { Language } from '#tools/notation/languages.ts';
import { type Frame, isInFrame, type OnPaper, type PaperPoint, pathOf } from './paper.ts';
import type { NamedLine } from './plan-names.ts';

/** What lies below a plan: paths by name, from the lowest up. */
export type Background = readonly { readonly name: string; readonly path: string }[];

/** A tile as it was received; no bytes if nothing is in it. */
export interface LoadedTile extends TileId {
  readonly bytes: ArrayBuffer;
}

/** The type of a feature: a point is the name of an area, or a zone. */
const [point, area] = [1, 3];

const largeRoads = new Set(['motorway', 'trunk', 'primary', 'secondary', 'tertiary']);

/** The paths of a base tile that a plan shows, from the lowest up. */
const layers: readonly {
  readonly name: string;
  readonly layer: string;
  readonly isArea: boolean;
  isWanted?(kind: unknown): boolean;
}[] = [
  { name: 'land', layer: 'land', isArea: true },
  { name: 'green', layer: 'green', isArea: true },
  { name: 'water', layer: 'water', isArea: true },
  { name: 'waterway', layer: 'waterway', isArea: false },
  { name: 'building', layer: 'building', isArea: true },
  {
    name: 'road',
    layer: 'road',
    isArea: false,
    isWanted: kind => !largeRoads.has(String(kind)),
  },
  {
    name: 'large-road',
    layer: 'road',
    isArea: false,
    isWanted: kind => largeRoads.has(String(kind)),
  },
  { name: 'rail', layer: 'rail', isArea: false },
];

/** Whether a background shows more than bare land or nothing. */
export function showsFeatures(background: Background): boolean {
  return background.some(({ name, path }) => name !== 'land' && path !== '');
}

/** Whether a street runs through a plan; tiles reach beyond its frame. */
export function showsStreets(
  tiles: readonly LoadedTile[],
  onPaper: OnPaper,
  frame: Frame,
): boolean {
  return tiles
    .map(decode)
    .some(({ number, tile }) =>
      featuresOf(tile, 'road').some(feature =>
        linesOf(feature, number, onPaper).some(line => line.some(at => isInFrame(at, frame, 0))),
      ),
    );
}

/** The base map below a plan. */
export function baseBackground(tiles: readonly LoadedTile[], onPaper: OnPaper): Background {
  const decoded = tiles.map(decode);
  return layers.map(({ name, layer, isArea, isWanted = () => true }) => ({
    name,
    path: decoded
      .flatMap(({ number, tile }) =>
        featuresOf(tile, layer)
          .filter(({ properties, type }) => type !== point && isWanted(properties.kind))
          .flatMap(feature => linesOf(feature, number, onPaper)),
      )
      .map(line => pathOf(line, isArea))
      .join(''),
  }));
}

/** The lines of the streets that have a name, in the language of the page. */
export function namedStreets(
  tiles: readonly LoadedTile[],
  language: Language,
  onPaper: OnPaper,
): NamedLine[] {
  return tiles.map(decode).flatMap(({ number, tile }) =>
    featuresOf(tile, 'road').flatMap(feature => {
      const { name, name_en: nameEn } = feature.properties;
      const shown = (language === 'en' && nameEn) || name;
      if (typeof shown !== 'string') return [];
      return linesOf(feature, number, onPaper).map(points => ({ name: shown, points }));
    }),
  );
}

/** The outer boundaries of all parcels but one, named by their codes. */
export function namedParcels(
  tiles: readonly LoadedTile[],
  ownKaek: string,
  onPaper: OnPaper,
): NamedLine[] {
  return tiles.map(decode).flatMap(({ number, tile }) =>
    featuresOf(tile, 'parcels').flatMap(feature => {
      const [outer] = linesOf(feature, number, onPaper);
      return outer && feature.properties.kaek !== ownKaek
        ? [{ name: String(feature.properties.kaek), points: outer }]
        : [];
    }),
  );
}

/** What is drawn of the zones of a place in the legend. */
export interface ZoneShape {
  readonly place: number;
  /** Areas as one path, so that their parts in two tiles are not drawn twice. */
  readonly areas: string;
  /** Lines, and the edges of areas without those at which tiles are cut. */
  readonly lines: string;
  readonly points: readonly PaperPoint[];
  /** Whether a corner of it lies in the frame. */
  readonly isInFrame: boolean;
}

/** The zones of a kind by their place in its legend, the severest last. */
export function zoneShapes(
  tiles: readonly LoadedTile[],
  frame: Frame,
  onPaper: OnPaper,
): ZoneShape[] {
  const features = tiles
    .map(decode)
    .flatMap(({ number, tile }) =>
      featuresOf(tile, 'zones').map(one => ({ feature: one, number })),
    );
  const classes = Map.groupBy(features, ({ feature }) => Number(feature.properties.class ?? 0));
  return [...classes]
    .sort(([a], [b]) => b - a)
    .map(([place, ofClass]) => {
      const linesIf = (isWanted: (type: number) => boolean) =>
        ofClass
          .filter(({ feature }) => isWanted(feature.type))
          .flatMap(({ feature, number }) => linesOf(feature, number, onPaper));
      const edges = ofClass
        .filter(({ feature }) => feature.type !== point)
        .flatMap(({ feature, number }) => sidesOf(feature, number, onPaper));
      const [areas, points] = [linesIf(type => type === area), linesIf(type => type === point)];
      return {
        place,
        areas: areas.map(ring => pathOf(ring, true)).join(''),
        lines: edges.map(side => pathOf(side, false)).join(''),
        points: points.flat(),
        isInFrame: linesIf(() => true).some(line => line.some(at => isInFrame(at, frame))),
      };
    });
}

/** The outlines of all parcels but one as a path, without the edges at which tiles are cut. */
export function parcelOutlines(
  tiles: readonly LoadedTile[],
  ownKaek: string,
  onPaper: OnPaper,
): string {
  return tiles
    .map(decode)
    .flatMap(({ number, tile }) =>
      featuresOf(tile, 'parcels')
        .filter(({ properties }) => properties.kaek !== ownKaek)
        .flatMap(feature => sidesOf(feature, number, onPaper)),
    )
    .map(side => pathOf(side, false))
    .join('');
}

function sidesOf(feature: VectorTileFeature, number: TileId, onPaper: OnPaper): PaperPoint[][] {
  const { extent } = feature;
  const sides = feature
    .loadGeometry()
    .flatMap(ring => ring.slice(1).map((to, index) => [ring[index]!, to]))
    .filter(side => !side.every(({ x, y }) => isCut(x, extent) || isCut(y, extent)));
  return drawn(sides, extent, number, onPaper);
}

/** Beyond its edges a tile repeats a little of its neighbours, and is cut there. */
function isCut(value: number, extent: number): boolean {
  return value <= 0 || value >= extent;
}

function decode({ bytes, ...number }: LoadedTile) {
  return { number, tile: new VectorTile(new PbfReader(bytes)) };
}

function featuresOf({ layers: all }: VectorTile, name: string): VectorTileFeature[] {
  const layer = Object.hasOwn(all, name) ? all[name] : undefined;
  return layer ? Array.from({ length: layer.length }, (_, index) => layer.feature(index)) : [];
}

function linesOf(feature: VectorTileFeature, number: TileId, onPaper: OnPaper): PaperPoint[][] {
  return drawn(feature.loadGeometry(), feature.extent, number, onPaper);
}

/** Lines in the coordinates of a tile as lines on paper. */
function drawn(
  lines: ReturnType<VectorTileFeature['loadGeometry']>,
  extent: number,
  number: TileId,
  onPaper: OnPaper,
): PaperPoint[][] {
  return lines.map(line =>
    line.map(({ x, y }) => onPaper(tilePosition(number, x / extent, y / extent))),
  );
}
