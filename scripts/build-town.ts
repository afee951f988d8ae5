// `npm run build` reads the files of data/volos by the importers and writes their rows to one file, so
// that the first start of `serve --demo` only has to store them.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { serialize } from 'node:v8';
import { zoneDataset } from '#app/commands/imports/import-zones.ts';
import { boxOf, type GridDescription, type GridRow, resolutionOf } from '#domain/grids/grid.ts';
import { elevation, gridKinds } from '#domain/grids/kind.ts';
import { descriptionSquare } from '#domain/grids/square.ts';
import { comparableDataset } from '#importing/datasets/comparable-dataset.ts';
import type { Dataset } from '#importing/datasets/dataset.ts';
import { parcels } from '#importing/datasets/parcel-dataset.ts';
import { featureFeed } from '#importing/feature-feed.ts';
import type { GridFile } from '#importing/grids/grid-file.ts';
import { squaresOf } from '#importing/grids/grid-squares.ts';
import { harvestOsm, osmFeed, osmMapFeed } from '#importing/osm/harvest.ts';
import type { MapTaker } from '#importing/osm/map/draw-map.ts';
import { openShippedLand } from '#importing/osm/map/osm-coast.ts';
import { readOsmMapping } from '#importing/osm/rows/mapping.ts';
import { openTally } from '#importing/report.ts';
import { readShippedMap } from '#importing/shipped/map.ts';
import { dataFolder } from '#importing/shipped/shipped-table.ts';
import { builtTownFile, type TownPart } from '#importing/shipped/town.ts';
import type { Layer, LayerRows, Store } from '#storage/store/store.ts';
import { sampleNamed, townSource } from '#storage/store/store.ts';
import { checksumOf } from '#tools/files/bytes.ts';

const folder = join(dataFolder, 'volos');
const file = (name: string) => join(folder, name);

const openStreetMap = '© OpenStreetMap contributors, ODbL 1.0';
const invented = (what: string) => `invented: no real ${what}`;

/** The municipality of Volos in the gazetteer. */
const volos = 'Βόλου';
/** The invented prices end before. */
const lastPrice = '2026-10-01';
/** The day of the extract. */
const extractDay = '2020-11-20';

/** The parts of the town, each with its rows as an import would bring them. */
async function readTown(): Promise<TownPart[]> {
  const none = {} as Store;
  const inArea = (kind: string) => zoneDataset({ kind, covers: file('area.geojson') }, none);
  const planning = sampleNamed('volos planning');
  return [
    ...(await readOpenStreetMap()),
    await part(
      'parcels',
      'parcels.geojson',
      invented('parcel'),
      await rowsOf(parcels, 'parcels.geojson'),
    ),
    await part(
      'zones',
      'flood.geojson',
      invented('flood zone'),
      await rowsOf(await inArea('flood'), 'flood.geojson'),
    ),
    await part(
      'zones',
      'planning.geojson',
      invented('planning zone'),
      await rowsOf(await inArea('planning'), 'planning.geojson'),
      planning,
    ),
    await part(
      'comparables',
      'comparables.csv',
      invented('price'),
      await rowsOf(comparableDataset(noAddress, undefined, lastPrice), 'comparables.csv'),
    ),
    await part('grids', 'heights.asc', invented('height'), await readHeights()),
  ];
}

const noAddress = async () => 'a position';

async function part<L extends Layer>(
  layer: L,
  name: string,
  licence: string,
  rows: readonly LayerRows[L][],
  source = townSource,
): Promise<TownPart> {
  const checksum = await checksumOf([file(name)]);
  return { layer, source, origin: name, checksum, licence, rows: serialize(rows) };
}

/** The rows of a file of features; throws if one is refused. */
async function rowsOf<L extends Layer>(dataset: Dataset<L>, name: string) {
  const rows: LayerRows[L][] = [];
  const tally = openTally();
  await featureFeed(dataset, [file(name)], {}, () => {})(row => void rows.push(row), tally);
  const { refused } = tally.result();
  if (refused.length > 0) throw new Error(`${name}: ${JSON.stringify(refused)}`);
  return rows;
}

const layersOfTown = ['places', 'addresses', 'named_places'] as const;

async function readOpenStreetMap(): Promise<TownPart[]> {
  const name = 'volos.osm.pbf';
  const mapping = await readOsmMapping();
  const collected = { map: [] as LayerRows['map'][], buildings: [] as LayerRows['buildings'][] };
  const read = (map?: MapTaker) =>
    harvestOsm(
      [file(name)],
      mapping,
      extractDay,
      () => volos,
      () => {},
      map,
    );
  let harvest: ReturnType<typeof read> | undefined;
  const tally = openTally();
  const land = openShippedLand((await readShippedMap()).land);
  await osmMapFeed(map => (harvest = read(map)), land).feed(
    row => void collected.map.push(row),
    tally,
    async () => ({
      add: row => void collected.buildings.push(row as LayerRows['buildings']),
      tally,
    }),
  );
  const others: TownPart[] = [];
  for (const layer of layersOfTown) {
    const rows: LayerRows[typeof layer][] = [];
    await osmFeed(layer, () => harvest!).feed(row => void rows.push(row), tally);
    others.push(await part(layer, name, openStreetMap, rows));
  }
  return [
    await part('map', name, openStreetMap, collected.map),
    await part('buildings', name, openStreetMap, collected.buildings),
    ...others,
  ];
}

/** The rows of the ASCII grid, which GDAL reads in an import. */
async function readHeights(): Promise<GridRow[]> {
  const [head, lines] = readAsciiGrid(readFileSync(file('heights.asc'), 'utf8'));
  const lattice = {
    epsg: 2100,
    stepX: head.cellsize!,
    stepY: head.cellsize!,
    west: head.xllcorner!,
    north: head.yllcorner! + head.nrows! * head.cellsize!,
    width: head.ncols!,
    height: head.nrows!,
  };
  const grid = { ...lattice, type: 'f32', scale: 1, offset: 0 } as const;
  const own = { ...grid, path: 'heights.asc', nodata: head.NODATA_value } as GridFile;
  const description: GridDescription = {
    ...grid,
    kind: elevation,
    values: 'amounts',
    unit: 'm',
    date: null,
    resolutionMetres: resolutionOf(lattice),
    box: boxOf(lattice),
  };
  const strip = {
    file: own,
    open: async () => {},
    close: () => {},
    read: (top: number, rows: number, left: number, columns: number) =>
      lines.slice(top, top + rows).map(line => Float64Array.from(line.slice(left, left + columns))),
  };
  const meaning = { ...gridKinds.find(({ kind }) => kind === elevation)!, isClass: false };
  const rows: GridRow[] = [
    { grid: 0, square: descriptionSquare, content: Buffer.from(JSON.stringify(description)) },
  ];
  for await (const square of squaresOf({ ...grid, files: [own] }, [strip], meaning)) {
    rows.push({ grid: 0, ...square });
  }
  return rows;
}

function readAsciiGrid(text: string): [Readonly<Record<string, number>>, number[][]] {
  const lines = text
    .trim()
    .split('\n')
    .map(line => line.split(' '));
  const isHead = ([word]: readonly string[]) => /^[A-Za-z]/.test(word!);
  const head = Object.fromEntries(
    lines.filter(isHead).map(([name, value]) => [name, Number(value)]),
  );
  return [head, lines.filter(line => !isHead(line)).map(line => line.map(Number))];
}

/** A checksum of what the rows are made from; it is kept beside them. */
function origin(): string {
  const made = createHash('sha256').update(process.version);
  const sources = globSync('src/{importing,domain,tools}/**/*.ts').sort();
  for (const path of [import.meta.filename, ...sources, ...globSync(`${folder}/*`).sort()]) {
    made.update(basename(path)).update(readFileSync(path));
  }
  return made.digest('hex');
}

/** Writes the rows, unless they are as they would become. */
export async function buildTown(): Promise<void> {
  const record = join(dirname(builtTownFile), 'town.txt');
  const made = origin();
  if (existsSync(record) && existsSync(builtTownFile) && readFileSync(record, 'utf8') === made)
    return;
  mkdirSync(dirname(builtTownFile), { recursive: true });
  writeFileSync(builtTownFile, serialize(await readTown()));
  writeFileSync(record, made);
}

if (import.meta.main) await buildTown();
