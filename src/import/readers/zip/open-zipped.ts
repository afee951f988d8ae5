import { badFile } from '../../../files/bytes.ts';
import type { FeatureReader } from '../reader.ts';
import { isHidden, listZip, type ZipMember } from './directory.ts';
import { namedLayer } from './named-layer.ts';
import { openUnpacked } from './unpack-members.ts';

const datasetEndings =
  /\.(shp|gpkg|fgb|parquet|geoparquet|kml|gml|geojson|ndjson|geojsonl|geojsons|geojsonseq|csv|tsv)$/i;
/** Such a file may only describe the dataset: it is used when there is no other. */
const doubtfulEndings = /\.(json|xml|txt)$/i;
const shapefileEndings = /\.(shp|dbf|cpg|prj)$/i;

/** Opens the only dataset in a zip archive or, of several, the one named `layer`. */
export async function openZipped(
  path: string,
  layer: string | undefined,
  open: (path: string, layer: string | undefined) => Promise<FeatureReader>,
): Promise<FeatureReader> {
  const members = await listZip(path);
  const datasets = findDatasets(path, members);
  const isOnly = datasets.length === 1;
  const dataset = isOnly ? datasets[0]! : namedLayer(path, datasets, layer);
  const nameOf = (member: ZipMember) => `data${endingOf(member.name)}`;
  const parts = partsOf(dataset, members).map(member => [nameOf(member), member] as const);
  return openUnpacked(path, new Map(parts), pathOf =>
    open(pathOf(nameOf(dataset)), isOnly ? layer : undefined),
  );
}

function findDatasets(path: string, members: readonly ZipMember[]): readonly ZipMember[] {
  const files = members.filter(({ name }) => !isHidden(name));
  const sure = files.filter(({ name }) => datasetEndings.test(name));
  const found = sure.length > 0 ? sure : files.filter(({ name }) => doubtfulEndings.test(name));
  if (found.length > 0) return found;
  throw badFile(path, 'expected a dataset in it (a Shapefile, GeoJSON, CSV …), it holds none');
}

/** A Shapefile is several files; everything else is one. */
function partsOf(dataset: ZipMember, members: readonly ZipMember[]): readonly ZipMember[] {
  if (endingOf(dataset.name) !== '.shp') return [dataset];
  const stem = dataset.name.slice(0, -4);
  return members.filter(
    ({ name }) => name.slice(0, -4) === stem && shapefileEndings.test(name.slice(-4)),
  );
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.')).toLowerCase();
}
