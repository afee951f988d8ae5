import type { GeocoderIndex } from '#domain/geocoder/index/build-index.ts';
import type {
  Boundary,
  BoundaryRow,
  NamedPlace,
  NamedPlaceRow,
  Settlement,
} from '#domain/geocoder/rows/country-rows.ts';
import type { House, StreetRow } from '#domain/geocoder/rows/geocoder-rows.ts';
import type { GridRow, StoredGrid, StoredSquare } from '#domain/grids/grid.ts';
import type { MapRow } from '#domain/map/map-feature.ts';
import { layerVersion, type MapReader } from '#domain/map/map-store.ts';
import type {
  Comparable,
  ComparableType,
  SourcedComparable,
} from '#domain/property/comparables.ts';
import type {
  CostFactor,
  CostRate,
  CostTable,
  CostVersion,
  DepreciationRow,
} from '#domain/property/cost/cost-table.ts';
import type { PackedPlaces } from '#domain/property/pack-places.ts';
import type { Parcel } from '#domain/property/parcels.ts';
import type { Place } from '#domain/property/places.ts';
import type { WalkGraph } from '#domain/walking/graph.ts';
import type { Building, SourcedBuilding } from '#domain/zones/buildings.ts';
import type { Zone } from '#domain/zones/zone.ts';
import type { ZoneRun } from '#domain/zones/zone-cells.ts';
import type { Box } from '#tools/geo/box.ts';
import type { ArtefactStore } from './artefacts/format.ts';

export const layers = [
  'costs',
  'places',
  'parcels',
  'addresses',
  'settlements',
  'boundaries',
  'named_places',
  'map',
  'zones',
  'comparables',
  'buildings',
  'grids',
] as const;
export type Layer = (typeof layers)[number];

/** Where a set of rows came from. An import replaces the rows of its own source only. */
export interface Provenance {
  /** Short name, unique in its layer: `sample`, `osm`, or what the operator calls it. */
  readonly source: string;
  /** The file or files it was read from. */
  readonly origin: string;
  /** SHA-256 of what was read, in hex. */
  readonly checksum: string;
  readonly licence: string;
}

export { licenceNotStated } from '#domain/map/map-store.ts';

/** What a layer holds from one source. */
export interface LoadedSource extends Provenance {
  readonly layer: Layer;
  readonly rows: number;
  /** When it was loaded, ISO 8601 in UTC. */
  readonly loadedAt: string;
}

/** A source with its key in the database, also one that a later import replaced. */
export interface StoredSource extends LoadedSource {
  readonly id: number;
  /** ISO 8601 in UTC; null while it is in force. */
  readonly replacedAt: string | null;
}

/** The source name of what ships for trying out; the first import of a layer removes it. */
export const sampleSource = 'sample';

/** The column by which an export marks rows of the sample, so that an import knows them. */
export const sampleColumn = 'sample_data';

/** The name of a source that holds sample data: `sample:volos`, or `sample:` before a name that was given. */
export const sampleNamed = (name: string): string => `${sampleSource}:${name}`;

/** Whether a source holds sample data, which only a demo serves. */
export function isSampleSource(source: string): boolean {
  return source === sampleSource || source.startsWith(sampleNamed(''));
}

/** The same in SQL, for a column with names of sources. */
export const isSampleSql = (column: string): string =>
  `(${column} = '${sampleSource}' OR ${column} LIKE '${sampleNamed('%')}')`;

/** The sample town: streets and buildings of OpenStreetMap, with invented parcels. */
export const townSource = sampleNamed('volos');

/**
 * Whether a new source of a layer takes the place of another: of itself, and of the sample that ships;
 * data that are no sample, of all sample data.
 */
export function isReplacedBy(old: string, source: string): boolean {
  const isShipped = (name: string) => name === sampleSource || name.startsWith(townSource);
  if (old === source || isShipped(source)) return old === source;
  return isSampleSource(source) ? isShipped(old) : isSampleSource(old);
}

/** The layers whose sample is removed too: invented streets and zones lie around invented parcels. */
export const sampleGoesWith: Readonly<Partial<Record<Layer, readonly Layer[]>>> = {
  parcels: ['map', 'zones'],
};

/** The source name of the national gazetteer, which ships with the code. */
export const gazetteerSource = 'gazetteer';

/** A place before the store has given it its id. */
export type NewPlace = Omit<Place, 'id'>;

/** A house with its number, or (without one) a street, as the source writes them. */
export interface Address {
  readonly externalId: string | null;
  readonly street: string;
  readonly houseNumber: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  /** The gazetteer's id of its municipality; null outside Greece, where no address is searched. */
  readonly municipality: string | null;
  readonly latitude: number;
  readonly longitude: number;
  /** How far a street reaches from its position, in metres; 0 for a house. */
  readonly reachMetres: number;
}

/** What a row of each layer is. */
export interface LayerRows {
  costs: CostRate | CostFactor | DepreciationRow;
  places: NewPlace;
  parcels: Parcel;
  addresses: Address;
  settlements: Settlement;
  boundaries: Boundary;
  named_places: NamedPlace;
  map: MapRow;
  zones: Zone;
  comparables: Comparable;
  buildings: Building;
  grids: GridRow;
}

/** Why a row contradicts an earlier one: the reason without values, and what is different. */
export interface Contradiction {
  readonly reason: string;
  readonly detail?: string;
}

/** Accepts new rows of a layer. */
export interface RowTaker<Row> {
  /** Adds a row, unless it repeats an earlier one or contradicts it. */
  add(row: Row): 'added' | 'repeated' | Contradiction;
  /** Backpressure: await it now and then between rows, so that the engine can catch up. */
  keepUp(): Promise<void>;
  /** The rows of the source that were in force when the replacement began. */
  readonly before: RowCounts;
  /** The rows added so far. */
  readonly added: RowCounts;
}

/** Numbers of rows by the name of the layer, or by table for costs, which have several. */
export type RowCounts = Readonly<Record<string, number>>;

/**
 * New rows for one source, invisible until `commit`, which swaps them for the old ones in
 * one step. A process that dies before leaves the old rows in force and nothing behind. A source
 * without new rows is removed from its layer. Costs that were replaced are kept as a version, unless
 * their source is removed or the new files are the same; the sample is never kept.
 */
export interface Replacement<Row> extends RowTaker<Row> {
  /** Also accepts rows of another layer, for the same source and the same transaction. */
  beside<L extends Layer>(layer: L): Promise<RowTaker<LayerRows[L]>>;
  commit(from: Provenance): Promise<void>;
  abandon(): Promise<void>;
}

/** Parcels in the order of their codes, and where they end; undefined if no more follow. */
export interface ParcelRun {
  readonly parcels: Parcel[];
  readonly end: string | undefined;
}

/** A piece of a zone, or the description of a source (`zones/zone.ts`), with its source. */
export interface StoredPiece {
  readonly sourceId: number;
  readonly cell: number;
  readonly part: number;
  readonly content: Uint8Array;
}

/** A source of zones with its number and its description. */
export interface ZoneSource extends LoadedSource {
  readonly id: number;
  readonly header: Uint8Array;
}

/** A zone as it is read: without what all zones of its source share. */
export type ReadZone = Omit<Zone, 'set' | 'severity'>;

/** Queries of the property data. */
export interface StoreReader extends MapReader {
  /** All that imports of costs have stored, also what later ones replaced; those loaded last first. */
  readCosts(): Promise<CostVersion[]>;
  /** All places in order of id, read row by row and only once. */
  readPlaces(): Promise<Iterable<Place>>;
  /** The parcel of a normalised 12-character KAEK; of several sources the one loaded last. */
  findParcel(kaek: string): Promise<Parcel | undefined>;
  /** The name of the source that `findParcel` has it from. */
  sourceOfParcel(kaek: string): Promise<string | undefined>;
  /** The parcels that may hold a point, and perhaps some near it; each as loaded last. */
  parcelsAround(latitude: number, longitude: number): Promise<Parcel[]>;
  /** At most `most` parcels whose KAEK begins so, in the order of their codes; each as loaded last. */
  parcelsBeginning(start: string, most: number): Promise<Parcel[]>;
  /**
   * The codes of the parcels whose bounding box overlaps one of some boxes, and perhaps of some near
   * them: those after the code `after`, in order. Undefined if there are more than `mostCandidates`
   * (store/parcel-sql.ts), or if SQLite would have to look into too many cells.
   */
  parcelCodesIn(boxes: readonly Box[], after: string): Promise<string[] | undefined>;
  /** The parcels of some codes, in the order of their codes; each as loaded last. */
  parcelsOfCodes(codes: readonly string[]): Promise<Parcel[]>;
  /**
   * The next parcels in the order of their codes, after `after`: a code or the beginning of one.
   * Leaves out blocks of parcels that overlap none of the boxes. Reads at most `mostRows` blocks and
   * as many parcels, and returns where it stopped, the same in both engines: the next call begins
   * after `end`; undefined at the end.
   */
  parcelsAlong(boxes: readonly Box[], after: string, mostRows: number): Promise<ParcelRun>;
  /** At most `most` places in a box, in the order of their ids after the id `after`. */
  placesIn(box: Box, after: number, most: number): Promise<Place[]>;
  /** At most `most` addresses in a box, likewise. Ids change with each import. */
  addressesIn(
    box: Box,
    after: number,
    most: number,
  ): Promise<(Address & { readonly id: number })[]>;
  /** All boundaries, for the geocoder; those loaded last first. */
  readBoundaries(): Promise<BoundaryRow[]>;
  /** All named places and all places with a name but stops, for the geocoder; those loaded last first. */
  readNamedPlaces(): Promise<NamedPlaceRow[]>;
  /** All streets that are or have an address, for the geocoder; those with a row of their own first. */
  readStreets(): Promise<StreetRow[]>;
  /** The houses of a street by its key (`geocoder/street-key.ts`), those loaded last first. */
  findHouses(streetKey: string): Promise<House[]>;
  /** The sources of zones, those loaded last first. */
  zoneSources(): Promise<ZoneSource[]>;
  /**
   * At most `most` pieces of zones in runs of cells, of all sources but those of `except`, in the
   * order of sources, zones and cells. Of more it returns any, so that no more are read.
   */
  zonePieces(
    runs: readonly ZoneRun[],
    except: readonly number[],
    most: number,
  ): Promise<StoredPiece[]>;
  /** At most `most` zones of a source in the order of their numbers, after one; default all of them. */
  zonesOfSource(
    sourceId: number,
    after: number,
    most: number,
    numbers?: readonly number[],
  ): Promise<ReadZone[]>;
  /** At most `most` comparables of a type in a box; of more it returns any. */
  comparablesIn(box: Box, type: ComparableType, most: number): Promise<SourcedComparable[]>;
  /**
   * The buildings whose box overlaps another, those loaded last first. Undefined if there are more than
   * `most`, or the box is too large to look for them.
   */
  buildingsIn(box: Box, most: number): Promise<SourcedBuilding[] | undefined>;
  /** At most `most` buildings in the order of their ids, after the id `after`. */
  buildingsAfter(after: number, most: number): Promise<SourcedBuilding[]>;
  storedGrids(): Promise<StoredGrid[]>;
  /** Squares of a grid by their numbers; those that it does not have are left out. */
  gridSquares(sourceId: number, grid: number, squares: readonly number[]): Promise<StoredSquare[]>;
  /** The smallest box around the rows of a layer, or of some of its sources; undefined without rows. */
  extentOf(layer: Layer, sourceIds?: readonly number[]): Promise<Box | undefined>;
  /** Every source of every layer. */
  loadedSources(): Promise<LoadedSource[]>;
}

/** What a service has in memory: immutable, loaded as a whole, and all of the same rows. */
export interface Edition extends PackedPlaces {
  /** A number and a random text, never used again. */
  readonly name: string;
  /** The sources that it was built from. */
  readonly sources: readonly LoadedSource[];
  readonly costs: CostTable;
  readonly addresses: GeocoderIndex;
  /** The ways that one may walk on; none if it has no edges. */
  readonly ways: WalkGraph;
}

/** What a database says of its last edition. */
export interface StoredEdition extends Pick<Edition, 'name' | 'sources'> {
  /** When it was built, ISO 8601 in UTC. */
  readonly builtAt: string;
  /** A text that changes with each commit of rows. */
  readonly rows: string;
  /** Whether it was built from the rows as they are. */
  readonly isBuilt: boolean;
}

/** The last edition of a database: one row, which services poll. */
export interface EditionStore {
  read(): Promise<StoredEdition>;
  /**
   * Names a new edition, whose artefacts are stored. Returns false if rows have changed since `rows`
   * was read. Waits while an import writes.
   */
  write(rows: string, sources: readonly LoadedSource[]): Promise<boolean>;
}

/** Sources by layer and name. */
export function inOrder(sources: readonly LoadedSource[]): LoadedSource[] {
  const keyOf = ({ layer, source }: LoadedSource) => `${layer} ${source}`;
  return sources.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** How many of some rows another source has too. */
export interface SharedRows {
  readonly source: string;
  readonly rows: number;
  /** The columns by which they are the same. */
  readonly columns: readonly string[];
}

/**
 * The property data. An engine only stores and finds rows; `property/` decides what an answer
 * contains. So all engines give the same answers.
 */
export interface Store extends StoreReader {
  /**
   * The same queries for work that may be stopped: when the signal is aborted, PostgreSQL cancels a
   * running query, which then throws the reason of the signal. SQLite queries are short and finish.
   */
  until(signal: AbortSignal): StoreReader;
  /** Reads several things of one version of the data, until a signal is aborted. */
  atOneMoment<T>(read: (rows: StoreReader) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Begins to replace a source's rows in a layer. A place keeps its id over re-imports, by
   * source, external_id and place_type, also when some of them did not have it. Waits at
   * most `waitMs` for another import to end, also for one that was just killed.
   */
  replace<L extends Layer>(
    layer: L,
    source: string,
    waitMs?: number,
  ): Promise<Replacement<LayerRows[L]>>;
  /**
   * How many of some new rows of a source other sources have too, by table. The sample
   * does not count, as an import removes it.
   */
  sharedRows<L extends Layer>(
    layer: L,
    source: string,
    rows: readonly LayerRows[L][],
  ): Promise<SharedRows[]>;
  /**
   * Throws when the database is damaged. The first call checks the whole SQLite file; later calls
   * report damage that a query met since. PostgreSQL checks its own files.
   */
  check(): Promise<void>;

  /** Free bytes on the disk of the database; undefined if unknown: PostgreSQL, or in memory. */
  freeBytes(): Promise<number | undefined>;

  /** What was built from the rows. */
  readonly artefacts: ArtefactStore;

  /** Which of it services use. */
  readonly editions: EditionStore;

  /** The sources that this store leaves out of everything that is read. */
  hiddenSources(): Promise<LoadedSource[]>;

  close(): Promise<void>;
}

/** How long an import waits for another one by default, in milliseconds. */
export const defaultWaitMs = 5_000;

/** Replaces a source by rows that are at hand; the first that contradicts another is an error. */
export async function replaceRows<L extends Layer>(
  store: Store,
  layer: L,
  from: Provenance,
  rows: Iterable<LayerRows[L]>,
): Promise<void> {
  const replacement = await store.replace(layer, from.source);
  try {
    for (const row of rows) {
      const outcome = replacement.add(row);
      if (typeof outcome === 'object') throw new Error(outcome.reason);
      await replacement.keepUp();
    }
    await replacement.commit(from);
  } catch (error) {
    await replacement.abandon();
    throw error;
  }
}

/** A map is shipped, and these others are an extra. */
const mayBeEmpty: readonly Layer[] = ['map', 'zones', 'comparables', 'buildings', 'grids'];

/** The layers that answers are made of. */
export const answerLayers = layers.filter(layer => !mayBeEmpty.includes(layer));

/** The layers that answers need and that hold nothing yet; `status` and `/readyz` list them. */
export function emptyLayers(sources: readonly LoadedSource[]): Layer[] {
  return answerLayers.filter(layer => !sources.some(s => s.layer === layer && s.rows > 0));
}

/** What holds while nothing is imported, for `/readyz` and `check`; undefined if something is. */
export function nothingImported(sources: readonly LoadedSource[]): string | undefined {
  const filled = sources.filter(({ rows }) => rows > 0);
  if (filled.some(({ source }) => source !== gazetteerSource)) return undefined;
  const shipped = filled.length > 0 ? '; addresses are only those of the gazetteer that ships' : '';
  return `no data are loaded: ${emptyLayers(sources).join(', ')} are empty${shipped}`;
}

/** The layers that hold something of the sample. */
export function sampleLayers(sources: readonly LoadedSource[]): Layer[] {
  const isSample = (s: LoadedSource) => isSampleSource(s.source) && s.rows > 0;
  return layers.filter(layer => sources.some(s => s.layer === layer && isSample(s)));
}

/** What a layer holds: how many rows, and a text that changes with each import of it alone. */
export function stateOf(layer: Layer, sources: readonly LoadedSource[]) {
  const own = sources.filter(source => source.layer === layer);
  const rows = own.reduce((sum, source) => sum + source.rows, 0);
  return { version: layerVersion(layer, sources), rows };
}
