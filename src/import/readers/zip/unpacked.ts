import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { KtimaError } from '../../../errors.ts';
import { refuseBomb } from '../../../files/bytes.ts';
import type { FeatureReader } from '../reader.ts';
import { makeFolder, readerInFolder, removeFolder } from '../temporary-folder.ts';
import type { ZipMember } from './directory.ts';
import { unpack } from './zip.ts';

/** Members of an archive, unpacked into a temporary folder under names of our own. */
export interface Unpacked {
  readonly folder: string;
  pathOf(name: string): string;
  /** Words an error about an unpacked file as one about the archive and its member. */
  explain(error: unknown): unknown;
}

/** Unpacks members of an archive, by the names that they are to have, and opens them. */
export async function openUnpacked(
  path: string,
  members: ReadonlyMap<string, ZipMember>,
  open: (pathOf: (name: string) => string) => Promise<FeatureReader>,
): Promise<FeatureReader> {
  const { folder, pathOf, explain } = await unpackMembers(path, members);
  return readerInFolder(folder, () => open(pathOf), explain);
}

/** Unpacks members of an archive, by the names that they are to have. */
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
      await unpack(path, member, pathOf(name));
      unpackedBytes += member.unpackedBytes;
      // Once more for all of them, as members may share their packed bytes.
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
