import type { Box } from '#tools/geo/box.ts';
import type { SettlementRow } from '../geocoder/rows/country-rows.ts';
import type { House } from '../geocoder/rows/geocoder-rows.ts';
import type { ReadCell } from './decode-cells.ts';

/** The layers of a store that tiles are made of. */
export type DrawnLayer = 'map' | 'settlements' | 'addresses' | 'parcels' | 'zones';

/** A source that a store has loaded, with its terms and whatever else changes with an import. */
export interface DrawnSource {
  readonly layer: string;
  readonly source: string;
  readonly licence: string;
}

/** In place of a licence, if the operator gave none. */
export const licenceNotStated = 'not stated';

/** A cell of the parcels of one source. */
export interface ParcelCell extends ReadCell {
  /** The codes of its parcels that a source loaded later has too. */
  readonly outdated: ReadonlySet<string>;
}

/** The queries that the map needs of a store; the contract of the store extends them. */
export interface MapReader {
  /** The cells of the map with these numbers (`cells.ts`), in the order of loading. */
  mapCells(cells: readonly number[]): Promise<ReadCell[]>;
  /** The same of the parcels. */
  parcelCells(cells: readonly number[]): Promise<ParcelCell[]>;
  /** All settlements, for labels and the geocoder; those loaded last first. */
  readSettlements(): Promise<SettlementRow[]>;
  /** The houses within some metres of a point, and perhaps some near it; those loaded last first. */
  housesAround(latitude: number, longitude: number, metres: number): Promise<House[]>;
  /** The smallest box around the rows of a layer, or of some of its sources; undefined without rows. */
  extentOf(layer: DrawnLayer, sourceIds?: readonly number[]): Promise<Box | undefined>;
  /** Every source of every layer. */
  loadedSources(): Promise<readonly DrawnSource[]>;
}

/** A text that changes with each import of a layer, and of it alone. */
export function layerVersion(layer: string, sources: readonly DrawnSource[]): string {
  return JSON.stringify(sources.filter(source => source.layer === layer));
}
