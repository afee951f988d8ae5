import { open } from 'node:fs/promises';
import { badFile, refuseSpecialFile } from '#tools/files/bytes.ts';
import { removeFolder } from '#tools/files/temporary-folder.ts';
import { isHidden, listZip, type ZipMember } from '#tools/files/zip/directory.ts';
import { unpackMembers } from '../../readers/zip/open-zipped.ts';
import type { OsmFile } from './elements.ts';
import { openOsmXml } from './osm-xml.ts';
import { openOsmPbf } from './pbf.ts';

/** Opens OSM PBF or OSM XML, also in gzip, bzip2 or zip; the first bytes decide the format. */
export async function openOsm(path: string): Promise<OsmFile> {
  const { start } = await firstBytes(path);
  if (start.toString('latin1', 0, 4) === 'PK\x03\x04') return openZipped(path);
  return openStored(path, 1);
}

async function openStored(path: string, packing: number): Promise<OsmFile> {
  const { start, totalBytes } = await firstBytes(path);
  const stored = { path, totalBytes, packing };
  if (start.toString('latin1', 6, 15) === 'OSMHeader') return openOsmPbf(stored);
  if (start[0] === 0x1f && start[1] === 0x8b) return openOsmXml(stored, 'gzip');
  if (start.toString('latin1', 0, 3) === 'BZh') return openOsmXml(stored, 'bzip2');
  if (/^\s*</.test(start.toString('utf8').replace(/^\ufeff/, ''))) {
    return openOsmXml(stored, 'plain');
  }
  throw badFile(path, 'byte 0: expected OSM PBF (.osm.pbf) or OSM XML (.osm, .osm.gz, .osm.bz2)');
}

async function firstBytes(path: string): Promise<{ start: Buffer; totalBytes: number }> {
  try {
    await using file = await open(path);
    const facts = await file.stat();
    refuseSpecialFile(path, facts);
    if (facts.size === 0) throw badFile(path, 'the file is empty');
    const totalBytes = facts.size;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(32), 0, 32, 0);
    return { start: buffer.subarray(0, bytesRead), totalBytes };
  } catch (cause) {
    throw badFile(path, cause);
  }
}

const osmEndings = /\.(osm|osh|pbf|xml)(\.gz|\.bz2)?$/i;

/** Unpacks the only file of a zip archive into a temporary folder, which is removed on close. */
async function openZipped(path: string): Promise<OsmFile> {
  const member = onlyFile(path, await listZip(path));
  const { folder, pathOf, explain } = await unpackMembers(path, new Map([['data', member]]));
  const explained = async function* <T>(items: AsyncGenerator<T>) {
    try {
      yield* items;
    } catch (error) {
      throw explain(error);
    }
  };
  try {
    const packing = Math.min(1, member.packedBytes / Math.max(member.unpackedBytes, 1));
    const file = await openStored(pathOf('data'), packing);
    return {
      ...file,
      path,
      elements: (...of) => explained(file.elements(...of)),
      nodeColumns: (...of) => explained(file.nodeColumns(...of)),
      close: () => removeFolder(folder),
    };
  } catch (error) {
    await removeFolder(folder);
    throw explain(error);
  }
}

function onlyFile(path: string, members: readonly ZipMember[]): ZipMember {
  const found = members.filter(({ name }) => !isHidden(name) && osmEndings.test(name));
  const [only] = found;
  if (only && found.length === 1) return only;
  const names = found.slice(0, 20).map(({ name }) => name.slice(0, 100));
  throw badFile(
    path,
    only
      ? `expected one OpenStreetMap file in it, it holds ${found.length}: ${names.join(', ')}; ` +
          'unpack them, and give all that are wanted'
      : 'expected an OpenStreetMap file in it (.osm.pbf, .osm), it holds none',
  );
}
