import {
  closeSync,
  constants,
  fchmodSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { KtimaError } from '../../errors.ts';
import { privateFileMode, privateFolderMode } from '../../files/private-file.ts';
import { withoutLogin } from './http.ts';
import { type Origin, type Start, validatorOf } from './origin.ts';

// Never through a link that leads out of the folder.
const ownFile = constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
// Three bytes a unit and the longest ending stay below 255, the limit of most file systems.
const longestNameUnits = 80;

/**
 * The files of one download: `FILE`, the part that has arrived (`FILE.part`), and the origin of
 * each. They are readable by this user only, because a URL may contain a token.
 */
export function downloadFiles(folder: string, url: URL) {
  const whole = join(folder, fileName(url));
  const [part, partNote, wholeNote] = [
    `${whole}.part`,
    `${whole}.part.json`,
    `${whole}.origin.json`,
  ];
  const address = withoutLogin(url);
  const writeNote = (origin: Origin) => {
    const note = openSync(
      partNote,
      constants.O_WRONLY | constants.O_TRUNC | ownFile,
      privateFileMode,
    );
    writeFileSync(note, JSON.stringify(origin));
    closeSync(note);
  };
  return {
    folder,
    whole,
    part,
    /** The part of an earlier download of this URL, if it can be continued. */
    started(): Start | undefined {
      const bytes = sizeOf(part);
      const origin = readNote(partNote, address);
      if (!bytes || !origin || !validatorOf(origin)) return undefined;
      const { totalBytes = Infinity } = origin;
      // A complete part requests its last byte again, to learn from the host whether it is still
      // current.
      return bytes > totalBytes ? undefined : { origin, fromByte: Math.min(bytes, totalBytes - 1) };
    },
    /** The origin of the finished file, if it is unchanged since its download. */
    finished(): Origin | undefined {
      const bytes = sizeOf(whole);
      const origin = readNote(wholeNote, address);
      return bytes !== undefined && bytes === origin?.totalBytes ? origin : undefined;
    },
    /** Opens the part, cut at `fromByte`, and writes its origin before the first byte arrives. */
    open({ origin, fromByte }: Start): number {
      mkdirSync(folder, { recursive: true, mode: privateFolderMode });
      const opened = openSync(part, constants.O_RDWR | ownFile, privateFileMode);
      try {
        fchmodSync(opened, privateFileMode);
        ftruncateSync(opened, fromByte);
        writeNote(origin);
        needRoom(folder, (origin.totalBytes ?? fromByte) - fromByte);
        return opened;
      } catch (error) {
        closeSync(opened);
        throw error;
      }
    },
    /** Makes the complete part the finished file, in one step, in place of an older one. */
    finish(origin: Origin): void {
      writeNote(origin);
      // In this order: a finished file with the note of an older version is only downloaded again.
      renameSync(part, whole);
      renameSync(partNote, wholeNote);
    },
    discard(): void {
      rmSync(part, { force: true });
      rmSync(partNote, { force: true });
    },
  };
}

export type DownloadFiles = ReturnType<typeof downloadFiles>;

/** The last segment of the address, made harmless. */
function fileName(url: URL): string {
  const name = decoded(url.pathname.slice(url.pathname.lastIndexOf('/') + 1))
    .normalize('NFC')
    .slice(-longestNameUnits)
    .replace(/[^\p{L}\p{N}._-]/gu, '_')
    .replace(/^[.-]+/, '');
  if (name !== '') return /\.(part|part\.json|origin\.json)$/i.test(name) ? `${name}_` : name;
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

function sizeOf(path: string): number | undefined {
  // If it cannot be read, writing fails too, with a message that gives the reason.
  const facts = unlessFailing(() => statSync(path));
  if (!facts || facts.isFile()) return facts?.size;
  throw new KtimaError('UNAVAILABLE', `${path}: expected a plain file or none`);
}

function readNote(path: string, address: string): Origin | undefined {
  const note: unknown = unlessFailing(() => JSON.parse(readFileSync(path, 'utf8')));
  const { url, etag, lastModified, totalBytes } = (note ?? {}) as Readonly<Record<string, unknown>>;
  const isSize =
    totalBytes === undefined || (Number.isSafeInteger(totalBytes) && Number(totalBytes) >= 0);
  const isSound = url === address && isHeader(etag) && isHeader(lastModified) && isSize;
  return isSound ? (note as Origin) : undefined;
}

function isHeader(value: unknown): boolean {
  return (
    value === undefined || (typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value))
  );
}

function unlessFailing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Fails like a full disk, before it is full, when there is no space for this many bytes. */
function needRoom(folder: string, bytes: number): void {
  const { bavail, blocks, bsize } = statfsSync(folder);
  // Some network file systems report nothing.
  if (blocks === 0 || bytes <= bavail * bsize) return;
  throw Object.assign(new Error('no room'), { code: 'ENOSPC', syscall: 'statfs' });
}

/** Whether the disk, or this user's share of it, is full. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** The error for a folder that cannot take the file; anything else is passed on. */
export function storageProblem({ folder, whole }: DownloadFiles, cause: unknown): unknown {
  const { code = '', syscall } = cause as NodeJS.ErrnoException;
  if (syscall === undefined) return cause;
  const problem = isDiskFull(cause)
    ? `${folder}: no room left on the disk for the download; what arrived was removed`
    : `${whole}: ${failures[code] ?? `cannot be written (${code})`}`;
  return new KtimaError('UNAVAILABLE', problem, { cause });
}

const failures: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write it',
  EPERM: 'this user may not write it',
  EROFS: 'this disk is read-only',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'a part of its path is not a folder',
  ELOOP: 'expected plain files beside it, found a link',
  ENOENT: 'its part is gone, perhaps finished by another download',
};
