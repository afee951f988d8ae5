import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { KtimaError } from '../../../errors.ts';
import { refuseBomb } from '../bytes.ts';
import type { FeatureReader } from '../reader.ts';
import { makeFolder, readerInFolder } from '../temporary-folder.ts';
import type { ZipMember } from './directory.ts';
import { unpack } from './zip.ts';

/**
 * Unpacks members of an archive into a temporary folder under names of our own, and opens them.
 * `open` is given the path of each by those names.
 */
export async function openUnpacked(
  path: string,
  members: ReadonlyMap<string, ZipMember>,
  open: (pathOf: (name: string) => string) => Promise<FeatureReader>,
): Promise<FeatureReader> {
  const folder = await makeFolder(path);
  const pathOf = (name: string) => join(folder, name);
  const unpackAndOpen = async () => {
    const { size } = await stat(path);
    let unpackedBytes = 0;
    for (const [name, member] of members) {
      await unpack(path, member, pathOf(name));
      unpackedBytes += member.unpackedBytes;
      // Once more for all of them, as members may share their packed bytes.
      refuseBomb(path, unpackedBytes, size);
    }
    return open(pathOf);
  };
  return readerInFolder(folder, unpackAndOpen, error => {
    if (!(error instanceof KtimaError)) return error;
    let { message } = error;
    for (const [name, member] of members) {
      message = message.replaceAll(pathOf(name), `${path} (${member.name})`);
    }
    return new KtimaError(error.code, message, { cause: error });
  });
}
