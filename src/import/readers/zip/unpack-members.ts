import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { KtimaError } from '../../../errors.ts';
import { refuseBomb } from '../../../files/bytes.ts';
import type { FeatureReader } from '../reader.ts';
import { makeFolder, readerInFolder, removeFolder } from '../temporary-folder.ts';
import type { ZipMember } from './directory.ts';
import { unpackMember } from './unpack-member.ts';

/** Members of an archive, unpacked into a temporary folder under safe names. */
export interface Unpacked {
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
