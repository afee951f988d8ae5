import type { MunicipalityOf } from '#domain/geocoder/municipality-of.ts';
import type { Layer, LayerRows } from '#storage/store/store.ts';
import type { Progress } from '#tools/files/bytes.ts';
import type { Box } from '#tools/geo/box.ts';
import type { CountedReason } from '../report.ts';
import type { LayerFeed } from '../run-import.ts';
import { openOsmObjects } from './assembly/objects.ts';
import { countFlaws, type OsmFlaw, type OsmObject } from './assembly/osm-object.ts';
import { type MapTaker, openMapDrawing } from './map/draw-map.ts';
import type { ShippedLand } from './map/osm-coast.ts';
import type { OsmFile } from './readers/elements.ts';
import { openOsm } from './readers/osm.ts';
import { osmAddresses } from './rows/address-rows.ts';
import { osmBoundaries } from './rows/boundary-rows.ts';
import type { OsmLayer } from './rows/layer.ts';
import type { OsmMapping } from './rows/mapping.ts';
import { osmNamedPlaces } from './rows/named-place-rows.ts';
import { osmPlaces } from './rows/place-layer.ts';
import { osmPlaceRules } from './rows/place-rows.ts';
import { osmSettlements } from './rows/settlement-rows.ts';

/** The layers that OpenStreetMap files have rows for. */
export const osmLayers = [
  'places',
  'addresses',
  'settlements',
  'boundaries',
  'named_places',
] as const satisfies readonly Layer[];

export type OsmLayerName = (typeof osmLayers)[number];

/**
 * The result of reading OpenStreetMap files: the rows of each layer, and the faults of its objects.
 */
export type OsmHarvest = { readonly [L in OsmLayerName]: Harvested<L> };

interface Harvested<L extends Layer> {
  readonly rows: readonly LayerRows[L][];
  /** Objects that should have been rows and could not be assembled. */
  readonly lost: readonly CountedReason[];
  /** Objects that lack a part, those left out that only help other rows, and by the mapping. */
  readonly noted: readonly CountedReason[];
}

/** Progress is reported after this many objects. */
const progressEvery = 1_000;

/**
 * Reads several files as one. An object that is in several files must be equal in them. `today` is
 * YYYY-MM-DD. Without a `map` no rows of the map are made.
 */
export async function harvestOsm(
  paths: readonly string[],
  ...how: readonly [
    mapping: OsmMapping,
    today: string,
    municipalityOf: MunicipalityOf,
    progress: (progress: Progress) => void,
    map?: MapTaker,
  ]
): Promise<OsmHarvest> {
  const files: OsmFile[] = [];
  for (const path of paths) files.push(await openOsm(path));
  return harvestFiles(files, ...how);
}

async function harvestFiles(
  files: readonly OsmFile[],
  mapping: OsmMapping,
  today: string,
  municipalityOf: MunicipalityOf,
  progress: (progress: Progress) => void,
  map?: MapTaker,
): Promise<OsmHarvest> {
  const drawing = openMapDrawing(map);
  const rules = osmPlaceRules(mapping, today);
  const isTyped = (object: OsmObject) => rules.placesOf(object).length > 0;
  const layers = {
    places: gather(osmPlaces(rules)),
    addresses: gather(osmAddresses(municipalityOf)),
    settlements: gather(osmSettlements()),
    boundaries: gather(osmBoundaries()),
    named_places: gather(osmNamedPlaces(mapping, isTyped)),
  };
  const all = Object.values(layers);
  const { objects, ways, passes } = openOsmObjects(
    files,
    (kind, tags) => all.some(({ wants }) => wants(kind, tags)) || drawing.wantsArea(kind, tags),
    flaw => {
      for (const { note } of all) note(flaw);
      if (drawing.wantsArea(flaw.kind, flaw.tags)) drawing.note(flaw);
    },
    undefined,
    { wants: drawing.wantsWay, report: drawing.note },
  );
  // The ways of the map are read once more.
  const allPasses = map ? passes + 1 : passes;
  let rows = 0;
  for await (const batch of objects()) {
    for (const object of batch) {
      for (const { add } of all) add(object);
      if (drawing.wantsArea(object.kind, object.tags)) await drawing.draw([object]);
      if (++rows % progressEvery === 0) progress({ ...bytesOf(files, allPasses), rows });
    }
  }
  // Before the map is drawn, because sorting the addresses and the cache of the database would need
  // memory at the same time.
  const harvest = {
    places: layers.places.settle(),
    addresses: layers.addresses.settle(),
    settlements: layers.settlements.settle(),
    boundaries: layers.boundaries.settle(),
    named_places: layers.named_places.settle(),
  };
  for await (const batch of map ? ways() : []) {
    rows += await drawing.draw(batch);
    progress({ ...bytesOf(files, allPasses), rows });
  }
  await drawing.finish(boundsOf(files));
  return harvest;
}

const everywhere: Box = { west: -180, south: -90, east: 180, north: 90 };

/** The bounds of the files; everywhere, if one does not state them. */
function boundsOf(files: readonly OsmFile[]): Box[] {
  const stated = files.map(file => file.bounds()).filter(bounds => bounds !== undefined);
  return stated.length < files.length ? [everywhere] : stated;
}

/** A layer with a count of what is wrong with the objects that it wants. */
function gather<Row>({ wants, isRow, add, settle, leftOut }: OsmLayer<Row>) {
  const flaws = countFlaws();
  return {
    wants,
    note(flaw: OsmFlaw): void {
      if (wants(flaw.kind, flaw.tags)) flaws.add(flaw, isRow(flaw.kind, flaw.tags));
    },
    add,
    settle() {
      const { lost, noted } = flaws.list();
      const rows = [...settle()];
      return { rows, lost, noted: [...noted, ...(leftOut?.() ?? [])] };
    },
  };
}

/** How far reading has come; a file in which an object occurs twice is read more often. */
function bytesOf(files: readonly OsmFile[], passes: number) {
  const sum = (bytes: (file: OsmFile) => number) => files.reduce((all, f) => all + bytes(f), 0);
  const doneBytes = sum(file => file.bytesRead());
  const totalBytes = Math.max(doneBytes, passes * sum(file => file.totalBytes));
  return { doneBytes, totalBytes };
}

/**
 * The rows of a layer of a harvest, for an import. An object that should have been a row and could
 * not be assembled counts as a refused row.
 */
export function osmFeed<L extends OsmLayerName>(
  layer: L,
  harvest: () => Promise<OsmHarvest>,
): LayerFeed<L> {
  return {
    layer,
    async feed(add, tally) {
      const { rows, lost, noted }: Harvested<L> = (await harvest())[layer];
      for (const row of rows) await add(row, idOf(row) ?? 'an object');
      tally.refuseAll(lost);
      tally.noteAll(noted);
    },
  };
}

/**
 * The rows of the map and the buildings, which are made while the files are read. So this feed runs first, and the
 * others use the result of `harvest`.
 */
export function osmMapFeed(
  harvest: (map: MapTaker) => Promise<OsmHarvest>,
  shippedLand?: ShippedLand,
): LayerFeed<'map'> {
  return {
    layer: 'map',
    async feed(add, tally, beside) {
      const compared = shippedLand && { shippedLand };
      const buildings = await beside?.('buildings');
      await harvest({ add: row => add(row, row.externalId), tally, buildings, ...compared });
    },
  };
}

function idOf(row: LayerRows[OsmLayerName]): string | null {
  return 'external_id' in row ? row.external_id : row.externalId;
}
