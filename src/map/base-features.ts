import type { Box } from '../geo/box.ts';
import type { PolygonGeometry } from '../geo/polygon.ts';
import type { LineGeometry } from '../geo/wkb.ts';
import type { Settlement } from '../geocoder/country/rows.ts';
import { type StoreReader, stateOf } from '../store/store.ts';
import { boxOf, type MapFeature, overlaps } from './feature.ts';
import { placeLabels } from './place-labels.ts';
import { openLand } from './shipped-land.ts';

/** Everything that a base tile may draw: features whose box overlaps and whose zoom is reached. */
export type BaseFeatures = (box: Box, zoom: number) => Promise<MapFeature[]>;

/** What is drawn without any import: land, borders of countries, settlements of the gazetteer. */
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
}

type MapStore = Pick<
  StoreReader,
  'mapFeaturesIn' | 'readSettlements' | 'loadedSources' | 'extentOf'
>;

/** The base map and what of it ships. */
export interface BaseMap {
  readonly featuresIn: BaseFeatures;
  readonly shipped: () => Promise<Pick<ShippedMap, 'version' | 'licences' | 'extent'>>;
  /** The box around what is loaded of a layer. */
  readonly extentOf: StoreReader['extentOf'];
}

/**
 * Opens the base map: the shipped land, labels of loaded and shipped settlements, and the map rows
 * of the store. What ships is read with the first tile, so that the start does not wait for it.
 */
export function openBaseMap(store: MapStore, readShipped: () => Promise<ShippedMap>): BaseMap {
  let opened: Promise<readonly [ShippedMap, BaseFeatures]> | undefined;
  const open = async () => {
    const shipped = await readShipped();
    return [shipped, baseFeatures(store, shipped)] as const;
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
    featuresIn: async (box, zoom) => (await once())[1](box, zoom),
    shipped: async () => (await once())[0],
    extentOf: store.extentOf,
  };
}

function baseFeatures(store: MapStore, shipped: ShippedMap): BaseFeatures {
  const landIn = openLand(shipped.land);
  const borders = bordersOf(shipped.borders);
  const labelsNow = openLabels(store, shipped.settlements);
  return async (box, zoom) => {
    const [rows, labels] = await Promise.all([store.mapFeaturesIn(box, zoom), labelsNow()]);
    const isDrawn = ({ minZoom, geometry }: MapFeature) =>
      minZoom <= zoom && overlaps(boxOf(geometry), box);
    // Borders of an import are more exact; two of them side by side would look like a mistake.
    const hasBorder = rows.some(({ layer, kind }) => layer === 'border' && kind === 'country');
    return [
      ...landIn(box, zoom),
      ...(hasBorder ? [] : borders.filter(isDrawn)),
      ...rows,
      ...labels.filter(isDrawn),
    ];
  };
}

/** Labels are read again when the settlements have changed. */
function openLabels(store: MapStore, shipped: readonly Settlement[]) {
  let version: string | undefined;
  let labels: Promise<MapFeature[]>;
  return async (): Promise<MapFeature[]> => {
    const state = stateOf('settlements', await store.loadedSources());
    if (state.version !== version) {
      version = state.version;
      labels = store.readSettlements().then(loaded => placeLabels(loaded, shipped));
      // After a failure the next call reads them again.
      labels.catch(() => {
        version = undefined;
      });
    }
    return labels;
  };
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
