import {
  constants,
  type FileHandle,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  statfs,
} from 'node:fs/promises';
import { validateHeaderValue } from 'node:http';
import { join } from 'node:path';
import { KtimaError } from '../../errors.ts';
import { privateFileMode, privateFolderMode } from '../../files/private-file.ts';
import { continuedBy, type Origin, type Start } from './origin.ts';

/** Where a download and the notes on its origin stand. */
export interface DownloadFiles {
  readonly folder: string;
  readonly whole: string;
  readonly wholeOrigin: string;
  readonly part: string;
  readonly partOrigin: string;
}

// Never through a link that leads out of the folder.
const ownFile = constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
// With three bytes a unit and the longest ending below 255, the most that file systems take.
const longestNameUnits = 80;
const ownEndings = /\.(part|part\.json|origin\.json)$/i;

/** The files of a download; the name is the last segment of the address, made harmless. */
export function downloadFiles(folder: string, url: URL): DownloadFiles {
  const whole = join(folder, fileName(url));
  return {
    folder,
    whole,
    wholeOrigin: `${whole}.origin.json`,
    part: `${whole}.part`,
    partOrigin: `${whole}.part.json`,
  };
}

/** The part of an earlier try at this address, where it may be continued. */
export async function startedPart(files: DownloadFiles, url: string): Promise<Start | undefined> {
  const bytes = await sizeOf(files.part);
  const origin = await readOrigin(files.partOrigin, url);
  if (!bytes || !origin || !continuedBy(origin)) return undefined;
  const { totalBytes = Infinity } = origin;
  // A part that lacks nothing asks for its last byte again: the host tells if it is still current.
  return bytes > totalBytes ? undefined : { origin, fromByte: Math.min(bytes, totalBytes - 1) };
}

/** The origin of the finished file, where it stands there as it was downloaded. */
export async function finishedOrigin(
  files: DownloadFiles,
  url: string,
): Promise<Origin | undefined> {
  const bytes = await sizeOf(files.whole);
  const origin = await readOrigin(files.wholeOrigin, url);
  return bytes !== undefined && bytes === origin?.totalBytes ? origin : undefined;
}

/** Opens the part with what it has before `fromByte`, and notes its origin before any byte comes. */
export async function openPart(
  files: DownloadFiles,
  { origin, fromByte }: Start,
): Promise<FileHandle> {
  await mkdir(files.folder, { recursive: true, mode: privateFolderMode });
  const handle = await open(files.part, constants.O_RDWR | ownFile, privateFileMode);
  try {
    await handle.chmod(privateFileMode);
    await handle.truncate(fromByte);
    await writeOrigin(files.partOrigin, origin);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Fails as a full disk does, before it is full, when so many bytes have no room. */
export async function needRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  // Some network file systems tell nothing.
  if (blocks === 0 || bytes <= bavail * bsize) return;
  throw Object.assign(new Error('no room'), { code: 'ENOSPC', syscall: 'statfs' });
}

/** Makes the complete part the finished file, in one step, in place of an older one. */
export async function finishPart(files: DownloadFiles, origin: Origin): Promise<void> {
  await writeOrigin(files.partOrigin, origin);
  // In this order: a finished file with the note of an older version is only downloaded again.
  await rename(files.part, files.whole);
  await rename(files.partOrigin, files.wholeOrigin);
}

/** Removes the part and the note on it. */
export async function discardPart(files: DownloadFiles): Promise<void> {
  await rm(files.part, { force: true });
  await rm(files.partOrigin, { force: true });
}

/** Whether the disk, or this user's share of it, is full. */
export function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG';
}

/** The error for a folder that cannot take the file; anything else is passed on. */
export function storageProblem({ folder, whole }: DownloadFiles, cause: unknown): unknown {
  const { code = '', syscall } = cause as NodeJS.ErrnoException;
  if (syscall === undefined) return cause;
  if (isDiskFull(cause)) {
    const told = 'no room left on the disk for the download; what came of it was removed';
    return new KtimaError('UNAVAILABLE', `${folder}: ${told}`, { cause });
  }
  const told = failures[code] ?? `cannot be written (${code})`;
  return new KtimaError('UNAVAILABLE', `${whole}: ${told}`, { cause });
}

const failures: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write it',
  EPERM: 'this user may not write it',
  EROFS: 'this disk is read-only',
  ENOTDIR: 'its folder is no folder',
  EEXIST: 'its folder is no folder',
  ELOOP: 'expected plain files beside it, found a link',
  ENOENT: 'its part is gone, perhaps finished by another download',
};

function fileName(url: URL): string {
  const segment = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  const name = decoded(segment)
    .normalize('NFC')
    .slice(-longestNameUnits)
    .replace(/[^\p{L}\p{N}._-]/gu, '_')
    .replace(/^[.-]+/, '');
  if (name !== '') return ownEndings.test(name) ? `${name}_` : name;
  const expected = 'expected an address that ends with the name of a file';
  throw new KtimaError('USAGE', `${url.host}${url.pathname}: ${expected}`);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  const facts = await stat(path).catch(() => undefined);
  if (!facts || facts.isFile()) return facts?.size;
  throw new KtimaError('UNAVAILABLE', `${path}: expected a plain file or none`);
}

/** Readable by this user only, as an address may hold a token. */
async function writeOrigin(path: string, origin: Origin): Promise<void> {
  await using note = await open(
    path,
    constants.O_WRONLY | constants.O_TRUNC | ownFile,
    privateFileMode,
  );
  await note.writeFile(JSON.stringify(origin));
}

async function readOrigin(path: string, url: string): Promise<Origin | undefined> {
  try {
    const note: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isOrigin(note) && note.url === url ? note : undefined;
  } catch {
    return undefined;
  }
}

function isOrigin(note: unknown): note is Origin {
  const { url, etag, lastModified, totalBytes } = (note ?? {}) as Readonly<Record<string, unknown>>;
  const isSize =
    totalBytes === undefined || (Number.isSafeInteger(totalBytes) && Number(totalBytes) >= 0);
  return typeof url === 'string' && isHeader(etag) && isHeader(lastModified) && isSize;
}

function isHeader(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value !== 'string') return false;
  try {
    validateHeaderValue('If-Range', value);
    return true;
  } catch {
    return false;
  }
}
