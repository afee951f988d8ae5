import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { KtimaError } from '#tools/errors.ts';
import { badFile, refuseBomb } from '#tools/files/bytes.ts';
import { makeFolder, readerInFolder, removeFolder } from '#tools/files/temporary-folder.ts';
import { isHidden, listZip, type ZipMember } from '#tools/files/zip/directory.ts';
import { openMember } from '#tools/files/zip/member.ts';
import { chooseLayer, type FeatureReader } from '../reader.ts';

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

/** Members of an archive, unpacked into a temporary folder under safe names. */
interface Unpacked {
  readonly folder: string;
  pathOf(name: string): string;
  /** Rewrites an error about an unpacked file to name the archive and its member. */
  explain(error: unknown): unknown;
}

/** Unpacks members of an archive under the given names, and opens them. */
export async function openUnpacked(
  path: string,
  members: ReadonlyMap<string, ZipMember>,
  open: (pathOf: (name: string) => string) => Promise<FeatureReader>,
): Promise<FeatureReader> {
  const { folder, pathOf, explain } = await unpackMembers(path, members);
  return readerInFolder(folder, () => open(pathOf), explain);
}

/** Unpacks members of an archive under the given names. */
export async function unpackMembers(
  path: string,
  members: ReadonlyMap<string, ZipMember>,
): Promise<Unpacked> {
  const folder = await makeFolder(path);
  const pathOf = (name: string) => join(folder, name);
  try {
    const { size } = await stat(path);
    let unpackedBytes = 0;
    for (const [name, member] of members) {
      await unpackMember(path, member, pathOf(name));
      unpackedBytes += member.unpackedBytes;
      // Checked again for all members together, as they may share their packed bytes.
      refuseBomb(path, unpackedBytes, size);
    }
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
  const explain = (error: unknown) => {
    if (!(error instanceof KtimaError)) return error;
    let { message } = error;
    for (const [name, member] of members) {
      message = message.replaceAll(pathOf(name), `${path} (${member.name})`);
    }
    return new KtimaError(error.code, message, { cause: error });
  };
  return { folder, pathOf, explain };
}

/** Unpacks a member of an archive into the file `to`, which must not exist. */
async function unpackMember(path: string, member: ZipMember, to: string): Promise<void> {
  await using file = await open(to, 'wx').catch(cause => {
    throw badFile(path, cause);
  });
  for await (const chunk of openMember(path, member).chunks()) {
    await file.writeFile(chunk).catch(cause => {
      throw badFile(path, cause);
    });
  }
}

/** The member that `--layer` names: by its name without folder and extension, if that is unique. */
export function namedLayer(
  path: string,
  members: readonly ZipMember[],
  wanted: string | undefined,
): ZipMember {
  const shortNames = members.map(({ name }) => name.replace(/^.*\/|\.[^.]*$/g, ''));
  const names = members.map(({ name }, i) =>
    shortNames.indexOf(shortNames[i]!) === shortNames.lastIndexOf(shortNames[i]!)
      ? shortNames[i]!
      : name,
  );
  return members[names.indexOf(chooseLayer(path, names, wanted))]!;
}
