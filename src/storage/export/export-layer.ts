import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { ParcelSrid } from '#domain/property/parcels.ts';
import type { SearchArea } from '#domain/property/search-area.ts';
import { linesOf, moveZone } from '#domain/zones/zone.ts';
import type { KindSource } from '#domain/zones/zone-answer.ts';
import { KtimaError, usageError } from '#tools/errors.ts';
import { fromGreekGrid, toGreekGrid } from '#tools/geo/greek-grid.ts';
import { type Store, sampleColumn, sampleLayers, stateOf } from '../store/store.ts';
import { type ExportedFeature, type ExportedLayer, featuresOf, tableOf } from './features.ts';
import type { ExportOutput, FeatureSink } from './sink.ts';
import { openText } from './text.ts';
import { openGeoPackage } from './write-geopackage.ts';

/** The formats that are written. */
export const exportFormats = ['geojson', 'geojsonseq', 'csv', 'gpkg'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const formatByEnding: Readonly<Record<string, ExportFormat>> = {
  '.geojson': 'geojson',
  '.json': 'geojson',
  '.geojsonseq': 'geojsonseq',
  '.geojsonl': 'geojsonseq',
  '.geojsons': 'geojsonseq',
  '.ndjson': 'geojsonseq',
  '.csv': 'csv',
  '.gpkg': 'gpkg',
};

/** The format of an output by its name; `--format` is for other names. */
export function formatOf(output: string, asked: ExportFormat | undefined): ExportFormat {
  const named = formatByEnding[extname(output).toLowerCase()];
  if (named && asked && named !== asked) {
    throw usageError(`${output}: the name says ${named}, but --format ${asked}`);
  }
  const format = named ?? asked;
  if (format) return format;
  const got = output === '-' ? 'standard output' : extname(output) || 'a name without an ending';
  throw usageError(
    `--output ${output}: expected a name that ends in .geojson, .geojsonseq, .csv or .gpkg, ` +
      `got ${got}; change the name or add --format`,
  );
}

/** Throws if a format cannot be written so. */
export function checkFormat(format: ExportFormat, output: string, srid: ParcelSrid): void {
  if (srid !== 4326 && format.startsWith('geojson')) {
    throw usageError(`--srid ${srid}: GeoJSON is always WGS84 (RFC 7946); write .gpkg or .csv`);
  }
  if (output === '-' && format === 'gpkg') {
    throw usageError(`--format ${format}: expected a file, got standard output`);
  }
}

/** What is exported. */
export interface ExportPlan {
  readonly layer: ExportedLayer;
  readonly area: SearchArea;
  readonly format: ExportFormat;
  /** The coordinate system of the output. */
  readonly srid: ParcelSrid;
  /** For zones: the sources that are written, all of one kind. */
  readonly zones?: readonly KindSource[];
}

/** Progress is reported, and signals get a turn, after this many rows. */
const rowsAtATime = 1_000;

/**
 * Writes a layer and returns the number of rows. No transaction is held open meanwhile, because an
 * import would wait for it. So an import during the export is an error.
 */
export async function exportLayer(
  store: Store,
  plan: ExportPlan,
  output: ExportOutput,
  onRows: (rows: number) => void,
): Promise<number> {
  const { layer, area, srid, zones } = plan;
  const version = async () => stateOf(layer, await store.loadedSources()).version;
  const before = await version();
  const isSample = sampleLayers(await store.loadedSources()).includes(layer);
  const sink = openSink(plan, output, isSample);
  let rows = 0;
  try {
    for await (const feature of featuresOf(layer, store, area, zones)) {
      const marked = isSample ? asSample(feature) : feature;
      const pause = sink.add(srid === 2100 ? onGreekGrid(marked, layer) : marked);
      if (pause) await pause;
      if (++rows % rowsAtATime !== 0) continue;
      onRows(rows);
      await setImmediate();
    }
    await sink.end();
  } finally {
    sink.close?.();
  }
  if ((await version()) !== before) {
    throw new KtimaError(
      'UNAVAILABLE',
      `${layer}: were imported again during the export, so this would mix two versions; export again`,
    );
  }
  return rows;
}

function asSample(feature: ExportedFeature): ExportedFeature {
  return { ...feature, properties: { ...feature.properties, [sampleColumn]: 'true' } };
}

function openSink(
  { format, layer, srid, zones }: ExportPlan,
  output: ExportOutput,
  isSample: boolean,
): FeatureSink {
  const plain = tableOf(layer, zones);
  const table = isSample ? { ...plain, columns: [...plain.columns, sampleColumn] } : plain;
  return format === 'gpkg'
    ? openGeoPackage(table, srid, output)
    : openText(format, table, srid, output);
}

/** Throws where a position has no coordinates on the grid, far from Greece, or those of another. */
function onGreekGrid(feature: ExportedFeature, layer: ExportedLayer): ExportedFeature {
  const { geometry } = feature;
  const [x, y] = linesOf(geometry)[0]![0]!;
  const [backX, backY] = fromGreekGrid(toGreekGrid([x, y]));
  if (!(Math.abs(backX - x) < 1e-9 && Math.abs(backY - y) < 1e-9)) {
    throw usageError(`--srid 2100: ${layer} at ${x}, ${y} have no coordinates on the Greek Grid`);
  }
  return { ...feature, geometry: moveZone(geometry, toGreekGrid) };
}
