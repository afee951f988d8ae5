import { elot743 } from '../geocoder/text/elot.ts';
import type { Parcel } from '../property/parcels.ts';
import { byImportance, type CellFeature, type Look, orderOf, type Ranked } from './cell-feature.ts';
import { openTileWriter, type Properties } from './encode-tile.ts';
import type { CellLevel } from './map-cells.ts';
import { flatten, type MapFeature } from './map-feature.ts';
import { drawGeometry, type TileGeometry } from './tile-geometry.ts';
import { finestZoom, type TileId, tileProjection } from './tile-scheme.ts';

/** A feature that a tile may draw; its geometry is made when its turn comes. */
export interface Candidate extends Ranked {
  readonly look: Look;
  /** Where `from` has its geometry. */
  readonly at: number;
  readonly from: GeometrySource;
}

/** Makes geometries for a tile; undefined for what the tile does not show. */
export type GeometrySource = (at: number) => TileGeometry | undefined;

/** Features in degrees as candidates of a tile. */
export function candidatesOf(features: readonly MapFeature[], tile: TileId): Candidate[] {
  const project = tileProjection(tile);
  const drawing = { isFinest: tile.z >= finestZoom, isInside: false };
  const from: GeometrySource = at =>
    drawGeometry(flatten(features[at]!.geometry, project), drawing);
  return features.map((look, at) => {
    return { look, order: orderOf(look), rank: look.rank, code: '', at, from };
  });
}

/** Makes a tile of the base map; no bytes if nothing of the candidates is in it. */
export function baseTile(candidates: readonly Candidate[]): Uint8Array {
  const tile = openTileWriter();
  const propertiesOf = openProperties();
  for (const { look, rank, from, at } of candidates.toSorted(byImportance)) {
    const geometry = from(at);
    if (!geometry) continue;
    const own = rank ? { rank } : {};
    if (!tile.add({ layer: look.layer, shared: propertiesOf(look), own, geometry })) break;
  }
  return tile.finish();
}

/** One object for each look. */
function openProperties(): (look: Look) => Properties {
  const known = new Map<Look, Properties>();
  return look => {
    let properties = known.get(look);
    if (!properties) {
      const { kind, name, nameEn, ref } = look;
      // The transliteration of answers, for the many streets that have no English name.
      const latin = name === null ? null : elot743(name);
      properties = { kind, name, name_en: nameEn ?? (latin === name ? null : latin), ref };
      known.set(look, properties);
    }
    return properties;
  };
}

/** The lowest zoom with parcels, and the highest; clients enlarge the tiles of the highest. */
export const parcelZooms = { lowest: 14, highest: finestZoom } as const;

/** The only level of detail of parcels. */
export const parcelLevel: CellLevel = { detail: 0, lowestZoom: parcelZooms.lowest };

/** The name of the only layer in a tile of parcels. */
export const parcelLayer = 'parcels';

/** A parcel as cells hold it: its main use is its kind, its recorded address its name. */
export function parcelFeature({ kaek, areaM2, geometry, attributes }: Parcel): CellFeature {
  const { main_use: kind = '', address: name = null } = attributes ?? {};
  return { ...look, kind, name, rank: areaM2, code: kaek, geometry };
}

const look = {
  layer: parcelLayer,
  kind: '',
  name: null,
  nameEn: null,
  ref: null,
  minZoom: parcelZooms.lowest,
} as const;

const nothing = {};

/** The properties of a parcel in a tile, with their types. */
export const parcelFields = {
  kaek: 'String',
  area_m2: 'Number',
  main_use: 'String',
  address: 'String',
} as const;

/**
 * Makes a tile of parcels; no bytes if none is in it. Large parcels come first, so that of a tile
 * that is too large the smallest are left out.
 */
export function parcelTile(candidates: readonly Candidate[]): Uint8Array {
  const tile = openTileWriter();
  for (const { look, rank, code, from, at } of candidates.toSorted(byImportance)) {
    const geometry = from(at);
    if (!geometry) continue;
    const own = { kaek: code, area_m2: rank, main_use: look.kind || null, address: look.name };
    if (!tile.add({ layer: parcelLayer, shared: nothing, own, geometry })) break;
  }
  return tile.finish();
}
