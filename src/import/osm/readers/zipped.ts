import { badFile } from '../../../files/bytes.ts';
import { removeFolder } from '../../readers/temporary-folder.ts';
import { isHidden, listZip, type ZipMember } from '../../readers/zip/directory.ts';
import { unpackMembers } from '../../readers/zip/unpack-members.ts';
import type { OsmFile } from './elements.ts';

const osmEndings = /\.(osm|osh|pbf|xml)(\.gz|\.bz2)?$/i;

/**
 * Unpacks the only OpenStreetMap file of a zip archive into a temporary folder, which is removed on
 * close, and opens it with `open`. The second argument of `open` is the compression ratio.
 */
export async function openZippedOsm(
  path: string,
  open: (path: string, packing: number) => Promise<OsmFile>,
): Promise<OsmFile> {
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
    const file = await open(pathOf('data'), packing);
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
