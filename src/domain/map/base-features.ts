import { setImmediate } from 'node:timers/promises';
import type { Box } from '#tools/geo/box.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import { boundsOf, type PolygonGeometry } from '#tools/geo/polygon.ts';
import type { LineGeometry } from '#tools/geo/wkb.ts';
import type { Settlement } from '../geocoder/rows/country-rows.ts';
import { type ReadCell, readCell } from './decode-cells.ts';
import { detailAt, finestDetail, mapLevel } from './detail.ts';
import { type Candidate, candidatesOf } from './draw-tile.ts';
import { cellsOfTile } from './map-cells.ts';
import type { MapFeature } from './map-feature.ts';
import { layerVersion, type MapReader } from './map-store.ts';
import { openCellPacker } from './pack-cells.ts';
import { placeLabels } from './place-labels.ts';
import { landCandidates, openLand, seaAround } from './shipped-land.ts';
import { finestZoom, type TileId, tileBox } from './tile-scheme.ts';

/** Everything that a base tile may draw. */
export type BaseCandidates = (tile: TileId) => Promise<Candidate[]>;

/** What is drawn without any import: land, borders of countries, settlements, other names. */
export interface ShippedMap {
  /** Changes with the rest. */
  readonly version: string;
  /** The attributions due. */
  readonly licences: readonly string[];
  /** The box around its land and settlements. */
  readonly extent: Box | undefined;
  readonly land: PolygonGeometry;
  readonly borders: LineGeometry;
  readonly settlements: readonly Settlement[];
  /** Names of countries, seas and regions, and of towns beyond the border. */
  readonly names: readonly MapFeature[];
}

type MapStore = Omit<MapReader, 'parcelCells'>;

/** The base map and what of it ships. */
export interface BaseMap {
  readonly candidatesIn: BaseCandidates;
  readonly shipped: () => Promise<Pick<ShippedMap, 'version' | 'licences' | 'extent'>>;
  /** The box around what is loaded of a layer. */
  readonly extentOf: MapReader['extentOf'];
}

/**
 * Opens the base map: the shipped land, labels of loaded and shipped settlements, and the cells
 * of the store. What ships is read with the first tile, so that the start does not wait for it.
 */
export function openBaseMap(store: MapStore, readShipped: () => Promise<ShippedMap>): BaseMap {
  let opened: Promise<readonly [ShippedMap, BaseCandidates]> | undefined;
  const open = async () => {
    const shipped = await readShipped();
    // The first tile takes a quarter of a second of work: other requests run in between.
    await setImmediate();
    return [shipped, baseCandidates(store, shipped)] as const;
  };
  const once = () => {
    opened ??= open().catch(error => {
      // The next call reads it again.
      opened = undefined;
      throw error;
    });
    return opened;
  };
  return {
    candidatesIn: async tile => (await once())[1](tile),
    shipped: async () => (await once())[0],
    extentOf: store.extentOf,
  };
}

function baseCandidates(store: MapStore, shipped: ShippedMap): BaseCandidates {
  const landIn = openLand(shipped.land);
  const hasLand = shipped.land.coordinates.length > 0;
  const sea = hasLand ? [seaAround(boundsOf(shipped.land))] : [];
  const borders = packFeatures(bordersOf(shipped.borders));
  const names = packFeatures(shipped.names);
  const labelsNow = openLabels(store, shipped.settlements);
  return async tile => {
    const level = mapLevel(detailAt(tile.z));
    const numbers = cellsOfTile(tile, level);
    const [stored, labels, houses] = await Promise.all([
      store.mapCells(numbers),
      labelsNow(),
      tile.z < finestZoom ? [] : houseNumbers(store, tile),
    ]);
    const read = (cells: readonly ReadCell[]) => cells.flatMap(one => readCell(one, tile, level));
    const loaded = read(stored);
    // Borders of an import are more exact; two of them side by side would look like a mistake.
    const hasBorder = loaded.some(({ look }) => look.layer === 'border' && look.kind === 'country');
    return [
      ...candidatesOf(sea, tile),
      ...landCandidates(landIn, loaded, tile),
      ...(hasBorder ? [] : read(borders(numbers))),
      ...loaded,
      ...read(labels(numbers)),
      ...read(names(numbers)),
      ...candidatesOf(houses, tile),
    ];
  };
}

/** Longer texts are no number, but a remark. */
const longestNumber = 8;

/** The numbers of the houses in a tile, each once at its place. */
async function houseNumbers(store: MapStore, tile: TileId): Promise<MapFeature[]> {
  const box = tileBox(tile);
  const [latitude, longitude] = [(box.south + box.north) / 2, (box.west + box.east) / 2];
  const corner = { latitude: box.south, longitude: box.west };
  const metres = metresBetween({ latitude, longitude }, corner);
  const numbers = new Map<string, MapFeature>();
  for (const house of await store.housesAround(latitude, longitude, metres)) {
    const { number, latitude: y, longitude: x } = house;
    const isInside = x >= box.west && x <= box.east && y >= box.south && y <= box.north;
    if (!isInside || number.length > longestNumber) continue;
    numbers.set(`${number} ${y.toFixed(4)} ${x.toFixed(4)}`, {
      externalId: '',
      layer: 'house_number',
      kind: 'house',
      name: number,
      nameEn: null,
      ref: null,
      minZoom: finestZoom,
      rank: 0,
      geometry: { type: 'Point', coordinates: [x, y] },
    });
  }
  return [...numbers.values()];
}

type CellsInMemory = (numbers: readonly number[]) => ReadCell[];

/** Packs features into cells that stay in memory, each for every level at which it is drawn. */
function packFeatures(features: readonly MapFeature[]): CellsInMemory {
  const packer = openCellPacker();
  for (const feature of features) {
    for (let detail = detailAt(feature.minZoom); detail <= finestDetail; detail++) {
      packer.add({ ...feature, code: '' }, mapLevel(detail));
    }
  }
  const cells = new Map([...packer.take()].map(one => [one.cell, one]));
  return numbers => numbers.map(number => cells.get(number)).filter(one => one !== undefined);
}

/** Labels are read again when the settlements have changed. */
function openLabels(store: MapStore, shipped: readonly Settlement[]) {
  let version: string | undefined;
  let labels: Promise<CellsInMemory>;
  return async (): Promise<CellsInMemory> => {
    const now = layerVersion('settlements', await store.loadedSources());
    if (now !== version) {
      version = now;
      labels = readLabels(store, shipped);
      // After a failure the next call reads them again.
      labels.catch(() => {
        version = undefined;
      });
    }
    return labels;
  };
}

async function readLabels(store: MapStore, shipped: readonly Settlement[]): Promise<CellsInMemory> {
  const loaded = await store.readSettlements();
  await setImmediate();
  return packFeatures(placeLabels(loaded, shipped));
}

/** Borders are shown from far away, where nothing else is. */
const borderZoom = 3;

function bordersOf(borders: LineGeometry): MapFeature[] {
  const lines = borders.type === 'LineString' ? [borders.coordinates] : borders.coordinates;
  return lines.map((coordinates, i) => ({
    externalId: `border/${i}`,
    layer: 'border',
    kind: 'country',
    name: null,
    nameEn: null,
    ref: null,
    minZoom: borderZoom,
    rank: 0,
    geometry: { type: 'LineString', coordinates },
  }));
}
