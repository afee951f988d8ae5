import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KtimaError } from '../../../errors.ts';
import { badFile } from '../bytes.ts';
import type { FeatureReader } from '../reader.ts';
import { listZip, type ZipMember } from './directory.ts';
import { unpack } from './zip.ts';

const datasetEndings = /\.(shp|gpkg|gml|geojson|ndjson|geojsonl|geojsons|geojsonseq|csv|tsv)$/i;
/** What may as well describe the dataset counts only when there is nothing else. */
const doubtfulEndings = /\.(json|xml|txt)$/i;
/** Folders, files that begin with a dot, and what macOS adds. */
const hidden = /^__MACOSX\/|(^|\/)\.[^/]*$|\/$/;
const shapefileEndings = /\.(shp|dbf|cpg|prj)$/i;

/**
 * Opens, with `open`, the only dataset in a zip archive. It is unpacked into a temporary folder
 * under names of our own; the folder goes once the features have been read, or with the process.
 */
export async function openZipped(
  path: string,
  open: (path: string) => Promise<FeatureReader>,
): Promise<FeatureReader> {
  const members = await listZip(path);
  const dataset = findDataset(path, members);
  const folder = await makeFolder(path);
  const fileOf = (member: ZipMember) => join(folder, `data${endingOf(member.name)}`);
  const files = new Map(partsOf(dataset, members).map(member => [fileOf(member), member]));
  const toldOfArchive = (error: unknown) => renamed(error, path, files);
  try {
    for (const [file, member] of files) await unpack(path, member, file);
    const reader = await open(fileOf(dataset));
    return {
      ...reader,
      async *features() {
        try {
          yield* reader.features();
        } catch (error) {
          throw toldOfArchive(error);
        } finally {
          await removeFolder(folder);
        }
      },
    };
  } catch (error) {
    await removeFolder(folder);
    throw toldOfArchive(error);
  }
}

function findDataset(path: string, members: readonly ZipMember[]): ZipMember {
  const files = members.filter(({ name }) => !hidden.test(name));
  const sure = files.filter(({ name }) => datasetEndings.test(name));
  const found = sure.length > 0 ? sure : files.filter(({ name }) => doubtfulEndings.test(name));
  const [only, ...more] = found;
  if (only && more.length === 0) return only;
  const names = found.slice(0, 20).map(({ name }) => name.slice(0, 100));
  throw badFile(
    path,
    only
      ? `expected one dataset, it holds ${found.length}: ${names.join(', ')}; unpack the right one`
      : 'expected a dataset in it (Shapefile, GeoPackage, GML, GeoJSON or CSV), it holds none',
  );
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

/** An error about an unpacked file tells of the archive and the member instead. */
function renamed(error: unknown, path: string, files: ReadonlyMap<string, ZipMember>): unknown {
  if (!(error instanceof KtimaError)) return error;
  let { message } = error;
  for (const [file, { name }] of files) message = message.replaceAll(file, `${path} (${name})`);
  return new KtimaError(error.code, message, { cause: error });
}

const folders = new Set<string>();

async function makeFolder(path: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ktima-zip-')).catch(cause => {
    throw badFile(path, cause);
  });
  if (folders.size === 0) process.once('exit', removeAll);
  folders.add(folder);
  return folder;
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  folders.delete(folder);
  if (folders.size === 0) process.off('exit', removeAll);
}

/** Of readers whose features nobody came to read. */
function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
